"""The weighted tau against scipy, by hand, and in every order of items that are tied in both."""

from itertools import permutations

import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Ranking, WeakOrder, check
from axiomatrix.catalogue.metrics.top_weighted.weighted_tau import lexicographic, product
from axiomatrix.numbers.exact import Undefined, sqrt
from axiomatrix.spaces import all_weak_orders

some = settings(deadline=None, max_examples=250)


def row(variant):
    return REGISTRY.metric(f"weighted-tau[{variant}]")


def test_by_hand():
    a, b = Ranking.from_order("abc"), Ranking.from_order("acb")  # weights 3/2, 4/3, 5/6; b and c are discordant
    assert row("first")(a, b) == (fmpq(3, 2) + fmpq(4, 3) - fmpq(5, 6)) / (fmpq(3, 2) + fmpq(4, 3) + fmpq(5, 6))
    assert REGISTRY.metric("weighted-tau").name == "weighted-tau[symmetric]"


def test_with_a_tie_by_hand():
    a, b = WeakOrder.of(["x", ["y", "z"]]), WeakOrder.of(["x", "y", "z"])  # ranks x, y, z from both
    norms = (fmpq(3, 2) + fmpq(4, 3)) * (fmpq(3, 2) + fmpq(4, 3) + fmpq(5, 6))
    for variant in ("first-ties", "symmetric-ties"):
        assert row(variant)(a, b) == (fmpq(3, 2) + fmpq(4, 3)) / sqrt(norms)


def test_the_example_of_scipy_s_documentation():
    x, y = WeakOrder.from_scores([12, 2, 1, 12, 2]), WeakOrder.from_scores([1, 4, 7, 1, 0])
    assert float(row("symmetric-ties")(x, y)) == pytest.approx(-0.56694968153682723, abs=1e-15)
    assert float(row("first-ties")(x, y)) == pytest.approx(-0.4157652301037516, abs=1e-15)
    assert float(row("first-ties")(y, x)) == pytest.approx(-0.7181341329699029, abs=1e-15)


@pytest.mark.parametrize(("variant", "rank"), [("symmetric", True), ("first", None)])
@some
@given(pair=st.integers(2, 9).flatmap(lambda n: st.tuples(*[st.permutations(range(1, n + 1))] * 2)))
def test_rankings_against_scipy(variant, rank, pair):
    a, b = pair
    theirs = pytest.importorskip("scipy.stats").weightedtau([-p for p in a], [-p for p in b], rank=rank).statistic
    ours = row(variant)(Ranking.from_positions(a), Ranking.from_positions(b))
    assert float(ours) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(("variant", "rank"), [("symmetric-ties", True), ("first-ties", None)])
@some
@given(scores=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=8))
def test_orders_with_ties_against_scipy(variant, rank, scores):
    x, y = map(list, zip(*scores, strict=True))
    assume(len({*x}) > 1 and len({*y}) > 1)  # else scipy answers nan
    theirs = pytest.importorskip("scipy.stats").weightedtau(x, y, rank=rank).statistic
    ours = row(variant)(WeakOrder.from_scores(x), WeakOrder.from_scores(y))
    assert float(ours) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("variant", ["symmetric", "first"])
def test_where_there_is_no_value(variant):
    with pytest.raises(Undefined, match="fewer than two items"):
        row(variant)(Ranking.identity(1), Ranking.identity(1))
    tied, linear = WeakOrder.of([["x", "y"]]), WeakOrder.of(["x", "y"])
    for a, b in ((tied, linear), (linear, tied)):
        with pytest.raises(Undefined, match="all items of an order are tied"):
            row(f"{variant}-ties")(a, b)


def test_without_ties_the_rows_of_orders_are_those_of_rankings():
    for order in permutations((1, 2, 3, 4)):
        a, b = Ranking.identity(4), Ranking.from_order(order)
        for variant in ("symmetric", "first"):
            assert row(f"{variant}-ties")(WeakOrder.of(a), WeakOrder.of(b)) == row(variant)(a, b)


def test_the_order_of_items_that_are_tied_in_both_has_no_influence():
    for a in all_weak_orders(4):
        for b in all_weak_orders(4)[::5]:
            key = {x: (a[x], b[x]) for x in a.items}
            assert [key[x] for x in lexicographic(a, b)] == sorted(key.values())
            values = {
                (product(a, b, order), product(a, a, order), product(b, b, order))
                for order in permutations(a.items)
                if [key[x] for x in order] == sorted(key.values())
            }
            assert len(values) == 1


@pytest.mark.parametrize("variant", ["symmetric", "first", "symmetric-ties", "first-ties"])
def test_the_claims_of_its_author(variant):
    axioms = sorted({claim.statement.axiom.id for claim in row(variant).claims})
    matrix = check(f"weighted-tau[{variant}]", axioms=axioms, profile="quick")
    assert {cell.axiom: cell.outcome for cell in matrix} == dict.fromkeys(axioms, "as declared")
