"""Common spaces: the values that two metrics both take.

A ranking is a weak order without ties, a weak order a partial order, a ranking a top list of all items: metrics of two
rankings are compared with metrics of those on rankings. Retrieved ids are compared by the judged list that they induce.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..numbers.exact import Undefined, fraction
from ..values.grades import Grade
from ..values.judged import Judged, Run
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.retrieval import Retrieval
from .base import Chooser, Space
from .lists import GivenLists, JudgedLists, Runs, texts
from .orders import PartialOrders, TopLists, TwoLevels, WeakOrders
from .rankings import Rankings
from .retrieved import RetrievedIds
from .scored import ScoredLists

WIDER = {
    Rankings.sort: (WeakOrders.sort, PartialOrders.sort, TopLists.sort),
    WeakOrders.sort: (PartialOrders.sort,),
    RetrievedIds.sort: (JudgedLists.sort,),
    JudgedLists.sort: (RetrievedIds.sort,),
}
"""The sorts whose values include those of a sort, written in their own way."""
SIZES_TRIED = (1, 2, 3)
"""The sizes at which it is seen whether spaces of a user have values in common."""
DRAWS = 50
"""Values that are drawn of one space until one belongs to the other."""


def embedded(value: Any, space: Space) -> Any:
    """The value as one of the space's sort: a ranking as a weak order where that is a space of those, and so on."""
    if isinstance(value, (Ranking, WeakOrder)):
        if space.sort == WeakOrders.sort:
            return WeakOrder.of(value)
        if space.sort == PartialOrders.sort:
            return PartialOrder.of(value)
        if space.sort == TopLists.sort and isinstance(value, Ranking):
            return TopList.of(value)
    if isinstance(value, Retrieval) and space.sort == JudgedLists.sort:
        return value.listed
    if isinstance(value, Judged) and isinstance(space, RetrievedIds):
        return space.convert(value)
    return value


def has_value(space: Space, value: Any) -> bool:
    """Tell whether the value belongs to the space over as many items as it has; a run has those of its longest list."""
    return space.contains(value, max(map(len, value.lists)) if isinstance(value, Run) else len(value))


def has_grades(space: Space, value: Any) -> bool:
    """Tell whether the space has the grades of a list, of which any number may be missing: one that a user gave."""
    if not (isinstance(space, JudgedLists) and isinstance(value, Judged)):
        return has_value(space, value)
    return all(_allows(space, g, space.levels) for g in (*value.grades, *value.missing))


def is_within(inner: Space, outer: Space) -> bool:
    """Tell whether every value of one space is known to be one of the other, as :func:`embedded` writes it."""
    if inner == outer:
        return True
    if not (_is_ours(inner) and _is_ours(outer)) or isinstance(inner, GivenLists) or isinstance(outer, GivenLists):
        return False
    if isinstance(inner, RetrievedIds) and isinstance(outer, RetrievedIds):
        is_enough = inner.most <= outer.most and set(inner.levels) <= set(outer.levels)
        return is_enough and set(inner.ids) <= set(outer.ids) and (inner.relevant is not dict or outer.relevant is dict)
    if isinstance(inner, RetrievedIds) or isinstance(outer, RetrievedIds):
        return is_within(*(space.induced if isinstance(space, RetrievedIds) else space for space in (inner, outer)))
    if isinstance(inner, JudgedLists) and isinstance(outer, JudgedLists):
        missing = inner.missing if inner.most else ()
        enough = inner.most <= outer.most or not inner.most
        return enough and _are_allowed(inner, outer) and all(_allows(outer, g, outer.missing) for g in missing)
    if isinstance(inner, ScoredLists) and isinstance(outer, ScoredLists):
        return set(inner.levels) <= set(outer.levels) and inner.most <= outer.most
    if isinstance(inner, Runs) and isinstance(outer, Runs):
        return is_within(inner.lists, outer.lists)
    if isinstance(inner, TopLists) and isinstance(outer, TopLists):
        return inner.equal
    if isinstance(outer, TwoLevels):
        return False
    if isinstance(outer, (WeakOrders, PartialOrders)):
        return isinstance(inner, (Rankings, WeakOrders))
    return isinstance(inner, Rankings) and isinstance(outer, (Rankings, TopLists))


def meet(one: Space, other: Space) -> Space | None:
    """The space of the values that both have; None if there is none.

    Of spaces whose values nobody here knows it is found out, of each value, whether the other space has it too.
    """
    within = [inner for inner, outer in ((one, other), (other, one)) if is_within(inner, outer)]
    if within:
        return min(within, key=lambda space: (not isinstance(space, RetrievedIds), space.name))
    if not (_is_ours(one) and _is_ours(other)):
        return _meet_of_unknown(one, other)
    if isinstance(one, RetrievedIds) and isinstance(other, RetrievedIds):
        return _meet_of_retrieved(one, other)
    if isinstance(one, RetrievedIds) or isinstance(other, RetrievedIds):
        return meet(*(space.induced if isinstance(space, RetrievedIds) else space for space in (one, other)))
    if isinstance(one, JudgedLists) and isinstance(other, JudgedLists):
        return _meet_of_judged(one, other)
    if isinstance(one, ScoredLists) and isinstance(other, ScoredLists):
        levels = [level for level in one.levels if level in other.levels]
        return ScoredLists(levels, min(one.most, other.most)) if levels else None
    if isinstance(one, Runs) and isinstance(other, Runs):
        lists = meet(one.lists, other.lists)
        return Runs(lists) if isinstance(lists, JudgedLists) else None
    if one.sort == other.sort:
        return _meet_of_unknown(one, other)
    rankings = Rankings()
    return rankings if is_within(rankings, one) and is_within(rankings, other) else None


