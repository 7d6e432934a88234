"""Settings from ``[tool.axiomatrix]``."""

from __future__ import annotations

from pathlib import Path

import pytest

from axiomatrix.engine.plan import BadConfig, read_settings
from axiomatrix.model.registry import Unknown


def written(directory: Path, text: str) -> Path:
    (directory / "pyproject.toml").write_text(text, encoding="utf-8")
    return directory


def test_none(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == {}
    assert read_settings(written(tmp_path, "[tool.other]\nx = 1\n")) == {}


def test_settings(tmp_path: Path) -> None:
    table = '[tool.axiomatrix]\nfiles = ["m.py"]\nseed = 3\npins = false\nfail-on = "never"\n'
    assert read_settings(written(tmp_path, table)) == {"files": ["m.py"], "seed": 3, "pins": False, "fail-on": "never"}


def test_unknown_setting_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match=r"unknown setting of tool\.axiomatrix 'sed'; did you mean 'seed'"):
        read_settings(written(tmp_path, "[tool.axiomatrix]\nsed = 3\n"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('seed = "3"', "tool.axiomatrix.seed is '3'; it must be a whole number"),
        ("seed = true", "tool.axiomatrix.seed is True"),
        ("files = [1]", r"tool.axiomatrix.files is \[1\]; it must be a list of strings"),
        ('out = ""', "tool.axiomatrix.out is ''; it must be a nonempty string"),
        ("seed = ", "pyproject.toml: "),
    ],
)
def test_wrong_values(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        read_settings(written(tmp_path, f"[tool.axiomatrix]\n{line}\n"))
