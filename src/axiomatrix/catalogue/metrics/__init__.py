"""The catalogue of metrics, a family a file."""

from . import plain

# isort: split
# rows of the matrix stand in the order of registration: from the plain to the general
from . import element, position, similarity

# isort: split
from . import general

# isort: split
from . import correlation

# isort: split
from . import area, overlap, top_weighted

# isort: split
from . import effectiveness

__all__ = [
    "area",
    "correlation",
    "effectiveness",
    "element",
    "general",
    "overlap",
    "plain",
    "position",
    "similarity",
    "top_weighted",
]
