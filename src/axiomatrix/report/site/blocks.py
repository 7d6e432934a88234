"""Data for the site's scripts: how a block of data is written, and the blocks ``formulas`` and ``relations``.

A *block* is JSON in a script file, because browsers do not let a page on disk read data files. The other blocks are in
separate modules: ``cells_block.py``, ``witnesses_block.py``, ``playground.py``. ``inputs`` has the reports of the
site, and ``inputs.whole`` the matrix with the rows of libraries. The declarations in ``inputs`` may differ from the
run's, because the report is read from a file. ``visible`` makes control characters visible.
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
from ..subjects.relations import NOTES, compared_instances

if TYPE_CHECKING:
    from .inputs import Inputs


DATA_START = "axiomatrix.give("
"""Beginning of a file of data, by which the site recognizes its own files when it removes old ones."""
Table = dict[str, Any]
"""Records stored by field: a list of values, or ``{"of": distinct values, "at": place of each}`` if many recur."""


def table(records: Iterable[Mapping[str, Any]]) -> Table:
    """Store records of the same fields field by field, which takes a sixth of the bytes, since most texts recur.

    Values must be hashable.
    """
    columns: dict[str, list[Any]] = {}
    for record in records:
        for field, value in record.items():
            columns.setdefault(field, []).append(value)
    return {field: _with_shared_values(column) for field, column in columns.items()}


def _with_shared_values(column: list[Any]) -> list[Any] | dict[str, list[Any]]:
    """List distinct values once, with the place of each entry among them, if fewer than half of them are distinct."""
    place_of: dict[Any, int] = {}
    places = [place_of.setdefault(value, len(place_of)) for value in column]
    return {"of": list(place_of), "at": places} if 2 * len(place_of) < len(column) else column


def data_script(name: str, data: Any) -> bytes:
    """Write the script file that passes a block of data to the page's scripts; ``ValueError`` for nan and infinity."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{DATA_START}{json.dumps(name)}, {text});\n".encode("utf-8", "backslashreplace")


def formulas_block(inputs: Inputs) -> dict[str, Any]:
    """Return the block ``formulas``: formulas as MathML, for pages that have them as text.

    ``{"metrics": {name: markup}, "axioms": {id: markup}, "claims": {id: markup}}``. A metric or axiom without LaTeX
    has its text instead. MathML needs no script; it is ten times as long as the text, and compresses to a tenth.
    """
    registry, whole = inputs.declarations, inputs.whole
    claims = {claim.id: claim for source in registry.sources.values() for claim in source.claims.values()}
    return {
        "metrics": _without_empty(
            (row.name, typeset(registry.metrics.get(row.name), row.formula)) for row in whole.rows
        ),
        "axioms": _without_empty((c.id, typeset(registry.axioms.get(c.id), c.formula)) for c in whole.columns),
        "claims": _without_empty(
            (id, typeset(claims[id], claims[id].wording)) for id in sorted(inputs.claim_ids & claims.keys())
        ),
    }


