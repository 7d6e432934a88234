"""Known violators and satisfiers of the axioms of correlations, identities, levels and losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faulty import kendall

from axiomatrix import REGISTRY, axioms, spaces

from .axiom_laws import Kept, Known, NotShown, Options, Refuted, Shown
from .known_distances import NOTHING, move_of_the_first_item, one, place_of_the_first_item, zero

# --- definitions -----------------------------------------------------------------------------------------------


def agreeing_pairs(a: Any, b: Any) -> Any:
    """The number of concordant pairs"""
    return len(a.pairs) - kendall(a, b)


def one_minus_kendall_squared(a: Any, b: Any) -> Any:
    """1 - K^2"""
    return 1 - kendall(a, b) ** 2


def one_minus_kendall_beyond_one(a: Any, b: Any) -> Any:
    """1 - max(0, K - 1)"""
    return 1 - max(0, kendall(a, b) - 1)


def places_that_differ(a: Any, b: Any) -> Any:
    """The sum of the positions whose items differ"""
    return sum(i for i in range(1, len(a) + 1) if a.order[i - 1] != b.order[i - 1])


def double_kendall(a: Any, b: Any) -> Any:
    """2 K"""
    return 2 * kendall(a, b)


def double_inversions(a: Any, b: Any) -> Any:
    """Twice the pairs in opposite order"""
    return 2 * sum((y, x) in b.preferences for x, y in a.preferences)


def all_pairs(a: Any) -> Any:
    """n (n - 1) / 2"""
    return len(a.items) * (len(a.items) - 1) // 2


def shipped(name: Any, *variant: Any) -> Any:
    """The definition of a metric of the catalogue."""

    def same(a, b):
        """The same value"""
        return REGISTRY.metric(name).definition(a, b, *variant)

    return same


def tau(a: Any, b: Any) -> Any:
    """tau"""
    return REGISTRY.metric("kendall-tau").definition(a, b)


def count(a: Any) -> Any:
    """The number of preferences"""
    return len(a.preferences)


def relevance_missed_on_top(y: Any, s: Any) -> Any:
    """The largest true score less that of the predicted top item"""
    top = max(s.items, key=lambda x: (s[x], -x))
    return max(y.values) - y[top]


def squared_error(y: Any, s: Any) -> Any:
    """The sum of squared differences"""
    return sum((y[x] - s[x]) ** 2 for x in y.items)


# --- what is known ---------------------------------------------------------------------------------------------


def refuted(
    definition: Callable[..., Any], n: int, instance: dict[str, Any], sides: str, options: Options = NOTHING
) -> Refuted:
    return Refuted(definition, options, n, instance, sides)


def kept(definition: Callable[..., Any], reach: str, options: Options = NOTHING) -> Kept:
    return Kept(definition, options, "exhausted", reach)


R: dict[str, Any] = {"kind": "similarity"}
WEAK = {"arguments": {"a": spaces.weak_order, "b": spaces.weak_order}}
SCORE = {"kind": "score", **WEAK}
COUNT = {"kind": "score", "arguments": {"a": spaces.weak_order}}
LOSS = {"kind": "loss", "arguments": {"y": spaces.score_vector, "s": spaces.score_vector}}
ID = [1, 2, 3]
LEVELS = {"a": [[1, 2], [3], [4]], "b": [[1, 2, 3], [4]]}

VIOLATORS: dict[str, Known] = {
    "correlation-range": refuted(agreeing_pairs, 3, {"a": ID, "b": ID}, "3 <= 1", R),
    "one-on-equal": refuted(zero, 1, {"a": [1]}, "0 == 1", R),
    "minus-one-on-reversed": refuted(one, 1, {"a": [1]}, "1 == -1", R),
    "antisymmetry": refuted(one, 1, {"a": [1], "b": [1]}, "1 == -1", R),
    "correlation-symmetry": refuted(place_of_the_first_item, 2, {"a": [1, 2], "b": [2, 1]}, "1 == 2", R),
    "correlation-invariance": refuted(
        move_of_the_first_item, 3, {"a": ID, "b": [1, 3, 2], "pi": [2, 1, 3]}, "1 == 0", R
    ),
    "one-minus-triangle": refuted(one_minus_kendall_squared, 3, {"a": ID, "b": [1, 3, 2], "c": [3, 1, 2]}, "4 <= 2", R),
    "one-minus-near-metric": refuted(
        one_minus_kendall_beyond_one, 3, {"a": ID, "b": [1, 3, 2], "c": [3, 1, 2]}, "1 / 0", R
    ),
    "lies-between": refuted(
        kendall, 3, {"a": ID, "b": [3, 1, 2]}, "3/2 <= 1/2", {"holds": [axioms.lies_between(0, 1)]}
    ),
    "value-on-reversed": refuted(kendall, 1, {"a": [1]}, "0 == 1", {"holds": [axioms.value_on_reversed(1)]}),
    "place-invariance": refuted(
        places_that_differ, 3, {"a": ID, "i": 1, "j": 2}, "3 == 5", {"holds": [axioms.place_invariance(1)]}
    ),
    "equals": refuted(double_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "2 == 1", {"holds": [axioms.equals("kendall")]}),
    "bounded-by": refuted(
        double_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "2 <= 1", {"holds": [axioms.bounded_by("kendall")]}
    ),
    "equals-without-ties": refuted(
        double_inversions,
        2,
        {"a": [[1], [2]], "b": [[2], [1]]},
        "2 == 1",
        {**WEAK, "holds": [axioms.equals_without_ties("kendall-preferences[count]")]},
    ),
    "agrees-on-rankings": refuted(
        double_inversions,
        2,
        {"a": [[1], [2]], "b": [[2], [1]]},
        "2 == 1",
        {**WEAK, "holds": [axioms.agrees_on_rankings("kendall")]},
    ),
    "proportional": refuted(
        shipped("m-auc[half]", "half"), 4, LEVELS, "5/6 == 4/5", {**SCORE, "holds": [axioms.proportional("c-index")]}
    ),
    "preferences-of-two-levels": refuted(all_pairs, 3, {"a": [[1, 2], [3]]}, "3 == 2", COUNT),
    "preferences-of-levels-bound": refuted(all_pairs, 2, {"a": [[1, 2]]}, "1 <= 0", COUNT),
    "mean-over-level-pairs": refuted(
        shipped("m-auc[half]", "half"),
        4,
        LEVELS,
        "25/6 == 4",
        {**SCORE, "holds": [axioms.mean_over_level_pairs("auc[half]", "pairs")]},
    ),
    "prefers-an-irrelevant-top": NotShown(relevance_missed_on_top, LOSS, "searched"),
}


FIVE, FOUR = "exhausted n<=5", "exhausted n<=4"  # four where values are fractions

SATISFIERS: dict[str, Known] = {
    **{
        id: kept(tau, FOUR, R)
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
    "lies-between": kept(shipped("footrule-normalised"), FOUR, {"holds": [axioms.lies_between(0, 1)]}),
    "value-on-reversed": kept(shipped("footrule-normalised"), FOUR, {"holds": [axioms.value_on_reversed(1)]}),
    "place-invariance": kept(kendall, FIVE, {"holds": [axioms.place_invariance(2)]}),
    "equals": kept(tau, FOUR, {**R, "holds": [axioms.equals("kendall-normalised", -2, 1)]}),
    "bounded-by": kept(kendall, FIVE, {"holds": [axioms.bounded_by("footrule")]}),
    "equals-without-ties": kept(
        shipped("c-index[strict]", "strict"),
        "exhausted n<=4",
        {**SCORE, "holds": [axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1)]},
    ),
    "agrees-on-rankings": kept(
        shipped("kendall-tau-b"), FOUR, {**SCORE, "holds": [axioms.agrees_on_rankings("kendall-tau")]}
    ),
    "proportional": kept(
        shipped("jonckheere-terpstra[half]", "half"),
        FOUR,
        {**SCORE, "holds": [axioms.proportional("c-index")]},
    ),
    "preferences-of-two-levels": kept(count, "exhausted n<=3", COUNT),
    "preferences-of-levels-bound": kept(count, "exhausted n<=3", COUNT),
    "mean-over-level-pairs": kept(
        shipped("c-index[half]", "half"),
        FOUR,
        {**SCORE, "holds": [axioms.mean_over_level_pairs("auc[half]", "pairs")]},
    ),
    "prefers-an-irrelevant-top": Shown(
        squared_error,
        {**LOSS, "holds": [axioms.prefers_an_irrelevant_top]},
        {"y": ["0", "0", "1"], "s": ["1", "1", "2"], "t": ["0", "1", "0"]},
        "2 < 3",
    ),
}
