"""Common spaces: the values that two metrics both take, so that the two can be compared on them.

Some values of one sort are also values of another. A ranking is a weak order without ties, a weak order is a partial
order, and a ranking is a top list of all items. So metrics of rankings are compared with metrics of these orders on
rankings. Retrieved ids are compared by the judged list that they *induce*: the grade of each id, best rank first.
:func:`embed` converts a value to the other sort, and :func:`has_value` and :func:`has_grades` test one value.

:func:`is_within` says whether all values of one space belong to another, :func:`meet` gives the space of the values
that two spaces share. Spaces are equal if they are of one class and have equal attributes. Between different spaces of
this package both functions decide by class and attributes. Where these do not decide, as for users' spaces,
:class:`Shared` tests values one by one.

The module :mod:`.lists` explains the attributes of a space of lists. ``levels`` are the grades of listed items, and
``missing`` the grades of up to ``max_missing`` unlisted items. A space that ``is_grid`` has all gains between the
bounds of its levels. ``space.allows(g, levels)`` says whether it has a grade, listed or missing.
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

CONVERTIBLE_TO = {
    Rankings.sort: (WeakOrders.sort, PartialOrders.sort, TopLists.sort),
    WeakOrders.sort: (PartialOrders.sort,),
    RetrievedIds.sort: (JudgedLists.sort,),
    JudgedLists.sort: (RetrievedIds.sort,),
}
"""By sort, the other sorts to which :func:`embed` converts its values."""
SIZES_TRIED = (1, 2, 3)
"""Numbers of items for which a value of one space is sought in the other."""
MAX_DRAWS = 50
"""Draws from one space, at most, until a value belongs to the other."""


def embed(value: Any, space: Space) -> Any:
    """Convert a value to the sort of the space, such as a ranking to a weak order.

    A value that has this sort already, or cannot be converted to it, is returned unchanged.
    """
    if isinstance(value, (Ranking, WeakOrder)):
        if space.sort == WeakOrders.sort:
            return WeakOrder.of(value)
        if space.sort == PartialOrders.sort:
            return PartialOrder.of(value)
        if space.sort == TopLists.sort and isinstance(value, Ranking):
            return TopList.of(value)
    if isinstance(value, Retrieval) and space.sort == JudgedLists.sort:
        return value.listed  # the judged list that the ids induce
    if isinstance(value, Judged) and isinstance(space, RetrievedIds):  # by class, for the sake of its ``convert``
        return space.convert(value)
    return value


def has_value(space: Space, value: Any) -> bool:
    """Return whether the value belongs to the space over as many items as it has (a run: as its longest list has)."""
    size = max(map(len, value.lists)) if isinstance(value, Run) else len(value)
    return space.contains(value, size)


def has_grades(space: Space, value: Any) -> bool:
    """Return whether the space has the grades of a user's list.

    A metric takes more lists than its space enumerates: any number of items may be missing, and a missing item may have
    any level. A value other than a judged list must belong to the space.
    """
    if not (isinstance(space, JudgedLists) and isinstance(value, Judged)):
        return has_value(space, value)
    return all(space.allows(g, space.levels) for g in (*value.grades, *value.missing))


def is_within(inner: Space, outer: Space) -> bool:
    """Return whether every value of ``inner`` is known to belong to ``outer``, converted by :func:`embed`.

    False means *not known*: nothing is concluded about a user's spaces or about collections of a user's lists.
    """
    if inner == outer:
        return True
    if not (_is_ours(inner) and _is_ours(outer)):
        return False
    if isinstance(inner, GivenLists) or isinstance(outer, GivenLists):  # a collection of a user's lists
        return False
    if isinstance(inner, RetrievedIds) and isinstance(outer, RetrievedIds):
        has_grades_within = inner.max_missing <= outer.max_missing and set(inner.levels) <= set(outer.levels)
        # a dict also judges ids as irrelevant (grade 0), which a set or list of the relevant ids cannot
        has_judgments_within = inner.relevant_type is not dict or outer.relevant_type is dict
        return has_grades_within and has_judgments_within and set(inner.id_types) <= set(outer.id_types)
    if isinstance(inner, RetrievedIds) or isinstance(outer, RetrievedIds):
        return is_within(_induced_or_same(inner), _induced_or_same(outer))
    if isinstance(inner, JudgedLists) and isinstance(outer, JudgedLists):
        missing = inner.missing if inner.max_missing else ()
        are_missing_allowed = all(outer.allows(g, outer.missing) for g in missing)
        return inner.max_missing <= outer.max_missing and are_missing_allowed and _has_all_levels(outer, inner)
    if isinstance(inner, ScoredLists) and isinstance(outer, ScoredLists):
        return set(inner.levels) <= set(outer.levels) and inner.max_missing <= outer.max_missing
    if isinstance(inner, Runs) and isinstance(outer, Runs):
        return is_within(inner.lists, outer.lists)
    # from here on, spaces of orders
    if isinstance(inner, TopLists) and isinstance(outer, TopLists):
        # the two differ, so one has lists of equal lengths and the other has lists of any length
        return inner.has_equal_lengths
    if isinstance(outer, TwoLevels):  # a subclass of WeakOrders that lacks most weak orders
        return False
    if isinstance(inner, Rankings):
        return isinstance(outer, (Rankings, WeakOrders, PartialOrders, TopLists))
    if isinstance(inner, WeakOrders):
        return isinstance(outer, (WeakOrders, PartialOrders))
    return False


def meet(left: Space, right: Space) -> Space | None:
    """Return the space of the values that both spaces have; None if there are none.

    Where it is not known which values two spaces share, the result tests each value of one against the other.
    """
    within = [inner for inner, outer in ((left, right), (right, left)) if is_within(inner, outer)]
    if within:
        # Each may be within the other, as retrieved ids and the lists that they induce are. Retrieved ids come first,
        # since they have repetitions and unjudged ids too; then the name decides, whichever argument comes first.
        return min(within, key=lambda space: (not isinstance(space, RetrievedIds), space.name))
    if not (_is_ours(left) and _is_ours(right)):
        return _meet_by_testing(left, right)
    if isinstance(left, RetrievedIds) and isinstance(right, RetrievedIds):
        return _meet_of_retrieved(left, right)
    if isinstance(left, RetrievedIds) or isinstance(right, RetrievedIds):
        return meet(_induced_or_same(left), _induced_or_same(right))
    if isinstance(left, JudgedLists) and isinstance(right, JudgedLists):
        return _meet_of_judged(left, right)
    if isinstance(left, ScoredLists) and isinstance(right, ScoredLists):
        levels = [level for level in left.levels if level in right.levels]
        return ScoredLists(levels, min(left.max_missing, right.max_missing)) if levels else None
    if isinstance(left, Runs) and isinstance(right, Runs):
        lists = meet(left.lists, right.lists)
        return Runs(lists) if isinstance(lists, JudgedLists) else None  # there are no runs of ``Shared`` lists
    if left.sort == right.sort:  # such as votes of different numbers of voters
        return _meet_by_testing(left, right)
    # two sorts of orders, neither within the other, share only the rankings
    rankings = Rankings()
    return rankings if is_within(rankings, left) and is_within(rankings, right) else None


def _induced_or_same(space: Space) -> Space:
    """Return the space of the judged lists that retrieved ids induce; any other space unchanged."""
    return space.induced if isinstance(space, RetrievedIds) else space


def _is_ours(space: Space) -> bool:
    """Return whether the values of the space are known from its class: it is of this package, and not ``Shared``."""
    return type(space).__module__.startswith("axiomatrix.") and not isinstance(space, Shared)


# --- judged lists ------------------------------------------------------------------------------------------------


def _has_all_levels(outer: JudgedLists, inner: JudgedLists) -> bool:
    """Return whether ``outer`` has all levels of ``inner``, with the same meaning."""
    mark = _unshared_mark(inner, outer)
    if mark is not None and mark in inner.levels:
        return False
    if inner.is_grid and not outer.is_grid:
        return False
    return all(outer.allows(g, outer.levels) for g in inner.levels)


def _unshared_mark(left: JudgedLists, right: JudgedLists) -> Grade | None:
    """Return -1 if it means "not judged" in one of the spaces and is a grade in the other; else None."""
    left_mark, right_mark = (getattr(space, "unjudged", None) for space in (left, right))  # only some spaces have it
    if left_mark == right_mark:
        return None
    return right_mark if left_mark is None else left_mark


def _meet_of_judged(left: JudgedLists, right: JudgedLists) -> JudgedLists | None:
    """Return the lists that both spaces have; None if they have no level in common.

    If just one space is a grid of gains, which allows all gains between two bounds, the common levels are the other's
    levels that it allows. For two grids, they are the levels of each that the other allows. The same applies to
    grades of missing items.
    """
    are_both_grids = left.is_grid and right.is_grid
    if left.is_grid and not right.is_grid:
        listed, bounding = right, left
    else:
        listed, bounding = left, right
    mark = _unshared_mark(left, right)
    levels = [g for g in listed.levels if bounding.allows(g, bounding.levels) and g != mark]
    if are_both_grids:
        levels += [g for g in bounding.levels if listed.allows(g, listed.levels) and g not in levels]
    if not levels:
        return None
    missing = [g for g in listed.missing if bounding.allows(g, bounding.missing) and g != mark]
    name = _name_of_lists(levels, are_both_grids)
    if not missing:  # the space still needs a grade of missing items, although there are none
        return JudgedLists(name, levels, missing=(1,), most=0, grid=are_both_grids)
    max_missing = min(left.max_missing, right.max_missing)
    return JudgedLists(name, levels, missing=missing, most=max_missing, grid=are_both_grids)


def _meet_of_retrieved(left: RetrievedIds, right: RetrievedIds) -> RetrievedIds | None:
    """Return the retrieved ids that both spaces have; None if they share no relevant grade or no type of ids."""
    levels = [int(level) for level in left.levels if level in right.levels]
    top = max(levels, default=0)
    id_types = [id_type for id_type in left.id_types if id_type in right.id_types]
    # a dict only if both have one: with a set or list in one space, ids judged irrelevant are not shared
    relevant_type = left.relevant_type if right.relevant_type is dict else right.relevant_type
    if not id_types or top <= 0 or (top > 1 and relevant_type is not dict):  # only a dict has grades above 1
        return None
    return RetrievedIds(levels, relevant_type, id_types, min(left.max_missing, right.max_missing))


def _name_of_lists(levels: Sequence[Grade], is_grid: bool) -> str:
    """Return the beginning of the name of a space of judged lists with these levels."""
    low, top = min(levels, key=fraction), max(levels, key=fraction)
    if is_grid:
        return "lists of gains in [{}, {}]".format(*encode_numbers([low, top]))
    if set(levels) == {0, 1}:
        return "binary lists"
    if set(levels) == set(range(int(fraction(low)), int(fraction(top)) + 1)):
        return f"lists graded {low}..{top}"
    return f"lists with the grades {', '.join(encode_numbers(levels))}"


# --- spaces whose values are tested, such as a user's ------------------------------------------------------------


class Shared(Space):
    """The values of the space ``inner`` that ``outer`` has too: each value of ``inner`` is tested against ``outer``.

    It is complete, that is, enumerates all its values, if ``inner`` is.
    """

    def __init__(self, inner: Space, outer: Space) -> None:
        self.inner, self.outer = inner, outer
        self.complete = inner.complete  # type: ignore[misc]  # an instance has its own, also of the next two
        self.sort = inner.sort  # type: ignore[misc]
        self.name = f"what is of both spaces: {inner.name}; {outer.name}"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Any]:
        return [value for value in self.inner.enumerate(n) if self._is_shared(value, n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        for _ in range(MAX_DRAWS):
            value = self.inner.draw(choose, n, before)
            if self._is_shared(value, n):
                return value
        raise Undefined(f"none of {MAX_DRAWS} values drawn from {self.inner.name} is in {self.outer.name}")

    def near(self, choose: Chooser, value: Any, n: int) -> Any:
        related = self.inner.near(choose, value, n)
        return related if self._is_shared(related, n) else value

    def _is_shared(self, value: Any, n: int) -> bool:
        """Return whether a value of ``inner`` belongs to ``outer`` too, converted to its sort."""
        try:
            return self.outer.contains(embed(value, self.outer), n)
        except (TypeError, AttributeError, LookupError):  # a user's ``validate`` may expect values of its own type
            return False

    def validate(self, value: Any, n: int) -> None:
        self.inner.validate(value, n)
        self.outer.validate(embed(value, self.outer), n)

    def encode(self, value: Any) -> Any:
        return self.inner.encode(value)

    def decode(self, data: Any) -> Any:
        return self.inner.decode(data)

    def convert(self, value: Any) -> Any:
        return self.inner.convert(value)


def _meet_by_testing(left: Space, right: Space) -> Space | None:
    """Return the values of one space that belong to the other; None if no such value has at most 3 items.

    The values come from the space whose sort is converted to the other's. If both have one sort, they come from a
    complete space, if any, so that the result is complete. None also if a space cannot validate.
    """
    if left.sort == right.sort:
        values_of_right = right.complete and not left.complete
    elif left.sort in CONVERTIBLE_TO.get(right.sort, ()):
        values_of_right = True
    elif right.sort in CONVERTIBLE_TO.get(left.sort, ()):
        values_of_right = False
    else:
        return None
    shared = Shared(right, left) if values_of_right else Shared(left, right)
    try:
        return shared if any(shared.enumerate(n) for n in SIZES_TRIED) else None
    except NotImplementedError:
        return None
