"""Store of finished rows of the catalogue and finished chunks of studies, so that nothing is computed twice.

It is one SQLite file in the user's cache folder. It saves time and never decides: if anything is wrong with it, the
work is done again. A key is a digest of everything that a result depends on: this package, the versions of the
libraries, the plan, and for a study of a user's file that file and every module that it imported. Rows of users are not
stored. An interrupted run is resumed by running it again.

A study is divided into *chunks*, independent pieces of work. :func:`run_chunks` submits them to an executor and stores
their results.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import platformdirs

from ..catalogue.user_frames import PACKAGE, is_file_of_user
from ..evidence.account.account import Account
from ..evidence.cell import Cell
from ..evidence.reach import SearchStatistics
from .process import TaskFailed, WorkerLost

CACHE = "AXIOMATRIX_CACHE"
"""Environment variable that names another folder; if it is empty, nothing is stored."""
FILE_NAME = "store.sqlite"
MAX_BYTES = 1 << 28
"""Size beyond which the least recently used results are deleted."""
LOCK_SECONDS = 5.0
"""Seconds to wait for another process that writes."""
DEPENDENCIES = ("highspy", "hypothesis", "msgspec", "numpy", "python-flint", "scipy", "sympy")
"""Libraries whose versions can change the drawn cases, or which of several counterexamples is found."""
_TABLES = ("rows", "chunks")
"""Tables: finished rows of the catalogue, and finished chunks of studies."""
_SCHEMA = "CREATE TABLE IF NOT EXISTS {} (key TEXT PRIMARY KEY, result BLOB NOT NULL, used REAL NOT NULL)"
"""The statement that creates a table. A result is compressed msgpack, and ``used`` the time when it was last used."""


def cache_folder() -> Path | None:
    """Return the cache folder of this user; None if nothing is to be stored."""
    folder = os.environ.get(CACHE, platformdirs.user_cache_dir("axiomatrix"))
    return Path(folder) if folder else None


class Store:
    """An open store. Without a database it finds nothing and stores nothing; a failure of the database is ignored."""

    def __init__(self, database: sqlite3.Connection | None, *, fresh: bool = False) -> None:
        self._database = database
        self._fresh = fresh

    @classmethod
    def open(cls, *, fresh: bool = False) -> Self:
        """Open the store of this user; with ``fresh``, earlier results are not read but replaced.

        A damaged file is deleted and created again. If no file can be written, the store has no database.
        """
        folder = cache_folder()
        if folder is None:
            return cls(None, fresh=fresh)
        path = folder / FILE_NAME
        for _ in range(2):  # once more after a damaged file was deleted
            with suppress(sqlite3.OperationalError, OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                try:
                    return cls(_connect(path), fresh=fresh)
                except sqlite3.DatabaseError as error:
                    if isinstance(error, sqlite3.OperationalError):
                        raise
                    path.unlink()
        return cls(None, fresh=fresh)

    def get(self, table: str, key: str, kind: Any) -> Any | None:
        """Look up the result of a key in a table; None if it has no result of the type ``kind``."""
        if self._database is None or self._fresh:
            return None
        with suppress(sqlite3.Error, zlib.error, msgspec.MsgspecError):
            row = self._database.execute(f"SELECT result FROM {table} WHERE key = ?", (key,)).fetchone()
            if row is not None:
                self._database.execute(f"UPDATE {table} SET used = ? WHERE key = ?", (time.time(), key))
                return msgspec.msgpack.decode(zlib.decompress(row[0]), type=kind)
        return None

    def put(self, table: str, key: str, result: Any) -> None:
        """Store a result; a failure to write is ignored."""
        if self._database is not None:
            content = zlib.compress(msgspec.msgpack.encode(result), 1)
            with suppress(sqlite3.Error):
                self._database.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", (key, content, time.time()))

    def close(self) -> None:
        """Close the file, and first delete the least recently used results if it has become too large."""
        if self._database is None:
            return
        with suppress(sqlite3.Error):
            for table in _TABLES:  # each may take half of the size, and loses its older half if it is larger
                size = f"(SELECT sum(length(result)) FROM {table})"
                older_half = f"SELECT key FROM {table} ORDER BY used LIMIT (SELECT count(*) / 2 FROM {table})"
                delete = f"DELETE FROM {table} WHERE {size} > ? AND key IN ({older_half})"
                self._database.execute(delete, (MAX_BYTES // 2,))
            self._database.close()
        self._database = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _connect(path: Path) -> sqlite3.Connection:
    """Open the database and create its tables. SQLite does not wait for the disk: a lost cache costs only time."""
    database = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
    try:
        for statement in ("PRAGMA trusted_schema = OFF", "PRAGMA synchronous = OFF", *map(_SCHEMA.format, _TABLES)):
            database.execute(statement)
    except BaseException:
        database.close()
        raise
    return database


class StoredRow(msgspec.Struct, frozen=True):
    """A finished row of the catalogue as the table ``rows`` has it."""

    cells: list[Cell]
    inapplicable: list[Cell]
    """Cells of axioms that do not apply to the metric."""
    accounts: dict[str, Account]
    """The accounts of witnesses, by slug."""
    statistics: list[SearchStatistics] = []


# --- keys ------------------------------------------------------------------------------------------------------


def digest(*parts: object) -> str:
    """Compute a digest of the parts, which are written as ``repr`` writes them."""
    return hashlib.sha256("\0".join(map(repr, parts)).encode("utf-8", "backslashreplace")).hexdigest()[:32]


@cache
def source_digest() -> str:
    """Compute a digest of the source files of this package, the same wherever and however it is installed."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return digest([(path.relative_to(PACKAGE).as_posix(), path.read_bytes()) for path in paths])


