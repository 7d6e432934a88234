"""The result of a chunk as it is read from a journal: a file, which may hold anything."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from ...evidence.json_schema import problem
from ...numbers.exact import rational

_COUNT = {"type": "integer", "minimum": 0}
_ORDER = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_NUMBERS = {"type": "array", "items": {"type": "string"}}


def _by_sense(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"inf": entries, "sup": entries}, "additionalProperties": False}


def _listed(*parts: Mapping[str, Any]) -> dict[str, Any]:
    one = {"type": "array", "prefixItems": list(parts), "items": False, "minItems": len(parts)}
    return {"type": "array", "items": one}


_FIELDS: dict[str, Any] = {
    "rankings": _COUNT,
    "classes": _COUNT,
    "split": _COUNT,
    "discarded": _COUNT,
    "floored": {"type": "boolean"},
    "unbounded": _by_sense(_listed(_ORDER, _NUMBERS)),
    "undecided": _listed(_ORDER, {"enum": ["inf", "sup"]}, {"type": "string"}),
    "best": _by_sense({"type": "array", "prefixItems": [{"type": "string"}, _ORDER], "items": False, "minItems": 2}),
    "ties": _by_sense({"type": "array", "items": _ORDER}),
    "proofs": _by_sense(_NUMBERS),
    "points": _listed({"type": "string"}, {"type": "string"}),
    "observed": {"type": "string"},
    "seconds": {"type": "number", "minimum": 0},
}
SCHEMA = {"type": "object", "properties": _FIELDS, "required": list(_FIELDS), "additionalProperties": False}
"""What ``Sweep.chunk`` gives, and the seconds that it took."""


def wrong_with(result: Any, n: int) -> str | None:
    """What is wrong with the result of a chunk at that n, in a few words; None if it is one that a sweep could give."""
    return problem(result, SCHEMA) or next(_problems(result, n), None)


def _problems(result: Mapping[str, Any], n: int) -> Iterator[str]:
    for name in ("rankings", "classes", "split", "discarded"):
        if result[name] > math.factorial(n):
            yield f"{name} is {result[name]!r:.40}; there are {math.factorial(n)} rankings of {n} items"
    if set(result["ties"]) != set(result["best"]):
        yield "ties and best are not of the same senses"
    for order in _orders(result):
        if sorted(order) != list(range(1, n + 1)):
            yield f"{order!r:.80} is no ranking of the items 1..{n}"
    for text in _numbers(result):
        try:
            rational(text)
        except ValueError as error:
            yield str(error)
    for lines in result["proofs"].values():
        for line in lines:
            try:
                json.loads(line)
            except (ValueError, RecursionError):
                yield f"{line[:60]!r} is no proof"


def _orders(result: Mapping[str, Any]) -> Iterator[list[int]]:
    for found in result["unbounded"].values():
        yield from (order for order, _ in found)
    yield from (entry[0] for entry in result["undecided"])
    yield from (order for _, order in result["best"].values())
    for ties in result["ties"].values():
        yield from ties


def _numbers(result: Mapping[str, Any]) -> Iterator[str]:
    for found in result["unbounded"].values():
        for _, point in found:
            yield from point
    yield from (value for value, _ in result["best"].values())
    for point in result["points"]:
        yield from point
