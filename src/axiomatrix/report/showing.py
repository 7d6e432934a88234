"""How values show themselves in Python: loaded with the public names of the package.

Each report is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..model.showing import show_by


def _late(module: str, name: str) -> Callable[..., Any]:
    return lambda *given: getattr(import_module(module, __package__), name)(*given)


show_by(
    plain=_late(".results", "matrix_text"),
    text=_late(".documents", "text_of"),
    frame=_late(".results", "matrix_frame"),
    drawing=_late(".results", "witness_drawing"),
    save=_late(".saving", "save"),
    export=_late(".dataset", "save"),
    html=_late(".documents", "html_of"),
    markdown=_late(".documents", "markdown_of"),
)
