"""A check of the planted library, and its report, for the tests of reports on libraries."""

from __future__ import annotations

from pathlib import Path

import library_of_findings as planted
import pytest
from library_of_findings import HOSTILE, with_agreement
from msgspec import structs

from axiomatrix import Matrix, Registry
from axiomatrix.engine.check import check
from axiomatrix.report.libraries import data
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.pages import save

AXIOMS = ("range-zero-one", "swap-strict", "consistency-in-relevance", "monotone-in-depth", "ideal-is-one")


@pytest.fixture(scope="session")
def registry() -> Registry:
    return planted.registry()


@pytest.fixture(scope="session")
def matrix(registry: Registry) -> Matrix:
    return check(*planted.NAMES, axioms=AXIOMS, registry=registry, profile="quick", use_pins=False)


@pytest.fixture(scope="session")
def report(matrix: Matrix, registry: Registry) -> LibraryReport:
    return data.library_report(matrix, registry)


@pytest.fixture(scope="session")
def saved(matrix: Matrix, registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("libraries")
    save(data.library_report(matrix, registry), directory)
    return directory


@pytest.fixture(scope="session")
def agreeing(report: LibraryReport) -> LibraryReport:
    notes = {
        name: structs.replace(note, concept="share") if name != HOSTILE else note for name, note in report.notes.items()
    }
    return with_agreement(structs.replace(report, notes=notes))
