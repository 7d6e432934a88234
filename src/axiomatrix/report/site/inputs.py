"""Read the reports that a site is made from: the matrix, and the other reports in its folder.

:class:`Inputs` holds them for all pages, with tables that several pages look things up in. Its fields are the reports;
its cached properties are derived from them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...catalogue import load_catalogue
from ...evidence.account import making
from ...evidence.account.account import Account
from ...evidence.formats import Format
from ...evidence.matrix import Matrix
from ...evidence.words import Line
from ...model.registry import Registry
from ...studies.explore.answer import EXPLORATION, Answer
from ...studies.ledger.entry import Ledger
from ...studies.relate.answer import MetricRelation, Related
from .. import json_reports
from ..json_reports import CLAIMS, COMPLIANCE, RELATIONS, BadReport
from ..known import StoredResults, stored_results
from ..libraries import data as libraries_data
from ..libraries.data import LIBRARIES, LibraryReport
from ..libraries.sheet import LibrariesSheet
from ..subjects.cell import CellContext
from ..subjects.statements import lines_of
from . import links

T = TypeVar("T")
MAX_PICTURE_BYTES = 5_000_000
"""A larger picture is not shown."""
BLOCKS = ("cells", "formulas", "library-witnesses", "playground", "relations", "texts", "witnesses")
"""The blocks of data for scripts, each a file; those of libraries and relations exist only if the report has any."""
SHORT_SLUG_LENGTH = 12
"""Characters at the end of the slug, the file name, of a library's witness by which the site names it."""
_FOLDER_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
"""Names of explorations' folders, which the site uses as ids in addresses."""


class MetricEntry(NamedTuple):
    """The place of a metric in the site."""

    address: str
    """The address on the page that the metric shares with its variants."""
    formula: str


@dataclass(frozen=True)
class Inputs:
    """Everything that the site shows."""

    matrix: Matrix
    """The cells of the catalogue's metrics, or of a user's."""
    registry: Registry | None = None
    """The declarations of a user's metrics and axioms; None for the catalogue's."""
    libraries: LibraryReport | None = None
    """The report on libraries' metrics; its rows follow the rows of the matrix."""
    ledger: Ledger | None = None
    """The ledger of claims; None if the run has none."""
    relations: Related | None = None
    """The report on relations between metrics; None if there is none."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """The answer of each exploration, by its id."""
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)
    """The SVG files stored with each answer, by exploration and name; shown as images, so that no script runs."""
    earlier: Matrix | None = None
    """The report that this one is compared with; None if it is compared with none."""
    documentation: str = ""
    """Address of the documentation beside the site, or empty."""
    source: str = ""
    """Address of the source on a code host, or empty; pages link to it for reporting errors in cells."""
    home: str = ""
    """Address of the published site, ending in ``/``, or empty; pages name their canonical address with it."""
    made_on: str = ""
    """The day of the report, as 2026-11-30, if it was read from a file."""

    @cached_property
    def witness_slugs(self) -> frozenset[str]:
        """The slugs of the witnesses of the matrix, without those of libraries."""
        return frozenset(cell.evidence.witness.slug for cell in self.matrix.cells if cell.evidence.witness)

    @cached_property
    def accounts(self) -> dict[str, Account]:
        """The accounts of the matrix's witnesses, all that can be said of each, by slug; making them takes long."""
        return making.accounts(self.matrix, self.registry)

    @cached_property
    def blocks(self) -> list[str]:
        """The names of the blocks of data that this site has."""
        reports_needed = {"library-witnesses": self.libraries, "relations": self.relations}
        missing = {name for name, report in reports_needed.items() if report is None}
        return [name for name in BLOCKS if name not in missing]

    @cached_property
    def whole(self) -> Matrix:
        """The rows, columns and cells of the matrix, followed by those of the report on libraries, if any."""
        return self.matrix if self.libraries is None else self.matrix.followed_by(self.libraries)

    @cached_property
    def row_places(self) -> dict[str, int]:
        """The place of each metric among the rows of the whole matrix."""
        return {row.name: place for place, row in enumerate(self.whole.rows)}

    @cached_property
    def column_places(self) -> dict[str, int]:
        """The place of each axiom among the columns of the whole matrix."""
        return {column.id: place for place, column in enumerate(self.whole.columns)}

    @cached_property
    def metric_entries(self) -> dict[str, MetricEntry]:
        """The address and the formula of each metric, by its name."""
        return {row.name: MetricEntry(links.metric(row.name), row.formula) for row in self.whole.rows}

    @cached_property
    def context(self) -> CellContext:
        """The context of documents: the definitions, all cells, and where things are in the site."""
        return CellContext(self.declarations, self.whole, address=self.address)

    def address(self, kind: str, name: str) -> str:
        """The address of a ``metric``, ``axiom``, ``witness``, ``claim`` or ``proof``; empty if it has no page."""
        match kind:
            case "claim":
                if name in self.claim_ids:
                    return links.claim(name)
                documentation = self.libraries.sources if self.libraries is not None else {}  # claims of libraries
                return documentation[name].page if name in documentation else ""
            case "metric":
                return self.metric_entries[name].address if name in self.metric_entries else ""
            case "witness":
                is_of_library = name not in self.witness_slugs
                return links.witness(name[-SHORT_SLUG_LENGTH:] if is_of_library else name)
            case "axiom":
                return links.axiom(name)
            case _:
                return links.proof(name)

    @cached_property
    def lines_of(self) -> dict[str, list[Line]]:
        """The statements about each metric, by the metrics in their order, then by the axioms."""
        return {row.name: lines_of(row.name, self.context) for row in self.whole.rows}

    @cached_property
    def stored(self) -> StoredResults | None:
        """The results that come with the package, for pages about which the report has nothing."""
        return stored_results()

    @cached_property
    def declarations(self) -> Registry:
        """The registry that declares the metrics and axioms of the reports."""
        return self.registry if self.registry is not None else load_catalogue()

    @cached_property
    def library_sheet(self) -> LibrariesSheet | None:
        """The findings on libraries, library by library; None without a report on libraries."""
        return LibrariesSheet(self.libraries) if self.libraries is not None else None

    @cached_property
    def relations_of(self) -> dict[str, list[MetricRelation]]:
        """The relations of each metric that has any."""
        relations: dict[str, list[MetricRelation]] = {}
        for relation in self.relations.relations if self.relations is not None else ():
            for name in dict.fromkeys((relation.a, relation.b)):
                relations.setdefault(name, []).append(relation)
        return relations

    @cached_property
    def claim_ids(self) -> frozenset[str]:
        """The ids of the claims in the ledger; empty without a ledger."""
        return frozenset(claim.id for claim in self.ledger.claims) if self.ledger is not None else frozenset()

    @cached_property
    def explorations_about(self) -> dict[tuple[str, str], list[str]]:
        """The ids of the explorations about each ``("metric", name)``, ``("axiom", id)`` and ``("claim", id)``.

        An exploration counts for an axiom only if its metric is a row of the site.
        """
        explorations: dict[tuple[str, str], dict[str, None]] = {}  # the inner keys are ids, each once and in order
        for id, answer in self.answers.items():
            for question in answer.questions:
                subjects = [("metric", question.metric), *(("claim", note.source) for note in question.claims)]
                if question.metric in self.row_places:
                    subjects.append(("axiom", question.statement.split("(")[0]))
                for subject in subjects:
                    explorations.setdefault(subject, {})[id] = None
        return {subject: list(ids) for subject, ids in explorations.items()}

    @cached_property
    def library_of(self) -> dict[str, str]:
        """The library of each row that is a library's metric; other rows are left out."""
        if self.libraries is None:
            return {}
        own_names = {row.name for row in self.matrix.rows}
        return {name: note.library for name, note in self.libraries.notes.items() if name not in own_names}


