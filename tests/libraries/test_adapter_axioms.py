"""Axioms of implementations: each finds the fault that is planted for it, at its smallest, and passes what has none."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest
from planted_cells import cells, id_of, planted
from planted_tables import ELSEWHERE, NOT_SHOWN, SATISFIERS, VIOLATORS

import axiomatrix.libraries.axioms as package
from axiomatrix.engine.row import inapplicable_cells
from axiomatrix.evidence.evidence import NO_INSTANCE as NONE_FOUND
from axiomatrix.evidence.instance import Definitions
from axiomatrix.libraries.axioms import IMPLEMENTATION
from axiomatrix.libraries.axioms.inputs import CallArguments
from axiomatrix.model.axiom import Axiom
from axiomatrix.model.metric import BoundMetric
from axiomatrix.numbers.exact import Undefined
from axiomatrix.values.scored import Scored

BY_ID = {axiom.id: axiom for axiom in IMPLEMENTATION}


# --- every axiom -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "row", "instance", "k", "lhs", "rhs"), VIOLATORS, ids=[v[0] for v in VIOLATORS])
def test_an_axiom_finds_its_violator_at_the_smallest_input(
    title: str, row: str, instance: dict[str, Any], k: str | None, lhs: str, rhs: str
) -> None:
    evidence = cells(row, id_of(title))[title].evidence
    assert evidence.verdict == "refuted", evidence.why
    witness = evidence.witness
    assert witness is not None
    assert witness.smallest is (witness.n == 1 or not any(reach.grid for reach in evidence.reach))
    assert (witness.instance, witness.parameters.get("k")) == (instance, k)
    assert (witness.lhs, witness.rhs) == (lhs, rhs)
    assert evidence.comparison is not None
    assert evidence.comparison.calls


@pytest.mark.parametrize(("title", "row"), NOT_SHOWN)
def test_what_is_to_be_is_not_shown_where_it_is_not(title: str, row: str) -> None:
    evidence = cells(row, id_of(title))[title].evidence
    assert (evidence.verdict, evidence.why) == ("searched", NONE_FOUND)
    assert evidence.cases > 10


@pytest.mark.parametrize(("row", "title"), [(row, title) for row, titles in SATISFIERS.items() for title in titles])
def test_an_axiom_passes_what_has_no_fault(row: str, title: str) -> None:
    evidence = cells(row, id_of(title))[title].evidence
    assert evidence.verdict == ("proved" if title.startswith("parameter-has-effect") else "searched"), evidence.witness
    assert evidence.cases > 0
    assert evidence.why == ""


def test_no_axiom_is_without_a_violator_or_a_satisfier() -> None:
    violated = {id_of(row[0]) for row in [*VIOLATORS, *NOT_SHOWN]}
    satisfied = {id_of(title) for titles in SATISFIERS.values() for title in titles}
    assert set(BY_ID) - violated == ELSEWHERE
    assert set(BY_ID) - satisfied == ELSEWHERE


def test_all_axioms_of_the_package_are_registered_once() -> None:
    found = []
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        found += [made for made in vars(module).values() if isinstance(made, Axiom)]
    assert set(found) == set(IMPLEMENTATION)
    assert len(BY_ID) == len(IMPLEMENTATION) == len(set(found))


@pytest.mark.parametrize("axiom", IMPLEMENTATION, ids=lambda axiom: axiom.id)
def test_every_axiom_says_its_formula_for_what_it_is_why_and_an_example(axiom: Axiom) -> None:
    assert axiom.group
    assert axiom.formula
    assert "\n\nFor all" in axiom.doc or "\n\nAs " in axiom.doc or "\n\nThere is" in axiom.doc or "For the" in axiom.doc
    assert "Example" in axiom.doc
    assert any(
        mark in " ".join(axiom.doc.split()) for mark in ("Formalised here", "19", "20", "IEEE 754", "NumPy", "Python")
    )


# --- whom they are about -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "axiom", "reason"),
    [
        ("planted.concordant", "dtype-of-vectors", None),
        ("planted.concordant", "refuses-duplicate-items", "a call of it has no way to have this fault: duplicate item"),
        ("planted.honest", "insertion-order", "a call of it has no insertion to change"),
        ("planted.honest", "isolation-of-queries", "a call of it has no company to change"),
        ("planted.rows", "isolation-of-queries", "its value is not that of one query"),
        ("planted.run", "order-of-items", "items have names: see insertion-order and document-names"),
        ("planted.rows", "agrees-with-definition", "its documentation gives no definition"),
        ("planted.by_name", "agrees-with-definition-on-ties", "its documentation says nothing of ties"),
        ("planted.honest", "equal-weights", "a call of it has no weights to change"),
        ("planted.run", "missing-query-counts-zero", "its value is not a mean over rows"),
        ("planted.counts_items", "duplicate-item-keeps-range", None),
        ("planted.honest", "huge-grades", "its lists have no grades above 1"),
        ("straight.ap", "found-item-never-lowers", "nothing is missing from its lists"),
        ("straight.ap", "equal-at-rank-one", "not declared, so the axiom has no arguments"),
    ],
)
def test_what_an_axiom_is_not_about_says_why(row: str, axiom: str, reason: str | None) -> None:
    reasons = {cell.axiom: cell.evidence.why for cell in inapplicable_cells(planted().metric(row), planted())}
    assert reasons.get(axiom) == reason


def test_nothing_of_the_catalogue_is_asked_what_only_an_implementation_has() -> None:
    metric = planted().metric("precision-at")
    assert all(
        not axiom.statements_about(metric) or axiom.statements_about(metric)[0].not_applicable(metric)
        for axiom in IMPLEMENTATION
    )


def test_each_pair_of_libraries_is_asked_once_and_pairs_of_one_library_are_siblings() -> None:
    registry = planted()
    rows = [m for m in registry.metrics.values() if m.implementation and m.implementation.concept == "P@k"]
    asked = [
        frozenset({row.name, dict(statement.arguments)["other"]})
        for row in rows
        for statement in BY_ID["agrees-with"].statements_about(row)
    ]
    expected = {
        frozenset({a.name, b.name})
        for a in rows
        for b in rows
        if a.implementation and b.implementation and a.implementation.library != b.implementation.library
    }
    assert len(asked) == len(set(asked))
    assert set(asked) == expected
    assert all("other" in dict(s.arguments) for row in rows for s in BY_ID["equal-at-rank-one"].statements_about(row))


def test_every_policy_is_asked_where_none_is_documented_and_the_documented_one_where_one_is() -> None:
    def asked(row: str) -> list[Any]:
        return [dict(s.arguments)["policy"] for s in BY_ID["tie-policy"].statements_about(planted().metric(row))]

    assert asked("planted.honest") == ["mean over orders"]
    assert "name descending" not in asked("planted.reversed_ties")
    assert len(asked("planted.by_name")) == 7


def test_the_policies_that_are_not_refuted_are_those_that_explain_an_implementation() -> None:
    def left(row: str) -> set[str]:
        return {c.arguments["policy"] for c in cells(row, "tie-policy").values() if c.evidence.verdict == "searched"}

    assert left("planted.by_name") == {"name descending"}
    assert left("planted.reversed_ties") == {"reversed input order"}


# --- what definitions say of them --------------------------------------------------------------------------------


def wording(row: str, title: str) -> tuple[str, str]:
    compared = cells(row, id_of(title))[title].evidence.comparison
    assert compared is not None
    return compared.definition, compared.wording


def test_a_refutation_says_whether_the_definition_fails_or_the_implementation_deviates() -> None:
    assert wording("planted-too.over_n", "agrees-with-definition")[1] == "deviates from its definition"
    assert wording("planted.stable_run", "insertion-order-of-tied-items") == ("fails too", "definition fails")
    assert wording("planted.unsorted_run", "insertion-order") == ("none given", "undocumented convention")
    assert wording("planted-too.stable", "order-of-tied-items") == ("holds", "deviates from its definition")
    assert wording("planted.divides_by_zero", "answers-cut-off-zero")[1] == "deviates from its documentation"
    between = "agrees-with(other=straight.precision)"
    assert wording("planted.honest", between) == ("fails too", "definition fails")  # two documented policies
    assert wording("planted.careless", "refuses-nan-score")[0] == "none given"


def test_invalid_input_has_no_definition_that_could_fail() -> None:
    registry = planted()
    for axiom in ("refuses-fewer-scores", "answers-empty-input"):
        companion = registry.metric("planted.honest").implementation
        assert companion is not None
        exact = companion.companion(registry.metric("planted.honest"))
        assert exact is not None
        at = CallArguments((Scored.of([1], scores=[0]),))
        with pytest.raises(Undefined):
            BY_ID[axiom]().says(BoundMetric(exact, {"k": 1}, Definitions(registry)), at)


def test_a_sibling_of_a_definition_is_a_definition() -> None:
    registry = planted()
    row = registry.metric("planted-too.stable")
    assert row.implementation is not None
    exact = row.implementation.companion(row)
    assert exact is not None
    m = BoundMetric(
        exact, {"k": 1, "call_variant": row.parameters["call_variant"].enumerate(1)[0]}, Definitions(registry)
    )
    relation = BY_ID["agrees-with"](other="planted.honest").says(m, CallArguments((Scored.of([0, 1], scores=[0, 0]),)))
    assert relation.lhs == relation.rhs  # and stable itself answers 0
