"""How values show themselves in a notebook: what shows them knows them, and not the other way round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_shown_by: list[Callable[[Any], str]] = []


def show_in_notebooks_by(made: Callable[[Any], str]) -> None:
    """Have values shown by this; the package says so when its public names are loaded."""
    _shown_by[:] = [made]


class ShownInNotebooks:
    """What a notebook shows as HTML."""

    def _repr_html_(self) -> str:
        if not _shown_by:
            raise RuntimeError("no reports are loaded: write `import axiomatrix.report.showing` first")
        return _shown_by[0](self)
