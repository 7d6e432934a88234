"""Every axiom about effectiveness has a known satisfier; none lacks a violator, a formula, a source, an example."""

from __future__ import annotations

import re
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
    average_precision_at,
    cell_of,
    distinct_hits,
    double,
    gain,
    halving,
    harmonic,
    harmonic_at,
    mean_precision,
    powers,
    precision,
    precision_at,
    recall,
    recall_at,
    reciprocal_rank,
    relevant_retrieved,
    top_bucket,
)

from axiomatrix import REGISTRY, axioms
from axiomatrix.catalogue.axioms import BUILT_IN
from axiomatrix.evidence.status import status_of

from .test_axioms_effectiveness_violators import VIOLATORS, NotShown, x

EFFECTIVENESS = [axiom for axiom in BUILT_IN if axiom.group == "effectiveness" and "score" in axiom.kinds]
"""Those of scores; the one of losses is tested in ``test_effectiveness_claims``."""


@dataclass
class Satisfier:
    """A definition that keeps an axiom, and the cases that are left after the condition."""

    definition: Callable[..., Any]
    options: dict[str, Any]
    cases: int
    reach: str = "exhausted n<=3"
    theirs: tuple[Any, ...] = ()


@dataclass
class Shown:
    """A definition with an instance of an existential axiom, and that instance."""

    definition: Callable[..., Any]
    options: dict[str, Any]
    instance: dict[str, Any]
    sides: str
    parameters: dict[str, Any] = field(default_factory=dict)


BINARY_AT, GRADED_AT = {**BINARY, **CUT}, {**GRADED, **CUT}
LISTS = 3 * (2 + 4 + 8)  # binary lists of up to three items, with none, one, two relevant items missing
GRADED_LISTS = 3 * (3 + 9 + 27)
IRRELEVANT = 1 * 1 + 2 * 2 + 3 * 4  # ranks of binary lists at which an irrelevant item stands
INSIDE = (1 + 1) * 1 + (1 + 2 + 2) * 2 + (1 + 2 + 3 + 3) * 4  # the same, inside the top k, for k = 1..n+1
ENUMERATED_AND_SAMPLED = "exhausted n<=4; searched"

