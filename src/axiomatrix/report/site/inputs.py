"""What the site is made of: the matrix, and what else lies beside it in the folder of reports."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ...evidence.account import making
from ...evidence.account.account import Account
from ...evidence.matrix import Matrix
from ...evidence.untrusted import Unreadable, read_json
from ...evidence.words import Positions
from ...model.registry import Registry
from ..deductions.cells import derive
from ..libraries import data as libraries_data
from ..libraries.data import LibraryReport
from ..matrix import data as matrix_data
from ..matrix.data import MAX_BYTES, BadReport
from ..relations import data as relations_data
from ..relations.data import RelationData
from .told import Told, every

PICTURE_BYTES = 5_000_000
"""Bytes of a picture beyond which it is not shown."""
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
CLAIMS, RELATIONS = "axiomatrix-claims-1", "axiomatrix-relations-1"


@dataclass(frozen=True)
class Exploration:
    """One folder of ``explorations/``."""

    id: str
    answer: dict[str, Any]
    """The content of ``answer.json``, as it was read."""
    pictures: dict[str, str]
    """The content of each SVG file by its name; it is shown as an image, in which no script runs."""


@dataclass(frozen=True)
class Inputs:
    """Everything that the site shows.

    What is called raw was read from JSON and not looked at further: whoever shows it raises :class:`BadReport` for
    what has another shape.
    """

    matrix: Matrix
    accounts: dict[str, Account]
    """Of each witness of the matrix, by slug."""
    registry: Registry | None = None
    libraries: LibraryReport | None = None
    claims: dict[str, Any] | None = None
    """Raw."""
    relations: dict[str, Any] | None = None
    """Raw."""
    explorations: dict[str, Exploration] = field(default_factory=dict)
    before: Matrix | None = None
    """The report that this one is compared with."""
    documentation: str = ""
    """Where the documentation stands beside the site, if it does."""
    source: str = ""
    """Where the source stands on a code host, if the site is to lead there: errors in cells are reported there."""

    @cached_property
    def whole(self) -> Matrix:
        """The rows, columns and cells of the catalogue (or the user's), followed by those of the libraries."""
        return self.matrix if self.libraries is None else self.matrix.followed_by(self.libraries.matrix)

    @cached_property
    def positions(self) -> Positions:
        """The lines of each position of the whole matrix."""
        return Positions(self.whole)

    @cached_property
    def told(self) -> list[Told]:
        """All statements, by metric, then by axiom."""
        return every(self.whole, self.positions)

    @cached_property
    def related(self) -> list[RelationData]:
        """The relations between two metrics; :class:`BadReport` where they have another shape."""
        return relations_data.RELATIONS.taken(self.relations).relations if self.relations is not None else []

    @cached_property
    def relations_of(self) -> dict[str, list[RelationData]]:
        """The relations of each metric."""
        found: dict[str, list[RelationData]] = {}
        for one in self.related:
            for name in {one.a: None, one.b: None}:
                found.setdefault(name, []).append(one)
        return found

    @cached_property
    def ledger(self) -> frozenset[str]:
        """The claims of the ledger; whether it is one at all is for its own page to say."""
        listed = self.claims.get("claims") if self.claims else None
        entries = listed if isinstance(listed, list) else []
        return frozenset(one["id"] for one in entries if isinstance(one, dict) and isinstance(one.get("id"), str))

    @cached_property
    def explored(self) -> list[tuple[str, str, set[tuple[str, str]]]]:
        """The explorations: id, title, and the metrics with the axioms that they ask about, where there are such.

        Whether one is an exploration at all is for its own page to say.
        """
        entries = []
        for id, exploration in self.explorations.items():
            questions = exploration.answer.get("questions")
            asked = set()
            for question in questions if isinstance(questions, list) else []:
                metric = question.get("metric") if isinstance(question, dict) else None
                statement = question.get("statement") if isinstance(question, dict) else None
                if isinstance(metric, str) and isinstance(statement, str):
                    asked.add((metric, statement.split("(")[0]))  # the arguments of the axiom follow
            entries.append((id, str(exploration.answer.get("title") or id), asked))
        return entries

    @cached_property
    def library_of(self) -> dict[str, str]:
        """The library that a row is of; rows of the catalogue and of users are not in it."""
        if self.libraries is None:
            return {}
        names = {row.name for row in self.matrix.rows}
        return {name: note.library for name, note in self.libraries.rows.items() if name not in names}


def read(file: Path, registry: Registry | None = None, since: Path | None = None) -> Inputs:
    """Read a ``compliance.json`` and what lies beside it, or a ``libraries.json`` by itself.

    Beside it are ``libraries.json``, ``relations.json``, ``claims.json`` and ``explorations/``, each if it is there;
    ``since`` is an earlier ``compliance.json``. :class:`BadReport` says which file is no report.
    """
    raw = _json(file, "")
    try:
        if isinstance(raw, dict) and raw.get("format") == libraries_data.LIBRARIES.name:
            return of_libraries(libraries_data.from_data(raw))
        matrix = derive(matrix_data.from_data(raw))
    except BadReport as error:
        raise BadReport(f"{file}: {error}") from None
    folder = file.parent
    return Inputs(
        matrix,
        making.accounts(matrix, registry),
        registry,
        _libraries(folder / "libraries.json"),
        _raw(folder / "claims.json", CLAIMS),
        _raw(folder / "relations.json", RELATIONS),
        _explorations(folder / "explorations"),
        None if since is None else matrix_data.read(since),
    )


def of_libraries(report: LibraryReport) -> Inputs:
    """A report on libraries by itself: no row is of the catalogue or of a user."""
    own = Matrix([], [], [], report.matrix.profile, report.matrix.seed)
    return Inputs(own, {}, libraries=report)


def _libraries(path: Path) -> LibraryReport | None:
    if not path.exists():
        return None
    try:
        return libraries_data.read(path)
    except BadReport as error:
        raise BadReport(f"{error}; write it anew, or take it away") from None


def _raw(path: Path, format: str) -> dict[str, Any] | None:
    if not path.exists():
        return None
    data = _json(path)
    if not isinstance(data, dict) or data.get("format") != format:
        raise BadReport(f"{path}: its format must be {format!r}; write it anew, or take it away")
    return data


def _json(path: Path, remedy: str = "; write it anew, or take it away") -> Any:
    try:
        return read_json(path, MAX_BYTES, "a report")
    except Unreadable as error:
        raise BadReport(f"{error}{remedy}") from None


def _explorations(folder: Path) -> dict[str, Exploration]:
    explorations = {}
    for path in sorted(folder.glob("*/answer.json")):
        answer = _json(path)
        if not isinstance(answer, dict):
            raise BadReport(f"{path}: not an answer of `axiomatrix explore`; explore it again, or take it away")
        id = path.parent.name
        if not _NAME.fullmatch(id):
            raise BadReport(f"{path.parent}: the site takes folders named in letters, digits, . _ - only; rename it")
        explorations[id] = Exploration(id, answer, _pictures(path.parent))
    return explorations


def _pictures(folder: Path) -> dict[str, str]:
    return {
        path.name: path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.glob("*.svg"))
        if path.is_file() and path.stat().st_size <= PICTURE_BYTES
    }
