"""What a definition remembers, or sees of its process, is not hidden from a check in workers."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest
from commanding import restore

from axiomatrix import REGISTRY, Matrix, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.loading import load_file
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.evidence.status import status_of
from axiomatrix.methods.profile import PROFILES
from false_theorems.claims import claimed
from false_theorems.theorem import NOT_LASTING, FalseTheorem, all_theorems

load_catalogue()
FILE = Path(__file__).parent / "as_a_file.py"
ASKED = [theorem for theorem in all_theorems() if theorem.kind in NOT_LASTING]


pytestmark = pytest.mark.xdist_group("false theorems in workers")  # which are asked once


def axiom(theorem: FalseTheorem) -> str:
    return theorem.statement.axiom.id


@pytest.fixture(scope="module")
def matrices() -> dict[str, Matrix]:
    """By axiom what two workers make of those that are said to keep it: none of them sees that pytest runs."""
    before = Registry(REGISTRY)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FILE.parents[1])
        patch.delenv("PYTEST_CURRENT_TEST")
        load_file(FILE)
        plan = Plan(budgets=PROFILES["quick"], files=(str(FILE),), use_pins=False)
        try:
            with LocalProcesses(2, tasks_each=1) as executor:
                return {
                    id: check_in_workers(replace(plan, metrics=tuple(t.name for t in those), axioms=(id,)), executor)
                    for id, those in groupby(sorted(ASKED, key=axiom), axiom)
                }
        finally:
            restore(before)


@pytest.mark.parametrize("theorem", ASKED, ids=lambda theorem: theorem.name)
def test_workers_say_no_more_than_what_is_true(theorem: FalseTheorem, matrices: dict[str, Matrix]) -> None:
    own = [cell for cell in matrices[axiom(theorem)] if cell.metric == theorem.name]
    assert own
    for cell in own:
        evidence = cell.evidence
        assert claimed(evidence, theorem) <= theorem.true_up_to, f"{evidence.verdict}: {status_of(evidence).reach}"
