"""Prefix sums of displacements: S, K, P, the area under P and its correlation (Di Nunzio and Silvello 2015)."""

from . import prefix

# isort: split
# rows of the matrix stand in the order of the source
from . import point

# isort: split
from . import area

# isort: split
from . import relevance

__all__ = ["area", "point", "prefix", "relevance"]
