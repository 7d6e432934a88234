"""The planted libraries as a registry, and the cells of their rows."""

from __future__ import annotations

from functools import lru_cache

from axiomatrix import Registry
from axiomatrix.engine.library_row import LibraryRow
from axiomatrix.engine.profile import PROFILES
from axiomatrix.evidence.cell import Cell
from axiomatrix.libraries import registered


@lru_cache
def planted() -> Registry:
    """The registry, for tests that do not change it."""
    return registered(["planted_library"])


def id_of(title: str) -> str:
    """The axiom of a cell's title."""
    return title.split("(")[0]


@lru_cache
def cells(row: str, axiom: str) -> dict[str, Cell]:
    """The cells of a row for one axiom, by title."""
    registry = planted()
    checker = LibraryRow(
        registry.metric(row), registry, PROFILES["quick"], 0, only=lambda statement, _: statement.axiom.id == axiom
    )
    return {cell.title: cell for cell in checker.run()}
