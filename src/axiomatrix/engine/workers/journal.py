"""The journal of a long run, a store in SQLite: what is finished stays finished, whatever happens to the process.

The header says which run it is: everything that its results depend on (definitions, axioms, spaces, budget, version),
so that header and key together name a result by its content. Each entry holds what is finished under one key, with a
digest of itself and of the entry before, and the header counts the entries: none can be lost, doubled, moved, altered
or brought from another run unnoticed. An entry is a transaction: it is there when ``append`` returns, or not at all.

The digests are against accidents: whoever can write the file can make them anew. A journal is trusted as the folder of
the reports is, and what cheaply can be decided again is (see the readers of each kind of journal).
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from ...evidence.untrusted import from_json
from .database import DatabaseFile, connected, put_aside, transaction
from .premises import digest

FORMAT = "axiomatrix-journal-3"
"""What the header's ``format`` says; a change of the tables or of the digests changes the number."""
LARGEST = 1 << 30
"""Bytes of the largest file that is read."""
SMALLEST = 512
"""Bytes of the smallest file that SQLite writes: what is smaller might be taken for an empty one."""
LONGEST = 1 << 28
"""Bytes of the longest result."""
LONGEST_SHOWN = 60
"""Characters of a value by which two runs differ, if it is shown."""
_TABLES = {
    "run": "CREATE TABLE run (header TEXT NOT NULL, entries INTEGER NOT NULL, digest TEXT NOT NULL)",
    "entry": "CREATE TABLE entry (place INTEGER PRIMARY KEY, key TEXT NOT NULL, result TEXT NOT NULL, "
    "digest TEXT NOT NULL)",
}
_TO_BE_WRITTEN = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


OTHER_PATH = "; give another path"


class BadJournal(Exception):
    """A journal that this run cannot go on with; the text says why and what to do, and the file is as it was."""

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what + advice)
        self.what = what


class JournalInUse(BadJournal):
    """A journal that another process is writing."""


