"""The journal of a long run: what is finished stays finished, whatever happens to the process.

A file of JSON lines. The first line, the header, says which run it is::

    {"format":"axiomatrix-journal-2","conjecture":"kv7","max_n":8}

and each further line holds one finished chunk, with a digest of all that comes before the digest and of the line
before, so that no line can be lost, doubled, moved or brought from another run unnoticed::

    {"chunk":"deck/6/0","result":{"classes":12},"check":"3f0c5a..."}

Lines are only ever appended, and each is on the disk before ``append`` returns. A process that dies while it writes
leaves at most its last line torn; that line is dropped when the journal is opened again, and its chunk is redone.

Whoever can write the file can also make its digests anew: a journal is trusted as the folder of the reports is, and
what cheaply can be decided again is (see the readers of each kind of journal).
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...evidence.untrusted import from_json

FORMAT = "axiomatrix-journal-2"
"""What the header's ``format`` says; a change of the lines' form changes the number."""

LONGEST_HEADER = 1 << 20
"""Bytes after which a first line without an end is no header, so that no foreign file is read whole."""

LONGEST_LINE = 1 << 28
"""Bytes of the longest line that is read: what is longer is damaged."""

DIGITS = 16
"""Hexadecimal digits of a line's digest: against accidents, not against an adversary."""

_END = re.compile(rb',"check":"([0-9a-f]{%d})"\}\n\Z' % DIGITS)


class BadJournal(Exception):
    """A journal that this run cannot go on with; the text says why and what to do, and the file is as it was."""


class InUse(BadJournal):
    """A journal that another process is writing."""


def remove(path: Path) -> None:
    """Remove what is at the path, if it is there; :class:`InUse` if it is a journal that another process is writing."""
    if path.is_file():
        with _opened(path) as file:
            _lock(file, path)
        path.unlink()


