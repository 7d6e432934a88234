"""Enumeration against plain loops over tuples and Fractions that share nothing with it."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from faulty import POSITIONS, SIMILARITIES, WEIGHTS, cell, cells, kendall, sweep
from plain_loops import OURS, PLAIN, Counted, brute, counted, grid_of, plain_kendall_element
from planted_axioms import BUILT_IN

from axiomatrix import (
    Ranking,
    Registry,
    axiom,
    axioms,
    spaces,
)
from axiomatrix.evidence.evidence import NO_INSTANCE
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.status import status_of
from axiomatrix.methods.batch import Batch
from axiomatrix.methods.enumeration import StatementSweep
from axiomatrix.methods.table import tables_for
from axiomatrix.model.metric import Metric
from axiomatrix.model.relation import at_most
from axiomatrix.numbers.exact import fraction, rational
from axiomatrix.spaces import all_rankings


def statements(row):
    """All statements that apply to a row, arguments included."""
    name = next(iter(row.parameters), None)
    found = []
    for axiom_ in BUILT_IN:
        if axiom_ is axioms.generalizes:
            wanted = [axiom_(("kendall"), **{name: 1})] if name else []
        elif axiom_ in (axioms.lower_bound, axioms.upper_bound, axioms.bound_attained):
            others = ["kendall"] + (["kendall-element"] if name == "w" else [])
            wanted = [axiom_(other, factor) for other in others for factor in (1, "3/2")]
        elif axiom_ in (axioms.additive_lower_bound, axioms.additive_upper_bound):
            wanted = [axiom_("kendall", constant) for constant in (0, "3/2")]
        elif axiom_ is axioms.bound_attained_by_rotations:
            wanted = [axiom_("kendall", 2)]
        elif axiom_ is axioms.scale_free:
            wanted = [axiom_(name, degree) for degree in (1, 2)] if name else []
        elif axiom_ in (axioms.scale_free_normalised, axioms.richness):
            wanted = [axiom_(name)] if name else []
        else:
            wanted = (
                [axiom_()] if (row.name, axiom_) != ("favourite", axioms.subdivision) else []
            )  # its items are numbers
        found += [s for s in wanted if s.not_applicable(row) is None]
    return found


def brute_force(row, statement, n, shortcut):
    """Counts on the open and on the closed space; ``shortcut`` if ours is to count one first ranking only."""
    plain = PLAIN[row.name]
    lanes = grid_of(next(iter(row.parameters), None), n)
    found = {"open": Counted(), "closed": Counted()}
    wanted = statement.axiom.quantifier == "there is"
    sense = min if statement.axiom.id.endswith("lower-bound") else max
    known: dict[Any, Fraction] = {}

    def d(a, b, p):
        key = (a, b, *p.values())
        if key not in known:
            known[key] = plain(a, b, p)
        return known[key]

    if statement.axiom.ignores_parameters:
        lanes = [lane for lane in lanes if lane[1]][:1]
    for p, is_open in lanes:
        results = brute(statement.axiom.id, d, n, p, dict(statement.arguments))
        share = math.factorial(n) if shortcut else 1
        for space in ("open", "closed") if is_open else ("closed",):
            here = found[space]
            here.cases += sum(r[0] is not None for r in results) // share
            here.discarded += sum(r[0] is None for r in results) // share
            here.hit = here.hit or any(r[0] is wanted for r in results)
            ratios = [num / den for _, num, den in (r for r in results if len(r) == 3)]
            if ratios:
                here.extreme = sense(ratios) if here.extreme is None else sense(here.extreme, sense(ratios))
    return found


ROWS = [
    "kendall",
    "footrule",
    "kendall-element",
    "footrule-element",
    "footrule-similarity[deck]",
    "kendall-position[next]",
    "lopsided",
    "favourite",
]
ALIKE = {name for name in ROWS if name not in ("lopsided", "favourite")}


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_enumeration_agrees_with_brute_force(name):
    row = OURS.metric(name)
    for n in (1, 2, 3):
        for statement in statements(row):
            rankings = sum(type(space) is spaces.Rankings for space in statement.axiom.over.values())
            # of one item all metrics are alike
            shortcut = statement.axiom.label_free and rankings >= 3 and (name in ALIKE or n == 1)
            ours = sweep(row, statement, n, OURS).run()
            theirs = brute_force(row, statement, n, shortcut)
            for space in ("open", "closed"):
                if space == "closed" and not (statement.axiom.boundary or statement.axiom.closed_only):
                    continue
                assert counted(ours[space]) == theirs[space], (name, statement.id, n, space)
                assert ours[space].undecided == 0
                assert ours[space].fault is None


def test_the_brute_force_covers_every_axiom():
    covered = {statement.axiom.id for name in ROWS for statement in statements(OURS.metric(name))}
    assert covered == {axiom_.id for axiom_ in BUILT_IN}


def test_the_grid_is_the_one_that_the_brute_force_has():
    for name in ("kendall-element", "footrule-similarity[deck]", "kendall-position[next]"):
        row = OURS.metric(name)
        for n in (1, 2, 3):
            (parameter,) = row.parameters
            lanes = tables_for(row, n, Definitions(OURS))[0].lanes
            ours = [tuple(map(fraction, lane[parameter].entries.values())) for lane in lanes.values]
            theirs = {p[parameter]: is_open for p, is_open in grid_of(parameter, n)}
            assert len(set(ours)) == len(ours)
            assert dict(zip(ours, map(bool, lanes.is_open), strict=True)) == theirs


# --- the shortcut of right-invariance --------------------------------------------------------------------------

INVARIANT = [
    "kendall",
    "footrule",
    "kendall-element",
    *(f"footrule-similarity[{variant}]" for variant in ("deck", "le", "lt", "passed")),
]
TRIPLES = [axioms.triangle_inequality, axioms.near_metric, axioms.betweenness]


def both_ways(row, statement, n):
    tables = tables_for(row, n, Definitions(OURS))[0]
    ways = []
    for shortcut in (True, False):
        way = StatementSweep(statement, tables)
        way.decide_in_all_lanes(fixed=shortcut)
        ways.append(way.tallies)
    return ways


@pytest.mark.parametrize("name", INVARIANT)
def test_fixing_the_first_ranking_changes_no_result(name):
    row = OURS.metric(name)
    for n in (1, 2, 3, 4) if not row.parameters or "w" in row.parameters else (1, 2, 3):
        for axiom_ in TRIPLES:
            short, full = both_ways(row, axiom_(), n)
            for space in ("open", "closed"):
                assert full[space].cases == math.factorial(n) * short[space].cases
                assert full[space].discarded == math.factorial(n) * short[space].discarded
                assert (full[space].hit is None) == (short[space].hit is None)
                assert counted(full[space]).extreme == counted(short[space]).extreme


def test_similarities_of_four_items_agree_with_and_without_the_shortcut():
    row = OURS.metric("footrule-similarity[deck]")
    short, full = both_ways(row, axioms.triangle_inequality(), 4)
    assert full["closed"].cases == 24 * short["closed"].cases > 24**2 * 100
    assert (full["closed"].hit is None) == (short["closed"].hit is None)


@pytest.mark.parametrize("name", ["lopsided", "favourite"])
def test_the_shortcut_is_not_taken_where_items_are_not_alike(name):
    row = OURS.metric(name)
    for axiom_ in TRIPLES:
        tables = tables_for(row, 3, Definitions(OURS))[0]
        found = StatementSweep(axiom_(), tables).run()["open"]
        lanes = int(tables.lanes.is_open.sum())
        assert found.cases + found.discarded == 6**3 * lanes
        assert (found.hit is not None) == (name == "favourite" or axiom_ is not axioms.near_metric)


def test_a_violation_away_from_the_identity_is_found():
    def only_from_the_last(a, b):
        """Hamming's distance, but 100 from the reversal to its neighbour"""
        return 100 if (a.order, b.order) == ((3, 2, 1), (3, 1, 2)) else sum(a[x] != b[x] for x in a.items)

    evidence = cell(only_from_the_last, "triangle-inequality").evidence
    assert evidence.verdict == "refuted"
    assert evidence.witness.instance == {"a": [3, 2, 1], "b": [2, 3, 1], "c": [3, 1, 2]}
    assert (evidence.witness.lhs, evidence.witness.rhs) == ("100", "5")


