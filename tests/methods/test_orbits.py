"""Orbits of instances: the same counts and the same first hit as one by one, and metrics that tell items apart."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from faulty import cell, registered

from axiomatrix import TopList, axiom, axioms, relation, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.methods import cases
from axiomatrix.methods.cases import enumerate_cases
from axiomatrix.methods.instances import Combinations, NoRenamings, named_items, orbits
from axiomatrix.methods.remembered import RememberedDefinitions
from axiomatrix.methods.search import TooMany
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import (
    partial_order,
    ranking,
    score_vector,
    top_list,
    top_list_of_any_length,
    two_levels,
    weak_order,
)

REGISTRY = load_catalogue()
SPACES = [ranking, score_vector, weak_order, two_levels, partial_order, top_list, top_list_of_any_length]


def renamings(over):
    """Every renaming of the items, by permutations of the standard library."""
    items = named_items(over)
    return [dict(zip(items, image, strict=True)) for image in permutations(items)]


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
@pytest.mark.parametrize(("count", "n"), [(1, 3), (2, 2), (2, 3), (3, 2)])
def test_the_firsts_are_those_of_brute_force_and_stand_for_all(space, count, n):
    over = [space.enumerate(n)] * count
    every = list(product(*over))
    if len(every) > 5_000:
        every = every[:60]
    place = {values: k for k, values in enumerate(product(*over))}
    named = renamings(over)
    found = dict(orbits(over, len(place)))
    assert sum(found.values()) == len(place)
    for values in every:
        orbit = {tuple(value.renamed(name.__getitem__) for value in values) for name in named}
        first = min(orbit, key=place.__getitem__)
        assert (values in found) == (values == first) and found[first] == len(orbit)


def test_places_are_not_renamed_and_what_names_no_item_has_no_orbits():
    over = [weak_order.enumerate(3), spaces.place.enumerate(3)]
    assert sum(count for _, count in orbits(over, 100)) == 13 * 2
    with pytest.raises(NoRenamings):
        next(orbits([spaces.place.enumerate(3)], 100))
    with pytest.raises(NoRenamings):  # not closed under renaming
        next(orbits([weak_order.enumerate(3)[:5]], 100))


def sizes(metric, registry, statement, n):
    """The tally of all instances, and that of the first of each orbit."""
    parameters = statement.parameters(metric.parameters)
    every = enumerate_cases(metric, statement, parameters, n, RememberedDefinitions(Definitions(registry)), 10**7)
    instances = Combinations.of(statement.over(metric), n)
    size = cases.CasesOfSize(metric, statement, parameters, n, RememberedDefinitions(Definitions(registry)))
    first = size.decide_orbits(instances, 10**6)
    return every, first


ROWS = [
    "kendall-tau-b",
    "tau-b-distance[partial-orders]",
    "rbo[ext]",
    "rbo[min-unequal]",
    "gamma[as-printed]",
]


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_the_catalogue_have_the_same_counts_and_the_same_first_hit(name):
    metric, asked = REGISTRY.metric(name), 0
    for known in REGISTRY.axioms.values():
        for statement in known.statements_about(metric) if known.label_free else ():
            if statement.not_applicable(metric) is not None:
                continue
            for n in (2, 3):
                if Combinations.of(statement.over(metric), n).count > 3_000:
                    continue
                try:
                    every, first = sizes(metric, REGISTRY, statement, n)
                except TooMany:
                    continue
                asked += 1
                assert every.hit == first.hit and every.extreme == first.extreme
                assert (every.fault is None) == (first.fault is None)
                if every.hit is None:
                    counts = [(t.cases, t.discarded, t.undecided) for t in (every, first)]
                    assert counts[0] == counts[1], statement.id
    assert asked > 3


def missing_last(a, b):
    """1 - tau where the items that are missing from a list are tied behind it"""
    items = sorted({*a.order, *b.order})
    place = [{x: order.index(x) if x in order else len(order) for x in items} for order in (a.order, b.order)]

    def sign(p, x, y):
        return (p[x] > p[y]) - (p[x] < p[y])

    pairs = [(x, y) for k, x in enumerate(items) for y in items[k + 1 :]]
    total = sum(sign(place[0], x, y) * sign(place[1], x, y) for x, y in pairs)
    norms = [sum(sign(p, x, y) ** 2 for x, y in pairs) for p in place]
    return 1 - Fraction(total, max(*norms, 1))


TOPS = {"a": top_list, "b": top_list}


def test_triples_of_top_lists_reach_three_items_in_the_default_profile():
    found = cell(missing_last, "triangle-inequality", profile="default", arguments=TOPS)
    assert found.evidence.verdict is Verdict.REFUTED
    assert found.evidence.witness.n == 3


def overlap(a, b):
    """The number of items of a that are missing from b"""
    return len({*a.order} - {*b.order})


def test_what_holds_is_counted_whole():
    found = cell(overlap, "triangle-inequality", profile="default", arguments=TOPS)
    [reach] = [r for r in found.evidence.reach if r.method == "enumeration"]
    assert reach.largest == 3 and reach.cases == 3**3 + 12**3 + 60**3


def rare(a, b):
    """The overlap, and one less where a is 3, 1, 2 and b is 1, 2, 4"""
    return overlap(a, b) - (a.order == (3, 1, 2) and b.order == (1, 2, 4))


def test_a_metric_that_tells_items_apart_has_no_orbits():
    metric, registry = registered(rare, arguments=TOPS)
    statement = axioms.triangle_inequality()
    evaluator = RememberedDefinitions(Definitions(registry))
    assert enumerate_cases(metric, statement, {}, 2, evaluator, 40_000).cases == 12**3
    with pytest.raises(TooMany):
        enumerate_cases(metric, statement, {}, 3, evaluator, 40_000)


@pytest.mark.parametrize("error", [ValueError("no"), Undefined("no value")])
def test_a_definition_that_raises_somewhere_is_not_lost(error):
    """On one pair of three items, whose renamed pairs have values: no orbits, and the fault is reported."""

    def raising(a, b):
        """The overlap, but on one pair"""
        if (a.order, b.order) == ((3, 1, 2), (1, 2, 4)):
            raise error
        return overlap(a, b)

    metric, registry = registered(raising, arguments=TOPS)
    with pytest.raises(TooMany):
        enumerate_cases(
            metric, axioms.triangle_inequality(), {}, 3, RememberedDefinitions(Definitions(registry)), 40_000
        )
    if not isinstance(error, Undefined):
        found = cell(raising, "symmetry", profile="default", arguments=TOPS)
        assert found.evidence.verdict is Verdict.ERROR


def test_values_that_nobody_defines_are_discarded_and_counted_whole():
    def partly(a, b):
        """The overlap; no value where all items are shared"""
        if overlap(a, b) == 0:
            raise Undefined("nothing is missing")
        return overlap(a, b)

    metric, registry = registered(partly, arguments=TOPS)
    statement = axioms.triangle_inequality()
    every = enumerate_cases(metric, statement, {}, 3, RememberedDefinitions(Definitions(registry)), 10**6)
    first = enumerate_cases(metric, statement, {}, 3, RememberedDefinitions(Definitions(registry)), 40_000)
    assert (first.cases, first.discarded) == (every.cases, every.discarded)
    assert first.discarded > 0 and first.cases + first.discarded == 60**3 and first.hit is None


def tells_nine(a, b):
    """The overlap; of lists with item 9 the other labels count"""
    return a.order[0] if 9 in a.order else overlap(a, b)


@axiom(id="farther", over={"a": top_list, "b": top_list, "c": top_list}, kinds=("distance",))
def farther(d, a, b, c):
    """d(a, b) <= d(a', b') + 5, where the last item of a' and b' is 9: no list that is enumerated has it"""
    changed = [TopList((*x.order[:-1], 9)) for x in (a, b)]
    return relation.at_most(d(a, b), d(*changed) + 5)


@pytest.mark.parametrize("definition", [overlap, tells_nine])
def test_what_is_asked_outside_of_what_was_seen_is_not_believed(definition, monkeypatch):
    monkeypatch.setattr(cases, "keeps_promise", lambda axiom, promise: promise == "label_free")
    metric, registry = registered(definition, arguments=TOPS)
    with pytest.raises(TooMany):
        enumerate_cases(metric, farther(), {}, 3, RememberedDefinitions(Definitions(registry)), 40_000)


def moved_alike(a, b):
    """K, twice where b is the reversal of a: kept by moving both rankings, whatever the items are called"""
    pairs = [(x, y) for x in a.order for y in a.order if a[x] < a[y]]
    return sum(b[x] > b[y] for x, y in pairs)


def test_permutations_of_places_are_no_names_of_items(monkeypatch):
    monkeypatch.setattr(cases, "keeps_promise", lambda axiom, promise: promise == "label_free")
    metric, registry = registered(moved_alike)
    over = {"a": ranking, "b": ranking, "p": spaces.permutation}

    @axiom(id="moves", over=over, kinds=("distance",))
    def moves(d, a, b, p):
        """d(p(a), p(b)) = d(a, b)"""
        return relation.equal(d(a.moved(p), b.moved(p)), d(a, b))

    evaluator = RememberedDefinitions(Definitions(registry))
    with pytest.raises(TooMany):
        enumerate_cases(metric, moves(), {}, 3, evaluator, 200)


def test_a_metric_that_changes_with_its_state_is_flaky_or_has_no_orbits():
    """Every hundredth answer is another one: seen on all pairs, or where values are asked again."""
    calls = []

    def forgetful(a, b):
        """The overlap, and 1 more at every hundredth call"""
        calls.append(0)
        return overlap(a, b) + (len(calls) % 100 == 0)

    found = cell(forgetful, "triangle-inequality", profile="default", arguments=TOPS)
    assert found.evidence.verdict in (Verdict.FLAKY, Verdict.REFUTED)
