"""The laws of the architecture that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.axioms import BUILT_IN

SOURCE = Path(axiomatrix.__file__).parent
PAGE = SOURCE.parents[1] / "docs" / "architecture.md"
SOLVERS = {"hypothesis", "highspy", "scipy", "sympy"}
FILES = {
    ".".join(("axiomatrix", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): file
    for file in sorted(SOURCE.rglob("*.py"))
}
"""Each file of the package by the name of its module."""


@cache
def imports(module: str) -> set[str]:
    """Every module that a file imports, also inside functions and for types alone; of this package whole names."""
    file = FILES[module]
    home = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*home.split(".")[: len(home.split(".")) + 1 - node.level], node.module or ""]).strip(".")
            base = base if node.level else node.module or ""
            found |= {name if (name := f"{base}.{alias.name}") in FILES else base for alias in node.names}
    return found


def ours() -> dict[str, set[str]]:
    """Of each module what it imports of this package."""
    return {module: {name for name in imports(module) if name in FILES} - {module} for module in FILES}


def rows_of(title: str) -> list[list[str]]:
    """The cells of the table under a heading of the page on architecture."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def package(module: str) -> str:
    return f"{module}.".split(".")[1]


ORDER = [row[0].strip("`/") for row in rows_of("The order of the packages")]
PUBLIC_NAMES = ("axioms", "exact", "relation")
"""Modules that lie deeper, under the names by which they are imported: the files say nothing else."""


def test_nothing_is_loose_and_every_package_has_its_place() -> None:
    assert {path.stem for path in SOURCE.glob("*.py")} == {"__init__", "__main__", *PUBLIC_NAMES}
    assert {package(module) for module in FILES} - {"", "__main__", *PUBLIC_NAMES} == set(ORDER)
    assert len(ORDER) <= 14


@pytest.mark.parametrize("name", PUBLIC_NAMES)
def test_a_public_name_is_the_module_itself(name: str) -> None:
    import_it = f"import axiomatrix.{name} as one; from axiomatrix import {name} as other; assert one is other"
    subprocess.run([sys.executable, "-c", import_it], check=True)  # in an interpreter that has imported nothing
    assert f"axiomatrix.{name}" not in {module for names in ours().values() for module in names}


@pytest.mark.slow
def test_no_import_runs_up() -> None:
    wrong = {
        f"{module} -> {name}"
        for module, names in ours().items()
        for name in names
        if package(module) in ORDER
        and package(name) in ORDER
        and ORDER.index(package(name)) > ORDER.index(package(module))
    }
    assert not wrong


@pytest.mark.slow
def test_there_is_no_circle_among_files() -> None:
    graph = {m: {name for name in names if not m.startswith(f"{name}.")} for m, names in ours().items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


@pytest.mark.slow
def test_what_is_imported_late_is_listed_with_its_reason() -> None:
    """Inside a function a library of others is imported only where the page says so."""
    listed = [
        (library.strip("`"), folder.strip("`/")) for library, folder, reason in rows_of("Imported late") if reason
    ]
    used = set()
    for module, file in FILES.items():
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
                for library in {name.split(".")[0] for name in names} - sys.stdlib_module_names:
                    entry = next((e for e in listed if e[0] in (library, "any") and e[1] == package(module)), None)
                    assert entry, f"{module} imports {library} late"
                    used.add(entry)
    assert used == set(listed)


CATALOGUE = [m for m in FILES if m.startswith(("axiomatrix.catalogue.axioms", "axiomatrix.catalogue.metrics"))]


@pytest.mark.parametrize("module", CATALOGUE)
def test_axioms_and_metrics_import_neither_hypothesis_nor_a_solver_nor_a_method(module: str) -> None:
    assert not {name.split(".")[0] for name in imports(module)} & SOLVERS


def test_hypothesis_is_used_by_its_public_names() -> None:
    assert not {module for module in FILES if any(n.startswith("hypothesis.internal") for n in imports(module))}


@pytest.mark.parametrize("module", [m for m in CATALOGUE if ".axioms" in m])
def test_axioms_know_metrics_by_name_only(module: str) -> None:
    assert not {name for name in imports(module) if name.startswith("axiomatrix.catalogue.metrics")}


def test_no_pickle_and_no_eval() -> None:
    for module, file in FILES.items():
        assert "pickle" not in imports(module)
        calls = [
            n.func.id
            for n in ast.walk(ast.parse(file.read_text()))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        ]
        assert not {"eval", "exec"} & set(calls), file


def test_the_columns_are_the_built_in_axioms_and_the_catalogue_has_no_others() -> None:
    assert list(load_catalogue().axioms.values()) == list(BUILT_IN)


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


def test_behind_the_plan_nobody_sees_the_name_of_a_profile() -> None:
    """Names become budgets where people ask: in commands, in the plugin, and in the calls of the library."""
    named = {module for module, file in FILES.items() if "profile_named" in file.read_text(encoding="utf-8")}
    asking = ("axiomatrix.cli.", "axiomatrix.pytest_plugin.")
    behind = {module for module in named if not module.startswith(asking)}
    assert behind == {"axiomatrix.engine.check", "axiomatrix.methods.profile"}


@pytest.mark.slow
def test_functions_fit_on_a_page() -> None:
    long = {
        f"{module}:{node.lineno}:{node.name}": node.end_lineno - node.lineno + 1
        for module, file in FILES.items()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None
    }
    assert len(long) > 3000
    assert {name: lines for name, lines in long.items() if lines > 60} == {}
    lengths = {module: len(file.read_text(encoding="utf-8").splitlines()) for module, file in FILES.items()}
    assert {module: lines for module, lines in lengths.items() if lines > 400} == {}


def test_a_class_has_a_name_of_its_own() -> None:
    """Two classes of one name are one idea in two places, or two ideas under one name."""
    homes: dict[str, list[str]] = {}
    for module, file in FILES.items():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


ALL_PURPOSE = {"said", "told", "heard", "found", "tells", "_said", "_told", "_heard", "_found"}
PUBLISHED = {"ledger.entry:said", "explore.results:said"}
"""Fields of files that others read."""


def test_a_name_says_what_a_thing_is() -> None:
    names = {
        f"{'.'.join(module.split('.')[-2:])}:{name}"
        for module, file in FILES.items()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (name := introduced(node)) in ALL_PURPOSE
    }
    assert names == PUBLISHED


def introduced(node: ast.AST) -> str | None:
    """The name that is given to something there."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
