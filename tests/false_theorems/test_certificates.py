"""A certificate of a false theorem is neither written nor, if it is that of an honest twin, accepted."""

from __future__ import annotations

from typing import Any

import pytest

from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix import metric as registered
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.check import NotCertified, certify
from axiomatrix.evidence import certificate
from axiomatrix.verify import Refused, verify
from false_theorems.claims import linear
from false_theorems.honest import D_, W, distant, weighted, weighted_and_fallen
from false_theorems.theorem import FalseTheorem, all_theorems, anew

load_catalogue()
ASKED = [theorem for theorem in all_theorems() if theorem.kind != "of_lists" and theorem.true_up_to < 4]
"""Those that are false at a size at which certificates are made here."""
TWINS = [theorem for theorem in ASKED if theorem.twin is not None and theorem.options.get("parameters")]
NOT_MADE = (NotCertified, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What ends in no certificate: a refusal, or what a definition raises on values that it does not expect."""
HONEST: list[Any] = [
    (weighted, W, axioms.non_negativity()),
    (weighted, W, axioms.triangle_inequality()),
    (weighted_and_fallen, W, axioms.non_negativity()),
    (distant, D_, axioms.lower_bound("kendall-similarity", 1)),
    (distant, D_, axioms.triangle_inequality()),
]


def names(theorem: FalseTheorem) -> str:
    return theorem.name


def is_accepted(data: dict[str, Any], registry: Registry) -> bool:
    """Whether the checker takes it for a proof of what it says."""
    try:
        return verify({**data, "digest": certificate.digest(data)}, registry).holds
    except Refused:
        return False


@pytest.mark.parametrize("theorem", ASKED, ids=names)
def test_certify_refuses(theorem: FalseTheorem) -> None:
    metric, registry = anew(theorem).metric()
    with pytest.raises(NOT_MADE):
        certify(metric, theorem.statement, registry, theorem.asked_to)


@pytest.mark.parametrize("items", ["unnamed", "numbered"])
@pytest.mark.parametrize("theorem", TWINS, ids=names)
def test_verify_refuses_the_certificate_of_the_honest_twin(theorem: FalseTheorem, items: str) -> None:
    theorem = anew(theorem)
    _, data = linear(theorem, theorem.asked_to, honest=True)
    _, registry = theorem.metric()
    if data is not None:
        assert not is_accepted({**data, "metric": theorem.name, "items": items}, registry)


def test_the_twins_have_certificates() -> None:
    """Else their refusal would be about nothing."""
    able = [theorem.name for theorem in TWINS if linear(theorem, 2, honest=True)[1] is not None]
    assert len(able) >= 12, len(able)


@pytest.mark.parametrize(
    ("definition", "parameters", "statement"), HONEST, ids=[f"{h[0].__name__}-{h[2].axiom.id}" for h in HONEST]
)
def test_honest_definitions_have_certificates_that_are_accepted(
    definition: Any, parameters: Any, statement: Any
) -> None:
    registry = Registry(REGISTRY)
    metric = registered("honest", registry=registry, parameters=parameters, holds=[statement])(definition)
    assert is_accepted(certify(metric, statement, registry, 3), registry)
