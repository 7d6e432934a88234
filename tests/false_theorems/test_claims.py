"""No method, alone or in the ladder, says of a false theorem more than what is true."""

from __future__ import annotations

import pytest

import axiomatrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.status import status_of
from axiomatrix.evidence.witness import decode
from false_theorems.claims import claimed, enumerated, linear, symbolic
from false_theorems.theorem import NOT_LASTING, FalseTheorem, all_theorems, anew

load_catalogue()
ALL = all_theorems()
OF_RANKINGS = [theorem for theorem in ALL if theorem.kind != "of_lists"]
WITH_PARAMETERS = [theorem for theorem in OF_RANKINGS if theorem.options.get("parameters")]
WITHOUT = [theorem for theorem in OF_RANKINGS if not theorem.options.get("parameters")]
DEFAULT = {"group-get", "one-weighted-pair", "four-items-only", "weight-is-a-rational", "five-items-only"}
"""The largest size at which methods are asked alone."""


def names(theorem: FalseTheorem) -> str:
    return theorem.name


def check(theorem: FalseTheorem, profile: str) -> None:
    """The cells of the statement say nothing beyond what is true, and their witnesses are witnesses."""
    theorem = anew(theorem)
    metric, registry = theorem.metric()
    axiom = theorem.statement.axiom.id
    matrix = axiomatrix.check(metric, axioms=[axiom], profile=profile, use_pins=False, registry=registry)
    cells = [cell for cell in matrix.cells if cell.axiom == axiom and cell.evidence.verdict != "not applicable"]
    assert cells
    for cell in cells:
        evidence = cell.evidence
        assert claimed(evidence, theorem) <= theorem.true_up_to, f"{evidence.verdict}: {status_of(evidence).reach}"
        if evidence.verdict != "refuted":
            continue
        witness = evidence.witness
        assert witness is not None
        assert witness.n > theorem.true_up_to, "what is true is refuted"
        assert not witness.smallest or witness.n == theorem.true_up_to + 1, "a smaller one refutes it"
        if theorem.kind not in NOT_LASTING:
            instance = decode(theorem.statement, metric, witness)
            assert theorem.at_instance({**instance.values, **instance.parameters}).fails(), "a witness of nothing"


@pytest.mark.parametrize("theorem", ALL, ids=names)
def test_a_quick_check_says_no_more_than_what_is_true(theorem: FalseTheorem) -> None:
    check(theorem, "quick")


@pytest.mark.parametrize("theorem", [t for t in ALL if t.name in DEFAULT], ids=names)
def test_nor_does_a_default_check(theorem: FalseTheorem) -> None:
    check(theorem, "default")


@pytest.mark.parametrize("theorem", WITH_PARAMETERS, ids=names)
def test_nor_does_the_linear_method_alone(theorem: FalseTheorem) -> None:
    assert linear(anew(theorem), theorem.asked_to)[0] <= theorem.true_up_to


@pytest.mark.parametrize("theorem", OF_RANKINGS, ids=names)
def test_nor_does_the_symbolic_method_alone(theorem: FalseTheorem) -> None:
    assert symbolic(anew(theorem), theorem.asked_to) <= theorem.true_up_to


@pytest.mark.parametrize("theorem", [t for t in WITHOUT if t.kind not in NOT_LASTING], ids=names)
def test_nor_does_enumeration_alone(theorem: FalseTheorem) -> None:
    """Of what lasts: a table asks each case once."""
    assert enumerated(anew(theorem), min(theorem.true_up_to + 1, 5)) <= theorem.true_up_to
