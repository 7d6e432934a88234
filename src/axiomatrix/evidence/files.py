"""Files: foreign ones are read within bounds; ours are written whole or not at all, as JSON with short differences."""

from __future__ import annotations

import errno
import gzip
import json
import math
import os
import stat
import zlib
from collections.abc import Iterator, Mapping
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


LONGEST, LARGEST = 10_000_000, 2**30
"""How many characters a line of a text may have, and the text."""


class Unreadable(ValueError):
    """A file that is not what it should be; the text names the file and says what is wrong."""


def read_json(path: Path, limit: int, what: str) -> Any:
    """The data in an ordinary JSON file of at most ``limit`` bytes, UTF-8; :class:`Unreadable` for anything else.

    ``what`` says what the file should be, such as ``a witness``. Refused beyond what is not JSON: nan and infinity
    (also as ``1e400``), a key that an object has twice, numbers of more than 4,300 digits, and nesting too deep to be
    read.
    """
    content = _text(path, limit, what)
    try:
        return from_json(content)
    except RecursionError:
        raise Unreadable(f"{path}: not JSON of ours: it is nested too deeply") from None
    except MemoryError:
        raise Unreadable(f"{path}: it takes more memory than there is") from None
    except ValueError as error:
        raise Unreadable(f"{path}: not JSON: {error!s:.300}") from None


def from_json(content: str | bytes, *, as_written: bool = False) -> Any:
    """The data in JSON text, as strict as :func:`read_json`; ``ValueError`` or ``RecursionError`` for anything else.

    ``as_written`` gives a number with a point or an exponent as its text, with all digits.
    """
    parse_float = str if as_written else _finite
    return json.loads(content, object_pairs_hook=_unambiguous, parse_constant=_refused, parse_float=parse_float)


def text_lines(path: Path, error: type[ValueError], newline: str | None = None) -> Iterator[tuple[int, str]]:
    """The lines of a text in UTF-8, numbered from 1, each with its end; ``error`` for anything else, and without end.

    It need not be an ordinary file: a list of rankings may come through a pipe. One that ends in ``.gz`` is
    decompressed, a line at a time.
    """
    number = size = 0
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8-sig", newline=newline) as file:
            while line := file.readline(LONGEST + 1):
                number, size = number + 1, size + len(line)
                if len(line) > LONGEST:
                    raise error(f"{path}, line {number}: a line has at most {LONGEST:,} characters")
                if size > LARGEST:
                    raise error(f"{path}, line {number}: such a file has at most {LARGEST:,} characters")
                yield number, line
    except UnicodeDecodeError:
        raise error(f"{path}: not a text file in UTF-8") from None
    except (EOFError, zlib.error):
        raise error(f"{path}: the compressed file is cut off or damaged") from None
    except OSError as reason:
        raise error(f"{path}: {reason.strerror or reason}") from None


def _text(path: Path, limit: int, what: str) -> str:
    """The content of an ordinary file; a device or a pipe, which may have no end, is not even opened."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable(f"{path}: is {_kind(status.st_mode)}; {what} is an ordinary file")
        with path.open("rb") as file:
            content = file.read(limit + 1) if status.st_size <= limit else b""
        if max(status.st_size, len(content)) > limit:  # some files are longer than the system says
            raise Unreadable(f"{path}: {what} is at most {limit:,} bytes")
        return content.decode("utf-8")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: not JSON: not UTF-8 from byte {error.start + 1:,} on ({error.reason})") from None
    except MemoryError:
        raise Unreadable(f"{path}: it takes more memory than there is") from None
    except ValueError as error:  # a name that no file can have
        raise error if isinstance(error, Unreadable) else Unreadable(f"{path}: {error}") from None


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "no file"


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):  # whoever reads it could mean either value
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # none
        raise ValueError(f"the key {twice[:80]!r} occurs twice in an object")
    return content


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value
