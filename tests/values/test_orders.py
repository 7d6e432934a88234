"""Weak orders, partial orders and top lists."""

import pytest
from flint import fmpq

from axiomatrix import PartialOrder, Ranking, TopList, WeakOrder


def test_a_weak_order_of_buckets():
    a = WeakOrder.of(["b", ["a", "c"], "d"])
    assert a.items == ("a", "b", "c", "d")
    assert [a[x] for x in "bacd"] == [1, 2, 2, 3]
    assert a.buckets == (("b",), ("a", "c"), ("d",))
    assert a.prefers("b", "a") and not a.prefers("a", "c") and a.ties("a", "c")
    assert a.has_ties and not WeakOrder.of(["ab"]).has_ties
    assert a.preferences == {("b", "a"), ("b", "c"), ("b", "d"), ("a", "d"), ("c", "d")}


def test_ties_take_the_mean_of_the_positions_that_they_take_up():
    assert WeakOrder.of([[1, 2], [3, 4, 5, 6]]).middle(4) == fmpq(9, 2)
    assert WeakOrder.of([[1, 2], [3, 4, 5, 6]]).middle(1) == fmpq(3, 2)


def test_a_ranking_is_a_weak_order_without_ties():
    assert WeakOrder.of(Ranking.from_order("bca")) == WeakOrder.of(["b", "c", "a"])
    assert PartialOrder.of(Ranking.from_order("bca")).prefers("b", "a")


def test_a_weak_order_of_scores():
    assert WeakOrder.from_scores([3, "1/2", 3, 0]) == WeakOrder.of([[1, 3], 2, 4])
    assert WeakOrder.from_scores({"x": 1, "y": 2}) == WeakOrder.of(["y", "x"])
    with pytest.raises(ValueError, match="scores"):
        WeakOrder.from_scores([None])


def test_turned_around_renamed_and_restricted():
    a = WeakOrder.of([1, [2, 3]])
    assert a.reversed() == WeakOrder.of([[2, 3], 1])
    assert a.renamed({1: 3, 2: 2, 3: 1}.get) == WeakOrder.of([3, [1, 2]])
    assert a.restricted([2, 3]) == WeakOrder.of([[2, 3]])
    assert str(a) == "1 > 2 ~ 3" and eval(repr(a)) == a


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("ab", "weak order: 'ab' is not a list of buckets, best first"),
        ([["a"], []], "weak order: bucket 2 is empty; leave it out"),
        (["a", ["b", "a"]], "weak order: item 'a' occurs twice; each item stands in one bucket"),
    ],
)
def test_what_is_no_weak_order_is_refused(given, message):
    with pytest.raises(ValueError, match="weak order") as error:
        WeakOrder.of(given)
    assert str(error.value) == message


def test_a_partial_order_is_closed():
    a = PartialOrder.of("abcd", [("a", "b"), ("b", "c")])
    assert a.preferences == {("a", "b"), ("b", "c"), ("a", "c")}
    assert not a.prefers("a", "d") and not a.prefers("d", "a")
    assert a.reversed().preferences == {("b", "a"), ("c", "b"), ("c", "a")}
    assert a.renamed({"a": 1, "b": 2, "c": 3, "d": 4}.get).items == (1, 2, 3, 4)
    assert eval(repr(a)) == a


def test_a_cycle_is_no_order():
    with pytest.raises(ValueError, match="the preferences have a cycle through 'a'"):
        PartialOrder.of("abc", [("a", "b"), ("b", "c"), ("c", "a")])
    with pytest.raises(ValueError, match="is not a pair of the items"):
        PartialOrder.of("abc", [("a", "d")])


def test_a_top_list():
    a = TopList.of("bca")
    assert (a[1], a[3], a.n, len(a)) == ("b", "a", 3, 3)
    assert a.head(2) == {"b", "c"} and a.head(9) == {"a", "b", "c"}
    assert a.reversed() == TopList.of("acb")
    assert a.renamed(str.upper) == TopList.of("BCA")
    assert eval(repr(a)) == a and str(a) == "<b, c, a>"
    with pytest.raises(ValueError, match="item 'a' occurs twice"):
        TopList.of("aba")
    with pytest.raises(KeyError, match=r"rank 4 is not one of 1..3"):
        a[4]


@pytest.mark.parametrize(
    "read", [Ranking.from_order, Ranking.from_positions, Ranking.from_scores, TopList.of, WeakOrder.from_scores]
)
@pytest.mark.parametrize("kind", [set, frozenset])
def test_a_set_is_not_taken_for_an_order(read, kind):
    with pytest.raises(ValueError, match="a set has no order"):
        read(kind([2, 1]))
    assert read([2, 1]).n == read(dict.fromkeys([2, 1]).keys()).n == 2