def _is_ours(space: Space) -> bool:
    return type(space).__module__.startswith("axiomatrix.") and not isinstance(space, Shared)


# --- judged lists ------------------------------------------------------------------------------------------------


def _allows(space: JudgedLists, g: Grade, levels: Sequence[Grade]) -> bool:
    """Tell whether the space has that grade: one of these or, of gains between bounds, any between its bounds."""
    if not space.grid:
        return g in levels
    return bool(fraction(min(space.levels)) <= fraction(g) <= fraction(space.top))


def _are_allowed(inner: JudgedLists, outer: JudgedLists) -> bool:
    """Tell whether one space has all grades of the other; a mark for an unjudged item is not a grade."""
    if getattr(inner, "unjudged", None) != getattr(outer, "unjudged", None) and _mark(inner, outer) in inner.levels:
        return False
    if inner.grid and not outer.grid:
        return False
    return all(_allows(outer, g, outer.levels) for g in inner.levels)


def _mark(one: JudgedLists, other: JudgedLists) -> Grade | None:
    """The mark for items that nobody judged, if only one of the spaces has it."""
    marks = {getattr(space, "unjudged", None) for space in (one, other)}
    return None if len(marks) == 1 else next(mark for mark in marks if mark is not None)


def _meet_of_judged(one: JudgedLists, other: JudgedLists) -> JudgedLists | None:
    is_grid = one.grid and other.grid
    first, second = (one, other) if is_grid or not one.grid else (other, one)
    mark = _mark(one, other)
    levels = [g for g in first.levels if _allows(second, g, second.levels) and g != mark]
    if is_grid:
        levels += [g for g in second.levels if _allows(first, g, first.levels) and g not in levels]
    missing = [g for g in first.missing if _allows(second, g, second.missing) and g != mark]
    if not levels:
        return None
    most = min(one.most, other.most) if missing else 0
    return JudgedLists(_named(levels, is_grid), levels, missing=missing or (1,), most=most, grid=is_grid)


def _meet_of_retrieved(one: RetrievedIds, other: RetrievedIds) -> RetrievedIds | None:
    levels = [int(level) for level in one.levels if level in other.levels]
    ids = [kind for kind in one.ids if kind in other.ids]
    relevant = one.relevant if other.relevant is dict else other.relevant
    is_any = ids and max(levels) > 0 and (max(levels) == 1 or relevant is dict)
    return RetrievedIds(levels, relevant, ids, min(one.most, other.most)) if is_any else None


def _named(levels: Sequence[Grade], is_grid: bool) -> str:
    low, *_, top = sorted([*levels, *levels], key=fraction)
    if is_grid:
        return "lists of gains in [{}, {}]".format(*texts([low, top]))
    if set(levels) == {0, 1}:
        return "binary lists"
    if set(levels) == set(range(int(fraction(low)), int(fraction(top)) + 1)):
        return f"lists graded {low}..{top}"
    return f"lists with the grades {', '.join(texts(levels))}"


# --- spaces of a user --------------------------------------------------------------------------------------------


class Shared(Space):
    """The values of one space that another one has too."""

    def __init__(self, inner: Space, outer: Space) -> None:
        self.inner, self.outer = inner, outer
        self.complete = inner.complete  # type: ignore[misc]  # an instance has its own: none of them is left out
        self.sort = inner.sort  # type: ignore[misc]  # likewise
        self.name = f"what is of both spaces: {inner.name}; {outer.name}"  # type: ignore[misc]  # likewise

    def enumerate(self, n: int) -> Sequence[Any]:
        return [value for value in self.inner.enumerate(n) if self._is_shared(value, n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        for _ in range(DRAWS):
            value = self.inner.draw(choose, n, before)
            if self._is_shared(value, n):
                return value
        raise Undefined(f"none of {DRAWS} values that were drawn of {self.inner.name} is of {self.outer.name}")

    def near(self, choose: Chooser, value: Any, n: int) -> Any:
        near = self.inner.near(choose, value, n)
        return near if self._is_shared(near, n) else value

    def _is_shared(self, value: Any, n: int) -> bool:
        try:
            return self.outer.contains(embedded(value, self.outer), n)
        except (TypeError, AttributeError, LookupError):  # asked of a value of another kind than it knows
            return False

    def validate(self, value: Any, n: int) -> None:
        self.inner.validate(value, n)
        self.outer.validate(embedded(value, self.outer), n)

    def encode(self, value: Any) -> Any:
        return self.inner.encode(value)

    def decode(self, data: Any) -> Any:
        return self.inner.decode(data)

    def convert(self, value: Any) -> Any:
        return self.inner.convert(value)


def _meet_of_unknown(one: Space, other: Space) -> Space | None:
    """Values that two spaces share, one of which is a user's; spaces that cannot validate share nothing."""
    if one.sort in WIDER.get(other.sort, ()):
        one, other = other, one
    elif one.sort != other.sort and other.sort not in WIDER.get(one.sort, ()):
        return None
    if one.sort == other.sort and other.complete and not one.complete:  # the list that leaves nothing out
        one, other = other, one
    shared = Shared(one, other)
    try:
        return shared if any(shared.enumerate(n) for n in SIZES_TRIED) else None
    except NotImplementedError:
        return None
