"""Data for the site's scripts: plain JSON in a script of its own, since pages on disk may not read files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

BEGINS = "axiomatrix.give("
"""How a file of data begins, by which one that is not written any more is known."""
Table = dict[str, Any]
"""A list for each field; a list of which much recurs is a list of what there is, and of the place there for each."""


def table(lines: Iterable[Mapping[str, Any]]) -> Table:
    """Lines that have the same fields, field by field: a sixth of their length, since most texts recur."""
    columns: dict[str, list[Any]] = {}
    for line in lines:
        for field, value in line.items():
            columns.setdefault(field, []).append(value)
    return {field: _listed_once(column) for field, column in columns.items()}


def _listed_once(column: list[Any]) -> Any:
    places: dict[Any, int] = {}
    at = [places.setdefault(value, len(places)) for value in column]
    return {"of": list(places), "at": at} if 2 * len(places) < len(column) else column


def data_script(name: str, data: Any) -> bytes:
    """The script that hands the data over; ``ValueError`` for what is not JSON (nan, infinity)."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{BEGINS}{json.dumps(name)}, {text});\n".encode("utf-8", "backslashreplace")
