"""Options from ``[tool.axiomatrix]`` of a ``pyproject.toml``; the command line overrides them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .registry import Unknown

KINDS: dict[str, type] = {
    "files": list,
    "metrics": list,
    "axioms": list,
    "sources": list,
    "profile": str,
    "seed": int,
    "jobs": int,
    "out": str,
    "pins": bool,
    "fail-on": str,
}
"""The options that the table may set, and what they are."""


class BadConfig(ValueError):
    """A setting that means nothing, with what is wrong."""


def read(directory: Path) -> dict[str, Any]:
    """The settings of that directory's ``pyproject.toml``, or none; unknown ones raise with the nearest name."""
    path = directory / "pyproject.toml"
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("axiomatrix", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"pyproject.toml: {error}") from None
    if not isinstance(table, dict):
        raise BadConfig("pyproject.toml: tool.axiomatrix must be a table")
    for name, value in table.items():
        if name not in KINDS:
            raise Unknown("setting of tool.axiomatrix", name, KINDS)
        kind: Any = KINDS[name]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadConfig(f"pyproject.toml: tool.axiomatrix.{name} is {value!r}; it must be of type {kind.__name__}")
        if kind is list and not all(isinstance(item, str) for item in value):
            raise BadConfig(f"pyproject.toml: tool.axiomatrix.{name} must list texts")
    return dict(table)
