"""The seeds of cells."""

from __future__ import annotations

import hashlib


def derived_seed(seed: int, *names: str) -> int:
    """The seed of one cell."""
    digest = hashlib.sha256("/".join([str(seed), *names]).encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:8], "big")
