"""The built-in axioms, a family a file."""

from ..axiom import Axiom
from ..registry import REGISTRY
from .comparison import (
    bound_attained,
    bound_attained_by_rotations,
    generalizes,
    lower_bound,
    upper_bound,
)
from .invariance import left_invariance, reversal_invariance, right_invariance
from .metric_space import (
    near_metric,
    non_negativity,
    separation,
    symmetry,
    triangle_inequality,
    zero_on_equal,
)
from .order import betweenness, bruhat_monotone, maximum_at_reversal, top_heaviness
from .scale import scale_free, scale_free_normalised
from .weights import free_swap, richness, subdivision

__all__ = [
    "betweenness",
    "bound_attained",
    "bound_attained_by_rotations",
    "bruhat_monotone",
    "free_swap",
    "generalizes",
    "left_invariance",
    "lower_bound",
    "maximum_at_reversal",
    "near_metric",
    "non_negativity",
    "reversal_invariance",
    "richness",
    "right_invariance",
    "scale_free",
    "scale_free_normalised",
    "separation",
    "subdivision",
    "symmetry",
    "top_heaviness",
    "triangle_inequality",
    "upper_bound",
    "zero_on_equal",
]

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
    bound_attained,
    bound_attained_by_rotations,
    maximum_at_reversal,
    betweenness,
    bruhat_monotone,
    top_heaviness,
    subdivision,
    free_swap,
    richness,
)
"""The columns of the matrix, in their order."""

for _built_in in BUILT_IN:
    REGISTRY.add_axiom(_built_in)
