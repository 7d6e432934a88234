"""``--command`` beside ``check``: studies, baselines and tests of a program's metrics."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import commanding
import pytest
from plugin_runs import pytest_in

EXAMPLES = Path(__file__).parents[2] / "examples" / "any_language"
SERVER = shlex.join([sys.executable, str(EXAMPLES / "server.py")])
NAME = "precision-in-python"


def answer(folder: Path, *words: str) -> str:
    done = commanding.axiomatrix(folder, *words, "--command", SERVER)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def test_a_program_is_related_to_the_catalogue(tmp_path: Path) -> None:
    assert "equal" in answer(tmp_path, "relate", NAME, "precision-at").lower()


def test_a_program_is_compared(tmp_path: Path) -> None:
    assert NAME in answer(tmp_path, "compare", NAME, "precision-at", "--axiom", "swap")


def test_a_program_has_vectors_that_kill_and_none_of_our_code_is_mutated(tmp_path: Path) -> None:
    vectors = json.loads(answer(tmp_path, "report", "--vectors", NAME))
    ours = json.loads(commanding.axiomatrix(tmp_path, "report", "--vectors", "precision-at").stdout)
    assert all(vector["kills"] for vector in vectors["vectors"])
    assert not any("any_language" in name for vector in vectors["vectors"] for name in vector["kills"])
    known = {json.dumps([v["arguments"], v["parameters"]], sort_keys=True): v["decimal"] for v in ours["vectors"]}
    here = {json.dumps([v["arguments"], v["parameters"]], sort_keys=True): v["decimal"] for v in vectors["vectors"]}
    assert known.keys() & here.keys()
    assert all(here[given] == pytest.approx(known[given]) for given in known.keys() & here.keys())


def test_a_program_is_evaluated_on_a_run(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n", encoding="utf-8")
    shown = answer(tmp_path, "evaluate", "run", "qrels", f"{NAME}:k=2", "--beside", "precision-at:k=2")
    assert "0.5" in shown


TRUE, FALSE = '"holds": ["range-zero-one", "swap"]', '"holds": ["monotone-in-cut-off"]'


@pytest.fixture
def false_claim(tmp_path: Path) -> str:
    """The command of a server whose claim is refuted."""
    text = (EXAMPLES / "server.py").read_text(encoding="utf-8")
    assert TRUE in text
    (tmp_path / "wrong.py").write_text(text.replace(TRUE, FALSE).replace(NAME, "wrong"), encoding="utf-8")
    return shlex.join([sys.executable, "wrong.py"])


def test_a_baseline_keeps_the_failures_of_a_program(tmp_path: Path, false_claim: str) -> None:
    words = ("--command", false_claim)
    options = ("--profile", "quick", "--jobs", "1", "--reason", "as it was in 2019")
    written = commanding.axiomatrix(tmp_path, "baseline", "write", *words, *options)
    assert written.returncode == 0, written.stdout + written.stderr
    (entry,) = json.loads((tmp_path / "axiomatrix-baseline.json").read_text(encoding="utf-8"))["expectations"]
    assert (entry["metric"], entry["axiom"]) == ("wrong", "monotone-in-cut-off")
    assert commanding.axiomatrix(tmp_path, "baseline", "check", *words).returncode == 0
    assert commanding.axiomatrix(tmp_path, "baseline", "check").returncode == 1  # nobody answers for it


def test_a_program_has_a_test_for_each_claim(tmp_path: Path, false_claim: str) -> None:
    test = f"""import axiomatrix

@axiomatrix.parametrize(axiomatrix.metrics_of({false_claim!r}))
def test_claims(cell):
    ...
"""
    (tmp_path / "test_wrong.py").write_text(test, encoding="utf-8")
    output = pytest_in(tmp_path, "-q", "--axiomatrix-profile", "quick", "-p", "no:cacheprovider", code=1)
    assert "test_wrong.py" in output and "any_language.py" not in output
    assert f"--command {shlex.quote(false_claim)}" in output
