"""Evaluated runs as text."""
