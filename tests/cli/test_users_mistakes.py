"""A researcher's mistakes in a file of their own: a line that says whose they are and what to do, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import axiomatrix

METRIC = """
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("mine", parameters={"w": spaces.element_weights()})
def mine(a, b, w):
    \"\"\"d(a, b) = a sum over x of w_x\"\"\"
    BODY

axiomatrix.conjecture("mine", axioms.lower_bound("kendall", 1), source="mine")
"""


@pytest.mark.parametrize("command", ["explore mine.py", "correlate mine kendall --no-picture --file mine.py"])
def test_what_a_definition_of_an_imported_package_raises_is_its_own(tmp_path: Path, command: str) -> None:
    package = f"mistaken_{command[:7]}"
    (tmp_path / package).mkdir()
    text = METRIC.replace("BODY", "return sum(w[x] for x in range(a.n))")
    (tmp_path / package / "__init__.py").write_text(text, encoding="utf-8")
    (tmp_path / "mine.py").write_text(f"import {package}", encoding="utf-8")
    done = axiomatrix(tmp_path, *command.split(), "--out", "out")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "__init__.py:8: KeyError: " in " ".join((done.stdout + done.stderr).split())


def test_a_metric_of_ones_own_is_not_a_reading_of_the_one_whose_name_it_has(tmp_path: Path) -> None:
    text = METRIC.replace("BODY", "return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))")
    text = text.replace('c("mine"', 'c("kendall-element-mean", variant="mine"')
    (tmp_path / "mine.py").write_text(text.replace('e("mine"', 'e("kendall-element-mean[mine]"'), encoding="utf-8")
    done = axiomatrix(tmp_path, "explore", "mine.py", "--max-n", "2", "--no-pictures")
    assert done.returncode == 0, done.stderr
    assert "side by side" not in done.stdout
