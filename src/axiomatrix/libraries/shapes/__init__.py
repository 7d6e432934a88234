"""Shapes: our values as what a library's function takes."""

from .base import Inexpressible, Shape, inserted, typed
from .dictionaries import QrelsAndRun
from .pairs import ItemLists, TwoVectors
from .scored import TruthAndScores

__all__ = ["Inexpressible", "ItemLists", "QrelsAndRun", "Shape", "TruthAndScores", "TwoVectors", "inserted", "typed"]
