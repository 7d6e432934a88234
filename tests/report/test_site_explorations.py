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
from msgspec import structs
from unpacking import unpacked
from verdict_words import in_words

from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.json_reports import BadReport
from axiomatrix.report.site import page_files, write_site
from axiomatrix.report.site.explorations import (
    ExplorationPage,
    best_constants,
    closed_forms,
    list_entry,
    opening,
    standing,
    typeset_form,
)
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.static_pages import exploration_pages
from axiomatrix.report.subjects.exploration_parts import NO_CONSTANT, ExplorationFiles
from axiomatrix.studies.explore.answer import Answer, BadAnswer

REPORTS = Path(__file__).parents[2] / "reports"
HOSTILE = "<script>alert(1)</script>\u202e\x1b[2J"


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


def listed(inputs: Inputs) -> dict[str, dict[str, Any]]:
    """What the list of explorations says of each."""
    return {id: list_entry(id, answer) for id, answer in inputs.answers.items()}


@pytest.fixture(scope="module")
def explored(given: Inputs) -> dict[str, ExplorationPage]:
    return {id: ExplorationPage(id, given) for id in given.answers}


def answers() -> dict[str, Answer]:
    return {
        path.parent.name: Answer.from_json(json.loads(path.read_text(encoding="utf-8")))
        for path in sorted((REPORTS / "explorations").glob("*/answer.json"))
    }


