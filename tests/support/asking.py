"""A small check that questions are asked about, and the commands that answer them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from typer.testing import CliRunner

from axiomatrix import Matrix, check
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app

REPORTS = Path(__file__).parents[2] / "reports"
REGISTRY = load_catalogue()
ROWS = ("average-precision[whole]", "reciprocal-rank", "precision-at", "recall-at")
ASKED = ("swap", "swap-strict", "top-weightedness", "monotone-in-cut-off", "levels-matter", "ideal-is-one")


@cache
def asked_matrix() -> Matrix:
    return check(*ROWS, axioms=ASKED, profile="quick")


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, done.output
    assert all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout
    return str(done.output)
