"""Chunks of a sweep, before they are believed: a journal is a file, which may hold anything.

Their shape is checked, and of what an earlier run left also the proofs, and that these cover all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from flint import fmpq
from msgspec import Meta

from ...evidence.formats import Misfit, Record, taken
from ...evidence.reach import Count
from ...methods.classes import SPLIT, Order, images, split_point, starting_with
from ...methods.extremal import worst
from ...methods.linear import Goal
from ...methods.sweep import Sweep, SweepCounts
from ...numbers.exact import fraction, rational
from .answer import Sense
from .swept import COUNTS

Listed = list[Annotated[int, Meta(ge=1)]]
Rational = Annotated[str, Meta(pattern="^-?[0-9]+(/[1-9][0-9]*)?$")]


class Chunk(Record):
    """What ``Sweep.chunk`` gives, and the seconds that it took."""

    rankings: Count
    classes: Count
    split: Count
    discarded: Count
    floored: bool
    unbounded: dict[Sense, list[tuple[Listed, list[Rational]]]]
    undecided: list[tuple[Listed, Sense, str]]
    best: dict[Sense, tuple[Rational, Listed]]
    ties: dict[Sense, list[Listed]]
    proofs: dict[Sense, list[str]]
    points: list[tuple[Rational, Rational]]
    observed: str
    seconds: Annotated[float, Meta(ge=0)]


def wrong_with(result: Any, n: int) -> str | None:
    """What is wrong with the result of a chunk at that n, in a few words; None if it is one that a sweep could give."""
    try:
        taken(result, Chunk)
    except Misfit as error:
        return str(error)
    return next(_misfits(result, n), None)


def _misfits(result: Mapping[str, Any], n: int) -> Iterator[str]:
    for name in COUNTS:
        if result[name] > math.factorial(n):
            yield f"{name} is {result[name]!r:.40}; there are {math.factorial(n)} rankings of {n} items"
    if set(result["ties"]) != set(result["best"]):
        yield "ties and best are not of the same senses"
    orders = [
        *(order for pairs in result["unbounded"].values() for order, _ in pairs),
        *(order for order, _, _ in result["undecided"]),
        *(order for _, order in result["best"].values()),
        *(order for ties in result["ties"].values() for order in ties),
    ]
    for order in orders:
        if sorted(order) != list(range(1, n + 1)):
            yield f"{order!r:.80} is not a ranking of the items 1..{n}"


# --- proofs -----------------------------------------------------------------------------------------------------


def wrong_with_proofs(sweep: Sweep, n: int, prefix: Order, result: Mapping[str, Any]) -> str | None:
    """Why a chunk is not what the sweep comes to there; None if every ranking in it is accounted for by a proof."""
    try:
        return next(_gaps(sweep, n, prefix, result), None)
    except Exception as error:  # what is not a proof makes the checker raise anything
        return f"a proof does not stand: {type(error).__name__}: {error!s:.200}"


def _gaps(sweep: Sweep, n: int, prefix: Order, result: Mapping[str, Any]) -> Iterator[str]:
    if not result["rankings"]:  # none was decided
        undecided = {sense for _, sense, _ in result["undecided"]}
        if undecided != set(sweep.senses) or result["best"] or result["unbounded"] or result["proofs"]:
            yield "it decides nothing, and does not say so"
        return
    count = dict.fromkeys(COUNTS, 0)
    proved = _proved(sweep, n, result)
    senses = set()
    for order in starting_with(prefix, n):
        count["rankings"] += 1
        if SPLIT in sweep.by and split_point(order):
            count["split"] += 1
            continue
        asked = sweep.asked(order)
        if asked is None:
            count["discarded"] += 1
            continue
        if min(images(order, sweep.by)) != order:
            continue
        count["classes"] += 1
        for sense in sweep.senses if asked.two_sided or asked.for_ratio else ("inf",):
            senses.add(sense)
            if (wrong := _uncovered(sweep, order, sense, result, proved)) is not None:
                yield f"{list(order)}, {sense}: {wrong}"
    for name, number in count.items():
        if result[name] != number:
            yield f"{name} is {result[name]}; there are {number}"
    if set(proved) - senses or sum(map(len, proved.values())) > count["classes"] * len(senses):
        yield "it has proofs of what is not asked"
    for sense, (text, order) in result["best"].items():
        if str(worst(sweep.traced, sweep.needed(tuple(order)), n, sense).value) != _shown(text, sense, sweep, order):
            yield f"best: {text} is not what {order} gives"


def _shown(text: str, sense: str, sweep: Sweep, order: list[int]) -> str:
    turned = sense == "sup" and sweep.needed(tuple(order)).two_sided
    return str(-rational(text) if turned else rational(text))


def _proved(sweep: Sweep, n: int, result: Mapping[str, Any]) -> dict[str, dict[Order, Any]]:
    """What each proof gives, by sense and order."""
    proved: dict[str, dict[Order, Any]] = {}
    for sense, lines in result["proofs"].items():
        for line in lines:
            order, tree = json.loads(line)
            if tuple(order) in proved.setdefault(sense, {}):
                raise ValueError(f"{order} has two proofs")
            proved[sense][tuple(order)] = sweep.proved(n, tuple(order), sense, tree)
    return proved


def _uncovered(
    sweep: Sweep, order: Order, sense: str, result: Mapping[str, Any], proved: Mapping[str, Mapping[Order, Any]]
) -> str | None:
    """Why a ranking is not accounted for in that sense."""
    asked = sweep.needed(order)
    points = [point for other, point in result["unbounded"].get(sense, ()) if tuple(other) == order]
    if points:
        return None if all(_shows(asked, sense, point) for point in points) else "the point shows nothing"
    if any((tuple(other), s) == (order, sense) for other, s, _ in result["undecided"]):
        return None if _is_undecided(sweep, order, sense) else "it can be decided"
    value = proved.get(sense, {}).get(order)
    if value is None:
        return "there is no proof of it"
    if not asked.ratio:
        return None if value >= 0 else "the proof gives less than 0"
    best = result["best"].get(sense)
    if best is None or value < fraction(best[0]):
        return None if result["floored"] else "the proof gives less than the best"
    tied = list(order) in result["ties"][sense]
    if tied is not (value == fraction(best[0])) and not result["floored"]:
        return "it is not tied with the best, or is and is not listed"
    return None


def _is_undecided(sweep: Sweep, order: Order, sense: str) -> bool:
    asked = sweep.needed(order)
    if asked.for_ratio:
        return True
    counts = SweepCounts()
    sweep.prove(order, sense, asked, counts, None)
    return bool(counts.undecided)


def _shows(asked: Goal, sense: str, point: list[str]) -> bool:
    """Whether no constant will do at a point."""
    at = [*map(rational, point)]
    if any(entry < 0 for entry in at[:-1]) or asked.towards(sense).at(at) >= 0:
        return False
    return not asked.ratio or asked.denominator.at(at) == fmpq(0)
