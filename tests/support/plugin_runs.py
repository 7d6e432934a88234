"""Runs of pytest in processes of their own, with the plugin loaded as an installed package loads it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from commanding import Done, axiomatrix

METRICS = '''
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("my-kendall", parameters={"w": spaces.element_weights()},
        holds=[axioms.triangle_inequality, axioms.scale_free("w", degree=DEGREE)],
        fails={axioms.left_invariance: "the weights belong to the items"},
        source="Me 2026, eq. 3")
def my_kendall(a, b, w):
    """d(a, b) = sum over inverted pairs {x, y} of w_x w_y"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
'''
TEST = """
import axiomatrix
from my_metrics import my_kendall

@axiomatrix.parametrize([my_kendall])
def test(cell):
    ...
"""


def write(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def metrics(directory: Path, degree: int = 2, name: str = "my_metrics.py") -> Path:
    return write(directory, name, METRICS.replace("DEGREE", str(degree)))


def pytest_in(directory: Path, *arguments: str, code: int) -> str:
    """What pytest prints, run in the directory; without the times, which are never the same."""
    installed = any(point.value == "_axiomatrix_pytest" for point in entry_points(group="pytest11"))
    command = [sys.executable, "-m", "pytest", *([] if installed else ["-p", "_axiomatrix_pytest"]), *arguments]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_CORE_")) and k != "CI"}
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False, env=environment)
    output = done.stdout + done.stderr
    assert done.returncode == code, output
    assert "INTERNALERROR" not in output
    return re.sub(r" in \d+\.\d+s", "", output)


def axiomatrix_in(directory: Path, *arguments: str, code: int) -> Done:
    """The command run in the directory."""
    done = axiomatrix(directory, *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done
