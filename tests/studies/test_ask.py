"""Questions, comparisons and choices: what is answered, what is not, and that the answers are those of the cells."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import committed
import pytest
from msgspec import structs
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import Matrix, __version__, check
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import HAS_A_VALUE
from axiomatrix.cli.app import app
from axiomatrix.evidence.evidence import Evidence, Reach, Sought
from axiomatrix.evidence.status import EvidenceGrade
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.model.axiom import KIND_PLURALS
from axiomatrix.report import known
from axiomatrix.report.document import Code, Heading, List, Mono, Note, Table, plain_text, words
from axiomatrix.report.json_reports import dump_matrix
from axiomatrix.report.json_reports import dump_relations as dumped
from axiomatrix.report.subjects import answer, comparison
from axiomatrix.report.subjects.verdicts import BriefVerdict, brief_text
from axiomatrix.studies.ask.answering import find_answer
from axiomatrix.studies.ask.choosing import Choice, Wish, clashes, explaining_clashes
from axiomatrix.studies.ask.comparing import (
    KnownCells,
    MetricComparison,
    MetricSide,
    distinguishing_instance,
    readings_of_one_sort,
)
from axiomatrix.studies.ask.question import NamedQuestion, read_question, search, suggestion
from axiomatrix.studies.relate.run import Columns, pairs_by_cut, relate_pairs

REPORTS = Path(__file__).parents[2] / "reports"

REGISTRY = load_catalogue()
ROWS = ("average-precision[whole]", "reciprocal-rank", "precision-at", "recall-at")
ASKED = ("swap", "swap-strict", "top-weightedness", "monotone-in-cut-off", "levels-matter", "ideal-is-one")


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return check(*ROWS, axioms=ASKED, profile="quick")


@pytest.fixture
def here(matrix: Matrix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.json").write_text(dump_matrix(matrix), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, done.output
    assert all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout
    return str(done.output)


# --- questions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "metrics", "must", "must_not", "rest"),
    [
        ("nDCG swap", ["ndcg[exponential]"], ["swap"], [], []),
        ("is nDCG@10 an interval scale?", ["ndcg[exponential]"], ["equal-spacing"], [], []),
        ("AP nDCG RBP", ["average-precision[whole]", "ndcg[exponential]", "rbp[gains]"], [], [], []),
        (
            "which metric has swap, top heavy but not interval scale",
            [],
            ["swap", "top-weightedness"],
            ["equal-spacing"],
            [],
        ),
        ("does Kendall's tau-b satisfy antisymmetry", ["kendall-tau-b"], ["antisymmetry"], [], []),
        ("not swap but convergence", [], ["convergence"], ["swap"], []),
        ("precision at 10: replacement", ["precision-at"], ["replacement"], [], []),
        ("purple nDCG", ["ndcg[exponential]"], [], [], ["purple"]),
        ("is it purple", [], [], [], ["purple"]),
        ("which metric violates swap", [], [], ["swap"], []),
        ("those that don\u2019t fail swap", [], ["swap"], [], []),
        ("fails swap and satisfies convergence", [], ["convergence"], ["swap"], []),
        ("neither swap nor convergence", [], [], ["swap", "convergence"], []),
        ("does not keep swap, does not violate convergence", [], ["convergence"], ["swap"], []),
        ("nDCG nDCG swap, swap", ["ndcg[exponential]"], ["swap"], [], []),
        ("swap of nDCG for k = 10", ["ndcg[exponential]"], ["swap"], [], ["k", "=", "10"]),
        ("RBP (p = 0.8): swap", ["rbp[gains]"], ["swap"], [], []),
    ],
)
def test_a_question_names_metrics_and_axioms(
    text: str, metrics: list[str], must: list[str], must_not: list[str], rest: list[str]
) -> None:
    asked = read_question(text, REGISTRY)
    assert [one.name for one in asked.metrics] == metrics
    assert [one.name for one in asked.must] == must
    assert [one.name for one in asked.must_not] == must_not
    assert asked.rest == rest


@pytest.mark.parametrize(("plural", "kind"), list(KIND_PLURALS.items()))
def test_a_kind_is_understood_in_singular_and_plural(plural: str, kind: str) -> None:
    assert read_question(f"{plural} that satisfy symmetry", REGISTRY).kind == kind
    assert read_question(f"{kind} with symmetry", REGISTRY).kind == kind


def test_a_group_of_axioms_and_a_kind_are_understood() -> None:
    asked = read_question("a distance that is a metric space", REGISTRY)
    assert asked.kind == "distance"
    assert "triangle-inequality" in [one.name for one in asked.must]


def test_authors_and_sources_are_searched_titles_first() -> None:
    assert "ndcg[exponential]" in [hit.name for hit in search(["J\u00e4rvelin"], REGISTRY)]
    assert "equal-spacing" in [hit.name for hit in search(["Ferrante", "interval"], REGISTRY)]
    assert any(hit.what == "claim" for hit in search(["conjecture"], REGISTRY))
    found = search(["dcg"], REGISTRY)
    assert found[0].in_title
    assert [hit.in_title for hit in found] == sorted((hit.in_title for hit in found), reverse=True)
    assert search(["nowhere-at-all"], REGISTRY) == []
    assert search([], REGISTRY) == []


def test_what_nothing_is_called_gets_the_nearest() -> None:
    assert suggestion(["MPA"], REGISTRY) == "did you mean 'MAP' (mean-average-precision[whole])?"
    assert suggestion(["nDCG@-1"], REGISTRY) == "did you mean 'ndcg'?"
    assert suggestion(["zzzzzzzz"], REGISTRY) == ""


# --- choices --------------------------------------------------------------------------------------------------


def test_a_choice_is_what_the_cells_say(matrix: Matrix) -> None:
    known = KnownCells(matrix)
    found = Choice(known, [Wish("swap", ("swap",)), Wish("strict", ("swap-strict",), must=False)])
    failing = {
        cell.metric for cell in matrix if cell.axiom == "swap-strict" and cell.evidence.verdict is Verdict.REFUTED
    }
    assert {one.row.name for one in found.fit} == failing == {"reciprocal-rank", "precision-at", "recall-at"}
    (other,) = found.others
    assert other.row.name == "average-precision[whole]"
    assert [wish.name for wish, _ in other.missed] == ["strict"]
    assert not found.impossible


def test_the_smallest_set_that_none_fulfils(matrix: Matrix) -> None:
    grows, weighs = Wish("grows", ("monotone-in-cut-off",)), Wish("top", ("top-weightedness",))
    swap, levels = Wish("swap", ("swap",)), Wish("levels", ("levels-matter",))
    assert Choice(KnownCells(matrix), [swap, grows, weighs]).impossible == ((grows, weighs),)
    assert Choice(KnownCells(matrix), [swap, grows, levels, weighs]).impossible == ((levels,),)
    assert Choice(KnownCells(matrix), [swap, grows]).impossible == ()
    others = Choice(KnownCells(matrix), [swap, grows, weighs]).others
    assert [len(one.missed) for one in others] == sorted(len(one.missed) for one in others)


def test_what_is_asked_on_the_closure_alone_is_chosen_by(matrix: Matrix) -> None:
    known = KnownCells(committed.matrix())
    (wish, none) = (Wish("free swaps", ("free-swap",), must=must) for must in (True, False))
    free = Choice(known, [wish])
    assert {one.row.name for one in free.fit} >= {"kendall-similarity", "footrule-similarity[deck]"}
    assert {one.row.name for one in Choice(known, [none]).fit} >= {"footrule-similarity[le]"}
    (line,) = MetricComparison(known, [REGISTRY.read_metric("K_D"), REGISTRY.read_metric("F_D")], ["free-swap"]).lines
    assert line.title == "free-swap on the closure" and line.agrees


def test_stronger_evidence_comes_first_and_what_is_not_decided_fits_no_wish(matrix: Matrix) -> None:
    first, second = ROWS[1], ROWS[3]
    verdicts = {first: Verdict.SEARCHED, second: Verdict.PROVED, ROWS[2]: Verdict.UNDECIDED, ROWS[0]: Verdict.TIMEOUT}
    cells = [
        structs.replace(cell, evidence=Evidence(verdicts[cell.metric])) if cell.axiom == "swap" else cell
        for cell in matrix
    ]
    found = Choice(KnownCells(structs.replace(matrix, cells=cells)), [Wish("swap", ("swap",))])
    assert [one.row.name for one in found.fit] == [second, first]
    assert found.fit[0].strength == (EvidenceGrade.PROVED, EvidenceGrade.PROVED)
    against = Choice(KnownCells(structs.replace(matrix, cells=cells)), [Wish("swap", ("swap",), must=False)])
    assert not against.fit


# --- comparisons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sought", ["an instance", "a constant"])
def test_neither_what_was_looked_for_in_vain_nor_a_best_constant_fits_a_wish(matrix: Matrix, sought: Sought) -> None:
    cells = [
        structs.replace(cell, evidence=Evidence(Verdict.EXHAUSTED, sought=sought)) if cell.axiom == "swap" else cell
        for cell in matrix
    ]
    known = KnownCells(structs.replace(matrix, cells=cells))
    for must in (True, False):
        found = Choice(known, [Wish("swap", ("swap",), must=must)])
        assert not found.fit and found.others


def test_differences_come_first_and_part_on_an_instance_that_is_decided_again(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "RR")]
    found = MetricComparison(KnownCells(matrix), readings)
    assert [line.differs for line in found.lines] == sorted((line.differs for line in found.lines), reverse=True)
    line = next(line for line in found.lines if line.title == "swap-strict")
    parted = found.distinguishing_instance(line, REGISTRY)
    assert parted is not None
    assert {one.shown: one.is_true for one in parted.answers} == {"AP": True, "RR": False}
    assert parted.instance.n == 3
    assert parted.is_smallest
    x, (i, j) = (parted.instance.values[name] for name in ("x", "ij"))
    ap, rr = (REGISTRY.metric(name) for name in ("AP", "RR"))
    exchanged = list(x.grades)
    exchanged[i - 1], exchanged[j - 1] = exchanged[j - 1], exchanged[i - 1]
    assert ap([*exchanged]) > ap([*x.grades])
    assert rr([*exchanged]) == rr([*x.grades])


def test_a_metric_of_which_an_axiom_says_nothing_is_not_asked_where_others_part() -> None:
    readings = [REGISTRY.read_metric(name) for name in ("ndcg[linear]", "average-precision", "rbp")]
    found = MetricComparison(KnownCells(committed.matrix()), readings)
    line = next(line for line in found.lines if line.title == "monotone-in-cut-off")
    assert line.differs
    parted = found.distinguishing_instance(line, REGISTRY)
    assert parted is None or "rbp" not in {one.shown for one in parted.answers}


@pytest.mark.parametrize(
    ("evidence", "differs"),
    [
        (Evidence(Verdict.SEARCHED, "hypothesis", (Reach("hypothesis", 1, 2, 500),)), False),
        (
            Evidence(Verdict.EXHAUSTED, "enumeration", (Reach("enumeration", 1, 2, 9), Reach("hypothesis", 1, 8, 0))),
            False,
        ),
        (Evidence(Verdict.SEARCHED, "hypothesis", (Reach("hypothesis", 1, 3, 500),)), True),
        (Evidence(Verdict.PROVED, "proof", (Reach("proof", 1, 2, 9),)), True),
    ],
)
def test_what_fails_where_another_was_not_looked_at_is_no_difference(
    matrix: Matrix, evidence: Evidence, differs: bool
) -> None:
    """RR breaks swap-strict at n = 3."""
    ap, rr = (REGISTRY.read_metric(name) for name in ("AP", "RR"))
    cells = [
        structs.replace(cell, evidence=evidence) if (cell.metric, cell.axiom) == (ap.name, "swap-strict") else cell
        for cell in matrix
    ]
    (line,) = MetricComparison(KnownCells(structs.replace(matrix, cells=cells)), [ap, rr], ["swap-strict"]).lines
    assert [one.holds for one in line.standings] == [True, False]
    assert line.differs is differs and not line.agrees


def test_metrics_that_do_not_differ_are_not_parted() -> None:
    sides = [MetricSide(name, REGISTRY.metric(name), holds=True) for name in ("AP", "RR")]
    assert distinguishing_instance(sides, REGISTRY) is None


def test_parameters_that_a_name_says_are_kept_and_where_they_cannot_be_it_is_said(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "P@2")]
    found = MetricComparison(KnownCells(matrix), readings, ["swap-strict"])
    parted = found.distinguishing_instance(found.lines[0], REGISTRY)
    assert parted is not None
    assert parted.has_named_parameters
    assert {one.shown: one.parameters for one in parted.answers} == {"AP": {}, "P@2": {"k": 2}}


def test_names_are_read_as_metrics_of_one_sort() -> None:
    read = readings_of_one_sort([REGISTRY.read_metric(name) for name in ("MAP", "nDCG")], REGISTRY)
    assert [one.name for one in read] == ["average-precision[whole]", "ndcg[exponential]"]
    alone = readings_of_one_sort([REGISTRY.read_metric("MAP")], REGISTRY)
    assert alone[0].name == "mean-average-precision[whole]"


# --- documents --------------------------------------------------------------------------------------------------


def test_an_answer_leads_with_the_verdict_and_shows_the_instance(matrix: Matrix) -> None:
    rr, strict = REGISTRY.read_metric("RR"), REGISTRY.read_axiom("swap-strict")
    cell = matrix.cell(rr.name, "swap-strict")
    assert cell.evidence.witness is not None
    found = find_answer(rr, NamedQuestion([rr], [strict]), [], KnownCells(matrix), REGISTRY)
    told = answer.document(found, matrix, REGISTRY, "from here")
    assert plain_text(told.title).startswith("No. RR ") and told.blocks[-1] == Note("from here")
    assert f"refuted at n = {cell.evidence.witness.n}" in plain_text(told.title)
    said = [text for block in told.blocks for text in words(block)]
    assert any(cell.evidence.witness.relation_with_truth in text for text in said)
    assert any(text.startswith("x = Judged.of(") for text in said) and any(isinstance(b, Code) for b in told.blocks)


def test_a_choice_lists_what_fits_and_what_the_others_miss(matrix: Matrix) -> None:
    wishes = [Wish("swap", ("swap",)), Wish("swap-strict", ("swap-strict",), must=False)]
    chosen = Choice(KnownCells(matrix), wishes, "score", "")
    told = answer.choice_document(chosen, "score", "", ["one reading"], "from here")
    readings, table, impossible, _, _, others = told.blocks[:-1]
    assert readings == List(("one reading",)) and impossible == List(())
    assert isinstance(table, Table) and [row[0] for row in table.rows] == [Mono(c.row.name) for c in chosen.fit]
    named = [text.partition(":")[0] for text in words(others)]
    assert named == [candidate.row.name for candidate in chosen.others]


def test_a_comparison_shows_differences_before_what_is_shared(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "RR")]
    told = comparison.document(MetricComparison(KnownCells(matrix), readings), REGISTRY, [], "from here")
    tables = [block for block in told.blocks if isinstance(block, Table)]
    assert len(tables) > 1 and all(table.heads == ("axiom", "AP", "RR") for table in tables)
    assert (Mono("swap-strict"), in_words("exhausted n<=3"), in_words("refuted n=3")) in tables[0].rows
    assert Heading("swap-strict", 3) in told.blocks


# --- the commands ---------------------------------------------------------------------------------------------


def test_a_card_says_verdict_instance_and_origin(here: Path) -> None:
    output = run("ask", "is RR strict swap?", "--report", "mine.json")
    output = " ".join(output.split())
    for part in (
        "RR is read as reciprocal-rank",
        "strict swap is read as swap-strict",
        "refuted at n = 3",
        "x = Judged.of(",
        "1 < 1 is false",
        "Ferrante, Ferro, Maistro",
        "from mine.json (profile quick, seed 0)",
    ):
        assert part in output
    assert run("ask", "AP swap", "--report", "mine.json").startswith("Yes, up to n = 3. AP satisfies swap")
    assert "Does not apply. kendall is a distance of rankings; swap" in run("ask", "kendall", "swap")


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a copy of the package without the results on the catalogue."""
    monkeypatch.setattr(known, "shipped_report", lambda: None)


