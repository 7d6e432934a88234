"""An interrupted check: what was decided is written, and the same command goes on to the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

import jsonschema
import pytest
from commanding import axiomatrix
from journal_files import being_written, content_of, lines_of
from share import chosen

from axiomatrix import REGISTRY, check
from axiomatrix.engine.check import Interrupted, Options, check_in_workers
from axiomatrix.engine.row import Plans
from axiomatrix.engine.selection import Selection
from axiomatrix.engine.workers.door import decided_again
from axiomatrix.engine.workers.journal import JournalInUse
from axiomatrix.engine.workers.record import NAME, CellsJournal, header
from axiomatrix.evidence.cell import Cell
from axiomatrix.report.matrix import data

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals are sent to processes"),
    pytest.mark.xdist_group("interruption"),  # what is interrupted, and what is not, is checked once
]

METRICS = '''
import os, time
from axiomatrix import axioms, inverted_pairs, metric

@metric("int-first", holds=[axioms.symmetry, axioms.upper_bound("int-last", 1)])
def first(a, b):
    """K"""
    return len(inverted_pairs(a, b))

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
COMMAND = ["check", "metrics.py", "--profile", "quick", "--jobs", "3", "--fail-on", "never"]
"""A worker for each row: two of them ask for the metric that waits."""
DEADLINE = 120
"""Seconds after which a test that waits for something gives up: a safety net."""


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "axiomatrix", *COMMAND, *more]
    return subprocess.Popen(
        program, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def run(folder: Path, *more: str) -> tuple[int, str]:
    """The same command in this process, where nothing interrupts it."""
    done = axiomatrix(folder, *COMMAND, *more)
    return done.returncode, done.stderr


def reports(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in (folder / "reports").rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def until_held(folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until workers are in the middle of the rows that ask for the last metric, and the other is written down."""
    wanted = {"int-first", "int-wrong"}
    journal = folder / "reports" / NAME
    for _ in range(DEADLINE * 20):
        lines = being_written(journal)[1:]
        rows = [
            line.decode().split('"name":"')[1].split('"')[0] for line in lines if line.startswith(b'{"chunk":"row/')
        ]
        if (folder / "held").exists() and wanted & set(rows) == {"int-wrong"}:
            return
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(process.communicate())
    raise AssertionError("nothing happened")


