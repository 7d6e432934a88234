"""Corners of the spaces, labels and formal numbers that a referee of the lists' part found wrong once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry, axiom, axioms, check, metric, relation, spaces
from axiomatrix.catalogue.axioms.ranked_prefix import at_full_depth
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.reach import Tally
from axiomatrix.model.relation import DISCARDED, FAILS
from axiomatrix.numbers.exact import Formal, Undefined, log, power, rational, root, sqrt
from axiomatrix.spaces import Grades
from axiomatrix.studies.ledger import checks_ov
from axiomatrix.studies.ledger.check import value
from axiomatrix.values.judged import Judged, Run


class Choosing:
    """A source of choices, each of which Hypothesis takes."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def integer(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))


def cell(statement, definition, profile="quick", **options):
    """The one cell of a metric of one's own for a statement that it declares."""
    registry = Registry(REGISTRY)
    mine = metric("mine", holds=[statement], registry=registry, **options)(definition)
    (found,) = check(mine, axioms=[statement.axiom.id], profile=profile, use_pins=False, registry=registry)
    return found


# --- formal numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (sqrt(2), root(2, 6) * root(3, 6) * root(7, 6)),  # a root of order 2 by way of roots of order 6
        (2 * log(2) + root(7, 4), root(2, 6) * root(7, 6)),
        (power(2, Fraction(1, 6)) * root(3, 3), root(5, 12) * sqrt(7) * root(2, 12)),
    ],
)
def test_a_number_multiplied_and_divided_again_has_its_normal_form_and_hash(x: Formal, y: Formal) -> None:
    again = (x * y) / y
    assert again == x and hash(again) == hash(x) and str(again) == str(x)
    assert hash((x / y) * y) == hash(x)


def test_roots_that_all_terms_of_a_denominator_have_in_common_are_taken_out_however_many() -> None:
    product = root(2, 6) * root(3, 6) * root(5, 6)  # 216 conjugates, more than are multiplied
    assert str(1 / product) == "1/30*root(2, 6)**5*root(3, 6)**5*root(5, 6)**5"
    with pytest.raises(ZeroDivisionError):
        product / (product - product)


# --- spaces ----------------------------------------------------------------------------------------------------


@given(st.sampled_from([2, 3, 5]), st.data())
def test_a_drawn_weak_order_of_two_levels_has_two_levels(n: int, data: st.DataObject) -> None:
    assert len(spaces.two_levels.draw(Choosing(data), n).buckets) == 2


@settings(max_examples=1)
@given(st.data())
def test_a_weak_order_of_one_or_three_levels_is_not_of_two_levels(data: st.DataObject) -> None:
    for order in spaces.weak_order.enumerate(3):
        assert spaces.two_levels.contains(order, 3) == (len(order.buckets) == 2)
    with pytest.raises(Undefined):
        spaces.two_levels.draw(Choosing(data), 1)


def test_a_witness_of_two_levels_is_not_simplified_to_one_level() -> None:
    found = cell(
        axioms.one_on_equal(),
        lambda a, b: a.n if len(a.buckets) == 2 and a.n > 4 else (0 if len(a.buckets) == 1 else 1),
        kind="similarity",
        arguments={"a": spaces.two_levels, "b": spaces.two_levels},
    )
    assert found.evidence.method == "hypothesis"
    assert (found.evidence.witness.n, len(found.evidence.witness.instance["a"])) == (5, 2)


def test_runs_are_enumerated_with_the_longer_list_second_too() -> None:
    runs = spaces.runs()
    assert Run.of([[1], [0, 1]]) in runs.enumerate(2) and Run.of([[0, 1], [1]]) in runs.enumerate(2)
    assert len(set(runs.enumerate(3))) == len(runs.enumerate(3))


def test_a_score_that_goes_wrong_where_the_second_list_is_longer_is_refuted() -> None:
    def longest_second(run):
        return 2 if len(run) == 2 and len(run.lists[0]) < len(run.lists[1]) else 0

    found = cell(axioms.range_zero_one(), longest_second, kind="score", arguments={"run": spaces.runs()})
    assert (found.evidence.verdict, found.evidence.witness.n) == ("refuted", 2)
    assert not found.evidence.witness.smallest  # runs of one item may have more lists than were enumerated


@settings(max_examples=1)
@given(st.data())
def test_one_rank_is_no_pair(data: st.DataObject) -> None:
    with pytest.raises(Undefined):
        spaces.rank_pair.draw(Choosing(data), 1)


class PairsButOfThree(spaces.RankPairs):
    """Pairs of ranks, but none of three."""

    def enumerate(self, n: int) -> Sequence[Any]:
        return () if n == 3 else super().enumerate(n)

    def draw(self, choose: Any, n: int, before: Sequence[Any] = ()) -> Any:
        if n == 3:
            raise Undefined("there is none")
        return super().draw(choose, n, before)


