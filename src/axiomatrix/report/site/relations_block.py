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
KINDS = ("identical", "affine", "monotone", "refines", "refined by", "constant", "none")
NONE = -1


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block, None without relations; :class:`BadReport` for data of another shape."""
    return None if inputs.relations is None else _Relations(inputs.relations).data()


class _Relations:
    """The relations as columns of numbers, and what the numbers stand for."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw
        self.names: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.decimals: dict[int, str] = {}
        self.instances = [_instance(one) for one in _list(raw, "instances")]
        self.reaches = [_reach(_rows(sizes, 6, "reaches")) for sizes in _list(raw, "reaches")]
        self.columns: list[list[Any]] = [[] for _ in FIELDS]
        for one in _list(raw, "relations"):
            for column, value in zip(self.columns, self._values(one), strict=True):
                column.append(value)

    def data(self) -> dict[str, Any]:
        """The whole block."""
        defaults = self.raw.get("defaults")
        if not isinstance(defaults, dict):
            raise _bad("defaults must be an object")
        return {
            "notes": list(NOTES),
            "defaults": {visible(space): visible(_of(str, value, "defaults")) for space, value in defaults.items()},
            "left_out": [visible(_of(str, reason, "left_out")) for reason in _list(self.raw, "left_out")],
            "names": list(self.names),
            "words": list(self.words),
            "decimals": self.decimals,
            "instances": self.instances,
            "reaches": self.reaches,
            "fields": list(FIELDS),
            "relations": self.columns,
        }

    def _values(self, one: Any) -> tuple[Any, ...]:
        if not isinstance(one, dict):
            raise _bad("every relation must be an object")
        kind = one.get("kind")
        if kind not in KINDS:
            raise _bad(f"kind must be one of {', '.join(KINDS)}")
        agreement = _rows(one.get("agreement"), 6, "agreement")
        return (
            *(self.names.setdefault(visible(_text(one, name)), len(self.names)) for name in ("a", "b")),
            *(self._word(_text(one, name)) for name in ("a_given", "b_given", "space", "kind", "statement", "verdict")),
            int(_of(bool, one.get("opposed"), "opposed")),
            _place(one.get("reach"), self.reaches, "reach"),
            *self._bounds(_rows(one.get("bounds"), 6, "bounds", whole=False)),
            sum(row[3] for row in agreement),
            sum(row[1] for row in agreement),
            self._disagreement(one.get("disagreement")),
        )

    def _bounds(self, rows: list[list[Any]]) -> tuple[int, ...]:
        """The constants at the largest n that has any."""
        telling = [row for row in rows if any(value is not None for value in row[1:])]
        if not telling:
            return (NONE,) * 6
        n, low, low_at, high, high_at, unbounded = telling[-1]
        return (
            _of(int, n, "bounds"),
            NONE if low is None else self._number(low, "bounds"),
            self._at(low_at),
            NONE if high is None else self._number(high, "bounds"),
            self._at(high_at),
            self._at(unbounded),
        )

    def _at(self, number: Any) -> int:
        return NONE if number is None else _place(number, self.instances, "bounds")

    def _disagreement(self, shown: Any) -> int | list[int]:
        if shown is None:
            return 0
        if not isinstance(shown, list) or len(shown) != 2 or not all(isinstance(one, dict) for one in shown):
            raise _bad("disagreement must be null or two instances")
        return [
            value
            for one in shown
            for value in (
                _place(one.get("instance"), self.instances, "disagreement"),
                self._number(one.get("a"), "disagreement"),
                self._number(one.get("b"), "disagreement"),
            )
        ]

    def _word(self, text: str) -> int:
        return self.words.setdefault(visible(text), len(self.words))

    def _number(self, text: Any, where: str) -> int:
        place = self._word(_of(str, text, where))
        if len(text) > LONGEST_CONSTANT and place not in self.decimals:
            try:
                self.decimals[place] = f"{float(parse(text)):.6f}"
            except (ValueError, ArithmeticError, TypeError):
                raise _bad(f"{where} has a number that cannot be read: {visible(text)[:80]}") from None
        return place


def _bad(problem: str) -> BadReport:
    return BadReport(f"relations.json: {problem}; write it anew with axiomatrix relate, or take it away")


def _of(kind: type, value: Any, where: str) -> Any:
    """The value if it is of that very type: true is no number."""
    if type(value) is not kind:
        raise _bad(f"{where} has {visible(value)[:80]!r}, which is not of type {kind.__name__}")
    return value


def _text(one: Mapping[str, Any], name: str) -> str:
    return str(_of(str, one.get(name), name))


def _list(raw: Mapping[str, Any], name: str) -> list[Any]:
    return list(_of(list, raw.get(name), name))


def _rows(value: Any, width: int, where: str, *, whole: bool = True) -> list[list[Any]]:
    """Lists of one width, and of whole numbers unless told otherwise."""
    rows: list[list[Any]] = _of(list, value, where)
    for row in rows:
        if len(_of(list, row, where)) != width or (whole and any(type(number) is not int for number in row)):
            raise _bad(f"{where} must have rows of {width} entries{', whole numbers' if whole else ''}")
    return rows


def _place(number: Any, table: Sequence[Any], where: str) -> int:
    if type(number) is not int or not 0 <= number < len(table):
        raise _bad(f"{where} names an entry that is not there: {visible(number)[:80]}")
    return number


def _instance(one: Any) -> list[Any]:
    if not isinstance(one, dict):
        raise _bad("every instance must be an object")
    arguments = [visible(_of(str, argument, "instances")) for argument in _list(one, "arguments")]
    return [_of(int, one.get("n"), "instances"), ", ".join(arguments)]


def _reach(sizes: list[list[int]]) -> list[Any]:
    """What was gone through, size by size, and whether both metrics have a value on the same instances there."""
    told = []
    for n, instances, compared, _, _, renamed in sizes:
        said = f"n = {n}: {instances:,}{' up to renaming' if renamed else ''}"
        told.append(said if compared == instances else f"{said} ({compared:,} with both values)")
    same = not any(only_a or only_b for n, _, _, only_a, only_b, _ in sizes if n > 1)
    return [f"{'; '.join(told)} instances", int(same)]
