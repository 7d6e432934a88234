"""Rankings: ways to make them, what is refused, and what is made of them."""

import pickle
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers.exact import Whole, log
from axiomatrix.values.rankings import Ranking, Relabelling, ahead, inverted_pairs, require_same_items

quick = settings(deadline=None, max_examples=60)
LABELS = "abcdef"


@st.composite
def rankings(draw, count=1, numbered=False):
    n = draw(st.integers(1, 6))
    items = range(1, n + 1) if numbered else LABELS[:n]
    return [Ranking.from_order(draw(st.permutations(items))) for _ in range(count)]


# --- ways to make one -----------------------------------------------------------------------------------------


def test_three_ways_to_make_the_same_ranking():
    by_order = Ranking.from_order("bca")
    assert by_order == Ranking.from_positions({"a": 3, "b": 1, "c": 2})
    assert by_order == Ranking.from_scores({"a": 0.5, "b": 9, "c": Fraction(7, 2)})
    assert (by_order.items, by_order.positions, by_order.order) == (("a", "b", "c"), (3, 1, 2), ("b", "c", "a"))
    assert Ranking.from_positions([2, 3, 1]) == Ranking.from_order([3, 1, 2]) == Ranking.from_scores([5, 1, 8])
    assert Ranking.from_positions(np.array([2, 3, 1])) == Ranking.from_order([3, 1, 2])
    assert Ranking.identity(3) == Ranking.from_order([1, 2, 3])


def test_positions_and_size_divide_exactly():
    a = Ranking.from_order("bca")
    assert type(a["a"]) is type(a.n) is Whole
    assert a["a"] / a.n == 1 and a["b"] / a.n == fmpq(1, 3)
    assert len(a) == 3


def test_empty_and_single():
    assert Ranking.from_order([]).n == 0
    assert Ranking.from_positions([1]) == Ranking.from_order([1]) == Ranking.identity(1)


@pytest.mark.parametrize(
    ("positions", "message"),
    [
        ([1, 1, 2], r"1 occurs twice in \[1, 1, 2\]"),
        ([0, 1, 2], "item 1 stands at 0; positions must be the whole numbers 1..3"),
        ([1, 2, 4], "item 3 stands at 4"),
        ([1, 2, -3], "item 3 stands at -3"),
        ([1, 2.0], "item 2 stands at 2.0"),
        ([float("nan")], "item 1 stands at nan"),
        ([True], "item 1 stands at True"),
        (["1"], "item 1 stands at '1'"),
        ([None], "item 1 stands at None"),
        ({"x": 1, "y": 3}, "item 'y' stands at 3"),
        ({"x": 2, "y": 2}, "2 occurs twice"),
    ],
)
def test_positions_that_are_no_permutation(positions, message):
    with pytest.raises(ValueError, match=f"positions: .*{message}"):
        Ranking.from_positions(positions)


def test_order_with_a_repeated_item():
    with pytest.raises(ValueError, match="order: item 'b' occurs twice"):
        Ranking.from_order("abcb")


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, float("nan")], "item 2 has the score nan"),
        ({"x": None}, "item 'x' has the score None"),
        ([1, "2"], "item 2 has the score '2'"),
        ([1j], "item 1 has the score 1j"),
        ([3, 1, 3], r"items \[1, 3\] tie at 3; a ranking has no ties"),
        ([1, 1.0], r"items \[1, 2\] tie"),
        ([fmpq(1, 2), Fraction(1, 2)], r"items \[1, 2\] tie"),
        ({"x": 0.0, "y": 5, "z": -0.0}, r"items \['x', 'z'\] tie"),
        ([float("inf"), float("inf")], "tie at inf"),
        ([log(4), 2 * log(2)], r"items \[1, 2\] tie"),
        ([log(2), 0.5], "cannot be compared with each other"),
    ],
)
def test_scores_that_make_no_ranking(scores, message):
    with pytest.raises(ValueError, match=f"scores: .*{message}"):
        Ranking.from_scores(scores)


