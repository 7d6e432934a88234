"""What README, claims, documentation, matrix and exploration say of KV7 is one story, with the same constants."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.site.explorations import opening
from axiomatrix.studies.explore.answer import Answer

ROOT = Path(__file__).parents[2]
TRUE, FALSE = {"le", "lt", "passed"}, {"deck"}


def text(path: str) -> str:
    return " ".join((ROOT / path).read_text(encoding="utf-8").split())


@pytest.fixture(scope="module")
def answer() -> Answer:
    return Answer.from_json(json.loads(text("reports/explorations/kv7/answer.json")))


def test_the_readings_of_kv7_have_one_outcome_everywhere(answer: Answer) -> None:
    (claim,) = [one for one in json.loads(text("reports/claims.json"))["claims"] if one["id"] == "KV7"]
    assert {word: set(of) for word, of in claim["readings"].items()} == {"true": TRUE, "false": FALSE}
    matrix = read_matrix(ROOT / "reports" / "compliance.json")
    for reading in TRUE | FALSE:
        cell = matrix.cell(f"footrule-similarity[{reading}]", "lower-bound", other="kendall-similarity", factor=1)
        assert (cell.evidence.verdict is Verdict.PROVED) == (reading in TRUE)
        assert (cell.evidence.verdict is Verdict.REFUTED) == (reading in FALSE)
    assert {q.label for q in answer.questions if q.proof} == TRUE
    assert {q.label for q in answer.questions if q.first_refuted} == FALSE
    assert "three other readings" in text("README.md")


def test_the_smallest_instance_and_its_sides_are_the_same_everywhere(answer: Answer) -> None:
    (deck,) = [question for question in answer.questions if question.label == "deck"]
    assert deck.first_refuted is not None and deck.first_refuted.refutation is not None
    shown = deck.first_refuted.refutation
    n, left, right = deck.first_refuted.n, shown.lhs, shown.rhs
    cell = read_matrix(ROOT / "reports" / "compliance.json").cell(
        "footrule-similarity[deck]", "lower-bound", "closed", other="kendall-similarity", factor=1
    )
    assert cell.evidence.extreme is not None and cell.evidence.witness is not None
    assert (cell.evidence.witness.n, cell.evidence.extreme.value) == (n, f"{left}/{right}")
    readme, tutorial = text("README.md"), text("docs/tutorials/conjecture.md")
    assert f"F_D = {left} and K_D = {right}" in readme and {6: "six"}[n] + " items" in readme
    assert f"n = {n}" in tutorial and f"{left}/{right}" in tutorial
    assert f"{left}/{right}" in text("reports/explorations/kv7/answer.md")
    positive = deck.first_refuted.positive
    assert positive is not None and f"{positive.lhs} and {positive.rhs}" in readme
    words = f"[deck] best <= {positive.lhs}/{positive.rhs} (best <= {left}/{right} where zeros are allowed)"
    (claim,) = [one for one in json.loads(text("reports/claims.json"))["claims"] if one["id"] == "KV7"]
    assert words in re.sub(r" \(~[\d.]+\)", "", " ".join(claim["instead"]))  # without the decimals


def test_the_page_of_the_conjecture_opens_with_one_sentence_that_says_so(answer: Answer) -> None:
    words = opening(answer)
    assert (
        words == "False in the reading deck: at n = 6, F_D >= K_D would be 6 >= 7. Proved for every n: le, lt, passed."
    )
    assert unescape(re.sub("<[^>]*>", "", words)) == words
