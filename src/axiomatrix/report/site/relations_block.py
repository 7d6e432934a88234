"""The block ``relations``: what a metric has to do with every other one of its signature.

``{"notes": [...], "defaults": {...}, "left_out": [...], "instances": [...], "relations": table}``

``relations`` is a table (see :mod:`.data_script`) with a line for each relation:

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

from functools import lru_cache
from typing import Any

from ...evidence.notation import LONGEST_CONSTANT, rounded
from ...evidence.safe import visible
from ...studies.relate.answer import MetricRelation, ShownInstance
from ..json_reports import BadReport
from ..render.mathml import spans
from ..subjects.relations import NOTES, gone_through
from .data_script import table
from .inputs import Inputs

NONE = -1
Number = tuple[str, str]
Places = dict[tuple[int, tuple[str, ...]], int]
ANEW = "write it anew with axiomatrix relate, or take it away"


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block, None without relations; :class:`BadReport` for data of another shape."""
    report = inputs.related
    if report is None:
        return None
    places: Places = {}
    relations = table(_line(one, places) for one in report.relations)
    return {
        "notes": list(NOTES),
        "defaults": {visible(space): visible(value) for space, value in report.defaults.items()},
        "left_out": [[list(map(visible, one.metrics)), visible(one)] for one in report.left_out],
        "instances": [[n, ", ".join(map(visible, arguments))] for n, arguments in places],
        "relations": relations,
    }


def _line(one: MetricRelation, places: Places) -> dict[str, Any]:
    telling = [row for row in one.bounds if (row.low, row.high, row.unbounded) != (None, None, None)]
    best = telling[-1] if telling else None
    return {
        **_texts(a=one.a, b=one.b, givenA=one.a_given, givenB=one.b_given),
        **_texts(space=one.space, kind=one.kind, statement=one.statement, verdict=one.verdict),
        "formula": spans(one.latex) if one.formula else "",
        "reach": (gone_through(one.sizes), int(one.same_domain)),
        "n": best.n if best else NONE,
        "low": _number(best.low, "bounds") if best and best.low is not None else None,
        "lowAt": _place(best.low_at if best else None, places),
        "high": _number(best.high, "bounds", down=False) if best and best.high is not None else None,
        "highAt": _place(best.high_at if best else None, places),
        "unbounded": _place(best.unbounded if best else None, places),
        "differently": one.differently,
        "pairs": one.pairs,
        "disagreement": tuple(
            (_place(shown, places), _number(shown.a, "disagreement"), _number(shown.b, "disagreement"))
            for shown in one.disagreement or ()
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


def _place(shown: ShownInstance | None, places: Places) -> int | None:
    """The place of an instance among those that are listed; a new one is listed last."""
    return None if shown is None else places.setdefault((shown.n, shown.arguments), len(places))
