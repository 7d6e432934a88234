"""Axioms as the object: which sets of axioms a table of values can satisfy, and which axioms follow from others."""
