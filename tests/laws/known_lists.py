"""Known violators and satisfiers of the axioms of judged and scored lists, runs and retrieved ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axioms_effectiveness import (
    BINARY,
    CUT,
    GRADED,
    RETRIEVED,
    RUNS,
    SCORED,
    average_precision,
    average_precision_at,
    average_precision_of_the_found,
    best_of_top_bucket,
    best_precision,
    dcg,
    distinct_hits,
    double,
    evenly,
    exponential,
    first_by_name,
    first_given,
    first_precision,
    found,
    from_below,
    gain,
    halving,
    harmonic,
    harmonic_at,
    hits,
    irrelevant,
    mean_precision,
    optimistic_precision,
    optimistic_recall,
    over_the_best_order,
    powers,
    precision,
    precision_at,
    precision_of_the_answered,
    recall,
    recall_at,
    reciprocal_rank,
    relevant_retrieved,
    scores_of_the_relevant,
    top_bucket,
    top_in_input_order,
)

from axiomatrix import axioms

from .axiom_laws import Kept, Known, NotShown, Options, Refuted, Shown


def x(*grades: int, missing: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"grades": list(map(str, grades)), "missing": list(map(str, missing))}


def scored(*items: tuple[int, int]) -> dict[str, Any]:
    grades, scores = zip(*items, strict=True)
    return {"grades": list(map(str, grades)), "scores": list(map(str, scores)), "missing": []}


def retrieved(*ids: str, relevant: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"retrieved": list(ids), "relevant": [[one, "1"] for one in relevant]}


def is_grid(options: Options) -> bool:
    """Return whether a space of the metric lists only some of its values."""
    spaces = (*options["arguments"].values(), *options.get("parameters", {}).values())
    return not all(space.complete for space in spaces)


def refuted(
    definition: Callable[..., Any],
    options: Options,
    n: int,
    instance: dict[str, Any],
    sides: str,
    parameters: dict[str, Any] | None = None,
    theirs: tuple[Any, ...] = (),
) -> Refuted:
    smallest = n == 1 or not is_grid(options)
    return Refuted(definition, options, n, instance, sides, parameters or {}, smallest, theirs=theirs)


def not_shown(definition: Callable[..., Any], options: Options, cases: int) -> NotShown:
    return NotShown(definition, options, "exhausted", "exhausted n<=3", cases)


def kept(
    definition: Callable[..., Any],
    options: Options,
    cases: int,
    reach: str = "exhausted n<=3",
    theirs: tuple[Any, ...] = (),
) -> Kept:
    if is_grid(options):
        return Kept(definition, options, "searched", reach.replace("exhausted", "grid"), cases, theirs=theirs)
    return Kept(definition, options, "exhausted", reach, cases, theirs=theirs)


BINARY_AT, GRADED_AT = {**BINARY, **CUT}, {**GRADED, **CUT}

VIOLATORS: dict[str, Known] = {
    "range-zero-one": refuted(found, BINARY, 2, {"x": x(1, 1)}, "2 <= 1"),
    "boundedness": refuted(found, BINARY, 2, {"x": x(1, 1)}, "2 <= 1"),
    "ideal-attains-maximum": refuted(from_below, BINARY, 2, {"x": x(0, 1)}, "2 <= 1"),
    "ideal-is-one": refuted(precision_at, BINARY_AT, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}),
    "worst-attains-minimum": refuted(from_below, BINARY, 2, {"x": x(1, 0)}, "1 >= 2"),
    "swap": refuted(from_below, BINARY, 2, {"x": x(0, 1), "ij": [1, 2]}, "2 <= 1"),
    "swap-strict": refuted(reciprocal_rank, BINARY, 3, {"x": x(1, 0, 1), "ij": [2, 3]}, "1 < 1"),
    "replacement": refuted(irrelevant, BINARY, 1, {"x": x(0, missing=(1,)), "i": 1, "j": 1}, "1 <= 0"),
    "replacement-strict": refuted(reciprocal_rank, BINARY, 2, {"x": x(1, 0, missing=(1,)), "i": 2, "j": 1}, "1 < 1"),
    "consistency-in-relevance": refuted(average_precision, BINARY, 3, {"x": x(1, 0, 0), "i": 3, "g": "1"}, "1 <= 5/6"),
    "monotone-in-depth": refuted(precision_at, BINARY_AT, 2, {"x": x(1, 0), "g": "0"}, "1 <= 1/2", {"k": "1"}),
    "padding": refuted(precision, BINARY, 1, {"x": x(1)}, "1 == 1/2"),
    "appending-relevant": refuted(
        average_precision_of_the_found, BINARY, 2, {"x": x(1, 0, missing=(1,)), "j": 1}, "1 <= 5/6"
    ),
    "ideal-from-judgments": refuted(
        over_the_best_order, BINARY, 2, {"x": x(1, 0, missing=(1,)), "ij": [3, 1]}, "1 <= 8/9"
    ),
    "without-results": refuted(optimistic_precision, BINARY, 1, {"x": x(0, missing=(1,))}, "1 == 0"),
    "without-relevant-items": refuted(
        optimistic_recall, {**BINARY, "holds": [axioms.without_relevant_items()]}, 1, {"x": x(0)}, "1 == 0"
    ),
    "single-item": refuted(
        precision_at, {**BINARY_AT, "holds": [axioms.single_item()]}, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}
    ),
    "convergence": refuted(reciprocal_rank, BINARY, 2, {"x": x(1, 0, missing=(1,)), "ij": [2, 3]}, "1 < 1"),
    "top-weightedness": refuted(precision_at, BINARY_AT, 2, {"x": x(0, 1), "ij": [1, 2]}, "1/2 < 1/2", {"k": "2"}),
    "localization": refuted(recall, BINARY, 1, {"x": x(1, missing=(1,))}, "1/2 == 1"),
    "completeness": refuted(recall, BINARY, 1, {"x": x(0)}, "0 == 1"),
    "realizability": refuted(precision_at, BINARY_AT, 1, {"x": x(1)}, "1/2 == 1", {"k": "2"}),
    "priority": refuted(precision, BINARY, 2, {"x": x(0, 1), "i": 1}, "1/2 < 1/2"),
    "deepness": refuted(
        evenly, {**BINARY, "holds": [axioms.deepness]}, 4, {"x": x(0, 1, 0, 1), "ij": [1, 3]}, "195 > 195"
    ),
    "deepness-threshold": not_shown(dcg, BINARY, cases=1 + 2 + 3),
    "closeness-threshold": not_shown(reciprocal_rank, BINARY, cases=1 + 2 + 3),
    "confidence": refuted(harmonic, BINARY, 1, {"x": x(1)}, "1 > 1"),
    "equal-spacing": refuted(harmonic, BINARY, 3, {"x": x(1, 1, 1)}, "1/3 == 1/6"),
    "lexicographic": refuted(precision, BINARY, 2, {"x": x(0, 1)}, "1/2 < 1/2"),
    "order-inside-top-matters": refuted(
        precision_at, BINARY_AT, 2, {"x": x(1, 0), "ij": [1, 2]}, "1/2 != 1/2", {"k": "2"}
    ),
    "ignores-order-inside-top": refuted(
        harmonic_at, BINARY_AT, 2, {"x": x(1, 0), "ij": [1, 2]}, "1 == 1/2", {"k": "2"}
    ),
    "monotone-in-cut-off": refuted(precision_at, BINARY_AT, 1, {"x": x(1)}, "1 <= 1/2", {"k": "1"}),
    "set-completeness": refuted(precision, BINARY, 2, {"x": x(1, 0)}, "1/2 == 1"),
    "levels-matter": not_shown(found, {**BINARY, "any_grade": True}, cases=3 * (1 + 4 + 12)),
    "ignores-levels": refuted(gain, GRADED, 1, {"x": x(1), "i": 1}, "1 == 2"),
    "better-if-all-are-better": refuted(average_precision, GRADED, 1, {"x": x(1)}, "1 < 1"),
    "gain-doubles": refuted(
        exponential, {**GRADED, "holds": [axioms.gain_doubles()]}, 1, {"x": x(1), "i": 1}, "1 <= 1/2"
    ),
    "binary-special-case": refuted(
        harmonic,
        {**GRADED, "holds": [axioms.binary_special_case("theirs")]},
        2,
        {"x": x(0, 1)},
        "1/2 == 1",
        theirs=(found, BINARY),
    ),
    "ordinal-invariance": refuted(scores_of_the_relevant, SCORED, 1, {"x": scored((1, 0)), "i": 1}, "0 == 1"),
    "tie-permutation-invariance": refuted(
        top_in_input_order, SCORED, 2, {"x": scored((0, 0), (1, 0)), "ij": [1, 2]}, "0 == 1"
    ),
    "input-order-invariance": refuted(first_given, SCORED, 2, {"x": scored((0, 0), (1, 0)), "ij": [1, 2]}, "0 == 1"),
    "ties-do-not-pay": refuted(best_of_top_bucket, SCORED, 2, {"x": scored((0, 0), (1, 0))}, "1 <= 1/2"),
    "constant-scorer-is-chance": refuted(top_in_input_order, SCORED, 2, {"x": scored((0, 0), (1, 0))}, "0 == 1/2"),
    "duplicates": refuted(hits, RETRIEVED, 2, {"x": retrieved("d1", "d1", relevant=("d1",))}, "2 <= 1"),
    "id-invariance": refuted(first_by_name, RETRIEVED, 2, {"x": retrieved("d1", "d2", relevant=("d2",))}, "0 == 1"),
    "query-order-invariance": refuted(first_precision, RUNS, 1, {"x": [x(0), x(1)]}, "0 == 1"),
    "leaving-out-a-query": refuted(precision_of_the_answered, RUNS, 1, {"x": [x(0), x(1)]}, "1 <= 1/2"),
    "mean-over-queries": refuted(
        best_precision,
        {**RUNS, "holds": [axioms.mean_over_queries("theirs")]},
        1,
        {"x": [x(0), x(1)]},
        "2 == 1",
        theirs=(precision, BINARY),
    ),
}

LISTS = 3 * (2 + 4 + 8)  # binary lists of up to three items, with none, one, two relevant items missing
GRADED_LISTS = 3 * (3 + 9 + 27)
IRRELEVANT = 1 * 1 + 2 * 2 + 3 * 4  # ranks of binary lists at which an irrelevant item stands
INSIDE = (1 + 1) * 1 + (1 + 2 + 2) * 2 + (1 + 2 + 3 + 3) * 4  # the same, inside the top k, for k = 1..n+1
ENUMERATED_AND_SAMPLED = "exhausted n<=4; searched"

SATISFIERS: dict[str, Known] = {
    "range-zero-one": kept(precision, BINARY, LISTS),
    "boundedness": kept(precision, BINARY, LISTS),
    "ideal-attains-maximum": kept(harmonic, GRADED, GRADED_LISTS),
    "ideal-is-one": kept(average_precision, BINARY, 1 + 2 + 3),
    "worst-attains-minimum": kept(harmonic, GRADED, GRADED_LISTS),
    "swap": kept(harmonic, GRADED, 3 * (3 + 3 * 3 * 3)),
    # (1, 2) for all of k = 1, 2, 3; of three items (1, 2), (1, 3) for all four k, (2, 3) for k > 1
    "swap-strict": kept(harmonic_at, GRADED_AT, 3 * (3 * 3 + (4 + 4 + 3) * 3 * 3)),
    "replacement": kept(average_precision, BINARY, (0 + 1 + 2) * IRRELEVANT),
    "replacement-strict": kept(harmonic_at, BINARY_AT, (0 + 1 + 2) * INSIDE),
    "consistency-in-relevance": kept(precision, BINARY, 3 * IRRELEVANT),
    # an irrelevant item after every list of a collection with R > 0, a relevant one where one is missing
    "monotone-in-depth": kept(average_precision, BINARY, (LISTS - 3) + 2 * (2 + 4 + 8)),
    "padding": kept(precision_at, BINARY_AT, 3 * (2 * 2 + 4 * 3 + 8 * 4)),
    "appending-relevant": kept(precision, BINARY, (1 + 2) * (2 + 4 + 8)),
    "ideal-from-judgments": kept(average_precision, BINARY, (1 + 2) * (2 * 2 + 4 * 3 + 8 * 4)),  # n + 1 places
    "without-results": kept(recall, BINARY, 2 * (2 + 4 + 8)),
    "without-relevant-items": kept(
        precision, {**BINARY, "holds": [axioms.without_relevant_items()]}, 4, reach=ENUMERATED_AND_SAMPLED
    ),
    "single-item": kept(average_precision, {**BINARY, "holds": [axioms.single_item()]}, 1, reach="exhausted n<=1"),
    # inside exchanged with below the cut-off, k (n - k) places and the other items at will; inside with missing
    "convergence": kept(precision_at, BINARY_AT, 3 * (1 + (2 + 2) * 2) + (0 + 1 + 2) * INSIDE),
    "top-weightedness": kept(harmonic_at, GRADED_AT, 3 * (2 * 3 + (3 + 2 + 2) * 3 * 3)),
    # all but the lists with nothing missing and nothing below the cut-off
    "localization": kept(precision_at, BINARY_AT, (6 * 2 + 12 * 3 + 24 * 4) - 2 * (2 + 4 + 8)),
    "completeness": kept(precision, BINARY, 3),
    "realizability": kept(average_precision_at, BINARY_AT, 1 * 2 + 2 * 3 + 3 * 4),
    "priority": kept(average_precision, BINARY, 3 * (1 + 2 * 2)),
    "deepness": kept(average_precision, {**BINARY, "holds": [axioms.deepness]}, 3 * 1, reach=ENUMERATED_AND_SAMPLED),
    "deepness-threshold": Shown(reciprocal_rank, BINARY, {"i": 1, "g": "1"}, "1 > 1/2"),
    "closeness-threshold": Shown(average_precision, BINARY, {"i": 3, "g": "1"}, "1/3 < 23/60"),
    "confidence": kept(precision, BINARY, 3 * (1 + 3 + 7)),
    "equal-spacing": kept(precision_at, BINARY_AT, 3 * (2 + 3)),  # k > 1: with two values there is one step
    "lexicographic": kept(halving, BINARY, 3 * (1 + 3 + 7)),
    "order-inside-top-matters": kept(harmonic, BINARY, 3 * (2 + 3 * 2 * 2)),
    "ignores-order-inside-top": kept(precision_at, BINARY_AT, 3 * (2 * 2 + (3 + 2 + 2) * 2 * 2)),
    "monotone-in-cut-off": kept(recall_at, BINARY_AT, 5 * 2 + 11 * 3 + 23 * 4),
    "set-completeness": kept(recall_at, BINARY_AT, 2 * (1 + 3 + 7)),
    "levels-matter": Shown(harmonic, GRADED, {"x": x(1), "i": 1}, "1 != 2"),
    "ignores-levels": kept(average_precision, GRADED, 3 * (2 + 2 * 2 * 3 + 3 * 2 * 9)),
    "better-if-all-are-better": kept(gain, GRADED, 3),  # of each length the list of grade 1, which becomes 2
    "gain-doubles": kept(
        powers,
        {**GRADED, "any_grade": True, "holds": [axioms.gain_doubles(0)]},
        2 * (1 + 2 + 3 + 4),
        reach=ENUMERATED_AND_SAMPLED,
    ),
    # of the graded lists those whose grades and missing one are 0 or 1
    "binary-special-case": kept(
        powers,
        {**GRADED, "holds": [axioms.binary_special_case("theirs")]},
        2 * (2 + 4 + 8 + 16),
        reach=ENUMERATED_AND_SAMPLED,
        theirs=(double, GRADED),
    ),
    "ordinal-invariance": kept(top_bucket, SCORED, 2 * (2 * 1 * 1 + 4 * 3 * 2 + 8 * 13 * 3)),
    "tie-permutation-invariance": kept(top_bucket, SCORED, 2 * (4 * 1 + 8 * 3 * 3)),
    "input-order-invariance": kept(top_bucket, SCORED, 2 * (4 * 3 * 1 + 8 * 13 * 3)),
    "ties-do-not-pay": kept(top_bucket, SCORED, 2 * (4 * 1 + 8 * 7)),  # 1 of 3 and 7 of 13 weak orders have ties
    "constant-scorer-is-chance": kept(top_bucket, SCORED, 2 * (4 + 8)),
    # of two entries and of three, those that repeat an id, by how many ids there are; with none or one not retrieved
    "duplicates": kept(distinct_hits, RETRIEVED, 2 * (2 + (2 + 3 * 4))),
    "id-invariance": kept(distinct_hits, RETRIEVED, 2 * 2 * (1 + 2) - 1 + 2 * ((4 + 2) + (8 + 3 * 4 + 2))),
    # one list has n items, the other (of two) at most n; each with none or one missing
    "query-order-invariance": kept(mean_precision, RUNS, 4 * 4 + 8 * 16 + 16 * 40),
    "leaving-out-a-query": kept(relevant_retrieved, RUNS, 4 * 4 + 8 * 16 + 16 * 40),  # runs of two queries
    "mean-over-queries": kept(
        mean_precision,
        {**RUNS, "holds": [axioms.mean_over_queries("theirs")]},
        4 * 5 + 8 * 17 + 16 * 41 + 32 * 89,
        reach=ENUMERATED_AND_SAMPLED,
        theirs=(precision, BINARY),
    ),
}
