"""A small check, and the files of its report, for the tests of what reports say."""

from __future__ import annotations

from pathlib import Path

import pytest
from nasty import NASTY, nasty_registry

import axiomatrix
from axiomatrix import Matrix, Registry


@pytest.fixture(scope="session")
def registry() -> Registry:
    return nasty_registry()


@pytest.fixture(scope="session")
def matrix(registry: Registry) -> Matrix:
    """A small check with every kind of cell that is quick to get."""
    chosen = ("my-kendall", NASTY, "footrule", "footrule-similarity[le]", "kendall-element-mean[geometric]")
    return axiomatrix.check(*chosen, profile="quick", use_pins=False, registry=registry)


@pytest.fixture(scope="session")
def saved(matrix: Matrix, registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the report that :func:`matrix` writes."""
    directory = tmp_path_factory.mktemp("reports")
    matrix.save(directory, registry)
    return directory