def test_another_metric_in_the_statement_must_be_invariant_too():
    @axiom("sandwich", over={"a": spaces.ranking, "b": spaces.ranking, "c": spaces.ranking}, label_free=True)
    def sandwich(d, a, b, c):
        """d(a, c) <= lopsided(a, b) + lopsided(b, c) + d(a, b) + d(b, c) - 1"""
        other = d.other("lopsided")
        return at_most(d(a, c), other(a, b) + other(b, c) + d(a, b) + d(b, c))

    row = OURS.metric("kendall")
    found = sweep(row, sandwich(), 3, OURS).run()["open"]
    assert found.cases == 6**3


def naive_violations(w):
    """Triangle violations of the n! table d(id, .; w) that is read without moving w along."""
    n = len(w)
    ranks = list(permutations(range(1, n + 1)))
    from_identity = {c: plain_kendall_element(ranks[0], c, {"w": w}) for c in ranks}

    def naive(a, b):  # b o a^-1 on the items that stand at positions 1..n of a
        return from_identity[tuple(b[a.index(i)] for i in range(1, n + 1))]

    return sum(naive(a, c) > naive(a, b) + naive(b, c) for a in ranks for b in ranks for c in ranks)


def test_the_naive_table_reports_false_triangle_violations_and_ours_reports_none():
    w = (Fraction(1), Fraction(1), Fraction(2))
    ranks = list(permutations((1, 2, 3)))
    value = {(a, b): plain_kendall_element(a, b, {"w": w}) for a in ranks for b in ranks}
    assert naive_violations(w) == 12
    assert sum(value[a, c] > value[a, b] + value[b, c] for a in ranks for b in ranks for c in ranks) == 0
    found = sweep(OURS.metric("kendall-element"), axioms.triangle_inequality(), 3).run()["closed"]
    assert (found.hit, found.cases) == (None, 36 * len(grid_of("w", 3)))


