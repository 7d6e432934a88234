"""Rows of libraries are compared with each other also where workers decide them: each has all that are asked for."""

from __future__ import annotations

from itertools import combinations

import pytest

from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.libraries import LIBRARIES, load
from axiomatrix.methods.profile import PROFILES
from axiomatrix.model.registry import Registry

THERE = [id for id, library in LIBRARIES.items() if library.is_installed]
AXIOM = "agrees-with"


def pairs(registry: Registry) -> list[tuple[str, str]]:
    """Rows of two libraries that are asked to agree."""
    asked = [(m.name, s) for m in registry.metrics.values() for s in registry.axiom(AXIOM).statements_about(m)]
    return [(name, str(dict(statement.arguments)["other"])) for name, statement in asked]


def two_libraries() -> tuple[str, str]:
    """The first two that are installed and have a row to agree on."""
    found = [pair for pair in combinations(THERE, 2) if pairs(load(pair))]
    if not found:
        pytest.skip("no two libraries are installed that compute the same metric")
    return found[0]


def test_a_worker_decides_whether_rows_of_two_libraries_agree() -> None:
    two = two_libraries()
    name, other = pairs(load(two))[0]
    with LocalProcesses(1) as executor:
        matrix = check_in_workers(Plan((name,), (AXIOM,), budgets=PROFILES["quick"], libraries=two), executor)
    (cell,) = [cell for cell in matrix if cell.arguments.get("other") == other]
    assert cell.evidence.reach or cell.evidence.witness
