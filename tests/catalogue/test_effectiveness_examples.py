"""Metrics of judged lists: the worked examples of the sources, exactly, and what their printed figures round."""

from itertools import combinations

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.metrics.effectiveness.gain import halving, undiscounted_up_to_base
from axiomatrix.numbers.exact import Undefined, log, rational, sqrt
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.retrieval import Retrieval


def value(name, x, **parameters):
    return REGISTRY.metric(name)(x, **parameters)


# --- OV: an overview of ranking metrics -----------------------------------------------------------------------

OV_FIRST = Judged.of([1, 0, 1, 1, 0], missing=[1, 0])
"""Seven documents, four of them relevant; five are shown."""
OV_SECOND = Judged.of([0, 1, 0, 1, 1], missing=[1, 0])


def test_ov12_precision_and_recall_at_5_of_seven_documents():
    x = Judged.of([1, 0, 1, 0, 1], missing=[1, 0])  # A, C, G of A, C, F, G
    assert value("precision-at", x, k=5) == rational(3, 5) == value("precision", x)
    assert value("recall-at", x, k=5) == rational(3, 4) == value("recall", x)


def test_ov6_everything_shown_is_a_recall_of_one():
    assert value("recall-at", [1, 0, 1, 0, 1, 1, 0], k=7) == 1


def test_ov5_precision_falls_and_recall_does_not():
    assert [value("precision-at", [1, 0, 1], k=k) for k in (1, 2, 3)] == [1, rational(1, 2), rational(2, 3)]
    assert [value("recall-at", [1, 0, 1], k=k) for k in (1, 2, 3)] == [rational(1, 2), rational(1, 2), 1]


def test_ov4_recall_does_not_always_increase():
    assert value("recall-at", [1, 0], k=1) == value("recall-at", [1, 0], k=2)


def test_ov3_precision_at_10_does_not_tell_the_places_1_and_2_from_9_and_10():
    top, bottom = [1, 1, *[0] * 8], [*[0] * 8, 1, 1]
    assert value("precision-at", top, k=10) == value("precision-at", bottom, k=10) == rational(1, 5)
    assert value("average-precision", top, k=10) == 1
    assert value("average-precision", bottom, k=10) == (rational(1, 9) + rational(2, 10)) / 2


def test_ov7_the_figures_are_means_over_the_relevant_items_shown():
    assert value("average-precision[retrieved]", OV_FIRST, k=5) == rational(29, 36)
    assert value("average-precision[retrieved]", OV_SECOND, k=5) == rational(8, 15)
    assert f"{float(rational(29, 36)):.2f} {float(rational(8, 15)):.2f}" == "0.81 0.53"


def test_ov7_the_divisors_of_average_precision_give_other_figures():
    assert value("average-precision[R]", OV_FIRST, k=5) == rational(29, 48)
    assert value("average-precision[min-k-R]", OV_FIRST, k=5) == rational(29, 48)
    assert value("average-precision[min-k-R]", OV_FIRST, k=2) == rational(1, 2)
    assert value("average-precision[R]", OV_FIRST, k=2) == rational(1, 4)
    assert value("average-precision[retrieved]", OV_FIRST, k=2) == 1


def test_ov10_one_grade_more_is_about_twice_the_gain_from_2_on_and_not_below():
    gains = [value("dcg[exponential]", [g], k=1) for g in range(6)]
    assert gains == [0, 1, 3, 7, 15, 31]
    ratios = [gains[g + 1] / gains[g] for g in range(1, 5)]
    assert ratios == [3, rational(7, 3), rational(15, 7), rational(31, 15)]


def expected_examined_up_to(n, p):
    """The first n terms of the expected number of examined documents."""
    return sum(i * p ** (i - 1) * (1 - p) for i in range(1, n + 1))


def test_ov13_the_expected_number_of_examined_documents():
    for p in map(rational, ("0", "1/4", "1/2", "9/10")):
        rest = [1 / (1 - p) - expected_examined_up_to(n, p) for n in (1, 10, 200)]
        assert rest[0] >= rest[1] >= rest[2] >= 0
        assert rest[2] < rational(1, 10**6)


def test_ov13_for_p_equal_to_1_every_term_is_zero_and_there_is_no_sum_1_over_0():
    assert expected_examined_up_to(50, rational(1)) == 0
    with pytest.raises(ZeroDivisionError):
        1 / (1 - rational(1))


def test_ov2_eight_inversions_with_the_first_relevant_item_lower_than_nine():
    """The source's pair is a picture that did not come through; this one has four relevant items of seven."""
    first, second = [1, 0, 0, 0, 1, 1, 1], [0, 1, 1, 0, 0, 1, 1]
    assert value("kendall-relevance", first) == 9
    assert value("kendall-relevance", second) == 8
    assert value("reciprocal-rank", first) == 1
    assert value("reciprocal-rank", second) == rational(1, 2)


def test_ov2_no_binary_list_of_fewer_than_seven_items_does_it_with_these_counts():
    def inversions(relevant):
        return sum(i not in relevant for j in relevant for i in range(1, j))

    for n in range(2, 7):
        for count in range(1, n):
            found = {r: inversions(r) for r in combinations(range(1, n + 1), count)}
            assert not [(x, y) for x in found for y in found if (found[x], found[y]) == (9, 8) and x[0] < y[0]]


