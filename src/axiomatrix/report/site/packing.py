"""Data for the site's scripts: JSON, compressed, in a script of its own, since pages on disk may not read files."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

THERE, BACK = str.maketrans("<>&", ".:/"), str.maketrans(".:/", "<>&")
"""Digits of base 85 that mean something in HTML, and what stands for them."""
LEVEL = 9
"""How hard zlib tries: as hard as it can, since the site has a size to keep."""


def packed(name: str, data: Any) -> str:
    """The script that hands the data over: JSON, zlib, base85. ``ValueError`` for what is not JSON (nan, infinity)."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    digits = base64.b85encode(zlib.compress(text.encode("utf-8", "backslashreplace"), LEVEL))
    content = digits.decode("ascii").translate(THERE)
    return f'axiomatrix.give({json.dumps(name)}, "{content}");\n'


def unpacked(script: str) -> Any:
    """The data in a script that :func:`packed` made."""
    content = script.rsplit('"', 2)[1].translate(BACK)
    return json.loads(zlib.decompress(base64.b85decode(content)))
