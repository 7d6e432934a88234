"""The results that come with the package: what pages are filled from for which a run made nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ... import __version__
from ...evidence.matrix import Matrix
from ...studies.ledger.entry import Ledger
from .. import json_reports
from ..json_reports import CLAIMS, BadReport
from ..known import shipped_report
from ..libraries import data as libraries_data
from ..libraries.data import LibraryReport


@dataclass(frozen=True)
class StoredResults:
    """The committed reports on the catalogue, its claims and the libraries."""

    matrix: Matrix
    claims: Ledger
    libraries: LibraryReport

    @property
    def origin(self) -> str:
        """The results, named for people."""
        return f"the results that come with axiomatrix {__version__}"


def stored_results() -> StoredResults | None:
    """The results that come with the package; None where one of them is missing or of another format."""
    report = shipped_report()
    return None if report is None else _read(report.parent)


@lru_cache(maxsize=1)
def _read(folder: Path) -> StoredResults | None:
    try:
        return StoredResults(
            json_reports.read_matrix(folder / "compliance.json"),
            CLAIMS.read(folder / "claims.json", json_reports.load_ledger),
            libraries_data.read(folder / "libraries.json"),
        )
    except (BadReport, CLAIMS.error):
        return None
