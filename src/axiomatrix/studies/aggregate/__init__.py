"""Rank aggregation: exact and approximate medians of rankings, and what is proved about each."""
