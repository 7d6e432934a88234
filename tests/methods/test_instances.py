"""The instances of a statement over n items: their order, blocks of them, and what may be left out."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from axiomatrix import axiom, axioms, spaces
from axiomatrix.methods.instances import Combinations, generators_first
from axiomatrix.values.rankings import Ranking

LENGTHS = [(), (0,), (5,), (4, 3), (3, 0, 2), (2, 7, 3), (6, 6, 6)]


@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
@pytest.mark.parametrize("most", [0, 1, 2, 5, 7, 36, 1000])
def test_blocks_have_each_combination_once_and_no_more_than_they_may(lengths, most):
    every = Combinations({str(k): range(length) for k, length in enumerate(lengths)})
    blocks = list(every.blocks(most))
    assert all(prod(map(len, block)) <= max(most, 1) for block in blocks)
    assert sorted(places for block in blocks for places in product(*block)) == list(every)
    assert every.count == len(list(every)) == prod(lengths)


def test_a_list_is_cut_only_where_one_value_of_those_before_has_too_many_combinations():
    every = Combinations({"a": range(6), "b": range(6), "c": range(6)})
    assert [list(map(len, block)) for block in every.blocks(100)] == [[2, 6, 6]] * 3
    assert [list(map(len, block)) for block in every.blocks(20)][:2] == [[1, 3, 6]] * 2


def test_the_last_argument_changes_quickest_and_values_have_names():
    every = Combinations.of({"a": spaces.ranking, "i": spaces.place}, 3)
    listed = list(every.by_name())
    assert [given["i"] for given in listed[:4]] == [1, 2, 1, 2]
    assert [tuple(given.values()) for given in listed] == list(every)
    assert every.count == 6 * 2


def test_with_the_first_ranking_fixed_it_is_the_identity():
    every = Combinations.of({"a": spaces.ranking, "b": spaces.ranking}, 4).with_first_fixed()
    assert {a for a, _ in every} == {Ranking.identity(4)}
    assert every.count == 24


def test_groups_are_represented_by_generators_in_the_first_pass_of_our_invariances_alone():
    over = axioms.right_invariance.over
    counts = [Combinations.of(over, 4, generators=g).count for g in generators_first(axioms.right_invariance)]
    assert counts == [24 * 24 * 3, 24 * 24 * 24]

    @axiom("renamed", over=over)
    def renamed(d, a, b, pi):
        """d(a, b) is d(a, b) with the items renamed, of somebody's own"""
        return axioms.right_invariance.says(d, a, b, pi)

    assert generators_first(renamed) == (False,)
