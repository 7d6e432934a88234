"""A witness as its file has it."""

from __future__ import annotations

from typing import Any


def of_symmetry(metric: str) -> dict[str, Any]:
    """What a metric of two rankings and the weights w may say of 1 > 2 and 2 > 1."""
    return {
        "format": "axiomatrix-witness-1",
        "metric": metric,
        "axiom": "symmetry",
        "arguments": {},
        "space": "open",
        "n": 2,
        "instance": {"a": [1, 2], "b": [2, 1]},
        "parameters": {"w": [[1, "1"], [2, "1"]]},
        "lhs": "1",
        "op": "==",
        "rhs": "2",
        "smallest": False,
    }
