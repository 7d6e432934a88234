"""An interrupted run: what was decided is written, nothing is left running, the same command ends alike."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jsonschema
import pytest
from processes import processes_in, read_files, start_command

from axiomatrix.engine.check import Interrupted, check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.evidence.cell import Cell
from axiomatrix.methods.profile import PROFILES
from axiomatrix.report import json_reports

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals are sent to processes"),
    pytest.mark.xdist_group("interruption"),  # what is interrupted, and what is not, is checked once
]

METRICS = '''
import os, time
from axiomatrix import axioms, inverted_pairs, metric

@metric("int-wrong", holds=[axioms.symmetry])
def wrong(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1

@metric("int-last", holds=[axioms.symmetry, axioms.triangle_inequality])
def last(a, b):
    """K, but waits on four items as long as the file is there"""
    if len(a) == 4 and os.path.exists("hold"):
        open("held", "w").close()
        while os.path.exists("hold"):
            time.sleep(0.01)
    return len(inverted_pairs(a, b))
'''
OWN = ("check", "metrics.py", "--profile", "quick", "--jobs", "2", "--fail-on", "never", "--out", "reports")
CATALOGUE = ("check", "--out", "reports", "--profile", "quick", "--jobs", "2", "-a", "symmetry", "-a", "swap")
CATALOGUE += ("-a", "near-metric")
EXPLORE = ("explore", "kv7", "--max-n", "6", "--jobs", "2", "--no-pictures", "--no-side-by-side")
DEADLINE_SECONDS = 120
"""After which a test that waits for something gives up: a safety net."""


def start(folder: Path, command: tuple[str, ...]) -> subprocess.Popen[str]:
    return start_command(folder, *command, AXIOMATRIX_CACHE=str(folder / "cache"))


def run(folder: Path, command: tuple[str, ...]) -> str:
    process = start(folder, command)
    output = "".join(process.communicate(timeout=DEADLINE_SECONDS))
    assert process.returncode in (0, 3), output
    assert "Traceback" not in output
    return output


def written(folder: Path) -> dict[str, bytes]:
    """What a command wrote, but for how long it took and what Python compiled."""
    passing = ("times.json", "metrics.py")
    named = {name: content for name, content in read_files(folder).items() if Path(name).name not in passing}
    return {name: content for name, content in named.items() if not name.startswith(("cache/", "held", "__pycache__/"))}


@contextmanager
def held(folder: Path, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """A check that is in the middle of something, once the other row has had so many seconds."""
    (folder / "hold").touch()
    process = start(folder, OWN)
    try:
        end = time.monotonic() + DEADLINE_SECONDS
        while not (folder / "held").exists():
            assert time.monotonic() < end and process.poll() is None, process.communicate()
            time.sleep(0.02)
        time.sleep(seconds)
        yield process
    finally:
        process.kill()
        process.communicate(timeout=DEADLINE_SECONDS)
        (folder / "hold").unlink(missing_ok=True)
        (folder / "held").unlink(missing_ok=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], float]:
    """What the check writes that nobody interrupts, and its seconds: enough for one row, however busy the machine."""
    here = tmp_path_factory.mktemp("undisturbed")
    (here / "metrics.py").write_text(METRICS, encoding="utf-8")
    began = time.monotonic()
    run(here, OWN)
    return written(here), time.monotonic() - began


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_writes_what_there_is_and_the_same_command_ends_alike(
    number: signal.Signals, folder: Path, undisturbed: tuple[dict[str, bytes], float]
) -> None:
    expected, seconds = undisturbed
    with held(folder, seconds) as process:
        process.send_signal(number)
        _, output = process.communicate(timeout=DEADLINE_SECONDS)
    assert process.returncode == 130, output
    assert "the same command resumes" in output and "Traceback" not in output
    content = json.loads((folder / "reports/compliance.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(json_reports.COMPLIANCE.schema()).validate(content)
    assert content["missing"] > 0
    matrix = json_reports.read_matrix(folder / "reports/compliance.json")
    assert matrix.cell("int-wrong", "symmetry").evidence.verdict == "refuted"
    for name in ("compliance.md", "site/index.html", "site/matrix.html"):
        assert matrix.interrupted in (folder / "reports" / name).read_text(encoding="utf-8")
    run(folder, OWN)
    assert written(folder) == expected


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="looks for processes in /proc")
def test_kill_9_leaves_no_worker(folder: Path, undisturbed: tuple[dict[str, bytes], float]) -> None:
    expected, seconds = undisturbed
    with held(folder, seconds) as process:
        assert len(processes_in(folder)) >= 2
        process.kill()
        process.communicate(timeout=DEADLINE_SECONDS)
        end = time.monotonic() + DEADLINE_SECONDS
        while processes_in(folder):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert (folder / "hold").exists()  # also the one whose metric waits for a file that is still there
    assert not (folder / "reports/compliance.json").exists()
    run(folder, OWN)
    assert written(folder) == expected


@pytest.mark.slow
@pytest.mark.parametrize("command", [CATALOGUE, EXPLORE], ids=["check", "explore"])
def test_killed_at_random_moments_it_comes_to_the_same_bytes(command: tuple[str, ...], tmp_path: Path) -> None:
    kills = int(os.environ.get("AXIOMATRIX_TEST_KILLS", "2"))
    here, there = tmp_path / "undisturbed", tmp_path / "killed"
    here.mkdir()
    there.mkdir()
    began = time.monotonic()
    run(here, command)
    seconds, draw = time.monotonic() - began, random.Random(0)
    for _ in range(kills):
        process = start(there, command)
        try:
            process.communicate(timeout=draw.uniform(0.3, 1) * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    run(there, command)
    assert written(there) == written(here)


def test_whoever_waits_for_a_matrix_is_told_that_it_was_interrupted() -> None:
    plan = Plan(("kendall", "footrule"), ("symmetry", "upper-bound"), budgets=PROFILES["quick"], use_pins=False)
    names: list[str] = []

    def enough(name: str, cell: Cell | None) -> None:
        names.append(name)
        if len(names) == 1:  # a second Ctrl-C would end this process too
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with LocalProcesses(1) as executor:
        with pytest.raises(Interrupted) as caught:
            check_in_workers(plan, executor, report=enough)
        whole = check_in_workers(plan, executor)
    matrix = caught.value.matrix
    assert not matrix.complete
    assert matrix.interrupted.startswith("interrupted: ")
    assert {cell.metric for cell in matrix} == {names[0]}
    assert matrix.missing == len([c for c in whole if c.metric != names[0] and c.evidence.verdict != "not applicable"])
    assert signal.getsignal(signal.SIGINT) is before
