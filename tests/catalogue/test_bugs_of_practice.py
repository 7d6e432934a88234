"""Bugs that people report of their own metrics, written as such code is: an axiom sees each, and a right twin stands.

More of metrics of retrieved ids are in ``tests/spaces/test_retrieved_ids.py``, triples of top lists in
``tests/methods/test_orbits.py``, state in ``tests/engine/test_fresh.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from axiomatrix import REGISTRY, Registry, axioms, check, metric, spaces
from axiomatrix.model.axiom import Statement
from axiomatrix.values.retrieval import Retrieval

Definition = Callable[..., Any]

SCORED: dict[str, Any] = {"arguments": {"x": spaces.scored_list}, "kind": "score", "exact": False}
JUDGED: dict[str, Any] = {"arguments": {"x": spaces.graded_lists()}, "kind": "score", "exact": False}
RETRIEVED: dict[str, Any] = {"arguments": {"x": spaces.retrieved_ids()}, "kind": "score", "exact": False}
CUT: dict[str, Any] = {"parameters": {"k": spaces.cut_offs()}}


def verdicts(definition: Definition, options: dict[str, Any], *asked: Statement | str) -> dict[str, str]:
    """What becomes of the axioms, which are declared."""
    registry = Registry(REGISTRY)
    mine = metric("mine", holds=asked, registry=registry, **options)(definition)
    cells = check(mine, profile="quick", use_pins=False, registry=registry)
    return {cell.axiom: str(cell.evidence.verdict) for cell in cells if cell.claims}


# --- what is done with scores ------------------------------------------------------------------------------------


def reciprocal_rank_by(change: Callable[[Any], Any]) -> Definition:
    """The reciprocal rank of the first relevant item by falling changed score, below all that tie with it."""

    def reciprocal_rank(x: Any) -> float:
        """1 / how many items score no less than the best relevant one"""
        scores = [change(float(score)) for score in x.scores]
        best = [score for score, grade in zip(scores, x.grades, strict=True) if grade > 0 and score is not None]
        return 1 / sum(score is not None and score >= max(best) for score in scores) if best else 0.0

    return reciprocal_rank


def predicted_precision(x: Any) -> float:
    """The share of relevant items among those that score 1/2 and more"""
    shown = [float(g) for g, score in zip(x.grades, x.scores, strict=True) if score >= 0.5]
    return sum(shown) / len(shown) if shown else 0.0


def expected_gain(x: Any) -> float:
    """The mean gain where an item is shown with probability softmax(score)"""
    highest = max(map(float, x.scores))
    weights = [math.exp(float(score) - highest) for score in x.scores]
    return sum(w * float(g) for w, g in zip(weights, x.grades, strict=True)) / sum(weights)


SCORES_CHANGED = {
    "nothing": (reciprocal_rank_by(lambda score: score), False),
    "cut to whole numbers": (reciprocal_rank_by(int), True),
    "rounded to two digits": (reciprocal_rank_by(lambda score: round(score, 2)), True),
    "put into 32 bits": (reciprocal_rank_by(np.float32), True),
    "negative ones taken for padding": (reciprocal_rank_by(lambda score: None if score < 0 else score), True),
    "0 taken for no score": (reciprocal_rank_by(lambda score: score or None), True),
    "absolute": (reciprocal_rank_by(abs), True),
    "compared with a threshold": (predicted_precision, True),
    "made probabilities": (expected_gain, True),
    "clipped to [0, 1]": (reciprocal_rank_by(lambda score: min(max(score, 0.0), 1.0)), True),
}


@pytest.mark.parametrize(("definition", "is_wrong"), SCORES_CHANGED.values(), ids=SCORES_CHANGED)
def test_only_the_order_of_scores_matters(definition: Definition, is_wrong: bool) -> None:
    assert verdicts(definition, SCORED, "ordinal-invariance") == {
        "ordinal-invariance": "refuted" if is_wrong else "searched"
    }


# --- ties ----------------------------------------------------------------------------------------------------------


def best_case(x: Any, k: int) -> float:
    """P@k where relevant items come first among those of one score"""
    order = sorted(range(len(x)), key=lambda i: (-float(x.scores[i]), -int(x.grades[i])))
    return sum(float(x.grades[i]) for i in order[:k]) / int(k)


def in_input_order(x: Any, k: int) -> float:
    """P@k by a stable sort: ties stay in the order in which they came"""
    order = sorted(range(len(x)), key=lambda i: -float(x.scores[i]))
    return sum(float(x.grades[i]) for i in order[:k]) / int(k)


def mean_case(x: Any, k: int) -> float:
    """The mean of P@k over the orders of the ties"""
    left, hits = int(k), 0.0
    for bucket in x.buckets:
        taken = min(left, len(bucket))
        hits += taken * sum(float(x.grades[item - 1]) for item in bucket) / len(bucket)
        left -= taken
    return hits / int(k)


@pytest.mark.parametrize(
    ("definition", "wrong"),
    [
        (best_case, {"ties-do-not-pay", "constant-scorer-is-chance"}),
        (in_input_order, {"ties-do-not-pay", "constant-scorer-is-chance", "input-order-invariance"}),
        (mean_case, set()),
    ],
)
def test_ties_and_a_constant_scorer_are_worth_their_mean(definition: Definition, wrong: set[str]) -> None:
    found = verdicts(definition, SCORED | CUT, "ties-do-not-pay", "constant-scorer-is-chance", "input-order-invariance")
    assert {id for id, verdict in found.items() if verdict == "refuted"} == wrong
    assert set(found.values()) <= {"refuted", "searched"}


# --- divisors and ideals -------------------------------------------------------------------------------------------


def gain(grades: Any) -> float:
    """sum of the grades / log2(rank + 1)"""
    return sum(float(g) / math.log2(i + 1) for i, g in enumerate(grades, 1))


def precision_of_the_shown(x: Any, k: int) -> float:
    """rel(k) / min(k, n)"""
    shown = x.grades[:k]
    return sum(g > 0 for g in shown) / len(shown) if shown else 0.0


def average_precision_over(divisor: Callable[[int, int, int], int]) -> Definition:
    """AP@k over a divisor that is made of R, the hits and k."""

    def average_precision(x: Any, k: int) -> float:
        """sum of the precisions at the relevant ranks up to k / a divisor"""
        ranks = [i for i, g in enumerate(x.grades[:k], 1) if g > 0]
        below = divisor(int(x.R), len(ranks), int(k))
        return sum((hit + 1) / i for hit, i in enumerate(ranks)) / below if below else 0.0

    return average_precision


def ndcg(x: Any, k: int) -> float:
    """DCG@k / DCG@k of all judged items by falling grade"""
    best = gain(sorted((*x.grades, *x.missing), reverse=True)[:k])
    return gain(x.grades[:k]) / best if best else 0.0


def ndcg_of_the_shown(x: Any, k: int) -> float:
    """DCG@k / DCG@k of the shown items by falling grade"""
    best = gain(sorted(x.grades[:k], reverse=True))
    return gain(x.grades[:k]) / best if best else 0.0


def ndcg_of_a_longer_ideal(x: Any, k: int) -> float:
    """DCG@k / DCG of all judged items by falling grade, which are not cut at k"""
    best = gain(sorted((*x.grades, *x.missing), reverse=True))
    return gain(x.grades[:k]) / best if best else 0.0


ABOUT_DIVISORS = ("padding", "ideal-from-judgments", "ideal-is-one", "range-zero-one", "appending-relevant")
DIVISORS = {
    "nDCG": (ndcg, set()),
    "ideal of what is shown": (ndcg_of_the_shown, {"ideal-from-judgments", "appending-relevant"}),
    "ideal that is not cut": (ndcg_of_a_longer_ideal, {"ideal-is-one"}),
    "precision over what is shown": (precision_of_the_shown, {"padding", "ideal-is-one"}),
    "AP over min(k, R)": (average_precision_over(lambda R, hits, k: min(k, R)), set()),
    "AP over R": (average_precision_over(lambda R, hits, k: R), {"ideal-is-one"}),
    "AP over the hits": (
        average_precision_over(lambda R, hits, k: hits),
        {"ideal-from-judgments", "appending-relevant"},
    ),
    "AP over k": (average_precision_over(lambda R, hits, k: k), {"ideal-is-one"}),
}


@pytest.mark.parametrize(("definition", "wrong"), DIVISORS.values(), ids=DIVISORS)
def test_divisors_and_ideals(definition: Definition, wrong: set[str]) -> None:
    found = verdicts(definition, JUDGED | CUT, *ABOUT_DIVISORS)
    assert {id for id, verdict in found.items() if verdict == "refuted"} == wrong
    assert found.keys() == set(ABOUT_DIVISORS) and set(found.values()) <= {"refuted", "searched"}


# --- queries with nothing in them ----------------------------------------------------------------------------------


def scaled(x: Any) -> float:
    """DCG between that of the worst and of the best order of the list, and 1 where these are the same"""
    best, worst = gain(sorted(x.grades, reverse=True)), gain(sorted(x.grades))
    return (gain(x.grades) - worst) / (best - worst) if best > worst else 1.0


@pytest.mark.parametrize("value", [0, 1])
def test_a_convention_for_no_results_no_relevant_items_and_one_item_is_this_and_no_other(value: int) -> None:
    asked = (axioms.without_results(value), axioms.without_relevant_items(value), axioms.single_item(value))
    right = {"without-results", "without-relevant-items", "single-item"} if value else set()
    found = verdicts(scaled, JUDGED, *asked)
    assert {id for id, verdict in found.items() if verdict != "refuted"} == right
    assert found.keys() == {one.axiom.id for one in asked}


# --- an id that is retrieved twice ---------------------------------------------------------------------------------


def recall_with_repetition(retrieved: list[Any], relevant: Any, k: int) -> float:
    """relevant ids among the first k, each as often as it comes / all relevant ids"""
    return sum(one in relevant for one in retrieved[:k]) / len(relevant) if relevant else 0.0


def recall(retrieved: list[Any], relevant: Any, k: int) -> float:
    """relevant ids among the first k, each once / all relevant ids"""
    return len({*retrieved[:k]} & {*relevant}) / len(relevant) if relevant else 0.0


@pytest.mark.parametrize(("definition", "verdict"), [(recall_with_repetition, "refuted"), (recall, "searched")])
def test_an_id_that_is_retrieved_twice_counts_once(definition: Definition, verdict: str) -> None:
    found = verdicts(definition, RETRIEVED | CUT, "duplicates", "range-zero-one")
    assert found == {"duplicates": verdict, "range-zero-one": verdict}


def test_the_smallest_repetition_is_shown() -> None:
    registry = Registry(REGISTRY)
    mine = metric("mine", registry=registry, **RETRIEVED, **CUT)(recall_with_repetition)
    (cell,) = check(mine, axioms=["range-zero-one"], profile="quick", use_pins=False, registry=registry)
    witness = cell.evidence.witness
    assert witness is not None and witness.n == 2
    shown = spaces.retrieved_ids().decode(witness.instance["x"])
    assert isinstance(shown, Retrieval) and len({*shown.ids}) == 1
