"""Findings about libraries: which cells are of one cause, and what a maintainer would call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import CallNote, Comparison, Evidence, Witness
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.libraries import LIBRARIES
from axiomatrix.report.libraries import data
from axiomatrix.report.libraries.findings import Finding, findings, findings_of, scripts
from axiomatrix.report.libraries.words import CONVENTION, CRASH, EDGE, LISTED, SILENT
from axiomatrix.spaces.parameters import ParameterDomain

COMMITTED = Path(__file__).parents[3] / "reports/libraries.json"
DEVIATES, CHOICE = "deviates from its definition", "undocumented convention"


def call(answer: str, definition: str = "", given: str = "x = [1]", function: str = "f", end: str = "") -> CallNote:
    return CallNote(
        f"from a import {function}\n{given}\nprint({function}(x){end})\n",
        answer,
        definition,
        answer.startswith("raises"),
    )


def cell(
    row: str,
    axiom: str,
    *calls: CallNote,
    wording: str = DEVIATES,
    documented: bool = False,
    other: str = "",
    n: int = 1,
) -> Cell:
    arguments: dict[str, int | str] = {"other": other} if other else {}
    sides = {"n": n, "instance": {}, "parameters": {}, "lhs": "0.0", "op": "==", "rhs": "1.0", "smallest": True}
    witness = Witness(row, axiom, arguments, ParameterDomain.OPEN, **sides)  # type: ignore[arg-type]  # by name
    says = "says that it holds" if documented else "is silent"
    compared = Comparison("has no value", says, wording, calls)  # type: ignore[arg-type]  # one of its words
    evidence = Evidence(Verdict.REFUTED, "enumeration", (Reach("enumeration", 1, n, 4),), witness, comparison=compared)
    return Cell(row, axiom, arguments, ParameterDomain.OPEN, claims=(), evidence=evidence)


def stands(row: str, axiom: str, other: str = "") -> Cell:
    arguments: dict[str, int | str] = {"other": other} if other else {}
    evidence = Evidence(Verdict.EXHAUSTED, "enumeration", (Reach("enumeration", 1, 3, 4),))
    return Cell(row, axiom, arguments, ParameterDomain.OPEN, claims=(), evidence=evidence)


def only(*cells: Cell) -> Finding:
    (finding,) = findings(cells)
    return finding


@pytest.mark.parametrize(
    ("failing", "rank"),
    [
        (cell("a.f", "padding", call("0.5", "1")), SILENT),
        (cell("a.f", "padding", call("0.5", "1"), documented=True), SILENT),
        (cell("a.f", "padding", call("answers nan", "1")), EDGE),
        (cell("a.f", "padding", call("answers nan")), CONVENTION),
        (cell("a.f", "padding", call("raises ValueError: empty", "1")), CONVENTION),
        (cell("a.f", "padding", call("raises ValueError: empty", "1"), documented=True), EDGE),
        (cell("a.f", "padding", call("raises ZeroDivisionError: division by zero"), wording=CHOICE), CRASH),
        (cell("a.f", "padding", call("raises KeyError: 'q1'", end="['q1']"), wording=CHOICE), CONVENTION),
        (cell("x-boost.f", "padding", call("raises XBoostError: no rows"), wording=CHOICE), CONVENTION),
        (cell("x-boost.f", "padding", call("raises YBoostError: no rows"), wording=CHOICE), CRASH),
        (cell("a.f", "padding", call("raises NotComputableError: no example"), wording=CHOICE), CONVENTION),
        (cell("x.f", "padding", call("raises AssertionError: queries do not match"), wording=CHOICE), CONVENTION),
        (cell("x.f", "padding", call("raises AssertionError"), wording=CHOICE), CRASH),
        (cell("a.f", "padding", call("raises KeyError: 'q1'"), wording=CHOICE), CRASH),
        (cell("a.f", "padding", call("the process is ended by SIGSEGV"), call("0.0"), wording=CHOICE), CRASH),
        (cell("a.f", "refuses-nan-score", call("1.0"), wording=CHOICE), CONVENTION),
        (cell("a.f", "answers-cut-off-zero", call("raises ZeroDivisionError: by zero"), wording=CHOICE), CONVENTION),
        (cell("a.f", "answers-cut-off-zero", call("raises ValueError: k"), documented=True), EDGE),
        (cell("a.f", "duplicate-item-keeps-range", call("1.5"), wording=CHOICE), SILENT),
        (cell("a.f", "huge-grades", call("1.0", "1"), call("0.0", "1", "x = [4294967296]")), CONVENTION),
    ],
)
def test_a_cell_is_ranked_by_what_the_library_answers_and_what_is_documented(failing: Cell, rank: str) -> None:
    assert only(failing).rank == rank


def test_a_process_that_died_is_a_crash_with_its_signal() -> None:
    evidence = Evidence(Verdict.CRASHED, reason="the process died of signal 11")
    died = Cell("a.f", "padding", {}, ParameterDomain.OPEN, claims=(), evidence=evidence)
    finding = only(died)
    assert finding.rank == CRASH and "signal 11" in finding.title and finding.calls == ()


def test_a_choice_of_one_library_alone_is_wrong_and_one_that_others_share_is_a_convention() -> None:
    answers = (call("0.5"), call("0.25", given="x = [2]"))
    alone = cell("a.f", "query-order", *answers, wording=CHOICE)
    assert only(alone).rank == CONVENTION, "nobody else was asked"
    assert only(alone, stands("b.f", "query-order")).rank == SILENT
    for choice in ("no-value-where-undefined", "missing-query-counts-zero", "monotone-in-depth"):
        chosen = cell("a.f", choice, call("1.0"), wording=CHOICE)
        assert only(chosen, stands("b.f", choice)).rank == CONVENTION, choice
    shared = cell("b.f", "query-order", *answers, wording=CHOICE)
    assert {finding.rank for finding in findings([alone, shared, stands("c.f", "query-order")])} == {CONVENTION}
    paired = cell("a.f", "at-most-sibling", *answers, wording=CHOICE, other="a.g")
    assert only(paired, stands("b.f", "at-most-sibling", "b.g")).rank == CONVENTION


def test_a_choice_is_compared_with_that_of_metrics_of_the_same_sort() -> None:
    failing = cell("a.ndcg", "order-of-tied-items", call("1.0"), call("0.0", given="x = [2]"), wording=CHOICE)
    held = stands("b.tau", "order-of-tied-items")
    lists, orders = "judged lists", "weak orders"
    for sort, rank in ((lists, SILENT), (orders, CONVENTION)):
        (finding,) = findings([failing, held], {"a.ndcg": lists, "b.tau": sort})
        assert finding.rank == rank, sort


def test_a_formula_that_no_library_computes_is_what_is_wrong() -> None:
    failing = cell("a.f", "agrees-with-definition", call("0.5", "1"))
    assert only(failing, stands("a.f", "agrees-with", "a.g")).rank == SILENT, "of the same library"
    assert only(failing, stands("b.f", "agrees-with", "a.f")).rank == EDGE


def test_a_row_that_computes_something_else_is_one_finding_with_its_smallest_input_first() -> None:
    large = cell("a.f", "padding", call("0.5", "1", "x = [1, 2]"), n=2)
    small = cell("a.f", "agrees-with-definition", call("0.25", "1"))
    huge = cell("a.f", "huge-grades", call("1.0", "1"), call("9.0", "1", "x = [9]"))
    typed = cell("a.f", "dtype-of-scores", call("1.0", "1"), call("9.0", "1", "x = np.array([1], dtype='uint8')"))
    one, other = findings([large, typed, huge, small])
    assert (
        one.failing_properties == {"a.f": ["agrees-with-definition", "huge-grades", "padding"]}
        and one.clearest_cell is small
    )
    assert other.cells == (typed,) and len(other.calls) == 2
    assert (one.expected, one.actual) == ("1", "0.25")


def test_rows_of_one_library_with_the_same_symptom_are_one_finding_and_those_of_others_are_not() -> None:
    raising = [
        cell(row, "padding", call("raises IndexError: index 7 of 'x'", function=row[-1]))
        for row in ("a.f", "a.g", "b.f")
    ]
    assert [finding.rows for finding in findings(raising)] == [("a.f", "a.g"), ("b.f",)]
    coarse = call("0.5", "1", "x = [16777217.0, 16777216.0]", "g")
    single = [cell("a.f", "shifted-scores", call("0.5", "1", "x = [1e-60, 0.0]")), cell("a.g", "huge", coarse)]
    assert only(*single).rows == ("a.f", "a.g")
    same = [cell(row, "padding", call("0.5", "1", function=row[-1])) for row in ("a.f", "a.g")]
    assert only(*same).rows == ("a.f", "a.g"), "the same input, answer and definition"
    apart = [cell(row, "padding", call("0.5", "1", f"x = [{k}]", row[-1])) for k, row in enumerate(("a.f", "a.g"))]
    assert len(findings(apart)) == 2


def test_the_committed_report_has_a_finding_for_each_cause() -> None:
    found = findings_of(data.read(COMMITTED))
    listed = [finding for finding in found if finding.rank in LISTED]
    cells = [cell.key for finding in found for cell in finding.cells]
    assert len(cells) == len(set(cells)) > 2 * len(found) > 0
    assert all(finding.calls and all(call.snippet for call in finding.calls) for finding in listed)
    causes = {finding.title for finding in listed}
    assert len(causes) == len(listed)
    (unsigned,) = [f for f in listed if f.library == "sklearn" and f.clearest_cell.axiom == "dtype-of-scores"]
    assert len(unsigned.rows) == 3


@pytest.mark.parametrize("id", ["scipy", "sklearn"])
def test_the_code_of_a_committed_finding_runs_as_printed_and_answers_what_it_says(id: str) -> None:
    report = data.read(COMMITTED)
    (library,) = [library for library in report.libraries if library.id == id]
    if not LIBRARIES[id].is_installed or LIBRARIES[id].version != library.version:
        pytest.skip(f"{id} {library.version} is not installed")
    of_library = [f for f in findings_of(report) if f.library == id and f.rank in LISTED]
    assert of_library
    for finding in of_library:
        code = scripts(finding.calls)
        runs = [
            subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True)
            for script in code
        ]
        printed = "".join(run.stdout + run.stderr[-500:] for run in runs)
        for call in finding.calls:
            assert call.answer.removeprefix("answers ").removeprefix("raises ") in printed, finding.title