def one_line(error: pytest.ExceptionInfo[BadReport]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_exploration_is_there_with_its_outcomes(given: Inputs, explored: dict[str, ExplorationPage]) -> None:
    found = answers()
    assert set(listed(given)) == set(explored) == set(found)
    for id, answer in found.items():
        assert [question for question, _ in explored[id].questions] == list(answer.canonical().questions)


def test_kv7_is_refuted_in_the_printed_reading_and_proved_in_the_others(
    given: Inputs, explored: dict[str, ExplorationPage]
) -> None:
    line = listed(given)["kv7"]
    assert line["kinds"] == [
        ["refuted", "refuted at n = 6", ["deck"]],
        ["proved", "proved for every n", ["le", "lt", "passed"]],
    ]
    assert line["fits"][0] == [
        "recognised from 9 values (m = 2..10), not proved: 2 m/(3 m - 2), whose limit is 2/3",
        ["deck"],
    ]
    page = explored["kv7"]
    deck, instances = page.questions[0]
    assert page.extreme(deck.sizes[-1], "inf") == ["6/7 (~0.8571)", "6, 3, 2, 5, 4, 1"]
    assert [i["shown"].sides for i in instances] == ["6 >= 7 is false", "32 >= 33 is false", "20 / 28"]
    assert ["inf", ">=", "3/16 (~0.1875)", "proved for every n", 0] in best_constants(deck)
    assert ["inf", "<=", "5/7 (~0.7143)", "an instance at n = 20", 20] in best_constants(deck)


def test_certified_at_fixed_parameters_only_says_so(given: Inputs) -> None:
    assert [kind[1] for kind in listed(given)["kv8"]["kinds"]] == [
        in_words("certified n <= 4, other parameters fixed"),
        "proved for every n",
    ]


def test_bounds_by_instances_get_no_sign_of_a_verdict() -> None:
    for question in answers()["near-metric-scale"].questions:
        by_family = ("refuted", "no constant exists: proved by a family of instances")
        assert standing(question) == by_family and question.proof is not None
        assert standing(structs.replace(question, proof=None)) == ("", "not swept: bounds by instances only")


@pytest.mark.parametrize("verdict", [Verdict.REFUTED, Verdict.EXHAUSTED, Verdict.VACUOUS])
def test_what_a_check_says_of_a_metric_without_parameters_is_what_stands_there(verdict: Verdict) -> None:
    question = structs.replace(
        answers()["near-metric-scale"].questions[0],
        proof=None,
        checked=verdict,
        remark=f"no parameter, so by axiomatrix check: {verdict} n=3",
    )
    assert standing(question) == (verdict, f"no parameter, by axiomatrix check: {verdict}")


def test_a_best_constant_of_which_an_instance_shows_that_there_is_none_is_not_called_undecided(
    given: Inputs,
) -> None:
    text = "no constant exists: proved by a family of instances"
    shown = {question.label: question for question in given.answers["near-metric"].questions}
    question = shown["kendall-general[one]: near-metric"]
    assert (*standing(question), question.outcome) == ("refuted", text, text)
    [[_, _, labels]] = [kind for kind in listed(given)["near-metric"]["kinds"] if kind[:2] == ["refuted", text]]
    assert len(labels) == 20
    assert all("no constant" not in standing(question)[1] for label, question in shown.items() if label not in labels)


def test_an_exact_extreme_beyond_every_n_needs_proof_and_instance() -> None:
    for answer in answers().values():
        for question in answer.questions:
            for sense, sign, value, why, n in best_constants(question):
                proved = why == "proved for every n"
                assert proved == (n == 0)
                assert sign == ("" if value == NO_CONSTANT else ">=" if (sense == "inf") == proved else "<=")


def test_certificates_have_the_names_of_the_files_that_are_there(explored: dict[str, ExplorationPage]) -> None:
    for id, page in explored.items():
        folder = REPORTS / "explorations" / id
        counts = [page.certificate(question) for question, _ in page.questions]
        assert {file for count, file in counts if count} == {
            f"reports/explorations/{id}/certificates/{path.name}" for path in (folder / "certificates").glob("*.json")
        }


def test_witnesses_have_the_names_of_the_files_that_are_written(explored: dict[str, ExplorationPage]) -> None:
    for id, answer in answers().items():
        written = {f"reports/explorations/{id}/witnesses/{name}.json" for name in ExplorationFiles(answer).witnesses}
        for _, instances in explored[id].questions:
            for instance in instances:
                assert instance["replay"].split()[2] in written


def shown(page: ExplorationPage) -> set[str]:
    """The pictures of a page."""
    return {page.constants} - {""}


def test_every_picture_is_shown_as_the_file_that_it_is(given: Inputs, explored: dict[str, ExplorationPage]) -> None:
    for id, pictures in given.pictures.items():
        there = {unquote(address.removeprefix("data:image/svg+xml,")) for address in shown(explored[id])}
        drawn = {name: content for name, content in pictures.items() if not name.startswith("instance-")}
        assert there == set(drawn.values())


def test_instances_that_tell_most_are_drawn(explored: dict[str, ExplorationPage]) -> None:
    for _, (first, *_) in explored["kv7"].questions:
        assert "<desc>Ranking a, best first: " in first["drawn"] and " Ranking b, best first: " in first["drawn"]
        assert "<figcaption>D: distances between the items<" in first["drawn"]


def kv7(given: Inputs, change: Any = None) -> Inputs:
    """The exploration kv7 alone, its answer changed."""
    answer = committed.answer("kv7")
    if change is not None:
        change(answer)
    return replace(given, answers={"kv7": Answer.from_json(answer)})


def test_words_of_a_proof_and_of_a_note_decide_nothing(given: Inputs) -> None:
    def reworded(answer: dict[str, Any]) -> None:
        deck, le = answer["questions"][:2]
        le["proof"] = {
            "theorem": "no factor exists: not so (checked by machine: a)",
            "up_to": 4,
            "checked": ["first; on paper: second"],
            "argued": ["third; fourth"],
        }
        del deck["bounds"][-1]["form"]
        deck["bounds"][0]["note"] = "recognised from 9 values; unbounded in m"

    inputs = kv7(given, reworded)
    deck, le, *_ = inputs.answers["kv7"].questions
    assert (
        standing(le) == ("proved", "proved for every n")
        and not le.why_no_constant
        and closed_forms(le)
        and not closed_forms(deck)
    )
    made = exploration_pages(Inputs(Matrix([], [], [], "quick", 0), answers=inputs.answers))
    folded = json.dumps(unpacked(bytes(made["data/conjecture-kv7.js"])))  # type: ignore[arg-type]  # it is packed
    assert "<p>Proved for all n: no factor exists: not so (checked by machine: a)</p>" in folded
    assert "for n &lt;= 4</h5><ul><li>first; on paper: second</ul><h5>On paper</h5><ul><li>third; fourth</ul>" in folded
    assert "<td class=soft>recognised from 9 values; unbounded in m" in folded


def test_the_form_of_a_family_is_typeset_where_it_is_no_number(given: Inputs) -> None:
    def told(answer: dict[str, Any]) -> None:
        deck, le = (question["bounds"][-1]["form"] for question in answer["questions"][:2])
        deck["latex"], le["latex"] = r"\frac{2 m}{3 m - 2}", "1"
        assert deck["limit"] == "2/3" and le["formula"] == "1"

    deck, le, *_ = kv7(given, told).answers["kv7"].questions
    typeset = str(typeset_form(closed_forms(deck)[0]))
    assert "<mfrac>" in typeset and typeset_form(closed_forms(le)[0]) == ""
    made = exploration_pages(Inputs(Matrix([], [], [], "quick", 0), answers=kv7(given, told).answers))
    folded = json.dumps(unpacked(bytes(made["data/conjecture-kv7.js"])))  # type: ignore[arg-type]  # it is packed
    assert folded.count(json.dumps(typeset)[1:-1]) == 1 and folded.count("<math") == 1


def test_what_is_false_opens_the_page_and_the_other_readings_follow(given: Inputs) -> None:
    answer = given.answers["kv7"]
    assert opening(answer) == (
        "False in the reading deck: at n = 6, F_D >= K_D would be 6 >= 7. Proved for every n: le, lt, passed."
    )
    assert opening(structs.replace(answer, questions=answer.questions[:1])).startswith("False: at n = 6, ")
    assert opening(structs.replace(answer, questions=answer.questions[1:2])) == "Proved for every n."


def drop_outcome(answer: dict[str, Any]) -> None:
    del answer["questions"][0]["sizes"][0]["verdict"]


def wrong_number(answer: dict[str, Any]) -> None:
    answer["questions"][0]["sizes"][0]["extremes"][0]["value"] = "1/0"


def no_refutation(answer: dict[str, Any]) -> None:
    answer["questions"][0]["sizes"][-1]["refutation"] = None


def proof_as_it_was_written_once(answer: dict[str, Any]) -> None:
    answer["questions"][1]["proof"] = "proved for all n: F >= K (checked by machine for n <= 3: a; on paper: b)"


def of_another_format(answer: dict[str, Any]) -> None:
    answer["format"] = "other\n"


@pytest.mark.parametrize(
    "change",
    [
        drop_outcome,
        wrong_number,
        no_refutation,
        proof_as_it_was_written_once,
        of_another_format,
        dict.clear,
    ],
)
def test_an_answer_of_another_shape_is_refused_by_name(given: Inputs, change: Any) -> None:
    with pytest.raises(BadAnswer) as error:
        ExplorationPage("kv7", kv7(given, change))
    assert one_line(error)


def test_texts_of_an_answer_are_shown_with_their_control_characters_escaped(given: Inputs) -> None:
    def rename(answer: dict[str, Any]) -> None:
        answer["title"] = HOSTILE
        answer["questions"][0]["label"] = HOSTILE
        answer["questions"][0]["metric"] = HOSTILE

    inputs = kv7(given, rename)
    page_of = ExplorationPage("kv7", inputs)
    assert page_of.answer.questions[0].metric == HOSTILE and HOSTILE not in page_of.metric_entries
    empty = Matrix([], [], [], "quick", 0)
    made = exploration_pages(Inputs(empty, answers=inputs.answers))
    page, folded = str(made["conjecture-kv7.html"]), json.dumps(unpacked(bytes(made["data/conjecture-kv7.js"])))  # type: ignore[arg-type]  # it is packed
    escaped = r"&lt;script&gt;alert(1)&lt;/script&gt;\u202e\x1b[2J"
    assert f"<h1>{escaped}</h1>" in page and f">{escaped}</a>" in made["conjecture.html"]  # type: ignore[operator]  # a text
    for shown in (page, folded, str(made["conjecture.html"])):
        assert "\x1b" not in shown and "\u202e" not in shown and "<script>alert" not in shown


def test_a_picture_that_is_missing_is_left_out(given: Inputs) -> None:
    assert shown(ExplorationPage("kv7", replace(given, pictures={}))) == set()


def test_the_metric_of_an_exploration_may_be_unknown_here(explored: dict[str, ExplorationPage]) -> None:
    page = explored["kv8-dcg"]
    for question, instances in page.questions:
        assert question.metric not in page.metric_entries
        for instance in instances:
            assert instance["shown"].note == "The metric is not registered here, so the values are shown as stored."


def linked(page: str | bytes) -> set[str]:
    """The claims whose entry in the ledger a page leads to."""
    return set(re.findall(r"<a href=claims\.html#([A-Z]+\d+)>\1</a>", str(page)))


def test_only_claims_that_have_a_page_are_linked(given: Inputs, site: Path) -> None:
    kept = {id: (site / f"conjecture-{id}.html").read_text(encoding="utf-8") for id in given.answers}
    assert linked(kept["kv7"]) == {"KV15", "KV5", "KV6", "KV7", "KV9"}
    assert linked(kept["near-metric-scale"]) == set()
    without = exploration_pages(Inputs(Matrix([], [], [], "quick", 0), answers=kv7(given).answers))
    assert linked(without["conjecture-kv7.html"]) == set()


def test_what_is_stored_beside_the_pages_is_as_small_as_promised(site: Path) -> None:
    assert 0 < sum(path.stat().st_size for path in (site / "data").glob("conjecture*.js")) < 2_000_000


def test_without_explorations_there_is_no_page_of_one() -> None:
    made = exploration_pages(Inputs(Matrix([], [], [], "quick", 0)))
    assert not [name for name in made if "conjecture-" in name]
    assert "This report has no explorations" in str(made["conjecture.html"])


def test_pages_of_explorations_that_are_gone_are_removed_and_nobody_elses(given: Inputs, tmp_path: Path) -> None:
    inputs = replace(kv7(given), matrix=Matrix([], [], [], "quick", 0), libraries=None, relations=None, ledger=None)
    first = {path.relative_to(tmp_path).as_posix() for path in write_site(inputs, tmp_path)}
    assert {"conjecture-kv7.html", "data/conjecture-kv7.js", "matrix.csv", "data/witnesses.js"} < first
    (tmp_path / "conjecture-mine.html").write_text("<html>mine", encoding="utf-8")
    then = {path.relative_to(tmp_path).as_posix() for path in write_site(replace(inputs, answers={}), tmp_path)}
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert first - then == {"conjecture-kv7.html", "data/conjecture-kv7.js"}
    assert there == then | {"conjecture-mine.html"}
    (tmp_path / "conjecture-kv7.html").write_text("<html>mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match=r"its conjecture-kv7\.html is not from axiomatrix"):
        write_site(inputs, tmp_path)


def test_names_of_all_pages_are_known_before_they_are_made(given: Inputs, site: Path) -> None:
    assert {path.name for path in site.glob("*.html")} == page_files(given)


def test_nothing_is_written_where_a_page_of_a_family_is_somebody_elses(given: Inputs, tmp_path: Path) -> None:
    family = next(file for file in sorted(page_files(given)) if file.startswith("metric-"))
    (tmp_path / family).write_text("<html>mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match=f"its {family} is not from axiomatrix"):
        write_site(given, tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == [family]
