"""Reading and writing files: text and JSON with size limits, atomic writes, and JSON that gives short diffs.

:mod:`.formats` reads JSON files of known formats with it, and reports write their files with it. Files may be from
anybody, so they are read strictly.
"""

from __future__ import annotations

import errno
import gzip
import json
import math
import os
import stat
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def json_by_entry(data: Mapping[str, Any]) -> str:
    """Encode an object as JSON with a line for each entry and each part of an entry, for short diffs."""
    entries = (f"{compact_json(name)}:{_entry_by_part(value)}" for name, value in data.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _entry_by_part(value: Any) -> str:
    """Encode the value of an entry with a line for each of its parts; an empty or single value on one line."""
    if value and isinstance(value, dict):
        parts = (f"{compact_json(name)}:{compact_json(part)}" for name, part in value.items())
        return "{\n" + ",\n".join(parts) + "\n}"
    if value and isinstance(value, list | tuple):
        return "[\n" + ",\n".join(map(compact_json, value)) + "\n]"
    return compact_json(value)


compact_json = json.JSONEncoder(separators=(",", ":")).encode
"""Encodes data as JSON on one line without spaces. Built once, for tens of thousands of calls."""


def indented_json(data: Any) -> str:
    """Encode data as indented JSON, for people to read."""
    return json.dumps(data, indent=1) + "\n"


def unwritable_reason(directory: Path) -> str:
    """Return why files cannot be written to the directory, or an empty string if nothing prevents it.

    The directory need not exist: then its nearest existing parent decides.
    """
    existing = next((path for path in (directory, *directory.absolute().parents) if path.exists()), directory)
    if not existing.is_dir():
        return os.strerror(errno.ENOTDIR)
    return "" if os.access(existing, os.W_OK) else "the folder is not writable"


def write_all(files: Mapping[str, str | bytes], directory: Path) -> list[Path]:
    """Write files, create missing directories, and return the full paths.

    ``files`` has the content of each by its path relative to ``directory``.
    """
    for name, content in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        write(directory / name, content)
    return [directory / name for name in files]


def write(path: Path, text: str | bytes) -> None:
    """Write bytes, or text as UTF-8, atomically and with the same bytes on every platform.

    The content goes to a temporary file beside ``path``, which then replaces it in one step. A reader sees the old
    content or the new, even if the process is killed. A file that already has this content is left alone. The
    directory must exist. Raises ``OSError`` from the system, and removes the temporary file.
    """
    content = text if isinstance(text, bytes) else text.encode("utf-8")
    if _has_content(path, content):
        return
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _has_content(path: Path, content: bytes) -> bool:
    """Return whether a regular file with this content exists. Comparing is faster than writing."""
    try:
        file_stat = path.lstat()
        return stat.S_ISREG(file_stat.st_mode) and file_stat.st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


MAX_LINE_CHARACTERS = 10_000_000
"""Most characters of a line of a text file."""
MAX_TEXT_CHARACTERS = 2**30
"""Most characters of a text file."""


class Unreadable(ValueError):
    """Invalid or unreadable file; the message begins with its path."""


def read_json(path: Path, limit: int, what: str) -> Any:
    """Read a regular JSON file in UTF-8 of at most ``limit`` bytes.

    ``what`` names the file's role in error messages, such as ``a witness``. Raises :class:`Unreadable` for anything
    else, including what Python's parser would accept: nan and infinity (also as ``1e400``), and duplicate keys. Numbers
    of more than 4,300 digits and nesting beyond the recursion limit are refused too.
    """
    content = _read_regular_file(path, limit, what)
    try:
        return from_json(content)
    except RecursionError:
        raise Unreadable(f"{path}: the JSON is nested too deeply") from None
    except MemoryError:
        raise Unreadable(f"{path}: not enough memory to read it") from None
    except ValueError as error:
        raise Unreadable(f"{path}: not JSON: {error!s:.300}") from None


def from_json(content: str | bytes, *, as_written: bool = False) -> Any:
    """Parse JSON as strictly as :func:`read_json`; raises ``ValueError`` or ``RecursionError``.

    With ``as_written``, a number with a point or an exponent is returned as its text, with all digits.
    """
    parse_float = str if as_written else _finite_float
    return json.loads(
        content, object_pairs_hook=_object_with_distinct_keys, parse_constant=_refuse_constant, parse_float=parse_float
    )


def text_lines(path: Path, error_type: type[ValueError], newline: str | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines of a UTF-8 text file, numbered from 1, each with its line ending.

    ``newline`` is passed to ``open``: None turns every line ending into a line feed, an empty string keeps them as they
    are, and a line feed ends lines at line feeds alone. Raises ``error_type`` for a file that cannot be read or
    decoded, and for one that is longer than the limits. The file may be a pipe, unlike in :func:`read_json`. A file
    whose name ends in ``.gz`` is decompressed as it is read.
    """
    number = size = 0  # of the line, and of the characters so far
    open_text = gzip.open if path.suffix == ".gz" else open
    try:
        with open_text(path, "rt", encoding="utf-8-sig", newline=newline) as file:
            while line := file.readline(MAX_LINE_CHARACTERS + 1):
                number += 1
                size += len(line)
                if len(line) > MAX_LINE_CHARACTERS:
                    limit = f"a line may have at most {MAX_LINE_CHARACTERS:,} characters"
                    raise error_type(f"{path}, line {number}: {limit}")
                if size > MAX_TEXT_CHARACTERS:
                    limit = f"a text file may have at most {MAX_TEXT_CHARACTERS:,} characters"
                    raise error_type(f"{path}, line {number}: {limit}")
                yield number, line
    except UnicodeDecodeError:
        raise error_type(f"{path}: not a text file in UTF-8") from None
    except (EOFError, zlib.error):
        raise error_type(f"{path}: the compressed file is cut off or damaged") from None
    except OSError as error:
        raise error_type(f"{path}: {error.strerror or error}") from None


def _read_regular_file(path: Path, limit: int, what: str) -> str:
    """Return the text of a regular file. A device or a pipe is not opened, since it may never end."""
    try:
        file_stat = path.stat()
        if not stat.S_ISREG(file_stat.st_mode):
            raise Unreadable(f"{path}: is {_file_kind(file_stat.st_mode)}; {what} must be a regular file")
        with path.open("rb") as file:
            content = file.read(limit + 1) if file_stat.st_size <= limit else b""
        if max(file_stat.st_size, len(content)) > limit:  # st_size is 0 for files in /proc, and files grow
            raise Unreadable(f"{path}: {what} is at most {limit:,} bytes")
        return content.decode("utf-8")
    except Unreadable:
        raise
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: not JSON: not UTF-8 from byte {error.start + 1:,} on ({error.reason})") from None
    except MemoryError:
        raise Unreadable(f"{path}: not enough memory to read it") from None
    except ValueError as error:  # a path that no file can have, such as one with a null byte
        raise Unreadable(f"{path}: {error}") from None


def _file_kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "a special file"


def _object_with_distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its pairs (key, value); refuse duplicate keys."""
    content = dict(pairs)
    if len(content) < len(pairs):  # readers could take either value
        counts = Counter(name for name, _ in pairs)
        duplicate = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"the key {duplicate[:80]!r} occurs twice in an object")
    return content


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _finite_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value
