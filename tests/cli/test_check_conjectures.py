"""``check`` decides a file that registers no metric and conjectures something."""

from __future__ import annotations

import json
from pathlib import Path

import commanding

FILE = """from axiomatrix import axioms, conjecture
conjecture("footrule-top", axioms.upper_bound("kendall-top[neutral]", 1))
"""


def test_a_file_that_only_conjectures_is_decided(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(FILE, encoding="utf-8")
    given = ("check", "ours.py", "--profile", "quick", "--jobs", "1", "--out", "out")
    done = commanding.axiomatrix(tmp_path, *given)
    cells = json.loads((tmp_path / "out" / "compliance.json").read_text(encoding="utf-8"))["cells"]
    asked = {(cell["metric"], cell["axiom"]): cell["evidence"]["verdict"] for cell in cells}
    assert asked["footrule-top", "upper-bound"] == "refuted", done.stderr
    assert {axiom for _, axiom in asked} == {"upper-bound"}


def test_a_file_that_says_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("x = 1\n", encoding="utf-8")
    done = commanding.axiomatrix(tmp_path, "check", "empty.py")
    assert done.returncode == 2 and "registers no metric" in done.stderr and "conjecture" in done.stderr
