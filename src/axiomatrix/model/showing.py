"""Rendering of values in notebooks: the reports register their renderers, so that values need not import them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_ways: dict[str, Callable[..., Any]] = {}


def show_by(**ways: Callable[..., Any]) -> None:
    """Register renderers by name; the package does so when its public names are loaded."""
    _ways.update(ways)


def shown(way: str, *given: Any) -> Any:
    """Render the value with the renderer of that name."""
    if way not in _ways:
        raise RuntimeError("no reports are loaded: write `import axiomatrix.report.showing` first")
    return _ways[way](*given)


class ShownInNotebooks:
    """Base of values that a notebook shows as HTML, or as Markdown where it has no room for that."""

    def _repr_html_(self) -> str:
        return str(shown("html", self))

    def _repr_markdown_(self) -> str:
        return str(shown("markdown", self))
