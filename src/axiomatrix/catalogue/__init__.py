"""The parts that contributors touch: axioms, metrics, the documents that claim, and proofs; one subject a file."""

from __future__ import annotations

from ..model.registry import REGISTRY, Registry


def load_catalogue() -> Registry:
    """The registry with the built-in axioms, sources and metrics in it, and the names that people use."""
    from . import axioms, metrics, names  # noqa: F401  # importing them registers them

    return REGISTRY
