"""What an exploration found, as data, pages and files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from math import factorial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from answers import made_up, nasty_registry
from msgspec.structs import replace
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry
from axiomatrix.evidence.slug import short_name
from axiomatrix.evidence.witness import read, replay
from axiomatrix.report import exploration_files, json_reports
from axiomatrix.report.document import Block, Code, Details, Heading, Table, Text, plain_text, words
from axiomatrix.report.exploration_files import save_exploration
from axiomatrix.report.render.terminal import render
from axiomatrix.report.subjects.exploration import document, notes
from axiomatrix.report.subjects.exploration_parts import CERTIFIED_MEANS
from axiomatrix.studies.explore import answer as answers
from axiomatrix.studies.explore.answer import Answer, BadAnswer, Question
from axiomatrix.studies.explore.results import Argument, Bound, Proved, SizeAnswer

BY_EXCHANGE = Argument("F >= K", 3, ("swaps",), ("order",))


def blocks(answer: Answer, registry: Registry, **given: Any) -> list[Block]:
    """All blocks of the document, those of details too."""

    def inner(block: Block) -> list[Block]:
        return [block, *(b for part in block.blocks for b in inner(part))] if isinstance(block, Details) else [block]

    return [part for block in document(answer, registry, **given).blocks for part in inner(block)]


def said(answer: Answer, registry: Registry, **given: Any) -> list[str]:
    """Everything that the document says, a text for each paragraph, cell and item."""
    return [text for block in document(answer, registry, **given).blocks for text in words(block)]


def table_under(head: str, answer: Answer, registry: Registry) -> list[list[str]]:
    """The rows of the first table with that head."""
    table = next(b for b in blocks(answer, registry) if isinstance(b, Table) and head in map(plain_text, b.heads))
    return [[*map(plain_text, row)] for row in table.rows]


@pytest.fixture(scope="module")
def answer() -> Answer:
    return made_up()


@pytest.fixture(scope="module")
def registry() -> Registry:
    return nasty_registry()


@pytest.fixture(scope="module")
def saved(answer: Answer, registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("answer") / "kv"
    save_exploration(answer, directory, registry, files=(str(directory.parent / "mine.py"),))
    return directory


# --- data ------------------------------------------------------------------------------------------------------


def test_data_come_back_as_the_same_answer(answer: Answer) -> None:
    assert Answer.from_json(answer.to_json()) == answer
    assert Answer.from_json(json.loads(answers.dumps(answer))) == answer
    assert answers.dumps(answer.canonical()) == answers.dumps(answer)


def written(answer: Answer) -> Any:
    """The content of the file of an answer."""
    return json.loads(answers.dumps(answer))


def objects(part: Any) -> list[dict[str, Any]]:
    """Every object of a schema that names its properties."""
    if isinstance(part, list):
        return [found for inner in part for found in objects(inner)]
    if not isinstance(part, dict):
        return []
    here = [part] if "type" in part and "properties" in part else []
    return here + [found for inner in part.values() for found in objects(inner)]


def test_the_schema_is_strict_and_agrees_with_the_report_on_what_they_share() -> None:
    mine, report = answers.EXPLORATION.schema()["$defs"], json_reports.COMPLIANCE.schema()["$defs"]
    for part in objects(answers.EXPLORATION.schema()):
        usual = {name for name, field in part["properties"].items() if "default" in field}
        assert part["required"] == [name for name in part["properties"] if name not in usual]
    assert all(part["additionalProperties"] is False for part in objects(answers.EXPLORATION.schema()))
    for name in ("ClaimNote", "ParameterDomain", "Witness"):
        assert mine[name] == report[name]


def named(data: Any, where: str = "answer") -> list[tuple[str, dict[str, Any]]]:
    """Every object of an answer that has fixed names, with one of each kind of place."""
    free = {"instance", "parameters", "arguments"}
    if isinstance(data, dict):
        inner = [found for name, part in data.items() if name not in free for found in named(part, f"{where}.{name}")]
        return [(where, data), *inner]
    return [found for part in data for found in named(part, where)] if isinstance(data, list) else []


def needed(part: dict[str, Any]) -> list[str]:
    """What must be there where these fields are."""
    described = objects(answers.EXPLORATION.schema())
    (fitting, *_) = [one for one in described if set(one["required"]) <= set(part) <= set(one["properties"])]
    return [name for name in fitting["required"] if name != "format"]


def test_unknown_and_missing_fields_are_refused_everywhere(answer: Answer) -> None:
    validator = jsonschema.Draft202012Validator(answers.EXPLORATION.schema())
    places = sorted({where for where, _ in named(written(answer))})
    assert len(places) >= 12
    for where in places:
        damaged = written(answer)
        part = next(part for place, part in named(damaged) if place == where)
        part["surplus"] = 1
        assert not validator.is_valid(damaged)
        with pytest.raises(BadAnswer, match="'surplus' is not known"):
            Answer.from_json(damaged)
        del part["surplus"]
        gone = next(name for name in sorted(part) if name in needed(part))
        del part[gone]
        assert not validator.is_valid(damaged)
        with pytest.raises(BadAnswer, match=f"'{gone}' is missing"):
            Answer.from_json(damaged)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="axiomatrix-exploration-0"), "format must be 'axiomatrix-exploration-1'"),
        (lambda d: d.update(title=3), "exploration: title: expected `str`, got `int`"),
        (lambda d: d.update(questions={}), "exploration: questions: expected `array`, got `object`"),
        (lambda d: d["questions"][0].update(sense="min"), r"questions\[0\].sense: invalid enum value 'min'"),
        (lambda d: d["questions"][0].update(constant="1/0"), r"questions\[0\].constant"),
        (lambda d: d["questions"][0].update(constant="infinite"), "is not an exact number|constant"),
        (lambda d: d["questions"][1].update(label="deck"), "two questions have the label 'deck'"),
        (lambda d: d["questions"][0]["sizes"].reverse(), "sizes must increase"),
        (lambda d: d["questions"][0]["sizes"][2].update(n="3"), r"sizes\[2\].n: expected `int`, got `str`"),
        (lambda d: d["questions"][0]["sizes"][2].update(n=True), r"sizes\[2\].n: expected `int`, got `bool`"),
        (lambda d: d["questions"][0]["sizes"][2].update(classes=-1), r"sizes\[2\].classes: expected `int` >= 0"),
        (lambda d: d["questions"][0]["sizes"][5].update(refutation=None), "is refuted must have a refutation"),
        (
            lambda d: d["questions"][0]["sizes"][5].update(verdict="certified"),
            "a size that is certified must have no refutation",
        ),
        (lambda d: d["questions"][0]["sizes"][5]["refutation"].update(n=5), "its n is 5, but it belongs to n = 6"),
        (
            lambda d: d["questions"][0]["sizes"][5]["refutation"].update(smallest=1),
            "smallest: expected `bool`, got `int`",
        ),
        (lambda d: d["questions"][0]["sizes"][1]["points"].append(["1"]), r"points\[5\]: expected `array` of length 2"),
        (lambda d: d["questions"][0]["sizes"][1]["extremes"].pop(), None),
        (lambda d: d["questions"][0]["sizes"][1]["extremes"][0].update(sense="sup"), "each sense may occur only once"),
        (lambda d: d["questions"][0]["sizes"][1]["extremes"][0].update(value="0.5"), "value"),
        (lambda d: d["questions"][0]["sizes"][1]["extremes"][0].update(value="infinite"), None),
    ],
)
def test_what_is_wrong_with_data_is_named(answer: Answer, damage: Callable[[Any], Any], message: str | None) -> None:
    damaged = written(answer)
    damage(damaged)
    if message is None:
        assert Answer.from_json(damaged) != answer
        return
    with pytest.raises(BadAnswer, match=message):
        Answer.from_json(damaged)


def test_files_that_are_no_answers_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    with pytest.raises(BadAnswer, match="No such file"):
        answers.read(file)
    for content in (b"{", b"\xff", b"[" * 100_000):
        file.write_bytes(content)
        with pytest.raises(BadAnswer, match=r"not JSON|nested too deeply"):
            answers.read(file)
    file.write_bytes(b"[]")
    with pytest.raises(BadAnswer, match="this is not an exploration"):
        answers.read(file)


def test_an_answer_that_could_not_be_read_back_is_not_written(answer: Answer) -> None:
    with pytest.raises(BadAnswer, match="two questions"):
        answers.dumps(replace(answer, questions=answer.questions[:1] * 2))


# --- what became of a question ---------------------------------------------------------------------------------


def test_outcomes_in_words(answer: Answer) -> None:
    deck, le, lt, mine = answer.questions
    assert deck.outcome == in_words("refuted at n = 6; every smaller size is certified")
    assert replace(deck, sizes=deck.sizes[3:]).outcome == "refuted at n = 6; the smallest refuted here"
    assert (le.outcome, lt.outcome) == (in_words("certified n <= 6"), in_words("certified n <= 5; undecided at n = 6"))
    assert mine.outcome == "not decided: not linear: max on line 7"
    assert replace(le, proof=BY_EXCHANGE).outcome == in_words("proved for every n, certified n <= 6")


def test_only_sizes_without_a_gap_count_as_certified(answer: Answer) -> None:
    le = answer.questions[1]
    assert le.certified_up_to == 6
    assert replace(le, sizes=le.sizes[1:]).certified_up_to == 6  # a single item says nothing
    assert replace(le, sizes=le.sizes[2:]).certified_up_to == 0
    assert replace(le, sizes=(*le.sizes[:3], *le.sizes[4:])).certified_up_to == 3


# --- pages -----------------------------------------------------------------------------------------------------


def test_the_document_says_what_was_found(answer: Answer, registry: Registry) -> None:
    texts = said(answer, registry, folder="")
    for question in answer.questions:
        assert f"{question.label}: {question.asked}: {question.outcome}" in texts
    for text in (
        "The smallest refutation: n = 6",
        "6 >= 7 is false",
        "254 >= 291 is false",
        "sigma = (6, 3, 2, 5, 4, 1): where the items of the first ranking stand in the second",
        "footrule-similarity[deck](a, b) = 6\nkendall-similarity(a, b) = 7",
        "axiomatrix verify witnesses/deck-n6-refutation.json",
        CERTIFIED_MEANS,
        *(note.quotation for note in answer.questions[0].claims),
    ):
        assert text in texts, text


def test_the_sizes_have_their_extremes_and_how_much_was_looked_at(answer: Answer, registry: Registry) -> None:
    rows = table_under("classes", answer, registry)
    assert rows[-1] == ["6", "refuted", "6/7 (~0.8571)", "2", "720", "180"]
    only = replace(answer, questions=answer.questions[2:3])
    assert table_under("classes", only, registry)[-1] == ["6", "undecided", "", ">= 9/4 (~2.2500)", "720", "0"]


def test_bounds_and_readings_are_tables(answer: Answer, registry: Registry) -> None:
    assert table_under("best found", answer, registry) == [
        ["9", "inf <= 3/4 (~0.7500)", "search", "seed 0, 40 restarts"],
        ["12", "inf <= 2/3 (~0.6667)", "family", "limit suggested: 1/2"],
    ]
    rows = {head: cells for head, *cells in table_under("deck", answer, registry)}
    for reading, column in zip(answer.beside, range(2), strict=True):
        for standing in reading.standings:
            head = f"{standing.claim}: {standing.statement}" if standing.claim else standing.statement
            assert rows[head][column] == standing.outcome


def test_what_is_refuted_comes_last_where_that_is_asked(answer: Answer, registry: Registry) -> None:
    for worst_last, labels in ((False, ["deck", "le", "lt", "mine"]), (True, ["le", "lt", "mine", "deck"])):
        shown = document(answer, registry, worst_last=worst_last).blocks
        titles = [b.summary if isinstance(b, Details) else b.text for b in shown if isinstance(b, (Heading, Details))]
        assert [text for text in map(plain_text, titles) if text in labels] == labels
    text = render(document(answer, registry, folder="out", worst_last=True), details=False)
    assert "6 >= 7 is false" in text.splitlines()[-5:]


def test_commands_and_files_are_named_only_where_they_are_written(answer: Answer, registry: Registry) -> None:
    def commands(folder: str | None) -> list[str]:
        shown = blocks(answer, registry, folder=folder, files=["my file.py"])
        return [block.text for block in shown if isinstance(block, Code) and block.language == "console"]

    assert commands(None) == [] and not [text for text in said(answer, registry) if "witnesses/" in text]
    assert commands("out")[0] == "axiomatrix verify out/witnesses/deck-n6-refutation.json 'my file.py'"


def test_remarks_and_proofs_are_said(answer: Answer, registry: Registry) -> None:
    le = replace(answer.questions[1], remark="attained by swaps", proof=BY_EXCHANGE)
    shown = blocks(replace(answer, questions=(le,)), registry)
    assert Text("attained by swaps") in shown
    where = shown.index(Text("Proved for all n: F >= K."))
    assert shown[where + 1 : where + 3] == [
        Details("The argument", (Text(BY_EXCHANGE.steps),)), Text(BY_EXCHANGE.steps)
    ]  # fmt: skip


def test_what_the_outcome_says_is_not_said_again_and_all_else_is() -> None:
    open_ = Question("m", "s", "l", "a", "inf", reason="certified")
    assert (open_.outcome, notes(open_)) == ("not decided: certified", [])
    checked = replace(open_, remark="by check")
    assert (checked.outcome, notes(checked)) == ("by check", ["Nothing exact can be said: certified"])
    proved = replace(checked, proof=BY_EXCHANGE, remark="proved")
    assert notes(proved) == [
        "proved",
        "Nothing exact can be said: certified",
    ]  # though the outcome has the word


def test_an_argument_is_written_out_once_and_named_where_it_comes_again(answer: Answer, registry: Registry) -> None:
    first, second = answer.questions[:2]
    bound = Proved("inf", "1/3", BY_EXCHANGE)
    asked = (replace(first, proof=None, proved=(bound,)), replace(second, proof=None, proved=(bound,)))
    texts = said(replace(answer, questions=asked), registry)
    assert texts.count(BY_EXCHANGE.steps) == 1
    claim = "Proved bound: for every n, F_D / K_D >= 1/3 (~0.3333): F >= K"
    assert texts.index(f"{claim}.") < texts.index(f'{claim} (argued under "{first.label}").')


def test_the_refutation_that_can_be_pasted_gives_the_value(answer: Answer, registry: Registry) -> None:
    pasted = next(b for b in blocks(answer, registry) if isinstance(b, Code) and b.language == "python")
    printed: list[str] = []
    exec(pasted.text, {"print": lambda value: printed.append(str(value))})
    assert printed == ["6", "7"]


def test_a_row_that_is_not_registered_is_shown_as_it_was_stored(answer: Answer) -> None:
    texts = said(answer, Registry())
    assert any("The metric is not registered here" in text for text in texts)
    assert "6 >= 7 is false" in texts


def test_the_table_has_a_line_for_each_question_size_and_extreme(answer: Answer, registry: Registry) -> None:
    lines = list(csv.DictReader(StringIO(exploration_files.exploration_csv(answer, registry))))
    assert tuple(lines[0]) == exploration_files.CSV_HEADS
    sizes = [max(1, len(size.extremes)) for q in answer.questions for size in q.sizes]
    assert len(lines) == sum(sizes) + sum(len(q.bounds) for q in answer.questions)
    low = next(line for line in lines if (line["question"], line["n"], line["sense"]) == ("deck", "6", "inf"))
    assert (low["verdict"], low["value"], low["decimal"], low["sigma"]) == ("refuted", "6/7", "0.857143", "2 1 3 4 5 6")
    assert json.loads(low["parameter"])["D"][0] == [[1, 2], "1"]
    assert [line["verdict"] for line in lines if "bound" in line["verdict"]] == ["bound (search)", "bound (family)"]


def test_the_table_runs_nothing_in_a_spreadsheet(answer: Answer, registry: Registry) -> None:
    sizes = (SizeAnswer(2, "undecided", 2, 0),)
    for label, shown in (("=1+1\n", "'=1+1"), ("\uff1d1+1", "'\uff1d1+1"), ("'=1", "''=1")):
        hostile = replace(answer, questions=(replace(answer.questions[3], label=label, sizes=sizes),))
        assert next(csv.DictReader(StringIO(exploration_files.exploration_csv(hostile, registry))))["question"] == shown


def test_a_terminal_shows_no_line_that_is_too_wide_and_no_broken_command(answer: Answer, registry: Registry) -> None:
    for width in (80, 120, 200):
        shown = document(answer, registry, folder="explorations/made-up", times={("deck", 6): 1.25})
        lines = render(shown, width, details=False).splitlines()
        assert max(map(len, lines)) <= width
        assert any(line.endswith("1.2 s") for line in lines)
        command = "axiomatrix verify explorations/made-up/witnesses/deck-n6-refutation.json"
        assert command in [line.strip() for line in lines]


# --- files -----------------------------------------------------------------------------------------------------


def test_every_file_is_written_and_every_link_leads_somewhere(saved: Path) -> None:
    page = (saved / "answer.md").read_text(encoding="utf-8")
    links = set(re.findall(r"\]\(([^()# ]+)\)", page)) | set(re.findall(r"`(witnesses/\S+)`", page))
    links |= set(re.findall(r"axiomatrix verify (\S+)", page))
    assert len(links) > 30
    assert all((saved / link).is_file() for link in links)
    written = {file.relative_to(saved).as_posix() for file in saved.rglob("*") if file.is_file()}
    assert written == links | {"answer.json", "answer.md", "answer.csv"}
    assert "deck-n6-refutation.json ../mine.py" in page


def test_without_pictures_none_is_written_and_none_is_linked(
    answer: Answer, registry: Registry, tmp_path: Path
) -> None:
    files = save_exploration(answer, tmp_path, registry, pictures=False)
    assert {file.suffix for file in files} == {".json", ".md", ".csv"}
    assert ".svg" not in (tmp_path / "answer.md").read_text(encoding="utf-8")


def test_the_witnesses_that_refute_stand(saved: Path) -> None:
    for name in ("refutation", "positive"):
        assert replay(read(saved / f"witnesses/deck-n6-{name}.json"), REGISTRY).stands


@pytest.mark.slow
def test_the_same_answer_gives_the_same_bytes_also_when_it_was_read(
    saved: Path, registry: Registry, tmp_path: Path
) -> None:
    again = answers.read(saved / "answer.json")
    files = save_exploration(again, tmp_path / "kv", registry, files=(str(tmp_path / "mine.py"),))
    assert len(files) == sum(file.is_file() for file in saved.rglob("*"))
    for file in files:
        assert file.read_bytes() == (saved / file.relative_to(tmp_path / "kv")).read_bytes()
        assert b"\r" not in file.read_bytes()


@pytest.mark.parametrize(
    ("text", "made"), [("deck", "deck"), ("a b", "a-b-"), ("A", "a-"), ("../x", "x-"), ("", "x-"), ("|<s>", "s-")]
)
def test_file_names_are_plain_and_differ(text: str, made: str) -> None:
    assert short_name(text).startswith(made)
    assert re.fullmatch(r"[a-z0-9-]+", short_name(text))
    assert short_name("a b") != short_name("a-b") != short_name("A-b")


def claimed_at_least_one(*bounds: Bound, certified: int = 4, **changed: Any) -> Question:
    sizes = tuple(SizeAnswer(n, "certified", factorial(n), 1) for n in range(2, certified + 1))
    given = {"statement": "lower-bound(other=kendall-similarity, factor=1)", "sense": "inf", "constant": "1", **changed}
    return Question("footrule-similarity[deck]", label="deck", asked="F >= K", sizes=sizes, bounds=bounds, **given)


def test_an_instance_beyond_the_sweep_that_breaks_the_claim_is_a_refutation() -> None:
    larger, smaller = Bound("search", "inf", 7, "8/9"), Bound("family", "inf", 6, "10/11")
    assert claimed_at_least_one(larger, smaller).refuting_bound is smaller
    text = in_words("refuted at n = 6 by an instance of the family; the smallest is not known; certified n <= 4")
    assert claimed_at_least_one(larger, smaller).outcome == text
    text = in_words("refuted at n = 6 by an instance of the family; every smaller size is certified")
    assert claimed_at_least_one(larger, smaller, certified=5).outcome == text


def test_an_instance_that_reaches_the_bound_or_of_the_other_sense_refutes_nothing() -> None:
    question = claimed_at_least_one(Bound("search", "inf", 6, "1"), Bound("search", "sup", 6, "3"))
    assert question.refuting_bound is None
    assert question.outcome == in_words("certified n <= 4")


def test_an_existence_claim_and_a_question_without_a_constant_are_broken_by_no_instance() -> None:
    below = Bound("search", "inf", 6, "1/2")
    assert (
        claimed_at_least_one(below, statement="bound-attained(other=kendall-similarity, factor=1)").refuting_bound
        is None
    )
    assert claimed_at_least_one(below, constant="").refuting_bound is None


def test_what_no_number_bounds_breaks_an_upper_bound() -> None:
    upper = {"statement": "upper-bound(other=kendall-similarity, factor=3)", "sense": "sup", "constant": "3"}
    infinite = Bound("family", "sup", 5, answers.INFINITE)
    assert claimed_at_least_one(infinite, Bound("search", "sup", 4, "3"), **upper).refuting_bound is infinite


def test_where_an_instance_has_a_zero_denominator_no_constant_will_do() -> None:
    infinite = Bound("family", "sup", 3, answers.INFINITE)
    question = claimed_at_least_one(infinite, statement="near-metric", sense="sup", constant="", certified=1)
    assert question.outcome == "no constant exists: an instance at n = 3"
    assert (
        claimed_at_least_one(infinite, statement="near-metric", sense="inf", constant="", certified=1).why_no_constant
        == ""
    )
