"""The result of a chunk as it is read from a journal: a file, which may hold anything."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from ...evidence.formats import Misfit, Record, taken
from ...evidence.reach import Count
from ...numbers.exact import rational
from .answer import Sense

Order = list[Annotated[int, Meta(ge=1)]]
Numbers = list[str]


class Chunk(Record):
    """What ``Sweep.chunk`` gives, and the seconds that it took."""

    rankings: Count
    classes: Count
    split: Count
    discarded: Count
    floored: bool
    unbounded: dict[Sense, list[tuple[Order, Numbers]]]
    undecided: list[tuple[Order, Sense, str]]
    best: dict[Sense, tuple[str, Order]]
    ties: dict[Sense, list[Order]]
    proofs: dict[Sense, Numbers]
    points: list[tuple[str, str]]
    observed: str
    seconds: Annotated[float, Meta(ge=0)]


def wrong_with(result: Any, n: int) -> str | None:
    """What is wrong with the result of a chunk at that n, in a few words; None if it is one that a sweep could give."""
    try:
        taken(result, Chunk)
    except Misfit as error:
        return str(error)
    return next(_problems(result, n), None)


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
    for pairs in result["unbounded"].values():
        yield from (order for order, _ in pairs)
    yield from (entry[0] for entry in result["undecided"])
    yield from (order for _, order in result["best"].values())
    for ties in result["ties"].values():
        yield from ties


def _numbers(result: Mapping[str, Any]) -> Iterator[str]:
    for pairs in result["unbounded"].values():
        for _, point in pairs:
            yield from point
    yield from (value for value, _ in result["best"].values())
    for point in result["points"]:
        yield from point
