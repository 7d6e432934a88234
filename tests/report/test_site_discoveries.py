"""The cards of the discoveries: each is made of a fact of the reports, and goes when the fact does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import committed
import pytest
from msgspec import structs

from axiomatrix.evidence.verdict import Outcome, Verdict
from axiomatrix.report import json_reports
from axiomatrix.report.json_reports import RELATIONS
from axiomatrix.report.site.discoveries import RULES, Discovery, discoveries, pages
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.studies.explore.answer import Answer

FEWEST, MOST = 17, 24


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


@pytest.fixture(scope="module")
def cards(given: Inputs) -> list[Discovery]:
    return discoveries(given)


def about(inputs: Inputs, kind: str) -> list[str]:
    return [card.sentence for card in discoveries(inputs) if card.about == kind]


def without(inputs: Inputs, id: str, label: str) -> Inputs:
    """The reports, in which the question of an exploration is not refuted."""
    answer = committed.answer(id)
    for question in answer["questions"]:
        if question["label"] == label:
            question["sizes"] = [size for size in question["sizes"] if size["verdict"] != "refuted"]
    return replace(inputs, answers={**inputs.answers, id: Answer.from_json(answer)})


@pytest.mark.slow
def test_there_are_about_twenty_and_every_rule_has_one(given: Inputs, cards: list[Discovery]) -> None:
    assert FEWEST <= len(cards) <= MOST
    assert len({card.sentence for card in cards}) == len(cards)
    assert all(next(iter(rule(given)), None) is not None for rule, _ in RULES)
    assert sum(bool(card.drawn) for card in cards) >= 5


def test_no_card_is_typed_by_hand() -> None:
    """Without reports there is nothing to say."""
    matrix = structs.replace(committed.matrix(), cells=[])
    assert discoveries(Inputs(matrix)) == []


@pytest.mark.slow
def test_a_conjecture_that_is_not_refuted_has_no_card(given: Inputs) -> None:
    fallen = about(given, "conjecture")
    assert "K_D(sigma) <= F_D(sigma)" in fallen[0] and "fails at 6" in fallen[0]
    assert not [text for text in about(without(given, "kv7", "deck"), "conjecture") if "fails at 6" in text]


@pytest.mark.slow
def test_a_claim_that_is_true_has_no_card(given: Inputs) -> None:
    assert [text for text in about(given, "claim") if "A-corr = (1 + rho)/2" in text]
    ledger = committed.claims()
    for claim in ledger["claims"]:
        if claim["id"] == "PA4":
            claim["verdict"] = "true (proved)"
            claim["evidence"] = [piece for piece in claim["evidence"] if piece["status"] != "false"]
    assert not [
        text for text in about(replace(given, ledger=json_reports.load_ledger(ledger)), "claim") if "A-corr" in text
    ]


def test_a_declared_cell_that_is_not_refuted_has_no_card(given: Inputs) -> None:
    broken = {(cell.metric, cell.title) for cell in given.matrix.broken}
    matrix = structs.replace(
        given.matrix, cells=[cell for cell in given.matrix.cells if cell.outcome is not Outcome.BROKEN]
    )
    claimed = [text for text in about(given, "counterexample") if "claims of it" in text]
    assert claimed and all(any(text.startswith(f"{m} breaks {t}") for m, t in broken) for text in claimed)
    assert not [text for text in about(replace(given, matrix=matrix), "counterexample") if "claims of it" in text]


@pytest.mark.slow
def test_an_identity_that_is_not_found_has_no_card(given: Inputs) -> None:
    assert [text for text in about(given, "identity") if text.startswith("kendall-tau = 1 - 4/(n (n - 1)) * kendall")]
    related = json.loads(committed.relations())
    related["relations"] = [one for one in related["relations"] if one["kind"] != "affine"]
    assert about(replace(given, relations=RELATIONS.decode(related)), "identity") == []


@pytest.mark.slow
def test_without_libraries_no_card_is_about_one(given: Inputs) -> None:
    found = about(given, "library")
    assert len(found) >= 3 and len({text.split()[0] for text in found}) == len(found)
    assert about(replace(given, libraries=None), "library") == []


def test_axioms_that_a_metric_satisfies_together_are_not_apart(given: Inputs, cards: list[Discovery]) -> None:
    apart = [card for card in cards if card.about == "none has both"]
    assert apart
    for card in apart:
        view = dict(part.split("=", 1) for part in unquote(card.href).partition("#")[2].split("&"))
        rows = {row.name for row in given.matrix.rows if (row.kind, row.about) == (view["kind"], view["sort"])}
        first, second = (
            {
                cell.metric
                for cell in given.matrix.cells
                if cell.axiom == axiom and cell.metric in rows and cell.evidence.verdict is Verdict.REFUTED
            }
            for axiom in view["must"].split(",")
        )
        assert rows - first and rows - second and first | second


def test_each_claim_has_one_card(cards: list[Discovery]) -> None:
    sources = [card.source for card in cards if card.source]
    assert len(set(sources)) == len(sources)


@pytest.mark.slow
def test_the_home_page_shows_the_instance_of_the_report(given: Inputs) -> None:
    home = pages(given)["index.html"]
    assert "6 &gt;= 7 is false" in home and "<svg class=drawing" in home
    other = pages(without(given, "kv7", "deck"))["index.html"]
    assert "6 &gt;= 7 is false" not in other and "<svg class=drawing" in other


def test_of_a_report_without_discoveries_the_pages_say_so(tmp_path: Path) -> None:
    matrix = structs.replace(committed.matrix(), cells=[])
    made = pages(Inputs(matrix))
    assert "The report has none: no explored conjecture" in made["discoveries.html"]
    assert "One instance decides" not in made["index.html"]
