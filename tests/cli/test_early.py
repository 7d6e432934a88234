"""What the ledger checks while rows are decided is what it would check afterwards."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from axiomatrix.cli.running import SHARES, EarlyResults
from axiomatrix.engine.execution.processes import InProcess, Processes
from axiomatrix.studies.ledger.building import results_of_share
from axiomatrix.studies.ledger.check import CHECKS, CORRECTIONS

ALONE = [*CHECKS, *(correction for correction in CORRECTIONS if not correction.of_matrix)]


class HalfLost(Processes):
    """Workers of which every second one is lost."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked = 0

    def call(self, module: str, name: str, *args: Any) -> Future[Any]:
        self.asked += 1
        assert (module, name) == (results_of_share.__module__, results_of_share.__qualname__)
        future: Future[Any] = Future()
        if self.asked % 2:
            future.set_exception(OSError("it is gone"))
        else:
            future.set_result(results_of_share(*args))
        return future


def test_every_check_is_in_one_share_and_has_a_key_of_its_own() -> None:
    keys = [check.key for share in range(SHARES) for check in ALONE[share::SHARES]]
    assert sorted(keys) == sorted({check.key for check in ALONE}) and len(keys) == len(ALONE)


def test_other_processes_find_what_this_one_finds_and_what_is_lost_is_left_out() -> None:
    workers, early = HalfLost(), EarlyResults(wanted=True)
    early.begin(workers)
    results = early()
    assert workers.asked == SHARES
    assert set(results) == {check.key for share in range(1, SHARES, 2) for check in ALONE[share::SHARES]}
    assert all(list(results[check.key]) == list(check.results()) for check in ALONE if check.key in results)


@pytest.mark.slow
def test_workers_find_what_this_process_finds() -> None:
    with Processes(2) as workers:
        early = EarlyResults(wanted=True)
        early.begin(workers)
        early.begin(workers)  # once is enough
        results = early()
    assert {key: list(of_check) for key, of_check in results.items()} == {c.key: list(c.results()) for c in ALONE}


def test_nothing_is_begun_where_no_ledger_is_made_or_nobody_else_could_do_it() -> None:
    for wanted, workers in ((False, HalfLost()), (True, InProcess())):
        early = EarlyResults(wanted)
        early.begin(workers)
        assert early() == {}


def test_a_share_is_data() -> None:
    assert all(isinstance(data, dict) for results in results_of_share(1, SHARES).values() for data in results)
