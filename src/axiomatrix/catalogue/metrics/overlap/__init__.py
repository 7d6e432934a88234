"""Overlap of the first items of two lists: rank-biased overlap, average overlap, and the distances made of them."""

from . import rbo

# isort: split
# the distances stand behind the similarities that they are made of
from . import distance

__all__ = ["distance", "rbo"]
