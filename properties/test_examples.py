"""Examples in the words of axioms are declarations of the axioms: each is what the committed matrix says."""

from __future__ import annotations

from pathlib import Path

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.verdict import STANDING, Verdict
from axiomatrix.report.json_reports import read_matrix

REGISTRY = load_catalogue()
REPORT = Path(__file__).parents[1] / "reports" / "compliance.json"
EXAMPLES = [
    (axiom.id, name, is_kept)
    for axiom in REGISTRY.axioms.values()
    for is_kept, names in ((True, axiom.kept_by), (False, axiom.broken_by))
    for name in names
]


@pytest.fixture(scope="module")
def cells() -> dict[tuple[str, str], list[Cell]]:
    found: dict[tuple[str, str], list[Cell]] = {}
    for cell in read_matrix(REPORT):
        found.setdefault((cell.metric, cell.axiom), []).append(cell)
    return found


def as_said(cell: Cell, is_kept: bool) -> bool:
    """Whether the cell is what the example says; of an instance that is looked for in vain, that there is none."""
    verdict = cell.evidence.verdict
    if REGISTRY.axiom(cell.axiom).quantifier == "there is":
        return verdict is Verdict.PROVED if is_kept else cell.evidence.no_example_found
    return verdict in STANDING if is_kept else verdict is Verdict.REFUTED


def test_there_are_examples_and_none_says_both_of_a_row() -> None:
    assert len(EXAMPLES) > 100
    both = {(a, name) for a, name, kept in EXAMPLES if kept} & {(a, name) for a, name, kept in EXAMPLES if not kept}
    several = {"separation", "proportional"}  # on the open space and not its closure; of one other metric, not another
    assert {axiom for axiom, _ in both} == several


@pytest.mark.parametrize(("axiom", "name", "is_kept"), EXAMPLES)
def test_an_example_is_what_the_matrix_says(
    cells: dict[tuple[str, str], list[Cell]], axiom: str, name: str, is_kept: bool
) -> None:
    assert any(as_said(cell, is_kept) for cell in cells[name, axiom])


def test_an_example_that_is_wrong_is_noticed(cells: dict[tuple[str, str], list[Cell]]) -> None:
    for axiom, name, is_kept in EXAMPLES:
        found = cells[name, axiom]
        if len(found) == 1:
            assert not as_said(found[0], not is_kept)
