"""Rank aggregation: medians of rankings, exact and approximate, with what is certified of each."""
