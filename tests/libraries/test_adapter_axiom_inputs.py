"""Axioms of implementations: their inputs, numbers, witnesses, and the rows that they compare."""

from __future__ import annotations

from typing import Any

import pytest
from planted_cells import cells, id_of, planted
from planted_tables import VIOLATORS

from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.witness import replay
from axiomatrix.libraries import build_registry, comparison
from axiomatrix.libraries.axioms import IMPLEMENTATION
from axiomatrix.libraries.axioms.inputs import CallArguments, CallInputs
from axiomatrix.libraries.axioms.representation import GradeFactors
from axiomatrix.libraries.call_variants import PLAIN_CALL
from axiomatrix.methods.profile import PROFILES
from axiomatrix.model.metric import BoundMetric
from axiomatrix.model.relation import DISCARDED, FAILS, HOLDS
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import Space
from axiomatrix.values.judged import Judged
from axiomatrix.values.scored import Scored

BY_ID = {axiom.id: axiom for axiom in IMPLEMENTATION}


# --- numbers -----------------------------------------------------------------------------------------------------


def test_single_precision_in_is_compared_in_single_precision() -> None:
    found = cells("crooked.dcg", "dtype-of-grades")["dtype-of-grades"].evidence
    assert found.verdict == "searched", found.witness


def test_gains_that_are_exponential_are_not_asked_for_grades_that_nobody_can_raise_to() -> None:
    registry = build_registry("planted_library")
    metric = registry.metric("straight.ndcg")
    assert [int(f) for f in GradeFactors().of_metric(metric).enumerate(1)] == [2**5, 2**10, 2**31, 2**40]
    assert metric.implementation is not None
    object.__setattr__(metric.implementation, "options", {"exponential_gains": True})
    assert [int(f) for f in GradeFactors().of_metric(metric).enumerate(1)] == [2**5, 2**10]


# --- inputs ------------------------------------------------------------------------------------------------------


class Zeros:
    """Choices that are all the simplest, or all the largest."""

    def __init__(self, largest: bool) -> None:
        self.largest = largest

    def integer(self, low: int, high: int) -> int:
        return high if self.largest else low


def spaces_of(row: str) -> list[Space]:
    metric = planted().metric(row)
    found: list[Space] = []
    for axiom in IMPLEMENTATION:
        for statement in axiom.statements_about(metric):
            if metric.about in axiom.about and statement.not_applicable(metric) is None:
                found += [s for s in statement.over(metric).values() if s not in found]
    return found


@pytest.mark.parametrize(
    "row", ["planted.honest", "planted.run", "planted.concordant", "planted.overlap", "straight.ndcg"]
)
def test_every_value_of_a_space_is_valid_and_read_back_as_it_was_written(row: str) -> None:
    for space in spaces_of(row):
        for n in (1, 2, 3, 4):
            values = list(space.enumerate(n))[:80]
            for largest in (False, True):
                if values or not space.complete:
                    values.append(space.draw(Zeros(largest), n))
                else:
                    with pytest.raises(Undefined):
                        space.draw(Zeros(largest), n)
            for value in values:
                space.validate(value, n)
                assert space.decode(space.encode(value)) == value
                assert all(space.contains(space.near(Zeros(largest), value, n), n) for largest in (False, True))


@pytest.mark.parametrize("row", ["planted.honest", "planted.concordant"])
@pytest.mark.parametrize("data", [None, {}, [], [1], "x", [[]], [[[1]], [[1]], [[1]]], [{"grades": 1}]])
def test_what_is_no_input_is_refused_with_a_reason(row: str, data: Any) -> None:
    space = next(space for space in spaces_of(row) if isinstance(space, CallInputs))
    with pytest.raises(ValueError, match=r"."):
        space.validate(space.decode(data), 1)


def test_the_spaces_stay_small_enough_for_calls() -> None:
    for row in ("planted.honest", "planted.run", "planted.concordant", "straight.ndcg"):
        for space in spaces_of(row):
            if isinstance(space, CallInputs):
                assert sum(len(space.enumerate(n)) for n in range(1, 9)) <= 200, space.name


def test_other_inputs_have_no_one_and_only_relevant_items() -> None:
    space = next(s for s in spaces_of("straight.ndcg") if s.name.startswith("other inputs"))
    assert [at[0] for at in space.enumerate(3)] == [Judged.of([0, 0, 0]), Judged.of([2, 0, 0]), Judged.of([2, 2, 2])]


# --- witnesses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("violator", VIOLATORS[::7], ids=lambda v: v[0])
def test_witnesses_of_implementations_replay(violator: Any) -> None:
    title, row, *_ = violator
    witness = cells(row, id_of(title))[title].evidence.witness
    assert witness is not None
    assert replay(witness, planted()).stands


