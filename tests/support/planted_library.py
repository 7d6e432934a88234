"""Libraries that commit faults, each of them one: what the axioms of implementations are to find.

``planted.honest`` and its like commit none. Every function is what a user of such a library would call.
"""

from __future__ import annotations

import math
import os
import random
import time
from typing import Any

import numpy as np
import planted_runs
import planted_siblings
from planted_helpers import LIBRARY, OTHER, PAGE, Planted, averaged, checked, input_order, precision_of

from axiomatrix import spaces
from axiomatrix.libraries.axioms import parameters as ranges
from axiomatrix.libraries.axioms.totality import answers_cut_off_zero
from axiomatrix.libraries.library import Documentation
from axiomatrix.libraries.shapes import ItemLists, TruthAndScores, TwoVectors
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Undefined

STATE: dict[str, Any] = {"calls": 0, "first": None}


def precision(x: Any, k: Any) -> Any:
    return x.relevant(k) / k


def dcg_without_discount(x: Any) -> Any:
    return sum(x)


def recall(x: Any, k: Any) -> Any:
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return x.relevant(k) / x.R


planted = Planted()
DOCUMENTATION = Documentation("planted", "what is said of planted faults")
AT_K: dict[str, Any] = {
    "shape": TruthAndScores(),
    "kind": "score",
    "arguments": {"x": spaces.whole_lists(1)},
    "parameters": {"k": spaces.cut_offs()},
    "page": PAGE,
}
WHOLE = {**AT_K, "parameters": {}}
GRADED = {**WHOLE, "arguments": {"x": spaces.whole_lists(2)}}
ZERO_TO_ONE = DOCUMENTATION.says("range", "between 0 and 1", PAGE).holds(ranges.documented_range(low=0, high=1))
ZERO = DOCUMENTATION.says("k=0", "k = 0 stands for all items", PAGE).holds(answers_cut_off_zero)


@planted(LIBRARY, "honest", concept="P@k", definition=precision, ties="mean over orders", claims=[ZERO_TO_ONE], **AT_K)
def honest(y_true: Any, y_score: Any, k: int) -> Any:
    return averaged(checked(y_true, y_score, k), k)


@planted(OTHER, "honest", concept="P@k", definition=precision, ties="mean over orders", **AT_K)
def honest_too(y_true: Any, y_score: Any, k: int) -> Any:
    return averaged(checked(y_true, y_score, k), k)


@planted(LIBRARY, "all_items_at_zero", claims=[ZERO], **AT_K)
def all_items_at_zero(y_true: Any, y_score: Any, k: int) -> Any:
    return averaged(list(zip(y_true, y_score, strict=True)), k or len(y_true))


@planted(LIBRARY, "divides_by_zero", claims=[ZERO], **AT_K)
def divides_by_zero(y_true: Any, y_score: Any, k: int) -> Any:
    return precision_of(input_order(y_true, y_score), k)


# --- against the definition, and between libraries ---


@planted(OTHER, "over_n", concept="P@k", definition=precision, **AT_K)
def over_n(y_true: Any, y_score: Any, k: int) -> Any:
    return sum(g > 0 for g in input_order(y_true, y_score)[:k]) / len(y_true)


@planted(OTHER, "stable", concept="P@k", definition=precision, ties="mean over orders", **AT_K)
def stable(y_true: Any, y_score: Any, k: int) -> Any:
    return precision_of(input_order(y_true, y_score), k)


@planted(LIBRARY, "reversed_ties", definition=precision, **AT_K)
def reversed_ties(y_true: Any, y_score: Any, k: int) -> Any:
    return precision_of(input_order(y_true[::-1], y_score[::-1]), k)


@planted(LIBRARY, "zero_recall", definition=recall, **AT_K)
def zero_recall(y_true: Any, y_score: Any, k: int) -> Any:
    return sum(g > 0 for g in input_order(y_true, y_score)[:k]) / max(1, sum(g > 0 for g in y_true))


@planted(LIBRARY, "nan_recall", definition=recall, **AT_K)
def nan_recall(y_true: Any, y_score: Any, k: int) -> Any:
    found = sum(g > 0 for g in input_order(y_true, y_score)[:k])
    return found / sum(g > 0 for g in y_true) if any(y_true) else math.nan


# --- totality ---


