"""The page of open questions says what the ledger says."""

from __future__ import annotations

import json
import re

import pytest
from docs_blocks import ROOT

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.notation import with_four_decimals
from axiomatrix.studies.ledger.building import build_ledger, declarations_of
from axiomatrix.studies.ledger.statements import QUESTIONS
from axiomatrix.studies.similarity import MAX_ITEMS_COMMITTED, committed

load_catalogue()
PAGE = (ROOT / "docs" / "open_questions.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| \[(\w+)\]\(#(\w+)\) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)


def _verdict(id: str) -> str:
    """The verdict on the committed report, or by the checks alone where no metric carries the claim."""
    if declarations_of(id, REGISTRY):
        report = json.loads((ROOT / "reports" / "claims.json").read_text(encoding="utf-8"))
        verdicts = {claim["id"]: str(claim["verdict"]) for claim in report["claims"]}
        if id not in verdicts:  # that the committed report has all claims is for its own tests
            pytest.skip(f"the committed report was made before {id}")
        return verdicts[id]
    return build_ledger(Matrix([], [], [], "quick", 0), REGISTRY, [id])[id].verdict


def test_the_table_has_each_question_once_and_in_order() -> None:
    assert [row[0] for row in ROWS] == list(QUESTIONS)


@pytest.mark.parametrize("id", QUESTIONS)
def test_a_question_has_the_verdict_of_the_ledger_and_a_section(id: str) -> None:
    ((_, anchor, question, verdict, still_open),) = [row for row in ROWS if row[0] == id]
    assert verdict == _verdict(id)
    assert question and still_open
    assert f"{{ #{anchor} }}" in PAGE and anchor == id.lower()


@pytest.mark.parametrize("id", QUESTIONS)
def test_an_open_verdict_names_its_open_part(id: str) -> None:
    ((_, _, _, verdict, still_open),) = [row for row in ROWS if row[0] == id]
    assert verdict != "open" or still_open not in ("nothing", "-")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def constant_rows() -> list[str]:
    """The exact constants of KV5 and KV6, as the page has them."""
    columns = [(reading, extreme) for reading in ("deck", "le", "passed") for extreme in ("least", "largest")]
    rows = []
    for n in range(2, MAX_ITEMS_COMMITTED + 1):
        cells = []
        for reading, extreme in columns:
            size = next((size for size in committed().readings[reading] if size.n == n), None)
            cells.append("not computed" if size is None else with_four_decimals(getattr(size, extreme).value))
        rows.append(_row(str(n), *cells))
    return rows


def general_rows() -> list[str]:
    """The bounds of KV8, as the page has them."""
    rows = []
    for size in committed().general:
        exact = size.proved == size.best.value
        least = (
            with_four_decimals(size.best.value)
            if exact
            else f"{with_four_decimals(size.proved)} to {with_four_decimals(size.best.value)}"
        )
        instance = f"b = {' > '.join(map(str, size.best.order))}, w = ({', '.join(size.best.w)})"
        rows.append(_row(str(size.n), least, instance))
    return rows


def test_the_tables_are_the_committed_constants() -> None:
    assert "\n".join(constant_rows()) in PAGE
    assert "\n".join(general_rows()) in PAGE