def test_what_answers_differently_at_random_is_never_believed() -> None:
    registry = planted()
    row = row_search(registry.metric("planted.random"), registry, 0)
    verdicts = {c.title: c.evidence.verdict for c in decide_cells(row, methods_for(row.metric, PROFILES["quick"]))}
    assert verdicts["same-call-again"] in ("refuted", "flaky")
    assert "searched" not in verdicts.values()


def test_a_row_may_name_the_few_axioms_that_it_is_for() -> None:
    registry = build_registry("planted_library")
    metric = registry.metric("straight.reported")
    assert metric.implementation is not None
    options = {**metric.implementation.options, "axioms": ["reported-equals-recomputed"]}
    object.__setattr__(metric.implementation, "options", options)
    assert [search.statement.axiom.id for search in row_search(metric, registry, 0).searches] == [
        "reported-equals-recomputed"
    ]


def test_calls_say_what_their_code_does_not() -> None:
    compared = cells("planted.sorts_in_place", "same-objects-again")["same-objects-again"].evidence.comparison
    assert compared is not None
    assert "second call with these very objects" in compared.calls[1].snippet
    compared = cells("planted.remembers_the_last", "no-trace-of-other-calls")[
        "no-trace-of-other-calls"
    ].evidence.comparison
    assert compared is not None
    assert "after a call with other arguments" in compared.calls[1].snippet


@pytest.mark.parametrize(
    ("row", "axiom", "raises"),
    [("divides_by_zero", "answers-cut-off-zero", True), ("careless", "refuses-nan-score", False)],
)
def test_a_call_that_raises_is_marked_as_such(row: str, axiom: str, raises: bool) -> None:
    compared = cells(f"planted.{row}", axiom)[axiom].evidence.comparison
    assert compared is not None
    assert [call.raises for call in compared.calls] == [raises]


def test_a_query_that_has_no_value_alone_is_not_held_against_isolation() -> None:
    found = cells("planted.fails_on_other", "isolation-of-queries")["isolation-of-queries"].evidence
    assert found.verdict == "searched", found.witness


def test_of_two_rows_the_one_with_the_coarser_numbers_asks_so_that_the_tolerance_is_that_of_both() -> None:
    registry = build_registry("planted_library")
    fine, coarse = registry.metric("planted.honest"), registry.metric("planted-too.honest")
    assert coarse.implementation is not None
    object.__setattr__(coarse.implementation, "epsilon", 2.0**-23)
    agrees = BY_ID["agrees-with"]
    assert agrees(other=fine.name) in agrees.statements_about(coarse)
    assert agrees(other=coarse.name) not in agrees.statements_about(fine)


def test_libraries_are_compared_on_inputs_of_both_spaces() -> None:
    registry = planted()
    m = BoundMetric(registry.metric("planted.honest"), {"k": 1, "call_variant": PLAIN_CALL}, Definitions(registry))
    agrees = BY_ID["agrees-with"](other="straight.precision")
    assert agrees.says(m, CallArguments((Scored.of([1, 0], scores=[2, 1]),))).condition is True
    assert agrees.says(m, CallArguments((Scored.of([2, 0], scores=[2, 1]),))).condition is False  # a binary metric


@pytest.mark.parametrize(
    ("low", "high", "holds"),
    [
        ("", "", None),
        (0, "", True),
        ("above 1/2", "", False),
        ("", "below 1/2", False),
        ("1/2", "1/2", True),
        (1, 2, False),
    ],
)
def test_a_range_has_bounds_that_are_attained_or_not_or_none(low: Any, high: Any, holds: bool | None) -> None:
    registry = planted()
    m = BoundMetric(registry.metric("planted.honest"), {"k": 2, "call_variant": PLAIN_CALL}, Definitions(registry))
    relation = BY_ID["documented-range"](low=low, high=high).says(m, CallArguments((Scored.of([1, 0], scores=[2, 1]),)))
    assert relation.decide(1e-12) == (DISCARDED if holds is None else HOLDS if holds else FAILS)


def test_a_bug_of_ours_is_not_taken_for_a_definition_without_a_value():
    class Broken:
        def value(self, *given):
            raise KeyError("planted")

        decide = value

    metric = planted().metric("planted.honest")
    with pytest.raises(KeyError, match="planted"):
        comparison._value_by_definition(metric, (), {}, Broken())
    with pytest.raises(KeyError, match="planted"):
        comparison._outcome_of_definition(metric, None, None, Broken())
