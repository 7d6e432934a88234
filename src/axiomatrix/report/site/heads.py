"""Metrics and axioms as the block ``cells`` has them: what the matrix and the page of a witness ask for.

* A metric is ``{"name", "stem", "file", "family", "formula", "library", "called"}``, an axiom ``{"id", "stem", "file",
  "formula", "quantifier", "about", "called"}``: ``file`` is the page that it is on, ``library`` is empty for the
  catalogue and for metrics of users, ``about`` says more than the formula, ``called`` has the names that people use.
* ``ledger`` are the claims that the claims ledger has an entry for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import visible
from ...model.names import Names
from ...model.registry import Registry
from .links import page, stem
from .typeset import known

if TYPE_CHECKING:
    from .inputs import Inputs


def heads(inputs: Inputs) -> dict[str, Any]:
    """Metrics, axioms and claims, by these names."""
    registry = known(inputs.registry)
    metrics, axioms = _called(registry.metric_names, registry), _called(registry.axiom_names, registry)
    return {
        "axioms": [_axiom(column, axioms.get(column.id, [])) for column in inputs.whole.columns],
        "metrics": [
            _metric(row, inputs.library_of.get(row.name, ""), metrics.get(row.name, [])) for row in inputs.whole.rows
        ],
        "ledger": sorted(map(visible, inputs.ledger)),
    }


def _called(names: Names, registry: Registry) -> dict[str, list[str]]:
    """What people call each metric or axiom, as they write it; with a cut-off too, if the metric takes one."""
    called: dict[str, list[str]] = {}
    for name in {name.shown: name for name in names.by_key.values()}.values():
        for meaning in name.means:
            metric = registry.metrics.get(meaning)
            takes_one = metric is not None and "k" in metric.parameters
            called.setdefault(meaning, []).extend(name.spelled)
            called[meaning] += [f"{text}@k" for text in name.spelled if takes_one and not text.endswith("@k")]
    return called


def _axiom(column: ColumnHead, called: list[str]) -> dict[str, Any]:
    paragraphs = column.doc.replace("\r\n", "\n").split("\n\n")
    return {
        "id": visible(column.id),
        "stem": stem(column.id),
        "file": page("axiom", column.group),
        "formula": visible(column.formula),
        "quantifier": visible(column.quantifier),
        "about": visible(" ".join(paragraphs[1].split())) if len(paragraphs) > 1 else "",
        "called": "; ".join(called),
    }


def _metric(row: Row, library: str, called: list[str]) -> dict[str, Any]:
    return {
        "name": visible(row.name),
        "stem": stem(row.name),
        "file": page("metric", row.family),
        "family": visible(row.family),
        "formula": visible(row.formula),
        "library": visible(library),
        "called": "; ".join(called),
    }
