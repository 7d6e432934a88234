"""What a user's file does when it is imported is one line on standard error, status 3, and nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from axiomatrix import REGISTRY, Ranking
from axiomatrix.catalogue.loading import CannotImport, NoSuchFile, imported, load_file
from axiomatrix.cli.arguments import load_files
from axiomatrix.engine import tasks
from axiomatrix.engine.plan import Limits
from axiomatrix.engine.tasks import import_user_files

BAD = {
    "SystemExit": ("raise SystemExit", "SystemExit$"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt$"),
    "an exception of its own": ("class Own(BaseException):\n    def __str__(self): raise Own\nraise Own", "Own$"),
    "a closed stdout": ("import sys; sys.stdout.close(); 1 / 0", "ZeroDivisionError"),
    "no modules": ("import sys; sys.modules.clear(); 1 / 0", "ZeroDivisionError"),
    "the end of the process": ("import os; os._exit(0)", "the process ended with exit code 0 during the import"),
    "a crash": ("import ctypes; ctypes.string_at(0)", "the process was ended by SIGSEGV during the import"),
    "null bytes": ("\0", "null bytes"),
    "an unknown encoding": ("# -*- coding: klingon -*-", "unknown encoding"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_file_that_does_not_import_says_why(fault: str, tmp_path: Path) -> None:
    text, words = BAD[fault]
    file = tmp_path / "bad.py"
    file.write_text(text, encoding="utf-8")
    before = (dict(sys.modules), list(sys.path), sys.stdout, set(REGISTRY.metrics))
    with pytest.raises(CannotImport, match=words) as caught:
        import_user_files([file])
    assert str(file) in str(caught.value)
    assert not isinstance(caught.value, NoSuchFile)
    assert (list(sys.path), sys.stdout, set(REGISTRY.metrics)) == before[1:]
    assert all(sys.modules.get(name) is module for name, module in before[0].items())


def test_an_import_that_does_not_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "IMPORT_SECONDS", 1.0)
    file = tmp_path / "hangs.py"
    file.write_text("while True: pass", encoding="utf-8")
    with pytest.raises(CannotImport, match=r"hangs.py: the import did not finish within 1 s"):
        import_user_files([file], Limits(time=1.0))


@pytest.mark.parametrize("name", ["nowhere.py", "folder.py", "text.txt", "nu\0ll.py"])
def test_what_is_not_there_or_is_not_python_is_a_mistaken_call(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "text.txt").write_text("x = 1", encoding="utf-8")
    with pytest.raises(NoSuchFile):
        import_user_files([tmp_path / name])


def test_the_import_in_this_process_puts_back_what_a_careless_file_changes(tmp_path: Path) -> None:
    """Of the built-in names one that the threads of whoever runs the tests do not call meanwhile."""
    file = tmp_path / "careless.py"
    file.write_text(
        "import builtins, os, signal, sys\n"
        "sys.stdout = sys.stderr = None\nsys.path.clear()\nsys.argv = []\nbuiltins.ascii = None\nos.chdir('/')\n"
        "del sys.modules['math']\nsys.settrace(lambda *x: None)\nsys.excepthook = None\nos.close(0)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nraise SystemExit(0)\n",
        encoding="utf-8",
    )
    import math
    import signal

    def world() -> tuple[object, ...]:
        return (
            *(sys.stdout, sys.stderr, list(sys.path), list(sys.argv), ascii, Path.cwd(), sys.modules["math"]),
            *(sys.gettrace(), sys.excepthook, signal.getsignal(signal.SIGTERM), os.fstat(0).st_ino),
        )

    before = world()
    with pytest.raises(CannotImport, match=r"careless.py:12: SystemExit: 0"):
        imported(file, "careless_file")
    assert world() == before
    assert sys.modules["math"] is math


def test_a_file_in_another_encoding_is_read_as_it_says(tmp_path: Path) -> None:
    file = tmp_path / "latin.py"
    text = "# -*- coding: latin-1 -*-\nfrom axiomatrix import metric\n\n@metric('door-é')\n"
    text += "def d(a, b):\n    'é'\n    return 0\n"
    file.write_bytes(text.encode("latin-1"))
    try:
        assert load_file(file) == ["door-é"]
        assert len(REGISTRY.metric("door-é").file_digest) == 16
    finally:
        del REGISTRY.metrics["door-é"]


# --- files that import each other ------------------------------------------------------------------------------

INNER = """
import axiomatrix

@axiomatrix.metric("{name}")
def inner(a, b):
    "the number of items that moved"
    return sum(a[x] != b[x] for x in a.items)
"""
OUTER = """
import axiomatrix
{imported}

@axiomatrix.metric("{name}")
def outer(a, b):
    "twice as many"
    return 2 * {call}(a, b)
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Writes files; what they register and import is forgotten at the end."""
    metrics, modules = dict(REGISTRY.metrics), dict(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def write(file_name: str, text: str, **words: str) -> Path:
        file = tmp_path / file_name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text.format(**words), encoding="utf-8")
        return file

    yield write
    REGISTRY.metrics.clear()
    REGISTRY.metrics.update(metrics)
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]


@pytest.mark.parametrize(
    ("imported", "call"),
    [
        ("from part_one import inner", "inner"),
        ("import part_one", "part_one.inner"),
        ("from part_one import *", "inner"),
        ("inner = __import__('importlib').import_module('part_one').inner", "inner"),
    ],
)
def test_an_imported_file_s_metrics_are_not_of_the_file(imported: str, call: str, written: Callable[..., Path]) -> None:
    written("part_one.py", INNER, name="part-one")
    file = written("part_two.py", OUTER, name="part-two", imported=imported, call=call)
    assert load_file(file) == ["part-two"]
    assert REGISTRY.metric("part-two")(Ranking.from_order([1, 2]), Ranking.from_order([2, 1])) == 4


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_file_that_is_named_is_checked_though_another_imports_it(
    order: tuple[int, int], written: Callable[..., Path]
) -> None:
    inner = written("part_three.py", INNER, name="part-three")
    outer = written("part_four.py", OUTER, name="part-four", imported="from part_three import inner", call="inner")
    files = [(inner, outer)[k] for k in order]
    names = {inner: ["part-three"], outer: ["part-four"]}
    assert {file: load_file(file) for file in files} == {file: names[file] for file in files}


def test_a_metric_is_of_the_file_that_runs_the_decorator(written: Callable[..., Path]) -> None:
    maker = (
        "import axiomatrix\ndef make(name):\n    return axiomatrix.metric(name)(lambda a, b: 0)\nmake('part-five')\n"
    )
    written("part_five.py", maker)
    file = written("part_six.py", "from part_five import make\nmake('part-six')\n")
    assert load_file(file) == ["part-six"]


def test_a_file_that_only_imports_metrics_says_which_file_has_them(
    written: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    inner = written("part_seven.py", INNER, name="part-seven")
    file = written("part_eight.py", "import part_seven\n")
    with pytest.raises(typer.Exit):
        load_files([file])
    said = " ".join(capsys.readouterr().err.split())
    assert f"{file}: registers no metric" in said
    assert f"{inner.name}, which it imports, registers part-seven" in said
