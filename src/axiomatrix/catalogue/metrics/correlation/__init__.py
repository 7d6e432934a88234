"""Metrics of two orders: correlations, normalised distances, losses of a prediction, and what they are made of."""

# rows of the matrix follow the order of registration
from . import (  # isort: skip
    dcg_rank as dcg_rank,
    rankings as rankings,
    distances as distances,
    losses as losses,
    fraction as fraction,
    levels as levels,
    preferences as preferences,
    target as target,
    ties as ties,
    partial_rankings as partial_rankings,
    weighted_ranks as weighted_ranks,
)
