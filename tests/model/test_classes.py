"""Classes of rankings: that the symmetries are what they say, and that classes and parts cover every ranking once."""

from fractions import Fraction
from itertools import combinations

import pytest
from sweeping import READINGS, kendall_similarity, mine, orders, pair, reading, swept

from axiomatrix import REGISTRY, Ranking, Similarity, spaces
from axiomatrix.methods.coordinates import (
    SYMMETRIES,
    images,
    inverse,
    parts,
    renumber_entries,
    reverse,
    shift_entries,
    split_point,
    starting_with,
)
from axiomatrix.methods.sweep import Spec, Sweep
from axiomatrix.numbers.forms import NotLinear
from axiomatrix.verify import coverage as verifier

ALL = ("inverse", "reverse", "split")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_inverse_exchanges_the_two_rankings_and_says_how_the_items_are_then_called(n):
    for order in orders(n):
        turned, named = inverse(order)
        a, b = pair(order)
        first, second = pair(turned)
        assert [named[x] for x in b.order] == list(first.order)
        assert [named[x] for x in a.order] == list(second.order)
        assert inverse(turned)[0] == order


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_reverse_turns_both_rankings_around_and_says_how_the_items_are_then_called(n):
    for order in orders(n):
        turned, named = reverse(order)
        a, b = pair(order)
        first, second = pair(turned)
        assert [named[x] for x in a.reversed().order] == list(first.order)
        assert [named[x] for x in b.reversed().order] == list(second.order)
        assert reverse(turned)[0] == order


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_names_that_come_with_an_image_make_it_of_the_pair(n):
    """Renaming the two rankings by the naming gives the image, its rankings exchanged or turned around."""
    for order in orders(n):
        for by in (("inverse",), ("reverse",), ALL):
            for image, named in images(order, by).items():
                a, b = pair(order)
                renamed = {tuple(named[x] for x in r.order) for r in (a, b)}
                turned = {tuple(named[x] for x in r.reversed().order) for r in (a, b)}
                identity = tuple(range(1, n + 1))
                assert {identity, image} in (renamed, turned)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_the_classes_divide_all_rankings(n):
    seen = set()
    for order in orders(n):
        orbit = set(images(order, ALL))
        assert order in orbit and len(orbit) in (1, 2, 4)
        assert all(set(images(other, ALL)) == orbit for other in orbit)
        if min(orbit) == order:
            assert not seen & orbit
            seen |= orbit
    assert seen == set(orders(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_a_class_splits_as_a_whole_or_not_at_all(n):
    for order in orders(n):
        assert len({bool(split_point(other)) for other in images(order, ALL)}) == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_ranking_splits_at_the_first_place_where_both_have_the_same_items_in_front(n):
    for order in orders(n):
        places = [k for k in range(1, n) if set(order[:k]) == set(range(1, k + 1))]
        assert split_point(order) == (places[0] if places else 0)
        if places:
            front, behind = parts(order)
            k = len(front)
            assert sorted(front) == list(range(1, k + 1)) and sorted(behind) == list(range(1, n - k + 1))
            assert (*front, *(x + k for x in behind)) == order
            assert not split_point(front)


def test_the_chunks_divide_all_rankings():
    for n in range(1, 6):
        for length in range(n + 1):
            prefixes = {order[:length] for order in orders(n)}
            listed = [order for prefix in sorted(prefixes) for order in starting_with(prefix, n)]
            assert listed == orders(n)


@pytest.mark.parametrize("space", [spaces.similarities(), spaces.element_weights()], ids=["D", "w"])
def test_renumbering_moves_the_entry_of_an_item_to_its_new_name(space):
    for n in range(1, 6):
        keys = list(space.keys(n))
        for order in orders(n)[::7]:
            named = {x: order[x - 1] for x in range(1, n + 1)}
            number = renumber_entries(space, n, named)
            assert sorted(number.values()) == list(range(len(keys)))
            for k, key in enumerate(keys):
                called = tuple(named[x] for x in key) if isinstance(key, tuple) else named[key]
                there = keys[number[k]]
                assert there == called or (isinstance(key, tuple) and there == called[::-1])


def test_position_data_stays_where_it_is():
    space = spaces.position_weights()
    assert renumber_entries(space, 4, {1: 2, 2: 1, 3: 3, 4: 4}) == {}
    assert shift_entries(space, 3, 0, 5) == {0: 0, 1: 1}
    assert shift_entries(space, 3, 2, 5) == {0: 2, 1: 3}


def test_the_entries_of_a_part_are_those_of_its_items():
    space = spaces.similarities()
    for n in range(2, 6):
        keys = list(space.keys(n))
        for size in range(1, n):
            for by in range(n - size + 1):
                number = shift_entries(space, size, by, n)
                assert [keys[number[k]] for k in range(len(number))] == [
                    (i + by, j + by) for i, j in combinations(range(1, size + 1), 2)
                ]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_verifiers_symmetries_are_the_same_though_they_are_written_twice(n):
    assert set(verifier.SYMMETRIES) == set(SYMMETRIES)
    for order in orders(n):
        assert verifier.split_point(order) == split_point(order)
        for name, turn in SYMMETRIES.items():
            assert verifier.SYMMETRIES[name](order) == (turn(order)[0], dict(turn(order)[1]))


# --- which symmetries are used ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READINGS)
def test_a_symmetry_that_is_used_is_one_of_the_values(name):
    """Not of the forms: the definition, on numbers, of rankings exchanged, turned around or put together."""

    sweep = reading(name)
    metric = REGISTRY.metric(f"footrule-similarity[{name}]")
    for n in (3, 4):
        pairs = list(combinations(range(1, n + 1), 2))
        D = Similarity.of({p: Fraction(7 + k * k % 5, 3 + k % 2) for k, p in enumerate(pairs)}, level="metric")
        for order in orders(n):
            a, b = pair(order)
            value = metric(a, b, D=D)
            if "inverse" in sweep.symmetries:
                assert metric(b, a, D=D) == value
            if "reverse" in sweep.symmetries:
                assert metric(a.reversed(), b.reversed(), D=D) == value
            if "split" in sweep.symmetries and (k := split_point(order)):
                front, behind = (
                    {p: D[p] for p in pairs if (p[0] <= k) is side is (p[1] <= k)} for side in (True, False)
                )
                value_of_parts = 0
                for kept, items in ((front, range(1, k + 1)), (behind, range(k + 1, n + 1))):
                    if kept:
                        here = Ranking.from_order(items)
                        there = Ranking.from_order([x for x in order if x in items])
                        value_of_parts = value_of_parts + metric(here, there, D=Similarity.of(kept))
                assert value == value_of_parts


def top_heavy(a, b, D):
    """K_D, and the pair in front of a twice"""
    value = kendall_similarity(a, b, D)
    if a.n > 1 and b[a.order[0]] > b[a.order[1]]:
        value = value + D[a.order[0], a.order[1]]
    return value


def squeezed(a, b, D):
    """K_D, and where nothing is in its place, D of the first and the last of a"""
    apart = a.n > 1 and all(a[x] != b[x] for x in a.items)
    return kendall_similarity(a, b, D) + (D[a.order[0], a.order[-1]] if apart else 0)


def looks_across(a, b, D):
    """K_D, and D of the first and the last of a if there is any inversion: no sum of its parts"""
    value = kendall_similarity(a, b, D)
    if a.n > 1 and a != b:
        value = value + D[a.order[0], a.order[-1]] + D[b.order[0], b.order[-1]]
    return value


def behind(a, b, D):
    """sum of D_xy over the items that b has moved to the front: not symmetric"""
    return sum(D[x, y] * (2 if y == b.order[0] else 1) for x, y in pairs_of(a, b))


def pairs_of(a, b):
    return [(x, y) for x, y in a.pairs if b[x] > b[y]]


@pytest.mark.parametrize(
    ("definition", "unused"),
    [
        (top_heavy, "inverse"),
        (top_heavy, "reverse"),
        (squeezed, "split"),
        (looks_across, "split"),
        (behind, "inverse"),
        (behind, "split"),
    ],
)
def test_a_symmetry_that_the_definition_breaks_is_not_used(definition, unused):
    assert unused not in swept(mine(definition)).symmetries


def test_a_statement_about_other_things_than_two_rankings_has_no_classes():
    for axiom, arguments in (("triangle-inequality", ()), ("right-invariance", ()), ("bruhat-monotone", ())):
        with pytest.raises(NotLinear, match=r"not about two rankings|not an inequality"):
            Sweep.of(Spec("footrule-similarity[deck]", axiom, arguments, "D"))


def test_fixed_element_weights_that_differ_break_the_symmetries_that_move_items():
    """With w fixed at unequal values, renaming the items is not a symmetry any more; the forms must show it."""
    sweep = swept(metric="footrule-general[one]", other="kendall-general", fixed=(("w", "unit"), ("delta", "unit")))
    assert set(sweep.symmetries) == set(ALL)
    heavy = swept(
        metric="footrule-general[one]", other="kendall-general", fixed=(("w", "unit"), ("delta", "geometric-1/2"))
    )
    assert "reverse" not in heavy.symmetries and "split" not in heavy.symmetries  # positions differ
