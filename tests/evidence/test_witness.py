"""A witness is about what it names, and about nothing that its names might be read for."""

from __future__ import annotations

from dataclasses import replace

import pytest

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.evidence.witness import BadWitness, Witness, replay


@pytest.fixture(scope="module")
def witness() -> Witness:
    matrix = axiomatrix.check("footrule", axioms=["left-invariance"], profile="quick")
    made = matrix.cell("footrule", "left-invariance").evidence.witness
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("what", "name"), [("metric", "footrule1"), ("metric", "Footrule"), ("axiom", "Left invariance")]
)
def test_a_name_that_would_be_read_for_another_is_refused(witness: Witness, what: str, name: str) -> None:
    assert replay(witness, REGISTRY).stands
    with pytest.raises(BadWitness, match=f"there is no {what} '{name}'; it would be about"):
        replay(replace(witness, **{what: name}), REGISTRY)
