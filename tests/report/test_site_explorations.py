"""The data of the pages on explorations, against the committed ones."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import committed
import pytest
from unpacking import unpacked

from axiomatrix.evidence.evidence import NO_FACTOR
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.report.explorations.files import Files
from axiomatrix.report.matrix.data import BadReport
from axiomatrix.report.site.explorations import brief, exploration_data, known, proof_parts, standing
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.static_pages import pages
from axiomatrix.studies.explore.answer import Answer, BadAnswer

REPORTS = Path(__file__).parents[2] / "reports"
HOSTILE = "<script>alert(1)</script>\u202e\x1b[2J"


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


def blocks(inputs: Inputs) -> dict[str, Any]:
    """What the list of explorations says, and what the page of each does."""
    listed = [brief(id, answer) for id, answer in inputs.answers.items()]
    return {"conjectures": listed, **{f"conjecture-{id}": exploration_data(id, inputs) for id in inputs.answers}}


@pytest.fixture(scope="module")
def explored(given: Inputs) -> dict[str, Any]:
    return blocks(given)


def answers() -> dict[str, Answer]:
    return {
        path.parent.name: Answer.from_json(json.loads(path.read_text(encoding="utf-8")))
        for path in sorted((REPORTS / "explorations").glob("*/answer.json"))
    }


def one_line(error: pytest.ExceptionInfo[BadReport]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_exploration_is_there_with_its_outcomes(explored: dict[str, Any]) -> None:
    found = answers()
    assert {line["id"] for line in explored["conjectures"]} == set(found)
    for id, answer in found.items():
        page = explored[f"conjecture-{id}"]
        assert [(q["of"].label, q["of"].outcome) for q in page["questions"]] == [
            (q.label, q.outcome) for q in answer.questions
        ]
        for question, shown in zip(answer.questions, page["questions"], strict=True):
            assert [size[:2] for size in shown["sizes"]] == [[size.n, size.verdict] for size in question.sizes]


def test_kv7_is_refuted_in_the_printed_reading_and_proved_in_the_others(explored: dict[str, Any]) -> None:
    [line] = [line for line in explored["conjectures"] if line["id"] == "kv7"]
    assert line["kinds"] == [
        ["refuted", "refuted at n = 6", ["deck"]],
        ["proved", "proved for every n", ["le", "lt", "passed"]],
    ]
    assert line["fits"][0] == [
        "recognised from 9 values (m = 2..10), not proved: 2 m/(3 m - 2), whose limit is 2/3",
        ["deck"],
    ]
    deck = explored["conjecture-kv7"]["questions"][0]
    assert deck["sizes"][-1][4] == ["6/7 (~0.8571)", "6, 3, 2, 5, 4, 1"]
    assert [i["shown"].sides for i in deck["instances"]] == ["6 >= 7 is false", "32 >= 33 is false", "20 / 28"]
    assert ["inf", ">=", "1/22 (~0.0455)", "proved for every n", 0] in deck["known"]
    assert ["inf", "<=", "5/7 (~0.7143)", "an instance at n = 20", 20] in deck["known"]


def test_certified_at_fixed_parameters_only_says_so(explored: dict[str, Any]) -> None:
    [line] = [line for line in explored["conjectures"] if line["id"] == "kv8"]
    assert [kind[1] for kind in line["kinds"]] == ["certified n <= 4, other parameters fixed", "proved for every n"]


def test_bounds_by_instances_get_no_sign_of_a_verdict() -> None:
    for question in answers()["near-metric-scale"].questions:
        by_family = ("refuted", "no constant will do: proved by a family of instances")
        assert standing(question) == by_family and question.proof.startswith(NO_FACTOR)
        assert standing(replace(question, proof="")) == ("", "not swept: bounds by instances only")


def test_a_best_constant_of_which_an_instance_shows_that_there_is_none_is_not_called_undecided(
    explored: dict[str, Any],
) -> None:
    text = "no constant will do: proved by a family of instances"
    shown = {q["of"].label: q for q in explored["conjecture-near-metric"]["questions"]}
    question = shown["kendall-general[one]: near-metric"]
    assert (question["tone"], question["short"], question["of"].outcome) == ("refuted", text, text)
    [line] = [line for line in explored["conjectures"] if line["id"] == "near-metric"]
    [[_, _, labels]] = [kind for kind in line["kinds"] if kind[:2] == ["refuted", text]]
    assert len(labels) == 20
    assert all("no constant" not in q["short"] for label, q in shown.items() if label not in labels)


def test_an_exact_extreme_beyond_every_n_needs_proof_and_instance() -> None:
    for answer in answers().values():
        for question in answer.questions:
            for sense, sign, _, why, n in known(question):
                proved = why == "proved for every n"
                assert proved == (n == 0)
                assert sign == (">=" if (sense == "inf") == proved else "<=")


def test_certificates_have_the_names_of_the_files_that_are_there(explored: dict[str, Any]) -> None:
    for id in answers():
        folder = REPORTS / "explorations" / id
        named = {q["certificate"][1] for q in explored[f"conjecture-{id}"]["questions"] if q["certificate"]}
        assert named == {
            f"reports/explorations/{id}/certificates/{path.name}" for path in (folder / "certificates").glob("*.json")
        }


def test_witnesses_have_the_names_of_the_files_that_are_written(explored: dict[str, Any]) -> None:
    for id, answer in answers().items():
        written = {f"reports/explorations/{id}/witnesses/{kept.name}.json" for kept in Files(answer).witnesses.values()}
        for question in explored[f"conjecture-{id}"]["questions"]:
            for instance in question["instances"]:
                assert instance["replay"].split()[2] in written


def shown(page: dict[str, Any]) -> set[str]:
    """The pictures of a page."""
    return {page["constants"], *(question["plane"] for question in page["questions"])} - {""}


def test_every_picture_is_shown_as_the_file_that_it_is(given: Inputs, explored: dict[str, Any]) -> None:
    for id, pictures in given.pictures.items():
        there = {
            unquote(address.removeprefix("data:image/svg+xml,")) for address in shown(explored[f"conjecture-{id}"])
        }
        drawn = {name: content for name, content in pictures.items() if not name.startswith("instance-")}
        assert there == set(drawn.values())


def test_instances_that_tell_most_are_drawn(explored: dict[str, Any]) -> None:
    for question in explored["conjecture-kv7"]["questions"]:
        (first, *_) = question["instances"]
        assert "<desc>Ranking a, best first: " in first["drawn"] and " Ranking b, best first: " in first["drawn"]
        assert "<figcaption>D: distances between the items<" in first["drawn"]


def test_a_proof_is_split_into_what_is_checked_and_what_is_on_paper() -> None:
    text = "a <= b (c) (checked by machine for n <= 3: first (of two); second; on paper: third; fourth)"
    assert proof_parts(text) == {
        "says": "a <= b (c)",
        "where": "for n <= 3",
        "checked": ["first (of two)", "second"],
        "paper": ["third", "fourth"],
    }
    assert proof_parts("just so") == {"says": "just so", "where": "", "checked": [], "paper": []}


def kv7(given: Inputs, change: Any = None) -> Inputs:
    """The exploration kv7 alone, its answer changed."""
    answer = committed.answer("kv7")
    if change is not None:
        change(answer)
    return replace(given, answers={"kv7": Answer.from_json(answer)})


def drop_outcome(answer: dict[str, Any]) -> None:
    del answer["questions"][0]["sizes"][0]["verdict"]


def wrong_number(answer: dict[str, Any]) -> None:
    answer["questions"][0]["sizes"][0]["extremes"][0]["value"] = "1/0"


def no_refutation(answer: dict[str, Any]) -> None:
    answer["questions"][0]["sizes"][-1]["refutation"] = None


def of_another_format(answer: dict[str, Any]) -> None:
    answer["format"] = "other\n"


@pytest.mark.parametrize("change", [drop_outcome, wrong_number, no_refutation, of_another_format, dict.clear])
def test_an_answer_of_another_shape_is_refused_by_name(given: Inputs, change: Any) -> None:
    with pytest.raises(BadAnswer) as error:
        blocks(kv7(given, change))
    assert one_line(error)


def test_texts_of_an_answer_are_shown_with_their_control_characters_escaped(given: Inputs) -> None:
    def rename(answer: dict[str, Any]) -> None:
        answer["title"] = HOSTILE
        answer["questions"][0]["label"] = HOSTILE
        answer["questions"][0]["metric"] = HOSTILE

    inputs = kv7(given, rename)
    assert not blocks(inputs)["conjecture-kv7"]["questions"][0]["page"]
    empty = Matrix([], [], [], "quick", 0)
    made = pages(Inputs(empty, {}, answers=inputs.answers))
    page, folded = str(made["conjecture-kv7.html"]), json.dumps(unpacked(bytes(made["data/conjecture-kv7.js"])))  # type: ignore[arg-type]  # it is packed
    escaped = r"&lt;script&gt;alert(1)&lt;/script&gt;\u202e\x1b[2J"
    assert f"<h1>{escaped}</h1>" in page and f">{escaped}</a>" in made["conjecture.html"]  # type: ignore[operator]  # a text
    for shown in (page, folded, str(made["conjecture.html"])):
        assert "\x1b" not in shown and "\u202e" not in shown and "<script>alert" not in shown


def test_a_picture_that_is_missing_is_left_out(given: Inputs) -> None:
    alone = replace(given, pictures={})
    page = blocks(alone)["conjecture-kv7"]
    assert shown(page) == set()


def test_the_metric_of_an_exploration_may_be_unknown_here(explored: dict[str, Any]) -> None:
    for question in explored["conjecture-kv8-dcg"]["questions"]:
        assert not question["page"]
        for instance in question["instances"]:
            assert instance["shown"].note == "The metric is not registered here: the values are as they were stored."


def linked(page: str | bytes) -> set[str]:
    """The claims whose entry in the ledger a page leads to."""
    return set(re.findall(r"<a href=claims\.html#([A-Z]+\d+)>\1</a>", str(page)))


def test_only_claims_that_have_a_page_are_linked(given: Inputs, site: Path) -> None:
    kept = {id: (site / f"conjecture-{id}.html").read_text(encoding="utf-8") for id in given.answers}
    assert linked(kept["kv7"]) == {"KV15", "KV5", "KV6", "KV7", "KV9"}
    assert linked(kept["near-metric-scale"]) == set()
    without = pages(Inputs(Matrix([], [], [], "quick", 0), {}, answers=kv7(given).answers))
    assert linked(without["conjecture-kv7.html"]) == set()


def test_what_is_packed_beside_the_pages_is_as_small_as_promised(site: Path) -> None:
    assert 0 < sum(path.stat().st_size for path in (site / "data").glob("conjecture*.js")) < 400_000


def test_without_explorations_there_is_no_page_of_one() -> None:
    made = pages(Inputs(Matrix([], [], [], "quick", 0), {}))
    assert not [name for name in made if "conjecture-" in name]
    assert "This report has no explorations" in str(made["conjecture.html"])
