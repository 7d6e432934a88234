"""Metrics and axioms as the block ``cells`` has them: what the matrix and the page of a witness ask for.

* A metric is ``{"name", "stem", "file", "family", "formula", "library"}``, an axiom ``{"id", "stem", "file", "formula",
  "quantifier", "about"}``: ``file`` is the page that it is on, ``library`` is empty for the catalogue and for metrics
  of users, ``about`` says more than the formula.
* ``ledger`` are the claims that the claims ledger has an entry for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import visible
from .links import page, stem

if TYPE_CHECKING:
    from .inputs import Inputs


def heads(inputs: Inputs) -> dict[str, Any]:
    """Metrics, axioms and claims, by these names."""
    return {
        "axioms": list(map(_axiom, inputs.whole.columns)),
        "metrics": [_metric(row, inputs.library_of.get(row.name, "")) for row in inputs.whole.rows],
        "ledger": sorted(map(visible, inputs.ledger)),
    }


def _axiom(column: ColumnHead) -> dict[str, Any]:
    paragraphs = column.doc.replace("\r\n", "\n").split("\n\n")
    return {
        "id": visible(column.id),
        "stem": stem(column.id),
        "file": page("axiom", column.group),
        "formula": visible(column.formula),
        "quantifier": visible(column.quantifier),
        "about": visible(" ".join(paragraphs[1].split())) if len(paragraphs) > 1 else "",
    }


def _metric(row: Row, library: str) -> dict[str, Any]:
    return {
        "name": visible(row.name),
        "stem": stem(row.name),
        "file": page("metric", row.family),
        "family": visible(row.family),
        "formula": visible(row.formula),
        "library": visible(library),
    }
