"""Tied scores: bounds and means over their orders are those of going through every order of the documents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Registry, metric, spaces
from axiomatrix.engine.judged_run import Topic
from axiomatrix.engine.measures import Measure, parse_measure
from axiomatrix.numbers.balls import ends
from axiomatrix.studies.trec.values import ADDITIVE_METRICS, MONOTONE_METRICS, mean_over_ties, tie_range, value_on

NAMES = (
    "P_2", "recall_2", "success_2", "map", "map_cut_3", "Rprec", "bpref", "recip_rank", "ndcg", "ndcg_cut_3", "set_P",
    "set_recall", "set_F", "rbp[binary]:p=4/5", "rbp[gains]:p=4/5", "dcg[linear]:k=3", "dcg[exponential]:k=3",
    "ndcg[exponential]:k=3", "average-precision[retrieved]:k=2",
)  # fmt: skip


def topic_of(documents: list[tuple[int, int | None]]) -> Topic:
    """Scores and grades, two judged documents that are not retrieved, and two that nobody judged."""
    scores, grades = zip(*sorted(documents, key=lambda document: -document[0]), strict=True)
    names = tuple(f"d{k}" for k in range(len(documents)))
    return Topic("1", names, tuple(map(Fraction, scores)), tuple(grades), (1, 0), ("e", "f"))


documents = st.tuples(st.integers(0, 2), st.sampled_from([None, -1, 0, 1]))
topics = st.lists(documents, min_size=2, max_size=6).map(topic_of)


def every_order(topic: Topic, of: Measure) -> list[Fraction]:
    """The value in every order of the documents that keeps the scores falling, one by one."""
    groups = [[k for k, s in enumerate(topic.scores) if s == score] for score in dict.fromkeys(topic.scores)]
    orders = product(*map(permutations, groups))
    return [ends(value_on(topic.reordered([k for g in order for k in g]), of, 1).number)[0] for order in orders]


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=8, derandomize=True)
@given(topic=topics)
def test_bounds_and_mean_are_those_of_all_orders(name: str, topic: Topic) -> None:
    of = parse_measure(name)
    values = every_order(topic, of)
    found = tie_range(topic, of, 1)
    low, high = (found.low.lower_end, found.high.lower_end) if found else (values[0], values[0])
    assert abs(low - min(values)) < 1e-11 and abs(high - max(values)) < 1e-11
    assert found is None or found.is_exact
    mean = mean_over_ties(topic, of, 1)
    assert abs(ends(mean.number)[0] - sum(values) / len(values)) < 1e-11


def test_the_rules_for_many_orders_are_of_metrics_of_the_catalogue() -> None:
    assert set(REGISTRY.metrics) >= MONOTONE_METRICS > ADDITIVE_METRICS
    assert {
        found.metric.name for name in NAMES if (found := parse_measure(name)).metric is not None
    } >= MONOTONE_METRICS


def constant(n: int, relevant: int) -> Topic:
    """A topic of which all documents have one score."""
    grades = tuple(int(k < relevant) for k in range(n))
    return Topic("1", tuple(f"d{k}" for k in range(n)), (Fraction(1),) * n, grades, ())


def test_a_constant_scorer_has_exact_bounds_and_means_of_what_adds_up() -> None:
    topic = constant(300, 30)
    found = tie_range(topic, parse_measure("P_10"), 1)
    assert found is not None and (found.low.number, found.high.number, found.is_exact) == (0, 1, True)
    assert found.orders > 10**40
    assert mean_over_ties(topic, parse_measure("P_10"), 1).lower_end == Fraction(1, 10)
    first = [Fraction(comb(300 - j, 29), comb(300, 30)) / j for j in range(1, 272)]  # the first relevant one at rank j
    assert mean_over_ties(topic, parse_measure("recip_rank"), 1).lower_end == sum(first)


def test_what_cannot_be_exhausted_is_said() -> None:
    mean = mean_over_ties(constant(300, 30), parse_measure("bpref"), 1)
    assert mean.is_unknown and mean.printed() == "unknown" and "about 10^" in mean.undefined
    found = tie_range(constant(300, 30), parse_measure("average-precision[retrieved]:k=2"), 1)
    assert found is not None and not found.is_exact


def test_a_topic_without_ties_that_matter_has_no_range() -> None:
    scores = tuple(map(Fraction, (3, 2, 2)))
    for grades in ((1, 0, 0), (0, 1, 2)):
        assert tie_range(Topic("1", ("a", "b", "c"), scores, grades, ()), parse_measure("map"), 1) is None
    assert tie_range(Topic("1", ("a", "b", "c"), scores, (0, 1, 2), ()), parse_measure("ndcg"), 1) is not None


def users(definition: Callable[..., Any], space: spaces.Space, *, exact: bool = True) -> Measure:
    register = metric("mine", kind="score", arguments={"x": space}, exact=exact, registry=Registry(REGISTRY))
    return Measure("mine", register(definition))


def test_the_ties_of_a_users_metric_are_gone_through_whatever_it_does() -> None:
    topic = Topic("1", tuple("abcd"), tuple(map(Fraction, (2, 2, 2, 1))), (1, 0, None, 1), ())
    last = users(lambda x: x[3] + x[2] * x[4], spaces.binary_list)
    found = tie_range(topic, last, 1)
    assert found is not None and (found.low.number, found.high.number, found.orders) == (0, 1, 3)
    assert mean_over_ties(topic, last, 1).lower_end == Fraction(2, 3)


def test_ties_of_ids_and_of_floats() -> None:
    topic = Topic("1", tuple("ab"), (Fraction(1), Fraction(1)), (1, None), ())
    first = users(lambda retrieved, relevant: float(retrieved[0] in relevant), spaces.retrieved_ids(), exact=False)
    found = tie_range(topic, first, 1)
    assert found is not None and (found.low.number, found.high.number) == (0.0, 1.0)
    assert mean_over_ties(topic, first, 1).number == 0.5
