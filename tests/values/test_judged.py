"""Judged lists, runs, scored lists and score vectors: what they are made of, and what they refuse."""

from fractions import Fraction

import pytest
from flint import fmpq

from axiomatrix import Judged, Run, Scored, Scores
from axiomatrix.numbers.exact import Whole, fraction


def test_a_judged_list_reads_from_rank_1():
    x = Judged.of([1, 0, 2], missing=[0, 3])
    assert [x[i] for i in x.ranks()] == [1, 0, 2]
    assert x.missing == (3, 0)
    assert (x.n, x.relevant(), x.relevant(1), x.relevant(7), x.R) == (3, 2, 1, 2, 3)
    assert x.ideal.grades == (3, 2, 1, 0, 0)
    assert x.worst.grades == (0, 0, 1, 2, 3)
    assert x.ranks(2) == [1, 2] and x.ranks(9) == [1, 2, 3]


def test_the_ranks_and_whole_grades_divide_exactly():
    x = Judged.of([1, 0, 2])
    assert x[3] / 3 == fmpq(2, 3)
    assert 1 / x.ranks()[2] == fmpq(1, 3)
    assert type(x[1] / x.n) is fmpq


def test_grades_are_exact_whatever_they_are_given_as():
    x = Judged.of([True, "1/2", 0.25, Fraction(1, 3), fmpq(2), Whole(1)])
    assert x.grades == (1, fmpq(1, 2), fmpq(1, 4), fmpq(1, 3), 2, 1)
    assert [type(g) for g in x.grades[:1]] == [Whole] and type(x[5]) is Whole
    assert Judged.of(["0.5"]) == Judged.of(["1/2"]) and Judged.of(["0.5"]).grades == (fmpq(1, 2),)


def test_what_is_changed_is_a_new_list():
    x = Judged.of([1, 0, 2], missing=[3])
    assert x.exchanged(1, 2) == Judged.of([0, 1, 2], missing=[3])
    assert x.regraded(2, Whole(2)) == Judged.of([1, 2, 2], missing=[3])
    assert x.extended(Whole(0)) == Judged.of([1, 0, 2, 0], missing=[3])
    assert x.fetched(1) == Judged.of([1, 0, 2, 3])
    assert x.replaced(2, 1) == Judged.of([1, 3, 2], missing=[0])
    assert x.head(1) == Judged.of([1], missing=[3, 2, 0])
    assert x.without(1) == Judged.of([0, 2], missing=[3])
    assert x == Judged.of([1, 0, 2], missing=[3])


def test_equal_lists_are_one_key():
    assert len({Judged.of([1, 0]), Judged.of([1, "0"]), Judged.of([1, 0], missing=[1])}) == 2
    assert Judged.of([1]) != (1,)


def test_the_text_of_a_list_makes_it_again():
    for x in (Judged.of([1, "1/2"], missing=[2]), Run.of([[1], [0, -1]]), Scored.of([1, 0], scores=[2, "1/3"])):
        assert eval(repr(x)) == x
    assert eval(repr(Scores.of([4, "1/2"]))) == Scores.of([4, fmpq(1, 2)])
    assert eval(repr(Scored.of([1], scores=[2], missing=[1]))) == Scored.of([1], scores=[2], missing=[1])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("101", "grades: '101' is not a list of numbers"),
        (5, "grades: 5 is not a list of numbers"),
        ([1, None], "grades: the number in place 2 is None; it must be a number"),
        ([float("nan")], "grades: the number in place 1 is nan; it must be a finite number"),
        ([float("inf")], "grades: the number in place 1 is inf; it must be a finite number"),
        (["log(2)"], "grades: the number in place 1 is 'log(2)'; it must be a number"),
        ({1: 0}, "grades: {1: 0} is not a list of numbers"),
    ],
)
def test_what_is_no_list_of_grades_is_refused(given, message):
    with pytest.raises(ValueError, match=r"grades") as error:
        Judged.of(given)
    assert str(error.value) == message


def test_there_is_no_rank_beyond_the_list():
    with pytest.raises(KeyError, match=r"rank 3 is not one of 1..2"):
        Judged.of([1, 0])[3]
    with pytest.raises(KeyError, match="rank 0"):
        Judged.of([1, 0])[0]
    with pytest.raises(KeyError, match="3 is not one of the items"):
        Scores.of([1, 0])[3]


def test_a_long_tie_is_broken_without_going_through_its_orders():
    x = Scored.of([0] * 40, scores=[1] * 39 + [2])
    assert x.untied.buckets == ((40,), *((k,) for k in range(1, 40)))
    assert x.best_list.ranked == x.worst_list.ranked == x.untied.ranked


@pytest.mark.parametrize("kind", [float, fraction])
def test_scored_lists_order_scores_of_every_kind_and_make_more_of_that_kind(kind):
    x = Scored.of([1, 0, 1], scores=["1/2", "1/2", "3/4"])
    mapped = x.mapped(kind)
    assert mapped.buckets == x.buckets == ((3,), (1, 2))
    assert mapped.is_above(1, 2) and not mapped.is_above(2, 3)
    made = [*mapped.orders(), mapped.untied, mapped.best_list, mapped.worst_list, mapped.extended(0)]
    exact = [*x.orders(), x.untied, x.best_list, x.worst_list, x.extended(0)]
    assert [y.scores for y in made] == [y.mapped(kind).scores for y in exact]
    assert {type(score) for y in made for score in y.scores} == {type(kind(Fraction(1, 2)))}
    assert len(mapped.untied.buckets) == 3


def test_buckets_are_by_falling_score_and_ties_in_input_order():
    x = Scored.of([1, 0, 1, 0], scores=[2, 5, 2, "5"])
    assert x.buckets == ((2, 4), (1, 3))
    assert x.listed((2, 4, 1, 3)) == Judged.of([0, 0, 1, 1])
    assert x.rearranged((3, 1, 2, 4)).scores == (2, 2, 5, 5)
    assert x.rescored([1, 1, 1, 1]).buckets == ((1, 2, 3, 4),)


def test_each_item_has_one_score():
    with pytest.raises(ValueError, match="there are 1 for 2 grades; each item must have one of each"):
        Scored.of([1, 0], scores=[1])


def test_a_run_is_of_lists():
    assert [len(x) for x in Run.of([[1, 0], Judged.of([1])])] == [2, 1]
    assert len(Run.of([])) == 0
    with pytest.raises(ValueError, match="run: 'ab' is not a list of judged lists"):
        Run.of("ab")


def test_renaming_scores_moves_them():
    assert Scores.of([5, 6, 7]).renamed({1: 2, 2: 3, 3: 1}.get) == Scores.of([7, 5, 6])


def test_mapped_leaves_whole_numbers_alone():
    x = Judged.of([1, "1/2"])
    assert x.mapped(float).grades == (1, 0.5)
    assert type(x.mapped(float)[1]) is Whole
    assert Judged.of([1]).mapped(float) == Judged.of([1])
    assert Run.of([[1, "1/2"]]).mapped(str).lists[0].grades == (1, "1/2")
    assert Scored.of(["1/2"], scores=[1]).mapped(str).grades == ("1/2",)
    assert Scores.of(["1/2"]).mapped(str).values == ("1/2",)
