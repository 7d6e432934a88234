"""Common spaces: the values that two metrics both take, so that the two can be compared on them.

A ranking is a weak order without ties, a weak order is a partial order, and a ranking is a top list of all items.
Metrics of rankings are therefore compared on rankings with metrics of these. Retrieved ids are compared by the judged
list that they induce.

:func:`is_within` says whether all values of one space belong to another, :func:`meet` gives the space of the values
that two spaces share. Both decide by the classes and grades of our own spaces. Values of users' spaces are tried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..numbers.exact import Undefined, fraction
from ..values.grades import Grade, encode_numbers
from ..values.judged import Judged, Run
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.retrieval import Retrieval
from .base import Chooser, Space
from .lists import GivenLists, JudgedLists
from .orders import PartialOrders, TopLists, TwoLevels, WeakOrders
from .rankings import Rankings
from .retrieved import RetrievedIds
from .runs import Runs
from .scored import ScoredLists

WIDER = {
    Rankings.sort: (WeakOrders.sort, PartialOrders.sort, TopLists.sort),
    WeakOrders.sort: (PartialOrders.sort,),
    RetrievedIds.sort: (JudgedLists.sort,),
    JudgedLists.sort: (RetrievedIds.sort,),
}
"""By sort, the sorts to which its values are converted by :func:`embedded`."""
SIZES_TRIED = (1, 2, 3)
"""Numbers of items for which a common value of users' spaces is sought."""
MAX_DRAWS = 50
"""Draws from one space, at most, until a value belongs to the other."""


def embedded(value: Any, space: Space) -> Any:
    """Convert a value to the sort of the space, such as a ranking to a weak order; others are returned unchanged."""
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
    """Return whether the value belongs to the space over as many items as it has (a run: as its longest list has)."""
    return space.contains(value, max(map(len, value.lists)) if isinstance(value, Run) else len(value))


def has_grades(space: Space, value: Any) -> bool:
    """Return whether the space has the grades of a user's list.

    Unlike in the space, any number of items may be missing. A value other than a judged list must belong to the space.
    """
    if not (isinstance(space, JudgedLists) and isinstance(value, Judged)):
        return has_value(space, value)
    return all(space.allows(g, space.levels) for g in (*value.grades, *value.missing))


def is_within(inner: Space, outer: Space) -> bool:
    """Return whether every value of ``inner`` is known to belong to ``outer``, converted by :func:`embedded`.

    False means *not known*: nothing is concluded about spaces of a user or about collections of a user's lists.
    """
    if inner == outer:
        return True
    if not (_is_ours(inner) and _is_ours(outer)) or isinstance(inner, GivenLists) or isinstance(outer, GivenLists):
        return False
    if isinstance(inner, RetrievedIds) and isinstance(outer, RetrievedIds):
        has_grades_within = inner.most <= outer.most and set(inner.levels) <= set(outer.levels)
        has_judgments_within = inner.relevant is not dict or outer.relevant is dict  # only a dict has irrelevant ids
        return has_grades_within and has_judgments_within and set(inner.ids) <= set(outer.ids)
    if isinstance(inner, RetrievedIds) or isinstance(outer, RetrievedIds):
        return is_within(*(space.induced if isinstance(space, RetrievedIds) else space for space in (inner, outer)))
    if isinstance(inner, JudgedLists) and isinstance(outer, JudgedLists):
        missing = inner.missing if inner.most else ()
        are_missing_allowed = all(outer.allows(g, outer.missing) for g in missing)
        return inner.most <= outer.most and are_missing_allowed and _has_all_grades(outer, inner)
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


def meet(left: Space, right: Space) -> Space | None:
    """The space of the values that both spaces have; None if there are none.

    Where it is not known which values two spaces share, the result tests each value of one against the other.
    """
    within = [inner for inner, outer in ((left, right), (right, left)) if is_within(inner, outer)]
    if within:  # equal spaces in both directions: the choice must not depend on the order of the arguments
        return min(within, key=lambda space: (not isinstance(space, RetrievedIds), space.name))
    if not (_is_ours(left) and _is_ours(right)):
        return _meet_by_testing(left, right)
    if isinstance(left, RetrievedIds) and isinstance(right, RetrievedIds):
        return _meet_of_retrieved(left, right)
    if isinstance(left, RetrievedIds) or isinstance(right, RetrievedIds):
        return meet(*(space.induced if isinstance(space, RetrievedIds) else space for space in (left, right)))
    if isinstance(left, JudgedLists) and isinstance(right, JudgedLists):
        return _meet_of_judged(left, right)
    if isinstance(left, ScoredLists) and isinstance(right, ScoredLists):
        levels = [level for level in left.levels if level in right.levels]
        return ScoredLists(levels, min(left.most, right.most)) if levels else None
    if isinstance(left, Runs) and isinstance(right, Runs):
        lists = meet(left.lists, right.lists)
        return Runs(lists) if isinstance(lists, JudgedLists) else None
    if left.sort == right.sort:
        return _meet_by_testing(left, right)
    rankings = Rankings()
    return rankings if is_within(rankings, left) and is_within(rankings, right) else None


