"""Files of SQLite that anybody may have written: nothing that one holds is believed, or run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self


class DatabaseFile:
    """An open file, which is closed at the end of a ``with`` block."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        """For the function that opens it only."""
        self.path = path
        self._database = database

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connected(path: Path, longest: int, patience: float, *further: str) -> sqlite3.Connection:
    """The file, with what is ``further`` to be done when it is opened.

    No value in it has more than ``longest`` bytes; for another process that writes it ``patience`` seconds are waited.
    """
    database = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
        for statement in ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", *further):
            database.execute(statement)
    except BaseException:
        database.close()
        raise
    return database


def put_aside(path: Path, aside: Path) -> None:
    """Keep the file, with what SQLite has beside it, under another name."""
    for end in ("-journal", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").replace(f"{aside}{end}")


@contextmanager
def transaction(database: sqlite3.Connection, begin: str = "BEGIN") -> Iterator[None]:
    """All of it, or nothing."""
    with database:  # which ends what is begun in it
        database.execute(begin)
        yield
