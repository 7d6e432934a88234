"""Correlations, normalised distances, levels and errors: values by hand, undefined cases, what is refused."""

from __future__ import annotations

import pytest
from flint import fmpq

from axiomatrix import REGISTRY, Ranking, axioms, check
from axiomatrix.catalogue.axioms import comparisons, correlation, levels
from axiomatrix.model.axiom import Axiom
from axiomatrix.numbers.exact import Undefined, exact_value, sqrt
from axiomatrix.values.orders import PartialOrder, WeakOrder
from axiomatrix.values.scored import Scores

ABC, CBA = Ranking.from_order("abc"), Ranking.from_order("cba")
BAC = Ranking.from_order("bac")
TIED, AB_C, A_BC, A_C_B = (
    WeakOrder.of(b) for b in ([["a", "b", "c"]], [["a", "b"], "c"], ["a", ["b", "c"]], ["a", "c", "b"])
)
NONE, ONE = PartialOrder.of("abc"), PartialOrder.of("abc", [("a", "b")])
ON_RANKINGS = [
    "spearman-rho",
    "kendall-tau",
    "kendall-normalised",
    "footrule-normalised",
    "spearman-distance-normalised[maximum]",
    "spearman-distance-normalised[as-printed]",
    "tau-b-distance[rankings]",
    "gamma-distance[rankings]",
]
ON_WEAK_ORDERS = [
    "kendall-tau-b",
    "kendall-tau-c",
    "spearman-rho[mid-ranks]",
    "gamma[weak-orders]",
    "tau-b-distance[weak-orders]",
    "gamma-distance[weak-orders]",
    "jaccard-preferences[weak-orders]",
    "kendall-preferences[normalised]",
    "auc[half]",
    "auc[strict]",
    "c-index[half]",
    "c-index[strict]",
    "m-auc[half]",
    "m-auc[strict]",
    "fraction-concordant[decided]",
    "fraction-concordant[all]",
]
ON_PARTIAL_ORDERS = [
    "gamma[partial-orders]",
    "gamma[as-printed]",
    "tau-b-distance[partial-orders]",
    "gamma-distance[partial-orders]",
    "jaccard-preferences[partial-orders]",
]


def value(name, *arguments, **parameters):
    return exact_value(REGISTRY.metric(name)(*arguments, **parameters), name)


@pytest.mark.parametrize(
    ("name", "to_swap", "to_reversal"),
    [
        ("spearman-rho", fmpq(1, 2), -1),
        ("kendall-tau", fmpq(1, 3), -1),
        ("kendall-normalised", fmpq(1, 3), 1),
        ("footrule-normalised", fmpq(1, 2), 1),
        ("spearman-distance-normalised", fmpq(1, 4), 1),
        ("spearman-distance-normalised[as-printed]", fmpq(2, 11), fmpq(8, 11)),
        ("tau-b-distance", fmpq(2, 3), 2),
        ("gamma-distance", fmpq(2, 3), 2),
        ("position-error", 1, 2),
        ("target-displacement", 1, 2),
    ],
)
def test_values_on_rankings(name, to_swap, to_reversal):
    assert value(name, ABC, BAC) == to_swap
    assert value(name, ABC, CBA) == to_reversal


@pytest.mark.parametrize(
    ("name", "with_a_tie", "both_tied"),
    [  # a > c > b against {a, b} > c; {a, b} > c against a > {b, c}
        ("kendall-tau-b", 0, fmpq(1, 2)),
        ("kendall-tau-c", 0, fmpq(4, 9)),
        ("spearman-rho[mid-ranks]", 0, fmpq(1, 2)),
        ("gamma", 0, 1),
        ("tau-b-distance[weak-orders]", 1, fmpq(1, 2)),
        ("gamma-distance[weak-orders]", 1, 0),
        ("jaccard-preferences", fmpq(1, 4), fmpq(1, 3)),
        ("kendall-preferences", 1, 0),
        ("fraction-concordant", fmpq(1, 2), 1),
        ("fraction-concordant[all]", fmpq(1, 3), fmpq(1, 2)),
    ],
)
def test_values_on_weak_orders(name, with_a_tie, both_tied):
    assert value(name, A_C_B, AB_C) == with_a_tie
    assert value(name, AB_C, A_BC) == both_tied


