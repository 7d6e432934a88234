"""Losses of scores as Kendall distances: answers, certificates both ways, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import levels, linear_discount
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.spaces.lists import JudgedLists
from axiomatrix.studies import express as losses
from axiomatrix.studies.express import CostTable, LossAnalysis, Refutation, express, is_confirmed

REGISTRY = load_catalogue()


def scores() -> list[Metric]:
    return [
        metric
        for metric in REGISTRY.metrics.values()
        if metric.kind in ("score", "loss")
        and list(metric.arguments) == ["x"]
        and isinstance(metric.arguments["x"], JudgedLists)
    ]


def answers(name: str, n: int = 4) -> dict[str, LossAnalysis]:
    everything = express(REGISTRY.metric(name), n)
    return {", ".join(f"{key} = {value}" for key, value in answer.parameters.items()): answer for answer in everything}


@pytest.mark.parametrize("metric", scores(), ids=lambda metric: metric.name)
def test_every_answer_stands_on_the_values_alone(metric: Metric) -> None:
    for answer in express(metric, 3):
        assert all(is_confirmed(metric, table) for table in answer.tables)
        assert answer.refutation is None or is_confirmed(metric, answer.refutation)


@pytest.mark.parametrize("name", ["average-precision[whole]", "reciprocal-rank", "err[graded]", "rbp[binary]"])
def test_map_mrr_err_and_rbp_are_no_kendall_distance_from_three_items_on(name: str) -> None:
    for answer in answers(name).values():
        assert answer.reach == 3
        assert answer.refutation is not None
        assert not any(answer.verdicts.values())


def test_precision_at_k_is_a_distance_only_where_the_cut_off_cuts_nothing() -> None:
    found = answers("precision-at")
    assert found["k = 1"].refutation is not None
    assert found["k = 4"].refutation is None
    assert all(not cost for table in found["k = 4"].tables for cost in table.costs.values())


def test_dcg_is_a_distance_with_linear_discounts() -> None:
    standing = [a.parameters["discount"] for a in express(REGISTRY.metric("dcg[any]"), 4) if a.refutation is None]
    steps = [{d[i] - d[i + 1] for i in range(1, 4)} for d in standing]
    assert len(standing) >= 2
    assert all(len(step) == 1 for step in steps)
    assert not any(answer.verdicts["K_D"] for answer in express(REGISTRY.metric("dcg[linear]"), 3))


def test_the_misplaced_pairs_are_their_own_distance() -> None:
    (answer,) = answers("kendall-relevance").values()
    assert answer.verdicts == {"K": True, "K_w": True, "K_D": True}


def test_a_logarithmic_discount_needs_two_position_weights_for_two_lists() -> None:
    dcg, linear = REGISTRY.metric("dcg[linear]"), REGISTRY.metric("dcg[any]")
    discount = next(v for v in linear.parameters["discount"].enumerate(3) if [v[i] for i in (1, 2, 3)] == [5, 4, 3])
    small, large = (2, 1, 0), (2, 2, 1)
    assert losses.needs_two_position_weights(dcg, small, large, {"k": 3})
    assert not losses.needs_two_position_weights(linear, small, large, {"discount": discount})
    a, b = losses.second_step(linear, small, {"discount": discount})
    assert a == b  # t = 1


@pytest.mark.parametrize(
    ("name", "p"), [("rbp[gains]", fmpq(1, 2)), ("rbp[gains]", fmpq(4, 5)), ("err[gains]", fmpq(1))]
)
def test_rbp_and_err_need_two_position_weights_for_two_lists(name: str, p: Any) -> None:
    one, other = (fmpq(1), fmpq(1, 2), fmpq(0)), (fmpq(1), fmpq(1, 4), fmpq(0))
    assert losses.needs_two_position_weights(REGISTRY.metric(name), one, other, {"p": p})


def test_an_altered_certificate_is_refused() -> None:
    metric = REGISTRY.metric("reciprocal-rank")
    (answer,) = answers("reciprocal-rank").values()
    assert answer.refutation is not None
    first, second = answer.refutation.exchanges
    for wrong in ((first, first), (first, replace(second, after=second.before)), (first,)):
        assert not is_confirmed(metric, Refutation({}, wrong))
    table = next(table for table in answer.tables if table.costs)
    assert not is_confirmed(metric, CostTable(table.grades, {}, {pair: cost + 1 for pair, cost in table.costs.items()}))


def table(**costs: Any) -> CostTable:
    levels_of: dict[tuple[Any, Any], Any] = {(int(k[2]), int(k[1])): Fraction(v) for k, v in costs.items()}
    return CostTable((3, 2, 1, 0), {}, levels_of)


def test_costs_are_told_apart() -> None:
    product = table(d01=2, d02=3, d03=5, d12=6, d13=10, d23=15)
    assert product.is_product and not product.is_constant and product.is_pseudometric is False
    assert not table(d01=2, d02=3, d03=5, d12=6, d13=10, d23=14).is_product
    assert not table(d01=0, d02=1, d03=1, d12=1, d13=1, d23=1).is_product
    assert table(d01=1, d02=1, d03=1, d12=1, d13=1, d23=1).is_constant


def test_the_lemma_on_linear_discounts_fails_for_other_definitions() -> None:
    assert linear_discount.LEMMA.failure(REGISTRY, 5) is None
    for row in (linear_discount.DCG, levels.KENDALL):
        made = Registry(REGISTRY)
        metric = REGISTRY.metric(row)
        made.metrics[row] = replace(metric, definition=lambda *v, _d=metric.definition, **named: 3 * _d(*v, **named))
        assert linear_discount.LEMMA.failure(made, 3) is not None
