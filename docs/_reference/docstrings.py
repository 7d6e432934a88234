"""Docstrings for the API pages: they are plain text with formulas, which Markdown would take for markup."""

from __future__ import annotations

import griffe

from .texts import docstring


class PlainDocstrings(griffe.Extension):
    """Turns every docstring of the package into Markdown that shows just its text."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Called for each module, class, function and attribute that is read."""
        if obj.docstring is not None:
            obj.docstring.value = docstring(obj.docstring.value)
