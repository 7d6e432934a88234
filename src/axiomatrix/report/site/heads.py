"""Metrics and axioms as the block ``cells`` has them: what the matrix and the page of a witness ask for.

* A metric is ``{"name", "called", "file", "family", "formula", "library", "kind", "digest", "sort", "takes"}``, and an
  axiom ``{"id", "called", "file", "formula", "group", "about", "sorts"}``: ``called`` are its other
  names, ``file`` is its page, ``library`` is empty for the catalogue and for metrics of users, ``digest`` is that of
  the file that defines it, ``sort`` is what the metric is about, ``takes`` its parameters: ``[low, high or null, 1 with
  both ends, 1 if whole]`` of a number, null of anything else. ``about`` says more than the formula, ``sorts`` what the
  axiom is about.
* ``names`` are what people use: of metrics and of axioms a list of ``[[place ...], [spelling ...], parameters]``, the
  usual meaning first; the parameters are those that the name says by itself.
* ``theorems`` are ``[[[place of an axiom, 1 if it is to hold] ...], text]``: what no metric fulfils together, and why.
* ``ledger`` are the claims that the claims ledger has an entry for, as :func:`.claims.brief` tells them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import visible
from ...model.axiom import Axiom
from ...model.metric import Metric
from ...model.names import Names
from ...numbers.exact import fraction
from ...spaces import Space
from ...spaces.cut_offs import CutOffs
from ...spaces.scalars import Numbers
from ...studies.ask.choosing import clashes
from .claims import brief
from .links import page

if TYPE_CHECKING:
    from .inputs import Inputs


def heads(inputs: Inputs) -> dict[str, Any]:
    """Metrics, axioms, their names and claims."""
    registry = inputs.known
    rows, columns = inputs.whole.rows, inputs.whole.columns
    names = {
        "metrics": _names(registry.metric_names, inputs.row_places),
        "axioms": _names(registry.axiom_names, inputs.column_places),
    }
    made: dict[str, Any] = {
        "axioms": [_axiom(column, registry.axioms.get(column.id)) for column in columns],
        "metrics": [_metric(row, inputs.library_of.get(row.name, ""), registry.metrics.get(row.name)) for row in rows],
        "names": names,
        "ledger": brief(inputs),
        "theorems": _theorems(inputs.column_places),
    }
    for what, listed in names.items():
        for means, spelled, _ in listed:
            for place in means:
                made[what][place]["called"] += _called(spelled, made[what][place].get("takes", {}))
    return made


def _called(spelled: list[str], takes: Mapping[str, Any]) -> str:
    """The spellings of a name as they are searched, with a cut-off where it may have one."""
    cut = [f"{text}@k" for text in spelled if not text.endswith("@k")] if takes.get("k") else []
    return "".join(f"{text}; " for text in (*spelled, *cut))


def _theorems(places: Mapping[str, int]) -> list[list[Any]]:
    """What theorems exclude among the axioms that have a place."""
    return [
        [[[places[axiom], int(must)] for axiom, must in clash.wishes], clash.text]
        for clash in clashes()
        if all(axiom in places for axiom, _ in clash.wishes)
    ]


def _names(names: Names, places: Mapping[str, int]) -> list[list[Any]]:
    """The names of what has a place, as people write them."""
    every = {name.shown: name for name in names.by_key.values()}.values()
    pairs = (([places[one] for one in name.means if one in places], name) for name in every)
    return [
        [means, list(name.spelled), ", ".join(f"{key} = {value}" for key, value in name.given.items())]
        for means, name in pairs
        if means
    ]


def _axiom(column: ColumnHead, axiom: Axiom | None) -> dict[str, Any]:
    paragraphs = column.doc.replace("\r\n", "\n").split("\n\n")
    return {
        "id": visible(column.id),
        "called": "",
        "file": page("axiom", column.group),
        "formula": visible(column.formula),
        "group": visible(column.group),
        "about": visible(" ".join(paragraphs[1].split())) if len(paragraphs) > 1 else "",
        "sorts": [visible(sort) for sort in axiom.about] if axiom is not None else [],
    }


def _metric(row: Row, library: str, metric: Metric | None) -> dict[str, Any]:
    spaces = metric.parameters if metric is not None else {}
    return {
        "name": visible(row.name),
        "called": "",
        "file": page("metric", row.family),
        "family": visible(row.family),
        "formula": visible(row.formula),
        "library": visible(library),
        "kind": row.kind,
        "digest": visible(row.digest),
        "sort": visible(row.about),
        "takes": {visible(name): _bounds(spaces.get(name)) for name in row.parameters},
    }


def _bounds(space: Space | None) -> list[Any] | None:
    """Between what a parameter is, if it is a number."""
    if isinstance(space, CutOffs):
        return [1, None, 1, 1]
    if isinstance(space, Numbers):
        return [
            float(fraction(space.low)),
            None if space.high is None else float(fraction(space.high)),
            int(space.closed),
            0,
        ]
    return None
