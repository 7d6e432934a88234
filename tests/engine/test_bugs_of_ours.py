"""A bug of this package ends in an error that names the method, and never in a quieter verdict."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from axiomatrix import REGISTRY, Registry, axioms, methods, metric, relation
from axiomatrix.catalogue.proofs import PROOFS
from axiomatrix.cli.verify import verify_command
from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.engine.plan import Plan
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.expectations import replay_problem, shipped
from axiomatrix.evidence.fault import is_ours
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.witness import to_json
from axiomatrix.methods.profile import PROFILES, Profile
from axiomatrix.methods.search import CellSearch, Method, RowSearch
from axiomatrix.studies.explore.proved import proof_for

QUICK = PROFILES["quick"]
SEARCHED = replace(QUICK, proofs=0)
"""Without proofs, so that what a theorem is about is searched too."""


def broken(*given: Any, **named: Any) -> NoReturn:
    """A bug."""
    raise KeyError("planted")


def cells(name: str, axiom: str, profile: Profile, *, pinned: bool = False) -> list[Cell]:
    """The cells of that axiom in the metric's row."""
    row = row_search(REGISTRY.metric(name), REGISTRY, 0, only=lambda statement, claims: statement.axiom.id == axiom)
    return list(decide_cells(row, methods_for(row.metric, profile, Plan().witnesses_to_replay() if pinned else None)))


