"""Every axiom about effectiveness has a known violator, whose minimal witness is asserted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from axioms_effectiveness import (
    BINARY,
    CUT,
    GRADED,
    RETRIEVED,
    RUNS,
    SCORED,
    average_precision,
    average_precision_of_the_found,
    best_of_top_bucket,
    best_precision,
    cell_of,
    dcg,
    evenly,
    exponential,
    first_by_name,
    first_given,
    first_precision,
    found,
    from_below,
    gain,
    harmonic,
    harmonic_at,
    hits,
    irrelevant,
    optimistic_precision,
    optimistic_recall,
    over_the_best_order,
    precision,
    precision_at,
    precision_of_the_answered,
    recall,
    reciprocal_rank,
    scores_of_the_relevant,
    top_in_input_order,
)

from axiomatrix import axioms
from axiomatrix.evidence.evidence import NO_INSTANCE
from axiomatrix.evidence.status import status_of
from axiomatrix.evidence.witness import replay


@dataclass
class Violator:
    """A definition that breaks an axiom, and the witness that is asserted."""

    definition: Callable[..., Any]
    options: dict[str, Any]
    n: int
    instance: dict[str, Any]
    sides: str
    parameters: dict[str, Any] = field(default_factory=dict)
    theirs: tuple[Any, ...] = ()


@dataclass
class NotShown:
    """A definition for which there is no instance of an existential axiom."""

    definition: Callable[..., Any]
    options: dict[str, Any]
    cases: int


def x(*grades: int, missing: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"grades": list(map(str, grades)), "missing": list(map(str, missing))}


def scored(*items: tuple[int, int]) -> dict[str, Any]:
    grades, scores = zip(*items, strict=True)
    return {"grades": list(map(str, grades)), "scores": list(map(str, scores)), "missing": []}


def retrieved(*ids: str, relevant: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"retrieved": list(ids), "relevant": [[one, "1"] for one in relevant]}


BINARY_AT = {**BINARY, **CUT}

VIOLATORS: dict[str, Violator | NotShown] = {
    "range-zero-one": Violator(found, BINARY, 2, {"x": x(1, 1)}, "2 <= 1"),
    "boundedness": Violator(found, BINARY, 2, {"x": x(1, 1)}, "2 <= 1"),
    "ideal-attains-maximum": Violator(from_below, BINARY, 2, {"x": x(0, 1)}, "2 <= 1"),
    "ideal-is-one": Violator(precision_at, BINARY_AT, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}),
    "worst-attains-minimum": Violator(from_below, BINARY, 2, {"x": x(1, 0)}, "1 >= 2"),
    "swap": Violator(from_below, BINARY, 2, {"x": x(0, 1), "ij": [1, 2]}, "2 <= 1"),
    "swap-strict": Violator(reciprocal_rank, BINARY, 3, {"x": x(1, 0, 1), "ij": [2, 3]}, "1 < 1"),
    "replacement": Violator(irrelevant, BINARY, 1, {"x": x(0, missing=(1,)), "i": 1, "j": 1}, "1 <= 0"),
    "replacement-strict": Violator(reciprocal_rank, BINARY, 2, {"x": x(1, 0, missing=(1,)), "i": 2, "j": 1}, "1 < 1"),
    "consistency-in-relevance": Violator(average_precision, BINARY, 3, {"x": x(1, 0, 0), "i": 3, "g": "1"}, "1 <= 5/6"),
    "monotone-in-depth": Violator(precision_at, BINARY_AT, 2, {"x": x(1, 0), "g": "0"}, "1 <= 1/2", {"k": "1"}),
    "padding": Violator(precision, BINARY, 1, {"x": x(1)}, "1 == 1/2"),
    "appending-relevant": Violator(
        average_precision_of_the_found, BINARY, 2, {"x": x(1, 0, missing=(1,)), "j": 1}, "1 <= 5/6"
    ),
    "ideal-from-judgments": Violator(
        over_the_best_order, BINARY, 2, {"x": x(1, 0, missing=(1,)), "ij": [3, 1]}, "1 <= 8/9"
    ),
    "without-results": Violator(optimistic_precision, BINARY, 1, {"x": x(0, missing=(1,))}, "1 == 0"),
    "without-relevant-items": Violator(
        optimistic_recall, {**BINARY, "holds": [axioms.without_relevant_items()]}, 1, {"x": x(0)}, "1 == 0"
    ),
    "single-item": Violator(
        precision_at, {**BINARY_AT, "holds": [axioms.single_item()]}, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}
    ),
    "convergence": Violator(reciprocal_rank, BINARY, 2, {"x": x(1, 0, missing=(1,)), "ij": [2, 3]}, "1 < 1"),
    "top-weightedness": Violator(precision_at, BINARY_AT, 2, {"x": x(0, 1), "ij": [1, 2]}, "1/2 < 1/2", {"k": "2"}),
    "localization": Violator(recall, BINARY, 1, {"x": x(1, missing=(1,))}, "1/2 == 1"),
    "completeness": Violator(recall, BINARY, 1, {"x": x(0)}, "0 == 1"),
    "realizability": Violator(precision_at, BINARY_AT, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}),
    "priority": Violator(precision, BINARY, 2, {"x": x(0, 1), "i": 1}, "1/2 < 1/2"),
    "deepness": Violator(
        evenly, {**BINARY, "holds": [axioms.deepness]}, 4, {"x": x(0, 1, 0, 1), "ij": [1, 3]}, "195 > 195"
    ),
    "deepness-threshold": NotShown(dcg, BINARY, cases=1 + 2 + 3),
    "closeness-threshold": NotShown(reciprocal_rank, BINARY, cases=1 + 2 + 3),
    "confidence": Violator(harmonic, BINARY, 1, {"x": x(1)}, "1 > 1"),
    "equal-spacing": Violator(harmonic, BINARY, 3, {"x": x(1, 1, 1)}, "1/3 == 1/6"),
    "lexicographic": Violator(precision, BINARY, 2, {"x": x(0, 1)}, "1/2 < 1/2"),
    "order-inside-top-matters": Violator(
        precision_at, BINARY_AT, 2, {"x": x(1, 0), "ij": [1, 2]}, "1/2 != 1/2", {"k": "2"}
    ),
    "ignores-order-inside-top": Violator(
        harmonic_at, BINARY_AT, 2, {"x": x(1, 0), "ij": [1, 2]}, "1 == 1/2", {"k": "2"}
    ),
    "monotone-in-cut-off": Violator(precision_at, BINARY_AT, 1, {"x": x(1)}, "1 <= 1/2", {"k": "1"}),
    "set-completeness": Violator(precision, BINARY, 2, {"x": x(1, 0)}, "1/2 == 1"),
    "levels-matter": NotShown(found, {**BINARY, "any_grade": True}, cases=3 * (1 + 4 + 12)),
    "ignores-levels": Violator(gain, GRADED, 1, {"x": x(1), "i": 1}, "1 == 2"),
    "better-if-all-are-better": Violator(average_precision, GRADED, 1, {"x": x(1)}, "1 < 1"),
    "gain-doubles": Violator(
        exponential, {**GRADED, "holds": [axioms.gain_doubles()]}, 1, {"x": x(1), "i": 1}, "1 <= 1/2"
    ),
    "binary-special-case": Violator(
        harmonic,
        {**GRADED, "holds": [axioms.binary_special_case("theirs")]},
        2,
        {"x": x(0, 1)},
        "1/2 == 1",
        theirs=(found, BINARY),
    ),
    "ordinal-invariance": Violator(scores_of_the_relevant, SCORED, 1, {"x": scored((1, 0)), "i": 1}, "0 == 1"),
    "tie-permutation-invariance": Violator(
        top_in_input_order, SCORED, 2, {"x": scored((0, 0), (1, 0)), "ij": [1, 2]}, "0 == 1"
    ),
    "input-order-invariance": Violator(first_given, SCORED, 2, {"x": scored((0, 0), (1, 0)), "ij": [1, 2]}, "0 == 1"),
    "ties-do-not-pay": Violator(best_of_top_bucket, SCORED, 2, {"x": scored((0, 0), (1, 0))}, "1 <= 1/2"),
    "constant-scorer-is-chance": Violator(top_in_input_order, SCORED, 2, {"x": scored((0, 0), (1, 0))}, "0 == 1/2"),
    "duplicates": Violator(hits, RETRIEVED, 2, {"x": retrieved("d1", "d1", relevant=("d1",))}, "2 <= 1"),
    "id-invariance": Violator(first_by_name, RETRIEVED, 2, {"x": retrieved("d1", "d2", relevant=("d2",))}, "0 == 1"),
    "query-order-invariance": Violator(first_precision, RUNS, 1, {"x": [x(0), x(1)]}, "0 == 1"),
    "leaving-out-a-query": Violator(precision_of_the_answered, RUNS, 1, {"x": [x(0), x(1)]}, "1 <= 1/2"),
    "mean-over-queries": Violator(
        best_precision,
        {**RUNS, "holds": [axioms.mean_over_queries("theirs")]},
        1,
        {"x": [x(0), x(1)]},
        "2 == 1",
        theirs=(precision, BINARY),
    ),
}


@pytest.mark.parametrize("id", VIOLATORS)
def test_known_violator(id: str) -> None:
    known = VIOLATORS[id]
    if isinstance(known, NotShown):
        evidence = cell_of(known.definition, id, **known.options)[0].evidence
        assert (evidence.verdict, evidence.why, evidence.witness) == ("exhausted", NO_INSTANCE, None)
        assert (status_of(evidence).reach, evidence.reach[0].cases) == ("exhausted n<=3", known.cases)
        return
    cell, registry = cell_of(known.definition, id, known.theirs, **known.options)
    evidence, witness = cell.evidence, cell.evidence.witness
    assert (evidence.verdict, evidence.method, status_of(evidence).reach) == ("refuted", "enumeration", f"n={known.n}")
    assert (witness.n, witness.instance, witness.parameters) == (known.n, known.instance, known.parameters)
    assert f"{witness.lhs} {witness.op} {witness.rhs}" == known.sides
    mine = registry.metric(witness.metric)
    is_grid = not all(space.complete for space in (*mine.arguments.values(), *mine.parameters.values()))
    assert (witness.shows, witness.channel, witness.smallest) == ("refutes", "exact", known.n == 1 or not is_grid)
    again = replay(witness, registry)
    assert again.stands
    assert f"{again.lhs} {again.op} {again.rhs}" == known.sides
