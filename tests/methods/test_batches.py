"""Batches of rankings in place of single ones, and what is decided one by one where a batch does not answer."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from faulty import WEIGHTS, cell, cells, kendall, sweep
from plain_loops import OURS, counted, lopsided
from verdict_words import in_words

import axiomatrix
from axiomatrix import (
    REGISTRY,
    Ranking,
    Registry,
    Relabelling,
    axiom,
    axioms,
    metric,
    spaces,
)
from axiomatrix.catalogue.axioms import metric_space
from axiomatrix.methods.batch import Batch, NotTabulated, group
from axiomatrix.methods.enumeration import MAX_CASES_OF_A_BLOCK, MAX_SINGLE_INSTANCES
from axiomatrix.model.relation import at_least, at_most, equal, given, more, supremum
from axiomatrix.spaces import all_rankings

# --- group tables and batches ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 6))
def test_maps_of_the_group_do_what_rankings_do(n):
    table, rankings = group(n), all_rankings(n)
    assert list(table.indices(table.positions)) == list(range(math.factorial(n)))
    assert [tuple(row) for row in table.positions] == [a.positions for a in rankings]
    assert [tuple(row + 1) for row in table.order] == [a.order for a in rankings]
    everything = Batch(table, np.arange(len(rankings)))
    some = rankings[:: max(1, n - 1)]
    asked = [("reversed",), *(("swapped", i) for i in range(1, n)), *(("rotated", k) for k in range(n + 1))]
    asked += [("moved", tau) for tau in some]
    asked += [("renamed", Relabelling(dict(enumerate(tau.order, 1)))) for tau in some]
    for what, *arguments in asked:
        expected = [getattr(a, what)(*arguments) for a in rankings]
        assert [rankings[k] for k in getattr(everything, what)(*arguments).index] == expected, (what, arguments)
    with pytest.raises(NotTabulated):
        everything.renamed(Relabelling.exchanging(range(1, n + 2), n, n + 1))


@pytest.mark.parametrize("n", range(1, 5))
def test_quotients_are_the_second_ranking_as_the_first_one_sees_it(n):
    table, rankings = group(n), all_rankings(n)
    for i, a in enumerate(rankings):
        seen = Relabelling({x: int(a[x]) for x in a.items})
        assert a.renamed(seen) == rankings[0]
        assert [rankings[k] for k in table.quotients()[i]] == [b.renamed(seen) for b in rankings]


@pytest.mark.parametrize("n", range(1, 5))
def test_batches_answer_as_rankings_do(n):
    table, rankings = group(n), all_rankings(n)
    size = len(rankings)
    first = Batch(table, np.arange(size).reshape(size, 1))
    second = Batch(table, np.arange(size).reshape(1, size))
    assert len(first) == first.n == n
    for what, answer, expected in [
        ("==", first == second, lambda a, b: a == b),
        ("!=", first != second, lambda a, b: a != b),
        *((f"ascends({i})", second.ascends(i, first), lambda a, b, i=i: b.ascends(i, a)) for i in range(1, n)),
    ]:
        full = np.broadcast_to(answer[..., 0], (size, size))
        assert full.tolist() == [[expected(a, b) for b in rankings] for a in rankings], what
    for k, middle in enumerate(rankings):
        answer = Batch(table, np.full((1, 1), k)).is_between(first, second)
        full = np.broadcast_to(answer[..., 0] if n > 1 else answer, (size, size))
        assert full.tolist() == [[middle.is_between(a, c) for c in rankings] for a in rankings]
    for image, expected in [
        (first.reversed(), [a.reversed() for a in rankings]),
        (first.rotated(1), [a.rotated(1) for a in rankings]),
        *((first.swapped(i), [a.swapped(i) for a in rankings]) for i in range(1, n)),
    ]:
        assert [rankings[k] for k in image.index[:, 0]] == expected


@pytest.mark.parametrize("place", [0, 3])
def test_a_batch_does_not_swap_outside_the_positions(place):
    with pytest.raises(NotTabulated):
        Batch(group(3), np.arange(6)).swapped(place)
    with pytest.raises(ValueError, match="place"):
        Ranking.identity(3).swapped(place)


def test_a_batch_refuses_what_only_a_ranking_answers():
    batch = Batch(group(3), np.arange(6))
    for ask in (lambda: batch.order, lambda: batch[1], lambda: list(batch), lambda: batch.moved(Ranking.identity(2))):
        with pytest.raises(NotTabulated):
            ask()


# --- axioms that ask more than a batch can answer --------------------------------------------------------------


def two(**options):
    return axiom(options.pop("id"), over={"a": spaces.ranking, "b": spaces.ranking}, **options)


def three(**options):
    return axiom(options.pop("id"), over=dict.fromkeys("abc", spaces.ranking), label_free=True, **options)


@pytest.mark.slow
def test_axioms_that_branch_on_rankings_are_decided_ranking_by_ranking():
    @two(id="branching")
    def branching(d, a, b):
        """d(a, b) = 0 if a = b, > 0 otherwise"""
        if a == b:
            return equal(d(a, b), 0)
        return more(d(a, b), 0)

    good = cell(kendall, "branching", holds=[branching]).evidence
    assert (good.verdict, good.reach[0].cases) == ("exhausted", 15017)
    bad = cell(lopsided, "branching", holds=[branching]).evidence.witness
    assert (bad.n, bad.instance) == (4, {"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]})
    assert (bad.lhs, bad.op, bad.rhs) == ("0", ">", "0")


@pytest.mark.slow
@pytest.mark.parametrize("first", ["asks the ranking", "asks the metric"])
def test_single_rankings_are_taken_whether_or_not_items_are_alike(first, monkeypatch):
    @three(id="same-head")
    def same_head(d, a, b, c):
        """d(a, c) <= d(a, b) + d(b, c) where a and b have the same head"""
        if first == "asks the metric":
            d(a, b)
        return given(a.order[0] == b.order[0], at_most(d(a, c), d(a, b) + d(b, c)))

    def cases(asked):
        found = cell(kendall, "same-head", holds=[asked], profile="quick").evidence
        assert found.verdict == "exhausted"
        return found.reach[0].cases

    assert cases(same_head) == sum(math.factorial(n) ** 2 * math.factorial(n - 1) for n in range(1, 5))
    ours = replace(same_head)
    monkeypatch.setattr(metric_space, "same_head", ours, raising=False)  # one of ours is believed
    assert cases(ours) == sum(math.factorial(n) * math.factorial(n - 1) for n in range(1, 6))
    other = cell(kendall_squared_from_item_1, "same-head", holds=[ours]).evidence
    assert other.verdict == "refuted"
    assert other.witness.n == 3


def kendall_squared_from_item_1(a, b):
    """a(1) K^2"""
    return a[1] * kendall(a, b) ** 2


def test_axioms_that_branch_on_parameters_are_decided_lane_by_lane():
    @two(id="heavy")
    def heavy(d, a, b):
        """d(a, b) = d(b, a) if w_1 > 1, d(a, b) >= 0 otherwise"""
        if d["w"][1] > 1:
            return equal(d(a, b), d(b, a))
        return at_least(d(a, b), 0)

    def uneven(a, b, w):
        """w_1 K + a(1) - b(1)"""
        return w[1] * kendall(a, b) + a[1] - b[1]

    found = cell(uneven, "heavy", holds=[heavy], parameters=WEIGHTS).evidence
    assert found.verdict == "refuted"
    assert found.witness.parameters == {"w": [[1, "2"], [2, "1"]]}
    assert (found.witness.lhs, found.witness.op, found.witness.rhs) == ("1", "==", "3")


def test_quantities_may_have_plain_numbers_for_sides():
    @two(id="largest")
    def largest(d, a, b):
        """The largest d(a, b) / n"""
        return supremum(d(a, b), a.n)

    evidence = cell(kendall, "largest", holds=[largest], profile="default").evidence
    assert [reach.largest for reach in evidence.reach] == [5, 8]
    assert (evidence.verdict, evidence.extreme.value) == ("exhausted", "7/2")  # 28 inversions of 8 items, drawn


def test_negative_denominators_bound_nothing():
    def minus(a, b):
        """-K"""
        return -kendall(a, b)

    evidence = cell(minus, "near-metric").evidence
    assert (evidence.verdict, evidence.extreme) == ("vacuous", None)
    registry = Registry(REGISTRY)
    metric("minus", registry=registry)(minus)
    mine = metric("mine", registry=registry, holds=[axioms.upper_bound("minus", 1)])(kendall)
    (bound,) = axiomatrix.check(mine, axioms=["upper-bound"], profile="quick", use_pins=False, registry=registry)
    assert (bound.evidence.verdict, bound.evidence.extreme) == ("refuted", None)


def test_an_axiom_that_raises_is_an_error_of_its_cell_and_says_so():
    @axiom("outside", over={"a": spaces.ranking, "i": spaces.place})
    def outside(d, a, i):
        """d(a, a with i + 1, i + 2 swapped) >= 0"""
        return at_least(d(a, a.swapped(i + 1)), 0)

    wrong, right = cells(kendall, "outside", "symmetry", holds=[outside])[::-1]
    assert right.evidence.verdict == "exhausted"
    assert wrong.evidence.verdict == "error"
    assert wrong.evidence.why.startswith("the axiom raised ValueError: place: 2 must be a whole number 1..1")


def test_a_size_with_too_many_single_cases_is_not_enumerated_and_not_claimed():
    @axiom("four", over=dict.fromkeys("abce", spaces.ranking))
    def four(d, a, b, c, e):
        """d(a, b) + d(c, e) >= 0, asked one at a time"""
        assert a.order
        return at_least(d(a, b) + d(c, e), 0)

    assert 24**4 > MAX_SINGLE_INSTANCES > 6**4
    evidence = cell(kendall, "four", holds=[four]).evidence
    assert evidence.reach[0].text == in_words("exhausted n<=3")
    assert evidence.reach[0].cases == 1 + 2**4 + 6**4


def test_chunks_do_not_change_the_counts(monkeypatch):
    whole = counted(sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"])
    first = sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"].hit
    for size in (1, 7, 100, 1000):
        monkeypatch.setattr("axiomatrix.methods.enumeration.MAX_CASES_OF_A_BLOCK", size)
        found = sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"]
        assert counted(found) == whole
        assert found.hit == first
    assert MAX_CASES_OF_A_BLOCK > 1000