def test_without_a_report_the_results_that_come_with_the_package_answer(here: Path) -> None:
    output = " ".join(run("ask", "is K symmetric?").split())
    assert output.startswith("Yes. Kendall tau distance satisfies symmetry") and "proved" in output
    assert f"from the results that come with axiomatrix {__version__} (profile default, seed 0)" in output
    (here / "reports").mkdir()
    (here / "reports/compliance.json").write_bytes((here / "mine.json").read_bytes())
    assert "from reports/compliance.json" in run("ask", "RR swap")
    assert "come with axiomatrix" in run("ask", "is K symmetric?")  # of which the report here says nothing


@pytest.mark.usefixtures("nothing_shipped")
def test_without_a_report_it_is_decided_now(here: Path) -> None:
    output = run("ask", "RR ideal-is-one")
    assert "decided now, profile quick: there is no reports/compliance.json" in output
    assert "mine.json does not have kendall" in run("ask", "kendall symmetric", "--report", "mine.json")
    (here / "reports").mkdir()
    (here / "reports/compliance.json").write_text("{}")
    assert "decided now, profile quick: of no use: reports/compliance.json" in run("ask", "RR ideal-is-one")


@pytest.mark.usefixtures("nothing_shipped")
def test_a_report_about_another_definition_answers_only_if_it_is_named(here: Path) -> None:
    report = json.loads((here / "mine.json").read_text(encoding="utf-8"))
    (row,) = (row for row in report["rows"] if row["name"] == "reciprocal-rank")
    row["digest"] = "0" * len(row["digest"])
    (here / "reports").mkdir()
    (here / "reports/compliance.json").write_text(json.dumps(report), encoding="utf-8")
    other = "reports/compliance.json is about another definition of reciprocal-rank"
    assert f"decided now, profile quick: {other}" in " ".join(run("ask", "RR ideal-is-one").split())
    named = " ".join(run("ask", "RR ideal-is-one", "--report", "reports/compliance.json").split())
    assert f"{other}; what follows is about that one" in named and "from reports/compliance.json" in named


