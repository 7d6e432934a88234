"""How often a hit is decided once it is minimal: in the process that found it, and in each fresh interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from axiomatrix import REGISTRY, Cell
from axiomatrix.catalogue.loading import load_file
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses, Serial
from axiomatrix.engine.fresh import check_afresh, sampled_instances
from axiomatrix.engine.plan import Plan
from axiomatrix.engine.running import FRESH_SEEDS
from axiomatrix.evidence.cell import CellKey
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.witness import restore
from axiomatrix.methods import judging
from axiomatrix.methods.profile import PROFILES

COUNTED = """
import os, time
from axiomatrix import axioms, inverted_pairs, metric, spaces

def write(*arguments):
    if "Traced" not in type(arguments[0]).__name__:  # the account's expressions, which are numbers of no case
        with open(os.environ["AXIOMATRIX_TEST_CALLS"], "a") as calls:
            print(os.environ.get("PYTHONHASHSEED", ""), *arguments, sep=";", file=calls)

@metric("counted", holds=[axioms.symmetry])
def counted(a, b):
    \"\"\"K, and one more for one pair of rankings of three items\"\"\"
    write(a, b)
    if len(a) == 4 and "AXIOMATRIX_TEST_LINGER" in os.environ:
        time.sleep(float(os.environ.pop("AXIOMATRIX_TEST_LINGER")))  # once, after the hit was found
    return len(inverted_pairs(a, b)) + ((a.order, b.order) == ((1, 2, 3), (2, 3, 1)))

@metric("counted-weights", parameters={"w": spaces.element_weights()})
def counted_weights(a, b, w):
    \"\"\"The weights of inverted pairs, and one more for one pair of rankings of three items\"\"\"
    write(a, b, w)
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b)) + ((a.order, b.order) == ((1, 2, 3), (2, 3, 1)))
"""
SHRUNK = "shrunk"


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which every call of a metric is noted, and that a hit was made minimal in this process."""
    path = tmp_path / "calls"
    monkeypatch.setenv("AXIOMATRIX_TEST_CALLS", str(path))
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)  # which tells the fresh interpreters from this process

    record_hit = judging.record_hit

    def note_and_take(*given: Any, **named: Any) -> None:
        with path.open("a") as file:
            file.write(f"{SHRUNK}\n")
        record_hit(*given, **named)

    monkeypatch.setattr(judging, "record_hit", note_and_take)
    return path


@pytest.fixture
def refuted(tmp_path: Path) -> Iterator[Callable[..., Cell]]:
    """What checks a metric of the file for one axiom, with jobs, and gives the cell that is refuted."""
    file = tmp_path / "counted_metrics.py"
    file.write_text(COUNTED, encoding="utf-8")
    names = load_file(file)

    def check(name: str, axiom: str, jobs: int = 1) -> Cell:
        plan = Plan((name,), (axiom,), budgets=PROFILES["quick"], files=(str(file),))
        executor = Serial() if jobs == 1 else LocalProcesses(jobs, plan.limits, tasks_each=1)
        with executor:
            matrix = check_in_workers(plan, executor)
        (cell,) = [c for c in matrix if c.space == "open" and c.evidence.verdict == "refuted"]
        assert matrix.accounts[cell.evidence.witness.slug].note == ""
        return cell

    yield check
    for name in names:
        del REGISTRY.metrics[name]


def times_decided(cell: Cell, lines: list[str]) -> float:
    """How often the witness was decided, by the calls for its own values, which no sample of a fresh look contains."""
    about = restore(cell.evidence.witness, REGISTRY)
    values = [about.instance.values[name] for name in ("a", "b")]
    call = ";".join(map(str, [*values, *about.instance.parameters.values()]))
    sampled = [{**one.values, **one.parameters} for one in sampled_instances(about.metric)]
    assert call not in [";".join(map(str, one.values())) for one in sampled]
    once = Definitions(REGISTRY).record(*about).calls
    return lines.count(call) / [";".join(map(str, [*c.arguments, *c.parameters.values()])) for c in once].count(call)


CASES = [
    ("counted", "symmetry"),
    pytest.param("counted", "triangle-inequality", marks=pytest.mark.slow),
    pytest.param("counted", "left-invariance", marks=pytest.mark.slow),
    pytest.param("counted-weights", "symmetry", marks=pytest.mark.slow),
    ("counted-weights", "scale-free"),
]


@pytest.mark.parametrize(("name", "axiom"), CASES)
def test_a_hit_is_decided_once_where_it_was_found_and_once_in_each_fresh_interpreter(
    name: str, axiom: str, refuted: Callable[..., Cell], calls: Path
) -> None:
    cell = refuted(name, axiom)
    noted = calls.read_text().splitlines()
    last = len(noted) - noted[::-1].index(SHRUNK)
    here = [line.partition(";")[2] for line in noted[last:] if line.startswith(";")]
    assert times_decided(cell, here) == 1
    for seed in FRESH_SEEDS:
        assert times_decided(cell, [line.partition(";")[2] for line in noted if line.startswith(f"{seed};")]) == 1


def test_what_a_fresh_interpreter_saw_while_the_row_went_on_is_not_asked_again(
    refuted: Callable[..., Cell], calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit, asked = LocalProcesses.submit, list[list[CellKey]]()

    def submit_and_note(self: LocalProcesses, task: Any, *given: Any, **named: Any) -> Any:
        if task is check_afresh:
            asked.append(list(given[2]))
        return submit(self, task, *given, **named)

    monkeypatch.setattr(LocalProcesses, "submit", submit_and_note)
    monkeypatch.setenv("AXIOMATRIX_TEST_LINGER", "1.5")
    cell = refuted("counted", "symmetry", jobs=2)
    assert [keys for keys in asked if keys] == [[cell.key]] * len(FRESH_SEEDS) == asked[: len(FRESH_SEEDS)]
    noted = calls.read_text().splitlines()
    for seed in FRESH_SEEDS:
        assert times_decided(cell, [line.partition(";")[2] for line in noted if line.startswith(f"{seed};")]) == 1
