"""The memory at the command line: the second run decides what has changed, and its reports are the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FILE = """from axiomatrix import axioms, metric
from cached_helpers import apart

@metric("one", holds=[axioms.symmetry])
def one(a, b):
    "d"
    return sum(apart(a[x], b[x]) for x in a.items)

@metric("two", holds=[axioms.symmetry])
def two(a, b):
    "d"
    return sum(a[x] != b[x] for x in a.items)

@metric("three", holds=[axioms.symmetry])
def three(a, b):
    "d"
    if len(a) > 2:
        raise OSError("none")
    return 0
"""
HELPERS = "def apart(p, q):\n    return abs(p - q)\n"


def write(here: Path, helpers: str) -> None:
    """Files that are older than any run."""
    for name, text in (("cached.py", FILE), ("cached_helpers.py", helpers)):
        (here / name).write_text(text, encoding="utf-8")


def run(here: Path, *arguments: str, code: int = 3) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "AXIOMATRIX_CACHE": str(here / "cache"), "COLUMNS": "100"}
    command = [sys.executable, "-m", "axiomatrix", *arguments]
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr + done.stdout
    return done


def check(here: Path, *more: str, code: int = 3) -> str:
    asked = [part for name in ("symmetry", "left-invariance", "right-invariance") for part in ("--axiom", name)]
    return run(here, "check", "cached.py", *asked, "--profile", "quick", "--jobs", "1", *more, code=code).stderr


def reports(here: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (here / "reports").rglob("*") if path.is_file()}


def test_the_second_run_decides_what_has_changed(tmp_path: Path) -> None:
    write(tmp_path, HELPERS)
    assert "unchanged" not in check(tmp_path)
    first = reports(tmp_path)
    text = check(tmp_path)
    assert "9 cells: 6 unchanged since 20" in text and ", 3 decided" in text  # a fault is not kept
    assert reports(tmp_path) == first
    write(tmp_path, HELPERS.replace("abs(p - q)", "abs(p + q)"))
    assert "9 cells: 3 unchanged since 20" in check(tmp_path)
    shown = run(tmp_path, "cache", code=0).stdout
    assert "memory.sqlite: " in shown and " 3 rows, 9 cells, since 20" in shown
    assert "bytes removed" in run(tmp_path, "cache", "--clear", code=0).stdout
    assert "nothing is remembered" in run(tmp_path, "cache", code=0).stdout
    (tmp_path / "cache" / "memory.sqlite").write_text("nothing of ours" * 99, encoding="utf-8")
    assert "put aside" in run(tmp_path, "cache", code=0).stderr
