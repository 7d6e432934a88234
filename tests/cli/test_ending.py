"""A definition that ends the process where a command decides: never a silent status 0."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from witness_data import of_symmetry

METRIC = '''
import os
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("ends", parameters={"w": spaces.element_weights()}, holds=[axioms.triangle_inequality])
def ends(a, b, w):
    """d(a, b) = sum over inverted pairs {x, y} of w_x + w_y"""
    ENDING
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))
'''
WITNESS = of_symmetry("ends")
ENDINGS = {
    "_exit": "os._exit(0)",
    "the system's own": "import posix; posix._exit(0)",
    "another program": "os.execv(TRUE, [TRUE])",
    "another program, looked up": "os.execlp('true', 'true')",
    "in a child, which does not matter": "os.fork() or os._exit(0); os.wait(); raise ValueError('after the child')",
}
ALWAYS = ("the system's own", "in a child, which does not matter")
COMMANDS = [
    ["verify", "witness.json", "mine.py"],
    ["show", "ends", "triangle-inequality", "mine.py"],
    ["correlate", "ends", "kendall", "mine.py"],
    ["relate", "ends", "kendall", "mine.py"],
    ["report", "witness.json", "mine.py", "--picture", "picture.svg"],
    ["verify", "certificate.json", "mine.py"],
]

CERTIFY = ["check", "mine.py", "-a", "triangle-inequality", "--profile", "quick", "--certificates", "--out", "."]


def run(here: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "axiomatrix", *arguments]
    return subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A witness, and a certificate that stands, of a metric that does not end anything yet."""
    here = tmp_path_factory.mktemp("ending")
    (here / "mine.py").write_text(METRIC.replace("ENDING", "pass"), encoding="utf-8")
    (here / "witness.json").write_text(json.dumps(WITNESS), encoding="utf-8")
    made = run(here, *CERTIFY)
    assert made.returncode == 0, made.stdout + made.stderr
    (file,) = (here / "certificates").glob("*.json")
    file.rename(here / "certificate.json")
    assert run(here, "verify", "certificate.json", "mine.py").returncode == 0
    return here


def ended(here: Path, ending: str, command: list[str]) -> subprocess.CompletedProcess[str]:
    text = METRIC.replace("ENDING", ENDINGS[ending]).replace("TRUE", repr("/bin/true"))
    (here / "mine.py").write_text(text, encoding="utf-8")
    return run(here, *command)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no posix, and no fork")
@pytest.mark.parametrize(
    ("command", "ending"),
    [
        (COMMANDS[0], "_exit"),
        *(pytest.param(command, "_exit", marks=pytest.mark.slow) for command in COMMANDS[1:]),
        *(pytest.param(COMMANDS[0], ending, marks=pytest.mark.slow) for ending in ENDINGS if ending not in ALWAYS),
        *((COMMANDS[0], ending) for ending in ALWAYS),
    ],
)
def test_a_definition_that_ends_the_process_is_told(folder: Path, command: list[str], ending: str) -> None:
    done = ended(folder, ending, command)
    assert "Traceback" not in done.stderr and done.stdout + done.stderr
    if "child" in ending:
        assert "ended the process" not in done.stderr
    elif command[0] == "relate":  # a worker has asked it
        assert done.returncode == 3 and "ends: the process ended with exit code 0" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (3, "error: a definition ended the process\n"), done.stdout
