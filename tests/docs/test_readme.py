"""The README is short and says what the reports say; its examples, and those of the guide, do what is said of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry
from axiomatrix.cli.commands import COMMANDS, build_command
from axiomatrix.evidence.verdict import FAULTS, Verdict
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.libraries.data import read as read_libraries
from axiomatrix.report.results import matrix_text

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = GUIDE) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 120
    assert len(README.split()) <= 900


def test_on_a_package_index_it_has_no_link_that_leads_nowhere() -> None:
    made = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]["hooks"]
    (fragment,) = made["fancy-pypi-readme"]["fragments"]
    text, _ = README.split(fragment["end-before"])
    for rule in made["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    assert "](" in README and "](" not in text
    assert "<" not in re.sub("```.*?```|`.*?`|<=", "", text, flags=re.DOTALL)


def test_what_it_says_was_found_is_in_the_reports() -> None:
    found = README.split("## Found so far")[1].split("\n## ")[0]
    explored = json.loads((ROOT / "reports" / "explorations" / "kv7" / "answer.json").read_text(encoding="utf-8"))
    printed, *others = explored["questions"]
    assert printed["label"] == "deck"
    assert [size["verdict"] for size in printed["sizes"]] == ["certified"] * 4 + ["refuted"]
    shown = printed["sizes"][-1]["refutation"]
    assert (len(shown["instance"]["a"]), shown["lhs"], shown["rhs"]) == (6, "6", "7")
    assert (
        re.search(r"six items have F_D = 6\s+and K_D = 7", found) and "with F_D = 6 and K_D = 7" in README
    )  # the picture
    cell = read_matrix(ROOT / "reports" / "compliance.json").cell(
        printed["metric"], "lower-bound", other="kendall-similarity", factor=1
    )
    assert cell.evidence.witness is not None
    assert (cell.evidence.witness.n, cell.evidence.witness.lhs, cell.evidence.witness.rhs) == (6, "32", "33")
    assert "it is 32 and 33" in found and "No smaller counterexample exists" in found
    assert len(others) == 3 and all(reading["proved"] for reading in others) and "three other readings" in found
    claims = json.loads((ROOT / "reports" / "claims.json").read_text(encoding="utf-8"))["claims"]
    (claim,) = [one for one in claims if one["id"] == "PA4"]
    assert claim["verdict"] == "false" and claim["instead"][0].startswith("A-corr = (1 + rho)/2, Spearman's rho")
    assert "have 1/2 on average" in claim["instead"][0] and "**A-corr is (1 + rho)/2.**" in found
    libraries = (ROOT / "reports" / "libraries.md").read_text(encoding="utf-8")
    assert re.search(r"^\d+ metrics of 9 libraries", libraries, re.MULTILINE) and "nine libraries" in found
    turned = read_libraries(ROOT / "reports" / "libraries.json").cell("sklearn.ndcg_score", "dtype-of-scores")
    assert turned.evidence.witness is not None and turned.evidence.witness.relation == "1.0 == 0.0"
    assert turned.evidence.witness.instance["call_variant"] == {"scores": "uint8"} and "get 0, and 1 once" in found


def test_the_first_metric_of_the_guide_is_that_of_the_readme() -> None:
    assert blocks("python", README)[:2] == [blocks("python")[0], blocks("python")[2]]


@pytest.mark.slow
def test_the_metric_is_ten_lines_and_its_wrong_degree_is_found(tmp_path: Path) -> None:
    metric = blocks("python")[0]
    assert len([line for line in metric.splitlines() if line.strip()]) <= 10
    (tmp_path / "my_metrics.py").write_text(metric, encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "check", "my_metrics.py", "--profile", "quick"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "my-kendall: scale-free(parameter=w, degree=1)" in done.stdout
    assert "4 == 2 is false" in done.stdout


@pytest.mark.slow
def test_the_metric_of_a_judged_list_is_ten_lines_and_its_wrong_range_is_found(tmp_path: Path) -> None:
    metric = blocks("python")[1]
    assert len([line for line in metric.splitlines() if line.strip()]) <= 10
    imports = "from axiomatrix import axioms, metric, spaces\n"
    (tmp_path / "my_lists.py").write_text(imports + metric, encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "check", "my_lists.py", "--profile", "quick"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "Broken claims: 1\nX* my-gain: range-zero-one: refuted" in done.stdout
    assert "5/4 <= 1 is false" in done.stdout


@pytest.mark.slow
def test_the_commands_that_the_guide_shows_for_files_run(tmp_path: Path) -> None:
    data = ROOT / "tests" / "data" / "trec"
    for given in ("evaluate", "check --instances"):
        (line,) = re.findall(rf"^\$ axiomatrix ({given} .*)$", GUIDE, flags=re.MULTILINE)
        arguments = line.replace("RUN", str(data / "results.test")).replace("QRELS", str(data / "qrels.test")).split()
        done = subprocess.run(
            [sys.executable, "-m", "axiomatrix", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert "Fails on your lists:" in done.stdout


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
    printed = "".join(re.findall(r"<!-- prints -->\n```text\n(.*?)```", GUIDE, flags=re.DOTALL))
    assert len(printed) > 100
    assert capsys.readouterr().out == in_words("my-kendall scale-free(parameter=w, degree=1) refuted n=2\n") + printed


def test_the_commands_and_options_of_the_table_exist() -> None:
    options = {
        option for name in COMMANDS for p in build_command(name).params for option in (*p.opts, *p.secondary_opts)
    }
    assert set(re.findall(r"`axiomatrix (\w+)", GUIDE)) == set(COMMANDS)
    assert set(re.findall(r"`axiomatrix (\w+)", README)) <= set(COMMANDS)
    assert set(re.findall(r"`(--[a-z-]+)", README + GUIDE)) <= options


def test_no_verdict_is_left_unexplained() -> None:
    explained = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8").split("## The verdicts")[1]
    words = {"certified": None, "not applicable": None}
    for verdict in set(Verdict) - set(FAULTS):
        if (word := words.get(verdict, verdict)) is not None:
            assert word in explained


@pytest.mark.slow
def test_the_piece_of_the_matrix_is_that_of_the_committed_report() -> None:
    piece = GUIDE.split("<!-- matrix -->")[1].split("<!-- /matrix -->")[0]
    rows = [line.rstrip() for line in piece.split("```")[1].splitlines()[1:] if line.strip()]
    assert len(rows) > 20
    printed = [line.rstrip() for line in matrix_text(read_matrix(ROOT / "reports" / "compliance.json")).splitlines()]
    assert set(rows) <= set(printed)
