"""Shapes: our values as what a library's function takes."""

from .base import Inexpressible, Shape, arguments_text, held, inserted, names, number, transformed, typed
from .dictionaries import QrelsAndRun
from .items import ItemLists
from .pairs import TwoVectors
from .scored import TruthAndScores, faulty, scored

__all__ = [
    "Inexpressible",
    "ItemLists",
    "QrelsAndRun",
    "Shape",
    "TruthAndScores",
    "TwoVectors",
    "arguments_text",
    "faulty",
    "held",
    "inserted",
    "names",
    "number",
    "scored",
    "transformed",
    "typed",
]
