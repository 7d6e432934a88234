"""Topics of practice: found in the words of those who meet them, and each with a counterexample that replays."""

from __future__ import annotations

from typing import Any

import committed
import pytest
from practice_questions import HELD_OUT, SEVERAL, TUNED

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.practice import PRACTICE, PracticeTopic, topics_of
from axiomatrix.catalogue.practice_words import CONCEPTS, CUES
from axiomatrix.evidence.witness import replay
from axiomatrix.report import known
from axiomatrix.report.asking import ask
from axiomatrix.report.document import plain_text
from axiomatrix.studies.ask.answering import QuestionAnswer, Reply
from axiomatrix.studies.ask.choosing import Choice
from axiomatrix.studies.ask.comparing import MetricComparison
from axiomatrix.studies.ask.question import MAX_QUESTION_CHARACTERS

load_catalogue()
WORDED = [(id, text) for table in (TUNED, HELD_OUT) for id, texts in table.items() for text in texts.splitlines()]


@pytest.fixture
def committed_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "read_matrix", lambda path: committed.matrix())


def answered(question: str) -> axiomatrix.StudyResult[Any]:
    return ask(question, report=committed.REPORTS / "compliance.json")


def test_there_are_twelve_with_words_of_known_concepts() -> None:
    ids = [topic.id for topic in PRACTICE]
    assert len(set(ids)) == 12
    assert list(CUES) == ids == list(TUNED) == list(HELD_OUT)
    assert {concept for cues in CUES.values() for concept in cues} == set(CONCEPTS)
    assert all(len(texts.splitlines()) >= 10 for texts in TUNED.values())


@pytest.mark.parametrize(("id", "text"), WORDED, ids=[text for _, text in WORDED])
def test_the_words_of_those_who_meet_it_find_a_topic(id: str, text: str) -> None:
    assert topics_of(text)[0].id == id


@pytest.mark.parametrize("text", SEVERAL)
def test_words_that_several_topics_answer_find_these(text: str) -> None:
    assert SEVERAL[text] == {topic.id for topic in topics_of(text)[: len(SEVERAL[text])]}


@pytest.mark.parametrize("topic", PRACTICE, ids=lambda topic: topic.id)
def test_a_topic_is_found_by_its_id_and_its_title(topic: PracticeTopic) -> None:
    assert topics_of(topic.id) == topics_of(f"topic {topic.id}") == topics_of(topic.title) == [topic]


@pytest.mark.parametrize(
    "text",
    ["is kendall symmetric?", "AP vs RR", "which distance is a metric?", "is F <= 2 K", "what is DCG", "nDCG@10"],
)
def test_a_question_about_something_else_finds_none(text: str) -> None:
    assert topics_of(text) == []


@pytest.mark.parametrize("topic", PRACTICE, ids=lambda topic: topic.id)
def test_the_counterexample_of_a_topic_replays(topic: PracticeTopic) -> None:
    row, axiom = topic.shown_by
    assert axiom == topic.axioms[0] and row in topic.rows
    matrix = axiomatrix.check(row, axioms=[axiom], profile="quick")
    witnesses = [cell.evidence.witness for cell in matrix.cells if cell.evidence.verdict == "refuted"]
    assert witnesses
    assert all(replay(witness, REGISTRY).stands for witness in witnesses)


@pytest.mark.parametrize(
    ("question", "answer", "hint"),
    [
        ("do ties pay in AP?", QuestionAnswer, "ties"),
        ("can nDCG exceed 1?", QuestionAnswer, "duplicates"),
        ("what is nDCG with no relevant document?", QuestionAnswer, "nothing-relevant"),
        ("which scores exceed 1?", Choice, "duplicates"),
        ("what is the difference between tau-b and rho?", MetricComparison, "tau"),
    ],
)
@pytest.mark.usefixtures("committed_report")
def test_a_question_that_is_understood_has_its_own_answer_and_a_topic_as_a_hint(
    question: str, answer: type, hint: str
) -> None:
    result = answered(question)
    assert isinstance(result.data, answer)
    assert f'axiomatrix ask "topic {hint}"' in result.text(200)


@pytest.mark.usefixtures("committed_report")
def test_words_that_name_nothing_else_are_answered_by_the_topic() -> None:
    result = answered("recall nan no relevant documents")
    assert result.data.id == "nothing-relevant"
    assert result.document.summary == result.data.paragraph


@pytest.mark.usefixtures("committed_report")
def test_an_answer_that_says_nothing_of_it_is_followed_by_the_topic() -> None:
    result = answered("does nDCG use exponential or linear gain?")
    assert (type(result.data), result.data.reply) == (QuestionAnswer, Reply.SILENT)
    (topic,) = (topic for topic in PRACTICE if topic.id == "gain")
    assert plain_text(result.document.title) != topic.title
    assert [plain_text(block.text) for block in result.document.blocks[:2]] == [topic.title, topic.paragraph]


def test_what_is_said_of_software_without_a_report_has_a_source() -> None:
    """Of libraries with a report the values are measured; of others a page must say it."""
    for name in ("Ragas", "DeepEval", "Kaggle"):
        naming = [topic for topic in PRACTICE if name in topic.paragraph]
        assert naming
        for topic in naming:
            assert any(title.startswith(name) and url.startswith("http") for title, url in topic.sources), topic.id


def test_the_counterexample_of_the_gain_has_two_gains() -> None:
    (topic,) = topics_of("gain")
    row, axiom = topic.shown_by
    (cell,) = axiomatrix.check(row, axioms=[axiom], profile="quick").cells
    witness = cell.evidence.witness
    assert witness is not None and {witness.lhs, witness.rhs} == {"3", "2"} and witness.n == 1


def test_a_long_question_about_a_topic_says_that_its_beginning_was_read() -> None:
    answered = ask("why is recall over 100%" + " y" * MAX_QUESTION_CHARACTERS)
    assert any(f"its first {MAX_QUESTION_CHARACTERS} characters" in note for note in answered.notes)