def test_a_size_at_which_nothing_can_be_drawn_costs_its_draws_and_nothing_else() -> None:
    @axiom("pairs-only", over={"ij": PairsButOfThree()}, kinds=("score",), about=("judged lists",))
    def pairs_only(m, ij):
        """i < j"""
        return relation.less(ij[0], ij[1])

    found = cell(
        pairs_only(),
        lambda x, p: p,
        kind="score",
        arguments={"x": spaces.binary_list},
        parameters={"p": spaces.persistences()},
    )
    drawn = found.evidence.reach[-1]
    assert found.evidence.verdict == "searched"
    assert drawn.discarded > 0 and drawn.smallest < 3 < drawn.largest


class Seldom(spaces.JudgedLists):
    """Whole binary lists that are drawn by rejection, one in a hundred."""

    complete = False

    def __init__(self) -> None:
        super().__init__("seldom drawn", [0, 1], most=0)

    def enumerate(self, n: int) -> Sequence[Any]:
        return ()

    def count(self, n: int) -> int:
        return 0

    def draw(self, choose: Any, n: int, before: Sequence[Any] = ()) -> Any:
        if choose.integer(0, 99):
            raise Undefined("rejected")
        return super().draw(choose, n, before)


@pytest.mark.parametrize("statement", [axioms.range_zero_one(), axioms.replacement()])
def test_what_rejection_leaves_thin_looks_thin(statement: Any) -> None:
    def share(x: Any) -> Any:
        """The share of relevant items"""
        return x.relevant() / x.n

    found = cell(statement, share, kind="score", arguments={"x": Seldom()})
    drawn = found.evidence.reach[-1]
    assert drawn.discarded > 10 * drawn.cases and drawn.stop == "most draws discarded"
    assert found.status.few_cases == drawn.cases


def test_the_names_of_spaces_say_what_is_missing_and_what_is_enumerated() -> None:
    assert spaces.binary_list.name == "binary lists, at most 2 of grade 1 missing from the list"
    assert "of grade 1 or 2 missing" in spaces.graded_lists().name
    assert "enumerated: of n + 2 items" in spaces.top_list.name
    assert "enumerated: one vector of scores for each weak order" in spaces.scored_list.name


def test_grades_of_a_grid_are_a_grid() -> None:
    statement = axioms.closeness_threshold()
    for lists, verdict in ((spaces.gain_lists(), "searched"), (spaces.binary_list, "exhausted")):
        found = cell(statement, lambda x: 1 / (1 + x.relevant()), kind="score", arguments={"x": lists})
        assert found.evidence.verdict == verdict


@pytest.mark.parametrize(
    ("lists", "levels"),
    [
        (spaces.ScoredLists(levels=(0, 1, 2)), (0, 1, 2)),
        (spaces.runs(spaces.graded_lists(3)), (0, 1, 2, 3)),
        (spaces.weak_order, (0, 1)),
    ],
)
def test_own_grades_are_those_of_the_lists_inside(lists, levels) -> None:
    registry = Registry(REGISTRY)
    mine = metric("mine", kind="score", arguments={"x": lists}, registry=registry)(lambda x: 0)
    (grades,) = (s for s in axioms.consistency_in_relevance().over(mine).values() if isinstance(s, Grades))
    assert grades.levels == levels and grades.complete


# --- labels ----------------------------------------------------------------------------------------------------


def test_a_statement_that_replaces_the_cut_off_alone_is_still_on_a_grid_of_the_other_parameter() -> None:
    found = cell(
        at_full_depth("footrule"),
        lambda a, b, i, p: sum(abs(a[x] - b[x]) for x in a.order[:i]),
        parameters={"i": spaces.cut_offs(), "p": spaces.persistences()},
    )
    assert found.evidence.verdict == "searched" and found.evidence.reach[0].grid


def test_a_size_without_a_case_is_no_reach() -> None:
    tally = Tally()
    for n, cases in ((1, 0), (2, 4), (3, 0), (4, 9), (5, 0)):
        tally.take(n, cases, 10 - cases, 0)
    assert (tally.reach("enumeration").smallest, tally.reach("enumeration").largest) == (2, 4)
    assert tally.reach("enumeration").text == in_words("exhausted n<=4")


@pytest.mark.slow
def test_the_mean_over_all_rankings_is_enumerated_as_far_as_it_is_taken() -> None:
    found = check("area-correlation[cut-off]", axioms=["mean-over-rankings"], use_pins=False, profile="thorough")
    half = next(c for c in found.cells if str(c.arguments["value"]) == "1/2")
    assert half.evidence.reach[0].text == in_words("grid n<=5")  # of cut-offs


# --- axioms ----------------------------------------------------------------------------------------------------


def test_realizability_says_that_the_bound_is_attained_and_not_that_it_is_the_largest_value() -> None:
    row = REGISTRY.metric("ndcg[any]")
    values = [row(x, discount=[1, 2]) for x in (Judged.of([1, 0]), Judged.of([0, 1]))]
    assert values == [1, 2]
    assert axioms.realizability.formula == "m(y) = bound for some order y of the collection"
    (found,) = check("ndcg[any]", axioms=["realizability"], profile="quick").cells
    assert found.evidence.verdict == "searched"


