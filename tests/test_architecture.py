"""The laws of the architecture that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.catalogue.axioms import BUILT_IN

SOURCE = Path(axiomatrix.__file__).parent
SOLVERS = {"hypothesis", "highspy", "scipy", "sympy"}
ABOVE = {
    "methods",
    "engine",
    "row",
    "general",
    "report",
    "relate",
    "ledger",
    "explore",
    "correlate",
    "aggregate",
    "cli",
}
"""What stands above axioms and metrics, and which they therefore do not import."""


def imports(file: Path) -> set[str]:
    """The modules that a file imports at its top, relative ones with their dots."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


@pytest.mark.parametrize(
    "file", sorted(SOURCE.glob("axioms/**/*.py")) + sorted(SOURCE.glob("metrics/**/*.py")), ids=str
)
def test_axioms_and_metrics_import_neither_hypothesis_nor_a_solver_nor_a_method(file: Path) -> None:
    names = imports(file)
    assert not {name.split(".")[0] for name in names} & SOLVERS
    assert not {name for name in names if name.lstrip(".").split(".")[0] in ABOVE and name.startswith("..")}


@pytest.mark.parametrize("file", sorted(SOURCE.glob("axioms/**/*.py")), ids=str)
def test_axioms_know_metrics_by_name_only(file: Path) -> None:
    assert not {name for name in imports(file) if name.startswith("..") and name.lstrip(".").startswith("metrics")}


def test_no_pickle_and_no_eval() -> None:
    for file in SOURCE.rglob("*.py"):
        assert "pickle" not in imports(file)
        calls = [
            n.func.id
            for n in ast.walk(ast.parse(file.read_text()))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        ]
        assert not {"eval", "exec"} & set(calls), file


def test_the_columns_are_the_built_in_axioms_and_they_come_first() -> None:
    assert list(REGISTRY.axioms.values())[: len(BUILT_IN)] == list(BUILT_IN)


def test_every_claim_of_a_metric_is_of_a_registered_source() -> None:
    known = {claim for source in REGISTRY.sources.values() for claim in source.claims}
    used = {claim.source.id for metric in REGISTRY.metrics.values() for claim in metric.claims}
    assert used - {"declared"} <= known
    assert {f"KV{k}" for k in range(1, 16)} <= used
    of_ours = [claim for m in REGISTRY.metrics.values() for claim in m.claims if claim.source.id == "declared"]
    assert all(re.search(r"\d{4}|slides|ours", claim.source.wording) for claim in of_ours)  # says where it is from


def test_the_package_prints_nothing_on_import() -> None:
    done = subprocess.run([sys.executable, "-c", "import axiomatrix"], capture_output=True, check=True)
    assert done.stdout == done.stderr == b""
