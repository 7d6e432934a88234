"""Data for the site's scripts: JSON, compressed, in a script of its own, since pages on disk may not read files."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

BITS, FIRST = 15, 0x3000
"""In each character of UTF-16, and the first of the characters, none of which means anything in a script."""

Table = dict[str, Any]
"""A list for each field; a list of which much recurs is a list of what there is, and of the place there for each."""


def table(lines: Iterable[Mapping[str, Any]]) -> Table:
    """Lines that have the same fields, field by field: it packs to half of the lines, and less where texts recur."""
    columns: dict[str, list[Any]] = {}
    for line in lines:
        for field, one in line.items():
            columns.setdefault(field, []).append(one)
    return {field: _once(column) for field, column in columns.items()}


def _once(column: list[Any]) -> Any:
    places: dict[Any, int] = {}
    at = [places.setdefault(one, len(places)) for one in column]
    return {"of": list(places), "at": at} if 2 * len(places) < len(column) else column


def packed(name: str, data: Any) -> bytes:
    """The script that hands the data over: JSON, zlib, then 15 bits in each character of UTF-16.

    That adds a fifteenth where letters and digits add a quarter. ``ValueError`` for what is not JSON (nan, infinity).
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    content = zlib.compress(text.encode("utf-8", "backslashreplace"), level=9)  # the site has a size to keep
    bits = np.unpackbits(np.frombuffer(content, np.uint8))
    rows = np.pad(bits, (0, -len(bits) % BITS)).reshape(-1, BITS)
    characters = (rows @ (1 << np.arange(BITS)[::-1]) + FIRST).astype("<u2").tobytes().decode("utf-16-le")
    return f'axiomatrix.give({json.dumps(name)}, "{characters}", {len(content)});\n'.encode("utf-16")
