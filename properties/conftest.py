"""The world as it is: what the catalogue claims, checked once for all tests of this folder.

Every claim is asked anew, with the quick profile and the expectations. How far the search goes without them is in the
committed report, which CI makes anew from the same commit and compares: asking for it here would be to do that twice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.methods.profile import PROFILES
from axiomatrix.report.json_reports import read_matrix

REPORT = Path(__file__).parents[1] / "reports" / "compliance.json"
CLAIMED = (*load_catalogue().sources, "declared")
"""Every source there is: only statements that one of them claims are checked."""


@pytest.fixture(scope="session")
def reported() -> Matrix:
    """The whole search without expectations."""
    return read_matrix(REPORT)


@pytest.fixture(scope="session")
def world() -> Matrix:
    """What is so now."""
    with LocalProcesses(2, tasks_each=15) as executor:
        return check_in_workers(Plan(sources=CLAIMED, budgets=PROFILES["quick"]), executor)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process decides all that is asked of the world, so that it is checked once however many there are."""
    for item in items:
        if "world" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("world"))
