"""What the axioms share: how deep a metric looks, and collections in which nothing runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ....model.axiom import axiom
from ....model.metric import Metric
from ....numbers.exact import Whole
from ....spaces import Chooser, CutOffs, JudgedLists, RankPairs, Ranks
from ....spaces.ranks import is_pair
from ....values.grades import Grade, falling, rising
from ....values.judged import Judged

ANY_LISTS = ("judged lists", "scored lists", "runs")
score_axiom = partial(axiom, kinds=("score",), about=("judged lists",), group="effectiveness")
"""Declares an axiom about scores of judged lists, unless it says of what."""


class MissingItems(Ranks):
    """Items that are not in the list, by their number: 1 is the missing one of the highest grade."""

    name = "missing items, the first two"
    complete = True
    enumerated = 2
    """How many are numbered at most; spaces of lists have no more missing."""

    def enumerate(self, n: int) -> Sequence[Any]:
        return super().enumerate(self.enumerated)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return super().draw(choose, self.enumerated, before)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, int) or not 1 <= value <= self.enumerated:
            raise ValueError(f"missing item: {value!r} must be a whole number 1..{self.enumerated}")

    def without(self, value: int, k: int, n: int) -> int | None:
        return value


class InsideAndOutside(RankPairs):
    """A rank i of the list and an item j after it: at rank j, or, numbered n+1, n+2, one of the missing items."""

    name = "ranks and items after them, the first two missing ones last"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [pair for pair in super().enumerate(n + MissingItems.enumerated) if pair[0] <= n]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        i = choose.integer(1, n)
        return Whole(i), Whole(choose.integer(i + 1, n + MissingItems.enumerated))

    def validate(self, value: Any, n: int) -> None:
        most = n + MissingItems.enumerated
        if not is_pair(value) or not 1 <= value[0] <= n or not value[0] < value[1] <= most:
            raise ValueError(f"items: {value!r} must be a rank 1..{n} and the number of an item after it, up to {most}")


missing_item = MissingItems()
inside_and_outside = InsideAndOutside()


def cut_off(metric: Metric) -> str | None:
    """The name of the metric's cut-off, or None if it has none."""
    return next((name for name, space in metric.parameters.items() if isinstance(space, CutOffs)), None)


def needs_cut_off(metric: Metric, **arguments: Any) -> str | None:
    """Why an axiom about a cut-off is not about the metric."""
    names = [name for name, space in metric.parameters.items() if isinstance(space, CutOffs)]
    return None if len(names) == 1 else f"it has the cut-offs {', '.join(names)}" if names else "it has no cut-off"


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
    return getattr(next(iter(metric.arguments.values())), "unjudged", None)


def less_relevant(m: Any, g: Grade, h: Grade) -> bool:
    """Whether g is a lower grade than h; what nobody judged is neither more nor less relevant than anything."""
    return g < h and unjudged(m.metric) not in (g, h)


def unequally_relevant(m: Any, g: Grade, h: Grade) -> bool:
    """Whether one of the grades is lower than the other."""
    return g != h and unjudged(m.metric) not in (g, h)


def levels(metric: Metric) -> tuple[Grade, ...]:
    """The grades of the metric's own lists in rising order."""
    mine, not_a_grade = next(iter(metric.arguments.values())), unjudged(metric)
    if not isinstance(mine, JudgedLists):
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
