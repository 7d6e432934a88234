"""Traces: a value in symbols and in numbers, computed from the definition."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

import axiomatrix
from axiomatrix import REGISTRY, ElementWeights, PositionWeights, Ranking, Registry, Similarity, spaces
from axiomatrix.evidence.account.trace import Trace, trace
from axiomatrix.model.registry import metric
from axiomatrix.numbers.exact import Whole, log, rational, sqrt
from axiomatrix.spaces import all_rankings

GENERIC = {
    "w": ElementWeights.of([2, 3, 5]),
    "delta": PositionWeights.of([7, "11/2"]),
    "D": Similarity.of([[0, 3, 4], [3, 0, 5], [4, 5, 0]]),
}
COUNTING = {
    *("kendall", "hamming", "cayley", "ulam", "kendall-tau", "kendall-normalised", "weighted-tau[symmetric]"),
    *(
        "weighted-tau[first]",
        "tau-b-distance[rankings]",
        "gamma-distance[rankings]",
        "target-displacement",
        "top-down-correlation",
    ),
}
"""They count, or look items up by their position: no number that they are given enters what they return."""
TRACEABLE = [
    name for name, row in REGISTRY.metrics.items() if row.takes_rankings and set(row.parameters) <= set(GENERIC)
]


def evaluated(expression: str, names: dict[str, Any]) -> Any:
    """The expression by Python's own rules, every literal an exact rational."""
    literals = re.sub(r"\[[^]]*\]|\d+", lambda m: m[0] if m[0][0] == "[" else f"Whole({m[0]})", expression)
    return eval(literals, {"Whole": Whole, "sqrt": sqrt, "log": log, "abs": abs, **names})


@pytest.mark.parametrize("name", TRACEABLE)
def test_traces_say_in_symbols_and_in_numbers_what_the_value_is(name: str) -> None:
    chosen = REGISTRY.metric(name)
    parameters = {key: GENERIC[key] for key in chosen.parameters}
    for a, b in product(all_rankings(3), repeat=2):
        value = axiomatrix.exact.exact_value(chosen.evaluate(a, b, parameters), name)
        traced = trace(chosen, (a, b), parameters, value, ("a", "b"))
        if traced is None:
            assert name in COUNTING or value == 0 or a == b
            continue
        names = {**parameters, "a": a, "b": b}
        assert evaluated(traced.whole.symbols, names) == value
        assert evaluated(traced.whole.numbers, names) == value
        assert sum(evaluated(term.symbols, names) for term in traced.terms) == value
        assert traced.whole.value == str(value)


def test_a_trace_that_would_be_wrong_is_left_out() -> None:
    kendall = REGISTRY.metric("kendall-element")
    a, b = Ranking.identity(3), Ranking.identity(3).reversed()
    w = {"w": GENERIC["w"]}
    assert isinstance(trace(kendall, (a, b), w, rational(31), ("a", "b")), Trace)
    assert trace(kendall, (a, b), w, rational(30), ("a", "b")) is None


@pytest.mark.parametrize(
    "definition",
    [
        lambda a, b, w: float(w[1]),
        lambda a, b, w: {2: 1}[w[1]],
        lambda a, b, w: 1 / 0,
        lambda a, b, w: w[1] ** w[2],
        lambda a, b, w: axiomatrix.exact.log(w[1]),
        lambda a, b, w: sum(w[1] for _ in range(5000)),
        lambda a, b, w: 3,
    ],
)
def test_what_expressions_cannot_follow_has_no_trace(definition: Any) -> None:
    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    for value in (rational(1), rational(2), rational(3)):
        assert trace(made, (a, a), {"w": GENERIC["w"]}, value, ("a", "b")) is None


def test_operations_keep_their_parentheses() -> None:
    def definition(a: Any, b: Any, w: Any) -> Any:
        x, y, z = w[1], w[2], w[3]
        p, q = a[3], a[2]
        parts = [
            x - (y - z),
            -(x + y) * z / (x / y),
            abs(-x) ** 2,
            1 / (x * y),
            2 - x,
            3 * (+z),
            7 // p,
            5 % q,
            q // 2,
            p % 2,
        ]
        return parts[0] - sum(parts[1:]) * (p - q - 3) / (2 * p)

    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    w = ElementWeights.of(["3/2", 2, 7])
    value = axiomatrix.exact.exact_value(definition(a, a, w), "m")
    traced = trace(made, (a, a), {"w": w}, value, ("a", "b"))
    assert traced is not None
    assert evaluated(traced.whole.symbols, {"w": w, "a": a}) == value
    assert evaluated(traced.whole.numbers, {}) == value


def test_a_cache_in_a_definition_never_keeps_traced_numbers() -> None:
    seen: list[Any] = []

    def definition(a: Any, b: Any, w: Any) -> Any:
        seen.append({w[1]: 1})
        return w[1]

    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    assert trace(made, (a, a), {"w": GENERIC["w"]}, rational(2), ("a", "b")) is None
    assert not seen
