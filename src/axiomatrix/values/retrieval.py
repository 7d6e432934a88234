"""Retrieved ids: what a search returns for one query, and the grade of every id that was judged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Self

from ..numbers.exact import Whole
from ..numbers.frozen import Frozen, filled
from .grades import Grade, falling, grade, number_text
from .judged import Judged

Id = Hashable
"""What names a document: a text, a whole number, or anything else that can be looked up."""


class Retrieval(Frozen):
    """The ids that were retrieved, best first, and the judged ids with their grades.

    An id may be retrieved twice, and need not be judged. ``x.listed`` is the judged list that is induced: each rank has
    the grade of its id, 0 where nobody judged it or where it came before; what is relevant and was not retrieved is
    missing.

    >>> x = Retrieval.of(["d3", "d1", "d3"], relevant={"d1", "d2"})
    >>> x.listed
    Judged.of([0, 1, 0], missing=[1])
    """

    __slots__ = ("ids", "judgments", "n")
    made_from = ("ids", "judgments")

    ids: tuple[Id, ...]
    judgments: tuple[tuple[Id, Grade], ...]
    n: Any

    def __new__(cls, ids: tuple[Id, ...], judgments: tuple[tuple[Id, Grade], ...]) -> Self:
        """For the engine, which guarantees distinct judged ids; users call ``of``."""
        return filled(cls, ids=ids, judgments=judgments, n=Whole(len(ids)))

    @classmethod
    def of(cls, ids: Any, relevant: Any = ()) -> Retrieval:
        """From a list of ids, and the relevant ones as a set or a list, or a mapping from ids to grades.

        Raises ``ValueError`` naming the argument and the value for anything else.
        """
        if isinstance(ids, Retrieval):
            return ids
        listed = _ids("retrieved", ids)
        if isinstance(relevant, Mapping):
            graded = [(one, grade("relevant", f"the grade of {one!r:.80}", g)) for one, g in relevant.items()]
        else:
            graded = [(one, Whole(1)) for one in dict.fromkeys(_ids("relevant", relevant))]
        return cls(tuple(listed), tuple(graded))

    @classmethod
    def inducing(cls, x: Judged, *, judges_irrelevant: bool = False) -> Retrieval:
        """Ids d1, d2, ... that induce the list: the collection is numbered by falling grade.

        So the relevant ids stay the same where items of one collection are exchanged. With ``judges_irrelevant`` every
        second irrelevant item was judged so; of the others nothing is known.
        """
        collection = [*enumerate(x.grades), *((x.n, g) for g in x.missing)]
        order = sorted(range(len(collection)), key=lambda k: -collection[k][1])
        names = {k: f"d{place}" for place, k in enumerate(order, 1)}
        is_judged = {k: collection[k][1] > 0 or (judges_irrelevant and p % 2 == 0) for p, k in enumerate(order)}
        judged = tuple((names[k], collection[k][1]) for k in order if is_judged[k] or collection[k][1] < 0)
        return cls(tuple(names[k] for k in range(len(x))), judged)

    @property
    def grades(self) -> dict[Id, Grade]:
        """The grade of each judged id."""
        return dict(self.judgments)

    @property
    def listed(self) -> Judged:
        """The judged list that the ids induce."""
        by_id, seen, grades = self.grades, set[Id](), list[Grade]()
        for one in self.ids:
            grades.append(Whole(0) if one in seen else by_id.get(one, Whole(0)))
            seen.add(one)
        return Judged(tuple(grades), falling(g for one, g in self.judgments if one not in seen))

    @property
    def has_duplicates(self) -> bool:
        """Return whether an id is retrieved more than once."""
        return len(set(self.ids)) < len(self.ids)

    @property
    def without_duplicates(self) -> Retrieval:
        """Every further occurrence of an id replaced by an id of its own that nobody judged."""
        names = {*self.ids, *self.grades}
        ids: list[Id] = []
        for one in self.ids:
            if one in ids:
                one = next(new for new in _unused(one) if new not in names)
                names.add(one)
            ids.append(one)
        return Retrieval(tuple(ids), self.judgments)

    def renamed(self, names: Mapping[Id, Id]) -> Retrieval:
        """Every id under its new name."""
        return Retrieval(tuple(names[one] for one in self.ids), tuple((names[one], g) for one, g in self.judgments))

    def mapped(self, change: Callable[[Any], Any]) -> Retrieval:
        """Every grade that is not whole changed to another kind of number."""
        return Retrieval(self.ids, tuple((one, g if type(g) is Whole else change(g)) for one, g in self.judgments))

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        if all(g == 1 for _, g in self.judgments):
            relevant = f"[{', '.join(repr(one) for one, _ in self.judgments)}]"
        else:
            relevant = f"{{{', '.join(f'{one!r}: {number_text(g)}' for one, g in self.judgments)}}}"
        return f"Retrieval.of([{', '.join(map(repr, self.ids))}], relevant={relevant})"


def _ids(argument: str, values: Any) -> list[Id]:
    """A list or a set of ids; ``ValueError`` for text, other values, and elements that cannot be ids."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{argument}: {values!r:.80} is not a list of ids")
    listed = list(values)
    for one in listed:
        try:
            hash(one)
        except TypeError:
            raise ValueError(f"{argument}: {one!r:.80} cannot be an id; write a text, a number or a tuple") from None
    return listed


def _unused(like: Id) -> Iterable[Id]:
    """New ids of the type of another one: numbers for a number, texts for anything else."""
    if isinstance(like, int):
        return range(1000, 10**9)
    return (f"u{k}" for k in range(1, 10**9))