def test_floats_that_differ_by_rounding_alone_do_not_show_a_deepness_threshold() -> None:
    def nearly_constant(x):
        return 1.0 + len(x) * 1e-16 * 5

    registry = Registry(REGISTRY)
    mine = metric("mine", kind="score", exact=False, arguments={"x": spaces.binary_list}, registry=registry)(
        nearly_constant
    )
    instance = Instance(1, {"i": 1, "g": 1}, {})
    assert Definitions(registry).decide(mine, axioms.deepness_threshold(), instance).code == FAILS


def test_an_order_without_a_value_does_not_hide_that_the_bound_is_not_attained() -> None:
    def half_or_nothing(x):
        if x[1] == 0:
            raise Undefined("the first item is not relevant")
        return rational(1, 2)

    registry = Registry(REGISTRY)
    mine = metric("mine", kind="score", arguments={"x": spaces.binary_list}, registry=registry)(half_or_nothing)
    decide = Definitions(registry).decide
    assert decide(mine, axioms.realizability(), Instance(2, {"x": Judged.of([1, 0])}, {})).code == FAILS

    def nothing(x):
        raise Undefined("nowhere")

    never = metric("never", kind="score", arguments={"x": spaces.binary_list}, registry=registry)(nothing)
    assert decide(never, axioms.realizability(), Instance(2, {"x": Judged.of([1, 0])}, {})).code == DISCARDED


def test_gains_between_those_of_the_grid_are_drawn() -> None:
    def wrong_at_a_third(x):
        return 2 if any(0 < g < rational(1, 2) for g in x) else 0

    found = cell(axioms.range_zero_one(), wrong_at_a_third, kind="score", arguments={"x": spaces.gain_lists()})
    assert (found.evidence.verdict, found.evidence.method) == ("refuted", "hypothesis")
    assert (found.evidence.witness.n, found.evidence.witness.smallest) == (1, True)


def some_value(x, k):
    """1 if one of the first k items is relevant, else something of what is outside; no value where R = 0"""
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return 1 if x.relevant(k) else rational(1, int(x.R) + 1)


def test_localization_is_refuted_where_the_first_items_alone_have_no_value() -> None:
    binary = {"kind": "score", "arguments": {"x": spaces.binary_list}}
    found = cell(axioms.localization(), some_value, **binary, parameters={"k": spaces.cut_offs()})
    assert (found.evidence.verdict, found.evidence.witness.n) == ("refuted", 1)
    assert found.evidence.witness.instance["x"] == {"grades": ["0"], "missing": ["1", "1"]}
    assert (found.evidence.witness.lhs, found.evidence.witness.rhs) == ("1/3", "1/2")


def ending_relevant(x):
    """falls in the lexicographic order, and has no value where the last item is irrelevant"""
    if x[x.n] == 0:
        raise Undefined("the last item is irrelevant")
    return 10 - sum(x[i] * 2 ** (3 - i) for i in x.ranks(3)) ** 2


def test_a_list_without_a_value_does_not_part_its_neighbours_in_the_lexicographic_order() -> None:
    found = cell(axioms.lexicographic(), ending_relevant, kind="score", arguments={"x": spaces.binary_list})
    assert (found.evidence.verdict, found.evidence.witness.n) == ("refuted", 2)
    assert found.evidence.witness.instance["x"] == {"grades": ["0", "1"], "missing": []}
    assert (found.evidence.witness.lhs, found.evidence.witness.rhs) == ("6", "-26")


def test_the_spacing_is_that_of_the_lists_that_have_a_value() -> None:
    found = cell(axioms.equal_spacing(), ending_relevant, kind="score", arguments={"x": spaces.binary_list})
    assert (found.evidence.verdict, found.evidence.witness.n) == ("refuted", 3)
    (row,) = check("area-correlation[relevance]", axioms=["equal-spacing"], profile="quick").cells
    assert row.evidence.verdict == "refuted"


# --- the ledger ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "graded", ["average-precision", "reciprocal-rank", "mean-average-precision", "mean-reciprocal-rank"]
)
def test_two_levels_are_asked_of_each_metric_that_the_overview_names(monkeypatch, graded: str) -> None:
    assert checks_ov.two_levels_only().finding == "holds"

    def sees_grades(name, x, **parameters):
        found = value(name, x, **parameters)
        return found + 1 if name == graded and "2" in str(x) else found

    monkeypatch.setattr(checks_ov, "value", sees_grades)
    assert checks_ov.two_levels_only().sentence.startswith(f"{graded} of ")


@pytest.mark.parametrize(("name", "sides"), [("dcg[any]", "3 <= 2"), ("ndcg[any]", "3/4 <= 1/2")])
def test_an_item_put_in_moves_the_next_one_off_the_rank_that_weighs_most(name: str, sides: str) -> None:
    (found,) = check(name, axioms=["ideal-from-judgments"], use_pins=False)
    witness = found.evidence.witness
    assert witness is not None and (witness.n, witness.relation_with_truth) == (2, f"{sides} is false")
