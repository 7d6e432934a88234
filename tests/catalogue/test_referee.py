"""The referee of the benchmarks: it has a generator for whatever a cell asks for, and what is false falls."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import referee  # the benchmarks are not a package

REPORT = json.loads(referee.REPORT.read_text("utf-8"))
CELLS = referee.cells_that_hold(REPORT)


def test_every_cell_that_holds_can_be_attacked_and_none_falls() -> None:
    attacks = [referee.attacked(cell, 1) for cell in CELLS]
    assert len(attacks) > 1000 and not [attack for attack in attacks if attack.fallen]
    assert sum(attack.decided for attack in attacks) > 0.9 * len(attacks)  # others need more draws


@pytest.mark.parametrize(
    ("metric", "axiom", "arguments"),
    [
        ("spearman-distance[squared]", "triangle-inequality", {}),
        ("kendall", "left-invariance", {}),
        ("footrule", "upper-bound", {"other": "kendall", "factor": "3/2"}),
        ("precision", "top-weightedness", {}),
    ],
)
def test_what_is_false_falls(metric: str, axiom: str, arguments: dict[str, Any]) -> None:
    attack = referee.attacked({"metric": metric, "axiom": axiom, "arguments": arguments, "space": "open"}, 3000)
    assert attack.fallen
