"""Data for the site's scripts: how a block is written, and the blocks ``formulas`` and ``relations``.

A block is plain JSON in a script of its own, since pages on disk may not read files.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...catalogue import formulas
from ...evidence.notation import LONGEST_CONSTANT, rounded
from ...evidence.safe import visible
from ...model.axiom import Axiom
from ...model.claim import SourceClaim
from ...model.metric import Metric
from ...studies.relate.answer import MetricRelation, ShownInstance
from ..json_reports import BadReport
from ..render.mathml import lines, spans
from ..subjects.relations import NOTES, gone_through
from .inputs import Inputs

if TYPE_CHECKING:
    from .inputs import Inputs


BEGINS = "axiomatrix.give("
"""How a file of data begins, by which one that is not written any more is known."""
Table = dict[str, Any]
"""A list for each field; a list of which much recurs is a list of what there is, and of the place there for each."""


def table(lines: Iterable[Mapping[str, Any]]) -> Table:
    """Lines that have the same fields, field by field: a sixth of their length, since most texts recur."""
    columns: dict[str, list[Any]] = {}
    for line in lines:
        for field, value in line.items():
            columns.setdefault(field, []).append(value)
    return {field: _listed_once(column) for field, column in columns.items()}


def _listed_once(column: list[Any]) -> Any:
    places: dict[Any, int] = {}
    at = [places.setdefault(value, len(places)) for value in column]
    return {"of": list(places), "at": at} if 2 * len(places) < len(column) else column


def data_script(name: str, data: Any) -> bytes:
    """The script that hands the data over; ``ValueError`` for what is not JSON (nan, infinity)."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{BEGINS}{json.dumps(name)}, {text});\n".encode("utf-8", "backslashreplace")


def formulas_block(inputs: Inputs) -> dict[str, Any]:
    """The block ``formulas``: formulas as MathML, for pages that have them as text.

    ``{"metrics": {name: markup}, "axioms": {id: markup}, "claims": {id: markup}}``; of a metric or axiom that declares
    none in LaTeX it is the text. MathML, which browsers show without a script, is ten times as long as the text, and
    packs to a tenth of itself.
    """
    registry, whole = inputs.known, inputs.whole
    claims = {claim.id: claim for source in registry.sources.values() for claim in source.claims.values()}
    return {
        "metrics": _those((row.name, typeset(registry.metrics.get(row.name), row.formula)) for row in whole.rows),
        "axioms": _those((one.id, typeset(registry.axioms.get(one.id), one.formula)) for one in whole.columns),
        "claims": _those((id, typeset(claims[id], claims[id].wording)) for id in sorted(inputs.ledger & claims.keys())),
    }


def _those(made: Any) -> dict[str, str]:
    return {visible(name): markup for name, markup in made if markup}


def typeset(declared: Metric | Axiom | SourceClaim | None, formula: str) -> str:
    """The formula that is declared in LaTeX, if it is declared of what the report says in these words.

    Below the formula of a claim are its symbols; those of metrics and axioms stand on their pages.
    """
    words = declared.wording if isinstance(declared, SourceClaim) else declared.formula if declared else None
    if declared is None or words != formula or lines(declared.latex) is None:
        return f"<code>{html.escape(visible(formula))}</code>" if formula else ""
    listed = formulas.listed(formulas.of_claim(declared)) if isinstance(declared, SourceClaim) else ()
    shown = "".join(f"<dt>{spans(names)}</dt><dd>{html.escape(visible(meaning))}</dd>" for names, meaning in listed)
    return spans(declared.latex) + (f'<dl class="symbols">{shown}</dl>' if shown else "")


NONE = -1
Number = tuple[str, str]
Places = dict[tuple[int, tuple[str, ...]], int]
ANEW = "write it anew with axiomatrix relate, or take it away"


def relations_block(inputs: Inputs) -> dict[str, Any] | None:
    """The block ``relations``: what a metric has to do with every other one of its signature; None without relations.

    ``{"notes": [...], "defaults": {...}, "left_out": [...], "instances": [...], "relations": table}``

    ``relations`` is a table (see :func:`table`) with a line for each relation:

    * ``a``, ``b``, ``givenA``, ``givenB`` (their parameters), ``space``, ``kind`` (that of ``relations.json``),
      ``statement`` and ``verdict`` are texts.
    * ``formula`` is what stands before a in b = s + c a, as MathML, where n is in it; else nothing.
    * ``reach`` is ``[what was gone through, 1 if both have a value on the same instances]``.
    * ``n``, ``low``, ``lowAt``, ``high``, ``highAt``, ``unbounded``: the best constants in low a <= b <= high a at the
      largest n that has any (-1 if there is none), each with a place in ``instances``; null for what there is none of.
      A number is ``[exact, in short]``. ``unbounded`` is an instance with a = 0 < b: then there is no high one.
    * ``differently`` of ``pairs`` of instances are in one order by a and in the other by b, over all n gone through;
      ``disagreement`` are the first two such instances, ``[instance, a, b]`` each, or nothing.

    ``instances`` are ``[n, constructors]``. :class:`BadReport` for data of another shape.
    """
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
