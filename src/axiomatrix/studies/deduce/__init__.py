"""Deduction: the cells of the matrix against each other, by theorems; what follows, and what contradicts."""

from .answer import Constant, Contradiction, Deduction, Doubt, Upgrade
from .facts import Asked, Fact, Grade
from .run import deduce

__all__ = ["Asked", "Constant", "Contradiction", "Deduction", "Doubt", "Fact", "Grade", "Upgrade", "deduce"]
