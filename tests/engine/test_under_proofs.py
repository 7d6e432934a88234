"""What a theorem settles for every n is enumerated all the same, at small sizes: a false theorem would be met there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.proofs import Proof, proof_of
from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.methods.profile import PROFILES, Profile

DEFAULT = PROFILES["default"]


def evidence(name: str, axiom: str, profile: Profile = DEFAULT) -> Evidence:
    """What is said of the axiom in the metric's row, on the open space."""
    row = row_search(REGISTRY.metric(name), REGISTRY, 0, only=lambda statement, claims: statement.axiom.id == axiom)
    return next(decide_cells(row, methods_for(row.metric, profile))).evidence


def enumerated(evidence: Evidence) -> int:
    """The largest size that was enumerated."""
    return next(reach.largest for reach in evidence.reach if reach.method == "enumeration")


@pytest.mark.parametrize(
    ("name", "axiom", "largest"),
    [
        ("kendall", "symmetry", 4),
        ("kendall-element", "symmetry", 3),
        ("ndcg[linear]", "range-zero-one", 3),
        ("kendall", "left-invariance", 3),
        ("cayley", "reversal-invariance", 6),
    ],
)
def test_a_theorem_ends_the_enumeration_at_small_sizes(name: str, axiom: str, largest: int) -> None:
    """Of the last two nothing is proved: one is refuted there, the other goes as far as the profile does."""
    assert enumerated(evidence(name, axiom)) == largest


def test_the_sizes_are_those_of_the_profile() -> None:
    assert enumerated(evidence("kendall", "symmetry", replace(DEFAULT, max_n_proved=(5, 3, 2, 3)))) == 5
    assert enumerated(evidence("kendall", "symmetry", DEFAULT.up_to(3))) == 3
    assert enumerated(evidence("kendall", "symmetry", replace(DEFAULT, proofs=0))) == 6


def test_best_constants_are_looked_for_as_far_as_where_nothing_is_proved() -> None:
    best = evidence("footrule", "upper-bound")
    assert (best.verdict, enumerated(best)) == ("proved", 6)
    assert best.extreme is not None


@pytest.mark.parametrize(("name", "axiom"), [("kendall", "left-invariance"), ("precision-at", "swap-strict")])
def test_a_false_theorem_is_refuted_and_not_believed(name: str, axiom: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of a true one stand in for those of the false: all of them hold."""
    true = proof_of("kendall", REGISTRY.axiom("symmetry")())
    assert true is not None

    def planted(metric: str, statement: Any, space: Any = None) -> Proof:
        return replace(true, metric=metric, statement=statement)

    monkeypatch.setattr("axiomatrix.catalogue.proofs.proof_of", planted)
    refutation = evidence(name, axiom)
    assert (refutation.verdict, refutation.method, refutation.proof) == ("refuted", "enumeration", None)
