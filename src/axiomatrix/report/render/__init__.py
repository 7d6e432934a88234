"""Renderers: each shows any document, and knows of no subject."""