def test_scores_of_every_kind():
    assert Ranking.from_scores([-1, float("inf"), 0.5, fmpq(3, 4)]).order == (2, 4, 3, 1)
    assert Ranking.from_scores({"x": log(2), "y": 1, "z": 0}).order == ("y", "x", "z")


def test_items_of_mixed_types_have_one_order():
    for order in permutations([2, "b", 10, "a"]):
        a = Ranking.from_order(order)
        assert a.items == Ranking.from_order([2, "b", 10, "a"]).items
        assert a.order == order
        assert [a[x] for x in order] == [1, 2, 3, 4]
    require_same_items(Ranking.from_order([2, "b"]), Ranking.from_order(["b", 2]))


def test_items_that_are_only_partly_ordered_have_one_order():
    x, y, z = frozenset({1}), frozenset({2}), frozenset({1, 2})
    assert len({Ranking.from_order(order).items for order in permutations([x, y, z])}) == 1
    assert Ranking.from_order([x, y]) == Ranking.from_positions({y: 2, x: 1})


# --- looking --------------------------------------------------------------------------------------------------


def test_an_item_that_is_not_there():
    with pytest.raises(KeyError, match="'z' is not ranked here; the items are"):
        Ranking.from_order("ab")["z"]


def test_same_items_names_the_difference():
    with pytest.raises(ValueError, match=r"only the first has \['c'\], only the second has \['d'\]"):
        require_same_items(Ranking.from_order("abc"), Ranking.from_order("dab"))


@quick
@given(rankings())
def test_ahead_and_behind(made):
    (a,) = made
    for x in a.items:
        assert ahead(a, x) == tuple(y for y in a.order if a[y] < a[x])
    assert a.preferences == {(x, y) for x in a.items for y in a.items if a[x] < a[y]}


@quick
@given(rankings(count=2))
def test_inverted_pairs_against_their_definition(made):
    a, b = made
    expected = [(x, y) for x, y in combinations(a.order, 2) if b[x] > b[y]]
    assert list(inverted_pairs(a, b)) == expected
    assert len(inverted_pairs(a, b)) == len(inverted_pairs(b, a))
    assert len(inverted_pairs(a, a.reversed())) == len(a) * (len(a) - 1) // 2


@quick
@given(rankings(count=3))
def test_between_against_its_definition(made):
    a, b, c = made
    pairs = [(x, y) for x in a.items for y in a.items]
    expected = all(b[x] < b[y] for x, y in pairs if a[x] < a[y] and c[x] < c[y])
    assert b.is_between(a, c) == expected
    on_the_way = len(inverted_pairs(a, b)) + len(inverted_pairs(b, c)) == len(inverted_pairs(a, c))
    assert expected == on_the_way


@quick
@given(rankings(count=2))
def test_ascends(made):
    a, b = made
    for i in range(1, len(b)):
        more = len(inverted_pairs(a, b.swapped(i))) > len(inverted_pairs(a, b))
        assert b.ascends(i, a) == more


# --- making others --------------------------------------------------------------------------------------------


def test_small_examples():
    a = Ranking.from_order("abcd")
    assert a.reversed().order == tuple("dcba")
    assert a.rotated(1).order == tuple("bcda")
    assert a.rotated(3).order == tuple("dabc")
    assert a.swapped(2).order == tuple("acbd")
    assert a.moved(Ranking.from_positions([2, 3, 4, 1])).order == tuple("dabc")
    assert a.renamed(Relabelling({"a": "b", "b": "a", "c": "c", "d": "d"})).order == tuple("bacd")


@quick
@given(rankings(), st.integers(-7, 7), st.integers(-7, 7))
def test_laws_of_reversal_rotation_and_swap(made, j, k):
    (a,) = made
    assert a.reversed().reversed() == a
    assert a.rotated(j).rotated(k) == a.rotated(j + k)
    assert a.rotated(len(a)) == a
    for i in range(1, len(a)):
        assert a.swapped(i).swapped(i) == a
        assert a.swapped(i).order[i - 1 : i + 1] == (a.order[i], a.order[i - 1])
        assert len(inverted_pairs(a, a.swapped(i))) == 1


