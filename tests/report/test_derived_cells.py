"""What theorems say of cells stands beside their own evidence, with its derivation, and changes no file of data."""

from __future__ import annotations

import pytest

import axiomatrix
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.cli.explain import explained
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.words import Positions
from axiomatrix.report.deductions import derive
from axiomatrix.report.matrix.data import dumps, from_data, to_data
from axiomatrix.report.matrix.markdown import pages

REGISTRY = load_catalogue()
ROW, AXIOM, THEOREM = "area-normalised[full]", "non-negativity", "a-range-above-zero-is-non-negative"


@pytest.fixture(scope="module")
def checked() -> Matrix:
    return axiomatrix.check(ROW, profile="quick", use_pins=False)


def test_a_cell_that_others_make_stronger_says_so_with_its_grounds(checked: Matrix) -> None:
    matrix = derive(checked)
    (shown,) = Positions(matrix).at(ROW, AXIOM)
    assert shown.cell.evidence.verdict == "exhausted" and shown.symbol == "E"
    assert shown.derived is not None and THEOREM in shown.brief and " from " not in shown.brief
    assert shown.further.startswith(f"derived: proved by {THEOREM}, from {ROW} x lies-between(high=1, low=0): proved")
    assert shown.further in shown.notes


def test_pages_and_explanations_have_it(checked: Matrix) -> None:
    page = "\n".join(pages(derive(checked), REGISTRY).values())
    assert "derived: proved by a-range-above-zero-is-non-negative" in page.replace("\\", "")
    text = explained(checked, REGISTRY.metric(ROW), REGISTRY)
    assert f"    {ROW} x {AXIOM}: proved  [by {THEOREM}]" in text
    assert f"      {ROW} x lies-between(high=1, low=0): proved" in text


def test_the_evidence_and_the_file_stay_what_they_are(checked: Matrix) -> None:
    fresh = from_data(to_data(checked))
    before = dumps(fresh)
    assert fresh.derived == {}
    assert dumps(derive(fresh)) == before and fresh.derived
    assert all(cell.evidence.verdict != "refuted" or key not in fresh.derived for key, cell in of(fresh).items())


def of(matrix: Matrix) -> dict[object, axiomatrix.Cell]:
    return {cell.key: cell for cell in matrix.cells}


def test_what_is_derived_is_no_stronger_than_what_it_stands_on() -> None:
    """Without the proof of the range, the cell that it is derived from was exhausted only, and nothing is said."""
    matrix = axiomatrix.check(ROW, profile="quick", use_pins=False)
    weaker = from_data(to_data(matrix))
    weaker.rows[:] = [row.__class__(**{**vars(row), "digest": "another definition"}) for row in weaker.rows]
    weaker.cells[:] = [cell for cell in weaker.cells if cell.evidence.proof is None]
    assert all("proved" not in one.text.split(" by ")[0] for one in derive(weaker).derived.values())


@pytest.mark.slow
def test_the_catalogue_has_the_cells_that_deduction_knows_better() -> None:
    from pathlib import Path

    from axiomatrix.report.matrix.data import read
    from axiomatrix.studies.deduce.run import Deduction

    report = Path(__file__).parents[2] / "reports" / "compliance.json"
    matrix = read(report)
    found = Deduction(matrix)
    assert {one.cell.key for one in (*found.upgrades, *found.constants)} == set(derive(matrix).derived)
