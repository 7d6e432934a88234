"""Rows of the catalogue as tables: the lattice and the cells say the same of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from docs_blocks import ROOT

from axiomatrix.catalogue import load_catalogue
from axiomatrix.numbers.exact import Undefined
from axiomatrix.numbers.rationals import as_rational
from axiomatrix.report import axiom_lattice
from axiomatrix.studies.axiom_sets.answer import Subject
from axiomatrix.studies.axiom_sets.tables import AxiomTable, Condition

HOLDS = {"proved", "certified", "exhausted"}


def values_of(row: Any, table: AxiomTable) -> list[Any]:
    """The values of a row at the places of a table; None where it has no rational value."""
    values = []
    for arguments in table.entries:
        try:
            values.append(as_rational(row.evaluate(*arguments, {})))
        except Undefined:
            values.append(None)
    return values


def satisfies(conditions: Iterable[Condition], values: list[Any]) -> bool:
    """Whether the conditions hold, as far as they are about places that have a value."""
    return all(c.holds(values) for c in conditions if all(values[k] is not None for k, _ in c.terms))


def test_rows_are_tables_that_the_lattice_allows() -> None:
    """A row that is a table satisfies what its cells hold, no contradictory set, and all that follows."""
    registry = load_catalogue()
    stored = axiom_lattice.read_lattices(ROOT / "reports" / "axiom_sets.json").lattices[0]
    cells: dict[str, dict[str, str]] = {}
    for cell in json.loads((ROOT / "reports" / "compliance.json").read_text(encoding="utf-8"))["cells"]:
        cells.setdefault(cell["metric"], {})[cell["axiom"]] = cell["evidence"]["verdict"]
    table = AxiomTable(Subject("judged lists", 4, 1))
    assert stored.subject == table.subject
    seen = set()
    for row in registry.metrics.values():
        if row.kind != "score" or row.parameters or not row.exact or row.arguments != table.metric.arguments:
            continue
        values = values_of(row, table)
        seen.add(row.name)
        kept = {n for n in stored.axioms if satisfies(table.conditions(registry.axioms[n]), values)}
        assert {n for n in stored.axioms if cells.get(row.name, {}).get(n) in HOLDS} <= kept, row.name
        if None in values:
            continue
        assert not [one.axioms for one in stored.contradictions if kept.issuperset(one.axioms)]
        assert stored.follows(frozenset(kept)) == kept
    assert {"precision", "recall", "reciprocal-rank", "average-precision[whole]"} <= seen
