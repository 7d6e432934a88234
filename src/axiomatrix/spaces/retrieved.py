"""Retrieved ids against judgments: what metrics written as ``f(retrieved, relevant, k)`` take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import Whole
from ..values.grades import Grade, falling, grade
from ..values.judged import Judged
from ..values.retrieval import Id, Retrieval
from .base import Chooser, Space, exchange_neighbours, reorder_tail
from .lists import LONGEST_LIST_READ, JudgedLists, texts

COLLECTIONS = (set, frozenset, list, tuple, dict)
"""How definitions take the relevant ids; as a ``dict`` with the grade of each."""
NAMES: Mapping[type, Callable[[int], Id]] = {str: lambda k: f"d{k}", int: lambda k: k - 1, tuple: lambda k: ("d", k)}
"""How the k-th id is called, by its type. The number 0 is an id like any other."""


class InducedLists(JudgedLists):
    """The judged lists that retrieved ids induce: a grid, for the same list comes from ids of any names."""

    complete = False

    def __init__(self, levels: Sequence[Any], most: int) -> None:
        super().__init__("lists of retrieved ids", levels, missing=[g for g in levels if g > 0], most=most)


class RetrievedIds(Space):
    """Lists of n retrieved ids, with repetitions and ids that nobody judged, and the grades of the judged ids.

    The empty list is counted among those of one id. A grid: of lists that differ in the names of ids alone one is
    enumerated, and of one id one for each type.
    """

    sort = "retrieved ids"
    argument = "the ids retrieved, best first, and the ids judged, each with its grade"
    makes = Retrieval
    takes = ("retrieved", "relevant")
    induced: InducedLists

    def __init__(self, levels: Sequence[int], relevant: type, ids: Sequence[type], most: int) -> None:
        if relevant not in COLLECTIONS:
            raise ValueError(f"retrieved ids: relevant is {relevant!r}; it must be set, frozenset, list, tuple or dict")
        if max(levels) > 1 and relevant is not dict:
            raise ValueError(f"retrieved ids: grades up to {max(levels)} need relevant=dict, not {relevant.__name__}")
        if not ids or not set(ids) <= set(NAMES):
            raise ValueError(f"retrieved ids: ids is {ids!r}; it must list some of str, int and tuple")
        self.levels = tuple(Whole(level) for level in levels)
        self.relevant, self.ids, self.most = relevant, tuple(ids), most
        self.induced = InducedLists(self.levels, most)
        kinds = " or ".join(kind.__name__ for kind in self.ids)
        rest = f"{relevant.__name__} of relevant ids, at most {most} not retrieved"
        self.name = f"retrieved ids ({kinds}), {rest} (enumerated: up to their names)"  # type: ignore[misc]

    def convert(self, value: Any) -> Retrieval:
        if isinstance(value, Judged):
            return Retrieval.inducing(value, judges_irrelevant=self.relevant is dict)
        if isinstance(value, Retrieval):
            return value
        if not isinstance(value, tuple) or len(value) != len(self.takes):
            raise ValueError(f"{value!r:.80} is not a list of retrieved ids and the relevant ids")
        return Retrieval.of(*value)

    def admit(self, value: Any) -> None:
        if isinstance(value, Judged):
            assert self.induced is not None  # the class has none, an instance has
            self.induced.admit(value)
        if type(self).validate is not RetrievedIds.validate:  # a subclass has a rule of its own
            super().admit(self.convert(value))
        elif not isinstance(value, Judged):
            for one, g in value.judgments:
                if g not in self.levels:
                    raise ValueError(f"retrieved ids: the grade {g} of {one!r:.80} is not one of the space")
                if not self.most and one not in value.ids:
                    raise ValueError(f"retrieved ids: {one!r:.80} was not retrieved; in the space every id is")

    def unpack(self, value: Any, *, plain: bool) -> tuple[Any, ...]:
        x = self.convert(value)
        graded = {one: _as_python_number(g) if plain else g for one, g in x.judgments}
        if self.relevant is dict:
            return list(x.ids), graded
        collected: Any = self.relevant
        return list(x.ids), collected(one for one, g in graded.items() if g > 0)

    # --- values ---

    def enumerate(self, n: int) -> Sequence[Retrieval]:
        missing = [falling(rest) for k in range(self.most + 1) for rest in self._positive(k)]
        named = [[NAMES[kind](k) for k in range(1, n + self.most + 1)] for kind in self.ids[: None if n == 1 else 1]]
        every = [
            _of_blocks(blocks, given, rest, names)
            for names in named
            for rest in missing
            for blocks in [*([()] if n == 1 else []), *_repetitions(n)]
            for given in product(self._grades(), repeat=max(blocks, default=0))
        ]
        return list(dict.fromkeys(every))

    def _positive(self, count: int) -> Iterator[tuple[Grade, ...]]:
        return combinations_with_replacement([g for g in self.levels if g > 0], count)

    def _grades(self) -> list[Grade | None]:
        """Return the possible judgments of a retrieved id: none or a grade; for sets and lists the relevant ones."""
        return [None, *(g for g in self.levels if g > 0 or self.relevant is dict)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Retrieval:
        kind = self.ids[choose.integer(0, len(self.ids) - 1)]
        repeats = choose.integer(0, 1)
        blocks: list[int] = []
        for _ in range(choose.integer(0, 1) if n == 1 else n):
            new = max(blocks, default=0) + 1
            blocks.append(choose.integer(1, new) if repeats else new)
        grades = self._grades()
        given = [grades[choose.integer(0, len(grades) - 1)] for _ in range(max(blocks, default=0))]
        positive = [g for g in self.levels if g > 0]
        rest = [positive[choose.integer(0, len(positive) - 1)] for _ in range(choose.integer(0, self.most))]
        names = [NAMES[kind](k) for k in range(1, n + self.most + 1)]
        for k in range(len(names) - 1, 0, -1):  # an order of names that says nothing of the ranks
            other = k - choose.integer(0, k)
            names[k], names[other] = names[other], names[k]
        return _of_blocks(blocks, given, rest, names)

    def near(self, choose: Chooser, value: Retrieval, n: int) -> Retrieval:
        family = choose.integer(0, 6) if value.ids else 0
        ids, judged = [*value.ids], dict[Id, Grade | None](value.grades)
        known = dict.fromkeys([*ids, *judged, *map(NAMES[type(ids[0])], range(1, n + self.most + 1))] if ids else ids)
        others = [one for one in known if one not in ids]
        if family == 1 and n > 1:  # one more repetition
            ids[choose.integer(0, n - 1)] = ids[choose.integer(0, n - 1)]
        elif family == 2:
            ids.reverse()
        elif family == 3:
            ids = exchange_neighbours(choose, ids)
        elif family == 4:  # another tail
            ids = reorder_tail(choose, [*ids, *others], choose.integer(min(1, n - 1), n - 1))[:n]
        elif family == 5 and others:  # one replaced
            ids[choose.integer(0, n - 1)] = others[choose.integer(0, len(others) - 1)]
        elif family == 6:  # one judged otherwise
            grades, one = self._grades(), [*known][choose.integer(0, len(known) - 1)]
            judged[one] = grades[choose.integer(0, len(grades) - 1)]
        given = {one: g for one, g in judged.items() if g is not None}
        missing = [one for one, g in given.items() if one not in ids and g > 0][: self.most]
        changed = Retrieval(tuple(ids), tuple((one, g) for one, g in given.items() if one in ids or one in missing))
        return changed if self.contains(changed, n) else value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Retrieval) or not (len(value) == n or len(value) == 0 < n == 1):
            raise ValueError(f"retrieved ids: {value!r:.80} is not a Retrieval of {n} ids")
        for one in (*value.ids, *value.grades):
            if type(one) not in self.ids:
                raise ValueError(f"retrieved ids: {one!r:.80} must be of the types {self.ids}")
        for one, g in value.judgments:
            if g not in self.levels or (g <= 0 and self.relevant is not dict):
                raise ValueError(f"retrieved ids: the grade {g} of {one!r:.80} is not one of the space")
        missing = [g for one, g in value.judgments if one not in value.ids]
        if len(value.grades) < len(value.judgments) or len(missing) > self.most or not all(g > 0 for g in missing):
            raise ValueError(f"retrieved ids: {value!r:.80} has judgments that the space has not")

    # --- files ---

    def encode(self, value: Retrieval) -> Any:
        judged = [[_written(one), *texts([g])] for one, g in value.judgments]
        return {"retrieved": [_written(one) for one in value.ids], "relevant": judged}

    def decode(self, data: Any) -> Retrieval:
        if not isinstance(data, dict) or set(data) != {"retrieved", "relevant"}:
            raise ValueError(f"retrieved ids: {shown(data)} must have retrieved and relevant")
        listed, judged = data["retrieved"], data["relevant"]
        if not all(isinstance(part, list) and len(part) <= LONGEST_LIST_READ for part in (listed, judged)):
            raise ValueError(f"retrieved ids: {shown(data)} must be two lists")
        if not all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str) for pair in judged):
            raise ValueError(f"retrieved ids: {shown(judged)} must list ids, each with its grade")
        graded = tuple((_read(one), grade("relevant", "a grade", g)) for one, g in judged)
        return Retrieval(tuple(map(_read, listed)), graded)


def _repetitions(n: int) -> Iterator[tuple[int, ...]]:
    """Which of n entries are the same: each has the number of its id, and ids are numbered as they first come."""
    if n == 0:
        yield ()
        return
    for before in _repetitions(n - 1):
        for block in range(max(before, default=0) + 1, 0, -1):  # a new id first: repetitions are the rarer case
            yield (*before, block)


def _of_blocks(
    blocks: Sequence[int], given: Sequence[Grade | None], rest: Sequence[Grade], names: Sequence[Id]
) -> Retrieval:
    """The ids by the numbers of their names; what is known of each, and the grades of those not retrieved."""
    judged = [(names[k], g) for k, g in enumerate(given) if g is not None]
    judged += [(names[len(given) + k], g) for k, g in enumerate(rest)]
    return Retrieval(tuple(names[block - 1] for block in blocks), tuple(judged))


def _as_python_number(g: Grade) -> int | float:
    return int(g) if isinstance(g, int) else float(g)


def _written(one: Any) -> Any:
    return list(one) if isinstance(one, tuple) else int(one) if isinstance(one, int) else one


def _read(data: Any) -> Id:
    if isinstance(data, list) and all(type(part) in (str, int) for part in data):
        return tuple(data)
    if type(data) in (str, int):
        return data  # type: ignore[no-any-return]  # one of these
    raise ValueError(f"retrieved ids: {data!r:.80} is not an id: a text, a whole number, or a list of these")
