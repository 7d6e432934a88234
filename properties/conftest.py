"""The world as it is: what the catalogue claims, checked once for all tests of this folder.

What nobody claims is not asked here; the committed reports have it, and CI makes them anew. Every run checks the claims
with the quick profile and the pins; the search without them, as far as the reports go, is for the slow tests.
"""

from __future__ import annotations

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.check import Options, check_in_workers
from axiomatrix.evidence.matrix import Matrix

CLAIMED = (*load_catalogue().sources, "declared")
"""Every source there is: only statements that one of them claims are checked."""


@pytest.fixture(scope="session")
def world() -> Matrix:
    return check_in_workers(Options(use_pins=False, sources=CLAIMED), workers=2, report=lambda name, cell: None)


@pytest.fixture(scope="session")
def pinned_world() -> Matrix:
    return check_in_workers(Options(profile="quick", sources=CLAIMED), workers=2, report=lambda name, cell: None)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process decides all that is asked of the world, so that it is checked once however many there are."""
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        if {"world", "pinned_world"} & asked:
            item.add_marker(pytest.mark.xdist_group("world"))
        if "world" in asked:
            item.add_marker(pytest.mark.slow)