class Journal(DatabaseFile):
    """An open journal, locked against every other process until it is closed or this process ends.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "journal.sqlite"
    >>> with Journal.open(path, {"conjecture": "kv7"}) as journal:
    ...     journal.append("deck/2/0", {"classes": 1})
    >>> with Journal.open(path, {"conjecture": "kv7"}) as journal:
    ...     dict(journal.done)
    {'deck/2/0': {'classes': 1}}
    """

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        """For ``open`` only: ``database`` is locked, and what it holds has not been read."""
        super().__init__(path, database)
        self._last = ""
        """The digest of the last entry, or of the header: what the next entry is chained to."""
        self._places: dict[str, tuple[int, str]] = {}
        """Where each entry is, and what it is chained to. The results themselves stay on the disk."""

    @classmethod
    def open(cls, path: Path | str, header: Mapping[str, Any], *, lasting: bool = True) -> Self:
        """The journal at ``path``, begun if there is none and else continued.

        ``header`` says what is run, in JSON values, and has to be that of the existing journal. Without ``lasting``
        an entry outlives the process when it is written, but not yet the machine: for many small ones.

        Raises ``BadJournal`` if it is of another run or another version or damaged, if another process has it open,
        and if it cannot be read and written.
        """
        path = Path(path)
        try:
            text = _dumped({"format": FORMAT, **header})
        except (TypeError, ValueError) as error:
            raise ValueError(f"the header of a journal must hold JSON values: {error}") from None
        if "format" in header:
            raise ValueError("the header of a journal has a format of its own; use another key than 'format'")
        with _explained(path):
            journal = cls(path, _connected(path, lasting=lasting))
            try:
                journal._begin(text)
            except BaseException:
                journal.close()
                raise
        return journal

    @property
    def done(self) -> Mapping[str, dict[str, Any]]:
        """What is finished by its keys, in the order in which it was; each result is read when asked for."""
        return _StoredResults(self)

    def append(self, key: str, result: Mapping[str, Any]) -> None:
        """Write what is finished; when this returns, it is on the disk.

        Raises ``TypeError`` or ``ValueError`` if the result is not a JSON object, and ``BadJournal`` if it cannot be
        written; the journal is then as it was before. A key that is already there raises ``ValueError``.
        """
        if key in self._places:
            raise ValueError(f"chunk {key!r} is already in the journal")
        if not isinstance(result, Mapping):
            raise TypeError(f"the result of a chunk must be a dict of JSON values, not {type(result).__name__}")
        text, place = _dumped(dict(result)), len(self._places)
        entry_digest = digest(self._last, key, text)
        with _explained(self.path), transaction(self._database):
            # An append that was interrupted may have left its entry.
            self._database.execute("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)", (place, key, text, entry_digest))
            self._database.execute("UPDATE run SET entries = ?, digest = ?", (place + 1, entry_digest))
        self._enter(key, entry_digest)

    def _enter(self, key: str, digest: str) -> None:
        self._places[key] = (len(self._places), self._last)
        self._last = digest

    def _begin(self, header: str) -> None:
        """Make the tables in a new file, or read what is there."""
        if _tables(self._database):
            self._read(header)
            return
        self._last = digest(header)
        with transaction(self._database):
            for table in _TABLES.values():
                self._database.execute(table)
            self._database.execute("INSERT INTO run VALUES (?, 0, ?)", (header, self._last))

    def _read(self, header: str) -> None:
        there = _run(self._database)
        if there is None:
            raise _no_journal(self.path)
        _compare(self.path, there[0], header)
        self._last = digest(there[0])
        with closing(self._database.execute("SELECT place, key, result, digest FROM entry ORDER BY place")) as entries:
            for number, (place, key, result, made) in enumerate(entries, start=1):
                if place != number - 1 or _result(self._last, key, result, made) is None:
                    what = f"entry {number} is damaged, or not the one that was written after entry {number - 1}"
                    raise _damaged(self.path, what)
                if key in self._places:
                    what = f"entry {number} is about chunk {key!r:.80}, which an earlier entry is about"
                    raise _damaged(self.path, what)
                self._enter(key, made)
        if there[1:] != (len(self._places), self._last):
            raise _damaged(self.path, f"{there[1]!r:.20} entries were written, and {len(self._places)} are there")

    def _stored(self, key: str) -> dict[str, Any]:
        place, before = self._places[key]
        with _explained(self.path):
            row = self._database.execute("SELECT key, result, digest FROM entry WHERE place = ?", (place,)).fetchone()
        result = None if row is None or row[0] != key else _result(before, *row)
        if result is None:
            raise BadJournal(f"{self.path}: changed while it was open; the entry of chunk {key!r} is no longer there")
        return result


