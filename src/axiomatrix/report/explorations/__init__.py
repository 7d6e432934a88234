"""Explorations on the terminal, as pages and as pictures."""
