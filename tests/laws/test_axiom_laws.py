"""Every axiom keeps the laws of axioms: a known violator and satisfier, and a docstring that says what it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from axiomatrix import REGISTRY, axioms
from axiomatrix.catalogue.axioms import BUILT_IN
from axiomatrix.model.axiom import Axiom

from . import known_correlations, known_distances, known_lists, known_others
from .axiom_laws import AXIOM, Known, Subject
from .suite import Law, counterexamples, each

TABLES = (known_distances, known_correlations, known_lists, known_others)
VIOLATORS: dict[str, Known] = {id: known for table in TABLES for id, known in table.VIOLATORS.items()}
SATISFIERS: dict[str, Known] = {id: known for table in TABLES for id, known in table.SATISFIERS.items()}
SUBJECTS = {
    axiom.id: Subject(axiom, VIOLATORS[axiom.id], SATISFIERS[axiom.id])
    for axiom in BUILT_IN
    if axiom.id in VIOLATORS and axiom.id in SATISFIERS
}
ELSEWHERE = {"prefers-a-later-first-relevant"}
"""In ``tests/catalogue/test_effectiveness_claims.py``, beside the claim that it is for."""


@each((AXIOM,), SUBJECTS)
def test_axiom(law: Law, instance: Subject) -> None:
    assert counterexamples(law, instance) == []


def test_every_built_in_axiom_has_one_known_violator_and_one_known_satisfier() -> None:
    built_in = [axiom.id for axiom in REGISTRY.axioms.values() if axiom.says.__module__.startswith("axiomatrix.")]
    assert sorted(built_in) == sorted(axiom.id for axiom in BUILT_IN)
    for known in ("VIOLATORS", "SATISFIERS"):
        listed = [id for table in TABLES for id in getattr(table, known)]
        assert sorted([*listed, *ELSEWHERE]) == sorted(built_in)


def test_all_names_of_the_package_are_the_built_in_axioms() -> None:
    assert {value.id for value in vars(axioms).values() if isinstance(value, Axiom)} == {axiom.id for axiom in BUILT_IN}
    for axiom in BUILT_IN:
        assert getattr(axioms, axiom.id.replace("-", "_")) is axiom is REGISTRY.axiom(axiom.id)


SYMMETRY = SUBJECTS["symmetry"]
SHOWN = SUBJECTS["richness"]
PLANTED = {
    "quantifier": replace(SHOWN, violator=SYMMETRY.violator),
    "violator": replace(SYMMETRY, violator=SUBJECTS["separation"].violator),
    "replayed_counterexample": replace(SYMMETRY, violator=replace(SYMMETRY.violator, sides="1 == 3")),
    "satisfier": replace(SYMMETRY, satisfier=replace(SYMMETRY.satisfier, definition=SYMMETRY.violator.definition)),
    "documentation": replace(SYMMETRY, axiom=replace(SYMMETRY.axiom, says=lambda m, a, b: None)),
}
"""For each law what breaks it: another kind, a definition that keeps the axiom, other sides, a violator, no text."""


@pytest.mark.parametrize("law", AXIOM.all_laws(), ids=lambda law: law.__name__)
def test_law_finds_what_is_planted_against_it(law: Law) -> None:
    assert counterexamples(law, PLANTED[law.__name__])
