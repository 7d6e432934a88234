"""What was looked for in vain, and a best constant, are nowhere shown, counted or advised as what stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from axiomatrix.evidence.evidence import BEST_CONSTANT
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import BEST_SO_FAR, Tone
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.subjects.failures import alternative_statements

REPORT = Path(__file__).parents[2] / "reports" / "compliance.json"


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return read_matrix(REPORT)


def test_no_alternative_is_advised_where_none_was_found(matrix: Matrix) -> None:
    """A claim with another argument under which an instance was looked for in vain: it is not said to hold there."""
    one = next(cell for cell in matrix if cell.evidence.no_example_found and cell.arguments)
    name = next(iter(one.arguments))
    asked = replace(one, arguments={**one.arguments, name: "another"})
    assert not [*alternative_statements(asked, matrix)]
    stands = replace(one, evidence=replace(one.evidence, sought="", reason=""))
    found = [*alternative_statements(asked, replace(matrix, cells=[stands]))]
    assert len(found) == 1 and one.axiom in found[0]


def test_a_question_for_a_constant_has_a_state_of_its_own_in_every_report(matrix: Matrix) -> None:
    asked = {column.id for column in matrix.columns if column.quantifier == "extreme"}
    cells = [cell for cell in matrix if cell.axiom in asked and cell.evidence.verdict in ("exhausted", "searched")]
    assert cells and {cell.status.key for cell in cells} == {BEST_SO_FAR}
    assert not [cell for cell in matrix if cell.axiom not in asked and cell.status.key == BEST_SO_FAR]
    assert {cell.status.tone for cell in cells} == {Tone.SEARCHED}
    assert BEST_CONSTANT not in "".join(cell.status.text for cell in cells)  # its letter says it