def _without_empty(named_markup: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {visible(name): markup for name, markup in named_markup if markup}


def typeset(declared: Metric | Axiom | SourceClaim | None, formula: str) -> str:
    """Write the declared LaTeX as HTML, or else the report's ``formula`` as code; empty without either.

    The LaTeX counts only if the declaration still has the formula (or wording) of the report. The symbols of a claim's
    formula are explained below it; those of metrics and axioms are on their pages.
    """
    as_code = f"<code>{html.escape(visible(formula))}</code>" if formula else ""
    if declared is None:
        return as_code
    declared_formula = declared.wording if isinstance(declared, SourceClaim) else declared.formula
    if declared_formula != formula or lines(declared.latex) is None:  # another definition, or LaTeX without MathML
        return as_code
    if not isinstance(declared, SourceClaim):
        return spans(declared.latex)
    listed = formulas.listed(formulas.of_claim(declared))
    symbols = "".join(f"<dt>{spans(names)}</dt><dd>{html.escape(visible(meaning))}</dd>" for names, meaning in listed)
    return spans(declared.latex) + (f'<dl class="symbols">{symbols}</dl>' if symbols else "")


NO_SIZE = -1
"""The n of a relation without bounds."""
Number = tuple[str, str]
"""An exact number as text, and its short form."""
Places = dict[tuple[int, tuple[str, ...]], int]
"""The place of each instance in the list of instances, by n and arguments."""
REWRITE_HINT = "rewrite it with axiomatrix relate, or remove it"
"""The end of messages about ``relations.json``."""


def relations_block(inputs: Inputs) -> dict[str, Any] | None:
    """Return the block ``relations``: the relations between metrics of one signature; None without a report on them.

    ``{"notes": [...], "defaults": {...}, "left_out": [...], "instances": [...], "relations": table}``

    ``relations`` is a table (see :func:`table`) with a line for each relation:

    * ``a``, ``b``, ``givenA``, ``givenB`` (their parameters), ``space``, ``kind`` (as in ``relations.json``),
      ``statement`` and ``verdict`` are texts.
    * ``formula`` is the factor c in b = s + c a as MathML if it depends on n; else empty.
    * ``reach`` is ``[the instances that were enumerated, 1 if both have a value on the same instances]``.
    * ``n``, ``low``, ``lowAt``, ``high``, ``highAt``, ``unbounded``: the best constants in low a <= b <= high a at the
      largest n that has any (n = -1 and the others null if there are none). ``At`` is a place in ``instances``.
      A number is ``[exact, shortened]``. ``unbounded`` is an instance with a = 0 < b: then there is no high constant.
    * ``differently`` counts, among ``pairs`` of instances over all enumerated n, those that a and b order oppositely;
      ``disagreement`` is the first such pair, ``[instance, a, b]`` twice, or empty.

    ``instances`` are ``[n, constructors]``. Raises :class:`BadReport` for a number that cannot be read.
    """
    report = inputs.relations
    if report is None:
        return None
    places: Places = {}
    relations = table(_relation_record(relation, places) for relation in report.relations)
    return {
        "notes": list(NOTES),
        "defaults": {visible(space): visible(value) for space, value in report.defaults.items()},
        "left_out": [[list(map(visible, reason.metrics)), visible(reason)] for reason in report.left_out],
        "instances": [[n, ", ".join(map(visible, arguments))] for n, arguments in places],
        "relations": relations,
    }


def _relation_record(relation: MetricRelation, places: Places) -> dict[str, Any]:
    """Return the record of a relation in the block; new instances are added to ``places``."""
    bounds = [bound for bound in relation.bounds if (bound.low, bound.high, bound.unbounded) != (None, None, None)]
    best = bounds[-1] if bounds else None  # the constants of the largest n that has any
    return {
        **_texts(a=relation.a, b=relation.b, givenA=relation.a_given, givenB=relation.b_given),
        **_texts(space=relation.space, kind=relation.kind, statement=relation.statement, verdict=relation.verdict),
        "formula": spans(relation.latex) if relation.formula else "",
        "reach": (compared_instances(relation.sizes), int(relation.same_domain)),
        "n": best.n if best else NO_SIZE,
        "low": _number(best.low, "bounds") if best and best.low is not None else None,
        "lowAt": _place(best.low_at if best else None, places),
        "high": _number(best.high, "bounds", down=False) if best and best.high is not None else None,
        "highAt": _place(best.high_at if best else None, places),
        "unbounded": _place(best.unbounded if best else None, places),
        "differently": relation.differently,
        "pairs": relation.pairs,
        "disagreement": tuple(
            (_place(instance, places), _number(instance.a, "disagreement"), _number(instance.b, "disagreement"))
            for instance in relation.disagreement or ()
        ),
    }


def _texts(**texts: str) -> dict[str, str]:
    """Return these fields with control characters made visible."""
    return {name: visible(text) for name, text in texts.items()}


@lru_cache(maxsize=65536)
def _number(text: str, where: str, *, down: bool = True) -> Number:
    """Return a number and its short form, rounded down for a lower bound and up for an upper one: it stays a bound.

    ``where`` names the part of the file for the message about a number that cannot be read.
    """
    if len(text) <= LONGEST_CONSTANT:
        return visible(text), visible(text)
    decimal = rounded(text, down=down, places=6)
    if decimal is None:
        raise BadReport(
            f"relations.json: {where} has a number that cannot be read: {visible(text)[:80]}; {REWRITE_HINT}"
        )
    return visible(text), f"~{decimal}"


def _place(instance: ShownInstance | None, places: Places) -> int | None:
    """Return the place of an instance in the list of instances; a new instance is added at its end."""
    return None if instance is None else places.setdefault((instance.n, instance.arguments), len(places))
