"""A folder of its own for tests of commands."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the test runs in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
