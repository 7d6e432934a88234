"""Options from ``[tool.axiomatrix]`` of a ``pyproject.toml``; the command line overrides them."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

from ..model.registry import Unknown

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
    "ci": list,
    "baseline": str,
    "time-limit": float,
    "memory-limit": int,
}
"""The options that the table may set, and what they are."""
WORDS: dict[type, str] = {
    list: 'a list of texts, such as ["one", "two"]',
    str: "a text, not empty",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}
"""What each kind is called where another was given."""
LEAST: dict[str, float] = {"seed": 0, "jobs": 1, "time-limit": 0.1, "memory-limit": 256}
"""The least values of the settings that have one."""


class BadConfig(ValueError):
    """A setting that means nothing, with what is wrong."""


def read(directory: Path) -> dict[str, Any]:
    """The settings of that directory's ``pyproject.toml``, or none; unknown ones raise with the nearest name."""
    path = directory / "pyproject.toml"
    if not path.is_file():
        return {}
    try:
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"pyproject.toml: {error}") from None
    table = tool.get("axiomatrix", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise BadConfig("pyproject.toml: tool.axiomatrix must be a table")
    for name, value in table.items():
        if name not in KINDS:
            raise Unknown("setting of tool.axiomatrix", name, KINDS)
        kind: Any = KINDS[name]
        kinds: Any = (int, float) if kind is float else kind
        is_kind = isinstance(value, kinds) and not (kind in (int, float) and isinstance(value, bool))
        if not is_kind or value == "" or (kind is list and not all(isinstance(item, str) for item in value)):
            raise BadConfig(f"pyproject.toml: tool.axiomatrix.{name} is {value!r}; it must be {WORDS[kind]}")
        if name in LEAST and not LEAST[name] <= value < math.inf:
            raise BadConfig(f"pyproject.toml: tool.axiomatrix.{name} is {value!r}; it must be at least {LEAST[name]}")
    return dict(table)