def test_whatever_catches_everything_in_a_method_lets_bugs_through() -> None:
    for file in Path(methods.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and (
                node.type is None or getattr(node.type, "id", "") == "Exception"
            ):
                inside = [inner for statement in node.body for inner in ast.walk(statement)]
                lets_through = (isinstance(i, ast.Raise) or getattr(i, "id", "") == "raise_if_ours" for i in inside)
                assert any(lets_through), f"{file.name}, line {node.lineno}"


PLANTED = [
    ("replay", "footrule-similarity[le]", "free-swap", "methods.known.decode"),
    ("enumeration", "kendall", "symmetry", "methods.enumeration.StatementSweep._count"),
    ("enumeration", "kendall", "symmetry", "methods.table.Tables.value"),
    ("enumeration", "kendall", "right-invariance", "methods.batch.Group.images"),
    ("enumeration", "kendall", "triangle-inequality", "methods.table.Tables.is_invariant"),
    ("enumeration", "kendall", "near-metric", "methods.enumeration.extreme_ratio"),
    ("enumeration", "kendall-element", "right-invariance", "methods.table.lane_keys"),
    ("enumeration", "precision-at", "swap", "methods.cases.Combinations.of"),
    ("enumeration", "precision-at", "swap", "methods.remembered.RememberedDefinitions.value"),
    ("enumeration", "precision-at", "swap", "methods.remembered.RememberedDefinitions.spot_check"),
    ("enumeration", "kendall-element", "symmetry", "spaces.parameters.Vectors.check"),
    ("proof", "kendall", "triangle-inequality", "catalogue.proofs.Proof.failure"),
    ("proof", "kendall", "triangle-inequality", "catalogue.proofs.proof_of"),
    ("linear", "kendall-element", "triangle-inequality", "methods.certification.Certifier.size"),
    ("linear", "kendall-element", "triangle-inequality", "methods.certification.minimum"),
    ("linear", "kendall-element", "triangle-inequality", "methods.traced._LinearValues.value"),
    ("linear", "kendall-element", "triangle-inequality", "methods.certification.evaluated_statement"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "methods.sweep.minimum"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "methods.sweep.starting_with"),
    ("symbolic", "kendall-element", "right-invariance", "methods.symbolic._result_of"),
    ("symbolic", "kendall-element", "right-invariance", "methods.symbols.PolynomialValues._evaluate"),
    ("symbolic", "kendall-element", "right-invariance", "methods.spot_check.SpotCheck._parameter"),
    ("linear", "kendall-similarity", "triangle-inequality", "verify.inequality.CaseChecker.proved_constant"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "verify.linear.CertifiedSize.check"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "numbers.polynomials.add_coefficients"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "verify.numbers.Sum.times"),
    ("linear", "footrule-similarity[deck]", "lower-bound", "verify.numbers.lcm"),
    ("symbolic", "footrule-similarity[deck]", "right-invariance", "numbers.ring.Ring.absolute"),
    ("hypothesis", "kendall", "symmetry", "methods.scenes.related_to"),
    ("hypothesis", "kendall", "symmetry", "methods.open_statement.OpenStatement._strain"),
    ("hypothesis", "kendall", "symmetry", "methods.drawing.WorstParameter"),
    ("hypothesis", "rbp[binary]", "range-zero-one", "methods.scenes.Scene.instances"),
]


@pytest.mark.parametrize(("method", "name", "axiom", "place"), PLANTED, ids=lambda value: value.split(".")[-1])
def test_a_bug_in_a_method_is_an_error_that_names_it(
    method: str, name: str, axiom: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"axiomatrix.{place}", broken)
    found = cells(name, axiom, QUICK if method == "proof" else SEARCHED, pinned=method == "replay")
    assert found
    for cell in found:
        assert cell.evidence.verdict == "error", (cell.title, cell.evidence)
        assert cell.evidence.reason == f"the method {method} failed: KeyError: 'planted'"


def test_a_bug_on_the_open_space_is_one_on_its_closure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the method would have said of the open space is said of the closure that contains it."""

    def verdicts() -> dict[str, str]:
        found = cells("footrule-similarity[deck]", "lower-bound", SEARCHED, pinned=True)
        return {cell.space: cell.evidence.verdict for cell in found if "factor=1)" in cell.title}

    assert verdicts() == {"open": "refuted", "closed": "refuted"}
    monkeypatch.setattr("axiomatrix.methods.known.decode", broken)
    assert verdicts() == {"open": "error", "closed": "error"}


def far(a: Any, b: Any) -> Any:
    """the position in b of what is first in a, less one"""
    return b[a.order[0]] - 1


@pytest.mark.parametrize("place", ["judging.shrink", "judging._smaller_entries", "judging.record_hit"])
def test_a_bug_while_a_witness_is_made_smaller_is_an_error(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry(REGISTRY)
    mine = metric("mine", kind="distance", holds=[axioms.upper_bound("kendall", 0)], registry=registry)(far)

    def decided_now() -> tuple[str, str]:
        row = row_search(mine, registry, 0, only=lambda statement, claims: bool(claims))
        (cell,) = decide_cells(row, methods_for(mine, QUICK))
        return cell.evidence.verdict, cell.evidence.reason

    assert decided_now() == ("refuted", "")
    monkeypatch.setattr(f"axiomatrix.methods.{place}", broken)
    assert decided_now() == ("error", "the method enumeration failed: KeyError: 'planted'")


def replaying(witness: Witness, tmp_path: Path) -> list[Callable[[], object]]:
    """Whatever decides a stored witness again and answers where a definition fails."""
    (file := tmp_path / "witness.json").write_text(json.dumps(to_json(witness)), encoding="utf-8")
    return [
        lambda: replay_problem(witness, REGISTRY),
        lambda: account_of(witness, REGISTRY),
        lambda: verify_command([str(file)]),
    ]


@pytest.mark.parametrize("place", ["evidence.witness.decode", "evidence.witness.sides"])
def test_a_bug_while_a_witness_is_replayed_is_not_one_of_the_definition(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    witness = next(pin.witness for pin in shipped().values() if pin.witness is not None)
    actions = replaying(witness, tmp_path)
    monkeypatch.setattr(f"axiomatrix.{place}", broken)
    for action in actions:
        with pytest.raises(KeyError, match="planted"):
            action()


def test_a_step_of_a_proof_that_fails_is_not_passed_over_in_an_exploration(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = next(proof for proof in PROOFS if proof.family is None)
    assert proof_for(proof.metric, proof.statement, REGISTRY) is not None
    monkeypatch.setattr("axiomatrix.catalogue.proofs.Proof.failure", lambda self, registry, n: "it is broken")
    with pytest.raises(RuntimeError, match=r"the proof \S+ does not hold on the definitions: it is broken"):
        proof_for(proof.metric, proof.statement, REGISTRY)


def test_a_bug_while_evidence_is_recorded_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.engine.ladder._evidence_of_search", broken)
    (cell,) = cells("kendall", "symmetry", SEARCHED)
    assert cell.evidence.verdict == "error"
    assert cell.evidence.reason == "the evidence could not be recorded: KeyError: 'planted'"


class Unable:
    """A method with a bug in what it says that it decides."""

    name = "unable"
    decides = broken

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Nothing."""


def test_a_bug_in_what_a_method_decides_is_an_error_of_all_open_cells() -> None:
    row = row_search(REGISTRY.metric("kendall"), REGISTRY, 0)
    methods: list[Method] = [Unable(), *methods_for(row.metric, QUICK)]
    found = list(decide_cells(row, methods))
    assert len(found) == len(row.searches) > 10
    assert {cell.evidence.reason for cell in found} == {"the method unable failed: KeyError: 'planted'"}


class Partly:
    """A method that fails at one axiom, after it has left something with every cell."""

    def __init__(self, axiom: str) -> None:
        self.axiom = axiom
        self.name = "partly"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Everything."""
        return True

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Leave a reach, and then fail."""
        for search in searches:
            search.reach.append(Reach(self.name, 1, 1, 1))
        if any(search.statement.axiom.id == self.axiom for search in searches):
            broken()


def test_a_bug_at_one_statement_costs_the_others_nothing() -> None:
    def found(*first: Method) -> dict[str, Cell]:
        row = row_search(REGISTRY.metric("kendall"), REGISTRY, 0)
        return {cell.title: cell for cell in decide_cells(row, [*first, *methods_for(row.metric, QUICK)])}

    usual, partly = found(), found(Partly("symmetry"))
    assert partly.pop("symmetry").evidence.reason == "the method partly failed: KeyError: 'planted'"
    for title, cell in partly.items():
        reaches = cell.evidence.reach
        assert [reach.method for reach in reaches].count("partly") == 1
        assert cell.evidence.verdict == usual[title].evidence.verdict
        assert reaches[1:] == usual[title].evidence.reach


def test_what_a_definition_or_an_axiom_raises_is_theirs() -> None:
    registry = Registry(REGISTRY)

    @metric("raising", registry=registry)
    def raising(a: Any, b: Any) -> Any:
        """1 / 0"""
        return {}[a]

    with pytest.raises(KeyError) as caught:
        raising.evaluate(None, None, {})
    assert not is_ours(caught.value)
    with pytest.raises(KeyError) as caught:
        broken()
    assert is_ours(caught.value)
    with pytest.raises(TypeError) as caught:
        relation.at_most("1", 2).decide()
    assert not is_ours(caught.value)


def test_what_a_definition_raises_is_an_error_whatever_its_name_reads_like() -> None:
    registry = Registry(REGISTRY)

    @metric("it has no parameter p", kind="distance", holds=[axioms.symmetry], registry=registry)
    def raising(a: Any, b: Any) -> Any:
        """1 / 0"""
        return {}[a]

    row = row_search(raising, registry, 0, only=lambda statement, claims: bool(claims))
    (cell,) = decide_cells(row, methods_for(raising, QUICK))
    assert cell.evidence.verdict == "error"
