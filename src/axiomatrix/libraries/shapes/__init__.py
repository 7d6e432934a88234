"""Shapes: conversion of axiomatrix's values to what a library's function takes.

For example, ``TruthAndScores`` turns a judged list into the vectors ``y_true`` and ``y_score``. Each file holds the
shapes for one kind of input: dictionaries, vectors, tensors, grades beside scores.
"""

from .base import Inexpressible, Shape, fill_dictionary, typed_array
from .dictionaries import QrelsAndRun
from .pairs import ItemLists, TwoVectors
from .scored import TruthAndScores

__all__ = [
    "Inexpressible",
    "ItemLists",
    "QrelsAndRun",
    "Shape",
    "TruthAndScores",
    "TwoVectors",
    "fill_dictionary",
    "typed_array",
]