def test_map_and_mrr_are_means_over_the_queries():
    run = Run((OV_FIRST, OV_SECOND))
    assert value("mean-average-precision[retrieved]", run, k=5) == (rational(29, 36) + rational(8, 15)) / 2
    assert value("mean-reciprocal-rank", [[1, 0], [0, 1], [0, 0, 1]]) == (1 + rational(1, 2) + rational(1, 3)) / 3
    assert value("hit-rate", [[1, 0], [0, 1], [0, 0, 1]], k=2) == rational(2, 3)


def test_err_with_persistence_follows_the_prose():
    x = ["1/2", "1/4", 1]
    assert value("err[gains]", x, p=1) == rational(1, 2) + rational(1, 16) + rational(1, 3) * rational(3, 8)
    assert value("err[gains]", x, p="1/2") == rational(1, 2) + rational(1, 32) + rational(1, 3) * rational(3, 32)
    assert value("err[gains]", x, p=0) == rational(1, 2)


def test_rbp_is_the_expected_relevance_over_the_expected_depth():
    p = rational(4, 5)
    utility = 1 + p**2 / 2
    assert value("rbp[gains]", [1, 0, "1/2"], p=p) == utility / (1 / (1 - p))
    assert value("rbp[binary]", [1, 0, 3], p=p) == (1 - p) * (1 + p**2)


# --- TN: rank-aware top-N metrics -----------------------------------------------------------------------------


def test_tn1_reciprocal_rank():
    assert value("reciprocal-rank", [0, 1, 0, 0]) == rational(1, 2)


def test_tn2_average_precision():
    assert value("average-precision[whole]", [1, 0, 1, 1, 0]) == (1 + rational(2, 3) + rational(3, 4)) / 3


TN3 = [4, 3, 0, 5]


def test_tn3_dcg_and_its_ideal():
    assert value("dcg[base]", TN3, b=2) == rational(19, 2)
    assert value("dcg[base]", [5, 4, 3, 0], b=2) == 9 + 3 * log(2) / log(3)
    assert f"{float(9 + 3 * log(2) / log(3)):.3f}" == "10.893"


def test_tn3_the_printed_quotient_is_of_rounded_numbers():
    exact = value("ndcg[base]", TN3, b=2)
    assert exact == rational(19, 2) / (9 + 3 * log(2) / log(3))
    assert f"{float(exact):.4f}" == "0.8721"
    assert f"{9.5 / 10.9:.4f}" == "0.8716"  # both round to the printed 0.872


def test_tn3_log2_of_3_is_not_1_52_and_nothing_depends_on_it_but_the_ideal():
    assert f"{float(log(3, 2)):.3f}" == "1.585"
    printed = rational(9) + 3 / rational("1.52")  # with the printed divisor the ideal would be 10.97
    assert f"{float(printed):.2f}" == "10.97"
    assert f"{float(rational(19, 2) / printed):.3f}" == "0.866"


def test_tn4_the_perfect_order_has_ndcg_1():
    for name, parameters in [
        ("ndcg[base]", {"b": 2}),
        ("ndcg[half-life]", {"alpha": 3}),
        ("ndcg[exponential]", {"k": 4}),
        ("ndcg[linear]", {"k": 2}),
    ]:
        assert value(name, [5, 4, 3, 0], **parameters) == 1
        assert value(name, TN3, **parameters) < 1


def test_tn_the_discount_of_a_base_is_none_up_to_the_base():
    assert [undiscounted_up_to_base(i, 2) for i in (1, 2, 4, 8)] == [1, 1, rational(1, 2), rational(1, 3)]
    assert undiscounted_up_to_base(3, 2) == log(2) / log(3)
    assert [undiscounted_up_to_base(i, 3) for i in (1, 2, 3, 9)] == [1, 1, 1, rational(1, 2)]


@pytest.mark.parametrize("alpha", [2, 3, 4, 7])
def test_tn6_the_half_life_discount_at_rank_alpha_is_a_half(alpha):
    alpha = rational(alpha)
    assert halving(rational(1), alpha) == 1
    assert halving(alpha, alpha) == rational(1, 2)
    assert halving(2 * alpha - 1, alpha) == rational(1, 4)
    x = [0] * (int(alpha.p) - 1) + [1]
    assert value("half-life", x, alpha=alpha) == rational(1, 2)


def test_half_life_utility_with_irrational_discounts():
    assert value("half-life", [1, 1, 1], alpha=3) == rational(3, 2) + sqrt(2) / 2
    assert value("half-life", [1, 1], alpha="3/2") == 1 + rational(1, 4)
    assert value("ndcg[half-life]", [0, 1], alpha=4) ** 3 == rational(1, 2)


def test_rank_effectiveness_orders_the_rated_items_alone() -> None:
    """The user's order is A and D, then B, then C; of its five pairs A, B, C, D has three right."""
    ratings = {"A": 2, "B": 1, "C": 0, "D": 2}

    def effectiveness(ids, rated=ratings):
        return REGISTRY.metric("rank-effectiveness")(Retrieval.of(ids, relevant=rated))

    assert effectiveness(list("ABCD")) == rational(3, 5)
    assert effectiveness(list("xAByCzD")) == rational(3, 5)  # what was not rated does not count
    assert effectiveness(list("DABC")) == effectiveness(list("DAxB")) == 1  # C was not ordered, and stands last
    assert effectiveness(list("ABAD")) == rational(4, 5)  # an item that comes twice has its first rank
    with pytest.raises(Undefined):
        effectiveness(list("AB"), {"A": 1, "B": 1})
