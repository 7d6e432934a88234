"""Enumeration against plain loops over tuples and Fractions that share nothing with it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from faulty import POSITIONS, SIMILARITIES, WEIGHTS, cell, cells, kendall, registered, sweep
from planted_axioms import BUILT_IN
from verdict_words import in_words

import axiomatrix
from axiomatrix import (
    REGISTRY,
    Ranking,
    Registry,
    Relabelling,
    Undefined,
    axiom,
    axioms,
    inverted_pairs,
    metric,
    spaces,
)
from axiomatrix.catalogue.axioms import metric_space
from axiomatrix.evidence.evidence import NO_INSTANCE
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.status import status_of
from axiomatrix.methods.batch import Batch, NotTabulated, group
from axiomatrix.methods.enumeration import CHUNK, SLOW, StatementSweep
from axiomatrix.methods.search import SizeTally
from axiomatrix.methods.table import tables_for
from axiomatrix.model.metric import Metric
from axiomatrix.model.relation import at_least, at_most, either, equal, given, more, supremum
from axiomatrix.numbers.exact import fraction, rational
from axiomatrix.spaces import all_rankings

# --- a second checker: rankings are tuples of positions by item, parameters tuples of Fractions ------------------


def pairs(n):
    return [(x, y) for x in range(n) for y in range(x + 1, n)]


def inverted(a, b):
    return [(x, y) for x, y in pairs(len(a)) if (a[x] - a[y]) * (b[x] - b[y]) < 0]


def ahead(a, x):
    return [y for y in range(len(a)) if a[y] < a[x]]


def plain_kendall(a, b, p):
    return Fraction(len(inverted(a, b)))


def plain_footrule(a, b, p):
    return sum((Fraction(abs(x - y)) for x, y in zip(a, b, strict=True)), Fraction(0))


def plain_kendall_element(a, b, p):
    return sum((p["w"][x] * p["w"][y] for x, y in inverted(a, b)), Fraction(0))


def plain_footrule_element(a, b, p):
    w = p["w"]
    return sum(
        (w[x] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in range(len(a))),
        Fraction(0),
    )


def between(p, x, y):
    n = len(p["rank"])
    return Fraction(0) if x == y else p["D"][pairs(n).index((min(x, y), max(x, y)))]


def plain_footrule_similarity(a, b, p):
    q = {**p, "rank": a}
    return sum(
        (
            abs(sum(between(q, x, y) for y in ahead(a, x)) - sum(between(q, x, y) for y in ahead(b, x)))
            for x in range(len(a))
        ),
        Fraction(0),
    )


def plain_kendall_similarity(a, b, p):
    q = {**p, "rank": a}
    return sum((between(q, x, y) for x, y in inverted(a, b)), Fraction(0))


def plain_kendall_position(a, b, p):
    n, delta = len(a), (None, None, *p["delta"])  # delta[2], delta[3], ...
    cost = [None, Fraction(0)]
    for i in range(2, n + 1):
        cost.append(cost[-1] + delta[i])

    def mean(x):
        i, j = a[x], b[x]
        if i == j:
            return delta[min(i + 1, n)]
        return (cost[i] - cost[j]) / (i - j)

    return sum((mean(x) * mean(y) for x, y in inverted(a, b)), Fraction(0))


def plain_lopsided(a, b, p):
    return Fraction(abs(a[0] - b[0]) + (a[-1] != b[-1]) * a[0])


def plain_favourite(a, b, p):
    return p["w"][0] * (len(inverted(a, b)) - (2 if len(a) > 2 and a[2] == b[2] else 0))


def lopsided(a, b):
    """|a(1) - b(1)| + a(1) if the last item moves: items are not alike, and it is not a metric"""
    n = len(a)
    return abs(a[1] - b[1]) + (a[n] != b[n]) * a[1]


def favourite(a, b, w):
    """w_1 (K - 2 if item 3 stays): negative, and items are not alike"""
    return w[1] * (len(inverted_pairs(a, b)) - (2 if len(a) > 2 and a[3] == b[3] else 0))


OURS = Registry(REGISTRY)
metric("lopsided", registry=OURS)(lopsided)
metric("favourite", registry=OURS, parameters=WEIGHTS)(favourite)

PLAIN = {
    "kendall": plain_kendall,
    "footrule": plain_footrule,
    "kendall-element": plain_kendall_element,
    "footrule-element": plain_footrule_element,
    "footrule-similarity[deck]": plain_footrule_similarity,
    "kendall-similarity": plain_kendall_similarity,
    "kendall-position[next]": plain_kendall_position,
    "lopsided": plain_lopsided,
    "favourite": plain_favourite,
}


def grid_of(name, n):
    """(value, open?) of the only parameter: {0, 1, 2}, and those with a zero lifted by 8 v + 1."""
    if name is None:
        return [({}, True)]
    count = {"w": n, "delta": n - 1, "D": len(pairs(n))}[name]

    def admitted(vector):
        if name != "D":
            return True
        d = dict(zip(pairs(n), vector, strict=True))
        far = {**d, **{(y, x): v for (x, y), v in d.items()}}
        return all(far[x, z] <= far[x, y] + far[y, z] for x, y, z in permutations(range(n), 3))

    closed = [v for v in product((0, 1, 2), repeat=count) if admitted(v)]
    lifted = [v for v in (tuple(8 * e + 1 for e in v) for v in closed if 0 in v) if admitted(v)]
    values = sorted(set(closed) | set(lifted))
    return [({name: tuple(map(Fraction, v))}, 0 not in v) for v in values]


def exchanged(a, x):
    """Items x and x + 1 called by each other's names."""
    return tuple({x: a[x + 1], x + 1: a[x]}.get(y, a[y]) for y in range(len(a)))


