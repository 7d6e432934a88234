"""Metrics that are wrong in a known way, and the helpers that check them."""

from __future__ import annotations

from itertools import count
from typing import Any

import axiomatrix
from axiomatrix import REGISTRY, Cell, Metric, Registry, inverted_pairs, metric, spaces
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.enumeration import StatementSweep
from axiomatrix.methods.table import tables_for

WEIGHTS = {"w": spaces.element_weights()}
POSITIONS = {"delta": spaces.position_weights()}
SIMILARITIES = {"D": spaces.similarities()}


def registered(definition: Any, id: str = "mine", **options: Any) -> tuple[Metric, Registry]:
    """The definition as a metric of a registry of its own."""
    registry = Registry(REGISTRY)
    return metric(id, registry=registry, **options)(definition), registry


def cells(definition: Any, *axioms: str, profile: str = "quick", seed: int = 0, **options: Any) -> list[Cell]:
    """The cells of a definition for the axioms named."""
    mine, registry = registered(definition, **options)
    return list(
        axiomatrix.check(mine, axioms=axioms, profile=profile, seed=seed, use_pins=False, registry=registry).cells
    )


def cell(definition: Any, axiom: str, space: str = "open", **options: Any) -> Cell:
    """The one cell of a definition for the axiom on the space."""
    (found,) = [c for c in cells(definition, axiom, **options) if c.space == space]
    return found


def sweep(metric: Metric, statement: Any, n: int, registry: Registry = REGISTRY, lanes: int = 0) -> StatementSweep:
    """The sweep of a statement at one size over the grid (``lanes=1``: over the special values)."""
    return StatementSweep(statement, tables_for(metric, n, Definitions(registry))[lanes])


def kendall(a: Any, b: Any) -> Any:
    """The number of inverted pairs"""
    return len(inverted_pairs(a, b))


# --- metrics that do what no metric may do ---------------------------------------------------------------------


def raises(a: Any, b: Any) -> Any:
    """Raises what no engine expects"""
    raise RuntimeError("no disc left")


def raises_from_three_items_on(a: Any, b: Any) -> Any:
    """Kendall, but raises for n >= 3"""
    if a.n >= 3:
        raise KeyError("third item")
    return kendall(a, b)


def returning(value: Any) -> Any:
    """A metric that always returns the value."""

    def returns(a: Any, b: Any) -> Any:
        """Returns the same whatever it is asked"""
        return value

    return returns


def counting() -> Any:
    """A metric that answers how often it was asked."""
    asked = count()

    def counts(a: Any, b: Any) -> Any:
        """How often it was asked"""
        return next(asked)

    return counts


def changing_after(first: int) -> Any:
    """A metric that is Kendall's for so many calls, and then 1 more."""
    asked = count()

    def changes(a: Any, b: Any) -> Any:
        """Kendall, and later one more"""
        return kendall(a, b) + (next(asked) >= first)

    return changes
