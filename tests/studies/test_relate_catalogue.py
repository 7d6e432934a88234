"""What the catalogue's metrics are to each other: identities that sources state, and some that none states."""

from __future__ import annotations

from collections import Counter

import pytest
from relating import related
from verdict_words import in_words

from axiomatrix import REGISTRY, spaces
from axiomatrix.studies.relate.domains import common_domain, domain_sizes
from axiomatrix.studies.relate.run import all_pairs, metrics_without_partner

CASES = [
    ("kendall", "kendall-tau", "affine", "kendall-tau = 1 - 4/(n (n - 1)) * kendall for n = 2..6"),
    ("spearman-distance[squared]", "spearman-distance[root]", "monotone", None),
    ("kendall", "footrule", "none", None),
    ("kendall", "kendall-element", "identical", "kendall-element = kendall"),
    ("spearman-rho", "area-correlation[full]", "affine", "area-correlation[full] = 1/2 + 1/2 * spearman-rho"),
    ("spearman-distance[squared]", "area[full]", "affine", "area[full] = 1/2 * spearman-distance[squared]"),
]


@pytest.mark.parametrize(("a", "b", "kind", "statement"), CASES)
def test_relations_of_the_catalogue(a: str, b: str, kind: str, statement: str | None) -> None:
    found = related(a, b, REGISTRY)
    assert found.kind == kind
    assert statement is None or found.statement == statement


@pytest.mark.slow
def test_gamma_is_tau_on_rankings_and_tau_b_is_something_else_on_weak_orders() -> None:
    """PL12."""
    found = related("kendall-tau", "gamma[weak-orders]")
    assert (found.kind, found.space) == ("identical", "pairs of rankings")
    assert related("kendall-tau-b", "gamma[weak-orders]").kind == "none"


def test_the_prefix_formula_at_the_last_rank_is_kendall() -> None:
    """PA5."""
    whole = related("kendall", "kendall-prefix[cut-off]", cut="n")
    assert (whole.b_given, whole.kind) == ("i = n", "identical")
    assert related("kendall", "kendall-prefix[cut-off]", cut="3").kind == "none"
    assert related("kendall", "kendall-prefix[full]").kind == "identical"


def test_auc_is_one_minus_normalised_kendall_where_the_prediction_has_no_ties() -> None:
    """PL7."""
    names = ("kendall-preferences[normalised]", "auc[half]")
    found = related(*names, over=(spaces.two_levels, spaces.ranking))
    assert (found.statement, found.verdict) == (
        "auc[half] = 1 - kendall-preferences[normalised]",
        in_words("exhausted n<=5"),
    )
    tied = related(*names)
    assert tied.kind == "none"
    assert {shown.arguments for shown in tied.refusals[0].instances} == {
        ("WeakOrder.of([1, 2])", "WeakOrder.of([[1, 2]])"),
        ("WeakOrder.of([1, 2])", "WeakOrder.of([1, 2])"),
    }


@pytest.mark.slow
def test_every_metric_has_partners_or_arguments_of_its_own_and_every_domain_instances() -> None:
    rows = list(REGISTRY.metrics.values())
    pairs = all_pairs(rows)
    shapes = Counter((m.about, len(m.arguments)) for m in rows)
    without = {m.name for m in rows if shapes[m.about, len(m.arguments)] == 1}
    assert {left_out.metrics[0] for left_out in metrics_without_partner(rows, pairs)} == without
    for domain in {pair.domain: pair.domain for pair in pairs}.values():
        assert max(size.n for size in domain_sizes(domain)) >= 3
    assert common_domain(REGISTRY.metric("kendall"), REGISTRY.metric("precision-at")) is None
