"""What a user's file does when it is imported is one line on standard error, status 3, and nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.loading import CannotImport, NoSuchFile, imported, load_file
from axiomatrix.engine import user_files
from axiomatrix.engine.plan import Limits
from axiomatrix.engine.user_files import import_user_files

BAD = {
    "SystemExit": ("raise SystemExit", "SystemExit$"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt$"),
    "an exception of its own": ("class Own(BaseException):\n    def __str__(self): raise Own\nraise Own", "Own$"),
    "a closed stdout": ("import sys; sys.stdout.close(); 1 / 0", "ZeroDivisionError"),
    "no modules": ("import sys; sys.modules.clear(); 1 / 0", "ZeroDivisionError"),
    "the end of the process": ("import os; os._exit(0)", "the process ended with exit code 0 when it was imported"),
    "a crash": ("import ctypes; ctypes.string_at(0)", "the process was ended by SIGSEGV when it was imported"),
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
    monkeypatch.setattr(user_files, "IMPORT_SECONDS", 1.0)
    file = tmp_path / "hangs.py"
    file.write_text("while True: pass", encoding="utf-8")
    with pytest.raises(CannotImport, match=r"hangs.py: its import did not end within 1 s"):
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
