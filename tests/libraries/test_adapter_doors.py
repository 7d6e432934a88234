"""Fresh processes that are copies of what workers are copied from: as fresh as others, and begun in no time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from planted_cells import cells, planted

from axiomatrix.engine.workers import COPIES
from axiomatrix.engine.workers.template import Template
from axiomatrix.libraries import processes
from axiomatrix.libraries.manner import PLAIN, Manner
from axiomatrix.numbers.exact import Undefined

pytestmark = pytest.mark.skipif(not COPIES, reason="there are no copies here")
AXIOM = "same-value-in-fresh-processes"


@pytest.fixture(scope="module")
def templates() -> Iterator[dict[str, Template]]:
    made = {seed: Template(seed) for seed in processes.SEEDS.values()}
    yield made
    for template in made.values():
        template.close()


@pytest.fixture(autouse=True)
def doors(templates: dict[str, Template], monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    processes.close_all()
    doors = {seed: template.door(()) for seed, template in templates.items()}
    monkeypatch.setattr(processes, "doors", doors)
    yield doors
    processes.close_all()


def there(k: int) -> Manner:
    return PLAIN.but("process", f"hash seed {k}")


def answer(row: str, k: int = 0) -> float:
    return planted().metric(row)([1], manner=there(k))


def is_copied(k: int) -> bool:
    return processes.elsewhere(f"hash seed {k}").process is None


@pytest.mark.parametrize(
    ("row", "verdict"),
    [("planted.hashed_ties", "refuted"), ("planted.honest", "searched"), ("planted.run", "searched")],
)
def test_the_evidence_is_that_of_processes_begun_here(row: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (copied,) = cells.__wrapped__(row, AXIOM).values()
    assert is_copied(0) and is_copied(1)
    processes.close_all()
    monkeypatch.setattr(processes, "doors", {})
    (begun,) = cells.__wrapped__(row, AXIOM).values()
    assert not is_copied(0)
    assert copied == begun
    assert copied.evidence.verdict == verdict


def test_each_who_comes_has_a_process_that_has_made_no_call() -> None:
    first = [answer("planted.alternating") for _ in range(3)]
    assert len(set(first)) == 2  # it does look at what was called before
    processes.close_all()
    assert [answer("planted.alternating") for _ in range(3)] == first
    assert is_copied(0)


def test_a_copy_that_ends_costs_its_call_and_another_one_is_made() -> None:
    with pytest.raises(Undefined, match="ended"):
        answer("planted.ends_the_process")
    assert answer("planted.chatty") == 1
    assert is_copied(0)


def test_without_what_makes_the_copies_a_process_is_begun_here(doors: dict[str, str], tmp_path: Path) -> None:
    doors["0"] = str(tmp_path / "no door")
    assert answer("planted.chatty") == 1
    assert not is_copied(0)


def test_a_template_that_has_ended_has_no_door() -> None:
    template = Template("0")
    assert Path(template.door(())).is_socket()
    os.killpg(template._process.pid, signal.SIGKILL)
    template._process.wait()
    processes.doors["0"] = template.door(())
    assert answer("planted.chatty") == 1
    assert not is_copied(0)
    template.close()
    assert not processes.doors["0"] or not Path(processes.doors["0"]).exists()


def test_a_path_that_is_too_long_for_a_socket_is_no_door(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 200)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    template = Template("0")
    try:
        assert template.door(()) == ""
    finally:
        template.close()
    assert not list(deep.iterdir())
