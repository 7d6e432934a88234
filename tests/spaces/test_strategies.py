"""The public strategies: what fails shrinks to the simplest value, and items may have names."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from axiomatrix import REGISTRY, spaces, strategies
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.rankings import Ranking, Relabelling, inverted_pairs
from axiomatrix.values.scored import Scored, Scores

SOME = settings(
    database=None, derandomize=True, deadline=None, max_examples=300, suppress_health_check=list(HealthCheck)
)


def simplest(strategy: Any, condition: Any = lambda value: True) -> Any:
    return find(strategy, condition, settings=settings(SOME, max_examples=5000))


def of(id: str) -> Any:
    return REGISTRY.metric(id)


def same_n(*makers: Any, most: int = 4) -> Any:
    return st.integers(2, most).flatmap(lambda n: st.tuples(*(make(n) for make in makers)))


# --- sizes, names, and spaces of one's own ---------------------------------------------------------


def test_too_few_items_for_a_value_are_no_example():
    for space in (spaces.place, spaces.two_levels, spaces.rank_pair):
        with pytest.raises(Unsatisfiable):
            simplest(strategies.of(space, 1))


def test_a_space_of_ones_own_is_drawn_by_its_draw_and_shrinks_choice_by_choice():
    class Committees(spaces.Space):
        name = "committees"

        def draw(self, choose, n, before=()):
            return frozenset(x for x in range(1, n + 1) if choose.integer(0, 1))

    class Reversed(spaces.Rankings):
        """Not all rankings: what is known of rankings does not hold of it"""

        def draw(self, choose, n, before=()):
            return Ranking.identity(n).reversed()

    committees = strategies.of(Committees(), 5)
    assert simplest(committees) == frozenset()
    assert simplest(committees, lambda c: len(c) >= 2 and 2 in c) == {2, 5}
    assert simplest(strategies.of(Reversed(), 3)).order == (3, 2, 1)


def test_items_may_have_names():
    assert simplest(strategies.rankings(["tea", "rum"])) == Ranking.from_order(["tea", "rum"])
    assert simplest(strategies.relabellings("ab")) == Relabelling({"a": "a", "b": "b"})
    assert simplest(strategies.weak_orders("ab")) == WeakOrder.of([["a", "b"]])
    assert simplest(strategies.partial_orders("ab"), lambda p: p.preferences) == PartialOrder.of("ab", [("a", "b")])
    assert simplest(strategies.element_weights("ab")) == ElementWeights.of({"a": 1, "b": 1})
    assert simplest(strategies.similarities("ab")) == Similarity.of({("a", "b"): 1})
    assert simplest(strategies.top_lists(1, ["x", "y"])) == TopList.of(["x"])


@pytest.mark.parametrize("items", [-1, True])
def test_what_is_no_number_of_items_is_refused(items):
    with pytest.raises(ValueError, match=r"items is .*; it must be the number of items, or the items themselves"):
        strategies.rankings(items)


# --- what fails shrinks on its structure ---------------------------------------------------------------------------


def test_the_smallest_ranking_with_an_inversion():
    for n in (2, 4, 6):
        one = simplest(strategies.rankings(n), lambda a: a.order != tuple(range(1, a.n + 1)))
        assert one.order == (*range(1, n - 1), n, n - 1)


def test_the_smallest_bijection_that_moves_an_item():
    assert simplest(strategies.relabellings(3), lambda r: r(1) != 1) == Relabelling({1: 2, 2: 1, 3: 3})


def test_the_smallest_orders():
    assert simplest(strategies.weak_orders(4)) == WeakOrder.of([[1, 2, 3, 4]])
    assert simplest(strategies.weak_orders(4), lambda a: len(a.buckets) > 1) == WeakOrder.of([[1, 2, 3], [4]])
    assert simplest(strategies.two_levels(3)) == WeakOrder.of([[1, 2], [3]])
    assert simplest(strategies.partial_orders(4)) == PartialOrder.of([1, 2, 3, 4])
    chain = simplest(strategies.partial_orders(3), lambda p: len(p.preferences) == 3)
    assert chain == PartialOrder.of([1, 2, 3], [(1, 2), (2, 3)])
    assert simplest(strategies.top_lists(2)) == TopList.of([1, 2])


def test_the_smallest_lists():
    assert simplest(strategies.judged_lists(3), lambda x: x.R) == Judged.of([0, 0, 1])
    assert simplest(strategies.judged_lists(2, (0, 1, 2), most=1), lambda x: x.missing) == Judged.of([0, 0], [1])
    assert simplest(strategies.gain_lists(2), lambda x: 0 < x[2] < 1) == Judged.of([0, "1/2"])
    assert simplest(strategies.runs(strategies.judged_lists(1)), lambda r: len(r.lists) == 2) == Run.of([[0], [0]])
    assert simplest(strategies.scored_lists(2), lambda x: x.scores[0] < x.scores[1]) == Scored.of([0, 0], [0, 1])
    assert simplest(strategies.scores(2), lambda s: s.values[0] > 3) == Scores.of([4, 0])


@pytest.mark.slow
def test_the_smallest_parameters():
    assert simplest(strategies.element_weights(3), lambda w: w[2] > 17) == ElementWeights.of([1, 18, 1])
    assert simplest(strategies.element_weights(2), lambda w: w[1] < 1) == ElementWeights.of(["1/2", "1/2"])
    assert simplest(strategies.element_weights(2, positive=False)) == ElementWeights.of([0, 0])
    assert simplest(strategies.position_weights(4), lambda d: d[3] > d[2]) == PositionWeights.of([1, 2, 1])
    one = simplest(strategies.similarities(3), lambda D: D[1, 2] != D[2, 3])
    assert one == Similarity.of({(1, 2): 1, (1, 3): 1, (2, 3): 2})
    zero = simplest(strategies.similarities(3, positive=False), lambda D: D[1, 2])
    assert zero == Similarity.of({(1, 2): 1, (1, 3): 0, (2, 3): 1}, level="pseudometric")
    assert simplest(strategies.similarities(2), lambda D: D[1, 2] < 1) == Similarity.of({(1, 2): "1/2"})


def test_the_smallest_triangle_that_the_square_of_a_distance_breaks():
    def breaks(values):
        a, b, c = values
        return len(inverted_pairs(a, c)) ** 2 > len(inverted_pairs(a, b)) ** 2 + len(inverted_pairs(b, c)) ** 2

    a, b, c = simplest(same_n(*[strategies.rankings] * 3), breaks)
    assert (a.order, b.order, c.order) == ((1, 2, 3), (1, 3, 2), (3, 2, 1))  # 3^2 > 1^2 + 2^2


@pytest.mark.slow
def test_the_smallest_similarity_that_breaks_the_symmetry_of_a_reading_of_the_footrule():
    footrule = of("footrule-similarity[le]")

    def differs(values):
        a, b, D = values
        return footrule(a, b, D=D) != footrule(b, a, D=D)

    a, b, D = simplest(same_n(strategies.rankings, strategies.rankings, strategies.similarities), differs)
    assert (a.order, b.order, D) == ((1, 2, 3), (2, 3, 1), Similarity.of({(1, 2): 1, (1, 3): 1, (2, 3): 1}))


@pytest.mark.slow
def test_the_smallest_zero_weights_that_do_not_tell_two_rankings_apart():
    weighted = of("kendall-element")
    weights = partial(strategies.element_weights, positive=False)
    a, b, w = simplest(
        same_n(strategies.rankings, strategies.rankings, weights),
        lambda values: values[0] != values[1] and weighted(values[0], values[1], w=values[2]) == 0,
    )
    assert (a.order, b.order, w) == ((1, 2), (2, 1), ElementWeights.of([0, 0]))
