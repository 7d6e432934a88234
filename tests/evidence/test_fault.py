"""What a fault says: the exception, the user's line with its text, and what the failing call printed."""

from __future__ import annotations

import json
import linecache
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiomatrix import REGISTRY, Registry, axioms, check, metric
from axiomatrix.evidence.fault import MAX_LINES_PRINTED, details_of, display_path
from axiomatrix.values.scored import Scores

HEAD = "import numpy as np\nimport beside\nfrom axiomatrix import axioms, metric\n\n"
BODIES = {
    "in the definition": ("return (1,)[len(a)]", "mine.py", "return (1,)[len(a)]", "IndexError"),
    "in numpy": ("return np.linalg.inv(np.zeros((2, 2)))", "mine.py", "return np.linalg.inv(np.zeros((2, 2)))", "Lin"),
    "in the standard library": ("import json; return json.loads('{')", "mine.py", "return json.loads('{')", "JSON"),
    "in compiled code": ("import flint; return flint.fmpq(1) / 0", "mine.py", "return flint.fmpq(1) / 0", "Zero"),
    "in a sibling": ("return beside.fail(a)", "beside.py", "return values[len(a)]", "IndexError"),
    "in a value that is returned": ("return 1, {'x': 2}", "mine.py", "def mine(a, b):", "NotExact"),
    "in a value that is no number": ("return {'x': 2}", "mine.py", "def mine(a, b):", "NotExact"),
}
PRINTS = "import sys; print('to stdout'); print('to stderr', file=sys.stderr); [print(k) for k in range(30)]; 1 / 0"


def project(folder: Path, body: str) -> Path:
    lines = "".join(f"    {line.strip()}\n" for line in body.split(";"))
    text = f"@metric('mine', holds=[axioms.symmetry])\ndef mine(a, b):\n    '''d(a, b)'''\n{lines}"
    (folder / "beside.py").write_text("def fail(a):\n    values = ()\n    return values[len(a)]\n", encoding="utf-8")
    (folder / "mine.py").write_text(HEAD + text, encoding="utf-8")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)


def fault_in(report: Path) -> dict[str, Any]:
    cells = json.loads(report.read_text(encoding="utf-8"))["cells"]
    (cell,) = (cell for cell in cells if cell["metric"] == "mine")
    assert cell["evidence"]["verdict"] == "error"
    fault: dict[str, Any] = cell["evidence"]["fault"]
    return fault


CHECK = ("axiomatrix", "check", "mine.py", "-a", "symmetry", "--profile", "quick", "--out", "r")


@pytest.mark.parametrize("where", BODIES)
def test_the_last_line_of_the_user_is_shown(where: str, tmp_path: Path) -> None:
    body, file, source, exception = BODIES[where]
    done = run(project(tmp_path, body), *CHECK)
    fault = fault_in(tmp_path / "r" / "compliance.json")
    text = (tmp_path / file).read_text(encoding="utf-8").splitlines()
    assert (fault["file"], text[fault["line"] - 1].strip(), fault["source"]) == (file, source, source)
    assert fault["exception"].startswith(exception)
    assert f"{file}:{fault['line']}" in done.stdout and source in done.stdout


def test_what_the_failing_call_printed_is_shown(tmp_path: Path) -> None:
    done = run(project(tmp_path, PRINTS), *CHECK)
    fault = fault_in(tmp_path / "r" / "compliance.json")
    assert fault["printed"][:3] == ["to stdout", "to stderr", "0"]
    assert (len(fault["printed"]), fault["unshown"]) == (MAX_LINES_PRINTED, 12)
    assert "to stderr" in done.stdout and "12 more lines" in done.stdout


def test_the_plugin_shows_line_and_output(tmp_path: Path) -> None:
    project(tmp_path, PRINTS)
    test = "import axiomatrix, mine\n@axiomatrix.parametrize([mine.mine])\ndef test(cell):\n    pass\n"
    (tmp_path / "test_mine.py").write_text(test, encoding="utf-8")
    done = run(tmp_path, "pytest", "-q", "-n", "0")
    assert done.returncode == 1
    assert "mine.py:" in done.stdout and "1 / 0" in done.stdout and "to stderr" in done.stdout


def test_a_notebook_shows_a_definition_that_was_typed() -> None:
    registry = Registry(REGISTRY)
    text = "@metric('mine', holds=[axioms.symmetry], registry=registry)\ndef mine(a, b):\n    'd'\n    print('hi')\n"
    name, text = "<ipython-input-7-0123456789ab>", f"{text}    return (1,)[len(a)]\n"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    known = {"metric": metric, "axioms": axioms, "registry": registry, "__name__": "__main__"}
    exec(compile(text, name, "exec"), known)
    matrix = check(known["mine"], axioms=["symmetry"], profile="quick", registry=registry)
    (cell,) = matrix.cells
    assert cell.evidence.fault is not None
    assert (cell.evidence.fault.place, cell.evidence.fault.printed) == ("<ipython-input-7>:5", ("hi",))
    for shown in (matrix._repr_html_(), cell._repr_html_()):
        assert "return (1,)[len(a)]" in shown and "hi" in shown


def test_files_are_named_alike_on_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert display_path(str(tmp_path / "metrics" / "mine.py")) == "metrics/mine.py"
    assert display_path("/elsewhere/mine.py") == "mine.py"
    assert display_path("<stdin>") == "<stdin>"


def test_an_exception_without_a_line_of_the_user_has_no_place() -> None:
    try:
        np.linalg.inv(1)
    except Exception as error:
        assert details_of(error).file.endswith("test_fault.py")  # which is the user's, as any file is
    assert details_of(ValueError("never raised")).place == ""


def test_scores_are_iterated_in_the_order_of_the_items() -> None:
    scores = Scores.of([3, "1/2"])
    assert list(zip(scores, scores.items, strict=True)) == [(scores[1], 1), (scores[2], 2)]


def test_an_array_is_not_a_number() -> None:
    @metric("mine", exact=False, registry=(registry := Registry(REGISTRY)), holds=[axioms.symmetry])
    def mine(a: Any, b: Any) -> Any:
        """d"""
        return np.zeros(1)

    (cell,) = check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    assert cell.evidence.verdict == "error"
