"""A user's own lists in the place of all lists: check, relate and correlate with --instances."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import REGISTRY
from axiomatrix.cli.app import app
from axiomatrix.engine.judged_run import JudgedRun
from axiomatrix.evidence.status import status_of
from axiomatrix.report.json_reports import read_matrix

RUN = """q1 Q0 d1 1 5.0 x
q1 Q0 d2 2 4.0 x
q1 Q0 d3 3 3.0 x
q2 Q0 d1 1 2.0 x
q2 Q0 d4 2 1.0 x
q2 Q0 d5 3 0.5 x
q3 Q0 d9 1 0.5 x
"""
QRELS = """q1 0 d1 0
q1 0 d2 2
q1 0 d7 1
q1 0 d8 0
q2 0 d1 1
q2 0 d4 -1
q2 0 d5 1
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "run.txt").write_text(RUN)
    (tmp_path / "qrels.txt").write_text(QRELS)
    return [str(tmp_path / "run.txt"), str(tmp_path / "qrels.txt")]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code in (0, 1, 3), result.output
    return result.output


def test_the_lists_are_those_of_the_judged_topics_cut_at_the_depth(files: list[str]) -> None:
    given = JudgedRun(*files, depth=2)
    (name,) = REGISTRY.metric("ndcg[linear]").arguments
    over = given.over(REGISTRY.metric("ndcg[linear]"))
    assert over is not None
    space = over.arguments[name]
    assert [(x.grades, x.missing) for x in space.collection] == [((0, 2), (1,)), ((1, 0), (1,))]
    binary = given.over(REGISTRY.metric("precision-at"))
    assert binary is not None
    assert [x.grades for x in binary.arguments["x"].collection] == [(0, 1), (1, 0)]
    marked = given.over(REGISTRY.metric("bpref"))
    assert marked is not None
    assert [(x.grades, x.missing) for x in marked.arguments["x"].collection] == [((0, 1), (1, 0)), ((1, -1), (1,))]


def test_metrics_of_other_things_have_no_such_lists(files: list[str]) -> None:
    given = JudgedRun(*files)
    assert given.over(REGISTRY.metric("kendall")) is None
    assert given.over(REGISTRY.metric("gamma[weak-orders]")) is None
    assert given.over(REGISTRY.metric("err[gains]")) is None  # the grade 2 is not a probability


def test_check_says_where_an_axiom_bites_and_how_far_it_looked(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(
        "check", "-m", "precision-at", "-m", "kendall", "--instances", *files, "--depth", "3", "--no-pins",
        "--jobs", "1", "--out", str(out), "--fail-on", "never",
    )  # fmt: skip
    matrix = read_matrix(out / "compliance.json")
    assert [row.name for row in matrix.rows] == ["precision-at"]
    assert matrix.rows[0].arguments["x"].startswith("the first 3 documents of 2 topics of run.txt")
    refuted = matrix.cell("precision-at", "swap-strict").evidence
    assert refuted.verdict == "refuted"
    assert refuted.witness is not None
    assert refuted.witness.instance["x"]["grades"] == ["0", "1", "0"]  # q1 as it is
    held = matrix.cell("precision-at", "swap").evidence
    assert held.verdict == "searched"
    assert "cases on the given lists" in status_of(held).reach


def test_relate_compares_on_the_lists_that_are_there(files: list[str]) -> None:
    output = run("relate", "precision-at", "reciprocal-rank", "--instances", *files, "--depth", "3")
    assert in_words("searched 2 given lists") in output
    assert in_words("exhausted") not in output


def test_correlate_takes_the_order_of_the_run_against_that_of_the_grades(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(
        "correlate", "footrule", "kendall", "--instances", *files, "--depth", "3", "--no-pictures", "--out", str(out)
    )  # fmt: skip
    assert JudgedRun(*files, depth=3).orders_by_run_and_grade() == [
        (("d1", "d2", "d3"), ("d2", "d1", "d3")),
        (("d1", "d4", "d5"), ("d1", "d5", "d4")),
    ]
    data = json.loads((out / "correlation.json").read_text())
    assert (data["population"]["name"], data["population"]["pairs"]) == ("instances", 2)
    assert "2 topics of run.txt with at least 3 documents" in (out / "correlation.md").read_text()


def test_what_is_wrong_with_the_files_is_said_before_anything_is_computed(files: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("q1 Q0 d1 1 5.0 x\nq1 Q0 d1 2 4.0 x\n")
    other = tmp_path / "other.txt"
    other.write_text("q8 0 d1 1\n")
    for command in (
        ["check", "-m", "precision-at"],
        ["relate", "precision-at", "recall-at"],
        ["correlate", "footrule", "kendall"],
    ):
        result = CliRunner().invoke(app, [*command, "--instances", str(bad), files[1]])
        assert result.exit_code == 2
        result = CliRunner().invoke(app, [*command, "--instances", files[0], str(other)])
        assert result.exit_code == 2
    result = CliRunner().invoke(app, ["correlate", "footrule", "kendall", "--instances", *files, "--depth", "7"])
    assert result.exit_code == 2


def test_a_pinned_witness_says_nothing_of_the_users_lists(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("q1 Q0 d1 1 5.0 x\n")
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\n")
    out = tmp_path / "out"
    run(
        "check", "-m", "recall-at", "--instances", str(tmp_path / "run.txt"), str(tmp_path / "qrels.txt"),
        "--jobs", "1", "--out", str(out), "--fail-on", "never",
    )  # fmt: skip
    matrix = read_matrix(out / "compliance.json")
    assert not [cell for cell in matrix if cell.evidence.method == "replay"]
    assert all(cell.expected is None for cell in matrix)


def test_a_depth_without_a_run_is_a_mistake() -> None:
    for command in (["check"], ["relate", "kendall", "footrule"], ["correlate", "footrule", "kendall"]):
        assert CliRunner().invoke(app, [*command, "--depth", "3"]).exit_code == 2