def exchanged_parameters(p, x, n):
    def name(y):
        return {x: x + 1, x + 1: x}.get(y, y)

    moved = dict(p)
    if "w" in p:
        moved["w"] = exchanged(p["w"], x)
    if "D" in p:
        moved["D"] = tuple(p["D"][pairs(n).index(tuple(sorted((name(y), name(z)))))] for y, z in pairs(n))
    return moved


def swapped(a, i):
    """Positions i and i + 1 exchanged, i = 1, 2, ..."""
    return tuple({i: i + 1, i + 1: i}.get(k, k) for k in a)


def at(a, i):
    return a.index(i)


def is_between(b, a, c):
    return all((b[x] < b[y]) == (a[x] < a[y]) for x, y in pairs(len(a)) if (a[x] < a[y]) == (c[x] < c[y]))


def brute(id, d, n, p, arguments):
    """(True, False or None for a discarded case; numerator; denominator) of every instance, by plain loops."""
    ranks, places, factors = list(permutations(range(1, n + 1))), range(1, n), (Fraction(2), Fraction(1, 3))
    other = PLAIN.get(arguments.get("other"))
    factor = Fraction(str(arguments.get("factor", 0)))
    name = arguments.get("parameter")

    def scaled(c):
        return {**p, name: tuple(c * e for e in p[name])}

    def ones():
        return {k: tuple(Fraction(1) for _ in v) for k, v in p.items()}

    def reverse(a):
        return tuple(n + 1 - k for k in a)

    if id == "non-negativity":
        return [(d(a, b, p) >= 0,) for a in ranks for b in ranks]
    if id == "zero-on-equal":
        return [(d(a, a, p) == 0,) for a in ranks]
    if id == "separation":
        return [(None if a == b else d(a, b, p) != 0,) for a in ranks for b in ranks]
    if id == "symmetry":
        return [(d(a, b, p) == d(b, a, p),) for a in ranks for b in ranks]
    if id == "triangle-inequality":
        return [(d(a, c, p) <= d(a, b, p) + d(b, c, p),) for a in ranks for b in ranks for c in ranks]
    if id == "near-metric":
        found = []
        for a, b, c in product(ranks, repeat=3):
            num, den = d(a, c, p), d(a, b, p) + d(b, c, p)
            found.append((True, num, den) if den > 0 else (False,) if num > 0 else (None,))
        return found
    if id == "right-invariance":
        return [
            (d(exchanged(a, x), exchanged(b, x), exchanged_parameters(p, x, n)) == d(a, b, p),)
            for a in ranks
            for b in ranks
            for x in range(n - 1)
        ]
    if id == "left-invariance":
        return [(d(swapped(a, i), swapped(b, i), p) == d(a, b, p),) for a in ranks for b in ranks for i in places]
    if id == "reversal-invariance":
        return [(d(reverse(a), reverse(b), p) == d(a, b, p),) for a in ranks for b in ranks]
    if id == "scale-free":
        k = arguments["degree"]
        return [(d(a, b, scaled(c)) == c**k * d(a, b, p),) for a in ranks for b in ranks for c in factors]
    if id == "scale-free-normalised":
        found = []
        for c in factors:
            q = scaled(c)
            values = [(d(a, b, p), d(a, b, q)) for a in ranks for b in ranks]
            found += [(y * u == v * x,) for x, y in values for u, v in values]
        return found
    if id == "generalizes":
        return [(d(a, b, ones()) == other(a, b, {}),) for a in ranks for b in ranks]
    if id in ("lower-bound", "upper-bound", "bound-attained"):
        found = []
        for a, b in product(ranks, repeat=2):
            num, den = d(a, b, p), other(a, b, p)
            if id == "bound-attained":
                found.append((None if den == 0 else num == factor * den,))
                continue
            holds = num >= factor * den if id == "lower-bound" else num <= factor * den
            found.append((holds, num, den) if den > 0 else (holds,))
        return found
    if id in ("additive-lower-bound", "additive-upper-bound"):
        constant = Fraction(arguments["constant"])
        found = []
        for a, b in product(ranks, repeat=2):
            difference = d(a, b, p) - other(a, b, p)
            found.append(
                (difference >= constant if id == "additive-lower-bound" else difference <= constant, difference, 1)
            )
        return found
    if id == "bound-attained-by-rotations":
        turned = [(a, tuple((k - 1 - i) % n + 1 for k in a)) for a in ranks for i in places]
        return [(d(a, b, p) == factor * other(a, b, p),) for a, b in turned]
    if id == "maximum-at-reversal":
        return [(d(a, b, p) <= d(a, reverse(a), p),) for a in ranks for b in ranks]
    if id == "betweenness":
        found = []
        for a, b, c in product(ranks, repeat=3):
            straight, through = d(a, c, p), d(a, b, p) + d(b, c, p)
            found.append((straight == through if is_between(b, a, c) else straight < through,))
        return found
    if id == "bruhat-monotone":
        return [
            (None if a[at(b, i)] > a[at(b, i + 1)] else d(a, swapped(b, i), p) >= d(a, b, p),)
            for a in ranks
            for b in ranks
            for i in places
        ]
    if id == "top-heaviness":
        falling = all(x >= y for x, y in zip(p["delta"], p["delta"][1:], strict=False))
        return [
            (d(a, swapped(a, i), p) >= d(a, swapped(a, j), p) if falling and i < j else None,)
            for a in ranks
            for i in places
            for j in places
        ]
    if id == "subdivision":
        if sum(p["w"]) > 16:
            return [(None,) for _ in ranks for _ in ranks]
        return [(d(a, b, p) == d(*copies(a, b, p["w"])),) for a in ranks for b in ranks]
    if id == "free-swap":
        found = []
        for a, b, i in product(ranks, ranks, places):
            free = between({**p, "rank": a}, at(b, i), at(b, i + 1)) == 0
            found.append((d(a, swapped(b, i), p) == d(a, b, p) if free else None,))
        return found
    if id == "richness":
        return [(d(a, b, p) != d(a, b, ones()),) for a in ranks for b in ranks]
    raise AssertionError(f"{id} has no second implementation")


