"""The properties of the usual metrics, the corners of the axioms, and the spaces that they quantify over."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from axioms_effectiveness import (
    BINARY,
    CUT,
    GRADED,
    PERSISTENT,
    RUNS,
    SCORED,
    average_precision,
    average_precision_at,
    cell_of,
    dcg,
    evenly,
    exponential,
    gain,
    halving,
    harmonic,
    mean_precision,
    precision,
    precision_at,
    rbp,
    recall_at,
    reciprocal_rank,
    top_bucket,
)

from axiomatrix import REGISTRY, Registry, axioms, check, metric, spaces
from axiomatrix.catalogue.axioms.effectiveness import moffat
from axiomatrix.catalogue.axioms.effectiveness.common import in_plenty, inside_and_outside, missing_item
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.model.relation import FAILS, HOLDS, UNDECIDED
from axiomatrix.numbers.exact import Whole
from axiomatrix.values.judged import Judged

MOFFAT = {
    "boundedness",
    "monotone-in-depth",
    "convergence",
    "top-weightedness",
    "localization",
    "completeness",
    "realizability",
}
AMIGO = {"priority", "deepness", "deepness-threshold", "closeness-threshold", "confidence"}


def broken(definition: Any, ids: set[str], **options: Any) -> set[str]:
    """The axioms that a definition breaks, or shows no instance of."""
    registry = Registry(REGISTRY)
    claimed = [statement for id in ids for statement in [REGISTRY.axiom(id)()]]
    mine = metric("mine", registry=registry, holds=claimed, **options)(definition)
    cells = check(mine, axioms=sorted(ids), profile="quick", use_pins=False, registry=registry).cells
    assert {cell.axiom for cell in cells} == ids
    kept = {cell.axiom for cell in cells if cell.evidence.verdict in ("exhausted", "searched", "proved")}
    shown = {cell.axiom for cell in cells if cell.evidence.verdict == "proved"}
    existential = {id for id in ids if REGISTRY.axiom(id).quantifier == "there is"}
    assert {cell.evidence.verdict for cell in cells} <= {"exhausted", "searched", "proved", "refuted"}
    return ids - (kept - existential) - shown


@pytest.mark.parametrize(
    ("definition", "options", "expected"),
    [
        (precision_at, {**BINARY, **CUT}, {"monotone-in-depth", "top-weightedness", "realizability"}),
        (recall_at, {**BINARY, **CUT}, {"top-weightedness", "localization", "completeness", "realizability"}),
        (reciprocal_rank, BINARY, {"convergence", "top-weightedness"}),
        (average_precision, BINARY, {"localization", "completeness"}),
        (average_precision_at, {**BINARY, **CUT}, {"monotone-in-depth", "localization", "completeness"}),
        (dcg, BINARY, {"boundedness", "realizability"}),
        (rbp, {**BINARY, **PERSISTENT}, {"realizability"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_which_of_the_seven_numeric_properties_the_usual_metrics_break(
    definition: Any, options: dict[str, Any], expected: set[str]
) -> None:
    assert broken(definition, MOFFAT, **options) == expected


@pytest.mark.parametrize(
    ("definition", "options", "expected"),
    [
        (precision, BINARY, {"priority", "deepness", "closeness-threshold"}),
        (precision_at, {**BINARY, **CUT}, {"priority", "deepness", "confidence"}),
        (reciprocal_rank, BINARY, {"priority", "deepness", "closeness-threshold", "confidence"}),
        (average_precision, BINARY, {"deepness-threshold", "confidence"}),
        (dcg, BINARY, {"deepness-threshold", "confidence"}),
        (rbp, {**BINARY, **PERSISTENT}, {"confidence"}),
        (halving, BINARY, {"closeness-threshold", "confidence"}),
        (evenly, BINARY, {"deepness", "deepness-threshold", "confidence"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_which_constraints_on_rankings_the_usual_metrics_break(
    definition: Any, options: dict[str, Any], expected: set[str]
) -> None:
    assert broken(definition, AMIGO, **options) == expected


# --- corners ---------------------------------------------------------------------------------------------------


def decided(definition: Any, statement: Any, values: dict[str, Any], n: int, **options: Any) -> tuple[int, Any]:
    registry = Registry(REGISTRY)
    mine = metric("mine", registry=registry, **options)(definition)
    made = {name: Judged.of(value) if isinstance(value, list) else value for name, value in values.items()}
    decision = Definitions(registry).decide(mine, statement, Instance(n, made, {}))
    return decision.code, decision.answer


@pytest.mark.parametrize(("axiom", "definition"), [("range-zero-one", mean_precision), ("boundedness", mean_precision)])
def test_ranges_are_asked_of_runs_too(axiom: str, definition: Any) -> None:
    evidence = cell_of(definition, axiom, **RUNS)[0].evidence
    assert evidence.verdict == "searched" and evidence.reach[0].grid  # of at most two lists


def test_ranges_are_asked_of_scored_lists_too() -> None:
    evidence = cell_of(top_bucket, "range-zero-one", **SCORED)[0].evidence
    assert evidence.verdict == "searched" and evidence.reach[0].grid  # one vector of scores for each weak order


def test_a_score_below_zero_is_out_of_range_too() -> None:
    witness = cell_of(lambda x: -x.relevant(), "range-zero-one", **BINARY)[0].evidence.witness
    assert (witness.lhs, witness.op, witness.rhs) == ("-1", ">=", "0")


def test_the_largest_score_found_is_reported_beside_the_bound() -> None:
    evidence = cell_of(gain, "boundedness", **GRADED, holds=[axioms.boundedness(12)])[0].evidence
    assert evidence.verdict == "exhausted"  # six items of grade 2 are the most that is drawn
    assert 8 <= int(evidence.extreme.value) <= 12  # four of them are enumerated
    assert cell_of(gain, "boundedness", **GRADED, holds=[axioms.boundedness(7)])[0].evidence.verdict == "refuted"


def test_a_score_above_the_declared_bound_does_not_realize_it() -> None:
    code, answer = decided(gain, axioms.realizability(), {"x": [1, 1]}, 2, **BINARY)
    assert (code, answer.lhs, answer.rhs) == (FAILS, 2, 1)
    assert decided(gain, axioms.realizability(2), {"x": [1, 1]}, 2, **BINARY)[0] == HOLDS


def test_realizability_is_undecided_where_there_are_too_many_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moffat, "MOST_ORDERS", 2)
    assert decided(harmonic, axioms.realizability(), {"x": [1, 1, 0]}, 3, **BINARY)[0] == UNDECIDED
    monkeypatch.setattr(moffat, "MOST_ORDERS", 3)
    assert decided(harmonic, axioms.realizability(), {"x": [1, 1, 0]}, 3, **BINARY)[0] == FAILS


def test_a_relevant_item_below_the_cut_off_realizes_nothing_but_the_ideal_order_does() -> None:
    found = {tuple(order) for order in moffat._orders((1, 1, 0))}
    assert found == {(1, 1, 0), (1, 0, 1), (0, 1, 1)}
    assert next(moffat._orders((2, 1, 0))) == (2, 1, 0)


def test_the_depth_of_a_metric_without_a_cut_off_grows_by_missing_and_by_irrelevant_items_only() -> None:
    x = Judged.of([1, 0], missing=[1])
    for g, longer in ((Whole(0), Judged.of([1, 0, 0], missing=[1])), (Whole(1), Judged.of([1, 0, 1]))):
        code, answer = decided(average_precision, axioms.monotone_in_depth(), {"x": x, "g": g}, 2, **BINARY)
        assert (code, answer.rhs) == (HOLDS, average_precision(longer))


@pytest.mark.parametrize(("i", "code"), [(1, FAILS), (2, FAILS), (5, FAILS)])
def test_one_item_at_the_top_is_no_threshold_while_more_items_still_gain(i: int, code: int) -> None:
    values = {"i": Whole(i), "g": Whole(1)}
    assert decided(harmonic, axioms.deepness_threshold(), values, i, **BINARY)[0] == code
    assert decided(halving, axioms.deepness_threshold(), values, i, **BINARY)[0] == HOLDS


@pytest.mark.parametrize("p", ["1/2", "1/4", "4/5"])
def test_rbp_is_lexicographic_up_to_one_half_and_equally_spaced_at_one_half_only(p: str) -> None:
    given = PERSISTENT["parameters"]["p"].decode(p)
    mine = metric("mine", registry=Registry(REGISTRY), **BINARY)(lambda x: rbp(x, given))
    lists = [Judged.of(list(v)) for v in product((0, 1), repeat=4)]
    rising = [mine.definition(x) for x in lists]
    assert (rising == sorted(set(rising))) is (p != "4/5")
    for id, holds in (("lexicographic", p != "4/5"), ("equal-spacing", p == "1/2")):
        evidence = cell_of(mine.definition, id, **BINARY, holds=[REGISTRY.axiom(id)()])[0].evidence
        assert evidence.verdict == ("exhausted" if holds else "refuted")


@pytest.mark.parametrize("definition", [halving, harmonic, gain, exponential, precision])
def test_the_next_list_is_enough_for_the_lexicographic_order_of_all_pairs(definition: Any) -> None:
    levels = (Whole(0), Whole(1), Whole(2))
    for n in (1, 2, 3):
        lists = list(product(levels, repeat=n))
        values = {v: definition(in_plenty(Judged(v), v, levels)) for v in lists}
        every_pair = all(values[a] < values[b] for a, b in combinations(lists, 2))
        each_next = [
            decided(definition, axioms.lexicographic(), {"x": list(v)}, n, **GRADED)[0] == HOLDS for v in lists[:-1]
        ]
        assert all(each_next) is every_pair


def test_all_lists_of_a_length_come_from_one_collection() -> None:
    levels = (Whole(0), Whole(1), Whole(2))
    x = Judged.of([2, 2], missing=[1])
    collections = {in_plenty(x, v, levels).ideal.grades[:5] for v in product(levels, repeat=2)}
    assert collections == {(2, 2, 1, 1, 1)}


def test_the_gain_doubles_roughly_from_the_second_grade_on_and_linear_gain_does_not() -> None:
    wide = {"arguments": {"x": spaces.graded_lists(4)}, "kind": "score"}
    evidence = cell_of(exponential, "gain-doubles", **wide, holds=[axioms.gain_doubles(lowest=2)])[0].evidence
    assert evidence.verdict == "exhausted"
    witness = cell_of(gain, "gain-doubles", **wide, holds=[axioms.gain_doubles()])[0].evidence.witness
    assert (witness.instance["x"]["grades"], witness.lhs, witness.rhs) == (["3"], "2", "3/2")


def test_axioms_about_cut_offs_and_about_equal_values_say_where_they_are_not_asked() -> None:
    registry = Registry(REGISTRY)
    exact = metric("mine", registry=registry, **BINARY)(precision)
    assert axioms.monotone_in_cut_off().not_applicable(exact) == "it has no cut-off"
    rounded = metric("rounded", registry=registry, exact=False, **BINARY)(precision)
    assert "floats" in (axioms.equal_spacing().not_applicable(rounded) or "")
    assert axioms.gain_doubles().axiom.statements_about(exact) == []


class JudgedOrNot(spaces.JudgedLists):
    """Lists with a grade that says that nobody judged the item."""

    unjudged = Whole(-1)


COMPARING = (
    "swap",
    "swap-strict",
    "replacement",
    "replacement-strict",
    "consistency-in-relevance",
    "convergence",
    "top-weightedness",
    "priority",
)


@pytest.mark.parametrize(("id", "worth"), [*((id, 5) for id in COMPARING), ("order-inside-top-matters", 0)])
def test_an_item_that_nobody_judged_is_neither_more_nor_less_relevant_than_another(id: str, worth: int) -> None:
    def with_a_worth_of_the_unjudged(x: Judged) -> Any:
        return sum((worth if x[i] < 0 else x[i]) / i for i in x.ranks())

    for kind, verdict in ((JudgedOrNot, "exhausted"), (spaces.JudgedLists, "refuted")):
        lists = kind("lists", (0, 1, -1), missing=(1, 0))
        options = {"arguments": {"x": lists}, "kind": "score"}
        assert cell_of(with_a_worth_of_the_unjudged, id, **options)[0].evidence.verdict == verdict


# --- spaces ----------------------------------------------------------------------------------------------------


class First:
    """Chooses the smallest, or the largest."""

    def __init__(self, largest: bool = False) -> None:
        self.largest = largest

    def integer(self, low: int, high: int) -> int:
        return high if self.largest else low


def test_inside_and_outside_are_a_rank_and_an_item_after_it_or_a_missing_one() -> None:
    assert inside_and_outside.enumerate(2) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]
    assert missing_item.enumerate(1) == [1, 2]
    for space, values in ((inside_and_outside, inside_and_outside.enumerate(2)), (missing_item, [1, 2])):
        for value in values:
            assert space.decode(space.encode(value)) == value
            assert space.contains(value, 2)
        for largest in (False, True):
            assert space.draw(First(largest), 2) in values


@pytest.mark.parametrize("wrong", [(3, 4), (2, 2), (0, 1), (1,), 1])
def test_what_is_no_rank_with_an_item_after_it_is_refused(wrong: Any) -> None:
    assert not inside_and_outside.contains(wrong, 2)
    assert not missing_item.contains(0, 2)
