"""Helpers that the axioms share: how deep a metric looks, and collections in which nothing runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ....model.axiom import axiom
from ....model.domain import lists_of
from ....model.metric import Metric
from ....numbers.exact import Whole
from ....spaces import CutOffs, JudgedLists, ScoredLists, own
from ....values.grades import Grade, falling, rising
from ....values.judged import Judged

ANY_LISTS = ("judged lists", "scored lists", "runs", "retrieved ids")
ORDERED_LISTS = ("judged lists", "scored lists")
"""Lists of one query; the ranks of scored lists are those of the order that their scores induce."""
score_axiom = partial(axiom, over={"x": own}, kinds=("score",), about=("judged lists",), group="effectiveness")
"""Declares an axiom about scores of one judged list, unless it says of what."""


def cut_off(metric: Metric) -> str | None:
    """The name of the metric's cut-off, or None if it has none."""
    return next((name for name, space in metric.parameters.items() if isinstance(space, CutOffs)), None)


def needs_cut_off(metric: Metric, **arguments: Any) -> str | None:
    """Why an axiom about a cut-off is not about the metric."""
    names = [name for name, space in metric.parameters.items() if isinstance(space, CutOffs)]
    return None if len(names) == 1 else f"it has the cut-offs {', '.join(names)}" if names else "it has no cut-off"


def needs_missing(metric: Metric, **arguments: Any) -> str | None:
    """Why an axiom about items that are not listed is not about the metric."""
    return "nothing is missing from its lists" if getattr(lists_of(metric), "most", 1) == 0 else None


def unless_claimed(id: str) -> Callable[[Metric], Iterable[Mapping[str, Any]]]:
    """Observes the axiom with its usual arguments of every metric that claims nothing else of it."""

    def observe(metric: Metric) -> Iterable[Mapping[str, Any]]:
        return [] if any(claim.statement.axiom.id == id for claim in metric.claims) else [{}]

    return observe


def depth(m: Any, x: Judged) -> Any:
    """How many items of the list are inside the top: min(k, n), or n where the metric has no cut-off k."""
    name = cut_off(m.metric)
    return x.n if name is None else min(m[name], x.n)


def unjudged(metric: Metric) -> Grade | None:
    """The grade that says, in the metric's own lists, that nobody judged the item; None if there is no such grade."""
    return getattr(lists_of(metric), "unjudged", None)


def less_relevant(m: Any, g: Grade, h: Grade) -> bool:
    """Return whether g is a lower grade than h; an unjudged item is neither more nor less relevant than any other."""
    return g < h and unjudged(m.metric) not in (g, h)


def unequally_relevant(m: Any, g: Grade, h: Grade) -> bool:
    """Return whether one of the grades is lower than the other."""
    return g != h and unjudged(m.metric) not in (g, h)


def levels(metric: Metric) -> tuple[Grade, ...]:
    """The grades of the metric's own lists in rising order."""
    mine, not_a_grade = lists_of(metric), unjudged(metric)
    if not isinstance(mine, JudgedLists | ScoredLists):
        return (Whole(0), Whole(1))
    return tuple(rising(g for g in mine.levels if g != not_a_grade))


def in_plenty(x: Judged, grades: Sequence[Grade], among: Sequence[Grade]) -> Judged:
    """The list with these grades, from x's missing items and n items of each positive grade of ``among``.

    Every list of n of these grades comes from this one collection.
    """
    rest = list(x.missing)
    for level in among:
        if level > 0:
            rest += [level] * (len(x) - grades.count(level))
    return Judged(tuple(grades), falling(rest))