class _StoredResults(Mapping[str, dict[str, Any]]):
    """What is finished in a journal, which stays on the disk until it is asked for."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getitem__(self, key: str) -> dict[str, Any]:
        return self._journal._stored(key)

    def __contains__(self, key: object) -> bool:
        return key in self._journal._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._journal._places)

    def __len__(self) -> int:
        return len(self._journal._places)


# --- the file as a whole --------------------------------------------------------------------------------------


def header_of(path: Path) -> dict[str, Any] | None:
    """The header of the journal, or None if there is none; :class:`JournalInUse` if another process writes it."""
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        with _explained(path), closing(_connected(path)) as database:
            there = _run(database)
            header = None if there is None else from_json(there[0])
    except JournalInUse:
        raise
    except (BadJournal, ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) and str(header.get("format")).startswith("axiomatrix-journal-") else None


def move(path: Path, aside: Path) -> None:
    """Keep what is at the path under another name."""
    header_of(path)  # which fails if another process is writing it, and ends what was left in the middle
    put_aside(path, aside)


def remove(path: Path) -> None:
    """Remove what is at the path, if it is there; :class:`JournalInUse` for a journal that another process writes."""
    if path.is_file():
        header_of(path)
        for end in ("-journal", ""):
            Path(f"{path}{end}").unlink(missing_ok=True)


def _connected(path: Path, *, lasting: bool = True) -> sqlite3.Connection:
    """The file, locked."""
    if path.exists() and not path.is_file():
        raise BadJournal(
            f"{path}: is {'a folder' if path.is_dir() else 'not an ordinary file'}; give the path of a file"
        )
    size = path.stat().st_size if path.exists() else 0
    if size > LARGEST:
        raise BadJournal(f"{path}: a journal is at most {LARGEST:,} bytes", OTHER_PATH)
    if 0 < size < SMALLEST:
        raise _no_journal(path)
    lock = ("PRAGMA locking_mode = EXCLUSIVE", f"PRAGMA synchronous = {'FULL' if lasting else 'OFF'}")
    return connected(path, LONGEST, 0, *lock, "BEGIN EXCLUSIVE", "COMMIT")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What SQLite has to say becomes a line of ours."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise _explanation(path, error) from error


def _explanation(path: Path, error: Exception) -> BadJournal:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalInUse(
            f"{path}: another process is writing it; wait for it to end, or give another path (two runs cannot share "
            "a journal)"
        )
    if code == sqlite3.SQLITE_NOTADB:
        return _no_journal(path)
    reason: object = error
    if code == sqlite3.SQLITE_CANTOPEN:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT))
        except FileNotFoundError:
            return BadJournal(f"{path}: there is no folder {path.parent}; make it, or give another path")
        except OSError as refusal:
            reason = refusal.strerror
    elif isinstance(error, sqlite3.Error) and code not in _TO_BE_WRITTEN:
        return _damaged(path, f"it is damaged ({error})")
    return BadJournal(
        f"{path}: cannot be read and written: {reason}; nothing that was written is lost; make room, or give another "
        "path"
    )


def _no_journal(path: Path) -> BadJournal:
    return BadJournal(f"{path}: is not a journal", OTHER_PATH)


def _damaged(path: Path, what: str) -> BadJournal:
    return BadJournal(f"{path}: {what}", "; restore the file from a copy, or begin anew")


# --- what is in it --------------------------------------------------------------------------------------------


def _tables(database: sqlite3.Connection) -> dict[Any, Any]:
    return dict(database.execute("SELECT name, sql FROM sqlite_schema").fetchall())


def _run(database: sqlite3.Connection) -> tuple[str, int, str] | None:
    """The header, the number of entries and the digest of the last; None unless the tables are those of a journal."""
    if _tables(database) != _TABLES:
        return None
    rows = database.execute("SELECT header, entries, digest FROM run").fetchmany(2)
    return rows[0] if len(rows) == 1 and list(map(type, rows[0])) == [str, int, str] else None


def _dumped(content: Any) -> str:
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    if len(text) > LONGEST // 2:
        raise ValueError(f"a result in a journal has at most {LONGEST // 2:,} characters")
    return text


def _result(before: str, key: Any, result: Any, entry_digest: Any) -> dict[str, Any] | None:
    """The result of an entry, or None if the entry is not as it was written after the one ``before``."""
    if not (isinstance(key, str) and isinstance(result, str)) or entry_digest != digest(before, key, result):
        return None
    try:
        data = from_json(result)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _compare(path: Path, stored: str, expected: str) -> None:
    """Raise ``BadJournal``, saying what differs, unless the header that was found is the expected one."""
    try:
        there = from_json(stored)
    except (ValueError, RecursionError):
        there = None
    if not isinstance(there, dict) or not str(there.get("format", "")).startswith("axiomatrix-journal-"):
        raise _no_journal(path)
    here: dict[str, Any] = json.loads(expected)
    if there["format"] != FORMAT:
        raise BadJournal(
            f"{path}: is of the format {there['format']!s:.80}, and this version of axiomatrix writes {FORMAT}",
            "; resume it with the version that began it, or give another path",
        )
    if differing := "; ".join(_differing(there, here)):
        raise BadJournal(
            f"{path}: is the journal of another run: {differing}",
            ". Resume with what the journal was begun with, or give another path",
        )


def _differing(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    """What is not the same, in a few words each: of what has parts those parts, of a digest or long value its name."""
    for key in {**here, **there}:
        one, other = there.get(key, _ABSENT), here.get(key, _ABSENT)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _differing(one, other)
        elif one != other:
            shown = f"{_shown(one)} in the journal and {_shown(other)} in this run"
            yield f"{key[:80]} is {'another one' if _LONG in (_shown(one), _shown(other)) else shown}"


_ABSENT = object()
_LONG = "..."
_DIGEST = re.compile('"[0-9a-f]{16}"')


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return "absent"
    try:
        text = json.dumps(value)
    except RecursionError:
        return _LONG
    return _LONG if len(text) > LONGEST_SHOWN or _DIGEST.fullmatch(text) else text