class Journal:
    """An open journal, locked against every other process until it is closed or this process ends.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "journal.jsonl"
    >>> with Journal.open(path, {"conjecture": "kv7"}, resume=False) as journal:
    ...     journal.append("deck/2/0", {"classes": 1})
    >>> with Journal.open(path, {"conjecture": "kv7"}, resume=True) as journal:
    ...     dict(journal.done)
    {'deck/2/0': {'classes': 1}}
    """

    def __init__(self, path: Path, file: io.FileIO, lasting: bool = True) -> None:
        """For ``open`` only: ``file`` is locked, and what it holds has not been read."""
        self.path = path
        self._lasting = lasting
        self.dropped = False
        """Whether a torn last line was found, and dropped, on opening."""
        self._file = file
        self._end = 0
        self._before = b""
        """The digest of the last line, or of the header: what the next line is chained to."""
        self._places: dict[str, tuple[int, int, bytes]] = {}
        """Where the line of each finished chunk begins, its length, and the digest that it is chained to. The results
        themselves stay on the disk."""

    @classmethod
    def open(cls, path: Path | str, header: Mapping[str, Any], resume: bool, *, lasting: bool = True) -> Self:
        """The journal at ``path``, begun if there is none; with ``resume`` an existing one is continued.

        ``header`` says what is run, in JSON values, and has to be that of the existing journal. Without ``lasting``
        a line outlives the process when it is written, but not yet the machine: for many small chunks.

        Raises ``BadJournal`` if there is a journal and ``resume`` is not given, if it is of another run or another
        version or damaged other than at its end, if another process has it open, and if it cannot be read and written.
        """
        path = Path(path)
        try:
            first = _dumped({"format": FORMAT, **_normal(header)}) + b"\n"
        except (TypeError, ValueError) as error:
            raise ValueError(f"the header of a journal must hold JSON values: {error}") from None
        if "format" in header:
            raise ValueError("the header of a journal has a format of its own; use another key than 'format'")
        journal = cls(path, _opened(path), lasting)
        try:
            _lock(journal._file, path)
            journal._begin(first, resume)
        except OSError as error:
            journal.close()
            raise _unusable(path, error) from error
        except BaseException:
            journal.close()
            raise
        return journal

    @property
    def done(self) -> Mapping[str, dict[str, Any]]:
        """The finished chunks by their ids, in the order in which they finished; each result is read when asked for."""
        return _Done(self)

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._file.closed

    def append(self, chunk: str, result: Mapping[str, Any]) -> None:
        """Write the result of a finished chunk; when this returns, it is on the disk.

        Raises ``TypeError`` or ``ValueError`` if the result is no JSON object, and ``BadJournal`` if it cannot be
        written; the journal is then as it was before. A chunk that is already there raises ``ValueError``.
        """
        if chunk in self._places:
            raise ValueError(f"chunk {chunk!r} is already in the journal")
        if not isinstance(result, Mapping):
            raise TypeError(f"the result of a chunk must be a dict of JSON values, not {type(result).__name__}")
        line = _line(chunk, result, self._before)
        try:
            self._file.truncate(self._end)  # an append that was interrupted may have left something
            _write(self._file, line)
            if self._lasting:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):  # a torn line would be dropped when the journal is opened again
                self._file.truncate(self._end)
            raise _unusable(self.path, error) from error
        self._enter(chunk, line)

    def _enter(self, chunk: str, line: bytes) -> None:
        self._places[chunk] = (self._end, len(line), self._before)
        self._end += len(line)
        self._before = line[-DIGITS - 3 : -3]

    def close(self) -> None:
        """Close the file and give up the lock."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _begin(self, first: bytes, resume: bool) -> None:
        """Write the header ``first`` into a new file, or read what is there."""
        size = os.fstat(self._file.fileno()).st_size
        if size and not resume:
            raise BadJournal(
                f"{self.path}: there is a journal already; continue it with --resume, or delete it to begin anew"
            )
        if size and not self._read(first):
            return
        self._file.truncate(0)
        _write(self._file, first)
        os.fsync(self._file.fileno())
        _sync_folder(self.path.parent)
        self._end = len(first)
        self._before = _digest(first)

    def _read(self, first: bytes) -> bool:
        """Read the lines that are there and drop a torn last one; true if not even the header is whole."""
        self._file.seek(0)
        lines = io.BufferedReader(self._file, 1 << 16)
        try:
            found = lines.readline(LONGEST_HEADER)
            if not found.endswith(b"\n") and first.startswith(found):
                self.dropped = True  # the process died as it began
                return True
            _compare(self.path, found, first)
            self._end = len(found)
            self._before = _digest(found)
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE), b""), start=2):
                chunk = _chunk(line, self._before)
                if chunk is None and not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                    self.dropped = True  # the process died as it wrote it
                    break
                if chunk is None:
                    raise BadJournal(
                        f"{self.path}: line {number} is damaged, or not the one that was written after line "
                        f"{number - 1}; restore the file from a copy, or keep its first {number - 1} lines and resume: "
                        "the chunks of the others are redone"
                    )
                if chunk in self._places:
                    raise BadJournal(
                        f"{self.path}: line {number} is about chunk {chunk!r}, which an earlier line is about; "
                        f"restore the file from a copy, or keep its first {number - 1} lines and resume"
                    )
                self._enter(chunk, line)
        finally:
            lines.detach()
        if self.dropped:
            self._file.truncate(self._end)
            os.fsync(self._file.fileno())
        return False

    def _result(self, chunk: str) -> dict[str, Any]:
        start, length, before = self._places[chunk]
        try:
            self._file.seek(start)
            line = _read_exactly(self._file, length)
        except OSError as error:
            raise _unusable(self.path, error) from error
        if _chunk(line, before) != chunk:
            raise BadJournal(f"{self.path}: changed while it was open; the line of chunk {chunk!r} is no longer there")
        result: dict[str, Any] = json.loads(line)["result"]
        return result


class _Done(Mapping[str, dict[str, Any]]):
    """The finished chunks of a journal, which stay on the disk until one is asked for."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getitem__(self, chunk: str) -> dict[str, Any]:
        return self._journal._result(chunk)

    def __contains__(self, chunk: object) -> bool:
        return chunk in self._journal._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._journal._places)

    def __len__(self) -> int:
        return len(self._journal._places)


