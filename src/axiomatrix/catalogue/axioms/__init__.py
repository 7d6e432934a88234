"""The built-in axioms, a family a file; those of judged lists, scored lists and runs are in ``effectiveness``."""

from ...model.axiom import Axiom
from ...model.registry import REGISTRY
from .aggregation import (
    anonymity_of_voters,
    condorcet_winner,
    independence_of_clones,
    monotonicity_of_winners,
    neutrality_of_items,
    reinforcement,
    reinforcement_of_winners,
    unanimity,
)
from .bounds import (
    additive_lower_bound,
    additive_upper_bound,
    bound_attained,
    bound_attained_by_rotations,
    bounded_by,
    lower_bound,
    upper_bound,
)
from .correlation import (
    antisymmetry,
    correlation_invariance,
    correlation_range,
    correlation_symmetry,
    lies_between,
    minus_one_on_reversed,
    one_minus_near_metric,
    one_minus_triangle,
    one_on_equal,
    place_invariance,
    value_on_reversed,
)
from .effectiveness.amigo import closeness_threshold, confidence, deepness, deepness_threshold, priority
from .effectiveness.appended import appending_relevant, ideal_from_judgments, padding
from .effectiveness.conventions import single_item, without_relevant_items, without_results
from .effectiveness.cut_off import monotone_in_cut_off, set_completeness
from .effectiveness.exchange import (
    consistency_in_relevance,
    ignores_order_inside_top,
    order_inside_top_matters,
    replacement,
    replacement_strict,
    swap,
    swap_strict,
)
from .effectiveness.first_relevant import prefers_a_later_first_relevant
from .effectiveness.interval_scale import equal_spacing, lexicographic
from .effectiveness.levels import (
    better_if_all_are_better,
    binary_special_case,
    gain_doubles,
    ignores_levels,
    levels_matter,
)
from .effectiveness.moffat import (
    completeness,
    convergence,
    localization,
    monotone_in_depth,
    realizability,
    top_weightedness,
)
from .effectiveness.ranges import (
    boundedness,
    ideal_attains_maximum,
    ideal_is_one,
    range_zero_one,
    worst_attains_minimum,
)
from .effectiveness.retrieved import duplicates, id_invariance
from .effectiveness.runs import leaving_out_a_query, mean_over_queries, query_order_invariance
from .effectiveness.ties import (
    constant_scorer_is_chance,
    input_order_invariance,
    ordinal_invariance,
    tie_permutation_invariance,
    ties_do_not_pay,
)
from .generalization import agrees_on_rankings, generalizes
from .identity import equals, equals_without_ties, proportional
from .invariance import left_invariance, reversal_invariance, right_invariance
from .levels import mean_over_level_pairs, preferences_of_levels_bound, preferences_of_two_levels
from .losses import prefers_an_irrelevant_top
from .metric_space import near_metric, non_negativity, separation, symmetry, triangle_inequality, zero_on_equal
from .order import betweenness, bruhat_monotone, maximum_at_reversal, top_heaviness
from .ranked_prefix import at_full_depth, constant, grows_with_depth, mean_over_rankings, value_only_on_equal
from .scale import scale_free, scale_free_normalised
from .weights import free_swap, richness, subdivision

__all__ = [  # noqa: RUF022  # as the columns of the matrix stand
    "non_negativity",
    "zero_on_equal",
    "separation",
    "symmetry",
    "triangle_inequality",
    "near_metric",
    "right_invariance",
    "left_invariance",
    "reversal_invariance",
    "scale_free",
    "scale_free_normalised",
    "generalizes",
    "lower_bound",
    "upper_bound",
    "additive_lower_bound",
    "additive_upper_bound",
    "bound_attained",
    "bound_attained_by_rotations",
    "maximum_at_reversal",
    "betweenness",
    "bruhat_monotone",
    "top_heaviness",
    "subdivision",
    "free_swap",
    "richness",
    "correlation_range",
    "one_on_equal",
    "minus_one_on_reversed",
    "antisymmetry",
    "correlation_symmetry",
    "correlation_invariance",
    "one_minus_triangle",
    "one_minus_near_metric",
    "lies_between",
    "value_on_reversed",
    "place_invariance",
    "equals",
    "equals_without_ties",
    "bounded_by",
    "agrees_on_rankings",
    "proportional",
    "preferences_of_two_levels",
    "preferences_of_levels_bound",
    "mean_over_level_pairs",
    "prefers_an_irrelevant_top",
    "range_zero_one",
    "ideal_attains_maximum",
    "ideal_is_one",
    "worst_attains_minimum",
    "swap",
    "swap_strict",
    "replacement",
    "replacement_strict",
    "consistency_in_relevance",
    "boundedness",
    "monotone_in_depth",
    "padding",
    "appending_relevant",
    "ideal_from_judgments",
    "convergence",
    "top_weightedness",
    "localization",
    "completeness",
    "without_results",
    "without_relevant_items",
    "single_item",
    "realizability",
    "priority",
    "deepness",
    "deepness_threshold",
    "closeness_threshold",
    "confidence",
    "equal_spacing",
    "lexicographic",
    "order_inside_top_matters",
    "ignores_order_inside_top",
    "monotone_in_cut_off",
    "set_completeness",
    "levels_matter",
    "ignores_levels",
    "better_if_all_are_better",
    "gain_doubles",
    "binary_special_case",
    "ordinal_invariance",
    "tie_permutation_invariance",
    "input_order_invariance",
    "ties_do_not_pay",
    "constant_scorer_is_chance",
    "duplicates",
    "id_invariance",
    "query_order_invariance",
    "mean_over_queries",
    "leaving_out_a_query",
    "constant",
    "at_full_depth",
    "grows_with_depth",
    "value_only_on_equal",
    "mean_over_rankings",
    "prefers_a_later_first_relevant",
    "condorcet_winner",
    "unanimity",
    "reinforcement",
    "reinforcement_of_winners",
    "independence_of_clones",
    "neutrality_of_items",
    "anonymity_of_voters",
    "monotonicity_of_winners",
]

BUILT_IN: tuple[Axiom, ...] = tuple(globals()[name] for name in __all__)
"""The columns of the matrix, in their order."""

for _built_in in BUILT_IN:
    REGISTRY.add_axiom(_built_in)
