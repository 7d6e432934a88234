"""Files: written whole or not at all, and JSON small enough to be kept with code."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def by_line(data: Mapping[str, Any]) -> str:
    """JSON with a line for each entry, and for each part of a list: small, and a change shows in its line alone."""
    parts = []
    for name, value in data.items():
        lists = isinstance(value, list) and value
        said = "[\n" + ",\n".join(map(_compact, value)) + "\n]" if lists else _compact(value)
        parts.append(f"{_compact(name)}:{said}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def write(path: Path, text: str | bytes) -> None:
    """Write the text as UTF-8 (or the bytes), whole or not at all, with the same bytes on every platform.

    The text goes to a draft beside the file, which then takes the file's place in one step: whoever reads the file, and
    whenever the process ends, sees the old content or the new. What is there already is replaced. The folder must
    exist. Raises ``OSError`` as the system says it; no draft is left then.
    """
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
