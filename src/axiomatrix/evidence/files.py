"""Files: written whole or not at all, and JSON small enough to be kept with code."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def by_line(data: Mapping[str, Any]) -> str:
    """JSON with a line for each entry, and for each part of a list or object: a change shows in its line alone."""
    return "{\n" + ",\n".join(f"{compact(name)}:{_by_part(value)}" for name, value in data.items()) + "\n}\n"


def _by_part(value: Any) -> str:
    if value and isinstance(value, dict):
        return "{\n" + ",\n".join(f"{compact(name)}:{compact(part)}" for name, part in value.items()) + "\n}"
    if value and isinstance(value, list | tuple):
        return "[\n" + ",\n".join(map(compact, value)) + "\n]"
    return compact(value)


compact = json.JSONEncoder(separators=(",", ":")).encode  # made once: there are tens of thousands of parts


def indented(data: Any) -> str:
    """JSON with a line for each value, to be read by people too."""
    return json.dumps(data, indent=1) + "\n"


def refusal(directory: Path) -> str:
    """Why nothing can be written in the folder, which may be made yet; empty where nothing is known against it."""
    existing = next((path for path in (directory, *directory.absolute().parents) if path.exists()), directory)
    if not existing.is_dir():
        return os.strerror(errno.ENOTDIR)
    return "" if os.access(existing, os.W_OK) else "nothing can be written there"


def write_all(files: Mapping[str, str | bytes], directory: Path) -> list[Path]:
    """Write each file, named as the folder sees it, and make the folders that are not there; the files written."""
    for name, content in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        write(directory / name, content)
    return [directory / name for name in files]


def write(path: Path, text: str | bytes) -> None:
    """Write the text as UTF-8 (or the bytes), whole or not at all, with the same bytes on every platform.

    The text goes to a draft beside the file, which then takes the file's place in one step: whoever reads the file, and
    whenever the process ends, sees the old content or the new. What is there already is replaced. The folder must
    exist. Raises ``OSError`` as the system says it; no draft is left then. A file that has these bytes stays.
    """
    content = text if isinstance(text, bytes) else text.encode("utf-8")
    if _has(path, content):
        return
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _has(path: Path, content: bytes) -> bool:
    """Return whether an ordinary file with this content exists, which is faster than writing it."""
    try:
        file_stat = path.lstat()
        return stat.S_ISREG(file_stat.st_mode) and file_stat.st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
