"""A user's own lists, read from TREC files, over which axioms are asked."""
