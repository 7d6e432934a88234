"""The oldest and the newest Hypothesis of the range in pyproject.toml draw and shrink the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).parents[2]
SEARCH = ROOT / "tests" / "support" / "smallest_search.py"
DEPENDENCIES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
(RANGE,) = [one for one in DEPENDENCIES if one.startswith("hypothesis")]
FOUND: list[dict[str, Any]] = [{"a": [1, 2, 3, 4, 5], "b": [2, 1, 3, 4, 5]}, {"w": [[x, "1"] for x in range(1, 6)]}]
"""The simplest case of the planted bug."""
CASES = 400
"""The budget of ``smallest_search.py``. Climbs come on top."""
LIMIT = 600
"""Seconds after which an installation or a search is said to hang: a safety net, no measurement."""


def unavailable(reason: str) -> None:
    """Nothing to try: a reason to skip, and in CI a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}; CI must have it")
    pytest.skip(reason)


def search(*first: Path) -> dict[str, Any]:
    """The smallest search under the Hypothesis of the folder, or else of this environment."""
    path = os.pathsep.join(map(str, [*first, ROOT / "src"]))
    environment = {**os.environ, "PYTHONPATH": path, "HYPOTHESIS_STORAGE_DIRECTORY": os.devnull}
    ended = subprocess.run(
        [sys.executable, SEARCH], env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    return search()


def test_the_search_finds_what_is_planted(here: dict[str, Any]) -> None:
    assert here["version"] == hypothesis.__version__
    assert here["results"]["right"]["stop"] == "budget spent"
    assert here["results"]["right"]["cases"] >= CASES
    assert (here["results"]["wrong"]["stop"], here["results"]["wrong"]["found"]) == ("found", FOUND)
    assert here["results"]["own"] == ["2 > 1", "ElementWeights.of({1: 4, 2: 1})", "Judged.of([0, 2, 0])"]


@pytest.mark.slow
@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_another_hypothesis_of_the_range_draws_and_shrinks_the_same(
    which: str, here: dict[str, Any], tmp_path: Path
) -> None:
    oldest = re.search(r">=([\d.]+)", RANGE)
    assert oldest is not None and "<" in RANGE
    wanted = f"hypothesis=={oldest[1]}" if which == "oldest" else RANGE
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path), wanted]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        unavailable("the package index does not answer")
    if ended.returncode != 0:
        unavailable(f"pip cannot install {wanted}: {ended.stderr.strip()[-200:]}")
    there = search(tmp_path)
    if which == "oldest":
        assert f"{there['version']}.".startswith(f"{oldest[1]}.")
    assert there["results"] == here["results"]
