"""Conventions where there is nothing to rank: the value that is stated, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from axioms_effectiveness import BINARY, cell_of, precision, reciprocal_rank

from axiomatrix import REGISTRY, Registry, axioms, metric, spaces
from axiomatrix.numbers.exact import Undefined


def undefined_without_results(x: Any) -> Any:
    """rel(n) / n; undefined where n = 0"""
    if x.n == 0:
        raise Undefined("nothing is listed")
    return x.relevant() / x.n


@pytest.mark.parametrize(
    ("definition", "value", "verdict"),
    [
        (undefined_without_results, "undefined", "exhausted"),
        (undefined_without_results, 0, "refuted"),
        (undefined_without_results, 1, "refuted"),
        (reciprocal_rank, 0, "exhausted"),
        (reciprocal_rank, "undefined", "refuted"),
        (reciprocal_rank, "1/2", "refuted"),
    ],
)
def test_without_results_the_stated_convention_holds_and_no_other(definition: Any, value: Any, verdict: str) -> None:
    claimed = {**BINARY, "holds": [axioms.without_results(value)]}
    assert cell_of(definition, "without-results", **claimed)[0].evidence.verdict == verdict


def test_a_division_by_the_length_of_an_empty_list_is_an_error_with_that_case() -> None:
    evidence = cell_of(precision, "without-results", **BINARY)[0].evidence
    assert evidence.verdict == "error"
    assert "division by zero" in evidence.reason


@pytest.mark.parametrize("id", ["appending-relevant", "ideal-from-judgments", "without-results"])
@pytest.mark.parametrize("space", [spaces.whole_lists(), spaces.ScoredLists(most=0), spaces.retrieved_ids(most=0)])
def test_where_nothing_is_missing_axioms_about_missing_items_do_not_apply(id: str, space: Any) -> None:
    registry = Registry(REGISTRY)
    options = {"kind": "score", "arguments": {"x": space}, "registry": registry}
    mine = metric("mine", **options)((lambda x: 0) if not space.takes else (lambda retrieved, relevant: 0))
    axiom = registry.axiom(id)
    if axiom.is_about(mine):
        assert axiom().not_applicable(mine) == "nothing is missing from its lists"
    listed = metric("other", kind="score", arguments={"x": spaces.binary_list}, registry=registry)(lambda x: 0)
    assert axiom().not_applicable(listed) is None
