"""Part A's metric space, renaming and reversal, asked of weak orders, partial orders and top lists."""

from __future__ import annotations

import pytest
from faulty import cell, cells

from axiomatrix import REGISTRY, axioms, check, spaces
from axiomatrix.values.rankings import Relabelling

PLACES = {"arguments": {"a": spaces.top_list, "b": spaces.top_list}}
ANY = {"arguments": {"a": spaces.top_list_of_any_length, "b": spaces.top_list_of_any_length}}
WEAK = {"arguments": {"a": spaces.weak_order, "b": spaces.weak_order}}
PARTIAL = {"arguments": {"a": spaces.partial_order, "b": spaces.partial_order}}
SCORES = {"arguments": {"a": spaces.score_vector, "b": spaces.score_vector}}


def not_shared(a, b):
    """The items that only one of the lists has"""
    return len(a.head(a.n) ^ b.head(b.n))


def whether_the_third_item_is_on_one_list(a, b):
    """Whether item 3 is on exactly one of the lists"""
    return int((3 in a.order) != (3 in b.order))


def symmetric_difference(a, b):
    """The preferences that only one has"""
    return len(a.preferences ^ b.preferences)


def bucket_of_the_first_item(a, b):
    """By how many buckets item 1 moves"""
    return abs(a[1] - b[1])


def item_one_last(a, b):
    """Whether item 1 is behind another in exactly one of the orders"""
    return int(any(y == 1 for _, y in a.preferences) != any(y == 1 for _, y in b.preferences))


def move_of_the_first_score(a, b):
    """|a(1) - b(1)|"""
    return abs(a[1] - b[1])


def other_head(a, b):
    """Whether the best buckets differ"""
    return int(a.buckets[0] != b.buckets[0])


@pytest.mark.parametrize("options", [PLACES, ANY], ids=["equal length", "any length"])
def test_relabelling_acts_on_the_universe_that_top_lists_are_taken_from(options):
    space = options["arguments"]["a"]
    assert type(axioms.right_invariance().over(REGISTRY.metric("kendall"))["pi"]) is spaces.Relabellings
    assert cell(not_shared, "right-invariance", **options).evidence.verdict == "searched"  # of other items none was
    for n in (1, 2, 3):
        universe = space.universe(n)
        exchanges = spaces.UniverseRelabellings(space.universe).generators(n)
        assert exchanges == [Relabelling.exchanging(range(1, universe + 1), x, x + 1) for x in range(1, universe)]
        assert {x for top in space.enumerate(n) for x in top} <= set(range(1, universe + 1))


def test_a_distance_that_looks_at_one_item_beyond_the_length_of_the_lists_is_caught():
    evidence = cell(whether_the_third_item_is_on_one_list, "right-invariance", **PLACES).evidence
    assert (evidence.verdict, evidence.witness.n) == ("refuted", 1)
    assert evidence.witness.instance == {"a": [1], "b": [2], "pi": [1, 3, 2]}


@pytest.mark.parametrize(
    ("definition", "options", "verdict"),
    [
        (symmetric_difference, WEAK, "exhausted"),
        (bucket_of_the_first_item, WEAK, "refuted"),
        (symmetric_difference, PARTIAL, "exhausted"),
        (item_one_last, PARTIAL, "refuted"),
        (move_of_the_first_score, SCORES, "refuted"),
    ],
)
def test_renaming_items_of_other_orders(definition, options, verdict):
    assert cell(definition, "right-invariance", **options).evidence.verdict == verdict


@pytest.mark.parametrize(("definition", "verdict"), [(symmetric_difference, "exhausted"), (other_head, "refuted")])
def test_turning_weak_orders_around(definition, verdict):
    assert cell(definition, "reversal-invariance", **WEAK).evidence.verdict == verdict


def test_score_vectors_are_not_turned_around():
    assert cells(move_of_the_first_score, "reversal-invariance", **SCORES) == []


@pytest.mark.parametrize("name", ["weak-orders", "partial-orders"])
def test_one_formula_is_a_metric_on_rankings_and_not_on_other_orders(name):
    for id in ("tau-b-distance", "gamma-distance"):
        rows = ((f"{id}[rankings]", "quick", "proved"), (f"{id}[{name}]", "default", "refuted"))
        for row, profile, verdict in rows:  # three partial orders of three items are more than are enumerated quickly
            (found,) = check(row, axioms=["triangle-inequality"], profile=profile, use_pins=False)
            assert found.evidence.verdict == verdict
