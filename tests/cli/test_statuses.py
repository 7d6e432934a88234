"""Whatever happens to the streams, the disk or the program: a line on standard error, and the right status."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from axiomatrix.cli.app import app
from axiomatrix.cli.statuses import INTERNAL, INTERRUPTED, NOT_DECIDED, USAGE, _status, disarm_ci_commands
from axiomatrix.engine.running import undisturbed
from axiomatrix.numbers.exact import NotExact

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")


def run(command: str, folder: Path) -> tuple[int, str, str]:
    program = shlex.join([sys.executable, "-m", "axiomatrix"])
    line = f"set -o pipefail; {program} {command}"
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("form", "status", "message"),
    [
        ("<&-", 0, ""),
        (">&-", 0, "axiomatrix: standard output could not be written: it is closed\n"),
        ("2>&-", 0, ""),
        ("<&- >&- 2>&-", 0, ""),
        ("> /dev/full", 2, "axiomatrix: standard output could not be written: No space left on device\n"),
        ("| head -1", 0, ""),
    ],
)
def test_closed_and_full_streams(form: str, status: int, message: str, tmp_path: Path) -> None:
    found, _, err = run(f"show metrics {form}", tmp_path)
    assert (found, err) == (status, message)


@pytest.mark.slow
def test_cells_do_not_crash_where_streams_are_closed(tmp_path: Path) -> None:
    found, _, err = run("check --metric kendall -a symmetry --profile quick --out r <&- 2>&-", tmp_path)
    assert (found, err) == (0, "")
    assert "crashed" not in (tmp_path / "r/compliance.json").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_full_disk_is_said_on_a_line(tmp_path: Path) -> None:
    found, _, err = run("check --metric kendall -a symmetry --profile quick --out /dev/full/x", tmp_path)
    assert found == USAGE
    assert "Traceback" not in err
    assert "/dev/full" in err


@pytest.mark.slow
def test_a_report_that_could_not_be_written_is_shown_and_not_said_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "r/compliance.json").mkdir(parents=True)
    found, output, err = run("check --metric kendall -a symmetry --profile quick --out r", tmp_path)
    assert (found, "1 cell" in output, "Written" in output) == (USAGE, True, False)
    assert "compliance.json" in err


@pytest.mark.slow
def test_a_file_for_a_build_server_that_could_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "r/compliance.junit.xml").mkdir(parents=True)
    found, output, err = run("check --metric kendall -a symmetry --profile quick --out r --ci junit", tmp_path)
    assert (found, "1 cell" in output) == (USAGE, True)
    assert err.endswith("error: --ci: r/compliance.junit.xml: Is a directory\n")


@pytest.mark.slow
def test_a_certificate_that_is_missing_is_said_before_files_are_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("raise SystemExit", encoding="utf-8")
    assert run("verify MISSING.json mine.py", tmp_path)[::2] == (2, "error: MISSING.json: No such file or directory\n")
    (tmp_path / "c.json").write_text("{}", encoding="utf-8")
    found, _, err = run("check mine.py", tmp_path)
    assert (found, err) == (3, "error: mine.py:1: SystemExit\n")


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), INTERRUPTED, "interrupted"),
        (OSError(28, "No space left on device", "x.json"), USAGE, "error: x.json: No space left on device"),
        (TypeError("two\nlines"), INTERNAL, "axiomatrix: internal error: TypeError: two; please report it"),
        (NotExact("mine returned None"), NOT_DECIDED, "error: mine returned None"),
        (RecursionError(), INTERNAL, "internal error: RecursionError: no message"),
        (SystemExit(3), 3, ""),
        (SystemExit("text"), USAGE, "error: text"),
    ],
)
def test_what_ends_a_command_has_a_status(
    error: BaseException, status: int, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AXIOMATRIX_DEBUG", raising=False)

    def app(**options: Any) -> None:
        raise error

    assert _status(app) == status
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_nothing_that_is_printed_is_a_command_of_a_ci_system() -> None:
    assert disarm_ci_commands("::error ::x") == "\\::error ::x"
    assert disarm_ci_commands("a\n  ::warning::x") == "a\n  \\::warning::x"
    assert disarm_ci_commands("a ##vso[task.complete] ##[error]") == "a #\\#vso[task.complete] #\\#[error]"
    assert disarm_ci_commands("a::b ## title, x: y") == "a::b ## title, x: y"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check --seed -1", "'--seed'"),
        ("check --metric kendall --axiom swap", "error: nothing to check: swap: not applicable to kendall"),
        ("compare kendall my-kendall", "; if it is yours, name its file too: FILE.py"),
    ],
)
def test_what_asks_nothing_is_no_success(command: str, message: str, tmp_path: Path) -> None:
    status, out, err = run(command, tmp_path)
    assert (status, out) == (USAGE, "") and message in " ".join(err.split())
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".json", ".md")]


def test_a_report_that_says_nothing_of_the_words_is_not_passed_over(tmp_path: Path) -> None:
    status, out, err = run("ask Ferrante --report nosuch.json", tmp_path)
    assert status == 0 and "found in" in out
    assert "--report nosuch.json is not used: the words are searched in formulas, claims and sources" in " ".join(
        err.split()
    )


def test_a_folder_that_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, out, err = run("check --metric kendall --profile quick --out file/x", tmp_path)
    assert (status, out, err) == (USAGE, "", "error: --out: file/x: Not a directory\n")


def test_what_was_decided_is_shown_where_its_reports_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "site").write_text("", encoding="utf-8")
    status, out, err = run("check --metric kendall --axiom symmetry --profile quick --out reports", tmp_path)
    assert (status, err) == (USAGE, "error: --out: reports/site/badges: Not a directory\n")
    assert "kendall" in out and "proved" in out


def test_ctrl_c_is_answered_in_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def press(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["axiomatrix", "show", "metrics"])
    monkeypatch.setattr("typer.core.TyperCommand.invoke", press)
    assert _status(app) == INTERRUPTED
    assert "interrupted; run the same command again to resume" in capsys.readouterr().err


def test_the_first_signal_waits_until_the_reports_are_written() -> None:
    with undisturbed():
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
