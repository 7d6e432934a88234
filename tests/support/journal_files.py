"""Journals as lines of text, to be attacked line by line, and back into the tables of a file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from axiomatrix.engine.workers import journal as module
from axiomatrix.engine.workers.premises import digest

_LINE = re.compile(rb'\{"chunk":(.*?),"result":(.*),"check":"([^"]*)"\}', re.DOTALL)
Counted = tuple[int, str]
"""How many entries the header counts, and the digest of the last."""


def lines_of(content: bytes) -> list[bytes]:
    """The header, and each entry as a line with its key, its result and its digest."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        (header,) = database.execute("SELECT header FROM run").fetchone()
        entries = database.execute("SELECT key, result, digest FROM entry ORDER BY place").fetchall()
    return [header.encode(), *(_line(json.dumps(key), result, digest) for key, result, digest in entries)]


def being_written(path: Path) -> list[bytes]:
    """The lines of a journal that another process is writing; none as long as it is in the middle of something."""
    content = path.read_bytes() if path.exists() else b""
    undone = Path(f"{path}-journal")  # what takes back a transaction that is not over, unless it begins with zeros
    try:
        if not content or (undone.exists() and any(undone.read_bytes()[:8])):
            return []
        return lines_of(content)
    except (sqlite3.DatabaseError, FileNotFoundError, TypeError):
        return []


def counted(content: bytes) -> Counted:
    """What the header of a journal counts."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        number, last = database.execute("SELECT entries, digest FROM run").fetchone()
        return number, last


def content_of(lines: Sequence[bytes], count: Counted | None = None) -> bytes:
    """A file with these lines as they are; it counts what there is, unless something else is given."""
    header = _text(lines[0])
    entries = [_parts(line) for line in lines[1:]]
    number, last = count or (len(entries), entries[-1][2] if entries else digest(header))
    with closing(sqlite3.connect(":memory:")) as database:
        for table in module._TABLES.values():
            database.execute(table)
        database.execute("INSERT INTO run VALUES (?, ?, ?)", (header, number, last))
        for place, entry in enumerate(entries):
            database.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (place, *entry))
        database.commit()
        return bytes(database.serialize())


def chained(lines: Sequence[bytes]) -> list[bytes]:
    """The lines with digests that fit what they say, as whoever can write the file can make them."""
    made, before = [lines[0]], digest(_text(lines[0]))
    for line in lines[1:]:
        key, result, _ = _parts(line)
        before = digest(before, key, result)
        made.append(_line(json.dumps(key), result, before))
    return made


def _line(key: str, result: str, digest: str) -> bytes:
    return f'{{"chunk":{key},"result":{result},"check":"{digest}"}}'.encode()


def _parts(line: bytes) -> tuple[str, str, str]:
    found = _LINE.fullmatch(line)
    if found is None:  # it is not built as an entry is
        return _text(line), "", ""
    try:
        key = json.loads(found[1])
    except ValueError:
        key = None
    return key if isinstance(key, str) else _text(found[1]), _text(found[2]), _text(found[3])


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
