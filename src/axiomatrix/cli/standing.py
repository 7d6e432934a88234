"""Reports that stand: where nothing has changed since they were written, they need not be written again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from ..engine.memory.memory import Memory
from ..engine.selection import Selection
from ..engine.workers.premises import digest, premises, versions
from ..evidence.matrix import Matrix

SHOWN_BY = ("jinja2", "latex2mathml", "msgspec", "tabulate")
"""Libraries that have a part in how a page looks."""


def written(
    matrix: Matrix,
    directory: Path,
    selection: Selection,
    memory: Memory | None,
    save: Callable[[Matrix, Path], list[Path]],
) -> None:
    """Write the reports, unless those that are there were made of the very same rows and are as they were made."""
    made_of = None if memory is None else _made_of(selection, memory)
    if memory is None or made_of is None:
        save(matrix, directory)
        return
    there = directory.resolve()
    if memory.folder(there) == (made_of, _digest(there)):
        return
    save(matrix, directory)
    memory.keep_folder(there, made_of, _digest(there))


def _made_of(selection: Selection, memory: Memory) -> str | None:
    rows = memory.made_of(selection.rows)
    around = (
        premises(selection.options, Path()),
        versions(SHOWN_BY),
        selection.options.profile_(),
        selection.options.seed,
    )
    return None if rows is None else digest(rows, repr(around))


def _digest(directory: Path) -> str:
    """A digest of all files that a check writes, and of any that lie among them."""
    digest = hashlib.sha256()
    for path in _files(directory):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(directory).as_posix()} {content}\n".encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


def _files(directory: Path) -> Iterable[Path]:
    beside = [*directory.glob("compliance*"), *directory.glob("claims*")]
    inside = [path for name in ("witnesses", "site") for path in (directory / name).rglob("*")]
    return sorted(path for path in (*beside, *inside) if path.is_file())
