"""Metrics, axioms, claims and relations, and their registry."""
