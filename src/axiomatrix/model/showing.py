"""Rendering of values in notebooks by name of a renderer.

Metrics and axioms are below the reports in the order of imports. Therefore the reports register their renderers here
when they are loaded, and the values look them up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_renderers: dict[str, Callable[..., Any]] = {}
"""Renderers by name, such as ``html``; filled once, by :func:`show_by`."""


def show_by(**renderers: Callable[..., Any]) -> None:
    """Register renderers by name; the package does so when its public names are loaded."""
    _renderers.update(renderers)


def shown(renderer: str, *values: Any) -> Any:
    """Render values with the renderer of that name; ``RuntimeError`` if no reports are loaded."""
    if renderer not in _renderers:
        raise RuntimeError("no reports are loaded: write `import axiomatrix.report.showing` first")
    return _renderers[renderer](*values)


class ShownInNotebooks:
    """Base of values that a notebook shows as HTML, or as Markdown where it cannot show HTML."""

    def _repr_html_(self) -> str:
        return str(shown("html", self))

    def _repr_markdown_(self) -> str:
        return str(shown("markdown", self))
