"""The templates of pages: they escape what they show, and a name that nothing has is an error."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ..evidence.safe import visible


@lru_cache(maxsize=2)
def environment(package: str) -> Environment:
    """The templates in the folder ``templates`` of a package."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """Every expression of a template goes through here: control characters are shown, lines are kept."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value, lines=True)
