"""The corpus is true: each statement fails at its instance, and no kind is missing from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from axiomatrix.catalogue import load_catalogue
from false_theorems.theorem import FalseTheorem, all_theorems, anew

load_catalogue()
HERE = Path(__file__).parent
ALL = all_theorems()
KINDS = sorted(path.stem for path in (HERE / "definitions").glob("[a-z]*.py"))
STATEMENTS = {
    *("generalizes", "left-invariance", "lower-bound", "near-metric", "non-negativity", "right-invariance"),
    *("subdivision", "symmetry", "triangle-inequality", "zero-on-equal", "range-zero-one", "swap"),
}


def names(theorem: FalseTheorem) -> str:
    return theorem.name


def test_the_corpus_is_as_large_as_it_is_said_to_be() -> None:
    assert 40 <= len(ALL) <= 60
    assert {theorem.kind for theorem in ALL} == set(KINDS)
    assert {theorem.statement.axiom.id for theorem in ALL} >= STATEMENTS


@pytest.mark.parametrize("theorem", ALL, ids=names)
def test_it_is_false_at_its_instance(theorem: FalseTheorem) -> None:
    assert anew(theorem).fails()
    sizes = {len(value) for name, value in theorem.instance.items() if name in ("a", "b", "x")}
    assert sizes == {theorem.true_up_to + 1}, "the instance is not of the first size that is false"
