"""Where rows are kept between runs: a file of SQLite in the user's cache folder, safe under several runs at once.

What is in it is read as if anybody had written it: within bounds, each entry with a digest of its own. A file that is
none of ours, or of another version, or damaged, is put aside with a line that says so.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

import platformdirs

from ..workers.database import DatabaseFile, connected, put_aside, transaction

VARIABLE = "AXIOMATRIX_CACHE"
"""The variable that names the folder, if it is not to be the system's for the user; empty for no memory at all."""
NAME = "memory.sqlite"
FORMAT = "axiomatrix-memory-1"
"""A change of the tables or of what is in them changes the number."""
LONGEST = 1 << 26
"""Bytes of the longest entry."""
MOST = 1 << 28
"""Bytes of all entries, beyond which those go that were not used for the longest time."""
PATIENCE = 20.0
"""Seconds that another run may take to write."""
_TABLES = {
    "about": "CREATE TABLE about (format TEXT NOT NULL)",
    "entry": "CREATE TABLE entry (key TEXT PRIMARY KEY, cells INTEGER NOT NULL, made INTEGER NOT NULL, "
    "used INTEGER NOT NULL, size INTEGER NOT NULL, content TEXT NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID",
    "folder": "CREATE TABLE folder (path TEXT PRIMARY KEY, made_of TEXT NOT NULL, files TEXT NOT NULL) WITHOUT ROWID",
}
AT_ONCE = "BEGIN IMMEDIATE"
"""How a transaction begins that no other run may come between."""
Note = Callable[[str], None]


class Unusable(Exception):
    """A file that no memory can be kept in; the text says why."""


def folder() -> Path | None:
    """Where the memory is; None if there is to be none."""
    named = os.environ.get(VARIABLE)
    if named == "":
        return None
    return Path(named) if named is not None else platformdirs.user_cache_path("axiomatrix", appauthor=False)


class Store(DatabaseFile):
    """The open file."""

    @classmethod
    def opened(cls, note: Note, *, make: bool = True) -> Self | None:
        """The store in the user's cache folder; None, with a line that says why, where there can be none."""
        where = folder()
        if where is None or not (make or (where / NAME).exists()):
            return None
        path = where / NAME
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return cls._at(path)
            except Unusable as error:
                aside = path.with_name(f"{NAME}.aside")
                put_aside(path, aside)
                note(f"the memory of earlier runs is not used: {error}; it is put aside as {aside}")
                return cls._at(path)
        except (Unusable, sqlite3.Error, OSError) as error:
            note(f"going without a memory of earlier runs: {path}: {error}")
            return None

    @classmethod
    def _at(cls, path: Path) -> Self:
        """Again while another run makes the file: SQLite does not wait where two begin a write-ahead log at once."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return cls._once_at(path)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @classmethod
    def _once_at(cls, path: Path) -> Self:
        if path.exists() and not path.is_file():
            raise Unusable(f"{path} is not an ordinary file")
        try:
            settings = "PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF"
            store = cls(path, connected(path, 2 * LONGEST, PATIENCE, *settings))
            try:
                store._begin()
            except BaseException:
                store.close()
                raise
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise Unusable(f"{path} is damaged ({error})") from None
        return store

    def _begin(self) -> None:
        database = self._database
        with transaction(database, AT_ONCE):
            tables = dict(database.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall())
            if not tables:
                for table in _TABLES.values():
                    database.execute(table)
                database.execute("INSERT INTO about VALUES (?)", (FORMAT,))
            elif tables != _TABLES or database.execute("SELECT format FROM about").fetchall() != [(FORMAT,)]:
                raise Unusable(f"{self.path} is of another version, or no memory of ours")

    def get(self, key: str) -> tuple[str, int] | None:
        """What is kept under a key and when it was made, in seconds since 1970; None if it is not as it was written."""
        query = "SELECT content, made, digest FROM entry WHERE key = ? AND size <= ?"
        row = self._database.execute(query, (key, LONGEST)).fetchone()
        if row is None or list(map(type, row)) != [str, int, str]:
            return None
        content, made, digest = row
        return (content, made) if digest == _digest(key, made, content) else None

    def put(self, key: str, content: str, cells: int) -> None:
        """Keep something, in the place of what was kept under that key; what is used least makes room."""
        if len(content) > LONGEST:
            return
        now = int(time.time())
        values = (key, cells, now, now, len(content), content, _digest(key, now, content))
        with transaction(self._database, AT_ONCE):
            self._database.execute("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            (size,) = self._database.execute("SELECT total(size) FROM entry").fetchone()
            if size > MOST:
                self._make_room(size)

    def _make_room(self, size: float) -> None:
        oldest = self._database.execute("SELECT key, size FROM entry ORDER BY used, key").fetchall()
        for key, one in oldest:
            if size <= MOST * 0.9:
                return
            self.drop(key)
            size -= one

    def digests(self, keys: Iterable[str]) -> list[str | None]:
        """The digest of what is kept under each key; None for nothing."""
        query = "SELECT digest FROM entry WHERE key = ?"
        rows = (self._database.execute(query, (key,)).fetchone() for key in keys)
        return [None if row is None else str(row[0]) for row in rows]

    def folder(self, path: str) -> tuple[str, str] | None:
        """What the files of a folder were made of, and a digest of them; None if that is not known."""
        query = "SELECT made_of, files FROM folder WHERE path = ?"
        row: tuple[str, str] | None = self._database.execute(query, (path,)).fetchone()
        return row

    def put_folder(self, path: str, made_of: str, files: str) -> None:
        """Know what the files of a folder were made of."""
        self._database.execute("INSERT OR REPLACE INTO folder VALUES (?, ?, ?)", (path, made_of, files))

    def used(self, keys: Iterable[str]) -> None:
        """These were of use today."""
        now = int(time.time())
        with transaction(self._database, AT_ONCE):
            self._database.executemany("UPDATE entry SET used = ? WHERE key = ?", [(now, key) for key in keys])

    def drop(self, key: str) -> None:
        """Keep nothing under that key."""
        self._database.execute("DELETE FROM entry WHERE key = ?", (key,))

    def extent(self) -> tuple[int, int, int]:
        """How many rows and cells there are, and since when, in seconds since 1970; 0 for each if there is none."""
        query = "SELECT count(*), total(cells), ifnull(min(made), 0) FROM entry"
        rows, cells, since = self._database.execute(query).fetchone()
        return rows, int(cells), since


def clear() -> int:
    """Remove everything that is kept; how many bytes that was."""
    gone, where = 0, folder()
    for path in sorted(where.glob(f"{NAME}*")) if where is not None and where.is_dir() else ():
        gone += path.stat().st_size
        path.unlink()
    return gone


def _digest(key: str, made: int, content: str) -> str:
    return hashlib.sha256(f"{key} {made} {content}".encode("utf-8", "backslashreplace")).hexdigest()


def day(seconds: int) -> str:
    """The day, such as 2026-11-22."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


Failure: tuple[type[Any], ...] = (sqlite3.Error, OSError)
"""What may go wrong while the file is used."""
