"""A certificate of a false theorem is neither written nor, if it is made by force, accepted."""

from __future__ import annotations

from typing import Any

import pytest

from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix import metric as registered
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.certify import NotCertified, certified
from axiomatrix.evidence import certificate
from axiomatrix.verify import Refused, verify
from false_theorems.claims import forged
from false_theorems.forging import Certificate, Refuted, as_identities, as_programs, sealed
from false_theorems.honest import D_, DELTA, W, costly, distant, elsewhere, product, weighted, weighted_and_fallen
from false_theorems.theorem import FalseTheorem, all_theorems, anew

load_catalogue()
ALL = [theorem for theorem in all_theorems() if theorem.kind != "of_lists"]
ASKED = [theorem for theorem in ALL if theorem.true_up_to < 4]
"""Those that are false at a size at which certificates are made here."""
NOT_MADE = (NotCertified, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What ends in no certificate: a refusal, or what a definition raises on values that it does not expect."""
HONEST: list[Any] = [
    (weighted, W, axioms.non_negativity(), "linear"),
    (weighted, W, axioms.triangle_inequality(), "linear"),
    (weighted, W, axioms.symmetry(), "identity"),
    (weighted_and_fallen, W, axioms.non_negativity(), "linear"),
    (weighted, W, axioms.scale_free("w", 1), "identity"),
    (product, W, axioms.symmetry(), "identity"),
    (product, W, axioms.generalizes("kendall", w=1), "identity"),
    (distant, D_, axioms.lower_bound("kendall-similarity", 1), "linear"),
    (distant, D_, axioms.triangle_inequality(), "linear"),
    (costly, DELTA, axioms.symmetry(), "identity"),
    (elsewhere, W, axioms.left_invariance(), "identity"),
]


def names(theorem: FalseTheorem) -> str:
    return theorem.name


@pytest.mark.parametrize("theorem", ASKED, ids=names)
def test_certify_refuses_or_stays_below(theorem: FalseTheorem) -> None:
    metric, registry = anew(theorem).metric()
    with pytest.raises(NOT_MADE):
        certified(metric, theorem.statement, registry, theorem.asked_to)


@pytest.mark.parametrize("theorem", ASKED, ids=names)
def test_verify_refuses_what_the_methods_derive_of_it(theorem: FalseTheorem) -> None:
    """The forms and multipliers of the false definition itself, written down whatever they say."""
    theorem = anew(theorem)
    metric, registry = theorem.metric()
    subject = Refuted(metric, theorem.statement, theorem.true_up_to + 1, closed_only=False)
    for make in (as_identities, as_programs):
        data = make(subject, registry, theorem.asked_to)
        if data is not None:
            assert not is_accepted(subject, data, registry)


@pytest.mark.parametrize("theorem", [theorem for theorem in ASKED if theorem.twin is not None], ids=names)
def test_verify_refuses_the_certificate_of_the_honest_twin(theorem: FalseTheorem) -> None:
    theorem = anew(theorem)
    metric, registry = theorem.metric()
    subject = Refuted(metric, theorem.statement, theorem.true_up_to + 1, closed_only=False)
    for data in forged(theorem, theorem.asked_to):
        assert not is_accepted(subject, data, registry)


def is_accepted(subject: Refuted, data: Certificate, registry: Registry) -> bool:
    """Whether the checker takes it for a proof of what is false."""
    try:
        verified = verify(sealed(data), registry)
    except Refused:
        return False
    return subject.is_contradicted_by(verified)


@pytest.mark.parametrize(
    ("definition", "parameters", "statement", "kind"), HONEST, ids=[f"{h[0].__name__}-{h[2].axiom.id}" for h in HONEST]
)
def test_honest_definitions_have_certificates_that_are_accepted(
    definition: Any, parameters: Any, statement: Any, kind: str
) -> None:
    registry = Registry(REGISTRY)
    metric = registered("honest", registry=registry, parameters=parameters, holds=[statement])(definition)
    data = certified(metric, statement, registry, 3)
    assert data["kind"] == kind
    verified = verify({**data, "digest": certificate.digest(data)}, registry)
    assert (verified.largest, verified.holds) == (3, True)


def test_the_twins_have_certificates_that_can_be_forged() -> None:
    """Else the refusal of forged ones would be about nothing."""
    able = {theorem.name for theorem in ASKED if theorem.twin is not None and forged(theorem, 2)}
    assert len(able) >= 120, len(able)
