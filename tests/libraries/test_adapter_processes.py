"""Fresh processes: the same call under other hash seeds, and what becomes of one that ends, fails or hangs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from planted_cells import cells, planted

from axiomatrix.libraries import processes
from axiomatrix.libraries.call_variants import PLAIN_CALL
from axiomatrix.libraries.library import LibraryRefused, NoNumber
from axiomatrix.libraries.processes import decode_value, encode_value
from axiomatrix.numbers.exact import Undefined
from axiomatrix.values.judged import Judged
from axiomatrix.values.orders import TopList, WeakOrder
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.scored import Scored, Scores

AXIOM = "same-value-in-fresh-processes"
THERE = PLAIN_CALL.with_aspect("process", "hash seed 0")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    processes.close_all()


def evidence(row: str) -> Any:
    (cell,) = cells(row, AXIOM).values()
    return cell.evidence


@pytest.mark.parametrize("row", ["planted.hashed_ties", "planted.hashed_overlap"])
def test_a_value_that_depends_on_the_hashes_of_texts_is_found(row: str) -> None:
    found = evidence(row)
    assert found.verdict == "refuted"
    assert found.witness.n <= 3
    assert {found.witness.lhs, found.witness.rhs} == {"0.0", "1.0"}


@pytest.mark.parametrize("row", ["planted.honest", "planted.run", "planted.concordant", "planted.overlap"])
def test_a_value_that_does_not_is_the_same_in_both_processes(row: str) -> None:
    found = evidence(row)
    assert found.verdict == "searched", found.witness
    assert found.cases > 5


def test_a_fresh_process_answers_as_this_one_does() -> None:
    m = planted().metric("planted.honest")
    x = Scored.of([1, 0, 1], scores=[2, 2, 1])
    assert m(Judged.of([0, 1]), k=2, call_variant=THERE) == 0.5
    assert m.evaluate(x, {"k": 1, "call_variant": THERE}) == m.evaluate(x, {"k": 1, "call_variant": PLAIN_CALL}) == 0.5


def test_a_refusal_and_an_answer_that_is_no_number_come_back_as_what_they_are() -> None:
    with pytest.raises(LibraryRefused, match="the input is not valid"):
        planted().metric("planted.honest")([1], k=1, call_variant=THERE.with_aspect("fault", "nan score"))
    with pytest.raises(NoNumber, match="answers nan"):
        planted().metric("planted.fails_on_one")([1], k=1, call_variant=THERE)
    with pytest.raises(Undefined, match="not expressible"):
        planted().metric("planted.honest")([1, "1/3"], k=1, call_variant=THERE)


def test_one_process_serves_all_calls_of_a_seed() -> None:
    m = planted().metric("planted.honest")
    m([1], k=1, call_variant=THERE)
    first = processes.seeded_process("hash seed 0").process.pid
    m([0], k=1, call_variant=THERE)
    assert processes.seeded_process("hash seed 0").process.pid == first
    assert processes.seeded_process("hash seed 1").process.pid not in (first, os.getpid())


def test_a_process_that_ends_costs_its_call_and_another_one_is_begun() -> None:
    with pytest.raises(Undefined, match="ended"):
        planted().metric("planted.ends_the_process")([1], call_variant=THERE)
    assert planted().metric("planted.honest")([1], k=1, call_variant=THERE) == 1


@pytest.mark.slow
def test_a_call_that_hangs_there_ends_that_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    processes.close_all()
    monkeypatch.setattr(processes, "CALL_SECONDS", 3.0)
    with pytest.raises(Undefined, match="ended"):
        planted().metric("planted.hangs_elsewhere")([1], call_variant=THERE)
    assert planted().metric("planted.honest")([1], k=1, call_variant=PLAIN_CALL) == 1
    processes.close_all()


def test_what_a_library_prints_there_is_not_taken_for_an_answer() -> None:
    assert planted().metric("planted.chatty")([1], call_variant=THERE) == 1


def test_processes_of_a_parent_are_not_used_by_its_fork() -> None:
    planted().metric("planted.honest")([1], k=1, call_variant=THERE)
    mine = processes.seeded_process("hash seed 0")
    mine.owner_pid = -1  # as a fork sees it
    try:
        assert processes.seeded_process("hash seed 0") is not mine
        assert mine.process.poll() is None  # it is its parent's
    finally:
        mine.process.kill()
        mine.process.wait(5)


@pytest.mark.parametrize(
    "value",
    [
        Judged.of([1, 0], missing=[1]),
        Scored.of([2, 0], scores=[1, 1]),
        Ranking.from_order([2, 1]),
        Scores.of([1, "1/2"]),
        TopList.of([3, 1]),
        WeakOrder.of([[1, 2], 3]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_read_as_they_were_written(value: Any) -> None:
    assert decode_value(encode_value(value)) == value


def test_a_question_about_what_is_not_there_is_answered_with_the_reason() -> None:
    one = processes.SeededProcess("7")
    try:
        asked = {
            "module": "no_such_module",
            "row": "",
            "arguments": [],
            "parameters": {},
            "call_variant": {},
            "company": [],
        }
        assert one.ask(asked) == {"none": "ModuleNotFoundError: No module named 'no_such_module'"}
    finally:
        one.close()
    assert one.process.poll() is not None
