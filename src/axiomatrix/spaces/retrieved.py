"""Space of retrieved ids with judgments, for metrics that libraries write as ``f(retrieved, relevant, k)``.

A value is a list of retrieved ids and the grades of the judged ids. It induces a judged list
(:attr:`~axiomatrix.values.retrieval.Retrieval.listed`), so that axioms about judged lists apply too. Unlike a judged
list, it may repeat an id and retrieve unjudged ids. *Missing* ids are relevant and not retrieved.

Enumeration and drawing write a value by *numbers*: ids are numbered from 1 as they first occur, so that (1, 2, 1) says
that the third id is the first again. The numbers then get names, which are the ids.

Related values are drawn by *families*: the first choice is the number of a kind of change; family 0 changes nothing.
:class:`.base.Space` explains the methods and class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from reprlib import repr as short_repr
from typing import Any

from ..numbers.exact import Whole
from ..values.grades import MAX_NUMBERS_READ, Grade, encode_numbers, falling, grade
from ..values.judged import Judged
from ..values.retrieval import Id, Retrieval
from .base import Chooser, Space, choose_one, exchange_neighbours, reorder_tail
from .lists import JudgedLists

COLLECTIONS = (set, frozenset, list, tuple, dict)
"""Types in which a definition may take the relevant ids.

Only a ``dict`` has the grade of each, and so grades above 1 and ids that were judged and found irrelevant (grade 0).
"""
NAMES: Mapping[type, Callable[[int], Id]] = {
    str: lambda k: f"d{k}",
    int: lambda k: k - 1,
    tuple: lambda k: ("d", k),
}
"""By type of ids, a function of k = 1, 2 ... that returns the k-th id.

