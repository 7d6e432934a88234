"""The catalogue of metrics, a family a file."""

from . import plain

# isort: split
# rows of the matrix stand in the order of registration: from the plain to the general
from . import element, position, similarity

# isort: split
from . import general

__all__ = ["element", "general", "plain", "position", "similarity"]
