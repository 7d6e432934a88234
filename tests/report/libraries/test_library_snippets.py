"""The code of a finding: it runs as it is pasted, prints its answer, and names what raises."""

from __future__ import annotations

import subprocess
import sys

import library_of_findings as planted
import pytest
from msgspec import structs

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.evidence import CallNote
from axiomatrix.evidence.notation import with_float
from axiomatrix.libraries.implementation import definition_text
from axiomatrix.libraries.list_definitions import complete_definition
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.findings import findings, scripts, sides_text
from axiomatrix.report.libraries.words import LISTED


def test_every_snippet_of_a_finding_runs_in_a_fresh_process_and_prints_its_answer(report: LibraryReport) -> None:
    listed = [finding for finding in findings(report.cells) if finding.rank in LISTED]
    assert listed
    for finding in listed:
        (script,) = scripts(finding.calls)
        done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout.split() == [call.answer for call in finding.calls]


def test_a_call_that_raises_is_a_script_of_its_own_and_imports_stand_once_at_the_top() -> None:
    calls = [
        CallNote("import a\nx = 1\nprint(a.f(x))  # raises ValueError: no\n", "raises ValueError: no", raises=True),
        CallNote("import a\nx = 2\nprint(a.f(x))  # 0.5\n", "0.5", "1/2"),
        CallNote("", "not expressible: so"),
        CallNote("import a\nx = 3\nprint(a.f(x))\n", "3.0", "3"),
        CallNote("import a\nx = 2\nprint(a.f(x))  # 0.5\n", "0.5", "1/2"),
    ]
    assert scripts(calls) == [
        "import a\nx = 2\nprint(a.f(x))  # 0.5; by the definition 1/2 = 0.5\n"
        "\nx = 3\nprint(a.f(x))  # by the definition 3\n",
        "import a\nx = 1\nprint(a.f(x))  # raises ValueError: no\n",
    ]
    assert scripts([]) == []


def test_that_a_call_raises_is_said_by_its_note_and_not_by_the_words_of_its_answer() -> None:
    answering = CallNote("print(f(1))  # raises\n", "raises hopes")
    raising = CallNote("print(f(2))  # refused\n", "refused", raises=True)
    assert scripts([answering, raising]) == [answering.snippet, raising.snippet]
    assert scripts([structs.replace(answering, snippet="print(f(3))\n"), answering]) == [
        "print(f(3))\n\n" + answering.snippet
    ]


def test_variables_that_stay_the_same_are_given_once() -> None:
    calls = [CallNote(f"from a import {f}\nx = [1]\nprint({f}(x))  # 1\n", "1") for f in ("f", "g")]
    assert scripts(calls) == ["from a import f\nfrom a import g\nx = [1]\nprint(f(x))  # 1\nprint(g(x))  # 1\n"]


def test_the_same_call_once_more_gets_its_variables_anew() -> None:
    calls = [CallNote(f"x = [1]\nprint(f(x))  # {answer}\n", answer) for answer in ("1", "2")]
    assert scripts(calls) == ["x = [1]\nprint(f(x))  # 1\n\nx = [1]\nprint(f(x))  # 2\n"]


def test_a_definition_that_breaks_lines_stays_in_its_comment() -> None:
    (script,) = scripts([CallNote("print(1)  # 1\n", "1", "1\nimport os")])
    assert script == "print(1)  # 1; by the definition 1 import os\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2", "2"),
        ("1/2", "1/2 = 0.5"),
        ("1/3", "1/3 ~ 0.3333333333333333"),
        ("log(2)", "log(2) ~ 0.6931471805599453"),
        ("nonsense", "nonsense"),
        ("+".join(["log(2)"] * 20), "~ 13.862943611198906"),
        ("9" * 400, "9" * 400),
    ],
)
def test_an_exact_value_has_its_decimal_beside_it(text: str, message: str) -> None:
    assert with_float(text) == message


def test_a_definition_is_described_by_its_docstring_or_as_a_metric() -> None:
    precision = load_catalogue().metric("precision-at")
    assert definition_text(None) == ""
    assert definition_text(planted.share) == "The share of the listed items that are relevant."
    assert definition_text(precision) == f"precision-at: {precision.formula}"
    assert definition_text(lambda x, k: 0) == "a function of the adapter"
    assert (
        definition_text(complete_definition(precision, 0))
        == f"precision-at: {precision.formula}; 0 where nothing is relevant."
    )


def test_outcomes_that_are_no_numbers_are_not_shown_as_an_equation(report: LibraryReport) -> None:
    cell = next(cell for cell in report.cells if cell.evidence.verdict == "refuted")
    assert cell.evidence.witness is not None
    witness = structs.replace(cell.evidence.witness, lhs="answers nan", op="==", rhs="refuses", n=1, smallest=False)
    sides = sides_text(structs.replace(cell, evidence=structs.replace(cell.evidence, witness=witness)))
    assert sides == "answers nan; expected: refuses; n = 1, the smallest found"
