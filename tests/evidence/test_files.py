"""Files are written whole or not at all, and everything that writes a report does it so."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix.evidence.files import write

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
    assert written == ["evidence/files.py"]
