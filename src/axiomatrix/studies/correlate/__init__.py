"""Correlation of two metrics over a population of pairs of rankings."""
