"""``axiomatrix correlate`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from axiomatrix.cli.app import app

PAIR = ("footrule-position", "kendall-position")


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["correlate", *arguments])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output


def test_the_default_is_the_simulated_experiment(here: Path) -> None:
    printed = run(*PAIR, "--weights", "dcg", "--count", "400", "--out", "made")
    assert "simulated position-based clicks, n = 10, 400 pairs" in " ".join(printed.split())
    bounds = [" ".join(line.split()) for line in printed.splitlines() if line.startswith("A / B")]
    assert bounds[1] == "A / B <= 2 proved for every n (KV3) attained here"
    data = json.loads((here / "made" / "correlation.json").read_text(encoding="utf-8"))
    assert data["population"]["clicks"] == 1000 and data["weights"] == "dcg"
    assert (here / "made" / "scatter.svg").is_file() and (here / "made" / "correlation.md").is_file()


def test_every_population_has_a_result(here: Path) -> None:
    (here / "mine.csv").write_text("x y z,y x z\nx y z,z y x\nx y z,x y z\n", encoding="utf-8")
    for given in (
        ("--population", "exhaustive", "-n", "5"),
        ("--population", "mallows", "--dispersion", "0.7", "--count", "50"),
        ("--population", "plackett-luce", "--exponent", "2", "--count", "50"),
        ("--population", "clicks", "--model", "cascade", "--clicks", "10", "--count", "50"),
        ("--pairs", "mine.csv"),
    ):
        assert "Pearson" in run(*PAIR, *given, "--weights", "geometric")
    assert [path.name for path in here.iterdir()] == ["mine.csv"]
    run(*PAIR, "--pairs", "mine.csv", "--no-pictures", "--out", "made")
    assert {path.name for path in (here / "made").iterdir()} == {"correlation.json", "correlation.md"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ndcg", "kendall"), "of judged lists; correlate takes metrics of two rankings"),
        (("footrul", "kendall"), "unknown metric 'footrul'; did you mean 'footrule'?"),
        ((*PAIR, "--weights", "geometrik"), "did you mean 'geometric'?"),
        ((*PAIR, "--population", "malows"), "unknown population 'malows'; did you mean 'mallows'?"),
        ((*PAIR, "--population", "pairs"), "unknown population 'pairs'"),  # they are in a file: --pairs
        ((*PAIR, "--model", "cascades"), "unknown model 'cascades'; did you mean 'cascade'?"),
        ((*PAIR, "--population", "mallows", "--model", "cascade"), "--model needs --population clicks, not mallows"),
        ((*PAIR, "--population", "mallows", "--dispersion", "2"), "it must be above 0 and at most 1"),
        ((*PAIR, "--exponent", "-1"), "exponent: -1.0; it must be 0 or more"),
        ((*PAIR, "--population", "plackett-luce", "--exponent", "inf"), "exponent: inf; it must be 0 or more, and 10^"),
        ((*PAIR, "--pairs", "none.csv"), "none.csv: No such file"),
        ((*PAIR, "--pairs", "none.csv", "--population", "mallows"), "leave out --population"),
        (("footrule", "kendall", "--weights", "dcg"), "neither footrule nor kendall has position weights"),
        ((*PAIR, "--weights", "dcg", "--base", "1"), "must be above 1"),
        ((*PAIR, "--weights", "dcg", "--base", "x"), "--base"),
        ((*PAIR, "--base", "2"), "--base 2 needs --weights dcg, not unit"),
        (("footrule", "kendall", "--set", "p=1/2"), "unknown parameter of footrule and kendall 'p'"),
        (("footrule", "kendall", "--population", "exhaustive", "-n", "12"), "exhaustive takes at most n = 10"),
    ],
)
def test_a_mistake_is_said_in_a_line(arguments: tuple[str, ...], message: str) -> None:
    printed = run(*arguments, code=2)
    assert message in printed and printed.startswith("error: ")


def test_a_place_that_is_a_file_is_refused(here: Path) -> None:
    (here / "taken").write_text("", encoding="utf-8")
    assert "taken is a file" in run("footrule", "kendall", "--count", "5", "--out", "taken", code=2)


def test_help_has_examples() -> None:
    printed = run("--help")
    assert "axiomatrix correlate footrule-position kendall-position --weights dcg" in " ".join(printed.split())
