"""Every axiom of correlations, identities, levels and losses has a known violator and a known satisfier."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from faulty import cell, kendall

from axiomatrix import REGISTRY, axioms, spaces
from axiomatrix.catalogue.axioms import comparisons, correlation, levels
from axiomatrix.evidence.evidence import BEST_CONSTANT, NO_INSTANCE
from axiomatrix.model.axiom import Axiom

from .test_axioms import move_of_the_first_item, one, place_of_the_first_item, zero

# --- definitions -----------------------------------------------------------------------------------------------


def agreeing_pairs(a, b):
    """The number of concordant pairs"""
    return len(a.pairs) - kendall(a, b)


def one_minus_kendall_squared(a, b):
    """1 - K^2"""
    return 1 - kendall(a, b) ** 2


def one_minus_kendall_beyond_one(a, b):
    """1 - max(0, K - 1)"""
    return 1 - max(0, kendall(a, b) - 1)


def places_that_differ(a, b):
    """The sum of the positions whose items differ"""
    return sum(i for i in range(1, len(a) + 1) if a.order[i - 1] != b.order[i - 1])


def double_kendall(a, b):
    """2 K"""
    return 2 * kendall(a, b)


def double_inversions(a, b):
    """Twice the pairs in opposite order"""
    return 2 * sum((y, x) in b.preferences for x, y in a.preferences)


def all_pairs(a):
    """n (n - 1) / 2"""
    return len(a.items) * (len(a.items) - 1) // 2


def shipped(name, *variant):
    """The definition of a metric of the catalogue."""

    def same(a, b):
        """The same value"""
        return REGISTRY.metric(name).definition(a, b, *variant)

    return same


def tau(a, b):
    """tau"""
    return REGISTRY.metric("kendall-tau").definition(a, b)


def count(a):
    """The number of preferences"""
    return len(a.preferences)


def relevance_missed_on_top(y, s):
    """The largest true score less that of the predicted top item"""
    top = max(s.items, key=lambda x: (s[x], -x))
    return max(y.values) - y[top]


def squared_error(y, s):
    """The sum of squared differences"""
    return sum((y[x] - s[x]) ** 2 for x in y.items)


# --- known violators -------------------------------------------------------------------------------------------


@dataclass
class Known:
    """A definition, and what is found of it: the size, the instance and the two sides; or the verdict and reach."""

    definition: Callable[..., Any]
    found: tuple[Any, ...]
    options: dict[str, Any] = field(default_factory=dict)


R: dict[str, Any] = {"kind": "similarity"}
WEAK = {"arguments": {"a": spaces.weak_order, "b": spaces.weak_order}}
SCORE = {"kind": "score", **WEAK}
COUNT = {"kind": "score", "arguments": {"a": spaces.weak_order}}
LOSS = {"kind": "loss", "arguments": {"y": spaces.score_vector, "s": spaces.score_vector}}
ID = [1, 2, 3]
LEVELS = {"a": [[1, 2], [3], [4]], "b": [[1, 2, 3], [4]]}

VIOLATORS: dict[str, Known] = {
    "correlation-range": Known(agreeing_pairs, (3, {"a": ID, "b": ID}, "3 <= 1"), R),
    "one-on-equal": Known(zero, (1, {"a": [1]}, "0 == 1"), R),
    "minus-one-on-reversed": Known(one, (1, {"a": [1]}, "1 == -1"), R),
    "antisymmetry": Known(one, (1, {"a": [1], "b": [1]}, "1 == -1"), R),
    "correlation-symmetry": Known(place_of_the_first_item, (2, {"a": [1, 2], "b": [2, 1]}, "1 == 2"), R),
    "correlation-invariance": Known(
        move_of_the_first_item, (3, {"a": ID, "b": [1, 3, 2], "pi": [2, 1, 3]}, "1 == 0"), R
    ),
    "one-minus-triangle": Known(one_minus_kendall_squared, (3, {"a": ID, "b": [1, 3, 2], "c": [3, 1, 2]}, "4 <= 2"), R),
    "one-minus-near-metric": Known(
        one_minus_kendall_beyond_one, (3, {"a": ID, "b": [1, 3, 2], "c": [3, 1, 2]}, "1 / 0"), R
    ),
    "lies-between": Known(
        kendall, (3, {"a": ID, "b": [3, 1, 2]}, "3/2 <= 1/2"), {"holds": [axioms.lies_between(0, 1)]}
    ),
    "value-on-reversed": Known(kendall, (1, {"a": [1]}, "0 == 1"), {"holds": [axioms.value_on_reversed(1)]}),
    "place-invariance": Known(
        places_that_differ, (3, {"a": ID, "i": 1, "j": 2}, "3 == 5"), {"holds": [axioms.place_invariance(1)]}
    ),
    "equals": Known(double_kendall, (2, {"a": [1, 2], "b": [2, 1]}, "2 == 1"), {"holds": [axioms.equals("kendall")]}),
    "bounded-by": Known(
        double_kendall, (2, {"a": [1, 2], "b": [2, 1]}, "2 <= 1"), {"holds": [axioms.bounded_by("kendall")]}
    ),
    "equals-without-ties": Known(
        double_inversions,
        (2, {"a": [[1], [2]], "b": [[2], [1]]}, "2 == 1"),
        {**WEAK, "holds": [axioms.equals_without_ties("kendall-preferences[count]")]},
    ),
    "agrees-on-rankings": Known(
        double_inversions,
        (2, {"a": [[1], [2]], "b": [[2], [1]]}, "2 == 1"),
        {**WEAK, "holds": [axioms.agrees_on_rankings("kendall")]},
    ),
    "proportional": Known(
        shipped("m-auc[half]", "half"), (4, LEVELS, "5/6 == 4/5"), {**SCORE, "holds": [axioms.proportional("c-index")]}
    ),
    "preferences-of-two-levels": Known(all_pairs, (3, {"a": [[1, 2], [3]]}, "3 == 2"), COUNT),
    "preferences-of-levels-bound": Known(all_pairs, (2, {"a": [[1, 2]]}, "1 <= 0"), COUNT),
    "mean-over-level-pairs": Known(
        shipped("m-auc[half]", "half"),
        (4, LEVELS, "25/6 == 4"),
        {**SCORE, "holds": [axioms.mean_over_level_pairs("auc[half]", "pairs")]},
    ),
    "prefers-an-irrelevant-top": Known(relevance_missed_on_top, ("searched", NO_INSTANCE), LOSS),
}


@pytest.mark.parametrize("id", VIOLATORS)
def test_known_violator(id):
    known = VIOLATORS[id]
    evidence = cell(known.definition, id, **known.options).evidence
    if len(known.found) == 2:
        assert (evidence.verdict, evidence.why) == known.found
        assert evidence.witness is None
        return
    n, instance, sides = known.found
    witness = evidence.witness
    assert (evidence.verdict, evidence.method) == ("refuted", "enumeration")
    assert (witness.n, witness.instance) == (n, instance)
    assert f"{witness.lhs} {witness.op} {witness.rhs}" == sides
    assert (witness.shows, witness.smallest) == ("refutes", True)


# --- known satisfiers ------------------------------------------------------------------------------------------

FIVE, FOUR = "exhausted n<=5", "exhausted n<=4"  # four where values are fractions

SATISFIERS: dict[str, Known] = {
    **{
        id: Known(tau, ("exhausted", FOUR), R)
        for id in (
            "correlation-range",
            "one-on-equal",
            "minus-one-on-reversed",
            "antisymmetry",
            "correlation-symmetry",
            "correlation-invariance",
            "one-minus-triangle",
            "one-minus-near-metric",
        )
    },
    "lies-between": Known(shipped("footrule-normalised"), ("exhausted", FOUR), {"holds": [axioms.lies_between(0, 1)]}),
    "value-on-reversed": Known(
        shipped("footrule-normalised"), ("exhausted", FOUR), {"holds": [axioms.value_on_reversed(1)]}
    ),
    "place-invariance": Known(kendall, ("exhausted", FIVE), {"holds": [axioms.place_invariance(2)]}),
    "equals": Known(tau, ("exhausted", FOUR), {**R, "holds": [axioms.equals("kendall-normalised", -2, 1)]}),
    "bounded-by": Known(kendall, ("exhausted", FIVE), {"holds": [axioms.bounded_by("footrule")]}),
    "equals-without-ties": Known(
        shipped("c-index[strict]", "strict"),
        ("exhausted", "exhausted n<=4"),
        {**SCORE, "holds": [axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1)]},
    ),
    "agrees-on-rankings": Known(
        shipped("kendall-tau-b"), ("exhausted", FOUR), {**SCORE, "holds": [axioms.agrees_on_rankings("kendall-tau")]}
    ),
    "proportional": Known(
        shipped("jonckheere-terpstra[half]", "half"),
        ("exhausted", FOUR),
        {**SCORE, "holds": [axioms.proportional("c-index")]},
    ),
    "preferences-of-two-levels": Known(count, ("exhausted", "exhausted n<=3"), COUNT),
    "preferences-of-levels-bound": Known(count, ("exhausted", "exhausted n<=3"), COUNT),
    "mean-over-level-pairs": Known(
        shipped("c-index[half]", "half"),
        ("exhausted", FOUR),
        {**SCORE, "holds": [axioms.mean_over_level_pairs("auc[half]", "pairs")]},
    ),
    "prefers-an-irrelevant-top": Known(
        squared_error,
        (3, {"y": ["0", "0", "1"], "s": ["1", "1", "2"], "t": ["0", "1", "0"]}, "2 < 3"),
        {**LOSS, "holds": [axioms.prefers_an_irrelevant_top]},
    ),
}


@pytest.mark.parametrize("id", SATISFIERS)
def test_known_satisfier(id):
    known = SATISFIERS[id]
    evidence = cell(known.definition, id, **known.options).evidence
    if len(known.found) == 3:
        witness = evidence.witness
        assert (evidence.verdict, witness.shows) == ("proved", "shows")
        assert (witness.n, witness.instance, f"{witness.lhs} {witness.op} {witness.rhs}") == known.found
        return
    reason = BEST_CONSTANT if REGISTRY.axiom(id).quantifier == "extreme" else ""
    assert (evidence.verdict, evidence.why, evidence.witness) == (known.found[0], reason, None)
    assert evidence.reach[0].text == known.found[1]
    assert evidence.reach[0].cases > 0
    assert evidence.undecided == 0


# --- completeness ----------------------------------------------------------------------------------------------

MINE = {
    value.id: value
    for value in (
        *(value for module in (correlation, comparisons, levels) for value in vars(module).values()),
        axioms.prefers_an_irrelevant_top,
    )
    if isinstance(value, Axiom) and value.group != "comparison"
}


def test_every_axiom_of_these_families_has_a_known_violator_and_a_known_satisfier():
    assert len(MINE) == 20
    assert set(VIOLATORS) == set(SATISFIERS) == set(MINE)
    assert {a.id for a in axioms.BUILT_IN} >= set(MINE)


@pytest.mark.parametrize("id", MINE)
def test_docstrings_say_formula_quantifier_source_and_example(id):
    formula, blank, *rest = MINE[id].doc.splitlines()
    body = " ".join(rest)
    assert re.search(r"<|=|<=", formula)
    assert blank == ""
    assert body.startswith({"for all": "For all", "there is": "There are", "extreme": "The sup"}[MINE[id].quantifier])
    assert "Example: " in body


def test_no_cell_of_a_distance_of_part_a_is_asked_anything_new():
    for name in ("kendall", "footrule", "spearman-distance[squared]", "footrule-similarity[deck]"):
        metric = REGISTRY.metric(name)
        for axiom in MINE.values():
            observed = axiom.observed(metric) if metric.kind in axiom.kinds and metric.about in axiom.about else []
            assert [s for s in observed if s.not_applicable(metric) is None] == []
