"""Every method that searches keeps the laws of methods, alone, on one planted metric and on its sound original."""

from __future__ import annotations

from typing import Any

import pytest

from axiomatrix import Cell
from axiomatrix.evidence.rules import METHODS

from . import method_laws
from .method_laws import SEARCHING, decided_alone, lopsided_footrule, weighted_footrule
from .suite import Law, counterexamples, each


@each((SEARCHING,), {method: method for method in METHODS})
def test_method(law: Law, instance: str) -> None:
    assert counterexamples(law, instance) == []


def blind(method: str, definition: Any, axiom: str) -> Cell:
    """A method that never sees the planted bug."""
    return decided_alone(method, weighted_footrule, axiom)


def unsound(method: str, definition: Any, axiom: str) -> Cell:
    """A method that refutes of every metric what the planted one breaks."""
    return decided_alone(method, lopsided_footrule, axiom)


def boastful(method: str, definition: Any, axiom: str) -> Cell:
    """A method whose reach is that of another."""
    return decided_alone("symbolic" if method == "enumeration" else "enumeration", definition, axiom)


PLANTED = {method_laws.discovery: blind, method_laws.soundness: unsound, method_laws.reach: boastful}


@pytest.mark.parametrize("law", PLANTED, ids=lambda law: law.__name__)
def test_each_law_finds_the_method_that_breaks_it(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method_laws, "decided_alone", PLANTED[law])
    for method in method_laws.STATEMENTS:
        assert counterexamples(law, method), method


@pytest.mark.parametrize(("method", "axiom"), [("linear", "symmetry"), ("symbolic", "non-negativity")])
def test_a_statement_that_the_method_cannot_take_was_not_tried(method: str, axiom: str) -> None:
    evidence = decided_alone(method, weighted_footrule, axiom).evidence
    assert (evidence.verdict, evidence.cases) == ("vacuous", 0) and "no case was tried" in (evidence.why or "")
