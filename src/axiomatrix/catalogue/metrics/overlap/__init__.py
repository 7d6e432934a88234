"""Overlap of the first items of two lists: rank-biased overlap, average overlap, and the distances made of them."""

# the distances follow the similarities that they are computed from
from . import rbo as rbo, rbo_ties as rbo_ties, distance as distance, top_k as top_k  # isort: skip
