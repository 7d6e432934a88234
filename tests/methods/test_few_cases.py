"""A statement with few cases is enumerated further, and what it is asked of follows from what it makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry, axioms, metric, spaces
from axiomatrix.catalogue.axioms.effectiveness.common import IdealLists, TopGradeLists, irrelevant_lists, own_irrelevant
from axiomatrix.engine.check import check
from axiomatrix.methods.cases import MAX_SIZE_OF_FEW_CASES
from axiomatrix.methods.profile import PROFILES
from axiomatrix.spaces import JudgedLists
from axiomatrix.spaces.lists import judged_or_not
from axiomatrix.values.judged import Judged


def evidence(metric: str, axiom: str, profile: str = "default") -> Any:
    (cell,) = check(metric, axioms=[axiom], profile=profile, use_pins=False)
    return cell.evidence


def test_the_first_relevant_item_alone_breaks_deepness_at_five_items() -> None:
    """Of at most four items there are three cases, and all of them hold."""
    found = evidence("reciprocal-rank", "deepness")
    assert (found.verdict, found.witness.smallest) == ("refuted", True)
    assert found.witness.instance == {"x": {"grades": ["1", "0", "1", "0", "1"], "missing": []}, "ij": [2, 4]}
    assert (found.witness.lhs, found.witness.op, found.witness.rhs) == ("1", ">", "1")


def test_cut_offs_reach_beyond_the_lists_that_a_statement_makes() -> None:
    """One relevant item scores less than three after three others: 1/3 < (1/4 + 2/5 + 3/6)/3, which takes k = 6."""
    found = evidence("average-precision[R]", "closeness-threshold")
    assert found.verdict == "proved"
    assert (found.witness.lhs, found.witness.rhs) == ("1/3", "23/60")
    assert found.witness.instance == {"i": 3, "g": "1"} and found.witness.parameters == {"k": "6"}
    statement = axioms.closeness_threshold()
    assert [int(k) for k in statement.parameters({"k": spaces.cut_offs()})["k"].enumerate(2)] == [1, 2, 3, 4, 5]
    assert [int(k) for k in axioms.deepness().parameters({"k": spaces.cut_offs()})["k"].enumerate(2)] == [1, 2, 3]


@pytest.mark.parametrize("axiom", ["deepness", "ideal-is-one", "closeness-threshold"])
def test_the_enumeration_goes_on_until_there_are_enough_cases(axiom: str) -> None:
    found = [evidence(name, axiom) for name in ("average-precision[whole]", "bpref", "dcg[linear]")]
    holding = [one for one in found if one.verdict in ("exhausted", "searched")]
    assert holding
    for one in holding:
        assert sum(reach.cases for reach in one.reach) >= PROFILES["default"].enough_cases[1]


@pytest.mark.parametrize("lists", [spaces.binary_list, spaces.graded_lists(2), spaces.signed_lists()])
@pytest.mark.parametrize("n", range(1, 5))
def test_ideal_lists_are_those_of_the_space_that_are_ideal(lists: Any, n: int) -> None:
    ideals = IdealLists(lists)
    assert set(ideals.enumerate(n)) == {x for x in lists.enumerate(n) if not x.missing and x == x.ideal}
    for x in lists.enumerate(n):
        assert ideals.contains(x, n) is (not x.missing and x == x.ideal)


def test_the_axioms_of_ideal_lists_are_asked_of_ideal_lists() -> None:
    for statement in (axioms.ideal_is_one(), axioms.realizability()):
        (space,) = statement.over(REGISTRY.metric("precision")).values()
        assert isinstance(space, IdealLists)
        assert Judged.of([1, 1, 0]) in space.enumerate(3)


class Short(JudgedLists):
    """Whole binary lists of at most seven items."""

    def enumerate(self, n: int) -> Any:
        if n > 7:
            raise ValueError("there are no lists of more than seven items")
        return super().enumerate(n)


def test_a_space_of_ones_own_may_end_anywhere() -> None:
    """Completeness has one case a size, far fewer than are enough."""
    registry = Registry(REGISTRY)
    short = Short("short lists", (0, 1), most=0)

    @metric("short", kind="score", arguments={"x": short}, holds=[axioms.completeness], registry=registry)
    def shares(x: Any) -> Any:
        """relevant items over items"""
        return x.relevant() / x.n

    (cell,) = check(shares, axioms=["completeness"], use_pins=False, registry=registry)
    assert cell.evidence.verdict == "searched"
    assert cell.evidence.reach[0].text == in_words("grid n<=7")


@pytest.mark.parametrize("lists", [spaces.binary_list, spaces.graded_lists(2), spaces.signed_lists(), judged_or_not()])
@pytest.mark.parametrize("n", range(1, 4))
def test_lists_that_a_condition_leaves_are_those_of_the_space_that_keep_it(lists: Any, n: int) -> None:
    every = lists.enumerate(n)
    assert set(irrelevant_lists(lists).enumerate(n)) == {x for x in every if x.R == 0}
    top = max(lists.levels)
    assert set(TopGradeLists(lists).enumerate(n)) == {x for x in every if set(x.grades) == {top}}
    assert TopGradeLists(lists).count(n) == len(every)


@pytest.mark.parametrize(("metric", "axiom"), [("precision", "completeness"), ("reciprocal-rank", "completeness")])
def test_what_a_condition_leaves_is_gone_through_to_the_end(metric: str, axiom: str) -> None:
    found = evidence(metric, axiom)
    assert found.verdict == "exhausted" and [(r.method, r.largest, r.cases) for r in found.reach] == [
        ("enumeration", MAX_SIZE_OF_FEW_CASES, MAX_SIZE_OF_FEW_CASES)
    ]


def test_a_space_of_ones_own_is_asked_whole() -> None:
    short = Short("short lists", (0, 1), most=0)
    assert own_irrelevant.of_metric(replace(REGISTRY.metric("precision"), arguments={"x": short})) is short


@pytest.mark.slow
def test_what_was_enumerated_whole_is_not_drawn_again() -> None:
    found = check("average-precision[whole]", "kendall-tau-b", use_pins=False)
    drawn = [
        (enumerated, sampled)
        for cell in found
        if cell.evidence.verdict == "exhausted" and len(cell.evidence.reach) == 2
        for enumerated, sampled in [cell.evidence.reach]
    ]
    assert len(drawn) > 10
    for enumerated, sampled in drawn:
        assert enumerated.largest < sampled.smallest <= sampled.largest <= PROFILES["default"].max_n_of_lists


@pytest.mark.parametrize(("row", "largest"), [("ndcg[linear]", 2), ("average-precision[whole]", 4)])
def test_irrational_values_have_a_limit_of_their_own(row: str, largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One value takes as long as a hundred rational ones: of three items there are more lists than the limit."""
    monkeypatch.setattr("axiomatrix.methods.cases.MAX_IRRATIONAL_CASES", 100)
    monkeypatch.setitem(
        PROFILES, "few", replace(PROFILES["quick"], name="few", max_n_case_by_case=(4, 4), cases=(9_000, 9_000))
    )
    (enumerated,) = [r for r in evidence(row, "range-zero-one", "few").reach if r.method == "enumeration"]
    assert enumerated.largest == largest
