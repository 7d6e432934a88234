"""Metrics of two orders: correlations, normalised distances, errors of a prediction, and what they are made of."""

from . import dcg_rank, distances, errors, fraction, levels, preferences, rankings, target, ties

__all__ = ["dcg_rank", "distances", "errors", "fraction", "levels", "preferences", "rankings", "target", "ties"]