# --- words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", [WEIGHTS, POSITIONS, SIMILARITIES], ids=["w", "delta", "D"])
def test_a_grid_is_never_called_exhaustive(parameters):
    (name,) = parameters
    namespace: dict[str, Any] = {"kendall": kendall}
    exec(f"def plain(a, b, {name}):\n    'K'\n    return kendall(a, b)", namespace)
    for found in cells(namespace["plain"], parameters=parameters):
        if found.evidence.reach:
            assert found.evidence.verdict != "exhausted"
            assert "exhaust" not in status_of(found.evidence).reach
            assert all(reach.grid for reach in found.evidence.reach if reach.method == "enumeration")


def test_a_witness_on_a_grid_is_not_called_smallest():
    def minus(a, b, w):
        """-K"""
        return -kendall(a, b)

    assert cell(minus, "non-negativity", parameters=WEIGHTS).evidence.witness.smallest is False
    assert cell(lambda a, b: -kendall(a, b), "non-negativity").evidence.witness.smallest is True


def test_an_existential_statement_that_is_not_shown_says_so():
    evidence = cell(kendall, "bound-attained", holds=[axioms.bound_attained("kendall", 2)]).evidence
    assert (evidence.verdict, evidence.why, evidence.witness) == ("exhausted", NO_INSTANCE, None)


class TestAllRankingsAtOnce:
    """Tables of definitions that look at the second ranking in one way or another."""

    def table(self, definition, n=4, family="planted"):
        definition.__module__ = "axiomatrix.catalogue.metrics.plain"  # those of users are asked pair by pair
        made = Metric("planted", "distance", definition, {}, family=family)
        [tables] = tables_for(made, n, Definitions(Registry()))
        return tables.value(
            made, *(Batch(tables.group, np.arange(math.factorial(n)).reshape(s)) for s in ((-1, 1), (1, -1))), {}
        )

    def pair_by_pair(self, definition, n=4):
        return [[rational(definition(a, b)) for b in all_rankings(n)] for a in all_rankings(n)]

    @staticmethod
    def by_position(a, b):
        return sum((k * abs(b[x] - k) for k, x in enumerate(a.order, 1)), 0) / 3

    @staticmethod
    def by_order(a, b):
        return sum(x != y for x, y in zip(a.order, b.order, strict=True)) + b[a.order[0]]

    @staticmethod
    def by_type(a, b):
        return a[1] + b[1] + isinstance(b, Ranking)

    @staticmethod
    def by_identity(a, b):
        return b[1] + 5 * (a is b)

    @staticmethod
    def with_a_net(a, b):
        try:
            return b[1] + len(b.order)
        except TypeError:
            return b[1]

    @pytest.mark.parametrize("name", ["by_position", "by_order", "by_type", "by_identity", "with_a_net"])
    def test_the_table_is_that_of_single_rankings(self, name):
        definition = getattr(self, name)
        values, size = self.table(definition), math.factorial(4)
        assert [[values.lane((i, j, 0)) for j in range(size)] for i in range(size)] == self.pair_by_pair(definition)