def test_an_answer_says_what_statement_it_is_about_and_is_true_however_the_question_is_put(here: Path) -> None:
    report = ("--report", str(REPORTS / "compliance.json"))
    output = run("ask", "kendall-tau equals", *report)
    assert "equals(other=kendall-normalised, scale=-2, shift=1): It holds: proved" in " ".join(output.split())
    assert "free-swap on the closure: It fails at n = 3." in run("ask", "footrule-similarity[le] free-swap", *report)
    assert "boundedness(bound=1): It holds up to n = 6, in every case" in run("ask", "AP boundedness", *report)
    compared = run("compare", "AP", "RR", "-a", "boundedness", *report)
    assert re.search(in_words(r"boundedness\(bound=1\) +exhausted n<=6"), compared)
    one, another = (run("ask", question, *report) for question in ("is K symmetric?", "does K violate symmetry?"))
    assert one.startswith("Yes. ") and another.startswith("No. ")
    assert all("satisfies symmetry" in " ".join(text.split()) and "proved" in text for text in (one, another))
    output = run("ask", "nDCG ordinal, swap", *report)
    assert "tied-ndcg[mean]: nDCG" in output and "ndcg[exponential]: nDCG" in output


def test_what_is_asked_of_one_metric_alone_is_answered(here: Path) -> None:
    output = run("ask", "upper bound of footrule by kendall", "--report", str(REPORTS / "compliance.json"))
    assert "footrule <= 2 kendall: proved" in " ".join(output.split())
    assert "None of these axioms is about them" not in output


