"""The built-in axioms, a family a file; those of judged lists, scored lists and runs are in ``effectiveness``."""

from ...model.axiom import Axiom
from ...model.registry import REGISTRY
from .aggregation import anonymity_of_voters as anonymity_of_voters
from .aggregation import condorcet_winner as condorcet_winner
from .aggregation import independence_of_clones as independence_of_clones
from .aggregation import monotonicity_of_winners as monotonicity_of_winners
from .aggregation import neutrality_of_items as neutrality_of_items
from .aggregation import reinforcement as reinforcement
from .aggregation import reinforcement_of_winners as reinforcement_of_winners
from .aggregation import unanimity as unanimity
from .comparisons import additive_lower_bound as additive_lower_bound
from .comparisons import additive_upper_bound as additive_upper_bound
from .comparisons import agrees_on_rankings as agrees_on_rankings
from .comparisons import bound_attained as bound_attained
from .comparisons import bound_attained_by_rotations as bound_attained_by_rotations
from .comparisons import bounded_by as bounded_by
from .comparisons import equals as equals
from .comparisons import equals_without_ties as equals_without_ties
from .comparisons import generalizes as generalizes
from .comparisons import lower_bound as lower_bound
from .comparisons import proportional as proportional
from .comparisons import upper_bound as upper_bound
from .correlation import antisymmetry as antisymmetry
from .correlation import correlation_invariance as correlation_invariance
from .correlation import correlation_range as correlation_range
from .correlation import correlation_symmetry as correlation_symmetry
from .correlation import lies_between as lies_between
from .correlation import minus_one_on_reversed as minus_one_on_reversed
from .correlation import one_minus_near_metric as one_minus_near_metric
from .correlation import one_minus_triangle as one_minus_triangle
from .correlation import one_on_equal as one_on_equal
from .correlation import place_invariance as place_invariance
from .correlation import value_on_reversed as value_on_reversed
from .effectiveness.amigo import closeness_threshold as closeness_threshold
from .effectiveness.amigo import confidence as confidence
from .effectiveness.amigo import deepness as deepness
from .effectiveness.amigo import deepness_threshold as deepness_threshold
from .effectiveness.amigo import priority as priority
from .effectiveness.appended import appending_relevant as appending_relevant
from .effectiveness.appended import ideal_from_judgments as ideal_from_judgments
from .effectiveness.appended import monotone_in_cut_off as monotone_in_cut_off
from .effectiveness.appended import padding as padding
from .effectiveness.appended import set_completeness as set_completeness
from .effectiveness.exchange import consistency_in_relevance as consistency_in_relevance
from .effectiveness.exchange import ignores_order_inside_top as ignores_order_inside_top
from .effectiveness.exchange import order_inside_top_matters as order_inside_top_matters
from .effectiveness.exchange import prefers_a_later_first_relevant as prefers_a_later_first_relevant
from .effectiveness.exchange import prefers_an_irrelevant_top as prefers_an_irrelevant_top
from .effectiveness.exchange import replacement as replacement
from .effectiveness.exchange import replacement_strict as replacement_strict
from .effectiveness.exchange import swap as swap
from .effectiveness.exchange import swap_strict as swap_strict
from .effectiveness.inputs import constant_scorer_is_chance as constant_scorer_is_chance
from .effectiveness.inputs import duplicates as duplicates
from .effectiveness.inputs import id_invariance as id_invariance
from .effectiveness.inputs import input_order_invariance as input_order_invariance
from .effectiveness.inputs import leaving_out_a_query as leaving_out_a_query
from .effectiveness.inputs import mean_over_queries as mean_over_queries
from .effectiveness.inputs import ordinal_invariance as ordinal_invariance
from .effectiveness.inputs import query_order_invariance as query_order_invariance
from .effectiveness.inputs import tie_permutation_invariance as tie_permutation_invariance
from .effectiveness.inputs import ties_do_not_pay as ties_do_not_pay
from .effectiveness.interval_scale import equal_spacing as equal_spacing
from .effectiveness.interval_scale import lexicographic as lexicographic
from .effectiveness.levels import better_if_all_are_better as better_if_all_are_better
from .effectiveness.levels import binary_special_case as binary_special_case
from .effectiveness.levels import gain_doubles as gain_doubles
from .effectiveness.levels import ignores_levels as ignores_levels
from .effectiveness.levels import levels_matter as levels_matter
from .effectiveness.moffat import completeness as completeness
from .effectiveness.moffat import convergence as convergence
from .effectiveness.moffat import localization as localization
from .effectiveness.moffat import monotone_in_depth as monotone_in_depth
from .effectiveness.moffat import realizability as realizability
from .effectiveness.moffat import top_weightedness as top_weightedness
from .effectiveness.ranges import boundedness as boundedness
from .effectiveness.ranges import ideal_attains_maximum as ideal_attains_maximum
from .effectiveness.ranges import ideal_is_one as ideal_is_one
from .effectiveness.ranges import range_zero_one as range_zero_one
from .effectiveness.ranges import single_item as single_item
from .effectiveness.ranges import without_relevant_items as without_relevant_items
from .effectiveness.ranges import without_results as without_results
from .effectiveness.ranges import worst_attains_minimum as worst_attains_minimum
from .levels import mean_over_level_pairs as mean_over_level_pairs
from .levels import preferences_of_levels_bound as preferences_of_levels_bound
from .levels import preferences_of_two_levels as preferences_of_two_levels
from .metric_space import left_invariance as left_invariance
from .metric_space import near_metric as near_metric
from .metric_space import non_negativity as non_negativity
from .metric_space import reversal_invariance as reversal_invariance
from .metric_space import right_invariance as right_invariance
from .metric_space import separation as separation
from .metric_space import symmetry as symmetry
from .metric_space import triangle_inequality as triangle_inequality
from .metric_space import zero_on_equal as zero_on_equal
from .order import betweenness as betweenness
from .order import bruhat_monotone as bruhat_monotone
from .order import maximum_at_reversal as maximum_at_reversal
from .order import top_heaviness as top_heaviness
from .parameters import free_swap as free_swap
from .parameters import richness as richness
from .parameters import scale_free as scale_free
from .parameters import scale_free_normalised as scale_free_normalised
from .parameters import subdivision as subdivision
from .ranked_prefix import at_full_depth as at_full_depth
from .ranked_prefix import constant as constant
from .ranked_prefix import grows_with_depth as grows_with_depth
from .ranked_prefix import mean_over_rankings as mean_over_rankings
from .ranked_prefix import value_only_on_equal as value_only_on_equal

