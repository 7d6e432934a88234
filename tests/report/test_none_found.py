"""What was looked for in vain is nowhere shown, counted or advised as what stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import NONE_FOUND
from axiomatrix.report.matrix.data import read
from axiomatrix.report.matrix.summary import _verdicts
from axiomatrix.report.matrix.view import View

REPORT = Path(__file__).parents[2] / "reports" / "compliance.json"


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return read(REPORT)


def test_the_summary_counts_it_apart(matrix: Matrix) -> None:
    heads, _, *rows = [line.strip().strip("|").split("|") for line in _verdicts(matrix).chunks]
    place = [head.strip() for head in heads].index(NONE_FOUND.word)
    counted = sum(int(row[place].strip() or 0) for row in rows if place < len(row))
    per_row = Counter(cell.metric for cell in matrix if cell.evidence.in_vain)
    assert per_row and counted == sum(per_row.values())


def test_no_repair_is_advised_where_none_was_found(matrix: Matrix) -> None:
    """A claim with another argument under which an instance was looked for in vain: it is not said to hold there."""
    one = next(cell for cell in matrix if cell.evidence.in_vain and cell.arguments)
    name = next(iter(one.arguments))
    asked = replace(one, arguments={**one.arguments, name: "another"})
    assert View(matrix, "reports", None, ()).repair(asked) == []
    stands = replace(one, evidence=replace(one.evidence, in_vain=False, reason=""))
    found = View(replace(matrix, cells=[stands]), "reports", None, ()).repair(asked)
    assert len(found) == 1 and one.axiom in found[0]
