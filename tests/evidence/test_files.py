"""Files are written whole or not at all, and everything that writes a report does it so."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axiomatrix
from axiomatrix.engine.run_files import read_qrels, read_run
from axiomatrix.evidence import files
from axiomatrix.evidence.files import write
from axiomatrix.studies.aggregate import ballots
from axiomatrix.studies.correlate import populations

SOURCE = Path(axiomatrix.__file__).parent


def test_a_file_has_the_same_bytes_everywhere_and_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / ("long" * 50)
    for text in ("a\nb\u00e9\r\n", "", "x" * 100_000):
        write(path, text)
        assert path.read_bytes() == text.encode("utf-8")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("text", ["new", "\udc80"])
def test_what_fails_leaves_the_old_file_and_no_draft(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.md"
    write(path, "old")

    def full(self: Path, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises((OSError, UnicodeEncodeError)):
        write(path, text)
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.md"]


@pytest.mark.slow
def test_nothing_else_in_the_package_writes_a_file_in_place() -> None:
    written = []
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                modes = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                opened = name == "open" and any(re.fullmatch(r"[wx][bt+]*", mode) for mode in modes)
                if opened or name in ("write_text", "write_bytes"):
                    written.append(file.relative_to(SOURCE).as_posix())
    trail = "engine/process.py"  # of a task, in a folder of its own that nobody else reads
    descriptor = "catalogue/import_guard.py"  # standard error, which is no file by a name
    assert set(written) == {"evidence/files.py", trail, descriptor}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without end")
@pytest.mark.parametrize(
    "read",
    [ballots.read_ballots, populations.read_pairs, read_run, read_qrels],
    ids=["profile", "pairs", "run", "qrels"],
)
def test_a_text_without_end_is_refused(read: Callable[[Path], Any]) -> None:
    with pytest.raises(ValueError, match="/dev/zero, line 1: a line may have at most 10,000,000 characters"):
        read(Path("/dev/zero"))


def test_a_text_may_come_through_a_pipe_and_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tmp_path / "rankings.txt"
    text.write_text("\ufeffa > b\r\n\nb > a\n", encoding="utf-8")
    assert list(files.text_lines(text, ValueError)) == [(1, "a > b\n"), (2, "\n"), (3, "b > a\n")]
    monkeypatch.setattr(files, "MAX_TEXT_CHARACTERS", 10)
    with pytest.raises(ValueError, match="line 3: a text file may have at most 10 characters"):
        list(files.text_lines(text, ValueError))