# --- lines ----------------------------------------------------------------------------------------------------


def _dumped(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def _normal(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content as it comes back from JSON."""
    back: dict[str, Any] = json.loads(_dumped(dict(content)))
    return back


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:DIGITS].encode("ascii")


def _line(chunk: str, result: Mapping[str, Any], before: bytes) -> bytes:
    body = _dumped({"chunk": chunk, "result": result})[:-1]  # the digest goes before the last brace
    return body + b',"check":"' + _digest(before + body) + b'"}\n'


def _chunk(line: bytes, before: bytes) -> str | None:
    """The chunk that a line is about, or None if the line is not as it was written after the line ``before``."""
    end = _END.search(line)
    if end is None or _digest(before + line[: end.start()]) != end[1]:
        return None
    try:
        data = from_json(line)
    except (ValueError, RecursionError):
        return None
    if set(data) != {"chunk", "result", "check"} or not isinstance(data["result"], dict):
        return None
    return data["chunk"] if isinstance(data["chunk"], str) else None


def _compare(path: Path, found: bytes, expected: bytes) -> None:
    """Raise ``BadJournal``, saying what differs, unless the header that was found is the expected one."""
    try:
        there = from_json(found)
    except (ValueError, RecursionError):
        there = None
    if not isinstance(there, dict) or not str(there.get("format", "")).startswith("axiomatrix-journal-"):
        raise BadJournal(f"{path}: is no journal (its first line is no header); give another path")
    here: dict[str, Any] = json.loads(expected)
    if there["format"] != FORMAT:
        raise BadJournal(
            f"{path}: is of the format {there['format']}, and this version of axiomatrix writes {FORMAT}; resume it "
            "with the version that began it, or give another path"
        )
    if there == here and found.endswith(b"\n"):
        return
    if there == here:
        raise BadJournal(f"{path}: its header is damaged; restore the file from a copy, or delete it to begin anew")
    absent = object()
    differing = [
        f"{key[:80]} is {_shown(there, key)} in the journal and {_shown(here, key)} in this run"
        for key in {**here, **there}
        if there.get(key, absent) != here.get(key, absent)
    ]
    raise BadJournal(
        f"{path}: is the journal of another run: {'; '.join(differing)}. Resume with what the journal was begun with, "
        "or give another path"
    )


def _shown(header: Mapping[str, Any], key: str) -> str:
    try:
        return json.dumps(header[key])[:200] if key in header else "absent"
    except RecursionError:
        return "nested too deeply"


# --- the file -------------------------------------------------------------------------------------------------


def _unusable(path: Path, error: OSError) -> BadJournal:
    return BadJournal(
        f"{path}: cannot be read and written: {error.strerror or error}; nothing that was written is lost; make room "
        "or give another path"
    )


def _opened(path: Path) -> io.FileIO:
    try:
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise BadJournal(f"{path}: is {what}; give the path of a file")
        return io.FileIO(path, "a+")
    except FileNotFoundError:
        raise BadJournal(f"{path}: there is no folder {path.parent}; make it, or give another path") from None
    except OSError as error:
        raise _unusable(path, error) from error


def _lock(file: io.FileIO, path: Path) -> None:
    """Take the advisory lock, which the system gives up when the file is closed or the process dies."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0x7FFF0000)  # beyond the lines: a byte that is locked there cannot be written
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise InUse(
            f"{path}: another process is writing it; wait for it to end, or give another path (two runs cannot share "
            "a journal)"
        ) from None


def _write(file: io.FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _read_exactly(file: io.FileIO, length: int) -> bytes:
    parts: list[bytes] = []
    while length > 0 and (part := file.read(length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _sync_folder(folder: Path) -> None:
    """Make a new file's name as lasting as its content; where a folder cannot be opened, the system sees to it."""
    if sys.platform == "win32":
        return
    folder_file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(folder_file)
    finally:
        os.close(folder_file)
