"""The sources: one file each, their claims by id, in the source's wording."""

from . import (  # noqa: F401  # importing them registers them, in this order
    average_precision_correlation,
    croft_metzler_strohman,
    diaconis,
    kumar_vassilvitskii,
    moffat_zobel,
    overview,
    partial_rankings,
    point_area,
    preference_learning,
    rank_biased_overlap,
    ties_in_rbo,
    top_k_lists,
    top_n,
    voorhees_harman,
    weighted_correlation,
)
