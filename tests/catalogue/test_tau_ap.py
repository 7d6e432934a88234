"""tau-ap: by hand, against its probabilistic definition, the published values, and with ties."""

from itertools import permutations, product

import pytest
from flint import fmpq

from axiomatrix import REGISTRY, Ranking, WeakOrder, check
from axiomatrix.numbers.exact import Undefined, rational
from axiomatrix.spaces import all_rankings, all_weak_orders


def row(variant):
    return REGISTRY.metric(f"tau-ap[{variant}]")


def of(variant, a, b):
    return row(variant).definition(a, b)


# --- rankings --------------------------------------------------------------------------------------------------


def test_by_hand():
    a, b = Ranking.from_order("abcd"), Ranking.from_order("adcb")  # C = 1, 1, 1 at ranks 2, 3, 4 of b
    assert row("asymmetric")(a, b) == 2 * (1 + rational("1/2") + rational("1/3")) / 3 - 1
    assert REGISTRY.metric("tau-ap").name == "tau-ap[asymmetric]"


def test_the_first_argument_is_the_reference():
    a, b = Ranking.from_order("abc"), Ranking.from_order("cab")
    assert row("asymmetric")(a, b) == 2 * (fmpq(0) + fmpq(1, 2)) / 2 - 1  # c above a: wrong; c and a above b: a right
    assert row("asymmetric")(b, a) == 2 * (fmpq(1) + fmpq(0)) / 2 - 1  # a above b: right; both above c: wrong
    assert row("symmetric")(a, b) == row("symmetric")(b, a) == fmpq(-1, 4)


@pytest.mark.parametrize("n", range(2, 6))
def test_it_is_the_chance_of_a_random_pair_to_be_in_order(n):
    """An item that is not the first is drawn, then one of those above it; 2 chance - 1."""
    a = Ranking.identity(n)
    for b in all_rankings(n):
        chance = fmpq(0)
        for low in range(1, n):
            for high in range(low):
                right = b.order[high] < b.order[low]
                chance += fmpq(int(right), (n - 1) * low)
        assert of("asymmetric", a, b) == 2 * chance - 1


@pytest.mark.parametrize("variant", ["asymmetric", "symmetric"])
def test_a_single_item_has_no_pair(variant):
    with pytest.raises(Undefined, match="fewer than two items"):
        row(variant)(Ranking.identity(1), Ranking.identity(1))


# --- published values: the test data of the package ircor (Urbano and Marrero), four digits --------------------

PUBLISHED = [
    (
        "897 372 908 898 661 62 177 384 498 992",
        "820 406 817 953 673 73 364 547 589 988",
        "9 4 9 9 7 1 2 4 5 10",
        "8 4 8 10 7 1 4 5 6 10",
        (0.8519, 0.7454, 0.8333, 0.7321),
    ),
    (
        "266 573 202 945 629 206 687 770 718 380",
        "263 843 728 928 80 114 467 641 973 644",
        "3 6 2 9 6 2 7 8 7 4",
        "3 8 7 9 1 1 5 6 10 6",
        (0.2504, 0.2692, 0.2880, 0.2970),
    ),
    (
        "185 573 944 129 468 553 761 405 976 445",
        "845 272 275 924 605 334 162 872 18 250",
        "2 6 9 1 5 6 8 4 10 4",
        "8 3 3 9 6 3 2 9 0 2",
        (-0.6971, -0.5558, -0.6680, -0.7047),
    ),
]


@pytest.mark.parametrize(("x", "y", "tied_x", "tied_y", "expected"), PUBLISHED)
def test_published_values(x, y, tied_x, tied_y, expected):
    x, y, tied_x, tied_y = (list(map(int, text.split())) for text in (x, y, tied_x, tied_y))
    a, b = Ranking.from_scores(x), Ranking.from_scores(y)
    values = (
        row("asymmetric")(a, b),
        row("ties-a")(WeakOrder.of(a), WeakOrder.from_scores(tied_y)),
        row("symmetric")(a, b),
        row("ties-b")(WeakOrder.from_scores(tied_x), WeakOrder.from_scores(tied_y)),
    )
    assert [float(value) for value in values] == pytest.approx(expected, abs=5e-5)


# --- ties ------------------------------------------------------------------------------------------------------


def linearised(b):
    """All rankings that break the ties of a weak order."""
    for parts in product(*(permutations(bucket) for bucket in b.buckets)):
        yield Ranking.from_order([x for part in parts for x in part])


@pytest.mark.parametrize("n", range(2, 6))
def test_the_form_a_is_the_mean_over_all_ways_to_break_the_ties(n):
    a = Ranking.identity(n)
    for b in all_weak_orders(n):
        values = [of("asymmetric", a, c) for c in linearised(b)]
        assert of("ties-a", WeakOrder.of(a), b) == sum(values) / len(values)


@pytest.mark.parametrize("n", range(2, 5))
def test_without_ties_the_forms_are_those_of_rankings(n):
    for a in all_rankings(n):
        for b in all_rankings(n):
            assert of("ties-a", WeakOrder.of(a), WeakOrder.of(b)) == of("asymmetric", a, b)
            assert of("ties-b", WeakOrder.of(a), WeakOrder.of(b)) == of("symmetric", a, b)


def test_the_form_b_by_hand():
    a, b = WeakOrder.of([["x", "y"], "z"]), WeakOrder.of(["x", ["y", "z"]])
    # in b: x above y is not a preference of a, x above z is one; in a: x and y above z, x above z in b only
    assert row("ties-b")(a, b) == ((2 * (fmpq(0) + 1) / 2 - 1) + (2 * fmpq(1, 2) - 1)) / 2
    assert row("ties-b")(a, a) == 1


def test_where_the_forms_with_ties_have_no_value():
    tied, linear = WeakOrder.of([["x", "y"]]), WeakOrder.of(["x", "y"])
    with pytest.raises(Undefined, match="the reference has ties"):
        row("ties-a")(tied, linear)
    with pytest.raises(Undefined, match="all items of an order are tied"):
        row("ties-b")(tied, linear)
    with pytest.raises(Undefined, match="all items of an order are tied"):
        row("ties-b")(linear, tied)
    assert row("ties-a")(linear, tied) == 0


# --- claims ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["asymmetric", "symmetric"])
def test_the_claims_of_its_authors(variant):
    axioms = sorted({claim.statement.axiom.id for claim in row(variant).claims})
    matrix = check(f"tau-ap[{variant}]", axioms=axioms, profile="quick")
    outcomes = {cell.axiom: cell.outcome for cell in matrix if cell.claims}
    expected = dict.fromkeys(axioms, "as declared")
    if variant == "asymmetric":
        expected["correlation-symmetry"] = "confirmed"
    assert outcomes == expected
