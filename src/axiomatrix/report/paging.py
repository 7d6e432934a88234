"""A report of Markdown as one page or, where that is too large, as several: what those have in common."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

LARGEST_PAGE = 96_000
"""Characters of a page beyond which it is cut into several: code hosts and editors are slow with more than 100 KB."""


def is_too_large(lines: Iterable[str]) -> bool:
    """Return whether the lines are more than a page should have."""
    return sum(len(line) + 1 for line in lines) > LARGEST_PAGE


def joined(lines: Iterable[str]) -> str:
    """The text of a page."""
    return "\n".join(lines).rstrip("\n") + "\n"


def file_of(report: str, title: str, taken: Collection[str]) -> str:
    """The name of the file of one of the pages of a report."""
    stem = f"{report}-" + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "x")
    names = (f"{stem}{number}.md" for number in ["", *(f"-{k}" for k in range(2, 10_000))])
    return next(name for name in names if name not in taken)


def begins_with(path: Path, marker: str) -> bool:
    """Return whether a file begins with the first line of our own files."""
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(marker)) == marker.encode()


def remove_old(report: str, marker: str, directory: Path, kept: Collection[str]) -> None:
    """Remove pages of an earlier run that the report has no more; files of others stay."""
    for path in sorted(directory.glob(f"{report}-*.md")):
        if path.name not in kept and begins_with(path, marker):
            path.unlink()