def test_parameters_of_a_name_are_tried_on_the_witness(here: Path) -> None:
    output = run("ask", "P@2 monotone-in-cut-off", "--report", "mine.json")
    assert "precision-at with k = 2" in output
    assert "With k = 2 it is" in output


def test_compare_and_choose_from_the_terminal(here: Path) -> None:
    output = run("compare", "AP", "RR", "P@2", "--report", "mine.json")
    assert output.index("They differ") < output.index("They agree")
    assert re.search(r"AP: (1/2|5/6)( \(~0\.\d+\))? < 1 is true", output)
    assert "from mine.json" in output
    output = run("choose", "--must", "swap,top-heavy", "--must", "monotone-in-cut-off", "--report", "mine.json")
    assert "0 of 4 metrics" in output
    assert "no metric of the report fulfils: top-heavy and monotone-in-cut-off" in output
    output = run("choose", "--must", "swap", "--must-not", "strict swap", "--kind", "score", "--report", "mine.json")
    assert "3 of 4 scores" in output
    assert in_words("average-precision[whole]: not strict swap (nothing breaks it: exhausted n<=") in output
    assert run("ask", "which score has swap but not strict swap", "--report", "mine.json") == output
    assert "no metric of rankings fulfils: swap" in run("choose", "--about", "rankings", "--must", "swap")
    assert "0 of 4 metrics" in run("ask", " ".join(ASKED[1:]), "--report", "mine.json")
    assert "They differ" in run("ask", "AP RR", "--report", "mine.json")


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_shipped")
def test_our_definition_is_compared_with_that_of_a_library(here: Path) -> None:
    pair = ["kendall-tau-b", "scipy.kendalltau[b]"]
    output = run("compare", *pair, "-a", "correlation-symmetry", "-a", "answers-one-item")
    assert in_words("correlation-symmetry  exhausted n<=") in output
    assert "scipy.kendalltau[b], answers-one-item" in output
    assert "decided now" in output
    for file in ("compliance.json", "libraries.json"):
        (here / file).write_bytes((REPORTS / file).read_bytes())
    output = run("compare", *pair, "--report", "compliance.json")
    report = (here / "libraries.json").read_text(encoding="utf-8")
    (noted,) = re.findall(r'"id":"scipy",[^{}]*"version":"([^"]*)"', report)
    other = "" if noted == version("scipy") else f", here {version('scipy')}"
    assert f"from compliance.json and libraries.json (scipy {noted}{other})" in " ".join(output.split())
    old = report.replace(f'"version":"{noted}"', '"version":"0.1"', 1)
    (here / "libraries.json").write_text(old, encoding="utf-8")
    output = run("compare", *pair, "--report", "compliance.json")
    assert f"(scipy 0.1, here {version('scipy')})" in " ".join(output.split())
    assert "did you mean" in run("compare", "kendall-tau-b", "scipy.kendaltau", code=2)


