"""Retrieved ids: what a search returns for one query, and the grade of every id that was judged.

Metrics that libraries write as ``f(retrieved, relevant, k)`` take this value, so that repetitions and unjudged ids are
tested too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import count
from typing import Any, Self

from ..numbers.exact import Whole
from ..numbers.frozen import Frozen, build
from .grades import Grade, falling, grade, number_text
from .judged import Judged

Id = Hashable
"""Name of a document: a text, a whole number, or any other value that can be hashed."""


class Retrieval(Frozen):
    """The ids that were retrieved, best first, and the judged ids with their grades.

    An id may be retrieved twice, and need not be judged. ``x.listed`` is the judged list that the ids induce: each rank
    has the grade of its id, or 0 if the id is unjudged or occurs at an earlier rank too. Judged ids that are not
    retrieved are the missing items.

    >>> x = Retrieval.of(["d3", "d1", "d3"], relevant={"d1", "d2"})
    >>> x.listed
    Judged.of([0, 1, 0], missing=[1])
    """

    __slots__ = ("ids", "judgments", "n")
    made_from = ("ids", "judgments")

    ids: tuple[Id, ...]
    """The retrieved ids, best first."""
    judgments: tuple[tuple[Id, Grade], ...]
    """The judged ids, each with its grade."""
    n: Any
    """The number of retrieved ids, as a ``Whole``."""

    def __new__(cls, ids: tuple[Id, ...], judgments: tuple[tuple[Id, Grade], ...]) -> Self:
        """For the engine, which guarantees distinct judged ids; users call ``of``."""
        return build(cls, ids=ids, judgments=judgments, n=Whole(len(ids)))

    @classmethod
    def of(cls, ids: Any, relevant: Any = ()) -> Retrieval:
        """From a list of ids, and the relevant ones as a set or a list, or a mapping from ids to grades.

        Raises ``ValueError`` naming the argument and the value for anything else.
        """
        if isinstance(ids, Retrieval):
            return ids
        retrieved = _list_of_ids("retrieved", ids)
        if isinstance(relevant, Mapping):
            judgments = [
                (doc_id, grade("relevant", f"the grade of {doc_id!r:.80}", g)) for doc_id, g in relevant.items()
            ]
        else:
            judgments = [(doc_id, Whole(1)) for doc_id in dict.fromkeys(_list_of_ids("relevant", relevant))]
        return cls(tuple(retrieved), tuple(judgments))

    @classmethod
    def inducing(cls, x: Judged, *, judges_irrelevant: bool = False) -> Retrieval:
        """Ids d1, d2, ... that induce the list ``x``, numbered by falling grade.

        The numbers depend on the collection alone: relevant ids stay the same where items of a list are exchanged.
        Items of grade 0 are unjudged; with ``judges_irrelevant`` about half of them are judged with 0.
        """
        collection = [*x.grades, *x.missing]  # item k is at rank k + 1, or missing
        order = sorted(range(len(collection)), key=lambda k: -collection[k])
        names = {k: f"d{number}" for number, k in enumerate(order, 1)}
        judgments = tuple(
            (names[k], collection[k])
            for index, k in enumerate(order)
            if collection[k] != 0 or (judges_irrelevant and index % 2 == 0)  # every other item of grade 0
        )
        return cls(tuple(names[k] for k in range(len(x))), judgments)

    @property
    def grades(self) -> dict[Id, Grade]:
        """The grade of each judged id."""
        return dict(self.judgments)

    @property
    def listed(self) -> Judged:
        """The judged list that the ids induce."""
        grade_of_id = self.grades
        seen: set[Id] = set()
        grades: list[Grade] = []
        for doc_id in self.ids:
            grades.append(Whole(0) if doc_id in seen else grade_of_id.get(doc_id, Whole(0)))
            seen.add(doc_id)
        return Judged(tuple(grades), falling(g for doc_id, g in self.judgments if doc_id not in seen))

    @property
    def has_duplicates(self) -> bool:
        """Return whether an id is retrieved more than once."""
        return len(set(self.ids)) < len(self.ids)

    @property
    def without_duplicates(self) -> Retrieval:
        """Replace every further occurrence of an id by a new id, which is unjudged."""
        used = {*self.ids, *self.grades}
        ids: list[Id] = []
        for doc_id in self.ids:
            if doc_id in ids:
                new_id = next(candidate for candidate in _candidate_ids(doc_id) if candidate not in used)
                used.add(new_id)
                ids.append(new_id)
            else:
                ids.append(doc_id)
        return Retrieval(tuple(ids), self.judgments)

    def renamed(self, names: Mapping[Id, Id]) -> Retrieval:
        """Rename every id x to ``names[x]``."""
        judgments = tuple((names[doc_id], g) for doc_id, g in self.judgments)
        return Retrieval(tuple(names[doc_id] for doc_id in self.ids), judgments)

    def mapped(self, change: Callable[[Any], Any]) -> Retrieval:
        """Apply ``change``, a conversion to another type of number, to every grade that is not whole."""
        judgments = tuple((doc_id, g if type(g) is Whole else change(g)) for doc_id, g in self.judgments)
        return Retrieval(self.ids, judgments)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        if all(g == 1 for _, g in self.judgments):
            relevant = f"[{', '.join(repr(doc_id) for doc_id, _ in self.judgments)}]"
        else:
            relevant = f"{{{', '.join(f'{doc_id!r}: {number_text(g)}' for doc_id, g in self.judgments)}}}"
        return f"Retrieval.of([{', '.join(map(repr, self.ids))}], relevant={relevant})"


def _list_of_ids(argument: str, values: Any) -> list[Id]:
    """Convert a list or a set of ids to a list; ``ValueError`` for anything else, also for a single text."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{argument}: {values!r:.80} is not a list of ids")
    listed = list(values)
    for doc_id in listed:
        try:
            hash(doc_id)
        except TypeError:
            raise ValueError(
                f"{argument}: {doc_id!r:.80} cannot be an id; write a string, a number or a tuple"
            ) from None
    return listed


def _candidate_ids(like: Id) -> Iterable[Id]:
    """Return ids to be tried as new ones: numbers from 1000 on if ``like`` is a number, and else texts."""
    if isinstance(like, int):
        return count(1000)
    return (f"u{k}" for k in count(1))