@quick
@given(rankings(count=3, numbered=True))
def test_composition_and_inverse(made):
    a, b, c = made
    assert all(a.compose(b)[x] == a[b[x]] for x in b.items)
    assert a.compose(b).compose(c) == a.compose(b.compose(c))
    identity = Ranking.identity(len(a))
    assert a.compose(a.inverse()) == identity == a.inverse().compose(a)
    assert b.moved(a) == a.compose(b)


@quick
@given(rankings(count=2), st.randoms(use_true_random=False))
def test_renaming_moves_names_and_nothing_else(made, random):
    a, b = made
    names = list(a.items)
    random.shuffle(names)
    pi = Relabelling(dict(zip(a.items, names, strict=True)))
    assert all(a.renamed(pi)[pi(x)] == a[x] for x in a.items)
    assert a.renamed(pi).order == tuple(map(pi, a.order))
    assert len(inverted_pairs(a.renamed(pi), b.renamed(pi))) == len(inverted_pairs(a, b))


@pytest.mark.parametrize("i", [0, 3, 4, -1])
def test_a_place_without_a_neighbour_cannot_be_swapped(i):
    with pytest.raises(ValueError, match=f"place: {i} must be a whole number 1..2"):
        Ranking.from_order("abc").swapped(i)


def test_permutations_of_another_size_are_refused():
    for n in (2, 4):
        with pytest.raises(ValueError, match=f"moves {n} positions, not 3"):
            Ranking.identity(3).moved(Ranking.identity(n))
        with pytest.raises(ValueError, match="positions"):
            Ranking.identity(n).compose(Ranking.identity(3))


def test_inverse_and_composition_need_numbered_items():
    a = Ranking.from_order("ba")
    with pytest.raises(ValueError, match=r"inverse: the items are \['a', 'b'\]; this needs the items 1..n"):
        a.inverse()
    for pair in [(a, Ranking.identity(2)), (Ranking.identity(2), a)]:
        with pytest.raises(ValueError, match="compose"):
            pair[0].compose(pair[1])


def test_relabellings():
    with pytest.raises(ValueError, match="is not a bijection"):
        Relabelling({1: 2, 2: 2})
    with pytest.raises(ValueError, match="is not a bijection"):
        Relabelling({1: 2, 2: 3})
    exchange = Relabelling.exchanging("abc", "a", "c")
    assert [exchange(x) for x in "abc"] == ["c", "b", "a"]
    assert exchange == Relabelling({"c": "a", "a": "c", "b": "b"})
    assert hash(exchange) == hash(Relabelling({"c": "a", "a": "c", "b": "b"}))
    assert Relabelling.exchanging("ab", "a", "a")("a") == "a"
    assert eval(repr(exchange)) == exchange


# --- value semantics ------------------------------------------------------------------------------------------


@quick
@given(rankings(count=2))
def test_equal_rankings_are_equal_in_every_respect(made):
    a, b = made
    assert (a == b) == (a.order == b.order)
    again = eval(repr(a))
    assert again == a and hash(again) == hash(a)
    assert pickle.loads(pickle.dumps(a)) == a
    assert a != a.order
    assert str(a) == " > ".join(a.order)


def test_pickles_carry_no_hash_of_another_process():
    a = Ranking.from_order("ab")
    assert a._hash.to_bytes(8, "little", signed=True) not in pickle.dumps(a)
    assert {pickle.loads(pickle.dumps(a)): 1}[a] == 1


def test_what_is_asked_of_lists_or_of_items_that_are_not_there_says_what_to_write():
    a = Ranking.from_order([1, 2])
    for wrong in (lambda: inverted_pairs([1, 2], [2, 1]), lambda: inverted_pairs((1, 2), a), lambda: ahead([1, 2], 1)):
        with pytest.raises(TypeError, match=r"is not a Ranking; make one with Ranking\.from_order"):
            wrong()
    with pytest.raises(KeyError, match=r"item 0 is not ranked here; the items are \[1, 2\]"):
        ahead(a, 0)
