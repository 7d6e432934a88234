"""Cells of the matrix as theorems in the language of Rocq (formerly Coq), a proof assistant whose kernel checks them.

:mod:`.formulas` has the definitions of metrics and the proofs of axioms, :mod:`.multipliers` translates certificates,
:mod:`.statements` writes the files, and :mod:`.kernel` runs Rocq on them. The files ``*.v`` are imported by all others.
"""