def test_a_root_where_the_orders_have_different_numbers_of_ties():
    assert value("kendall-tau-b", WeakOrder.of(list("abc")), AB_C) == 2 / sqrt(6)
    assert value("spearman-rho[mid-ranks]", WeakOrder.of(list("abc")), AB_C) == sqrt(3) / 2


def test_ties_get_the_average_of_their_ranks():
    order = WeakOrder.of(["a", "b", ["c", "d", "e", "f"], "g"])
    assert [order.middle(x) for x in "cdef"] == [fmpq(9, 2)] * 4  # (3 + 4 + 5 + 6) / 4


def test_rho_charges_a_misplacement_alike_everywhere_and_a_long_one_more_than_its_steps():
    cells = check("spearman-rho", axioms=["place-invariance"], profile="quick", use_pins=False).cells
    assert [(c.label, c.evidence.verdict, c.outcome) for c in cells] == [("step=2", "proved", "as declared")]
    order = Ranking.from_order(range(1, 14))
    exchanged = [Ranking.from_order([{i: j, j: i}.get(x, x) for x in order.order]) for i, j in ((1, 3), (11, 13))]
    assert value("spearman-rho", order, exchanged[0]) == value("spearman-rho", order, exchanged[1])
    # but not "all misplacement equally": two places off costs 8 units, two exchanges of neighbours 4
    apart = Ranking.from_order([2, 1, 4, 3, *range(5, 14)])
    lost = [1 - value("spearman-rho", order, b) for b in (exchanged[0], apart)]
    assert lost[0] == 2 * lost[1]


@pytest.mark.parametrize("name", ["mse", "rmse", "mae"])
def test_an_error_can_prefer_the_prediction_with_an_irrelevant_item_on_top(name):
    (cell,) = check(name, axioms=["prefers-an-irrelevant-top"], profile="quick", use_pins=False)
    assert (cell.evidence.verdict, cell.outcome, cell.evidence.witness.n) == ("proved", "as declared", 3)
    y, s, t = (Scores.of(cell.evidence.witness.instance[part]) for part in "yst")
    assert value(name, y, t) < value(name, y, s)
    assert y[max(s.items, key=lambda x: float(s[x]))] > 0 == y[max(t.items, key=lambda x: float(t[x]))]


def test_the_areas_under_the_curve_with_ties_and_levels():
    assert value("auc[half]", AB_C, A_BC) == fmpq(3, 4)
    assert value("auc[strict]", AB_C, A_BC) == fmpq(1, 2)
    assert value("auc", AB_C, A_BC) == value("auc[half]", AB_C, A_BC)
    levels, predicted = WeakOrder.of([["a", "b"], "c", "d"]), WeakOrder.of([["a", "b", "c"], "d"])
    for name, half, strict in (
        ("c-index", fmpq(4, 5), fmpq(3, 5)),
        ("m-auc", fmpq(5, 6), fmpq(2, 3)),
        ("jonckheere-terpstra", 4, 3),
    ):
        assert (value(f"{name}[half]", levels, predicted), value(f"{name}[strict]", levels, predicted)) == (
            half,
            strict,
        )


def test_errors_of_scores():
    y, s = Scores.of([3, 1, "1/2"]), Scores.of([1, 1, 1])
    assert value("mse", y, s) == fmpq(17, 12)
    assert value("rmse", y, s) == sqrt(fmpq(17, 12))
    assert value("mae", [3, 1, "1/2"], [1, 1, 1]) == fmpq(5, 6)


def test_a_gain_by_how_far_an_item_stands_from_the_end():
    found = value("dcg-rank", ABC, BAC, base=2)
    assert found == value("dcg-rank[ideal]", ABC, ABC, base=2) * value("dcg-rank[normalised]", ABC, BAC, base=2)
    assert abs(float(found) - (1 / 1 + 2 / 1.5849625007211562)) < 1e-12


