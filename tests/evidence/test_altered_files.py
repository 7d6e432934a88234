"""Files that are altered in structure and still valid: refused, or decided as if they were not, or decided anew.

A seeded few of each kind; ``benchmarks/altered_files.py`` does the same with 300 of each.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from altered import KINDS, altered, decided
from corruptible import Home, home
from share import chosen

SEED = 13
FEW = {"journal-explore": 12, "report": 15}
"""How many of the kinds whose command takes long; of the others there are more."""
MORE = 25
ALWAYS = ("report",)
pytestmark = pytest.mark.xdist_group("altered files")  # the valid ones are made once


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return home(tmp_path_factory.mktemp("altered"))


@pytest.mark.parametrize("kind", chosen(KINDS, ALWAYS))
def test_an_altered_file_changes_no_verdict(kind: str, valid: Home, tmp_path: Path) -> None:
    files = altered(valid, tmp_path, kind, FEW.get(kind, MORE), SEED)
    found = decided(valid, files)
    wrong = [
        f"{file.path}: {file.change}: {what}: {text[-600:]}"
        for file, what, text in found
        if what in ("effect", "traceback")
    ]
    assert not wrong, "\n".join(wrong)
    assert any(what == "refused" for _, what, _ in found)
