"""The marker ``slow`` leaves a share of every subject in each run, and CI runs all that a run has left out."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from share import COLLECTED

ROOT = Path(__file__).parents[1]
MOST = 0.09
"""The share of the functions that may be slow altogether: above all those that run a whole command, or several."""
TWO = """
import pytest

pytest.importorskip("no_such_module")
"""
ONE = """
import pytest

@pytest.mark.xdist_group("a group")
@pytest.mark.parametrize("a", [1, "P@5"])
def test_skipped(a):
    if a != 1:
        pytest.skip("nothing is installed")

class TestOfOne:
    def test_skipped(self):
        pytest.skip("nothing is installed")

@pytest.mark.xfail
def test_xfails():
    assert False

def test_passes():
    pass
"""


def test_few_are_slow_and_none_is_all_there_is_of_a_file(request: pytest.FixtureRequest) -> None:
    slow: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for item in request.config.stash[COLLECTED]:
        name = getattr(item, "originalname", item.name)
        slow[item.nodeid.partition("::")[0], name].append(item.get_closest_marker("slow") is not None)
    wholly = {function for function, marks in slow.items() if all(marks)}
    files = {file for file, _ in slow}
    assert len(wholly) <= MOST * len(slow)
    assert files - {file for file, _ in slow.keys() - wholly} == set()


@pytest.mark.slow
def test_what_one_run_skips_is_known_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name, text in (("one/test_one.py", ONE), ("test_two.py", TWO), ("test_three.py", "def test():\n    pass\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    grouped = [*command, "-n", "1", "--dist", "loadgroup", "--junitxml", "found.xml"]
    subprocess.run(grouped, cwd=tmp_path, capture_output=True, check=True)
    output = subprocess.run([sys.executable, ROOT / ".ci/skipped", "found.xml"], cwd=tmp_path, capture_output=True)
    skipped = ["one/test_one.py::TestOfOne::test_skipped", "one/test_one.py::test_skipped[P@5]", "test_two.py"]
    assert sorted(output.stdout.decode().split()) == skipped
    assert b"\n3 skipped" in subprocess.run([*command, *skipped], cwd=tmp_path, capture_output=True).stdout