def test_what_relate_knows_is_said_if_it_is_there(here: Path) -> None:
    assert "relations.json" not in run("compare", "P@2", "R@2", "--report", "mine.json")
    rows = [REGISTRY.metrics[name] for name in ("precision-at", "recall-at")]
    (here / "relations.json").write_text(dumped(relate_pairs(pairs_by_cut(*rows), Columns(REGISTRY))), encoding="utf-8")
    output = run("compare", "P@2", "R@2", "--report", "mine.json")
    assert "pairs oppositely at n = 6" in " ".join(output.split())
    (here / "relations.json").write_text("{}", encoding="utf-8")
    assert "relations.json" in run("compare", "P@2", "R@2", "--report", "mine.json", code=2)


@pytest.mark.slow
def test_of_a_claim_there_is_what_became_of_it(here: Path) -> None:
    report = str(committed.REPORTS / "compliance.json")
    asked, claimed = (
        CliRunner().invoke(app, [*words, "--report", report])
        for words in (("ask", "why is kv7 false?"), ("show", "claims", "KV7"))
    )
    assert asked.exit_code == 0 and asked.output == claimed.output
    assert "Readings: true: le, lt, passed; false: deck" in asked.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ask", "MPA"], "did you mean 'MAP'"),
        (["ask", "zzzzzzzz"], "names nothing that is known"),
        (["ask", "P@0 swap"], "a cut-off must be a whole number"),
        (["ask", "is kendal symmetric?"], "did you mean 'kendall'"),
        (["ask", "is kendall symetric?"], "did you mean 'symmetric'"),
        (["ask", "is scipy.kendalltau[b] symmetric?"], "compare it with a metric:"),
        (["compare", "AP"], "name another"),
        (["compare", "AP", "kendall"], "AP is about judged lists; kendall is about rankings"),
        (["compare", "AP", "kendal"], "did you mean 'kendall'"),
        (["choose"], "wish for something"),
        (["choose", "--must", "swapp"], "did you mean 'swap'"),
        (["choose", "--must", "swap", "--kind", "scor"], "did you mean 'score'"),
        (["choose", "--must", "swap", "--report", "gone.json"], "gone.json"),
    ],
)
def test_what_cannot_be_answered_says_why(here: Path, arguments: list[str], message: str) -> None:
    assert message in run(*arguments, code=2)


