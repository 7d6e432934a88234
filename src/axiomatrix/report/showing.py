"""Connect ``print(value)``, ``to_pandas``, ``save`` and notebooks to the reports.

Importing this module does so; ``axiomatrix/__init__.py`` imports it with the public names. A report's own module is
imported at the first call, so that ``import axiomatrix`` stays quick.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..model.showing import register_renderers


def _late(module: str, name: str) -> Callable[..., Any]:
    """A function that imports the module when it is called, and passes the arguments on to its function ``name``."""
    return lambda *arguments: getattr(import_module(module, __package__), name)(*arguments)


register_renderers(
    plain=_late(".results", "matrix_text"),
    text=_late(".documents", "text_of"),
    frame=_late(".results", "matrix_frame"),
    drawing=_late(".results", "witness_drawing"),
    save=_late(".saving", "save"),
    export=_late(".dataset", "save"),
    html=_late(".documents", "html_of"),
    markdown=_late(".documents", "markdown_of"),
)
