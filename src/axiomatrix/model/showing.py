"""How metrics, axioms and results show themselves, in notebooks and as text: by renderers that the reports register.

A notebook calls ``_repr_html_`` of a value. Metrics and axioms cannot import the reports, which import them. So the
reports register their renderers here when they are loaded (:mod:`axiomatrix.report.showing`), and the values look them
up by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_renderers: dict[str, Callable[..., Any]] = {}
"""Renderers by name, such as ``html``; filled once, by :func:`register_renderers`."""


def register_renderers(**renderers: Callable[..., Any]) -> None:
    """Register renderers by name; the package does so when its public names are loaded."""
    _renderers.update(renderers)


def render(renderer: str, *values: Any) -> Any:
    """Call the renderer of that name on the values; ``RuntimeError`` if no reports are loaded."""
    if renderer not in _renderers:
        raise RuntimeError("no renderers are loaded: write `import axiomatrix.report.showing` first")
    return _renderers[renderer](*values)


class ShownInNotebooks:
    """Base of values that a notebook shows as HTML, or as Markdown where it cannot show HTML."""

    def _repr_html_(self) -> str:
        return str(render("html", self))

    def _repr_markdown_(self) -> str:
        return str(render("markdown", self))
