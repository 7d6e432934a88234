"""Without matplotlib and pandas the base works, and what needs one of them says how to install it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix.evidence import extras
from axiomatrix.report.pictures.plotting import drawing, figure_of

WITHOUT = "import sys; sys.modules.update(dict.fromkeys(['matplotlib', 'pandas'])); "
COMMAND = WITHOUT + "from axiomatrix.cli.app import main; main()"


@pytest.fixture
def nothing_draws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    yield


def without(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", COMMAND, *arguments], capture_output=True, text=True, cwd=folder)


@pytest.mark.usefixtures("nothing_draws")
def test_a_picture_says_what_it_needs() -> None:
    with pytest.raises(extras.MissingExtra, match=r"axiomatrix\[plot\]"), drawing():
        raise AssertionError("drawn")
    with pytest.raises(extras.MissingExtra, match="matplotlib"):
        figure_of(1, 1)


def test_a_table_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"axiomatrix\[pandas\]"):
        axiomatrix.relate("kendall", "ulam").to_pandas()


def test_other_missing_modules_of_a_user_are_not_taken_for_extras() -> None:
    with pytest.raises(extras.MissingExtra, match="no_such_module"), extras.needed_for("this", "plot"):
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401


@pytest.mark.slow
def test_metrics_are_checked_and_conjectures_explored(tmp_path: Path) -> None:
    checked = without("check", "--metric", "kendall", "--profile", "quick", "--out", "reports", folder=tmp_path)
    assert checked.returncode == 0 and (tmp_path / "reports" / "site" / "index.html").is_file()
    explored = without("explore", "kv7", "--reading", "le", "--max-n", "3", "--out", "kv7", folder=tmp_path)
    assert explored.returncode == 0 and (tmp_path / "kv7" / "answer.md").is_file()
    assert "matplotlib" in explored.stderr and not [*(tmp_path / "kv7").glob("*.svg")]
