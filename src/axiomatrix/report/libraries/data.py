"""What a report on libraries is made of: the matrix, the libraries with their versions, and what they document.

As JSON it is ``libraries.json``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...evidence.files import by_line
from ...evidence.formats import Format
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.verdict import Verdict
from ...libraries.implementation import definition_text, metric_of
from ...libraries.library import Documentation, Library, NotInstalled
from ...model.metric import Metric
from ...model.registry import Registry
from ..matrix.data import CELLS, MAX_BYTES, BadReport, Reported, WithCells, cells_of, matrix_of, run_of

UNKNOWN = "unknown"
"""The version of a library that is not installed where the report is made."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\]{1,1000}")


Page = Annotated[
    str, Meta(description="The address of a page, which begins with https:// or http://; empty if there is none.")
]


@dataclass(frozen=True)
class LibraryNote:
    """A library as the report names it."""

    id: Annotated[str, Meta(min_length=1)]
    distribution: Annotated[str, Meta(description="Its name on the package index.")]
    version: str
    docs: Page


@dataclass(frozen=True)
class SourceNote:
    """A statement of a library's documentation: its words, the page that says it, and how it was formalised."""

    wording: str
    page: Page
    formalised: str = ""


@dataclass(frozen=True, kw_only=True)
class RowNote:
    """How a row is called and what it is compared with; all but the library may be empty."""

    library: Annotated[str, Meta(description="The id of the library.")]
    shape: Annotated[tuple[str, ...], Meta(description="The variables that a call of it takes.")]
    page: Page
    concept: Annotated[
        str,
        Meta(
            description="What it claims to compute; empty if no other library does. Rows of one concept are compared."
        ),
    ] = ""
    ties: Annotated[str, Meta(description="What its documentation says of ties; empty if it says nothing.")] = ""
    definition: Annotated[
        str, Meta(description="The exact definition that it is compared with; empty if there is none.")
    ] = ""
    computes: Annotated[
        str, Meta(description="The metric of the catalogue that this is; empty if it is none of them.")
    ] = ""


@dataclass(frozen=True)
class LibraryRow(WithCells, RowNote, Row):
    """A metric of a library: what a metric has in a compliance matrix, how it is called, what it is compared with."""

    @property
    def note(self) -> RowNote:
        """What is of the library alone."""
        return RowNote(**{one.name: getattr(self, one.name) for one in fields(RowNote)})


class LibrariesData(Reported):
    """A report on libraries."""

    libraries: list[LibraryNote]
    sources: Annotated[
        dict[str, SourceNote],
        Meta(description="What the libraries' documentation says, by the id that cells name."),
    ]
    axioms: list[ColumnHead]
    rows: list[LibraryRow]


LIBRARIES = Format(
    "axiomatrix-libraries-1",
    "report on libraries",
    LibrariesData,
    "Metrics of other libraries x axioms, each cell graded evidence, with the versions that were checked.",
    BadReport,
    MAX_BYTES,
)


@dataclass(frozen=True)
class LibraryReport:
    """Everything that the pages show."""

    matrix: Matrix
    libraries: tuple[LibraryNote, ...]
    rows: dict[str, RowNote]
    sources: dict[str, SourceNote]


def library_report(matrix: Matrix, registry: Registry) -> LibraryReport:
    """The report of the rows of a matrix that are libraries'; the others are left out."""
    pairs = [(row, registry.metric(row.name)) for row in matrix.rows]
    metrics = {row.name: metric for row, metric in pairs if metric.implementation is not None}
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
    libraries = {m.implementation.library.id: m.implementation.library for m in metrics.values()}
    claimed = {claim.source for cell in cells for claim in cell.claims}
    return LibraryReport(
        kept,
        tuple(map(_library, libraries.values())),
        {name: _row(metric, registry) for name, metric in metrics.items()},
        {
            id: SourceNote(
                claim.wording, source.pages.get(id, "") if isinstance(source, Documentation) else "", claim.formalised
            )
            for source in registry.sources.values()
            for id, claim in source.claims.items()
            if id in claimed
        },
    )


def _library(library: Library) -> LibraryNote:
    try:
        version = library.version
    except NotInstalled:
        version = UNKNOWN
    return LibraryNote(library.id, library.distribution, version, library.docs)


def _row(metric: Metric, registry: Registry) -> RowNote:
    of = metric.implementation
    return RowNote(
        library=of.library.id,
        shape=tuple(of.shape.names),
        page=of.page,
        concept=of.concept,
        ties=of.ties,
        definition=definition_text(of.definition),
        computes=metric_of(of.definition),
    )


def dumps(report: LibraryReport) -> str:
    """The report as the content of ``libraries.json``."""
    matrix, cells = report.matrix, cells_of(report.matrix)
    rows = [LibraryRow(**vars(row), **vars(report.rows[row.name]), cells=cells[row.name]) for row in matrix.rows]
    data = LibrariesData(
        **run_of(matrix), libraries=list(report.libraries), sources=report.sources, axioms=matrix.columns, rows=rows
    )
    return by_line(LIBRARIES.data(data), CELLS)


def from_data(data: Any) -> LibraryReport:
    """The report that :func:`dumps` wrote; :class:`BadReport` says what is wrong with anything else."""
    stored = LIBRARIES.taken(data)
    if len({one.id for one in stored.libraries}) < len(stored.libraries):
        raise BadReport("report: two libraries have the same name")
    matrix = matrix_of(stored, stored.rows, stored.axioms)
    notes = {row.name: row.note for row in stored.rows}
    report = LibraryReport(matrix, tuple(stored.libraries), notes, stored.sources)
    _consistent(report)
    return report


def _consistent(report: LibraryReport) -> None:
    """Whether what one part names is in the other; :class:`BadReport` if not."""
    libraries = {one.id for one in report.libraries}
    for name, row in report.rows.items():
        if row.library not in libraries:
            raise BadReport(f"report: row {name!r:.80}: there is no library {row.library!r:.80}")
    for cell in report.matrix.cells:
        compared = cell.evidence.comparison is not None or cell.status.key == Verdict.ROUNDING
        if compared and cell.evidence.witness is None:
            raise BadReport(f"report: {cell.metric!r:.80} x {cell.title!r:.80} is compared without a witness")
    pages = [*(one.docs for one in report.libraries), *(row.page for row in report.rows.values())]
    for page in (*pages, *(note.page for note in report.sources.values())):
        if page and not _ADDRESS.fullmatch(page):
            raise BadReport(f"report: {page!r:.80} is not an address of a page; it must begin with https:// or http://")


def read(path: Path) -> LibraryReport:
    """Read ``libraries.json``; :class:`BadReport` for anything that is none."""
    return LIBRARIES.read(path, from_data)
