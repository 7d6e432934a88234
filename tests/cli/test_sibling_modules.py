"""Modules beside a user's file: imported as in ``python FILE.py``, and checked only where they are named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HELPER = """
from axiomatrix import axioms, inverted_pairs, metric

@metric("sibling", holds=[axioms.symmetry])
def sibling(a, b):
    '''K'''
    return len(inverted_pairs(a, b))
"""
MINE = """
import helper
from axiomatrix import axioms, metric

@metric("mine", holds=[axioms.symmetry])
def mine(a, b):
    '''K, counted by another module'''
    import counting
    return counting.count(a, b)
"""
COUNTING = "from axiomatrix import inverted_pairs\n\ndef count(a, b):\n    return len(inverted_pairs(a, b))\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in {"helper": HELPER, "mine": MINE, "counting": COUNTING}.items():
        (tmp_path / "metrics").mkdir(exist_ok=True)
        (tmp_path / "metrics" / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("files", "metrics"),
    [
        (["mine"], {"mine"}),
        (["mine", "helper"], {"mine", "sibling"}),
        (["helper", "mine"], {"mine", "sibling"}),
    ],
)
def test_only_metrics_of_named_files_are_checked(project: Path, files: list[str], metrics: set[str]) -> None:
    command = [sys.executable, "-m", "axiomatrix", "check", *(f"metrics/{name}.py" for name in files)]
    options = ["--axiom", "symmetry", "--profile", "quick", "--out", "r"]
    done = subprocess.run([*command, *options], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((project / "r" / "compliance.json").read_text(encoding="utf-8"))
    cells = {(cell["metric"], cell["evidence"]["verdict"]) for cell in report["cells"]}
    assert {name for name, _ in cells} == metrics
    assert not {"error", "crashed"} & {verdict for _, verdict in cells}
