"""The report on libraries as data and as ``libraries.json``: a matrix with the versions and docs of the libraries.

A row of the matrix is an *implementation*, a metric that a library computes; a column is an axiom; a cell is the result
for both, with the claims of the documentation that it is about.

``axiomatrix check --library`` makes the report (:func:`library_report`) or merges it from the reports of several
environments (:func:`merge_reports`). The pages and the site read it. :func:`dumps` and :func:`read` convert it to JSON
and back. The JSON schema includes the descriptions of the fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from ...evidence.files import json_by_entry
from ...evidence.formats import Format, Record
from ...evidence.matrix import Matrix
from ...evidence.verdict import Verdict
from ...libraries import LIBRARIES as ADAPTERS
from ...libraries import build_registry
from ...libraries.implementation import definition_text, metric_name
from ...libraries.library import Documentation, Library, NotInstalled
from ...model.metric import Metric
from ...model.registry import Registry
from ..json_reports import MAX_BYTES, BadReport, check_matrix, head_first

UNKNOWN = "unknown"
"""The version of a library that is not installed."""
_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\]{1,1000}")
"""A link without the characters that could end it in Markdown or HTML, since a report may be a stranger's."""
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
    """Make the report from those rows of a matrix that are metrics of libraries."""
    metric_by_name = {row.name: registry.metric(row.name) for row in matrix.rows}
    metrics = {name: metric for name, metric in metric_by_name.items() if metric.implementation is not None}
    rows = [row for row in matrix.rows if row.name in metrics]
    cells = [cell for cell in matrix.cells if cell.metric in metrics]
    axioms = {cell.axiom for cell in cells}
    libraries = {m.implementation.library.id: m.implementation.library for m in metrics.values()}
    claim_ids = {claim.source for cell in cells for claim in cell.claims}
    sources: dict[str, SourceNote] = {}
    for source in registry.sources.values():
        pages = source.pages if isinstance(source, Documentation) else {}  # other sources, such as papers, have none
        for id, claim in source.claims.items():
            if id in claim_ids:
                sources[id] = SourceNote(claim.wording, pages.get(id, ""), claim.formalised)
    return LibraryReport(
        rows=rows,
        columns=[column for column in matrix.columns if column.id in axioms],
        cells=cells,
        profile=matrix.profile,
        seed=matrix.seed,
        missing=matrix.missing,
        contradictions=matrix.contradictions,
        libraries=tuple(map(_library_note, libraries.values())),
        notes={name: _row_note(metric) for name, metric in metrics.items()},
        sources=sources,
    )


def merge_reports(reports: Sequence[LibraryReport]) -> LibraryReport:
    """Merge reports on different libraries into one, in the order of the adapters and of the registered axioms.

    The profile and the seed come from the first report.
    """
    library_rank = {id: k for k, id in enumerate(ADAPTERS)}
    axiom_rank = {id: k for k, id in enumerate(build_registry().axioms)}
    # the rank of its library by the row's name; sorting is stable, so that rows of one library stay in their order
    row_rank = {name: library_rank[note.library] for report in reports for name, note in report.notes.items()}
    rows = sorted((row for report in reports for row in report.rows), key=lambda row: row_rank[row.name])
    columns = {column.id: column for report in reports for column in report.columns}
    notes = {name: note for report in reports for name, note in report.notes.items()}
    libraries = [library for report in reports for library in report.libraries]
    return replace(
        reports[0],
        rows=rows,
        # axioms that are not registered, such as those of a user's file, come last
        columns=sorted(columns.values(), key=lambda column: axiom_rank.get(column.id, len(axiom_rank))),
        cells=sorted((cell for report in reports for cell in report.cells), key=lambda cell: row_rank[cell.metric]),
        missing=sum(report.missing for report in reports),
        contradictions=[contradiction for report in reports for contradiction in report.contradictions],
        libraries=tuple(sorted(libraries, key=lambda library: library_rank[library.id])),
        notes={row.name: notes[row.name] for row in rows},
        sources={id: note for report in reports for id, note in report.sources.items()},
    )


def _library_note(library: Library) -> LibraryNote:
    """Describe a library with its installed version."""
    try:
        version = library.version
    except NotInstalled:
        version = UNKNOWN
    return LibraryNote(library.id, library.distribution, version, library.docs)


def _row_note(metric: Metric) -> RowNote:
    """Describe the implementation of a library's metric."""
    implementation = metric.implementation
    return RowNote(
        library=implementation.library.id,
        shape=tuple(implementation.shape.variable_names),
        page=implementation.page,
        concept=implementation.concept,
        ties=implementation.ties,
        definition=definition_text(implementation.definition),
        computes=metric_name(implementation.definition),
    )


def dumps(report: LibraryReport) -> str:
    """Write a report as the content of ``libraries.json``."""
    return json_by_entry(head_first(LIBRARIES.data(report)))


def from_data(data: Any) -> LibraryReport:
    """Read the data of ``libraries.json``. Raises :class:`BadReport`, with the reason, if they are malformed."""
    report = LIBRARIES.decode(data)
    check_matrix(report, data)
    _check_parts(report)
    return report


def _check_parts(report: LibraryReport) -> None:
    """Raise :class:`BadReport` unless the parts of a report fit together and its pages are addresses."""
    library_ids = {library.id for library in report.libraries}
    if len(library_ids) < len(report.libraries):
        raise BadReport("report: two libraries have the same name")
    if [*report.notes] != [row.name for row in report.rows]:
        raise BadReport("report: the notes must be those of the rows, in their order")
    for name, note in report.notes.items():
        if note.library not in library_ids:
            raise BadReport(f"report: row {name!r:.80}: there is no library {note.library!r:.80}")
    for cell in report.cells:
        is_compared = cell.evidence.comparison is not None or cell.status.key == Verdict.ROUNDING
        if is_compared and cell.evidence.witness is None:
            raise BadReport(f"report: {cell.metric!r:.80} x {cell.title!r:.80} is compared without a witness")
    pages = [library.docs for library in report.libraries]
    pages += [note.page for note in report.notes.values()]
    pages += [source.page for source in report.sources.values()]
    for page in pages:
        if page and not _WEB_ADDRESS.fullmatch(page):
            raise BadReport(f"report: {page!r:.80} is not an address of a page; it must begin with https:// or http://")


def read(path: Path) -> LibraryReport:
    """Read a file such as ``libraries.json``. Raises :class:`BadReport`, with the reason, if it is malformed."""
    return LIBRARIES.read(path, from_data)
