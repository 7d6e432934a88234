"""The data that the site packs, as its scripts unpack them."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np

from axiomatrix.report.site.packing import BITS, FIRST, Table


def untabled(made: Table) -> list[dict[str, Any]]:
    """The lines of a table."""
    columns = {k: [one["of"][at] for at in one["at"]] if isinstance(one, dict) else one for k, one in made.items()}
    return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]


def unpacked(script: bytes) -> Any:
    """The data in a script that :func:`packed` made."""
    _, characters, rest = script.decode("utf-16").rsplit('"', 2)
    numbers = np.frombuffer(characters.encode("utf-16-le"), "<u2") - FIRST
    bits = (numbers[:, None] >> np.arange(BITS)[::-1]) & 1
    size = int(rest.strip(" ,);\n"))
    return json.loads(zlib.decompress(np.packbits(bits.astype(np.uint8).ravel()).tobytes()[:size]))