Whole numbers begin with 0, which some definitions mistake for no id.
"""


class InducedLists(JudgedLists):
    """The judged lists that retrieved ids induce.

    They are called a *grid*, that is, only some of all values, as the ids are: an axiom that holds of all lists is not
    thereby checked for all names.
    """

    complete = False

    def __init__(self, levels: Sequence[Any], most: int) -> None:
        super().__init__("lists of retrieved ids", levels, missing=[g for g in levels if g > 0], most=most)


class RetrievedIds(Space):
    """Lists of n retrieved ids, with repetitions and unjudged ids, and the grades of the judged ids.

    The empty list belongs to n = 1. The space is a grid too, since ids may have any names: of lists that differ only in
    these one is enumerated, with ids of the first type in ``ids``; for n = 1, one for each type.
    """

    sort = "retrieved ids"
    argument = "the ids retrieved, best first, and the ids judged, each with its grade"
    makes = Retrieval
    takes = ("retrieved", "relevant")
    induced: InducedLists

    def __init__(self, levels: Sequence[int], relevant: type, ids: Sequence[type], most: int) -> None:
        """Make the space with these grades; :func:`axiomatrix.spaces.retrieved_ids` describes the other arguments."""
        if relevant not in COLLECTIONS:
            raise ValueError(f"retrieved ids: relevant is {relevant!r}; it must be set, frozenset, list, tuple or dict")
        if max(levels) > 1 and relevant is not dict:
            raise ValueError(f"retrieved ids: grades up to {max(levels)} need relevant=dict, not {relevant.__name__}")
        if not ids or not set(ids) <= set(NAMES):
            raise ValueError(f"retrieved ids: ids is {ids!r}; it must list some of str, int and tuple")
        self.levels = tuple(Whole(level) for level in levels)
        self.relevant_type = relevant
        """The type of the argument ``relevant`` of a definition, one of :data:`COLLECTIONS`."""
        self.id_types = tuple(ids)
        """The types of the ids."""
        self.max_missing = most
        """The largest number of missing ids in enumerated and drawn values; 0 if every relevant id is retrieved."""
        self.induced = InducedLists(self.levels, most)
        type_names = " or ".join(id_type.__name__ for id_type in self.id_types)
        rest = f"{relevant.__name__} of relevant ids, at most {most} not retrieved"
        self.name = f"retrieved ids ({type_names}), {rest} (enumerated: up to their names)"  # type: ignore[misc]

    def convert(self, value: Any) -> Retrieval:
        if isinstance(value, Judged):
            return Retrieval.inducing(value, judges_irrelevant=self.relevant_type is dict)
        if isinstance(value, Retrieval):
            return value
        if not isinstance(value, tuple) or len(value) != len(self.takes):
            raise ValueError(f"{value!r:.80} is not a list of retrieved ids and the relevant ids")
        return Retrieval.of(*value)

    def admit(self, value: Any) -> None:
        if isinstance(value, Judged):  # which a metric of retrieved ids takes too (see ``convert``)
            self.induced.admit(value)
        if type(self).validate is not RetrievedIds.validate:  # a user's subclass with its own rule
            super().admit(self.convert(value))
        elif not isinstance(value, Judged):
            for doc_id, g in value.judgments:
                if g not in self.levels:
                    raise _refused_grade(doc_id, g, self.levels)
                if not self.max_missing and doc_id not in value.ids:
                    raise ValueError(
                        f"retrieved ids: {doc_id!r:.80} was not retrieved; the space has retrieved ids only"
                    )

    def unpack(self, value: Any, *, plain: bool) -> tuple[Any, ...]:
        x = self.convert(value)
        grade_of_id = {doc_id: _as_python_number(g) if plain else g for doc_id, g in x.judgments}
        if self.relevant_type is dict:
            return list(x.ids), grade_of_id
        collection_type: Any = self.relevant_type
        return list(x.ids), collection_type(doc_id for doc_id, g in grade_of_id.items() if g > 0)

    # --- values ---

    def enumerate(self, n: int) -> Sequence[Retrieval]:
        missing_grades = [
            falling(grades)
            for count in range(self.max_missing + 1)
            for grades in combinations_with_replacement(self._relevant_grades(), count)
        ]
        id_types = self.id_types if n == 1 else self.id_types[:1]
        names_by_type = [self._names(id_type, n) for id_type in id_types]
        patterns = list(_repetitions(n))
        if n == 1:  # the empty list belongs here
            patterns.insert(0, ())
        values = [
            _retrieval(numbers, judgments, missing, names)
            for names in names_by_type
            for missing in missing_grades
            for numbers in patterns
            for judgments in product(self._possible_judgments(), repeat=max(numbers, default=0))
        ]
        return list(dict.fromkeys(values))  # each once: the empty list without missing items came for each type

    def _names(self, id_type: type, n: int) -> list[Id]:
        """Return as many ids of a type as a value may have: n retrieved ones and the missing ones."""
        return [NAMES[id_type](k) for k in range(1, n + self.max_missing + 1)]

    def _relevant_grades(self) -> list[Grade]:
        """Return the grades that relevant ids may have."""
        return [g for g in self.levels if g > 0]

    def _possible_judgments(self) -> list[Grade | None]:
        """Return the possible judgments of a retrieved id: None (unjudged) or a grade."""
        return [None, *self._judged_grades()]

    def _judged_grades(self) -> list[Grade]:
        """Return the grades that judged ids may have; 0 (irrelevant) only if the judgments are a ``dict``."""
        return [g for g in self.levels if g > 0 or self.relevant_type is dict]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Retrieval:
        id_type = choose_one(choose, self.id_types)
        has_repetitions = choose.integer(0, 1)
        numbers: list[int] = []
        for _ in range(choose.integer(0, 1) if n == 1 else n):  # the empty list belongs to n = 1
            new = max(numbers, default=0) + 1
            numbers.append(choose.integer(1, new) if has_repetitions else new)
        judgments = [choose_one(choose, self._possible_judgments()) for _ in range(max(numbers, default=0))]
        missing = [choose_one(choose, self._relevant_grades()) for _ in range(choose.integer(0, self.max_missing))]
        names = self._names(id_type, n)
        for k in range(len(names) - 1, 0, -1):  # a shuffle (Fisher-Yates): names must not reveal the ranks
            other = k - choose.integer(0, k)
            names[k], names[other] = names[other], names[k]
        return _retrieval(numbers, judgments, missing, names)

    def near(self, choose: Chooser, value: Retrieval, n: int) -> Retrieval:
        family = choose.integer(0, 6) if value.ids else 0
        ids = [*value.ids]
        judgment_of_id: dict[Id, Grade | None] = {**value.grades}
        names = self._names(type(ids[0]), n) if ids else []
        all_ids = list(dict.fromkeys([*ids, *judgment_of_id, *names]))
        others = [doc_id for doc_id in all_ids if doc_id not in ids]  # missing, or new to the value
        if family == 1 and n > 1:  # one more repetition
            ids[choose.integer(0, n - 1)] = ids[choose.integer(0, n - 1)]
        elif family == 2:
            ids.reverse()
        elif family == 3:  # two neighbouring ids exchanged
            ids = exchange_neighbours(choose, ids)
        elif family == 4:  # another tail, possibly with other ids
            ids = reorder_tail(choose, [*ids, *others], choose.integer(min(1, n - 1), n - 1))[:n]
        elif family == 5 and others:  # one id replaced
            ids[choose.integer(0, n - 1)] = choose_one(choose, others)
        elif family == 6:  # one judgment changed
            changed_id = choose_one(choose, all_ids)
            judgment_of_id[changed_id] = choose_one(choose, self._possible_judgments())
        grade_of_id = {doc_id: g for doc_id, g in judgment_of_id.items() if g is not None}
        # relevant ids that are not retrieved are missing: keep as many as the space allows, and no irrelevant ones
        missing = [doc_id for doc_id, g in grade_of_id.items() if doc_id not in ids and g > 0][: self.max_missing]
        judgments = tuple((doc_id, g) for doc_id, g in grade_of_id.items() if doc_id in ids or doc_id in missing)
        changed = Retrieval(tuple(ids), judgments)
        return changed if self.contains(changed, n) else value

    def validate(self, value: Any, n: int) -> None:
        has_length_n = isinstance(value, Retrieval) and (len(value) == n or (n == 1 and len(value) == 0))
        if not has_length_n:
            raise ValueError(f"retrieved ids: {value!r:.80} is not a Retrieval of {n} ids")
        for doc_id in (*value.ids, *value.grades):
            if type(doc_id) not in self.id_types:
                raise ValueError(f"retrieved ids: {doc_id!r:.80} must be of one of the types {self.id_types}")
        for doc_id, g in value.judgments:
            if g not in self._judged_grades():
                raise _refused_grade(doc_id, g, self._judged_grades())
        missing = [g for doc_id, g in value.judgments if doc_id not in value.ids]
        has_id_twice = len(value.grades) < len(value.judgments)
        if has_id_twice or len(missing) > self.max_missing or not all(g > 0 for g in missing):
            raise ValueError(f"retrieved ids: {value!r:.80} has judgments outside the space")

    # --- files ---

    def encode(self, value: Retrieval) -> Any:
        judged = [[_encode_id(doc_id), *encode_numbers([g])] for doc_id, g in value.judgments]
        return {"retrieved": [_encode_id(doc_id) for doc_id in value.ids], "relevant": judged}

    def decode(self, data: Any) -> Retrieval:
        if not isinstance(data, dict) or set(data) != {"retrieved", "relevant"}:
            raise ValueError(f"retrieved ids: {short_repr(data)} must have retrieved and relevant")
        listed, judged = data["retrieved"], data["relevant"]
        if not all(isinstance(part, list) and len(part) <= MAX_NUMBERS_READ for part in (listed, judged)):
            raise ValueError(f"retrieved ids: {short_repr(data)} must be two lists")
        if not all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str) for pair in judged):
            raise ValueError(f"retrieved ids: {short_repr(judged)} must list ids, each with its grade")
        judgments = tuple((_decode_id(doc_id), grade("relevant", "a grade", g)) for doc_id, g in judged)
        return Retrieval(tuple(map(_decode_id, listed)), judgments)


def _refused_grade(doc_id: Id, g: Grade, accepted: Sequence[Grade]) -> ValueError:
    """The error for a judgment with another grade than those accepted."""
    options = ", ".join(map(str, accepted))
    return ValueError(f"retrieved ids: the grade {g} of {doc_id!r:.80} is not one of {options}")


def _repetitions(n: int) -> Iterator[tuple[int, ...]]:
    """Yield all patterns of repetitions among n ids, as their numbers: for n = 2 these are (1, 2) and (1, 1).

    Patterns with new ids come first, as they are simpler.
    """
    if n == 0:
        yield ()
        return
    for numbers in _repetitions(n - 1):
        for number in range(max(numbers, default=0) + 1, 0, -1):
            yield (*numbers, number)


def _retrieval(
    numbers: Sequence[int], judgments: Sequence[Grade | None], missing: Sequence[Grade], names: Sequence[Id]
) -> Retrieval:
    """Make a value from numbers of ids.

    The retrieved ids are names[number - 1]. ``judgments`` has the grade of each distinct id, None for an unjudged one.
    The relevant ids that are not retrieved have the grades ``missing`` and the next names.
    """
    judged = [(names[k], g) for k, g in enumerate(judgments) if g is not None]
    judged += [(names[len(judgments) + k], g) for k, g in enumerate(missing)]
    return Retrieval(tuple(names[number - 1] for number in numbers), tuple(judged))


def _as_python_number(g: Grade) -> int | float:
    return int(g) if isinstance(g, int) else float(g)


def _encode_id(doc_id: Any) -> Any:
    """Encode an id for JSON, which has no tuples; a truth value becomes 0 or 1."""
    if isinstance(doc_id, tuple):
        return list(doc_id)
    return int(doc_id) if isinstance(doc_id, int) else doc_id


def _decode_id(data: Any) -> Id:
    """Decode what :func:`_encode_id` wrote; ``ValueError`` for any other data."""
    if isinstance(data, list) and all(type(part) in (str, int) for part in data):
        return tuple(data)
    if type(data) in (str, int):
        return data  # type: ignore[no-any-return]  # str or int
    raise ValueError(f"retrieved ids: {data!r:.80} is not an id: a string, a whole number, or a list of these")