SATISFIERS: dict[str, Satisfier | Shown] = {
    "range-zero-one": Satisfier(precision, BINARY, LISTS),
    "boundedness": Satisfier(precision, BINARY, LISTS),
    "ideal-attains-maximum": Satisfier(harmonic, GRADED, GRADED_LISTS),
    "ideal-is-one": Satisfier(average_precision, BINARY, 1 + 2 + 3),
    "worst-attains-minimum": Satisfier(harmonic, GRADED, GRADED_LISTS),
    "swap": Satisfier(harmonic, GRADED, 3 * (3 + 3 * 3 * 3)),
    # (1, 2) for all of k = 1, 2, 3; of three items (1, 2), (1, 3) for all four k, (2, 3) for k > 1
    "swap-strict": Satisfier(harmonic_at, GRADED_AT, 3 * (3 * 3 + (4 + 4 + 3) * 3 * 3)),
    "replacement": Satisfier(average_precision, BINARY, (0 + 1 + 2) * IRRELEVANT),
    "replacement-strict": Satisfier(harmonic_at, BINARY_AT, (0 + 1 + 2) * INSIDE),
    "consistency-in-relevance": Satisfier(precision, BINARY, 3 * IRRELEVANT),
    # an irrelevant item after every list of a collection with R > 0, a relevant one where one is missing
    "monotone-in-depth": Satisfier(average_precision, BINARY, (LISTS - 3) + 2 * (2 + 4 + 8)),
    "padding": Satisfier(precision_at, BINARY_AT, 3 * (2 * 2 + 4 * 3 + 8 * 4)),
    "appending-relevant": Satisfier(precision, BINARY, (1 + 2) * (2 + 4 + 8)),
    "ideal-from-judgments": Satisfier(average_precision, BINARY, (1 + 2) * (2 * 2 + 4 * 3 + 8 * 4)),  # n + 1 places
    "without-results": Satisfier(recall, BINARY, 2 * (2 + 4 + 8)),
    "without-relevant-items": Satisfier(
        precision, {**BINARY, "holds": [axioms.without_relevant_items()]}, 4, reach=ENUMERATED_AND_SAMPLED
    ),
    "single-item": Satisfier(average_precision, {**BINARY, "holds": [axioms.single_item()]}, 1, reach="exhausted n<=1"),
    # inside exchanged with below the cut-off, k (n - k) places and the other items at will; inside with missing
    "convergence": Satisfier(precision_at, BINARY_AT, 3 * (1 + (2 + 2) * 2) + (0 + 1 + 2) * INSIDE),
    "top-weightedness": Satisfier(harmonic_at, GRADED_AT, 3 * (2 * 3 + (3 + 2 + 2) * 3 * 3)),
    # all but the lists with nothing missing and nothing below the cut-off
    "localization": Satisfier(precision_at, BINARY_AT, (6 * 2 + 12 * 3 + 24 * 4) - 2 * (2 + 4 + 8)),
    "completeness": Satisfier(precision, BINARY, 3),
    "realizability": Satisfier(average_precision_at, BINARY_AT, 1 * 2 + 2 * 3 + 3 * 4),
    "priority": Satisfier(average_precision, BINARY, 3 * (1 + 2 * 2)),
    "deepness": Satisfier(
        average_precision, {**BINARY, "holds": [axioms.deepness]}, 3 * 1, reach=ENUMERATED_AND_SAMPLED
    ),
    "deepness-threshold": Shown(reciprocal_rank, BINARY, {"i": 1, "g": "1"}, "1 > 1/2"),
    "closeness-threshold": Shown(average_precision, BINARY, {"i": 3, "g": "1"}, "1/3 < 23/60"),
    "confidence": Satisfier(precision, BINARY, 3 * (1 + 3 + 7)),
    "equal-spacing": Satisfier(precision_at, BINARY_AT, 3 * (2 + 3)),  # k > 1: with two values there is one step
    "lexicographic": Satisfier(halving, BINARY, 3 * (1 + 3 + 7)),
    "order-inside-top-matters": Satisfier(harmonic, BINARY, 3 * (2 + 3 * 2 * 2)),
    "ignores-order-inside-top": Satisfier(precision_at, BINARY_AT, 3 * (2 * 2 + (3 + 2 + 2) * 2 * 2)),
    "monotone-in-cut-off": Satisfier(recall_at, BINARY_AT, 5 * 2 + 11 * 3 + 23 * 4),
    "set-completeness": Satisfier(recall_at, BINARY_AT, 2 * (1 + 3 + 7)),
    "levels-matter": Shown(harmonic, GRADED, {"x": x(1), "i": 1}, "1 != 2"),
    "ignores-levels": Satisfier(average_precision, GRADED, 3 * (2 + 2 * 2 * 3 + 3 * 2 * 9)),
    "better-if-all-are-better": Satisfier(gain, GRADED, 3),  # of each length the list of grade 1, which becomes 2
    "gain-doubles": Satisfier(
        powers,
        {**GRADED, "any_grade": True, "holds": [axioms.gain_doubles(0)]},
        2 * (1 + 2 + 3 + 4),
        reach=ENUMERATED_AND_SAMPLED,
    ),
    # of the graded lists those whose grades and missing one are 0 or 1
    "binary-special-case": Satisfier(
        powers,
        {**GRADED, "holds": [axioms.binary_special_case("theirs")]},
        2 * (2 + 4 + 8 + 16),
        reach=ENUMERATED_AND_SAMPLED,
        theirs=(double, GRADED),
    ),
    "ordinal-invariance": Satisfier(top_bucket, SCORED, 2 * (2 * 1 * 1 + 4 * 3 * 2 + 8 * 13 * 3)),
    "tie-permutation-invariance": Satisfier(top_bucket, SCORED, 2 * (4 * 1 + 8 * 3 * 3)),
    "input-order-invariance": Satisfier(top_bucket, SCORED, 2 * (4 * 3 * 1 + 8 * 13 * 3)),
    "ties-do-not-pay": Satisfier(top_bucket, SCORED, 2 * (4 * 1 + 8 * 7)),  # 1 of 3 and 7 of 13 weak orders have ties
    "constant-scorer-is-chance": Satisfier(top_bucket, SCORED, 2 * (4 + 8)),
    # of two entries and of three, those that repeat an id, by how many ids there are; with none or one not retrieved
    "duplicates": Satisfier(distinct_hits, RETRIEVED, 2 * (2 + (2 + 3 * 4))),
    "id-invariance": Satisfier(distinct_hits, RETRIEVED, 2 * 2 * (1 + 2) - 1 + 2 * ((4 + 2) + (8 + 3 * 4 + 2))),
    # one list has n items, the other (of two) at most n; each with none or one missing
    "query-order-invariance": Satisfier(mean_precision, RUNS, 4 * 4 + 8 * 16 + 16 * 40),
    "leaving-out-a-query": Satisfier(relevant_retrieved, RUNS, 4 * 4 + 8 * 16 + 16 * 40),  # runs of two queries
    "mean-over-queries": Satisfier(
        mean_precision,
        {**RUNS, "holds": [axioms.mean_over_queries("theirs")]},
        4 * 5 + 8 * 17 + 16 * 41 + 32 * 89,
        reach=ENUMERATED_AND_SAMPLED,
        theirs=(precision, BINARY),
    ),
}


