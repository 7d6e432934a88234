"""The README's examples do what it says they do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from axiomatrix import REGISTRY, Registry
from axiomatrix.cli.app import COMMANDS, command
from axiomatrix.evidence.verdict import FAULTS, Verdict
from axiomatrix.report.matrix.data import read
from axiomatrix.report.matrix.text import plain

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_metric_is_ten_lines_and_its_wrong_degree_is_found(tmp_path: Path) -> None:
    metric = blocks("python")[0]
    assert len([line for line in metric.splitlines() if line.strip()]) <= 10
    (tmp_path / "my_metrics.py").write_text(metric, encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "check", "my_metrics.py", "--profile", "quick"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "my-kendall: scale-free(parameter=w, degree=1)" in done.stdout
    assert "4 == 2 is false" in done.stdout


def test_the_metric_of_a_judged_list_is_ten_lines_and_its_wrong_range_is_found(tmp_path: Path) -> None:
    metric = blocks("python")[1]
    assert len([line for line in metric.splitlines() if line.strip()]) <= 10
    imports = "from axiomatrix import axioms, metric, spaces\n"
    (tmp_path / "my_lists.py").write_text(imports + metric, encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "check", "my_lists.py", "--profile", "quick"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "broken claims: 1\n\nmy-gain: range-zero-one\n" in done.stdout
    assert "5/4 <= 1 is false" in done.stdout


def test_the_commands_that_the_readme_shows_for_files_run(tmp_path: Path) -> None:
    data = ROOT / "tests" / "data" / "trec"
    for given in ("evaluate", "check --instances"):
        (line,) = re.findall(rf"^\$ axiomatrix ({given} .*)$", README, flags=re.MULTILINE)
        arguments = line.replace("RUN", str(data / "results.test")).replace("QRELS", str(data / "qrels.test")).split()
        done = subprocess.run(
            [sys.executable, "-m", "axiomatrix", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "fails on your lists:" in done.stdout


def test_the_python_blocks_run_one_after_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Registry(REGISTRY)
    file = tmp_path / "readme_blocks.py"
    file.write_text("\n".join(blocks("python")), encoding="utf-8")
    module = ModuleType("readme_blocks")
    namespace = module.__dict__
    monkeypatch.setitem(sys.modules, "my_metrics", module)  # the file that the first block is to be written to
    try:
        exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), namespace)  # the README is ours
    finally:
        REGISTRY.metrics = before.metrics
        REGISTRY.axioms = before.axioms
    assert capsys.readouterr().out == "my-kendall scale-free(parameter=w, degree=1) refuted n=2\n"


def test_the_commands_and_options_of_the_table_exist() -> None:
    options = {option for name in COMMANDS for p in command(name).params for option in (*p.opts, *p.secondary_opts)}
    assert set(re.findall(r"`axiomatrix (\w+)", README)) == set(COMMANDS)
    assert set(re.findall(r"`(--[a-z-]+)", README)) <= options


def test_no_verdict_is_left_unexplained() -> None:
    explained = README.split("## How to read it")[1]
    words = {"exhausted": "exhaustive", "certified": None, "not applicable": None}
    for verdict in set(Verdict) - set(FAULTS):
        if (word := words.get(verdict, verdict)) is not None:
            assert word in explained


def test_the_piece_of_the_matrix_is_that_of_the_committed_report() -> None:
    piece = README.split("<!-- matrix -->")[1].split("<!-- /matrix -->")[0]
    rows = [line.rstrip() for line in piece.split("```")[1].splitlines()[1:] if line.strip()]
    assert len(rows) > 20
    printed = [line.rstrip() for line in plain(read(ROOT / "reports" / "compliance.json")).splitlines()]
    assert set(rows) <= set(printed)
