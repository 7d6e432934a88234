"""The status of a cell is computed in one place, and every report takes its symbol and word from one table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence, Extreme, Sought, Witness
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.status import CellStatus, EvidenceGrade, status_of
from axiomatrix.evidence.verdict import BEST_SO_FAR, NO_EXAMPLE, NOTATION, Verdict
from axiomatrix.report import saving
from axiomatrix.report.documents import html_of
from axiomatrix.report.results import matrix_text
from axiomatrix.report.site import cells_block, matrix_table, static_pages
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.spaces.parameters import ParameterDomain

GONE_THROUGH = Reach("enumeration", 1, 5, 100)


def status(verdict: Verdict, sought: Sought = "", **more: Any) -> CellStatus:
    return status_of(Evidence(verdict, reach=(GONE_THROUGH,), sought=sought, **more))


@pytest.mark.parametrize(
    ("verdict", "sought", "holds", "grade", "key"),
    [
        (Verdict.REFUTED, "", "no", EvidenceGrade.PROVED, Verdict.REFUTED),
        (Verdict.PROVED, "", "yes", EvidenceGrade.PROVED, Verdict.PROVED),
        (Verdict.CERTIFIED, "", "yes", EvidenceGrade.CERTIFIED, Verdict.CERTIFIED),
        (Verdict.EXHAUSTED, "", "yes", EvidenceGrade.EXHAUSTED, Verdict.EXHAUSTED),
        (Verdict.SEARCHED, "", "yes", EvidenceGrade.SEARCHED, Verdict.SEARCHED),
        (Verdict.EXHAUSTED, "an instance", "unknown", EvidenceGrade.EXHAUSTED, NO_EXAMPLE),
        (Verdict.SEARCHED, "a constant", "unknown", EvidenceGrade.SEARCHED, BEST_SO_FAR),
        (Verdict.ERROR, "", "unknown", EvidenceGrade.NONE, Verdict.ERROR),
        (Verdict.NOT_APPLICABLE, "", "unknown", EvidenceGrade.NONE, Verdict.NOT_APPLICABLE),
    ],
)
def test_whether_it_holds_and_how_strongly(
    verdict: Verdict, sought: Sought, holds: str, grade: EvidenceGrade, key: str
) -> None:
    found = status(verdict, sought)
    assert (found.holds, found.grade, found.key) == (holds, grade, key)
    assert (found.symbol, found.word) == (NOTATION[key].symbol, NOTATION[key].word)


def test_stronger_evidence_has_the_larger_strength() -> None:
    weakest_first = [
        status(Verdict.SEARCHED),
        status(Verdict.EXHAUSTED),
        status_of(Evidence(Verdict.EXHAUSTED, reach=(replace(GONE_THROUGH, largest=6),))),
        status_of(Evidence(Verdict.CERTIFIED, reach=(Reach("linear", 1, 3, 9),))),
        status_of(Evidence(Verdict.PROVED, reach=(Reach("proof", 1, 4, 9),))),
    ]
    strengths = [found.strength for found in weakest_first]
    assert strengths == sorted(strengths) and len(set(strengths)) == len(strengths)


def test_few_informative_cases_are_thin_and_a_witness_is_not() -> None:
    few = replace(GONE_THROUGH, cases=9)
    assert status_of(Evidence(Verdict.EXHAUSTED, reach=(few,))).few_cases == 9
    assert status_of(Evidence(Verdict.REFUTED, reach=(few,))).few_cases is None
    assert status(Verdict.EXHAUSTED).few_cases is None


def test_a_best_constant_has_its_bound() -> None:
    witness = Witness(
        "m",
        "a",
        {},
        ParameterDomain("open"),
        n=2,
        instance={},
        parameters={},
        lhs="2",
        op="/",
        rhs="1",
        smallest=True,
        shows="attains",
        channel="exact",
    )
    found = status(Verdict.SEARCHED, "a constant", extreme=Extreme("sup", "2", witness))
    assert found.bound == "best >= 2"


def test_a_failure_that_is_declared_and_not_found_is_coloured_as_a_search() -> None:
    evidence = Evidence(Verdict.EXHAUSTED, reach=(GONE_THROUGH,))
    assert status_of(evidence, {"fails"}).tone == NOTATION[Verdict.SEARCHED].tone != status_of(evidence).tone


def matrix(*metrics: str) -> Matrix:
    """Metrics of which two axioms were exhausted."""
    evidence = Evidence(Verdict.EXHAUSTED, "enumeration", (GONE_THROUGH,))
    return Matrix(
        [Row(name, "distance", "mine", f"formula of {name}", {}, True, "", "rankings") for name in metrics],
        [ColumnHead(axiom, f"formula of {axiom}", "group", "for all", "") for axiom in "ab"],
        [
            Cell(name, axiom, {}, ParameterDomain.OPEN, claims=(), evidence=evidence)
            for name in metrics
            for axiom in "ab"
        ],
        "default",
        0,
    )


def written() -> dict[str, str]:
    """What people read of a matrix, in every format."""
    reported = matrix("m", "k")
    inputs = Inputs(reported)
    block = cells_block.block(inputs)
    page = "".join(matrix_table.page(inputs).values())
    shown = {
        "terminal": matrix_text(reported),
        "a row in the terminal": matrix_text(matrix("m")),
        "Markdown": "\n".join(saving.compliance_pages(reported).values()),
        "notebook": re.sub("<style.*?</style>", "", html_of(reported), flags=re.DOTALL),
        "site": page,
        "cells of the site": str([block["cells"][name] for name in ("reached", "spoken", "standing")]),
    }
    return {name: re.sub("<[^>]*>", " ", words) for name, words in shown.items()}


def test_the_word_and_symbol_of_a_verdict_are_one_edit_for_all_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    old = NOTATION[Verdict.EXHAUSTED]
    assert all(old.word in words for words in written().values())
    monkeypatch.setitem(NOTATION, Verdict.EXHAUSTED, old._replace(word="sifted", symbol="G"))
    for name, words in written().items():
        assert "sifted" in words and old.word not in words, name
    assert static_pages.size_tone("sifted") == static_pages.size_tone("exhausted") == ("e", "G ")
    monkeypatch.undo()
