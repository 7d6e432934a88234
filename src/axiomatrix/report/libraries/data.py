"""What a report on libraries is made of: the matrix, the libraries with their versions, and what they document.

As JSON it is ``libraries.json``, described by :func:`schema.schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ...evidence.files import by_line
from ...evidence.json_schema import problem
from ...evidence.matrix import Matrix
from ...evidence.untrusted import Unreadable, read_json
from ...evidence.verdict import Verdict
from ...libraries.library import Documentation, Library, NotInstalled
from ...model.metric import Metric
from ...model.registry import Registry
from ..matrix import data as matrix_data
from ..matrix.data import MAX_BYTES, BadReport
from .definitions import definition_text
from .schema import schema

FORMAT = "axiomatrix-libraries-1"
UNKNOWN = "unknown"
"""The version of a library that is not installed where the report is made."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\]{1,1000}")


@dataclass(frozen=True)
class LibraryNote:
    """A library as the report names it."""

    id: str
    distribution: str
    version: str
    docs: str


@dataclass(frozen=True)
class SourceNote:
    """A statement of a library's documentation: its words, the page that says it, and how it was formalised."""

    wording: str
    page: str
    formalised: str


@dataclass(frozen=True)
class RowNote:
    """How a row is called and what it is compared with; all but the library may be empty."""

    library: str
    shape: tuple[str, ...]
    """The variables that a call takes."""
    page: str
    concept: str
    ties: str
    definition: str


@dataclass(frozen=True)
class LibraryReport:
    """Everything that the pages show."""

    matrix: Matrix
    libraries: tuple[LibraryNote, ...]
    rows: dict[str, RowNote]
    sources: dict[str, SourceNote]


def made(matrix: Matrix, registry: Registry) -> LibraryReport:
    """The report of the rows of a matrix that are libraries'; the others are left out."""
    found = [(row, registry.metric(row.name)) for row in matrix.rows]
    metrics = {row.name: metric for row, metric in found if metric.implementation is not None}
    rows = [row for row in matrix.rows if row.name in metrics]
    cells = [cell for cell in matrix.cells if cell.metric in metrics]
    used = {cell.axiom for cell in cells}
    kept = Matrix(
        rows,
        [column for column in matrix.columns if column.id in used],
        cells,
        matrix.profile,
        matrix.seed,
        {cell.key: matrix.expected[cell.key] for cell in cells if cell.key in matrix.expected},
        matrix.missing,
    )
    claimed = {claim.source for cell in cells for claim in cell.claims}
    return LibraryReport(
        kept,
        tuple(map(_library, _libraries(metrics.values()))),
        {name: _row(metric, registry) for name, metric in metrics.items()},
        {id: note for id, note in _sources(registry) if id in claimed},
    )


def _libraries(metrics: Iterable[Metric]) -> list[Library]:
    found = {m.implementation.library.id: m.implementation.library for m in metrics if m.implementation is not None}
    return list(found.values())


def _library(library: Library) -> LibraryNote:
    try:
        version = library.version
    except NotInstalled:
        version = UNKNOWN
    return LibraryNote(library.id, library.distribution, version, library.docs)


def _row(metric: Metric, registry: Registry) -> RowNote:
    of = metric.implementation
    assert of is not None
    definition = definition_text(of.definition, registry)
    return RowNote(of.library.id, tuple(of.shape.names), of.page, of.concept, of.ties, definition)


def _sources(registry: Registry) -> list[tuple[str, SourceNote]]:
    return [
        (
            id,
            SourceNote(
                claim.wording, source.pages.get(id, "") if isinstance(source, Documentation) else "", claim.formalised
            ),
        )
        for source in registry.sources.values()
        for id, claim in source.claims.items()
    ]


def to_data(report: LibraryReport) -> dict[str, Any]:
    """The report as JSON data."""
    whole = matrix_data.to_data(report.matrix)
    rows = []
    for row in whole["metrics"]:
        note = asdict(report.rows[row["name"]])
        rows.append({**row, **note, "shape": list(note["shape"])})
    for cell in whole["cells"]:
        if "comparison" in cell["evidence"]:
            cell["evidence"]["comparison"]["calls"] = list(cell["evidence"]["comparison"]["calls"])
    return {
        "format": FORMAT,
        "profile": report.matrix.profile,
        "seed": report.matrix.seed,
        "complete": report.matrix.complete,
        "missing": report.matrix.missing,
        "libraries": [asdict(library) for library in report.libraries],
        "sources": {id: asdict(note) for id, note in report.sources.items()},
        "rows": rows,
        "axioms": whole["axioms"],
        "cells": whole["cells"],
    }


def dumps(report: LibraryReport) -> str:
    """The report as the content of ``libraries.json``."""
    return by_line(to_data(report))


def from_data(data: Any) -> LibraryReport:
    """The report that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadReport(f"this is no report on libraries: its format must be {FORMAT!r}")
    wrong = problem(data, schema())
    if wrong:
        raise BadReport(f"report: {wrong}")
    for part, key in (("libraries", "id"), ("axioms", "id"), ("rows", "name")):
        if len({entry[key] for entry in data[part]}) < len(data[part]):
            raise BadReport(f"report: two {part} have the same name")
    matrix = matrix_data.from_data(
        {
            "format": matrix_data.FORMAT,
            "metrics": data["rows"],
            **{name: data[name] for name in ("profile", "seed", "complete", "missing", "axioms", "cells")},
        }
    )
    report = LibraryReport(
        matrix,
        tuple(LibraryNote(**library) for library in data["libraries"]),
        {row["name"]: _row_from(row) for row in data["rows"]},
        {id: SourceNote(**note) for id, note in data["sources"].items()},
    )
    _consistent(report)
    return report


def _row_from(row: dict[str, Any]) -> RowNote:
    given = {f.name: row[f.name] for f in fields(RowNote)}
    return RowNote(**{**given, "shape": tuple(given["shape"])})


def _consistent(report: LibraryReport) -> None:
    """Whether what one part names is in the other; :class:`BadReport` if not."""
    matrix = report.matrix
    libraries, axioms = {one.id for one in report.libraries}, {column.id for column in matrix.columns}
    for name, row in report.rows.items():
        if row.library not in libraries:
            raise BadReport(f"report: row {name!r:.80}: there is no library {row.library!r:.80}")
    for cell in matrix.cells:
        if cell.metric not in report.rows or cell.axiom not in axioms:
            raise BadReport(
                f"report: a cell is about {cell.metric!r:.80} x {cell.axiom!r:.80}, and one of them is not there"
            )
        if (
            cell.evidence.comparison is not None or cell.evidence.verdict is Verdict.ROUNDING
        ) and cell.evidence.witness is None:
            raise BadReport(f"report: {cell.metric!r:.80} x {cell.title!r:.80} is compared without a witness")
    pages = [*(one.docs for one in report.libraries), *(row.page for row in report.rows.values())]
    for page in (*pages, *(note.page for note in report.sources.values())):
        if page and not _ADDRESS.fullmatch(page):
            raise BadReport(f"report: {page!r:.80} is no address of a page; it must begin with https:// or http://")


def read(path: Path) -> LibraryReport:
    """Read ``libraries.json``; :class:`BadReport` for anything that is none."""
    try:
        data = read_json(path, MAX_BYTES, "a report")
    except Unreadable as error:
        raise BadReport(str(error)) from None
    try:
        return from_data(data)
    except BadReport as error:
        raise BadReport(f"{path}: {error}") from None
