"""Files: written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


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