BUILT_IN: tuple[Axiom, ...] = (
    non_negativity,
    zero_on_equal,
    separation,
    symmetry,
    triangle_inequality,
    near_metric,
    right_invariance,
    left_invariance,
    reversal_invariance,
    scale_free,
    scale_free_normalised,
    generalizes,
    lower_bound,
    upper_bound,
    additive_lower_bound,
    additive_upper_bound,
    bound_attained,
    bound_attained_by_rotations,
    maximum_at_reversal,
    betweenness,
    bruhat_monotone,
    top_heaviness,
    subdivision,
    free_swap,
    richness,
    correlation_range,
    one_on_equal,
    minus_one_on_reversed,
    antisymmetry,
    correlation_symmetry,
    correlation_invariance,
    one_minus_triangle,
    one_minus_near_metric,
    lies_between,
    value_on_reversed,
    place_invariance,
    equals,
    equals_without_ties,
    bounded_by,
    agrees_on_rankings,
    proportional,
    preferences_of_two_levels,
    preferences_of_levels_bound,
    mean_over_level_pairs,
    prefers_an_irrelevant_top,
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
    padding,
    appending_relevant,
    ideal_from_judgments,
    convergence,
    top_weightedness,
    localization,
    completeness,
    without_results,
    without_relevant_items,
    single_item,
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
    better_if_all_are_better,
    gain_doubles,
    binary_special_case,
    ordinal_invariance,
    tie_permutation_invariance,
    input_order_invariance,
    ties_do_not_pay,
    constant_scorer_is_chance,
    duplicates,
    id_invariance,
    query_order_invariance,
    mean_over_queries,
    leaving_out_a_query,
    constant,
    at_full_depth,
    grows_with_depth,
    value_only_on_equal,
    mean_over_rankings,
    prefers_a_later_first_relevant,
    condorcet_winner,
    unanimity,
    reinforcement,
    reinforcement_of_winners,
    independence_of_clones,
    neutrality_of_items,
    anonymity_of_voters,
    monotonicity_of_winners,
)
"""The columns of the matrix, in their order."""

for _built_in in BUILT_IN:
    REGISTRY.add_axiom(_built_in)