def test_commands_take_the_names_that_people_use(here: Path) -> None:
    output = run_wide("show", "nDCG@10", "ideal-is-one", "--profile", "quick")
    assert "nDCG@10 is read as ndcg[exponential] with k = 10" in output
    assert "k = 10 is not fixed here" in " ".join(output.split())
    assert "ndcg[exponential]: ideal is one" in output
    assert "is read as" not in run_wide("show", "reciprocal-rank", "ideal-is-one", "--profile", "quick")
    output = run_wide("relate", "Kendall's tau", "Spearman's rho")
    assert "kendall-tau" in output
    assert "spearman-rho" in output


def run_wide(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_a_clash_names_its_theorem_and_an_argument_is_no_axiom() -> None:
    set_like = [Wish("a set", ("ignores-order-inside-top",)), Wish("top-heavy", ("top-weightedness",))]
    (clash,) = explaining_clashes(set_like)
    assert clash.theorem.name == "a-set-has-no-top-weightedness"
    assert "leave no instance of which top-weightedness says anything. An exchange" in clash.text
    assert not explaining_clashes(set_like[:1]) and not explaining_clashes(
        [set_like[0], replace(set_like[1], must=False)]
    )
    (follows,) = explaining_clashes(
        [Wish("left", ("left-invariance",)), Wish("turned", ("reversal-invariance",), must=False)]
    )
    assert "left-invariance gives reversal-invariance" in follows.text
    assert not any(
        "?" in text
        for one in clashes()
        for given in one.theorem.given
        for text in given.arguments.values()
        if given.axiom != HAS_A_VALUE
    )
    assert not explaining_clashes(
        [*set_like, Wish("levels", ("levels-matter",))]
    )  # the two are fulfilled together, by others
    moffat = ("boundedness", "realizability", "localization", "convergence", "monotone-in-depth")
    (conflict,) = [
        one for one in explaining_clashes([Wish(id, (id,)) for id in moffat]) if len(one.wishes) == len(moffat)
    ]
    assert "Moffat 2013" in conflict.text


def test_what_is_not_asked_is_told_from_what_an_axiom_says_nothing_of() -> None:
    known = KnownCells(check("footrule", "kendall-tau", axioms=["symmetry"], profile="quick"))
    assert brief_text(known.standing("kendall-tau", ["symmetry"])) == "-"
    assert brief_text(known.standing("footrule", ["left-invariance"])) == "not asked"


@pytest.mark.parametrize(
    ("brief", "shown", "aloud"),
    [
        (BriefVerdict("fails", "=", 3), "fails n=3", "fails at n = 3"),
        (
            BriefVerdict("exhausted", "<=", 4, 12),
            in_words("exhausted n<=4 (12)"),
            in_words("exhausted up to n = 4 (12 cases)"),
        ),
        (BriefVerdict("best n<=4"), "best n<=4", "best n<=4"),
    ],
)
def test_a_verdict_is_read_aloud_by_what_it_is_and_not_by_its_letters(
    brief: BriefVerdict, shown: str, aloud: str
) -> None:
    assert (str(brief), brief.aloud) == (shown, aloud)
