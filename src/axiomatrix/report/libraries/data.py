"""Data of a report on libraries: the matrix, the libraries with their versions, and their documentation.

As JSON it is ``libraries.json``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from ...evidence.files import by_line
from ...evidence.formats import Format, Record
from ...evidence.matrix import Matrix
from ...evidence.verdict import Verdict
from ...libraries import LIBRARIES as ADAPTERS
from ...libraries import registered
from ...libraries.implementation import definition_text, metric_of
from ...libraries.library import Documentation, Library, NotInstalled
from ...model.metric import Metric
from ...model.registry import Registry
from ..json_reports import MAX_BYTES, BadReport, check_matrix, head_first

UNKNOWN = "unknown"
"""The version of a library that is not installed where the report is made."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\]{1,1000}")


Page = Annotated[
    str, Meta(description="The address of a page, which begins with https:// or http://; empty if there is none.")
]


class LibraryNote(Record):
    """A library as the report names it."""

    id: Annotated[str, Meta(min_length=1)]
    distribution: Annotated[str, Meta(description="Its name on the package index.")]
    version: str
    docs: Page


class SourceNote(Record):
    """A statement of a library's documentation: its words, the page that says it, and how it was formalised."""

    wording: str
    page: Page
    formalised: str = ""


class RowNote(Record, kw_only=True):
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


class LibraryReport(Matrix, kw_only=True):
    """A report on libraries: everything that the pages show."""

    libraries: Annotated[
        tuple[LibraryNote, ...], Meta(description="The libraries, and the versions that were checked.")
    ]
    notes: Annotated[dict[str, RowNote], Meta(description="How each row is called, by its name.")]
    sources: Annotated[
        dict[str, SourceNote],
        Meta(description="What the libraries' documentation says, by the id that cells name."),
    ]


LIBRARIES = Format(
    "axiomatrix-libraries-1",
    "report on libraries",
    LibraryReport,
    "Metrics of other libraries x axioms, each cell graded evidence, with the versions that were checked.",
    BadReport,
    MAX_BYTES,
)


def library_report(matrix: Matrix, registry: Registry) -> LibraryReport:
    """The report of the rows of a matrix that are libraries'; the others are left out."""
    pairs = [(row, registry.metric(row.name)) for row in matrix.rows]
    metrics = {row.name: metric for row, metric in pairs if metric.implementation is not None}
    rows = [row for row in matrix.rows if row.name in metrics]
    cells = [cell for cell in matrix.cells if cell.metric in metrics]
    used = {cell.axiom for cell in cells}
    libraries = {m.implementation.library.id: m.implementation.library for m in metrics.values()}
    claimed = {claim.source for cell in cells for claim in cell.claims}
    return LibraryReport(
        rows=rows,
        columns=[column for column in matrix.columns if column.id in used],
        cells=cells,
        profile=matrix.profile,
        seed=matrix.seed,
        missing=matrix.missing,
        contradictions=matrix.contradictions,
        libraries=tuple(map(_library, libraries.values())),
        notes={name: _row(metric, registry) for name, metric in metrics.items()},
        sources={
            id: SourceNote(
                claim.wording, source.pages.get(id, "") if isinstance(source, Documentation) else "", claim.formalised
            )
            for source in registry.sources.values()
            for id, claim in source.claims.items()
            if id in claimed
        },
    )


def joined(reports: Sequence[LibraryReport]) -> LibraryReport:
    """One report of several, no two of them on the same library, in the order of the adapters."""
    registry = registered()
    place = {id: k for k, id in enumerate(ADAPTERS)}
    column_place = {id: k for k, id in enumerate(registry.axioms)}
    home = {name: place[note.library] for report in reports for name, note in report.notes.items()}
    rows = sorted((row for report in reports for row in report.rows), key=lambda row: home[row.name])
    columns = {column.id: column for report in reports for column in report.columns}
    notes = {name: note for report in reports for name, note in report.notes.items()}
    return replace(
        reports[0],
        rows=rows,
        columns=sorted(columns.values(), key=lambda column: column_place.get(column.id, len(column_place))),
        cells=sorted((cell for report in reports for cell in report.cells), key=lambda cell: home[cell.metric]),
        missing=sum(report.missing for report in reports),
        contradictions=[one for report in reports for one in report.contradictions],
        libraries=tuple(
            sorted((library for report in reports for library in report.libraries), key=lambda note: place[note.id])
        ),
        notes={row.name: notes[row.name] for row in rows},
        sources={id: note for report in reports for id, note in report.sources.items()},
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
    return by_line(head_first(LIBRARIES.data(report)))


def from_data(data: Any) -> LibraryReport:
    """The report that :func:`dumps` wrote; :class:`BadReport` says what is wrong with anything else."""
    report = LIBRARIES.taken(data)
    check_matrix(report, data)
    _consistent(report)
    return report


def _consistent(report: LibraryReport) -> None:
    """Check that each part names only what the other has; :class:`BadReport` if not."""
    libraries = {library.id for library in report.libraries}
    if len(libraries) < len(report.libraries):
        raise BadReport("report: two libraries have the same name")
    if [*report.notes] != [row.name for row in report.rows]:
        raise BadReport("report: the notes must be those of the rows, in their order")
    for name, row in report.notes.items():
        if row.library not in libraries:
            raise BadReport(f"report: row {name!r:.80}: there is no library {row.library!r:.80}")
    for cell in report.cells:
        compared = cell.evidence.comparison is not None or cell.status.key == Verdict.ROUNDING
        if compared and cell.evidence.witness is None:
            raise BadReport(f"report: {cell.metric!r:.80} x {cell.title!r:.80} is compared without a witness")
    pages = [*(one.docs for one in report.libraries), *(row.page for row in report.notes.values())]
    for page in (*pages, *(note.page for note in report.sources.values())):
        if page and not _ADDRESS.fullmatch(page):
            raise BadReport(f"report: {page!r:.80} is not an address of a page; it must begin with https:// or http://")


def read(path: Path) -> LibraryReport:
    """Read ``libraries.json``; :class:`BadReport` for anything that is none."""
    return LIBRARIES.read(path, from_data)
