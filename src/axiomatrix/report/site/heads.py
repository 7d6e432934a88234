"""Metrics and axioms as the block ``cells`` has them, and what else there is to say of them beside their cells.

* A metric is ``{"name", "stem", "kind", "family", "library", "about", "formula", "math", "symbols", "doc", "source",
  "parameters", "arguments", "exact"}``: ``math`` are the lines of MathML in pieces, or null, ``symbols`` lists what
  its symbols mean as ``[lines, words]``, ``library`` is empty for the catalogue and for metrics of users. A library's
  has ``called`` as well: ``{"page", "concept", "ties", "definition"}``.
* An axiom is ``{"id", "stem", "formula", "math", "symbols", "group", "quantifier", "doc"}``.
* ``libraries`` has each library by its id: ``{"id", "distribution", "version", "docs"}``; ``pages``, for a source of a
  library's documentation, the address of the page that says it.
* ``ledger`` are the claims that the claims ledger has an entry for.
* ``explored`` is a list of ``[exploration, title, [[metric, axiom], ...]]``: what each exploration asked, as places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import visible
from ...model.registry import Registry
from .typeset import known, typeset

if TYPE_CHECKING:
    from ..libraries.data import LibraryReport
    from .inputs import Inputs


def heads(inputs: Inputs) -> dict[str, Any]:
    """Metrics, axioms, libraries, claims and explorations, by these names."""
    whole, libraries = inputs.whole, inputs.libraries
    registry = known(inputs.registry)
    return {
        "axioms": [_axiom(column, registry) for column in whole.columns],
        "metrics": [_metric(row, inputs.library_of.get(row.name, ""), libraries, registry) for row in whole.rows],
        "libraries": {one.id: _seen(asdict(one)) for one in libraries.libraries} if libraries else {},
        "pages": {id: visible(note.page) for id, note in libraries.sources.items() if note.page} if libraries else {},
        "ledger": _ledger(inputs.claims),
        "explored": _explored(inputs),
    }


def stem(name: str) -> str:
    """What a name contributes to the names of its witness pages (see :attr:`.Witness.slug`)."""
    made = name.lower().replace("[", ".").replace("]", "")
    return "".join(c if (c.isalnum() and c.isascii()) or c in "-._" else "-" for c in made)


def _axiom(column: ColumnHead, registry: Registry) -> dict[str, Any]:
    return {
        "id": visible(column.id),
        "stem": stem(column.id),
        "formula": visible(column.formula),
        **typeset(registry.axioms.get(column.id), column.formula),
        "group": visible(column.group),
        "quantifier": visible(column.quantifier),
        "doc": visible(column.doc, lines=True),
    }


def _metric(row: Row, library: str, libraries: LibraryReport | None, registry: Registry) -> dict[str, Any]:
    data = {
        "name": visible(row.name),
        "stem": stem(row.name),
        "kind": visible(row.kind),
        "family": visible(row.family),
        "library": visible(library),
        "about": visible(row.about),
        "formula": visible(row.formula),
        **typeset(registry.metrics.get(row.name), row.formula),
        "doc": visible(row.doc, lines=True),
        "source": visible(row.source),
        "parameters": _seen(row.parameters),
        "arguments": _seen(row.arguments),
        "exact": row.exact,
    }
    note = libraries.rows.get(row.name) if libraries and library else None
    if note is not None:
        data["called"] = {
            "page": visible(note.page),
            "concept": visible(note.concept),
            "ties": visible(note.ties),
            "definition": visible(note.definition),
        }
    return data


def _ledger(claims: Mapping[str, Any] | None) -> list[str]:
    """The claims of the ledger; whether it is one at all is for its own block to say."""
    listed = claims.get("claims") if claims else None
    entries = listed if isinstance(listed, list) else []
    return [visible(one["id"]) for one in entries if isinstance(one, dict) and isinstance(one.get("id"), str)]


def _explored(inputs: Inputs) -> list[list[Any]]:
    """What each exploration is about; whether it is one at all is for its own block to say."""
    rows = {row.name: number for number, row in enumerate(inputs.whole.rows)}
    columns = {column.id: number for number, column in enumerate(inputs.whole.columns)}
    found = []
    for id, exploration in inputs.explorations.items():
        questions = exploration.answer.get("questions")
        asked: dict[tuple[int, int], None] = {}
        for question in questions if isinstance(questions, list) else []:
            metric = question.get("metric") if isinstance(question, dict) else None
            statement = question.get("statement") if isinstance(question, dict) else None
            axiom = statement.split("(")[0] if isinstance(statement, str) else None  # its arguments follow
            if isinstance(metric, str) and metric in rows and axiom in columns:
                asked[rows[metric], columns[axiom]] = None
        found.append([id, visible(exploration.answer.get("title", "")), [list(pair) for pair in asked]])
    return found


def _seen(texts: Mapping[str, str]) -> dict[str, str]:
    return {visible(name): visible(text) for name, text in texts.items()}
