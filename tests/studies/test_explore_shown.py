"""What ``explore`` shows in a terminal: few lines, the refuted question last, and every fact with ``-v``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from verdict_words import in_words

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.notation import with_four_decimals
from axiomatrix.report.document import Details, Document
from axiomatrix.report.render import terminal
from axiomatrix.report.subjects.exploration import document
from axiomatrix.studies.explore.answer import Answer

FOLDER = Path(__file__).parents[2] / "reports" / "explorations"
IDS = sorted(path.parent.name for path in FOLDER.glob("*/answer.json"))


def stored(id: str) -> Answer:
    """The committed answer; what ``check`` found is in brief there, as it is written now."""
    answer = Answer.from_json(json.loads((FOLDER / id / "answer.json").read_text(encoding="utf-8")))
    brief = [replace(q, remark=re.sub(r"found: .*n<=(\d+);", r"found n<=\1;", q.remark)) for q in answer.questions]
    return replace(answer, questions=tuple(brief))


def shown(answer: Answer) -> Document:
    return document(answer, load_catalogue(), worst_last=True)


@pytest.mark.parametrize("id", IDS)
def test_an_exploration_takes_at_most_60_lines(id: str) -> None:
    for width in (80, 120, 200):
        lines = terminal.render(shown(stored(id)), width, details=False).splitlines()
        assert len(lines) <= 60, (width, len(lines))
        assert max(map(cell_len, lines)) <= width


@pytest.mark.parametrize("id", IDS)
def test_every_question_is_named_with_what_became_of_it(id: str) -> None:
    answer = stored(id)
    said = " ".join(terminal.render(shown(answer), 500, details=False).split())
    for question in answer.questions:
        assert question.label in said or question.metric in said
        if question.why_no_constant:
            assert question.why_no_constant in said
        elif question.first_refuted is not None:
            assert f"refuted at n = {question.first_refuted.n}" in said
        elif question.proof is not None:
            assert "proved for every n" in said
        elif question.certified_up_to:
            assert in_words(f"certified n <= {question.certified_up_to}") in said


@pytest.mark.parametrize("id", IDS)
def test_with_details_every_size_bound_and_proof_is_there(id: str) -> None:
    answer = stored(id)
    said = " ".join(terminal.render(shown(answer), 500).split())
    for question in answer.questions:
        assert all(with_four_decimals(b.value) in said for b in question.bounds if b.value != "infinite")
        assert all(
            with_four_decimals(e.value) in said for s in question.sizes for e in s.extremes if e.value != "infinite"
        )
        assert all(" ".join(p.proof.steps.split()) in said for p in question.proved)
        assert question.proof is None or " ".join(question.proof.steps.split()) in said


def test_the_refuted_question_of_kv7_ends_with_its_instance() -> None:
    blocks = shown(stored("kv7")).blocks
    assert sum(isinstance(block, Details) for block in blocks) > 3
    lines = terminal.render(shown(stored("kv7")), 80, details=False).splitlines()
    assert lines[-1] == "6 >= 7 is false" and any("smallest refutation" in line for line in lines[-25:])
