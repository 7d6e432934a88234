"""Find the stored report that answers a question of ``ask``, ``compare``, ``choose`` and other commands.

If the user names a report, no other is read. Otherwise the report of the last check is tried, then the one shipped with
the package. If no report has the current definitions of the metrics (the *rows*), they are checked with the profile
``quick``; so is a statement that no metric declares (:func:`decide_now`). The *digest* of a definition reveals edits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from .. import __version__
from ..engine.check import check
from ..evidence.cell import arguments_of
from ..evidence.matrix import Matrix
from ..model.claim import SourceClaim
from ..model.metric import Metric
from ..model.registry import Registry
from ..studies.ledger.entry import Ledger
from ..studies.relate.answer import MetricRelation
from ..studies.relate.run import Columns, pairs_by_cut, relate_pairs
from . import json_reports
from .json_reports import CLAIMS, RELATIONS, BadReport, read_matrix
from .libraries import data as libraries_data
from .libraries.data import LibraryReport
from .results import DEFAULT_REPORT

MAX_NAMED_ROWS = 3
"""Rows that a message names; more are counted."""
SHIPPED_RESULTS = f"the results that come with axiomatrix {__version__}"


class KnownMatrix(NamedTuple):
    """A matrix from which questions are answered."""

    matrix: Matrix
    origin: str
    """The source of the matrix, in words for readers."""
    notes: tuple[str, ...] = ()
    """Warnings for readers, such as that the report is about another definition."""


class StoredReport(NamedTuple):
    """A report from a file, whether or not it can be read."""

    matrix: Matrix | None
    """The matrix in the file; None if the file is missing or unreadable."""
    path: Path
    name: str
    """The report, named for readers."""
    unusable: str = ""
    """The reason why there is no matrix; empty if there is one."""
    has_witnesses: bool = True
    """True if witnesses may be stored with the file; the report shipped with the package has none."""

    @property
    def directory(self) -> str:
        """The folder of the witnesses; empty if the report has none."""
        return self.path.parent.as_posix() if self.has_witnesses else ""


def shipped_report() -> Path | None:
    """Find the report on the catalogue that comes with the package (the committed one in a checkout), or None."""
    package = Path(str(resources.files("axiomatrix")))
    places = (package / "results" / DEFAULT_REPORT.name, package.parents[1] / DEFAULT_REPORT)
    return next((place for place in places if place.is_file()), None)


def stored_reports(report: Path | None) -> Iterator[StoredReport]:
    """Yield the report that the user names, or else the report of the last check and then the packaged one.

    Raises ``BadReport`` if the named report cannot be read.
    """
    if report is not None:
        yield StoredReport(read_matrix(report), report, report.as_posix())
        return
    try:
        yield StoredReport(read_matrix(DEFAULT_REPORT), DEFAULT_REPORT, DEFAULT_REPORT.as_posix())
    except BadReport as error:
        name = DEFAULT_REPORT.as_posix()
        reason = f"cannot be used: {error}" if DEFAULT_REPORT.exists() else f"there is no {name}"
        yield StoredReport(None, DEFAULT_REPORT, name, unusable=reason)
    if (shipped := shipped_report()) is not None and not (DEFAULT_REPORT.exists() and DEFAULT_REPORT.samefile(shipped)):
        yield StoredReport(read_matrix(shipped), shipped, SHIPPED_RESULTS, has_witnesses=False)


def library_report_beside(report: Path | None) -> LibraryReport | None:
    """Read the report on libraries next to the report in use; None without one."""
    places = (stored.path.with_name("libraries.json") for stored in stored_reports(report))
    return next((libraries_data.read(place) for place in places if place.is_file()), None)


def matrix_with(
    report: Path | None,
    rows: Sequence[Metric],
    axioms: Sequence[str],
    *,
    registry: Registry,
    allow_missing_rows: bool = False,
    extra_rows: Sequence[Metric] = (),
) -> KnownMatrix:
    """Find a report that has these rows, or else check them now, for these axioms.

    ``report`` is the one that the user names, or None. With ``allow_missing_rows``, a report with only some of the rows
    is enough. A report may lack all of ``extra_rows``, but if the rows are checked now, so are these. Raises
    ``BadReport`` if the named report cannot be read.
    """
    reasons = []
    """The reason why each report cannot answer."""
    for stored in stored_reports(report):
        is_named = report is not None
        result = _matrix_or_reason(stored, rows, allow_missing_rows=allow_missing_rows, is_named=is_named)
        if isinstance(result, KnownMatrix):
            return result
        reasons.append(result)
    matrix = check(*rows, *extra_rows, axioms=axioms, profile="quick", registry=registry)
    # the first report is the one the user would expect
    return KnownMatrix(matrix, f"decided now, profile quick: {reasons[0]}")


def decide_now(text: str, axioms: Sequence[str], rows: Sequence[Metric], registry: Registry) -> Matrix:
    """Check these axioms for these metrics, and a statement (``text``) that no metric declares.

    Only declared statements of an axiom with arguments are checked. Therefore the metrics are copied into a scratch
    registry with the statement as a conjecture, and the claims are taken out of the resulting cells.
    """
    scratch, question = Registry(registry), SourceClaim("question", text)  # the changes stay in the copy
    for row in rows:
        claims = question.conjectured(registry.statement(text, row))
        scratch.metrics[row.name] = replace(row, claims=(*row.claims, *claims))
    matrix = check(*(row.name for row in rows), axioms=axioms, profile="quick", registry=scratch)
    return structs.replace(matrix, cells=[structs.replace(cell, claims=[]) for cell in matrix.cells])


def with_one_statement(matrix: Matrix, text: str, registry: Registry) -> Matrix:
    """The matrix without the other statements of the axiom of a statement such as "lies-between(low=0, high=1)"."""
    statement = registry.statement(text)
    wanted = arguments_of(statement)
    cells = [cell for cell in matrix.cells if cell.axiom != statement.axiom.id or cell.arguments == wanted]
    return structs.replace(matrix, cells=cells)


def relations_between(rows: Sequence[Metric], report: Path | None, registry: Registry) -> Sequence[MetricRelation]:
    """The relations between the rows in the report's ``relations.json``.

    If the file has none and the rows are two exact metrics, their relations are enumerated now.
    """
    path = (report or DEFAULT_REPORT).with_name("relations.json")
    names = {row.name for row in rows}
    relations = RELATIONS.read(path).relations if path.exists() else []
    stored = [relation for relation in relations if {relation.a, relation.b} <= names]
    if stored or len(names) != 2 or not all(row.exact for row in rows):
        return stored
    a, b = dict.fromkeys(rows)  # the user may name one of them twice
    return relate_pairs(pairs_by_cut(a, b), Columns(registry)).relations


def _matrix_or_reason(
    stored: StoredReport, rows: Sequence[Metric], *, allow_missing_rows: bool, is_named: bool
) -> KnownMatrix | str:
    """Return the matrix of a report if it has the current definitions of the rows, or the reason it cannot answer.

    A report that the user named, or that need not have all rows, also answers about other definitions, with a note. For
    libraries' metrics, the report on libraries is appended to the matrix.
    """
    matrix, name = stored.matrix, stored.name
    if matrix is None:
        return stored.unusable
    source = name
    library_file = stored.path.with_name("libraries.json")
    if library_file.exists() and any(row.implementation is not None for row in rows):
        library_report = libraries_data.read(library_file)
        matrix = matrix.followed_by(library_report)
        source += f" and {library_file.name} ({_versions(library_report, rows)})"
    digests = {row.name: row.digest for row in matrix.rows}
    """The digest of each metric's definition when it was checked."""
    missing = [row.name for row in rows if row.name not in digests]
    if missing and not (allow_missing_rows and len(missing) < len(rows)):
        return f"{name} does not have {_first_names(missing)}"
    # a library's metric has a version instead of a digest, and a row that the report does not have is not edited
    own_rows = [row for row in rows if row.implementation is None]
    edited = _first_names([row.name for row in own_rows if digests.get(row.name, row.file_digest) != row.file_digest])
    edited_reason = f"{name} has results for another definition of {edited}"
    if edited and not is_named and not allow_missing_rows:
        return edited_reason
    notes = (f"{edited_reason}; what follows is about that definition",) if edited else ()
    return KnownMatrix(matrix, f"from {source} (profile {matrix.profile}, seed {matrix.seed})", notes)


