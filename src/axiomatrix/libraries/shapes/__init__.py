"""Shapes: conversion of axiomatrix's values to what a library's function takes.

For example, ``TruthAndScores`` turns a judged list into the vectors ``y_true`` and ``y_score``. Each file holds the
shapes for one kind of input: dictionaries, vectors of two orders, grades beside scores, tensors. :mod:`.base` has the
base class and helpers. This file exports what most adapters use.
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
