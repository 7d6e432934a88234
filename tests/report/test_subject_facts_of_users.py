"""Documents of cells of users' metrics say what the structs say, whatever sort they are about and whatever they do."""

from __future__ import annotations

from typing import Any

import pytest
from document_facts import check_cell, said

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axiom, metric, relation, spaces
from axiomatrix.numbers.exact import Undefined, log, rational
from axiomatrix.report.document import plain_text
from axiomatrix.report.subjects import axiom as axioms_shown
from axiomatrix.report.subjects import cell as cells
from axiomatrix.report.subjects import metric as metrics_shown

HOSTILE = "<script>alert(1)</script> | `x` \x1b[31m"
ASKED = {
    "pairs": ["symmetry", "triangle-inequality", "left-invariance", "scale-free"],
    "lists": ["swap", "range-zero-one", "padding", "priority"],
}


def pair(space: Any) -> dict[str, Any]:
    return {"a": space, "b": space}


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Metrics of all sorts: wrong, in floats, with formal constants, without values, with faults."""
    made = Registry(REGISTRY)

    @metric("on-ranks", registry=made, parameters={"w": spaces.element_weights()}, holds=["symmetry"], source=HOSTILE)
    def on_ranks(a: Any, b: Any, w: Any) -> Any:
        """sum of w_x (b(x) - a(x))^2 over items ahead in a"""
        return sum(w[x] * (b[x] - a[x]) ** 2 for x in a.order[:2])

    @metric("on-weak-orders", registry=made, arguments=pair(spaces.weak_order), holds=["symmetry"])
    def on_weak_orders(a: Any, b: Any) -> Any:
        """number of buckets of a"""
        return abs(len(a.buckets) - len(b.buckets)) * len(a.buckets)

    @metric("on-partial-orders", registry=made, arguments=pair(spaces.partial_order), fails={"symmetry": "by design"})
    def on_partial_orders(a: Any, b: Any) -> Any:
        """0"""
        return rational(0)

    @metric("on-top-lists", registry=made, arguments=pair(spaces.top_list), holds=["symmetry", "triangle-inequality"])
    def on_top_lists(a: Any, b: Any) -> Any:
        """1 if the first items differ, times the length"""
        return len(a.items) if a.items[:1] != b.items[:1] else 0

    @metric("on-lists", kind="score", registry=made, arguments={"x": spaces.binary_list}, holds=["swap", "padding"])
    def on_lists(x: Any) -> Any:
        """log of 1 plus the rank of the last relevant item; no value for one item"""
        if x.n == 1:
            raise Undefined("one item")
        return max((log(i + 1) for i in range(1, x.n + 1) if x[i] > 0), default=log(1))

    @metric("on-scores", kind="score", registry=made, arguments={"x": spaces.scored_list}, holds=["padding"])
    def on_scores(x: Any) -> Any:
        """first grade, divided by what may be nothing"""
        return rational(1) / (x.n - 2)

    @metric("in-floats", registry=made, holds=["triangle-inequality"], exact=False)
    def in_floats(a: Any, b: Any) -> Any:
        """0.1 per moved item, squared"""
        return float(sum(0.1 * abs(float(a[x]) - float(b[x])) ** 2 for x in a.items))

    return made


def checked(name: str, registry: Registry) -> Matrix:
    asked = ASKED["lists" if registry.metric(name).kind == "score" else "pairs"]
    return axiomatrix.check(name, axioms=asked, profile="quick", use_pins=False, registry=registry)


NAMES = ("on-ranks", "on-weak-orders", "on-partial-orders", "on-top-lists", "on-lists", "on-scores", "in-floats")


@pytest.mark.parametrize("name", NAMES)
def test_cells_of_a_small_matrix_are_told_as_they_are(name: str, registry: Registry) -> None:
    matrix = checked(name, registry)
    context = cells.CellContext(registry, matrix, "reports", ["mine.py"])
    assert len(matrix) > 1
    for cell in matrix:
        shown = cells.document(cell, context)
        check_cell(shown, cell, registry)
        if cell.evidence.fault is not None:
            assert all(line.strip() in said(shown) for line in cell.evidence.fault.text)
    page = said(metrics_shown.document(matrix.rows[0], context))
    assert all(cell.status.text in page for cell in matrix if cell.status.is_asked)


def test_a_users_axiom_is_told_by_its_formula_or_its_sentence(registry: Registry) -> None:
    @axiom("bare", over={"a": spaces.ranking})
    def bare(d: Any, a: Any) -> Any:
        """d(a, a) <= 1 {w} <b>"""
        return relation.at_most(d(a, a), 1)

    @axiom("said", over={"a": spaces.ranking}, sentence="It is {small} on <b>equal</b> rankings.")
    def with_sentence(d: Any, a: Any) -> Any:
        """d(a, a) <= 1"""
        return relation.at_most(d(a, a), 1)

    for one, sentence in ((bare, ""), (with_sentence, "It is {small} on <b>equal</b> rankings.")):
        assert plain_text(axioms_shown.declaration_document(one).summary) == sentence
        matrix = axiomatrix.check("on-ranks", axioms=[one], profile="quick", registry=registry)
        context = cells.CellContext(registry, matrix)
        for cell in matrix:
            check_cell(cells.document(cell, context), cell, registry)
        page = said(axioms_shown.document(matrix.columns[0], context))
        assert one.formula in page and "on-ranks" in page