# --- no value --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ON_RANKINGS)
def test_one_ranked_item_has_no_correlation(name):
    with pytest.raises(Undefined, match="0/0"):
        value(name, Ranking.from_order("a"), Ranking.from_order("a"))


def test_one_ranked_item_has_no_normalised_gain_and_none_has_no_position_error():
    with pytest.raises(Undefined, match="0/0"):
        value("dcg-rank[normalised]", Ranking.from_order("a"), Ranking.from_order("a"), base=2)
    with pytest.raises(Undefined, match="no target item"):
        value("position-error", Ranking.from_order(""), Ranking.from_order(""))


@pytest.mark.parametrize("name", ON_WEAK_ORDERS)
@pytest.mark.parametrize("single", [True, False])
def test_orders_that_prefer_nothing_have_no_value(name, single):
    order = WeakOrder.of(["a"] if single else [["a", "b", "c"]])
    with pytest.raises(Undefined):
        REGISTRY.metric(name).evaluate(order, order, {})


@pytest.mark.parametrize("name", ["kendall-tau-b", "kendall-tau-c", "spearman-rho[mid-ranks]", "gamma"])
def test_one_order_that_ties_everything_is_enough(name):
    for pair in ((TIED, AB_C), (AB_C, TIED)):
        with pytest.raises(Undefined, match="0/0"):
            value(name, *pair)


@pytest.mark.parametrize("name", ON_PARTIAL_ORDERS)
def test_partial_orders_that_prefer_nothing_have_no_value(name):
    with pytest.raises(Undefined, match="0/0"):
        value(name, NONE, NONE)


def test_gamma_needs_a_pair_that_both_decide():
    with pytest.raises(Undefined, match="concordant"):
        value("gamma[partial-orders]", ONE, PartialOrder.of("abc", [("a", "c")]))


@pytest.mark.parametrize("target", [TIED, A_C_B])
def test_the_auc_is_of_two_levels(target):
    with pytest.raises(ValueError, match="a: weak order of two levels"):
        value("auc", target, A_C_B)
    with pytest.raises(Undefined, match="exactly two"):
        REGISTRY.metric("auc").evaluate(target, A_C_B, {})


@pytest.mark.parametrize("name", ["mse", "rmse", "mae"])
def test_errors_of_nothing_and_of_vectors_of_different_length(name):
    with pytest.raises(Undefined, match="0/0"):
        value(name, [], [])
    with pytest.raises(ValueError, match="different items"):
        value(name, [1, 2], [1])


# --- refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ON_RANKINGS[:4])
def test_rankings_of_different_items_are_refused(name):
    with pytest.raises(ValueError, match="different items"):
        value(name, ABC, Ranking.from_order("abd"))


@pytest.mark.parametrize("name", ON_WEAK_ORDERS)
def test_weak_orders_of_different_items_are_refused(name):
    with pytest.raises(ValueError, match="different items"):
        value(name, AB_C, WeakOrder.of([["a", "b"], "d"]))


@pytest.mark.parametrize("base", [1, 0, "1/2", -2, float("nan")])
def test_bases_that_are_not_above_one_are_refused(base):
    with pytest.raises(ValueError, match="base"):
        value("discounted-error", ABC, CBA, base=base)


IDENTITY_AXIOMS = {
    value.id: value
    for value in (
        *(value for module in (correlation, comparisons, levels) for value in vars(module).values()),
        axioms.prefers_an_irrelevant_top,
    )
    if isinstance(value, Axiom) and value.group != "comparison"
}


def test_distances_are_asked_no_axiom_of_correlations_unless_it_is_claimed():
    assert len(IDENTITY_AXIOMS) == 20
    for name in ("kendall", "footrule", "spearman-distance[squared]", "footrule-similarity[deck]"):
        metric = REGISTRY.metric(name)
        for axiom in IDENTITY_AXIOMS.values():
            observed = (
                axiom.statements_about(metric) if metric.kind in axiom.kinds and metric.about in axiom.about else []
            )
            assert [s for s in observed if s.not_applicable(metric) is None] == []
