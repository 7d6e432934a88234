"""Helpers that axioms of effectiveness share: how deep a metric looks, and spaces of lists and of missing items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

from ....model.axiom import axiom
from ....model.domain import Signature, lists_of
from ....model.metric import Metric
from ....numbers.exact import Whole
from ....spaces import (
    Chooser,
    CutOffs,
    FewValues,
    GivenLists,
    JudgedLists,
    OwnSpace,
    RankPairs,
    Ranks,
    ScoredLists,
    Space,
    own,
)
from ....spaces.rankings import is_pair
from ....values.grades import Grade, falling, rising
from ....values.judged import Judged
from ....values.scored import Scored

# --- Helpers that the axioms share: how deep a metric looks, and collections in which nothing runs out ------------

ANY_LISTS = ("judged lists", "scored lists", "runs", "retrieved ids")
ORDERED_LISTS = ("judged lists", "scored lists")
"""Lists of one query; the scores of a scored list determine its ranks."""
score_axiom = partial(axiom, over={"x": own}, kinds=("score",), about=("judged lists",), group="effectiveness")
"""Declares an axiom about scores, of one judged list by default."""


def cut_off(metric: Metric) -> str | None:
    """The name of the metric's cut-off, or None."""
    return next((name for name, space in metric.parameters.items() if isinstance(space, CutOffs)), None)


def needs_cut_off(metric: Metric, **arguments: Any) -> str | None:
    """Why an axiom about a cut-off is not about the metric."""
    names = [name for name, space in metric.parameters.items() if isinstance(space, CutOffs)]
    return None if len(names) == 1 else f"it has the cut-offs {', '.join(names)}" if names else "it has no cut-off"


def needs_missing(metric: Metric, **arguments: Any) -> str | None:
    """Why an axiom about items that are not listed is not about the metric."""
    return "nothing is missing from its lists" if getattr(lists_of(metric), "max_missing", 1) == 0 else None


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
    """The grade that marks unjudged items in the metric's own lists, or None."""
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


# --- Spaces of items that a list does not show, by their number ---------------------------------------------------


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


class PlacesForMissing(FewValues):
    """A rank i = 1..n+1 of the list, and the number j of a missing item that is put in there."""

    name = "ranks 1..n+1, each with one of the first two missing items"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        ranks = map(Whole, range(1, n + 2))
        return [(i, j) for i in ranks for j in map(Whole, range(1, MissingItems.enumerated + 1))]

    def encode(self, value: Any) -> Any:
        return list(map(int, value))

    def decode(self, data: Any) -> Any:
        if not isinstance(data, list) or not is_pair(tuple(data)):
            raise ValueError(f"place: {data!r:.80} must be a rank and the number of a missing item")
        return tuple(map(Whole, data))


missing_item = MissingItems()
place_for_missing = PlacesForMissing()
inside_and_outside = InsideAndOutside()


# Kinds of the metric's own lists that random drawing rarely produces: ideal, irrelevant, of one grade or score.


class ListsOfGrades(JudgedLists):
    """The lists of another space restricted to these grades, listed and missing."""

    def __init__(self, named: str, lists: JudgedLists, levels: Sequence[Grade], missing: Sequence[Grade]) -> None:
        grid = lists.is_grid and len(levels) > 1  # there is nothing between a grade and itself
        super().__init__(named, levels, missing=missing, most=lists.max_missing if missing else 0, grid=grid)
        self.complete = lists.complete or (lists.is_grid and not grid)  # type: ignore[misc]  # an instance has its own
        self.name = f"{named} of {lists.name}"  # type: ignore[misc]  # depends on the lists


class IdealLists(ListsOfGrades):
    """The judged lists of another space with nonincreasing grades and no missing items."""

    def __init__(self, lists: JudgedLists) -> None:
        super().__init__("ideal lists", lists, lists.levels, lists.missing)

    def enumerate(self, n: int) -> Sequence[Judged]:
        every = combinations_with_replacement(falling(self.levels), n)
        return [Judged(grades) for grades in sorted(every, key=lambda v: (sum(map(abs, v)), v[::-1]))]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        return Judged(super().draw(choose, n).grades).ideal

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        return Judged(super().near(choose, value, n).grades).ideal

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if value.missing or value != value.ideal:
            raise ValueError(f"ideal list: {value} is not a whole collection in its ideal order")


class TopGradeLists(ListsOfGrades):
    """The lists with the top grade at every rank, one for each length and choice of missing items."""

    def __init__(self, lists: JudgedLists) -> None:
        super().__init__("lists of the top grade", lists, [lists.top], lists.missing)
        self.lists = lists

    def count(self, n: int) -> int:
        return self.lists.count(n)  # each list represents all lists of its length


def irrelevant_lists(lists: JudgedLists) -> Space:
    """The lists of collections without a relevant item; all lists where every item is relevant."""
    levels, missing = ([g for g in part if g <= 0] for part in (lists.levels, lists.missing))
    return ListsOfGrades("lists without a relevant item", lists, levels, missing) if levels else lists


class EqualScores(ScoredLists):
    """The scored lists of another space whose items all have the same score."""

    def __init__(self, lists: ScoredLists) -> None:
        super().__init__(lists.levels, lists.max_missing)
        self.name = f"lists with equal scores of {lists.name}"  # type: ignore[misc]  # depends on the lists

    def enumerate(self, n: int) -> Sequence[Scored]:
        alike = (Whole(0),) * n
        missing = [(Whole(1),) * count for count in range(self.max_missing + 1)]
        return [Scored(grades, alike, rest) for rest in missing for grades in product(self.levels, repeat=n)]

    def count(self, n: int) -> int:
        return int(len(self.levels) ** n) * (self.max_missing + 1)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scored:
        drawn = super().draw(choose, n)
        return drawn.rescored(drawn.scores[:1] * n)

    def near(self, choose: Chooser, value: Scored, n: int) -> Scored:
        other = super().near(choose, value, n)
        return other.rescored(other.scores[:1] * n)

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if len(value.buckets) > 1:
            raise ValueError(f"equal scores: {value} has different ones")


class SomeOwnLists(OwnSpace):
    """Stands, in an axiom, for some of the metric's own lists.

    It stands for all of them if they are of another sort, users' lists or in a user's space.
    """

    def __init__(self, named: str, chosen: Callable[[Any], Space], of: type[Space] = JudgedLists) -> None:
        self.name = f"{named} of the metric's own"  # type: ignore[misc]  # an instance has its own
        self._chosen = chosen
        self._of = of

    def of_metric(self, metric: Signature) -> Space:
        """Return the lists of the metric's space."""
        mine = lists_of(metric)
        is_ours = type(mine).__module__.startswith("axiomatrix.") and not isinstance(mine, GivenLists)
        return self._chosen(mine) if isinstance(mine, self._of) and is_ours else mine


own_ideal = SomeOwnLists("ideal lists", IdealLists)
own_irrelevant = SomeOwnLists("lists without a relevant item", irrelevant_lists)
own_top = SomeOwnLists("lists of the top grade", TopGradeLists)
own_equal_scores = SomeOwnLists("lists with equal scores", EqualScores, ScoredLists)
