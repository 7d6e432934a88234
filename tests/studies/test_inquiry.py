"""What is asked where a claim is explored, and what the proofs that ship say of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix.model.claim import Claim, SourceClaim
from axiomatrix.model.registry import Unknown
from axiomatrix.studies.explore.inquiry import NothingToExplore, inquiries_declared, inquiries_named
from axiomatrix.studies.explore.proved import proof_for, proved_bounds


@pytest.fixture
def registry() -> Registry:
    """The catalogue, to change."""
    return Registry(REGISTRY)


def test_a_claim_is_asked_of_every_reading_under_labels_that_differ(registry: Registry) -> None:
    asked = inquiries_named("KV5", registry)
    assert len({inquiry.label for inquiry in asked}) == len(asked) == 8
    assert {(inquiry.sense, inquiry.constant) for inquiry in asked} == {("inf", Fraction(1, 3)), ("sup", Fraction(3))}
    assert all(len({c.source for c in inquiry.claims}) == 1 for inquiry in asked)
    assert inquiries_named("kv5", registry, readings=["le"]) == [i for i in asked if i.metric.variant == "le"]


def test_a_bound_that_is_attained_is_asked_by_the_ratio_that_it_bounds(registry: Registry) -> None:
    for inquiry in inquiries_named("kv6", registry):
        assert inquiry.claims_attainment and inquiry.sense == "sup"
        assert (
            inquiry.statement.axiom is axioms.bound_attained and inquiry.quantity_statement.axiom is axioms.upper_bound
        )
        assert " = 3 " in inquiry.formula and "some rankings" in inquiry.formula


def test_the_other_metric_is_the_one_of_the_same_reading(registry: Registry) -> None:
    for inquiry in inquiries_named("kv3", registry):
        variant = inquiry.metric.variant
        assert inquiry.quantity == f"footrule-position[{variant}] / kendall-position[{variant}]"


def test_parameters_that_are_not_followed_have_shipped_values(registry: Registry) -> None:
    [lower, _] = inquiries_named("kv8", registry, readings=["one"])
    of_d = [dict(spec.fixed) for spec in lower.sweep_specs if spec.parameter == "D"]
    assert all(set(fixed) == {"w", "delta"} for fixed in of_d)
    assert {fixed["delta"] for fixed in of_d} > {"unit"} and {fixed["w"] for fixed in of_d} == {"unit"}


def test_the_constant_of_an_axiom_is_asked_of_every_metric_it_is_about(registry: Registry) -> None:
    asked = inquiries_named("near-metric", registry)
    assert all(inquiry.constant is None and inquiry.sense == "sup" for inquiry in asked)
    assert "kendall-position[one]" in {inquiry.metric.name for inquiry in asked}


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        ("kv55", Unknown, "did you mean 'kv5'"),
        ("kv17", NothingToExplore, "no metric of the catalogue"),
        ("kv11", NothingToExplore, "right-invariance does not ask for an extreme"),
        ("kendall", NothingToExplore, "is a metric; name a claim about it"),
        ("footrule-similarity[le]", NothingToExplore, "is a metric; name a claim about it"),
    ],
)
def test_what_cannot_be_asked_is_named(registry: Registry, what: str, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        inquiries_named(what, registry)


def test_only_what_is_conjectured_in_a_file_is_asked(registry: Registry) -> None:
    footrule = registry.metric("footrule")
    text = SourceClaim("declared", "ours")
    declared = [
        (footrule, Claim(axioms.upper_bound("kendall", 2), "conjectured", text)),
        (footrule, Claim(axioms.lower_bound("kendall", 1), "holds", text)),
    ]
    [inquiry] = inquiries_declared(declared, registry, files=("ours.py",))
    assert inquiry.constant == 2 and inquiry.sweep_specs == ()
    with pytest.raises(NothingToExplore, match="no conjecture; write"):
        inquiries_declared(declared[1:], registry, files=("ours.py",))


@pytest.mark.parametrize("factor", ["2x", "", "log(2)"])
def test_a_factor_that_is_no_rational_is_refused(registry: Registry, factor: str) -> None:
    claim = Claim(axioms.upper_bound("kendall", factor), "conjectured", SourceClaim("declared", "ours"))
    with pytest.raises(NothingToExplore, match="factor"):
        inquiries_declared([(registry.metric("footrule"), claim)], registry, files=("ours.py",))


# --- proofs -----------------------------------------------------------------------------------------------------


def test_a_proof_is_said_with_what_is_checked_and_what_is_argued(registry: Registry) -> None:
    proof = proof_for("footrule", axioms.upper_bound("kendall", 2), registry)
    assert proof is not None and not proof.no_factor and proof.checked and proof.argued
    assert proof.theorem_text == f"proved for all n: {proof.theorem}"
    assert proof.steps.startswith("checked by machine for n <= 3: ") and "; on paper: " in proof.steps
    assert proof_for("footrule", axioms.upper_bound("kendall", "3/2"), registry) is None


def test_bounds_of_other_factors_are_said_of_the_same_ratio_only(registry: Registry) -> None:
    bounds = {p.sense: Fraction(p.value) for p in proved_bounds("footrule", axioms.upper_bound("kendall", 9), registry)}
    assert bounds == {"inf": 1, "sup": 2}
    assert proved_bounds("footrule", axioms.upper_bound("cayley", 9), registry) == ()
    assert proved_bounds("footrule", axioms.symmetry(), registry) == ()


def test_nothing_is_proved_of_another_definition_under_the_same_name(registry: Registry) -> None:
    def doubled(a: Any, b: Any) -> Any:
        """2 F"""
        return 2 * sum(abs(a[x] - b[x]) for x in a.items)

    registry.metrics["footrule"] = replace(registry.metric("footrule"), definition=doubled)
    statement = axioms.upper_bound("kendall", 2)
    assert proof_for("footrule", statement, registry) is None
    assert proved_bounds("footrule", statement, registry) == ()


def test_only_distances_of_two_rankings_are_explored() -> None:
    for inquiry in inquiries_named("near-metric", REGISTRY):
        assert inquiry.metric.takes_rankings
    assert any(not m.takes_rankings and m.kind == "distance" for m in REGISTRY.metrics.values())
    with pytest.raises(NothingToExplore, match="does not ask for an extreme"):
        inquiries_named("OV9", REGISTRY)
