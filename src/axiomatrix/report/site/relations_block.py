"""The block ``relations``: what a metric has to do with every other one of its signature.

``{"notes": [...], "defaults": {...}, "left_out": [...], "names": [...], "words": [...], "decimals": {...},
"instances": [...], "reaches": [...], "fields": [...], "relations": [...]}``

``relations`` holds a list for each of the ``fields``; the k-th entries of them are the k-th relation.

* ``a`` and ``b`` are places in ``names``, and ``given_a``, ``given_b`` (their parameters), ``space``, ``kind``,
  ``statement`` and ``verdict`` places in ``words``. ``kind`` is that of ``relations.json``.
* ``opposed`` is 1 where a large value of one means what a small one of the other means.
* ``reach`` is a place in ``reaches``: ``[what was gone through, 1 if both have a value on the same instances]``.
* ``n``, ``c1``, ``c1_at``, ``c2``, ``c2_at``, ``unbounded``: the best constants in c1 a <= b <= c2 a at the largest n
  that has any, as places in ``words``, each with a place in ``instances``; -1 for what there is none of. ``unbounded``
  is an instance with a = 0 < b: then there is no c2.
* ``differently`` of ``pairs`` of instances are in one order by a and in the other by b, over all n gone through;
  ``disagreement`` is 0, or the first two such instances as ``[instance, a, b, instance, a, b]``.

``instances`` are ``[n, constructors]``; ``decimals`` has, for words that are long exact numbers, a decimal near it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...evidence.safe import visible
from ...evidence.words import LONGEST_CONSTANT
from ...numbers.exact import parse
from ..matrix.data import BadReport
from ..relations.data import RELATIONS, RelationData, Six
from ..relations.sheet import NOTES

if TYPE_CHECKING:
    from .inputs import Inputs

FIELDS = (
    "a",
    "b",
    "given_a",
    "given_b",
    "space",
    "kind",
    "statement",
    "verdict",
    "opposed",
    "reach",
    "n",
    "c1",
    "c1_at",
    "c2",
    "c2_at",
    "unbounded",
    "differently",
    "pairs",
    "disagreement",
)
NONE = -1


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block, None without relations; :class:`BadReport` for data of another shape."""
    return None if inputs.relations is None else _Relations(inputs.relations).data()


class _Relations:
    """The relations as columns of numbers, and what the numbers stand for."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        try:
            self.found = RELATIONS.taken(raw)
        except BadReport as error:
            raise _bad(visible(error)) from None
        self.names: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.decimals: dict[int, str] = {}
        self.columns: list[list[Any]] = [[] for _ in FIELDS]
        for one in self.found.relations:
            for column, value in zip(self.columns, self._values(one), strict=True):
                column.append(value)

    def data(self) -> dict[str, Any]:
        """The whole block."""
        report = self.found
        return {
            "notes": list(NOTES),
            "defaults": {visible(space): visible(value) for space, value in report.defaults.items()},
            "left_out": list(map(visible, report.left_out)),
            "names": list(self.names),
            "words": list(self.words),
            "decimals": self.decimals,
            "instances": [[one.n, ", ".join(map(visible, one.arguments))] for one in report.instances],
            "reaches": list(map(_reach, report.reaches)),
            "fields": list(FIELDS),
            "relations": self.columns,
        }

    def _values(self, one: RelationData) -> tuple[Any, ...]:
        told = (one.a_given, one.b_given, one.space, one.kind, one.statement, one.verdict)
        return (
            *(self.names.setdefault(visible(name), len(self.names)) for name in (one.a, one.b)),
            *map(self._word, told),
            int(one.opposed),
            _place(one.reach, self.found.reaches, "reach"),
            *self._bounds(one),
            sum(row[3] for row in one.agreement),
            sum(row[1] for row in one.agreement),
            self._disagreement(one),
        )

    def _bounds(self, one: RelationData) -> tuple[int, ...]:
        """The constants at the largest n that has any."""
        telling = [row for row in one.bounds if any(value is not None for value in row[1:])]
        if not telling:
            return (NONE,) * 6
        n, low, low_at, high, high_at, unbounded = telling[-1]
        return (
            n,
            NONE if low is None else self._number(low, "bounds"),
            self._at(low_at),
            NONE if high is None else self._number(high, "bounds"),
            self._at(high_at),
            self._at(unbounded),
        )

    def _at(self, number: int | None) -> int:
        return NONE if number is None else _place(number, self.found.instances, "bounds")

    def _disagreement(self, one: RelationData) -> int | list[int]:
        return [
            value
            for shown in one.disagreement or ()
            for value in (
                _place(shown.instance, self.found.instances, "disagreement"),
                self._number(shown.a, "disagreement"),
                self._number(shown.b, "disagreement"),
            )
        ] or 0

    def _word(self, text: str) -> int:
        return self.words.setdefault(visible(text), len(self.words))

    def _number(self, text: str, where: str) -> int:
        place = self._word(text)
        if len(text) > LONGEST_CONSTANT and place not in self.decimals:
            try:
                self.decimals[place] = f"{float(parse(text)):.6f}"
            except (ValueError, ArithmeticError, TypeError):
                raise _bad(f"{where} has a number that cannot be read: {visible(text)[:80]}") from None
        return place


def _bad(problem: str) -> BadReport:
    return BadReport(f"relations.json: {problem}; write it anew with axiomatrix relate, or take it away")


def _place(number: int, table: Sequence[Any], where: str) -> int:
    if number >= len(table):
        raise _bad(f"{where} names an entry that is not there: {number}")
    return number


def _reach(sizes: Sequence[Six]) -> list[Any]:
    """What was gone through, size by size, and whether both metrics have a value on the same instances there."""
    told = []
    for n, instances, compared, _, _, renamed in sizes:
        size = f"n = {n}: {instances:,}{' up to renaming' if renamed else ''}"
        told.append(size if compared == instances else f"{size} ({compared:,} with both values)")
    same = not any(only_a or only_b for n, _, _, only_a, only_b, _ in sizes if n > 1)
    return [f"{'; '.join(told)} instances", int(same)]
