"""The whole catalogue ends in at most 40 lines; a file of one's own shows first what is broken, and what to write."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import Outcome
from axiomatrix.report.matrix.data import read
from axiomatrix.report.matrix.text import show

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole() -> Matrix:
    matrix = read(ROOT / "reports" / "compliance.json")
    matrix.expect({cell.key: cell.outcome for cell in matrix.cells})
    return matrix


def shown(matrix: Matrix, *, verbose: bool = False, files: tuple[str, ...] = ()) -> str:
    console = Console(file=io.StringIO(), width=100)
    show(matrix, console, files=files, verbose=verbose)
    return str(console.file.getvalue())  # type: ignore[attr-defined]  # of StringIO


def test_the_whole_catalogue_ends_in_forty_lines(whole: Matrix) -> None:
    lines = shown(whole).splitlines()
    assert len(lines) <= 40
    assert lines[0].startswith(f"{len(whole.rows)} metrics x ")
    assert f"broken as expected: {len(whole.broken)} claims" in "\n".join(lines)
    assert "reports/site/index.html, reports/compliance.md; --verbose" in lines[-1]
    counted = [line.split() for line in lines if " of " in line and not line.startswith("broken")]
    sought = Counter(cell.evidence.sought for cell in whole)
    for place, what in ((-4, "an instance"), (-3, "a constant")):  # neither is among what stands
        assert sought[what] and sum(int(words[place].replace(",", "")) for words in counted) == sought[what]
    assert sum(int(words[-10].replace(",", "")) for words in counted) == len(whole.rows)


def test_a_small_matrix_ends_in_what_to_open_too(whole: Matrix) -> None:
    one = [row for row in whole.rows if row.name == "kendall"]
    cells = [cell for cell in whole.cells if cell.metric == "kendall"]
    small = Matrix(one, whole.columns, cells, whole.profile, whole.seed)
    for files in ((), ("mine.py",)):
        assert shown(small, files=files).splitlines()[-1] == "open reports/site/index.html"


def test_what_is_not_as_pinned_is_named_however_much_it_is(whole: Matrix) -> None:
    assert "not as expected" not in shown(whole)
    one = whole.broken[0]
    cells = [replace(cell, expected=Outcome.AS_DECLARED) if cell is one else cell for cell in whole]
    text = shown(replace(whole, cells=cells))
    assert "not as expected: 1 claim" in text and f"{one.metric}: {one.title}: broken, refuted" in text
    cells = [replace(cell, expected=Outcome.OPEN) for cell in whole]
    assert len(shown(replace(whole, cells=cells)).splitlines()) <= 40


@pytest.mark.slow
def test_verbose_and_files_of_ones_own_show_the_matrix(whole: Matrix) -> None:
    assert "X refuted" in shown(whole, verbose=True)
    text = shown(whole, files=("mine.py",))
    assert text.index("broken claims:") < text.index("X refuted")