def copies(a, b, w):
    """Each item as w_x unit copies in order."""
    items = [(x, k) for x in range(len(a)) for k in range(int(w[x]))]

    def long(r):
        order = sorted(items, key=lambda item: (r[item[0]], item[1]))
        return tuple(order.index(item) + 1 for item in items)

    return long(a), long(b), {"w": tuple(Fraction(1) for _ in items)}


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


@dataclass
class Counted:
    cases: int = 0
    discarded: int = 0
    hit: bool = False
    extreme: Fraction | None = None


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


def counted(found: SizeTally) -> Counted:
    extreme = None if found.extreme is None else fraction(found.extreme[0])
    return Counted(found.cases, found.discarded, found.hit is not None, extreme)


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
            assert dict(zip(ours, map(bool, lanes.open), strict=True)) == theirs


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
        way.all_lanes(fixed=shortcut)
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
        lanes = int(tables.lanes.open.sum())
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

    assert 24**4 > SLOW > 6**4
    evidence = cell(kendall, "four", holds=[four]).evidence
    assert evidence.reach[0].text == in_words("exhausted n<=3")
    assert evidence.reach[0].cases == 1 + 2**4 + 6**4


def test_chunks_do_not_change_the_counts(monkeypatch):
    whole = counted(sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"])
    first = sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"].hit
    for size in (1, 7, 100, 1000):
        monkeypatch.setattr("axiomatrix.methods.enumeration.CHUNK", size)
        found = sweep(OURS.metric("favourite"), axioms.triangle_inequality(), 3, OURS).run()["closed"]
        assert counted(found) == whole
        assert found.hit == first
    assert CHUNK > 1000


# --- undefined, faulty, vacuous --------------------------------------------------------------------------------


def undefined_at_equal(a, b):
    """K, without a value at a = b"""
    if a == b:
        raise Undefined("no distance to itself")
    return kendall(a, b)


def test_undefined_values_are_discarded_and_counted():
    evidence = cell(undefined_at_equal, "symmetry").evidence
    assert (evidence.verdict, evidence.cases, evidence.discarded) == ("exhausted", 15017 - 153, 153)
    assert evidence.undecided == 0


def test_where_every_value_is_undefined_the_verdict_is_vacuous():
    evidence = cell(undefined_at_equal, "zero-on-equal").evidence
    assert (evidence.verdict, evidence.cases, evidence.discarded) == ("vacuous", 0, 153)


def swept(definition, statement, n):
    mine, registry = registered(definition, parameters=WEIGHTS)
    return sweep(mine, statement, n, registry)


def test_undefined_for_some_parameters_only():
    def undefined_for_large_weights(a, b, w):
        """K_w, without a value where w_1 > 1"""
        if w[1] > 1:
            raise Undefined("too heavy")
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    found = swept(undefined_for_large_weights, axioms.symmetry(), 2).run()["open"]
    lanes = [p["w"] for p, is_open in grid_of("w", 2) if is_open]
    heavy = sum(w[0] > 1 for w in lanes)
    assert (found.cases, found.discarded) == (4 * (len(lanes) - heavy), 4 * heavy)
    assert 0 < heavy < len(lanes)


def test_a_where_that_leaves_nothing_is_vacuous():
    @two(id="never")
    def never(d, a, b):
        """d(a, b) = 1 where a = b and a != b"""
        return given((a == b) & (a != b), equal(d(a, b), 1))

    evidence = cell(kendall, "never", holds=[never]).evidence
    assert (evidence.verdict, evidence.why) == ("vacuous", "no case is left after the condition")
    assert (evidence.cases, evidence.reach[0].discarded) == (0, 15017)


def test_if_and_only_if_takes_the_right_side_everywhere():
    @two(id="exactly")
    def exactly(d, a, b):
        """d(a, b) = 0 if a = b, and > 0 otherwise"""
        return either(a == b, equal(d(a, b), 0), more(d(a, b), 0))

    assert cell(kendall, "exactly", holds=[exactly]).evidence.verdict == "exhausted"
    one = cell(lambda a, b: 1, "exactly", holds=[exactly]).evidence.witness
    assert (one.n, one.lhs, one.op, one.rhs) == (1, "1", "==", "0")
    none = cell(lambda a, b: 0, "exactly", holds=[exactly]).evidence.witness
    assert (none.n, none.lhs, none.op, none.rhs) == (2, "0", ">", "0")


def raises_far_away(a, b):
    """K, but raises at distance 1"""
    if kendall(a, b) == 1:
        raise LookupError("no such neighbour")
    return kendall(a, b)


def test_a_definition_that_raises_costs_the_cells_that_touch_it_and_no_others():
    found = {c.axiom: c.evidence for c in cells(raises_far_away, "symmetry", "zero-on-equal", "maximum-at-reversal")}
    assert found["zero-on-equal"].verdict == "exhausted"
    for axiom_ in ("symmetry", "maximum-at-reversal"):
        assert found[axiom_].verdict == "error"
        assert found[axiom_].reason.startswith(
            "mine raised LookupError: no such neighbour (on mine, a: 1 > 2; b: 2 > 1"
        )


def test_a_definition_that_raises_on_the_boundary_costs_the_closed_cell_only():
    def harmonic(a, b, w):
        """Sum of 2 w_x w_y / (w_x + w_y)"""
        return sum(2 * w[x] * w[y] / (w[x] + w[y]) for x, y in inverted_pairs(a, b))

    found = {(c.axiom, c.space): c.evidence for c in cells(harmonic, "symmetry", "separation", parameters=WEIGHTS)}
    assert (found["symmetry", "open"].verdict, found["separation", "open"].verdict) == ("certified", "searched")
    assert found["symmetry", "open"].reach[0].text == in_words("grid n<=3")
    assert found["symmetry", "open"].reach[0].cases == 1 * 2 + 4 * 8 + 36 * 26
    assert found["separation", "closed"].verdict == "error"
    assert "ZeroDivisionError" in found["separation", "closed"].reason
    assert "w[1] = 0, w[2] = 0" in found["separation", "closed"].reason


def test_subdivision_is_asked_of_positive_weights_only():
    def share(a, b, w):
        """K over the sum of the weights"""
        return kendall(a, b) / sum(w[x] for x in a.items)

    evidence = cell(share, "subdivision", parameters=WEIGHTS).evidence
    assert evidence.verdict == "refuted"
    assert (evidence.witness.lhs, evidence.witness.rhs) == ("1/3", "2/3")
    assert evidence.witness.parameters == {"w": [[1, "1"], [2, "2"]]}


def test_division_of_plain_ints_is_an_error_that_says_what_to_do():
    def half(a, b):
        """K / 2 in Python's ints"""
        return kendall(a, b) / 2

    evidence = cell(half, "symmetry").evidence
    assert evidence.verdict == "error"
    assert "returned the float 0.0; an exact metric must not" in evidence.why
    assert "divide with Fraction or exact numbers" in evidence.why
    assert "exact=False" in evidence.why


def test_positions_divide_exactly():
    def quotients(a, b):
        """Sum of |1/a(x) - 1/b(x)|"""
        return sum(abs(1 / a[x] - 1 / b[x]) for x in a.items)

    assert cell(quotients, "triangle-inequality").evidence.verdict == "exhausted"
    witness = cell(quotients, "reversal-invariance").evidence.witness
    assert (witness.n, witness.lhs, witness.rhs) == (3, "1", "1/3")


# --- definitions that a column cannot answer -------------------------------------------------------------------


def branches(a, b, w):
    """K, twice that where w_1 > w_2"""
    return kendall(a, b) * (2 if a.n > 1 and w[1] > w[2] else 1)


def with_fractions(a, b, w):
    """K_w / 2"""
    return sum((w[x] * w[y] * Fraction(1, 2) for x, y in inverted_pairs(a, b)), Fraction(0))


def powers_of_two(a, b, w):
    """Sum of 2^a(x) over the items that fall"""
    return sum(2 ** a[x] for x in a.items if a[x] < b[x])


def parities(a, b, w):
    """K modulo 2"""
    return kendall(a, b) % 2


def remainders(a, b, w):
    """Sum of w_x modulo 3 over the items that move"""
    return sum(w[x] % 3 for x in a.items if a[x] != b[x])


def powers_of_weights(a, b, w):
    """Sum of 2^w_x over the items that move"""
    return sum(2 ** w[x] for x in a.items if a[x] != b[x])


def looked_up(a, b, w):
    """0 where w_1 is 1, else K"""
    return {1: 0}.get(w[1], 1) * kendall(a, b)


def largest_weight(a, b, w):
    """The largest weight of an item that moves"""
    return max((w[x] for x in a.items if a[x] != b[x]), default=0)


def compared_with_a_fraction(a, b, w):
    """0 where w_1 is 1, else K"""
    return 0 if w[1] == Fraction(1) else kendall(a, b)


def is_one(x):
    return x in (Fraction(1), Fraction(1, 3))


def compared_with_a_fraction_elsewhere(a, b, w):
    """0 where w_1 is 1, else K"""
    return 0 if is_one(w[1]) else kendall(a, b)


@pytest.mark.parametrize(
    ("definition", "refuted"),
    [
        (branches, {"right-invariance"}),
        (with_fractions, set()),
        (powers_of_two, {"symmetry"}),
        (parities, {"separation"}),
        (remainders, {"separation"}),
        (powers_of_weights, set()),
        (looked_up, {"separation", "right-invariance"}),
        (largest_weight, set()),
        (compared_with_a_fraction, {"separation", "right-invariance"}),
        (compared_with_a_fraction_elsewhere, {"separation", "right-invariance"}),
    ],
)
def test_definitions_that_no_column_answers_get_the_right_verdict(definition, refuted):
    asked = ("symmetry", "right-invariance", "separation", "non-negativity")
    found = {c.axiom: c.evidence for c in cells(definition, *asked, parameters=WEIGHTS) if c.space == "open"}
    assert {axiom_ for axiom_, evidence in found.items() if evidence.verdict == "refuted"} == refuted
    assert {evidence.verdict for evidence in found.values()} <= {"refuted", "certified", "searched"}


def _is_rare(a, b):
    return (a.order, b.order) == ((2, 3, 1), (3, 1, 2))


def of_a_type(a, b, w):
    """K, but -1 of one pair where a weight is a number by itself"""
    return -1 if _is_rare(a, b) and not hasattr(w[1], "lane") else kendall(a, b)


def of_a_truth(a, b, w):
    """K, but -1 of one pair where two weights are equal"""
    return -1 if _is_rare(a, b) and (w[1] == w[2]) is True else kendall(a, b)


def of_two_truths(a, b, w):
    """K, but w_1 (1 - two truth values) of one pair"""
    equal = w[1] == w[2]
    return (1 - (equal + equal)) * w[1] if _is_rare(a, b) else kendall(a, b)


@pytest.mark.parametrize("definition", [of_a_type, of_a_truth, of_two_truths])
def test_a_pair_where_a_column_is_not_taken_for_numbers_is_asked_number_by_number(definition):
    row = Metric("planted", "distance", definition, WEIGHTS)
    assert sweep(row, axioms.non_negativity(), 2).run()["open"].hit is None
    assert sweep(row, axioms.non_negativity(), 3).run()["open"].hit is not None


def test_values_beyond_64_bits_stay_exact():
    def huge(a, b):
        """10^400 K, and 1 more from 1 2 3 to 3 2 1"""
        return 10**400 * kendall(a, b) + ((a.order, b.order) == ((1, 2, 3), (3, 2, 1)))

    evidence = {c.axiom: c.evidence for c in cells(huge, "symmetry", "near-metric", "triangle-inequality")}
    assert evidence["symmetry"].witness.instance == {"a": [1, 2, 3], "b": [3, 2, 1]}
    assert evidence["symmetry"].witness.lhs == str(3 * 10**400 + 1)
    assert evidence["triangle-inequality"].verdict == "refuted"
    assert evidence["near-metric"].extreme.value == f"{3 * 10**400 + 1}/{3 * 10**400}"


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