def _versions(report: LibraryReport, rows: Sequence[Metric]) -> str:
    """List the libraries' versions in the report, each with the installed version if that differs."""
    libraries = {row.implementation.library for row in rows if row.implementation is not None}
    installed = {library.id: library.version for library in libraries}
    versions = []
    for note in report.libraries:
        if note.id in installed:
            differing = "" if installed[note.id] == note.version else f", here {installed[note.id]}"
            versions.append(f"{note.distribution} {note.version}{differing}")
    return ", ".join(versions)


def _first_names(names: Sequence[str]) -> str:
    """List the first names, and count the others."""
    more = len(names) - MAX_NAMED_ROWS
    return ", ".join(names[:MAX_NAMED_ROWS]) + (f" and {more} more" if more > 0 else "")


@dataclass(frozen=True)
class StoredResults:
    """The committed reports on the catalogue, its claims and the libraries."""

    matrix: Matrix
    claims: Ledger
    libraries: LibraryReport

    @property
    def origin(self) -> str:
        """The results, named for readers."""
        return SHIPPED_RESULTS


def stored_results() -> StoredResults | None:
    """Read the results that come with the package; None where one of them is missing or of another format."""
    report = shipped_report()
    return None if report is None else _stored_results_in(report.parent)


@lru_cache(maxsize=1)
def _stored_results_in(folder: Path) -> StoredResults | None:
    try:
        return StoredResults(
            json_reports.read_matrix(folder / "compliance.json"),
            CLAIMS.read(folder / "claims.json", json_reports.load_ledger),
            libraries_data.read(folder / "libraries.json"),
        )
    except (BadReport, CLAIMS.error):
        return None
