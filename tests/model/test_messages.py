"""What is said to a person who declares or calls something wrong."""

from __future__ import annotations

from typing import Any

import pytest

import axiomatrix
from axiomatrix import REGISTRY, PositionWeights, Registry, axioms, metric, spaces


@pytest.fixture
def registry() -> Registry:
    return Registry(REGISTRY)


def nothing(a: Any, b: Any, **parameters: Any) -> int:
    """d(a, b) = 0"""
    return 0


def nothing_weighted(a: Any, b: Any, w: Any) -> int:
    """d(a, b; w) = 0"""
    return 0


def test_what_is_not_about_a_metric_is_refused_where_it_is_declared(registry: Registry) -> None:
    with pytest.raises(ValueError, match="swap does not apply"):
        metric("mine", holds=[axioms.swap], registry=registry)(nothing)
    with pytest.raises(ValueError, match="'w'"):
        weights = {"w": spaces.element_weights()}
        metric("mine", parameters=weights, holds=[axioms.scale_free("v", degree=1)], registry=registry)(
            nothing_weighted
        )
    assert "mine" not in registry.metrics


def test_an_option_that_there_is_not_is_refused_with_the_nearest(registry: Registry) -> None:
    for option, meant in (("hold", "holds"), ("fail", "fails"), ("parameter", "parameters"), ("argument", "arguments")):
        with pytest.raises(TypeError, match=f"did you mean {meant!r}"):
            metric("mine", registry=registry, **{option: []})  # type: ignore[arg-type]  # what the test is about
    with pytest.raises(TypeError, match="no option 'xyzzy'; its options are"):
        metric("mine", xyzzy=1)  # type: ignore[call-arg, arg-type]  # what the test is about


def test_a_class_is_no_definition(registry: Registry) -> None:
    class Mine:
        def __init__(self, a: Any) -> None:
            self.a = a

        def __call__(self, a: Any, b: Any) -> int:
            return 0

    with pytest.raises(ValueError, match="Mine is a class; a metric is a function"):
        metric("mine", registry=registry)(Mine)
    assert metric("mine", registry=registry)(Mine(0)).name == "mine"


def test_a_name_with_parameters_is_called_without_them() -> None:
    gain = REGISTRY.metric("nDCG@2")
    assert gain([1, 0, 1]) == REGISTRY.metric("ndcg")([1, 0, 1], k=2)
    assert gain([1, 0, 1], k=3) == REGISTRY.metric("ndcg")([1, 0, 1], k=3)
    assert REGISTRY.metric("P@2")([1, 0, 1]) == REGISTRY.metric("precision-at")([1, 0, 1], k=2)
    matrix = axiomatrix.check(gain, axioms=["range-zero-one"], profile="quick")
    assert matrix[gain, "range-zero-one"].metric == gain.name


def test_position_weights_say_where_they_begin() -> None:
    with pytest.raises(KeyError, match="begins at i = 2"):
        PositionWeights.of([1, 2])[1]


def test_a_place_beyond_the_last_is_explained(registry: Registry) -> None:
    @metric("mine", holds=["symmetry"], registry=registry)
    def mine(a: Any, b: Any) -> Any:
        """d(a, b) = the item at the last position"""
        return a.order[len(a)]

    (cell,) = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    assert "order[p - 1]" in cell.evidence.reason
    assert cell.evidence.fault is not None
    assert cell.evidence.fault.source == "return a.order[len(a)]"
