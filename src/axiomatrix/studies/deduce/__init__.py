"""Deduction: the cells of the matrix against each other, by theorems; what follows, and what contradicts."""
