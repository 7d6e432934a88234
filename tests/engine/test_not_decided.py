"""Where the independent checker refuses a proof, one line says so, and what stands without it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from explaining import explained
from faulty import SIMILARITIES, WEIGHTS, registered
from msgspec import to_builtins
from typer.testing import CliRunner
from verdict_words import in_words
from whole import cell_from

import axiomatrix
from axiomatrix import REGISTRY, axioms, inverted_pairs
from axiomatrix.cli.app import app
from axiomatrix.engine.check import NotCertified, certify
from axiomatrix.evidence.evidence import Uncertified
from axiomatrix.evidence.refusal import Refused
from axiomatrix.report.results import matrix_text
from axiomatrix.verify.inequality import CaseChecker

WHY = "the checker does not know the space"


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An independent checker that refuses every proof of three items and more."""
    proved_constant = CaseChecker.proved_constant

    def refuses(self: CaseChecker, inequality: Any, tree: Any, n: int) -> Any:
        if n >= 3:
            raise Refused(WHY)
        return proved_constant(self, inequality, tree, n)

    monkeypatch.setattr(CaseChecker, "proved_constant", refuses)


def similarity(a: Any, b: Any, D: Any) -> Any:
    """sum of D over inverted pairs"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


@pytest.mark.usefixtures("refusing")
def test_explore_goes_on_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = [
        "explore",
        "kv7",
        "-r",
        "deck",
        "--max-n",
        "4",
        "--jobs",
        "1",
        "--no-side-by-side",
        "--no-pictures",
        "--out",
        "out",
    ]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 3, done.output
    shown = " ".join(done.stdout.split())
    assert in_words("certified n <= 2; undecided at n = 3, 4") in shown
    assert shown.count(f"n = 3: {Uncertified(WHY, refused=True)}") == 1
    sizes = json.loads((tmp_path / "out" / "answer.json").read_text())["questions"][0]["sizes"]
    assert [size["verdict"] for size in sizes] == ["certified", "undecided", "undecided"]
    assert all(e["witness"] for size in sizes for e in size["extremes"])  # bounds, each by an instance
    (file,) = (tmp_path / "out" / "certificates").iterdir()
    assert json.loads(file.read_text())["largest"] == 2
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0


@pytest.mark.usefixtures("refusing")
def test_explore_refutes_without_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    row = "kendall-similarity"
    monkeypatch.setitem(REGISTRY.metrics, row, REGISTRY.metric(row))  # what the file conjectures is taken back
    Path("mine.py").write_text(
        'from axiomatrix import axioms, conjecture\nconjecture("kendall-similarity", axioms.upper_bound("footrule-'
        'similarity[deck]", "1/3"))\n',
        encoding="utf-8",
    )
    done = CliRunner().invoke(
        app, ["explore", "mine.py", "--max-n", "3", "--jobs", "1", "--no-side-by-side", "--no-pictures"]
    )
    assert "refuted at n = 2" in done.stdout, done.output


@pytest.mark.slow
@pytest.mark.usefixtures("refusing")
def test_check_keeps_the_sizes_before_and_says_why_there_are_no_more() -> None:
    mine, registry = registered(similarity, parameters=SIMILARITIES, holds=[axioms.triangle_inequality])
    matrix = axiomatrix.check(
        mine, axioms=["triangle-inequality"], profile="default", use_pins=False, registry=registry
    )
    (found,) = matrix.cells
    assert (found.evidence.verdict, found.outcome) == ("certified", "as declared")
    assert [r.text for r in found.evidence.reach if r.method == "linear"] == [in_words("certified n<=2")]
    assert found.evidence.uncertified == Uncertified(WHY, refused=True)
    line = f"mine: triangle-inequality: the independent checker does not decide it: {WHY}"
    assert line in " ".join(matrix_text(matrix, registry=registry).split())
    assert f"not certified further: {Uncertified(WHY, refused=True)}" in explained(matrix, mine, registry)
    assert cell_from(to_builtins(found)) == found


@pytest.mark.usefixtures("refusing")
def test_certify_says_that_it_is_not_decided() -> None:
    mine, registry = registered(similarity, parameters=SIMILARITIES)
    with pytest.raises(NotCertified, match=f"{Uncertified(WHY, refused=True)}"):
        certify(mine, axioms.triangle_inequality(), registry, 3)


def product(a: Any, b: Any, w: Any) -> Any:
    """sum of products of weights over inverted pairs"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def test_a_metric_of_a_user_is_told_why_it_is_searched_and_not_certified() -> None:
    mine, registry = registered(product, parameters=WEIGHTS, holds=[axioms.triangle_inequality, axioms.symmetry])
    matrix = axiomatrix.check(
        mine, axioms=["triangle-inequality", "symmetry"], profile="default", use_pins=False, registry=registry
    )
    found = {cell.axiom: cell.evidence for cell in matrix.cells if cell.space == "open"}
    triangle = found["triangle-inequality"]
    assert triangle.verdict == "searched"
    assert triangle.uncertified is not None
    assert triangle.uncertified.why.startswith(
        "not linear: a product of two parameter entries (test_not_decided.py, line "
    )
    assert to_builtins(triangle)["uncertified"] == {"why": triangle.uncertified.why}
    assert f"not certified: {triangle.uncertified.why}" in explained(matrix, mine, registry)
    symmetry = found["symmetry"]
    assert symmetry.verdict == "certified" and symmetry.uncertified is None
    assert "uncertified" not in to_builtins(symmetry)
