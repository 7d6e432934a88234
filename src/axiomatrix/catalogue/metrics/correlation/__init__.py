"""Metrics of two orders: correlations, normalised distances, errors of a prediction, and what they are made of."""

from . import dcg_rank, rankings

# isort: split
# rows of the matrix stand in the order of registration
from . import distances, errors, fraction, levels, preferences, target, ties

__all__ = ["dcg_rank", "distances", "errors", "fraction", "levels", "preferences", "rankings", "target", "ties"]
