"""Prefix sums of displacements: S, K, P, the area under P and its correlation (Di Nunzio and Silvello 2015)."""

# rows of the matrix follow the order of the source
from . import prefix as prefix, point as point, area as area, relevance as relevance  # isort: skip
