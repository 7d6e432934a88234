"""The block ``relations``: what a metric has to do with every other one of its signature.

``{"notes": [...], "defaults": {...}, "left_out": [...], "instances": [...], "relations": table}``

``relations`` is a table (see :mod:`.packing`) with a line for each relation:

* ``a``, ``b``, ``givenA``, ``givenB`` (their parameters), ``space``, ``kind`` (that of ``relations.json``),
  ``statement`` and ``verdict`` are texts.
* ``formula`` is what stands before a in b = s + c a, as MathML, where n is in it; else nothing.
* ``reach`` is ``[what was gone through, 1 if both have a value on the same instances]``.
* ``n``, ``low``, ``lowAt``, ``high``, ``highAt``, ``unbounded``: the best constants in low a <= b <= high a at the
  largest n that has any (-1 if there is none), each with a place in ``instances``; null for what there is none of. A
  number is ``[exact, in short]``. ``unbounded`` is an instance with a = 0 < b: then there is no high one.
* ``differently`` of ``pairs`` of instances are in one order by a and in the other by b, over all n gone through;
  ``disagreement`` are the first two such instances, ``[instance, a, b]`` each, or nothing.

``instances`` are ``[n, constructors]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...evidence.decimals import LONGEST_CONSTANT, rounded
from ...evidence.safe import visible
from ...studies.relate.answer import Reached
from ..matrix.data import BadReport
from ..relations.data import RelationData, RelationsData, Six
from ..relations.sheet import NOTES, gone_through
from .inputs import Inputs
from .packing import table
from .typeset import spans

NONE = -1
Number = tuple[str, str]
ANEW = "write it anew with axiomatrix relate, or take it away"


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block, None without relations; :class:`BadReport` for data of another shape."""
    report = inputs.related
    if report is None:
        return None
    reaches = [_reach(sizes) for sizes in report.reaches]
    return {
        "notes": list(NOTES),
        "defaults": {visible(space): visible(value) for space, value in report.defaults.items()},
        "left_out": [[list(map(visible, one.metrics)), visible(one)] for one in report.left_out],
        "instances": [[one.n, ", ".join(map(visible, one.arguments))] for one in report.instances],
        "relations": table(_line(one, report, reaches) for one in report.relations),
    }


def _line(one: RelationData, report: RelationsData, reaches: Sequence[tuple[str, int]]) -> dict[str, Any]:
    telling = [row for row in one.bounds if any(value is not None for value in row[1:])]
    n, low, low_at, high, high_at, unbounded = telling[-1] if telling else (NONE, None, None, None, None, None)
    instances = report.instances
    return {
        **_texts(a=one.a, b=one.b, givenA=one.a_given, givenB=one.b_given),
        **_texts(space=one.space, kind=one.kind, statement=one.statement, verdict=one.verdict),
        "formula": spans(one.formula.latex) if one.formula else "",
        "reach": reaches[_place(one.reach, reaches, "reach")],
        "n": n,
        "low": None if low is None else _number(low, "bounds"),
        "lowAt": _place(low_at, instances, "bounds"),
        "high": None if high is None else _number(high, "bounds", down=False),
        "highAt": _place(high_at, instances, "bounds"),
        "unbounded": _place(unbounded, instances, "bounds"),
        "differently": sum(row[3] for row in one.agreement),
        "pairs": sum(row[1] for row in one.agreement),
        "disagreement": tuple(
            (_place(x.instance, instances, "disagreement"), _number(x.a, "disagreement"), _number(x.b, "disagreement"))
            for x in one.disagreement or ()
        ),
    }


def _texts(**texts: str) -> dict[str, str]:
    return {name: visible(text) for name, text in texts.items()}


@lru_cache(maxsize=65536)
def _number(text: str, where: str, *, down: bool = True) -> Number:
    """A number as it is, and in short: a bound rounded to the side on which it is still one."""
    if len(text) <= LONGEST_CONSTANT:
        return visible(text), visible(text)
    if (decimal := rounded(text, down=down, places=6)) is None:
        raise BadReport(f"relations.json: {where} has a number that cannot be read: {visible(text)[:80]}; {ANEW}")
    return visible(text), f"~{decimal}"


def _place(number: Any, listed: Sequence[Any], where: str) -> Any:
    if number is not None and number >= len(listed):
        raise BadReport(f"relations.json: {where} names an entry that is not there: {number}; {ANEW}")
    return number


def _reach(sizes: Sequence[Six]) -> tuple[str, int]:
    """What was gone through, size by size, and whether both metrics have a value on the same instances there."""
    same = not any(only_a or only_b for n, _, _, only_a, only_b, _ in sizes if n > 1)
    return gone_through(Reached(*row[:5], bool(row[5])) for row in sizes), int(same)
