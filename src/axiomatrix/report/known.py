"""Where answers are from: a report that is there, or what is decided now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..engine.check import check
from ..evidence.matrix import Matrix
from ..model.metric import Metric
from ..model.registry import Registry
from .libraries import data as libraries_data
from .libraries.data import LibraryReport
from .matrix.data import BadReport, read
from .results import REPORT

MOST_NAMED = 3


class KnownMatrix(NamedTuple):
    """A matrix from which questions are answered."""

    matrix: Matrix
    origin: str
    """Where it is from."""
    notes: tuple[str, ...] = ()


def stored_report(report: Path | None) -> tuple[Matrix | None, str]:
    """The report that is named, or the one that is there, and its path; None, and why, where there is none to use."""
    path = report or REPORT
    if report is None and not path.exists():
        return None, f"there is no {path.as_posix()}"
    try:
        return read(path), path.as_posix()
    except BadReport as error:
        if report is not None:
            raise
        return None, f"of no use: {error}"


def matrix_with(
    report: Path | None,
    rows: Sequence[Metric],
    axioms: Sequence[str],
    *,
    registry: Registry,
    some: bool = False,
    beside: Sequence[Metric] = (),
) -> KnownMatrix:
    """The matrix that has these rows (or ``some`` of them), and where it is from; else they are decided now.

    Rows that are wanted ``beside`` them may be missing from a report.

    Raises ``BadReport`` for a report that is named and cannot be read.
    """
    matrix, why = stored_report(report)
    if matrix is not None:
        path = read_from = why
        libraries = Path(path).with_name("libraries.json")
        if libraries.exists() and any(row.implementation is not None for row in rows):
            of_libraries = libraries_data.read(libraries)
            matrix = matrix.followed_by(of_libraries)
            read_from += f" and {libraries.name} ({_versions(of_libraries, rows)})"
        digests = {row.name: row.digest for row in matrix.rows}
        missing = [row.name for row in rows if row.name not in digests]
        if not missing or (some and len(missing) < len(rows)):
            own = [row for row in rows if row.implementation is None]
            edited = _some([row.name for row in own if digests.get(row.name, row.file_digest) != row.file_digest])
            other = f"{path} is about another definition of {edited}"
            if not edited or report is not None or some:
                notes = (f"{other}; what follows is said of that one",) if edited else ()
                return KnownMatrix(matrix, f"from {read_from} (profile {matrix.profile}, seed {matrix.seed})", notes)
            why = other
        else:
            why = f"{path} does not have {_some(missing)}"
    matrix = check(*rows, *beside, axioms=axioms, profile="quick", registry=registry)
    return KnownMatrix(matrix, f"decided now, profile quick: {why}")


def _versions(report: LibraryReport, rows: Sequence[Metric]) -> str:
    """The versions that the report has of the rows' libraries, and what is installed where that is another."""
    libraries = {row.implementation.library for row in rows if row.implementation is not None}
    here = {library.id: library.version for library in libraries}
    return ", ".join(
        f"{note.distribution} {note.version}" + ("" if here[note.id] == note.version else f", here {here[note.id]}")
        for note in report.libraries
        if note.id in here
    )


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
