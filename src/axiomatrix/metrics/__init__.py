"""The catalogue of metrics, a family a file."""

from . import element, general, plain, position, similarity

__all__ = ["element", "general", "plain", "position", "similarity"]
