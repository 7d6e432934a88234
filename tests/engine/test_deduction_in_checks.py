"""Deduction in a check: it shows what follows and from what, and fails where a theorem and a verdict disagree."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from deducing import cell, upgrades
from explaining import explained
from msgspec.structs import replace
from typer.testing import CliRunner
from verdict_words import in_words

import axiomatrix
from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import THEOREMS
from axiomatrix.catalogue.theorems.theorem import theorem
from axiomatrix.cli.app import app
from axiomatrix.engine import check
from axiomatrix.engine.deduction import strengthen
from axiomatrix.engine.deduction_facts import read_facts
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.words import Line
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Whole
from axiomatrix.pytest_plugin.asserting import judge_cell
from axiomatrix.report import ci
from axiomatrix.report.json_reports import load_matrix, matrix_data
from axiomatrix.report.judged_claims import ReportSetting
from axiomatrix.report.saving import compliance_pages
from axiomatrix.spaces.lists import JudgedLists
from axiomatrix.values.judged import Judged

REGISTRY = load_catalogue()


def test_a_check_shows_what_follows_and_says_from_what() -> None:
    known = axiomatrix.check("area-normalised[full]", profile="quick", use_pins=False)
    shown = known.cell("area-normalised[full]", "non-negativity")
    assert shown.evidence.verdict == "proved" and shown.evidence.derivation is not None
    assert [step.axiom for step in shown.evidence.derivation.premises] == ["lies-between"]
    assert known.contradictions == [] and load_matrix(matrix_data(known)).cells == known.cells
    for text in (
        explained(known, REGISTRY.metric(shown.metric), REGISTRY),
        "".join(compliance_pages(known, REGISTRY).values()),
    ):
        text = unescape(text).replace("\\", "")
        assert "a-range-above-zero-is-non-negative" in text and "low >= 0" in text  # the theorem and what it says


def test_what_is_watched_ends_with_what_follows() -> None:
    axioms = ["lies-between", "non-negativity"]
    watched = list(axiomatrix.watch("area-normalised[full]", axioms=axioms, profile="quick"))
    shown = [cell.evidence.verdict for cell in watched if cell.axiom == "non-negativity"]
    assert shown == ["exhausted", "proved"]


class PartialLists(JudgedLists):
    """Binary lists that miss a relevant item, but for lists of one item: (1, 0), which a theorem looks at, is none."""

    complete = True

    def __init__(self) -> None:
        super().__init__("partial lists", [0, 1], most=1)

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [one for one in super().enumerate(n) if one.relevant() + (n > 1) == one.R]

    def count(self, n: int) -> int:
        return int(2**n)

    def draw(self, choose: Any, n: int, before: Sequence[Any] = ()) -> Judged:
        return Judged(super().draw(choose, n, before).grades, (Whole(1),) * (n > 1))

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if value.relevant() + (n > 1) != value.R:
            raise ValueError("it misses more or fewer relevant items")


@pytest.mark.parametrize("lists", [PartialLists(), spaces.binary_list])
def test_theorems_say_nothing_on_spaces_of_a_users_own(lists: JudgedLists) -> None:
    """On partial lists both axioms stand, and would contradict complete-sets-have-no-priority."""

    def falls(x: Any) -> Any:
        """1 and the number of pairs in falling order"""
        return 1 + sum(x[i] > x[j] for i in x.ranks() for j in range(i + 1, len(x) + 1))

    registry = Registry(REGISTRY)
    axiomatrix.metric("falls", kind="score", arguments={"x": lists}, registry=registry)(falls)
    known = axiomatrix.check("falls", axioms=["set-completeness", "priority"], profile="quick", registry=registry)
    own = isinstance(lists, PartialLists)
    assert [cell.status.holds for cell in known.cells] == (["yes", "yes"] if own else ["yes", "no"])
    assert not known.contradictions and not upgrades(known)
    assert bool(read_facts(known, registry).facts) is not own


def test_a_proof_refutes_that_there_is_an_instance(tmp_path: Path) -> None:
    row = "footrule-similarity[deck]"
    known = axiomatrix.check(row, axioms=["bound-attained"], profile="quick")
    shown = known.cell(row, "bound-attained", other="kendall-similarity", factor=3)
    assert shown.evidence.verdict == "refuted" and shown.evidence.witness is None and shown.outcome == "broken"
    assert Line(shown).verdict == "refuted: footrule-similarity[deck] <= 2 kendall-similarity is proved"
    assert not known.surprises
    assert shown.evidence.witnesses == () and not [file for file in known.save(tmp_path) if "witnesses" in file.parts]
    assert shown.evidence.derivation is not None
    texts = [
        str(known),
        explained(known, REGISTRY.metric(row), REGISTRY),
        unescape(ci.junit_page(known, ReportSetting())),
        judge_cell(shown, None, known, REGISTRY, date.today(), None, []).text,
    ]
    premises = {" ".join(step.text.split()) for step in shown.evidence.derivation.premises}
    assert [step for step in premises for text in texts if step not in " ".join(text.split())] == []


@pytest.mark.parametrize("row", ["kendall", "footrule"])
def test_a_proof_says_nothing_where_either_row_is_defined_elsewhere(row: str) -> None:
    known = axiomatrix.check("kendall", "footrule", axioms=["symmetry"], profile="quick")

    def proofs(registry: Registry) -> list[str]:
        return [fact.proof for fact in read_facts(known, registry).facts if fact.proof]

    own = Registry(REGISTRY)
    assert "lower-bound-1/footrule" in proofs(own)
    own.metrics[row] = dataclasses.replace(own.metrics[row], definition=lambda a, b: 0)
    assert not [proof for proof in proofs(own) if row in proof.split("/")]


FALSE = theorem("symmetry-is-left-invariance", "symmetry => left-invariance", "It is not.")


def with_a_false_theorem(known: Matrix, registry: Registry) -> Matrix:
    return strengthen(known, registry, (*THEOREMS, FALSE))


def with_a_false_verdict(known: Matrix, registry: Registry) -> Matrix:
    cells = [false_cell(one) if one.axiom == "non-negativity" else one for one in known.cells]
    return strengthen(replace(known, cells=cells), registry)


def false_cell(true: Cell) -> Cell:
    """The cell as if kendall had a negative value."""
    evidence = cell(true.metric, true.axiom, "refuted", 2).evidence
    assert evidence.witness is not None
    instance = {"a": [1, 2], "b": [2, 1]}
    shown = replace(evidence.witness, instance=instance, lhs="-1", op=">=", rhs="0")
    return replace(true, evidence=replace(evidence, witness=shown))


@pytest.mark.parametrize(
    ("planted", "sides"),
    [
        (
            with_a_false_theorem,
            (in_words("left-invariance is refuted n=3"), "by symmetry-is-left-invariance", "symmetry is"),
        ),
        (
            with_a_false_verdict,
            (
                in_words("non-negativity is refuted n=2"),
                "triangle-inequality is proved",
                "by non-negativity-of-a-metric",
            ),
        ),
    ],
)
def test_a_contradiction_fails_the_run_and_names_both_sides(
    planted: Callable[[Matrix, Registry], Matrix],
    sides: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "strengthen", planted)
    axioms = ["symmetry", "left-invariance", "non-negativity", "triangle-inequality"]
    known = axiomatrix.check("kendall", axioms=axioms, profile="quick")
    told = [one for one in known.contradictions if all(side in one.sentence for side in sides)]
    assert told, [one.sentence for one in known.contradictions]
    assert [known.exit_code(policy) for policy in ("broken", "new", "never")] == [1, 1, 1]
    assert load_matrix(matrix_data(known)).contradictions == known.contradictions
    options = [part for axiom in axioms for part in ("--axiom", axiom)]
    asked = ["check", "--metric", "kendall", "--profile", "quick", "--fresh", "--fail-on", "never", *options]
    asked += ["--ci", "junit", "--ci", "sarif"]
    done = CliRunner().invoke(app, [*asked, "--jobs", "1", "--out", str(tmp_path)])
    assert done.exit_code == 1
    files = [tmp_path / f"compliance.{suffix}" for suffix in ("md", "junit.xml", "sarif")]
    for text in (done.output, str(known), *(file.read_text(encoding="utf-8").replace("\\", "") for file in files)):
        assert told[0].sentence in " ".join(unescape(text).split())
