"""Some of the metric's own lists, which random lists hardly ever are: ideal, irrelevant, of one grade or score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from ....model.domain import Signature, lists_of
from ....numbers.exact import Whole
from ....spaces import Chooser, GivenLists, JudgedLists, OwnSpace, ScoredLists, Space
from ....values.grades import Grade, falling
from ....values.judged import Judged
from ....values.scored import Scored


class ListsOfGrades(JudgedLists):
    """The lists of another space with these grades alone, and none but these missing."""

    def __init__(self, named: str, lists: JudgedLists, levels: Sequence[Grade], missing: Sequence[Grade]) -> None:
        grid = lists.grid and len(levels) > 1  # there is nothing between a grade and itself
        super().__init__(named, levels, missing=missing, most=lists.most if missing else 0, grid=grid)
        self.complete = lists.complete or (lists.grid and not grid)  # type: ignore[misc]  # an instance has its own
        self.name = f"{named} of {lists.name}"  # type: ignore[misc]  # depends on the lists


class IdealLists(ListsOfGrades):
    """The judged lists of another space whose grades never rise and from which nothing is missing."""

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
    """The lists with the top grade at every rank, one for each length and what is missing."""

    def __init__(self, lists: JudgedLists) -> None:
        super().__init__("lists of the top grade", lists, [lists.top], lists.missing)
        self.lists = lists

    def count(self, n: int) -> int:
        return self.lists.count(n)  # each of them stands for all of its length


def irrelevant_lists(lists: JudgedLists) -> Space:
    """The lists of collections without a relevant item; all lists where every item is relevant."""
    levels, missing = ([g for g in part if g <= 0] for part in (lists.levels, lists.missing))
    return ListsOfGrades("lists without a relevant item", lists, levels, missing) if levels else lists


class EqualScores(ScoredLists):
    """The scored lists of another space whose items all have the same score."""

    def __init__(self, lists: ScoredLists) -> None:
        super().__init__(lists.levels, lists.most)
        self.name = f"lists with equal scores of {lists.name}"  # type: ignore[misc]  # depends on the lists

    def enumerate(self, n: int) -> Sequence[Scored]:
        alike = (Whole(0),) * n
        missing = [(Whole(1),) * count for count in range(self.most + 1)]
        return [Scored(grades, alike, rest) for rest in missing for grades in product(self.levels, repeat=n)]

    def count(self, n: int) -> int:
        return int(len(self.levels) ** n) * (self.most + 1)

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

    For lists of another sort, users' lists and users' spaces: for all of them.
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
