"""What a definition remembers, or sees of its process, is not hidden from a check in workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.evidence import cell_data
from false_theorems.claims import claimed
from false_theorems.theorem import NOT_LASTING, FalseTheorem, all_theorems

load_catalogue()
HERE = Path(__file__).parent
ASKED = [theorem for theorem in all_theorems() if theorem.kind in NOT_LASTING]


pytestmark = pytest.mark.xdist_group("false theorems in workers")  # which are asked once


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The cells of one quick check of them all, in two workers."""
    out = tmp_path_factory.mktemp("reports")
    axioms = sorted({theorem.statement.axiom.id for theorem in ASKED})
    options = ["--profile", "quick", "--no-pins", "--jobs", "2", "--out", str(out)]
    options += [part for id in axioms for part in ("--axiom", id)]
    command = [sys.executable, "-m", "axiomatrix", "check", str(HERE / "as_a_file.py"), *options]
    environment = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
    environment |= {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *filter(None, sys.path)])}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=300, cwd=out, stdin=subprocess.DEVNULL
    )
    report = out / "compliance.json"
    assert report.exists(), done.stdout[-2000:] + done.stderr[-2000:]
    rows = json.loads(report.read_text(encoding="utf-8"))["metrics"]
    return [{"metric": row["name"], **cell} for row in rows for cell in row["cells"]]


@pytest.mark.parametrize("theorem", ASKED, ids=lambda theorem: theorem.name)
def test_workers_say_no_more_than_what_is_true(theorem: FalseTheorem, cells: list[dict[str, Any]]) -> None:
    own = [c for c in cells if c["metric"] == theorem.name and c["axiom"] == theorem.statement.axiom.id]
    assert own
    for cell in own:
        evidence = cell_data.from_data({name: part for name, part in cell.items() if name != "expected"}).evidence
        assert claimed(evidence, theorem) <= theorem.true_up_to, f"{evidence.verdict}: {evidence.reach_text}"