@cache
def program_digest() -> str:
    """Compute a digest of this package, of the interpreter and of the libraries that results depend on."""
    paths = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".json"))
    contents = [(path.relative_to(PACKAGE).as_posix(), path.read_bytes()) for path in paths]
    versions = {distribution.metadata["Name"]: distribution.version for distribution in metadata.distributions()}
    return digest(platform.python_version(), [versions.get(name, "") for name in DEPENDENCIES], contents)


def digest_of_imports(files: Iterable[str]) -> str:
    """Compute a digest of users' files that were imported, and of every module that these have imported.

    The digest is empty without files. It leaves out the standard library, installed packages, and this package, which
    has its own digest.
    """
    sources = {Path(file).resolve() for file in files}
    if not sources:
        return ""
    for module in list(sys.modules.values()):
        path = str(getattr(module, "__file__", None) or "")
        if path and is_file_of_user(path):
            sources.add(Path(path))
    return digest(*((path.as_posix(), path.read_bytes()) for path in sorted(sources) if path.is_file()))


# --- chunks of a study -------------------------------------------------------------------------------------------


RETRIES = 3
"""Retries of a chunk whose worker was lost."""

Result = dict[str, Any]
"""The result of a chunk, as plain data."""
Progress = Callable[[str, Result], None]
"""Receives each chunk once, when it is finished or found in the store."""


class ChunkFailed(Exception):
    """Raised if a chunk raises, or loses its worker too often. The other finished chunks are in the store."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"chunk {name!r}: {error}")


def run_chunks(
    work: Callable[[Any], Result],
    chunks: Mapping[str, Any],
    executor: Executor,
    store: Store,
    run_digest: str,
    progress: Progress = lambda name, result: None,
) -> Iterator[tuple[str, Result]]:
    """Compute ``work(payload)`` for all chunks, and yield names and results in the order of the chunks.

    ``chunks`` has the payloads by name. ``run_digest`` is that of everything that results depend on apart from name and
    payload. Results are plain data. A chunk whose worker is lost is tried again. Raises :class:`ChunkFailed`.
    """
    results: dict[str, Result] = {}
    losses = dict.fromkeys(chunks, 0)  # how often the worker of each chunk was lost
    running: dict[Future[Result], str] = {}
    keys = {name: digest(run_digest, name, payload) for name, payload in chunks.items()}

    def finish(name: str, result: Result) -> None:
        results[name] = result
        progress(name, result)

    for name, payload in chunks.items():
        stored = store.get("chunks", keys[name], Result)
        if stored is not None:
            finish(name, stored)
        else:
            running[executor.submit(work, payload)] = name
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            name = running.pop(future)
            try:
                result = future.result()
            except WorkerLost as error:
                losses[name] += 1
                if losses[name] > RETRIES:
                    raise ChunkFailed(name, error) from error
                running[executor.submit(work, chunks[name])] = name
            except TaskFailed as error:
                raise ChunkFailed(name, error) from error
            else:
                store.put("chunks", keys[name], result)
                finish(name, result)
    for name in chunks:
        yield name, results[name]
