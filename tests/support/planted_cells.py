"""The planted libraries as a registry, and the cells of their rows."""

from __future__ import annotations

from functools import lru_cache

from axiomatrix import Registry
from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.cell import Cell
from axiomatrix.libraries import build_registry
from axiomatrix.methods.profile import PROFILES


@lru_cache
def planted() -> Registry:
    """The registry, for tests that do not change it."""
    return build_registry("planted_library")


def id_of(title: str) -> str:
    """The axiom of a cell's title."""
    return title.split("(")[0]


@lru_cache
def cells(row: str, axiom: str) -> dict[str, Cell]:
    """The cells of a row for one axiom, by title."""
    asked = row_search(planted().metric(row), planted(), 0, only=lambda statement, _: statement.axiom.id == axiom)
    found = decide_cells(asked, methods_for(asked.metric, PROFILES["quick"]))
    return {cell.title: cell for cell in (*asked.meaningless, *found)}