@contextmanager
def held(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A check that is in the middle of something."""
    (folder / "hold").touch()
    process = start(folder)
    try:
        until_held(folder, process)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=DEADLINE)
        (folder / "hold").unlink(missing_ok=True)
        (folder / "held").unlink(missing_ok=True)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that it has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == process.pid:
            found.append(int(path.parent.name))
    return found


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    here = tmp_path_factory.mktemp("undisturbed")
    (here / "metrics.py").write_text(METRICS, encoding="utf-8")
    code, output = run(here)
    assert code == 0, output
    found = reports(here)
    assert f"reports/{NAME}" not in found
    assert any("witnesses" in name for name in found)
    return found


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Callable[[signal.Signals], tuple[Path, str]]:
    """A folder in which a check was interrupted by that signal, and what it said."""

    @cache
    def by(number: signal.Signals) -> tuple[Path, str]:
        here = tmp_path_factory.mktemp("stopped")
        (here / "metrics.py").write_text(METRICS, encoding="utf-8")
        with held(here) as process:
            os.kill(process.pid, number)
            _, output = process.communicate(timeout=DEADLINE)
            assert process.returncode == 130, output
        return here, output

    return by


@pytest.fixture
def interrupted(stopped: Callable[[signal.Signals], tuple[Path, str]], tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(stopped(signal.SIGINT)[0], tmp_path, dirs_exist_ok=True))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_ctrl_c_writes_what_there_is_and_the_same_command_goes_on(
    stopped: Callable[[signal.Signals], tuple[Path, str]],
    tmp_path: Path,
    undisturbed: dict[str, bytes],
    number: signal.Signals,
) -> None:
    where, output = stopped(number)
    folder = shutil.copytree(where, tmp_path / "stopped")
    assert "Traceback" not in output
    assert "the same command goes on" in output
    content = json.loads((folder / "reports/compliance.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(data.REPORT.schema()).validate(content)
    assert (content["complete"], content["missing"] > 0) == (False, True)
    matrix = data.read(folder / "reports/compliance.json")
    assert matrix.missing == content["missing"]
    assert matrix.cell("int-wrong", "symmetry").evidence.verdict == "refuted"
    assert all(data.from_data(json.loads(undisturbed["reports/compliance.json"])).at(c.metric, c.axiom) for c in matrix)
    for name in ("compliance.md", "site/index.html", "site/matrix.html"):
        assert matrix.interrupted in (folder / "reports" / name).read_text(encoding="utf-8")
    witness = "reports/witnesses/int-wrong--symmetry"
    for end in ("json", "md"):
        assert (folder / f"{witness}.{end}").read_bytes() == undisturbed[f"{witness}.{end}"]
    code, output = run(folder)
    assert code == 0, output
    assert "cells of an interrupted run (--fresh checks them anew)" in output
    assert reports(folder) == undisturbed


@pytest.mark.slow
def test_two_interruptions_and_then_the_end(interrupted: Path, undisturbed: dict[str, bytes]) -> None:
    missing = data.read(interrupted / "reports/compliance.json").missing
    with held(interrupted) as process:
        os.kill(process.pid, signal.SIGINT)
        process.communicate(timeout=DEADLINE)
    assert data.read(interrupted / "reports/compliance.json").missing <= missing
    assert run(interrupted)[0] == 0
    assert reports(interrupted) == undisturbed


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_kill_9_loses_the_cells_in_flight_and_leaves_no_worker(folder: Path, undisturbed: dict[str, bytes]) -> None:
    with held(folder) as process:
        code, output = run(folder)
        assert code == 2 and "another check writes its reports there" in output
        started = workers_of(process)
        assert len(started) >= 2
        process.kill()
        process.communicate(timeout=DEADLINE)
        for _ in range(DEADLINE * 20):
            if all(map(gone, started)):
                break
            signal.sigtimedwait([], 0.05)
        assert all(map(gone, started))  # also the one whose metric waits for a file that is still there
        assert (folder / "hold").exists()
    assert not (folder / "reports/compliance.json").exists()
    code, output = run(folder)
    assert code == 0, output
    assert "going on: " in output
    assert reports(folder) == undisturbed


@pytest.mark.slow
def test_fresh_does_not_go_on(interrupted: Path, undisturbed: dict[str, bytes]) -> None:
    code, output = run(interrupted, "--fresh")
    assert code == 0, output
    assert "going on" not in output
    assert reports(interrupted) == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("damage", chosen(["another run", "a bit", "a line", "no journal", "a cell"], ["a bit"]))
def test_a_journal_that_is_of_no_use_is_replaced(damage: str, interrupted: Path, undisturbed: dict[str, bytes]) -> None:
    folder = interrupted
    journal = folder / "reports" / NAME
    content = journal.read_bytes()
    if damage == "another run":
        (folder / "metrics.py").write_text(METRICS + "\n# changed\n", encoding="utf-8")
    elif damage == "a bit":
        place = content.rindex(b'"verdict"') + 3
        journal.write_bytes(content[:place] + b"x" + content[place + 1 :])
    elif damage == "a line":
        lines = lines_of(content)
        journal.write_bytes(content_of([lines[0], b"nonsense", *lines[2:]]))
    elif damage == "no journal":
        journal.write_bytes(b"\x00\xff" * 100)
    else:
        from axiomatrix.engine.workers.journal import Journal

        about = {name: value for name, value in json.loads(lines_of(content)[0]).items() if name != "format"}
        with Journal.open(journal, about) as opened:
            opened.append("cell/9999", {"metric": 3})
    code, output = run(folder)
    assert code == 0, output
    assert "Traceback" not in output
    (line,) = [line for line in output.splitlines() if "journal" in line]
    assert line.startswith("the journal that was there is replaced: ")
    if damage == "another run":
        (folder / "metrics.py").write_text(METRICS, encoding="utf-8")
        assert "is the journal of another run" in line
    else:
        assert reports(folder) == undisturbed


def test_a_run_that_is_complete_says_nothing_of_interruptions(undisturbed: dict[str, bytes]) -> None:
    content = json.loads(undisturbed["reports/compliance.json"])
    assert (content["complete"], content["missing"]) == (True, 0)
    assert b"interrupted" not in undisturbed["reports/compliance.md"]


# --- the journal, and the engine with it ------------------------------------------------------------------------


@pytest.fixture
def options() -> Options:
    return Options(("kendall", "footrule"), ("symmetry", "upper-bound"), profile="quick", use_pins=False)


def journal_of(path: Path, options: Options, *, fresh: bool = False, **other: object) -> tuple[CellsJournal, str]:
    about = {**header(Selection(options, REGISTRY)), **other}
    return CellsJournal.opened(
        path,
        about,
        Plans(Selection(options, REGISTRY)),
        partial(decided_again, Selection(options, REGISTRY)),
        print,
        fresh=fresh,
    )


def opened(path: Path, options: Options) -> CellsJournal:
    journal, text = journal_of(path, options)
    assert text == ""
    return journal


def test_a_finished_row_is_taken_from_the_journal_and_not_checked_again(tmp_path: Path, options: Options) -> None:
    names: list[str] = []
    journal = opened(tmp_path / NAME, options)
    whole = check_in_workers(options, 1, lambda name, cell: None, journal)
    journal.close()
    journal = opened(tmp_path / NAME, options)
    assert len(journal) == len([cell for cell in whole if cell.evidence.verdict != "not applicable"])
    again = check_in_workers(options, 0, lambda name, cell: names.append(name), journal)  # nobody is there to check
    assert (
        again.cells
        == whole.cells
        == check("kendall", "footrule", axioms=options.axioms, profile="quick", use_pins=False).cells
    )
    assert set(names) == {"kendall", "footrule"}
    journal.complete()
    assert not (tmp_path / NAME).exists()


def test_whoever_waits_for_a_matrix_is_told_that_it_was_interrupted(options: Options) -> None:
    names: list[str] = []

    def enough(name: str, cell: Cell | None) -> None:
        names.append(name)
        if len(names) == 1:  # a second Ctrl-C would end this process too
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted) as caught:
        check_in_workers(options, 1, enough)
    matrix = caught.value.matrix
    assert not matrix.complete
    assert matrix.interrupted.startswith("interrupted: ")
    assert len(matrix.cells) + matrix.missing == len(check_in_workers(options, 1, lambda name, cell: None).cells)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_journal_that_is_being_written_is_not_taken_away(tmp_path: Path, options: Options) -> None:
    journal = opened(tmp_path / NAME, options)
    for fresh in (False, True):
        with pytest.raises(JournalInUse):
            journal_of(tmp_path / NAME, options, fresh=fresh, run="other")
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"profile": "default"},
        {"axioms": ("symmetry",)},
        {"use_pins": True},
        {"time_limit": 5.0},
        {"metrics": ("kendall",)},
    ],
    ids=str,
)
def test_the_header_says_which_run_it_is(change: dict[str, object], options: Options) -> None:
    from dataclasses import replace

    other = replace(options, **change)  # type: ignore[arg-type]  # each of its own type
    assert header(Selection(options, REGISTRY)) != header(Selection(other, REGISTRY))
