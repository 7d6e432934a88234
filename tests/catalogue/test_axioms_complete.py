"""Every axiom has a violator whose smallest witness is asserted, and a satisfier, in one of the tables."""

from axiomatrix import REGISTRY
from axiomatrix.model.axiom import as_statement

from . import test_aggregation_axioms, test_axioms, test_correlation_axioms, test_ranked_prefix
from .test_axioms_effectiveness_satisfiers import SATISFIERS
from .test_axioms_effectiveness_violators import VIOLATORS

ELSEWHERE = {"prefers-a-later-first-relevant"}
"""In test_effectiveness_claims, beside the claim that it is for."""


def test_no_axiom_is_without_a_violator_or_a_satisfier() -> None:
    violated = {*test_axioms.VIOLATORS, *test_correlation_axioms.VIOLATORS, *VIOLATORS}
    violated |= {*test_aggregation_axioms.VIOLATORS}
    violated |= {as_statement(row[1]).axiom.id for row in test_ranked_prefix.VIOLATORS}
    satisfied = {*test_axioms.SATISFIERS, *test_correlation_axioms.SATISFIERS, *SATISFIERS}
    satisfied |= {*test_aggregation_axioms.SATISFIERS}
    satisfied |= {as_statement(row[1]).axiom.id for row in test_ranked_prefix.SATISFIERS}
    built_in = {a.id for a in REGISTRY.axioms.values() if a.says.__module__.startswith("axiomatrix.")}
    assert built_in - violated == built_in - satisfied == ELSEWHERE
