"""Witnesses from a user's own lists: decided again over the grades that occur there, and found by topic."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from axiomatrix import REGISTRY, Matrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.engine.check import assemble, check_single_row
from axiomatrix.engine.judged_run import JudgedRun
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.evidence.account.making import account
from axiomatrix.evidence.python_code import constructor
from axiomatrix.evidence.witness import BadWitness, replay
from axiomatrix.methods.profile import PROFILES
from axiomatrix.report.document import plain_text, words
from axiomatrix.report.subjects.cell import not_asked_document

DEPTH = 3
RUN = [("1", "abc"), ("2", "def"), ("3", "ghi")]
GRADES = {"1": {"a": 0, "b": 4, "c": 1, "m": 4, "n": 2, "o": 1}, "2": {"d": -1, "e": 1, "f": 0}, "3": {"h": 1, "z": 0}}


@pytest.fixture
def given(tmp_path: Path) -> JudgedRun:
    """Three topics: high grades and much that is missing, a negative grade, and documents that nobody judged."""
    run, qrels = tmp_path / "run", tmp_path / "qrels"
    lines = [f"{topic} Q0 {d} {k} {-k} t" for topic, listed in RUN for k, d in enumerate(listed)]
    run.write_text("\n".join(lines) + "\n", encoding="utf-8")
    judged = [f"{topic} 0 {d} {g}" for topic, grades in GRADES.items() for d, g in grades.items()]
    qrels.write_text("\n".join(judged) + "\n", encoding="utf-8")
    return JudgedRun(str(run), str(qrels), DEPTH)


def checked(given: JudgedRun, *metrics: str) -> Matrix:
    load_catalogue()
    plan = Plan(metrics=metrics, budgets=PROFILES["quick"], judged_run=given)
    run = Selection(plan, REGISTRY)
    return assemble(run, {m.name: check_single_row(m, run) for m in run.rows})


@pytest.mark.parametrize("metric", ["precision-at", "ndcg[exponential]", "ndcg[signed]", "bpref", "err[graded]"])
def test_every_witness_stands_and_has_a_constructor(given: JudgedRun, metric: str) -> None:
    matrix = checked(given, metric)
    shown = [cell for cell in matrix.cells if cell.evidence.witness is not None]
    assert len(shown) > 2
    for cell in shown:
        assert cell.evidence.witness is not None
        assert replay(cell.evidence.witness, REGISTRY).stands, cell.title
        made = account(cell, matrix, REGISTRY)
        assert made is not None and made.note == "" and made.constructor


def test_a_mark_for_unjudged_items_stays_a_mark(given: JudgedRun) -> None:
    own = REGISTRY.metric("bpref").arguments["x"]
    (space,) = given.over(REGISTRY.metric("bpref")).arguments.values()  # type: ignore[union-attr]  # it has one
    assert space.unjudged == own.unjudged == -1  # type: ignore[attr-defined]  # these have
    matrix = checked(given, "bpref")
    assert matrix.cell("bpref", "replacement").evidence.verdict == "searched"


def test_a_grade_that_the_lists_cannot_have_is_refused(given: JudgedRun) -> None:
    witness = checked(given, "precision-at").cell("precision-at", "swap-strict").evidence.witness
    assert witness is not None and witness.instance["x"]["levels"] == ["0", "1"]
    for levels, text in ((["0", "2"], "the grade 2 is not one of 0, 1"), ("01", "is not a list of numbers")):
        changed = {**witness.instance, "x": {**witness.instance["x"], "levels": levels}}
        with pytest.raises(BadWitness, match=text):
            replay(replace(witness, instance=changed), REGISTRY)


def test_the_topics_are_named(given: JudgedRun, tmp_path: Path) -> None:
    arguments = ["check", "--instances", given.run_path, given.qrels_path, "--depth", str(DEPTH), "--profile", "quick"]
    out = tmp_path / "out"
    done = CliRunner().invoke(app, [*arguments, "-m", "precision-at", "-a", "swap-strict", "--out", str(out)])
    assert done.exit_code == 0, done.output
    path = (out / "witnesses" / "precision-at--swap-strict.json").as_posix()
    printed = done.output.replace(" \\\n ", "")
    assert "Fails on your lists:\n\n- precision-at: swap-strict: topic 1\n" in printed
    assert f"\naxiomatrix verify {path}\n" in printed
    assert CliRunner().invoke(app, ["verify", path]).exit_code == 0
    done = CliRunner().invoke(app, [*arguments, "-m", "precision-at", "-a", "swap", "--out", str(out)])
    assert "Nothing fails on your lists." in done.output


def test_metrics_that_no_run_has_lists_for_are_refused(given: JudgedRun) -> None:
    done = CliRunner().invoke(app, ["check", "--instances", given.run_path, given.qrels_path, "-m", "kendall"])
    assert done.exit_code == 2
    assert "no selected metric takes the judged lists of a run" in " ".join(done.output.split())


def test_a_statement_about_one_ranking_is_evaluated_on_it_twice() -> None:
    load_catalogue()
    plan = Plan(metrics=("rbo-distance[min]",), axioms=("zero-on-equal",), budgets=PROFILES["quick"])
    (row,) = Selection(plan, REGISTRY).rows
    (cell,) = [c for c in check_single_row(row, Selection(plan, REGISTRY)) if c.evidence.witness is not None]
    assert cell.evidence.witness is not None
    assert "print(d(a, a, p=p))" in constructor(cell.evidence.witness, REGISTRY)


def test_an_axiom_about_other_metrics_is_explained_as_such() -> None:
    load_catalogue()
    shown = not_asked_document(REGISTRY.metric("precision-at"), REGISTRY.axiom("triangle-inequality"))
    assert "d(a, c) <= d(a, b) + d(b, c)" in [text for block in shown.blocks for text in words(block)]
    reason = "not applicable: it is about judged lists; the axiom is about rankings, weak orders"
    assert plain_text(shown.summary).startswith(reason)


def test_a_claim_that_is_about_none_of_the_lists_is_no_fault(given: JudgedRun, tmp_path: Path) -> None:
    arguments = ["check", "--instances", given.run_path, given.qrels_path, "--depth", str(DEPTH)]
    arguments += ["--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app, [*arguments, "-m", "ndcg[base]", "-a", "ideal-is-one", "--profile", "quick"])
    assert "vacuous" in done.output
    assert done.exit_code == 0


def test_a_configured_file_of_expectations_is_not_about_the_lists(
    given: JudgedRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[tool.axiomatrix]\nbaseline = "nowhere.json"\n', encoding="utf-8")
    arguments = ["check", "--instances", given.run_path, given.qrels_path, "--depth", str(DEPTH), "-m", "precision-at"]
    arguments += ["-a", "swap", "--profile", "quick", "--out", "out"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    refused = CliRunner().invoke(app, [*arguments, "--baseline", "nowhere.json"])
    assert (refused.exit_code, "cannot be combined" in refused.output) == (2, True)