def read(file: Path, registry: Registry | None = None, since: Path | None = None) -> Inputs:
    """Read a ``compliance.json`` and the reports next to it, or a ``libraries.json`` alone.

    The other reports are ``libraries.json``, ``relations.json``, ``claims.json`` and ``explorations/``; each may be
    missing. ``since`` is an earlier ``compliance.json`` to compare with. :class:`BadReport` names an unreadable file.
    """
    data = COMPLIANCE.content(file)
    try:
        if isinstance(data, dict) and data.get("format") == LIBRARIES.name:
            return library_inputs(libraries_data.from_data(data))
        matrix = json_reports.load_matrix(data)
    except BadReport as error:
        raise BadReport(f"{file}: {error}") from None
    folder = file.parent
    answers, pictures = _explorations(folder / "explorations")
    return Inputs(
        matrix,
        registry,
        libraries=_read_beside(folder / "libraries.json", LIBRARIES, libraries_data.from_data),
        ledger=_read_beside(folder / "claims.json", CLAIMS, json_reports.load_ledger),
        relations=_read_beside(folder / "relations.json", RELATIONS, RELATIONS.decode),
        answers=answers,
        pictures=pictures,
        earlier=None if since is None else json_reports.read_matrix(since),
        made_on=day_of(file),
    )


def day_of(file: Path) -> str:
    """Return the day on which a file was written, as 2026-11-30.

    The environment variable ``SOURCE_DATE_EPOCH`` replaces it, which makes builds reproducible.
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(seconds) if seconds.isdecimal() else file.stat().st_mtime
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def library_inputs(report: LibraryReport) -> Inputs:
    """Return the inputs of a site about a report on libraries alone."""
    return Inputs(Matrix([], [], [], report.profile, report.seed), libraries=report)


def _read_beside(path: Path, format: Format[Any], convert: Callable[[Any], T]) -> T | None:
    """Read and convert a report beside the matrix; None if there is no such file."""
    if not path.exists():
        return None
    try:
        return format.read(path, convert)
    except format.error as error:
        raise BadReport(f"{error}; rewrite or remove the file") from None


def _explorations(folder: Path) -> tuple[dict[str, Answer], dict[str, dict[str, str]]]:
    """Return (answers, SVG files) of all explorations, both by the names of the explorations' folders."""
    answers, pictures = {}, {}
    for path in sorted(folder.glob("*/answer.json")):
        id = path.parent.name
        if not _FOLDER_NAME.fullmatch(id):
            raise BadReport(
                f"{path.parent}: a folder of the site has only letters, digits and . _ - in its name; rename it"
            )
        if (answer := _read_beside(path, EXPLORATION, Answer.from_json)) is not None:
            answers[id], pictures[id] = answer, _pictures(path.parent)
    return answers, pictures


def _pictures(folder: Path) -> dict[str, str]:
    """Return the SVG files in the folder by name, without those that are too large."""
    return {
        path.name: path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.glob("*.svg"))
        if path.is_file() and path.stat().st_size <= MAX_PICTURE_BYTES
    }