def _is_ours(space: Space) -> bool:
    """Return whether the values of the space are known: its class is of this package, and not a user's."""
    return type(space).__module__.startswith("axiomatrix.") and not isinstance(space, Shared)


# --- judged lists ------------------------------------------------------------------------------------------------


def _has_all_grades(outer: JudgedLists, inner: JudgedLists) -> bool:
    """Return whether ``outer`` has all grades of ``inner``; the mark for unjudged items is not a grade."""
    if _unshared_mark(inner, outer) in inner.levels:
        return False
    if inner.grid and not outer.grid:
        return False
    return all(outer.allows(g, outer.levels) for g in inner.levels)


def _unshared_mark(left: JudgedLists, right: JudgedLists) -> Grade | None:
    """The mark for unjudged items (-1), if just one of the spaces has it: in the other, -1 is a grade; else None."""
    marks = {getattr(space, "unjudged", None) for space in (left, right)}
    return None if len(marks) == 1 else next(mark for mark in marks if mark is not None)


def _meet_of_judged(left: JudgedLists, right: JudgedLists) -> JudgedLists | None:
    """The lists that both spaces have; None if they have no grade in common.

    If just one space is a grid of gains, the common levels are those of the other that lie between the bounds of the
    grid. Of two grids, they are the levels of each that lie between the bounds of the other.
    """
    is_grid = left.grid and right.grid
    first, second = (left, right) if is_grid or not left.grid else (right, left)
    mark = _unshared_mark(left, right)
    levels = [g for g in first.levels if second.allows(g, second.levels) and g != mark]
    if is_grid:
        levels += [g for g in second.levels if first.allows(g, first.levels) and g not in levels]
    missing = [g for g in first.missing if second.allows(g, second.missing) and g != mark]
    if not levels:
        return None
    most = min(left.most, right.most) if missing else 0
    return JudgedLists(_name_of_lists(levels, is_grid), levels, missing=missing or (1,), most=most, grid=is_grid)


def _meet_of_retrieved(left: RetrievedIds, right: RetrievedIds) -> RetrievedIds | None:
    """The retrieved ids that both spaces have; None if they share no relevant grade or no type of ids."""
    levels = [int(level) for level in left.levels if level in right.levels]
    id_types = [id_type for id_type in left.ids if id_type in right.ids]
    relevant = left.relevant if right.relevant is dict else right.relevant
    has_values = id_types and max(levels) > 0 and (max(levels) == 1 or relevant is dict)
    return RetrievedIds(levels, relevant, id_types, min(left.most, right.most)) if has_values else None


def _name_of_lists(levels: Sequence[Grade], is_grid: bool) -> str:
    low, top = min(levels, key=fraction), max(levels, key=fraction)
    if is_grid:
        return "lists of gains in [{}, {}]".format(*encode_numbers([low, top]))
    if set(levels) == {0, 1}:
        return "binary lists"
    if set(levels) == set(range(int(fraction(low)), int(fraction(top)) + 1)):
        return f"lists graded {low}..{top}"
    return f"lists with the grades {', '.join(encode_numbers(levels))}"


# --- spaces of a user --------------------------------------------------------------------------------------------


class Shared(Space):
    """The values of the space ``inner`` that ``outer`` has too: each value of ``inner`` is tested against ``outer``."""

    def __init__(self, inner: Space, outer: Space) -> None:
        self.inner, self.outer = inner, outer
        self.complete = inner.complete  # type: ignore[misc]  # an instance has its own, as the next two
        self.sort = inner.sort  # type: ignore[misc]
        self.name = f"what is of both spaces: {inner.name}; {outer.name}"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Any]:
        return [value for value in self.inner.enumerate(n) if self._is_shared(value, n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        for _ in range(MAX_DRAWS):
            value = self.inner.draw(choose, n, before)
            if self._is_shared(value, n):
                return value
        raise Undefined(f"none of {MAX_DRAWS} values that were drawn of {self.inner.name} is of {self.outer.name}")

    def near(self, choose: Chooser, value: Any, n: int) -> Any:
        related = self.inner.near(choose, value, n)
        return related if self._is_shared(related, n) else value

    def _is_shared(self, value: Any, n: int) -> bool:
        try:
            return self.outer.contains(embedded(value, self.outer), n)
        except (TypeError, AttributeError, LookupError):  # a user's ``validate`` may expect values of its own type
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


def _meet_by_testing(left: Space, right: Space) -> Space | None:
    """The values of one space that belong to the other; None if there are none of up to three items.

    The values come from the space with the narrower sort or, of one sort, from a complete space if there is one. None
    also if a space cannot validate.
    """
    inner, outer = left, right
    if left.sort in WIDER.get(right.sort, ()):
        inner, outer = right, left
    elif left.sort != right.sort and right.sort not in WIDER.get(left.sort, ()):
        return None
    if inner.sort == outer.sort and outer.complete and not inner.complete:
        inner, outer = outer, inner
    shared = Shared(inner, outer)
    try:
        return shared if any(shared.enumerate(n) for n in SIZES_TRIED) else None
    except NotImplementedError:
        return None
