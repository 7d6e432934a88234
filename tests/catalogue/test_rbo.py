"""Rank-biased overlap: examples, the bounds and the extrapolation against sums over long lists, which is a metric."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Ranking, TopList, check
from axiomatrix.numbers.exact import Undefined, log, rational, sign

PERSISTENCES = ["1/2", "1/4", "9/10"]
FIGURE = ("abcdefg", "zcavwxy")
SMALL = [TopList.of(order) for length in (1, 2, 3) for order in permutations((1, 2, 3, 4), length)]


def row(name):
    return REGISTRY.metric(name)


def rbo(variant, a, b, p="9/10"):
    return row(f"rbo[{variant}]")(a, b, p=p)


def summed(agreements, p):
    """(1 - p) sum of p^(d-1) A_d in floats."""
    return (1 - p) * sum(p**d * agreement for d, agreement in enumerate(agreements))


def overlap(a, b, d):
    return len(set(a[:d]) & set(b[:d]))


# --- examples --------------------------------------------------------------------------------------------------


def test_the_overlaps_of_the_figure_in_the_paper():
    """Figure 5 of Webber et al.: average overlap 0, 0, .222, .292, .313, .317, .312 at depths 1 to 7."""
    values = [row("average-overlap")(FIGURE[0][:k], FIGURE[1][:k]) for k in range(1, 8)]
    assert [round(float(value), 3) for value in values] == [0, 0, 0.222, 0.292, 0.313, 0.317, 0.312]


def test_the_formulas_by_hand():
    p = rational("1/2")
    a, b = "ab", "bc"  # X_1 = 0, X_2 = 1
    assert rbo("truncated", a, b, p) == (1 - p) * p * rational("1/2")
    assert rbo("ext", a, b, p) == rbo("truncated", a, b, p) + p**2 * rational("1/2")
    assert rbo("min", a, b, p) == (1 - p) / p * ((0 - 1) * p - log(1 - p))
    assert rbo("max", a, b, p) == (1 - p) * (p * rational("1/2")) + p**3 + (1 - p) * p**2 * 1
    assert row("rbo-residual")(a, b, p=p) == rbo("max", a, b, p) - rbo("min", a, b, p)


def test_the_extrapolated_value_of_lists_of_two_lengths_by_hand():
    p = rational("1/2")  # s = 1, l = 2, X_1 = 0, X_2 = 1 and X_1 = X_2 = 1
    assert rbo("ext", "a", "ba", p) == (1 - p) * p * rational("1/2") + p**2 * rational("1/2")
    assert rbo("ext", "a", "ab", p) == 1
    assert rbo("ext", "ba", "a", p) == rbo("ext", "a", "ba", p) == rbo("ext-unequal", "a", "ba", p)


# --- conventions -----------------------------------------------------------------------------------------------


def test_equal_and_disjoint_lists():
    for p in PERSISTENCES:
        assert rbo("ext", "abc", "abc", p) == rbo("max", "abc", "abc", p) == 1
        assert rbo("ext", "abc", "def", p) == rbo("min", "abc", "def", p) == rbo("truncated", "abc", "def", p) == 0
        assert rbo("truncated", "abc", "abc", p) == 1 - rational(p) ** 3


def test_empty_lists():
    assert rbo("truncated", "", "ab") == rbo("min", "", "ab") == rbo("min", "", "") == 0
    assert rbo("max", "", "ab") == rbo("max", "", "") == 1
    for name, parameters in (("rbo", {"p": "1/2"}), ("rbo-distance[ext]", {"p": "1/2"}), ("average-overlap", {})):
        with pytest.raises(Undefined, match="a list is empty"):
            row(name)("", "ab", **parameters)


@pytest.mark.parametrize("p", [0, 1, "3/2", -1])
def test_a_persistence_outside_the_open_interval_is_refused(p):
    with pytest.raises(ValueError, match="persistences"):
        rbo("ext", "ab", "ba", p)


def test_an_item_twice_is_refused():
    with pytest.raises(ValueError, match="'a' occurs twice"):
        rbo("ext", "aba", "abc")


# --- the definitions against sums over long lists --------------------------------------------------------------


def lists(least, most):
    return st.lists(st.integers(0, 8), min_size=least, max_size=most, unique=True)


some = settings(deadline=None, max_examples=60)


@pytest.mark.parametrize("p", PERSISTENCES)
@some
@given(a=lists(1, 7), b=lists(1, 7))
def test_the_extrapolation_is_the_sum_with_the_last_agreement_assumed(p, a, b):
    """Beyond the shorter list its unseen items agree as often as the seen ones, beyond the longer nothing changes."""
    s, longer = sorted((len(a), len(b)))
    at_s = overlap(a, b, s) / s
    agreements = [
        (overlap(a, b, d) + (min(d, longer) - s) * at_s * (d > s)) / d if d <= longer else None
        for d in range(1, longer + 1)
    ]
    agreements += [agreements[-1]] * 400
    assert float(rbo("ext-unequal", a, b, p)) == pytest.approx(summed(agreements, float(rational(p))), abs=1e-12)


@pytest.mark.parametrize("p", PERSISTENCES)
@settings(some, max_examples=25)
@given(a=lists(0, 6), b=lists(0, 6))
def test_the_least_and_the_largest_value_are_those_of_continued_lists(p, a, b):
    """The least: nothing new in common. The largest: the items that only the other list has, then the same ones."""
    apart = [*a, *range(1000, 1400)], [*b, *range(2000, 2400)]
    together = (
        [*a, *(x for x in b if x not in a), *range(1000, 1400)],
        [*b, *(x for x in a if x not in b), *range(1000, 1400)],
    )
    for variant, (c, d) in (("min-unequal", apart), ("max-unequal", together)):
        agreements = [overlap(c, d, k) / k for k in range(1, 401)]
        assert float(rbo(variant, a, b, p)) == pytest.approx(summed(agreements, float(rational(p))), abs=1e-12)


def test_one_more_item_never_widens_the_bounds():
    """So what the lists are continued with can take the value below the least or above the largest in no case."""
    for a in SMALL[::3]:
        for b in SMALL[::2]:
            least, largest = rbo("min-unequal", a, b, "1/2"), rbo("max-unequal", a, b, "1/2")
            for x in (1, 2, 3, 4, 5):
                for longer, other in ((a, b), (b, a)):
                    if x not in longer.order:
                        more = TopList((*longer.order, x))
                        assert sign(rbo("min-unequal", more, other, "1/2") - least) >= 0
                        assert sign(largest - rbo("max-unequal", more, other, "1/2")) >= 0


def test_the_extrapolated_value_lies_between_the_bounds():
    for a in SMALL[::2]:
        for b in SMALL:
            least, value, largest = (rbo(f"{v}-unequal", a, b, "1/2") for v in ("min", "ext", "max"))
            assert sign(value - least) >= 0
            assert sign(largest - value) >= 0
            assert sign(least - rbo("truncated-unequal", a, b, "1/2")) >= 0


def test_on_rankings_of_the_same_items_the_distance_is_the_extrapolated_one():
    for order in permutations((1, 2, 3, 4)):
        a, b = Ranking.identity(4), Ranking.from_order(order)
        for p in PERSISTENCES:
            distance = row("rbo-distance[rankings]")(a, b, p=p)
            assert distance == row("rbo-distance[ext]")(TopList.of(a), TopList.of(b), p=p)


def test_the_distance_of_average_overlap_is_the_intersection_metric():
    for a in permutations(range(1, 5), 2):
        for b in permutations(range(1, 5), 2):
            heads = [(set(a[:d]) ^ set(b[:d]), d) for d in (1, 2)]
            expected = sum(rational(len(apart), 2 * d) for apart, d in heads) / 2
            assert row("average-overlap-distance")(a, b) == expected


@settings(some, max_examples=200)
@given(lists(1, 7), lists(1, 7))
def test_against_the_package_rbo(a, b):
    theirs = pytest.importorskip("rbo").RankingSimilarity(a, b)
    assert theirs.rbo_ext(p=0.9) == pytest.approx(float(rbo("ext-unequal", a, b)), abs=1e-12)
    assert theirs.rbo(p=0.9) == pytest.approx(float(rbo("truncated-unequal", a, b)), abs=1e-12)


# --- on which space it is a metric -----------------------------------------------------------------------------

METRIC_SPACE = ["non-negativity", "zero-on-equal", "separation", "symmetry", "triangle-inequality"]
FAILS = {
    "rbo-distance[rankings]": set(),
    "rbo-distance[ext]": set(),
    "rbo-distance[min]": {"zero-on-equal"},
    "rbo-distance[truncated]": {"zero-on-equal"},
    "rbo-distance[ext-unequal]": {"separation", "triangle-inequality"},
    "rbo-distance[min-unequal]": {"zero-on-equal"},
    "rbo-distance[truncated-unequal]": {"zero-on-equal"},
    "average-overlap-distance": set(),
}


@pytest.mark.parametrize("name", FAILS)
def test_which_axioms_of_a_metric_space_fail(name):
    matrix = check(name, axioms=METRIC_SPACE, profile="quick")
    assert {cell.axiom for cell in matrix if cell.evidence.verdict == "refuted"} == FAILS[name]
    assert not matrix.broken
    assert not matrix.unresolved


def test_lists_of_two_lengths_can_be_at_distance_0_and_break_the_triangle():
    distance = row("rbo-distance[ext-unequal]")
    assert distance("a", "ab", p="1/2") == 0
    assert distance("a", "ba", p="1/2") > distance("a", "ab", p="1/2") + distance("ab", "ba", p="1/2")


@pytest.mark.parametrize("variant", ["ext", "min", "max", "truncated"])
@pytest.mark.parametrize("lengths", ["", "-unequal"])
def test_the_values_lie_between_0_and_1(variant, lengths):
    matrix = check(f"rbo[{variant}{lengths}]", axioms=["lies-between"], profile="quick")
    assert [cell.outcome for cell in matrix if cell.claims] == ["as declared"]