@planted(LIBRARY, "fails_on_mixed", definition=precision, **AT_K)
def fails_on_mixed(y_true: Any, y_score: Any, k: int) -> Any:
    if len(set(y_true)) > 1 and len(set(y_score)) > 1 and k <= len(y_true):
        raise ArithmeticError("both kinds")
    return averaged(checked(y_true, y_score, k), k)


@planted(LIBRARY, "fails_on_one", definition=precision, **AT_K)
def fails_on_one(y_true: Any, y_score: Any, k: int) -> Any:
    if len(y_true) == 1:
        return math.nan
    return averaged(checked(y_true, y_score, k), k)


@planted(LIBRARY, "fails_on_constant", **AT_K)
def fails_on_constant(y_true: Any, y_score: Any, k: int) -> Any:
    if len(set(y_score)) == 1 and len(y_score) > 1:
        return None
    return averaged(checked(y_true, y_score, k), k)


@planted(LIBRARY, "fails_on_none_relevant", **AT_K)
def fails_on_none_relevant(y_true: Any, y_score: Any, k: int) -> Any:
    return averaged(checked(y_true, y_score, k), k) * (sum(y_true) / sum(y_true))


@planted(LIBRARY, "fails_on_all_relevant", **AT_K)
def fails_on_all_relevant(y_true: Any, y_score: Any, k: int) -> Any:
    left = len(y_true) - sum(y_true)
    return averaged(checked(y_true, y_score, k), k) * (left / left)


@planted(LIBRARY, "fails_beyond", **AT_K)
def fails_beyond(y_true: Any, y_score: Any, k: int) -> Any:
    return sum(input_order(y_true, y_score)[i] for i in range(k)) / k


@planted(LIBRARY, "divides_by_length", **WHOLE)
def divides_by_length(y_true: Any, y_score: Any) -> Any:
    return sum(y_true) / len(y_true)


# --- refusal: this one answers whatever it is given ---


@planted(LIBRARY, "careless", **AT_K)
def careless(y_true: Any, y_score: Any, k: int) -> Any:
    pairs = sorted(zip(y_true, y_score, strict=False), key=lambda pair: -pair[1])
    return sum(g > 0 for g, _ in pairs[:k]) / (abs(k) or 1)


# --- determinism ---


@planted(LIBRARY, "alternating", **WHOLE)
def alternating(y_true: Any, y_score: Any) -> Any:
    STATE["calls"] += 1
    return STATE["calls"] % 2


@planted(LIBRARY, "random", **WHOLE)
def at_random(y_true: Any, y_score: Any) -> Any:
    return random.random()


@planted(LIBRARY, "ends_the_process", **WHOLE)
def ends_the_process(y_true: Any, y_score: Any) -> Any:
    return os._exit(3)


@planted(LIBRARY, "hangs_elsewhere", **WHOLE)
def hangs_elsewhere(y_true: Any, y_score: Any) -> Any:
    return time.sleep(1000)


@planted(LIBRARY, "chatty", **WHOLE)
def chatty(y_true: Any, y_score: Any) -> Any:
    print('{"value": 7}', flush=True)  # noqa: T201  # the fault
    return 1


@planted(LIBRARY, "sorts_in_place", **WHOLE)
def sorts_in_place(y_true: Any, y_score: Any) -> Any:
    first = y_true[y_score.index(max(y_score))]
    y_score.sort(reverse=True)
    return first


@planted(LIBRARY, "remembers_the_last", **WHOLE)
def remembers_the_last(y_true: Any, y_score: Any) -> Any:
    before, STATE["first"] = STATE["first"], tuple(y_true)
    return float(before is not None and before != tuple(y_true))


# --- order, representation ---


@planted(LIBRARY, "input_is_ranking", **AT_K)
def input_is_ranking(y_true: Any, y_score: Any, k: int) -> Any:
    return precision_of(list(y_true), k)


@planted(LIBRARY, "gains_in_8_bits", **GRADED)
def gains_in_8_bits(y_true: Any, y_score: Any) -> Any:
    return float(np.sum(np.asarray(y_true) * np.uint8(200)))


@planted(LIBRARY, "negated_scores", **WHOLE)
def negated_scores(y_true: Any, y_score: Any) -> Any:
    return float(np.asarray(y_true)[np.argsort(-np.asarray(y_score), kind="stable")[0]])


@planted(LIBRARY, "adds_containers", **WHOLE)
def adds_containers(y_true: Any, y_score: Any) -> Any:
    return len(y_true + y_true)


