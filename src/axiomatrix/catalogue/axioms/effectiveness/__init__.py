"""Axioms of effectiveness metrics: of judged lists, of scored lists, and of runs.

A judged list has no names in it, only grades by rank: renaming its items changes nothing. That a metric of two orders
of named items is invariant under renaming them is right-invariance.

*More relevant* is a greater grade. Where the space of a metric's lists says (``unjudged``) which grade marks the items
that nobody judged, such an item is neither more nor less relevant than another.
"""

from ....model.axiom import Axiom
from .amigo import closeness_threshold, confidence, deepness, deepness_threshold, priority
from .cut_off import monotone_in_cut_off, set_completeness
from .exchange import (
    consistency_in_relevance,
    ignores_order_inside_top,
    order_inside_top_matters,
    replacement,
    replacement_strict,
    swap,
    swap_strict,
)
from .interval_scale import equal_spacing, lexicographic
from .levels import binary_special_case, gain_doubles, ignores_levels, levels_matter
from .moffat import completeness, convergence, localization, monotone_in_depth, realizability, top_weightedness
from .ranges import boundedness, ideal_attains_maximum, ideal_is_one, range_zero_one, worst_attains_minimum
from .runs import mean_over_queries, query_order_invariance
from .ties import input_order_invariance, ordinal_invariance, tie_permutation_invariance

EFFECTIVENESS: tuple[Axiom, ...] = (
    range_zero_one,
    ideal_attains_maximum,
    ideal_is_one,
    worst_attains_minimum,
    swap,
    swap_strict,
    replacement,
    replacement_strict,
    consistency_in_relevance,
    boundedness,
    monotone_in_depth,
    convergence,
    top_weightedness,
    localization,
    completeness,
    realizability,
    priority,
    deepness,
    deepness_threshold,
    closeness_threshold,
    confidence,
    equal_spacing,
    lexicographic,
    order_inside_top_matters,
    ignores_order_inside_top,
    monotone_in_cut_off,
    set_completeness,
    levels_matter,
    ignores_levels,
    gain_doubles,
    binary_special_case,
    ordinal_invariance,
    tie_permutation_invariance,
    input_order_invariance,
    query_order_invariance,
    mean_over_queries,
)
"""The axioms in the order of their columns."""

__all__ = [
    "EFFECTIVENESS",
    "binary_special_case",
    "boundedness",
    "closeness_threshold",
    "completeness",
    "confidence",
    "consistency_in_relevance",
    "convergence",
    "deepness",
    "deepness_threshold",
    "equal_spacing",
    "gain_doubles",
    "ideal_attains_maximum",
    "ideal_is_one",
    "ignores_levels",
    "ignores_order_inside_top",
    "input_order_invariance",
    "levels_matter",
    "lexicographic",
    "localization",
    "mean_over_queries",
    "monotone_in_cut_off",
    "monotone_in_depth",
    "order_inside_top_matters",
    "ordinal_invariance",
    "priority",
    "query_order_invariance",
    "range_zero_one",
    "realizability",
    "replacement",
    "replacement_strict",
    "set_completeness",
    "swap",
    "swap_strict",
    "tie_permutation_invariance",
    "top_weightedness",
    "worst_attains_minimum",
]
