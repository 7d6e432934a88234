"""Names of files for what an exploration found."""

from __future__ import annotations

import hashlib
import re


def file_name(text: str) -> str:
    """A file name for a text, on any file system; texts that would meet there are told apart by a digest."""
    dashed = "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())
    short = re.sub("-+", "-", dashed).strip("-")[:60] or "x"
    if short == text:
        return short
    return f"{short}-{hashlib.sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:6]}"