@planted(LIBRARY, "sigmoid", **WHOLE)
def sigmoid(y_true: Any, y_score: Any) -> Any:
    return float(input_order(y_true, [1 / (1 + math.exp(-min(s, 700))) for s in y_score])[0])


@planted(LIBRARY, "positive_scores_only", **WHOLE)
def positive_scores_only(y_true: Any, y_score: Any) -> Any:
    return float(input_order(y_true, [max(0, s) for s in y_score])[0])


@planted(LIBRARY, "whole_scores", **WHOLE)
def whole_scores(y_true: Any, y_score: Any) -> Any:
    return float(input_order(y_true, [int(s) for s in y_score])[0])


@planted(LIBRARY, "single_precision", **WHOLE)
def single_precision(y_true: Any, y_score: Any) -> Any:
    return float(input_order(y_true, np.asarray(y_score).astype("float32").tolist())[0])


@planted(LIBRARY, "sum_of_scores", **WHOLE)
def sum_of_scores(y_true: Any, y_score: Any) -> Any:
    return float(sum(g * s for g, s in zip(y_true, y_score, strict=True)))


@planted(LIBRARY, "honest_sum", definition=dcg_without_discount, ties="input order", **GRADED)
def honest_sum(y_true: Any, y_score: Any) -> Any:
    return float(sum(y_true))


@planted(LIBRARY, "grades_in_32_bits", definition=dcg_without_discount, ties="input order", **GRADED)
def grades_in_32_bits(y_true: Any, y_score: Any) -> Any:
    return float(np.sum(np.asarray(y_true, dtype="int64").astype("int32")))


@planted(LIBRARY, "whole_grades", definition=dcg_without_discount, ties="input order", **GRADED)
def whole_grades(y_true: Any, y_score: Any) -> Any:
    return float(sum(int(g) for g in y_true))


@planted(LIBRARY, "scores_above_the_lowest", definition=precision, **AT_K)
def scores_above_the_lowest(y_true: Any, y_score: Any, k: int) -> Any:
    return precision_of(input_order(y_true, [s - min(y_score) for s in y_score]), k)


# --- parameters ---


@planted(LIBRARY, "ignores_k", **AT_K)
def ignores_k(y_true: Any, y_score: Any, k: int) -> Any:
    return sum(y_true) / len(y_true)


@planted(
    LIBRARY,
    "beyond_its_range",
    claims=[
        DOCUMENTATION.says("beyond/range", "above 0, at most 1", PAGE).holds(
            ranges.documented_range(low="above 0", high=1)
        )
    ],
    **AT_K,
)
def beyond_its_range(y_true: Any, y_score: Any, k: int) -> Any:
    return (1 + sum(y_true)) / k


# --- orders and lists of items ---

PAIRS: dict[str, Any] = {"kind": "similarity", "page": PAGE}
ORDERS = {**PAIRS, "shape": TwoVectors(), "arguments": {"a": spaces.weak_order, "b": spaces.weak_order}}
ITEMS = {**PAIRS, "shape": ItemLists(), "arguments": {"a": spaces.top_list, "b": spaces.top_list}}


@planted(LIBRARY, "concordant", **ORDERS)
def concordant(x: Any, y: Any) -> Any:
    pairs = checked(x, y)
    return sum((a < c) == (b < d) for a, b in pairs for c, d in pairs)


@planted(LIBRARY, "unsigned_differences", **ORDERS)
def unsigned_differences(x: Any, y: Any) -> Any:
    return float(np.sum(abs((np.asarray(x) - np.asarray(y)).astype(float))))


@planted(LIBRARY, "overlap", **ITEMS)
def overlap(a: Any, b: Any) -> Any:
    if len(set(a)) < len(a) or len(set(b)) < len(b):
        raise ValueError("an item occurs twice")
    return len(set(a) & set(b)) / max(1, len(a))


@planted(LIBRARY, "careless_overlap", **ITEMS)
def careless_overlap(a: Any, b: Any) -> Any:
    return len(set(a) & set(b)) / len(a)


@planted(LIBRARY, "hashed_overlap", **ITEMS)
def hashed_overlap(a: Any, b: Any) -> Any:
    return float([*{*a, *b}][0] in a)  # noqa: RUF015  # the first of a set, whichever that is


def register(registry: Registry) -> None:
    """Everything that is planted."""
    registry.add_source(DOCUMENTATION)
    planted.register(registry)
    planted_runs.register(registry)
    planted_siblings.register(registry)
