"""Counterexamples of metrics on retrieved ids show the ids that the definition was called with."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from axiomatrix import REGISTRY, Judged, Registry, Retrieval, axioms, check, metric, spaces
from axiomatrix.evidence import python_code
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.notation import call_text, taken_parts


def second_half(retrieved: Any, relevant: Any, k: int) -> Any:
    """m(x; k) = the relevant ids at even ranks up to k: against the axiom of swaps."""
    return sum(one in relevant for one in retrieved[1:k:2])


@pytest.mark.parametrize(
    ("space", "calls"),
    [
        (spaces.retrieved_ids(), [(["d2", "d1"], {"d1"}), (["d1", "d2"], {"d1"})]),
        (spaces.retrieved_ids(relevant=frozenset), [(["d2", "d1"], frozenset({"d1"})), (["d1", "d2"], {"d1"})]),
        (spaces.retrieved_ids(relevant=list), [(["d2", "d1"], ["d1"]), (["d1", "d2"], ["d1"])]),
        (spaces.retrieved_ids(relevant=dict), [(["d2", "d1"], {"d1": 1}), (["d1", "d2"], {"d1": 1})]),
    ],
    ids=["set", "frozenset", "list", "dict"],
)
def test_a_counterexample_shows_the_call_of_the_definition(space: Any, calls: list[tuple[Any, Any]]) -> None:
    asked: list[tuple[Any, Any]] = []

    def definition(retrieved: Any, relevant: Any, k: int) -> Any:
        asked.append((retrieved, relevant))
        return second_half(retrieved, relevant, k)

    registry = Registry(REGISTRY)
    options: dict[str, Any] = {"arguments": {"x": space}, "parameters": {"k": spaces.cut_offs()}, "registry": registry}
    mine = metric("mine", kind="score", **options)(definition)
    found = check(mine, axioms=[axioms.swap], profile="quick", use_pins=False, registry=registry)
    witness = found.cell("mine", "swap").evidence.witness
    assert witness is not None

    steps = [dict(step.split(" = ") for step in term.steps) for term in account_of(witness, registry).terms]
    shown = [(eval(step["retrieved"]), eval(step["relevant"])) for step in steps]
    lines = python_code.constructor(witness, registry).replace("REGISTRY.metric", "registry.metric")
    asked.clear()
    with redirect_stdout(printed := StringIO()):
        exec(lines, {"registry": registry})

    assert asked == shown == calls
    assert [type(relevant) for _, relevant in asked] == [type(relevant) for _, relevant in shown]
    assert sorted(printed.getvalue().split()) == sorted([witness.lhs, witness.rhs])


def test_a_set_is_written_in_one_order() -> None:
    many = Retrieval.of(["a"], relevant=[f"d{k}" for k in range(9)])
    assert taken_parts(spaces.retrieved_ids(), many)["relevant"] == f"{{{', '.join(repr(f'd{k}') for k in range(9))}}}"
    assert taken_parts(spaces.retrieved_ids(), Retrieval.of(["a"])) == {"retrieved": "['a']", "relevant": "set()"}
    assert taken_parts(spaces.binary_list, Judged.of([1])) == {}


def test_a_call_is_written_with_what_the_definition_takes() -> None:
    given = [Judged.of([0, 1])]
    assert call_text("m", given, {"k": 2}) == "m(Judged.of([0, 1]), k=2)"
    assert call_text("m", given, {"k": 2}, [spaces.binary_list]) == "m(Judged.of([0, 1]), k=2)"
    assert call_text("m", given, {"k": 2}, [spaces.retrieved_ids()]) == "m(['d2', 'd1'], {'d1'}, k=2)"
