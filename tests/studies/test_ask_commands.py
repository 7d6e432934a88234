"""``ask``, ``compare`` and ``choose`` in the terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import committed
import pytest
from asking import ASKED, REGISTRY, REPORTS, asked_matrix, run
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import __version__, check
from axiomatrix.catalogue.theorems import HAS_A_VALUE
from axiomatrix.cli.app import app
from axiomatrix.report import known
from axiomatrix.report.json_reports import dump_matrix
from axiomatrix.report.json_reports import dump_relations as dumped
from axiomatrix.report.subjects.verdicts import BriefVerdict, brief_text
from axiomatrix.studies.ask.choosing import Wish, clashes, explaining_clashes
from axiomatrix.studies.ask.comparing import (
    KnownCells,
)
from axiomatrix.studies.relate.run import Columns, pairs_by_cut, relate_pairs


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.json").write_text(dump_matrix(asked_matrix()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


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
    assert "decided now, profile quick: cannot be used: reports/compliance.json" in run("ask", "RR ideal-is-one")


@pytest.mark.usefixtures("nothing_shipped")
def test_a_report_about_another_definition_answers_only_if_it_is_named(here: Path) -> None:
    report = json.loads((here / "mine.json").read_text(encoding="utf-8"))
    (row,) = (row for row in report["rows"] if row["name"] == "reciprocal-rank")
    row["digest"] = "0" * len(row["digest"])
    (here / "reports").mkdir()
    (here / "reports/compliance.json").write_text(json.dumps(report), encoding="utf-8")
    other = "reports/compliance.json has results for another definition of reciprocal-rank"
    assert f"decided now, profile quick: {other}" in " ".join(run("ask", "RR ideal-is-one").split())
    named = " ".join(run("ask", "RR ideal-is-one", "--report", "reports/compliance.json").split())
    assert f"{other}; what follows is about that definition" in named and "from reports/compliance.json" in named


def test_an_answer_says_what_statement_it_is_about_and_is_true_however_the_question_is_put(here: Path) -> None:
    report = ("--report", str(REPORTS / "compliance.json"))
    output = run("ask", "kendall-tau equals", *report)
    assert "equals(other=kendall-normalised, scale=-2, shift=1): It holds: proved" in " ".join(output.split())
    assert "free-swap on the closure: It fails at n = 3." in run("ask", "footrule-similarity[le] free-swap", *report)
    assert "boundedness(bound=1): It holds up to n = 6, in every case" in run("ask", "AP boundedness", *report)
    assert "No named axiom applies to AP or RR." in run("compare", "AP", "RR", "-a", "symmetry", *report)
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
    assert "None of these axioms applies to them" not in output


def test_parameters_of_a_name_are_tried_on_the_witness(here: Path) -> None:
    output = run("ask", "P@2 monotone-in-cut-off", "--report", "mine.json")
    assert "precision-at with k = 2" in output
    assert "With k = 2 it is" in output


def test_compare_and_choose_from_the_terminal(here: Path) -> None:
    output = run("compare", "AP", "RR", "P@2", "--report", "mine.json")
    assert "verdicts of P@2 are for all values of its parameters, not only k = 2" in " ".join(output.split())
    assert output.index("They differ") < output.index("They agree")
    assert re.search(r"AP: (1/2|5/6)( \(~0\.\d+\))? < 1 is true", output)
    assert "from mine.json" in output
    output = run("choose", "--must", "swap,top-heavy", "--must", "monotone-in-cut-off", "--report", "mine.json")
    assert "0 of 4 metrics" in output
    assert "no metric of the report fulfils: top-heavy and monotone-in-cut-off" in output
    output = run("choose", "--must", "swap", "--must-not", "strict swap", "--kind", "score", "--report", "mine.json")
    assert "3 of 4 scores" in output
    assert in_words("average-precision[whole]: not strict swap (no counterexample: exhausted n<=") in output
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
        (["ask", "zzzzzzzz"], "matches nothing known"),
        (["ask", "P@0 swap"], "a cut-off must be a whole number"),
        (["ask", "is kendal symmetric?"], "did you mean 'kendall'"),
        (["ask", "is kendall symetric?"], "did you mean 'symmetric'"),
        (["ask", "is scipy.kendalltau[b] symmetric?"], "compare it with a metric:"),
        (["compare", "AP"], "compare needs a second metric"),
        (["compare", "AP", "kendall"], "cannot compare: AP is about judged lists; kendall is about rankings"),
        (["compare", "AP", "kendal"], "did you mean 'kendall'"),
        (["choose"], "name at least one axiom"),
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
    assert "k = 10 is ignored here" in " ".join(output.split())
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
    assert "leave no instance to which top-weightedness applies. An exchange" in clash.text
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