@pytest.mark.parametrize("id", SATISFIERS)
def test_known_satisfier(id: str) -> None:
    known = SATISFIERS[id]
    if isinstance(known, Shown):
        evidence = cell_of(known.definition, id, **known.options)[0].evidence
        witness = evidence.witness
        assert (evidence.verdict, witness.shows, witness.instance) == ("proved", "shows", known.instance)
        assert f"{witness.lhs} {witness.op} {witness.rhs}" == known.sides
        assert witness.parameters == known.parameters
        return
    cell, registry = cell_of(known.definition, id, known.theirs, **known.options)
    evidence, mine = cell.evidence, registry.metric(cell.metric)
    is_grid = not all(space.complete for space in (*mine.arguments.values(), *mine.parameters.values()))
    assert (evidence.verdict, evidence.reason, evidence.witness) == ("searched" if is_grid else "exhausted", "", None)
    assert status_of(evidence).reach.startswith(known.reach.replace("exhausted", "grid") if is_grid else known.reach)
    assert evidence.reach[0].cases == known.cases > 0
    assert evidence.undecided == 0


# --- completeness ----------------------------------------------------------------------------------------------


def test_every_axiom_about_lists_has_a_known_violator_and_a_known_satisfier() -> None:
    about = {"judged lists", "scored lists", "runs", "retrieved ids"}
    ids = [axiom.id for axiom in EFFECTIVENESS]
    assert len(ids) == len(set(ids)) == len(EFFECTIVENESS)
    assert set(VIOLATORS) == set(SATISFIERS) == set(ids)
    for axiom in EFFECTIVENESS:
        assert set(axiom.about) <= about
        existential = axiom.quantifier == "there is"
        assert isinstance(VIOLATORS[axiom.id], NotShown) is existential
        assert isinstance(SATISFIERS[axiom.id], Shown) is existential
        assert getattr(axioms, axiom.id.replace("-", "_")) is axiom is REGISTRY.axiom(axiom.id)


WORDING = {"for all": "For all", "there is": "There "}


@pytest.mark.parametrize("axiom", EFFECTIVENESS, ids=lambda axiom: axiom.id)
def test_docstrings_say_formula_quantifier_source_and_example(axiom: Any) -> None:
    formula, blank, *rest = axiom.doc.splitlines()
    body = " ".join(rest)
    assert axiom.formula == formula
    assert re.search(r"(<=|>=|!=|=|<|>)", formula)
    assert blank == ""
    assert body.startswith(WORDING[axiom.quantifier])
    assert re.search(r"\b(19|20)\d\d\b", body)
    assert "Example: " in body
