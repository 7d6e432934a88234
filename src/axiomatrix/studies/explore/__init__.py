"""The conjecture laboratory: how far a claim holds, where it fails first, and what its best constant is."""
