"""The exit status is the command's own, whatever a user's file registers at exit, leaves running or does to streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from witness_data import of_symmetry

METRIC = '''
from axiomatrix import axioms, inverted_pairs, metric, spaces

CLAIMS = [axioms.triangle_inequality, axioms.scale_free(parameter="w", degree=2)]

@metric("mine", parameters={"w": spaces.element_weights()}, holds=CLAIMS)
def mine(a, b, w):
    """d(a, b) = sum over inverted pairs {x, y} of w_x + w_y"""
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))
'''
LEFT_BEHIND = {
    "a handler at exit": "import atexit, os\natexit.register(lambda: os._exit(0))",
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()",
    "a program": "import subprocess\nsubprocess.Popen(['sleep', '30'])",
    "a child": "import multiprocessing as m, time\n"
    "if m.parent_process() is None: m.get_context('fork').Process(target=time.sleep, args=(30,)).start()",
}
AT_IMPORT = {
    "sys.stdout.close()": "its import closed sys.stdout",
    "sys.stdout.buffer.close()": "its import closed sys.stdout",
    "sys.stdout.detach()": "its import closed sys.stdout",
    "os.close(1)": "its import closed sys.stdout",
    "sys.stderr.close()": "its import closed sys.stderr",
    "os.close(2)": "its import closed sys.stderr",
    "sys.stdout = io.StringIO()": "its import replaced sys.stdout",
    "sys.stderr = None": "its import replaced sys.stderr",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise SystemExit(0)": "SystemExit: 0",
}
REPLAY = ["verify", "witness.json", "mine.py"]
CERTIFY = ["check", "mine.py", "-a", "triangle-inequality", "--profile", "quick", "--certificates", "--out", "."]
STATUSES = [
    (["check", "mine.py", "-a", "scale-free", "--profile", "quick", "--out", "r"], 1),
    (["verify", "certificate.json", "mine.py"], 1),
    (["explore", "mine.py", "triangle-inequality", "--where", "w", "--max-n", "2", "--out", "e"], 3),
    (["evaluate", "run", "qrels", "map", "mine.py"], 0),
]


def run(here: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command; it must end, and let go of its output, well before the programs that files leave behind do."""
    command = [sys.executable, "-m", "axiomatrix", *arguments]
    return subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=25)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A witness that does not stand, a certificate of another definition, and a run."""
    here = tmp_path_factory.mktemp("status")
    (here / "mine.py").write_text(METRIC, encoding="utf-8")
    (here / "witness.json").write_text(json.dumps(of_symmetry("mine")), encoding="utf-8")
    made = run(here, *CERTIFY)
    assert made.returncode == 0, made.stdout + made.stderr
    (file,) = (here / "certificates").glob("*.json")
    file.rename(here / "certificate.json")
    (here / "run").write_text("t Q0 d1 1 2 x\nt Q0 d2 2 1 x\n", encoding="utf-8")
    (here / "qrels").write_text("t 0 d1 1\n", encoding="utf-8")
    return here


@pytest.mark.skipif(os.name != "posix", reason="there is no fork, and no sleep")
@pytest.mark.parametrize(
    ("command", "status", "left"),
    [
        *((REPLAY, 1, text) for text in LEFT_BEHIND.values()),
        *((command, status, "\n".join(LEFT_BEHIND.values())) for command, status in STATUSES),
    ],
    ids=[*LEFT_BEHIND, *(command[0] for command, _ in STATUSES)],
)
def test_what_a_file_leaves_behind_does_not_change_the_status(
    folder: Path, command: list[str], status: int, left: str
) -> None:
    text = METRIC.replace("w[x] + w[y]", "w[x] * w[y]") if command[0] == "verify" else METRIC
    (folder / "mine.py").write_text(f"{left}\n{text}", encoding="utf-8")
    done = run(folder, *command)
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stdout


@pytest.mark.parametrize("deed", AT_IMPORT)
def test_what_a_file_does_to_the_program_at_import_is_a_line_about_the_file(folder: Path, deed: str) -> None:
    (folder / "mine.py").write_text(f"import io, os, sys\n{deed}\n{METRIC}", encoding="utf-8")
    done = run(folder, *REPLAY)
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: mine.py:") and AT_IMPORT[deed] in line


def test_what_a_file_prints_at_import_is_not_part_of_the_answer(folder: Path) -> None:
    (folder / "mine.py").write_text(f"import os\nprint('hello')\nos.system('echo from a program')\n{METRIC}")
    done = run(folder, *REPLAY)
    assert done.stderr == "hello\nfrom a program\n"
    assert done.stdout.startswith("the witness does not stand")
