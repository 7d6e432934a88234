"""Metrics of programs in any language: their values, their verdicts, and what a program that fails costs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix import REGISTRY, Judged, Ranking, TopList, WeakOrder
from axiomatrix.catalogue import any_language
from axiomatrix.catalogue.any_language import ProgramFailed, as_json, metrics_of
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.model.metric import Metric
from axiomatrix.numbers.exact import Undefined, rational
from axiomatrix.values.scored import Scored

load_catalogue()
EXAMPLES = Path(__file__).parents[2] / "examples" / "any_language"
PROGRAMS = ("python", "javascript", "c")


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    for name in ("metrics", "registered_in"):
        monkeypatch.setattr(REGISTRY, name, dict(getattr(REGISTRY, name)))


def unavailable(tool: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"there is no {tool}; CI must have it")
    pytest.skip(f"there is no {tool}")


@pytest.fixture
def command_of(tmp_path: Path) -> Callable[[str], list[str]]:
    """The command that runs the example in a language, which is compiled if need be."""

    def command(language: str) -> list[str]:
        if language == "python":
            return [sys.executable, str(EXAMPLES / "server.py")]
        tool = {"javascript": "node", "c": "cc"}[language]
        if shutil.which(tool) is None:
            unavailable(tool)
        if language == "javascript":
            return [tool, str(EXAMPLES / "server.js")]
        subprocess.run([tool, "-O1", "-o", tmp_path / "server", EXAMPLES / "server.c"], check=True)
        return [str(tmp_path / "server")]

    return command


@pytest.mark.parametrize("language", PROGRAMS)
def test_a_program_has_the_values_and_verdicts_of_the_metric(
    language: str, command_of: Callable[[str], list[str]]
) -> None:
    (foreign,) = metrics_of(command_of(language))
    ours = REGISTRY.metric("precision-at")
    space = ours.arguments["x"]
    for n in range(5):
        for x in space.enumerate(n):
            for k in (1, 2, 5):
                assert foreign(x, k=k) == float(ours(x, k=k)), (x, k)
    axioms = ("range-zero-one", "swap", "swap-strict", "monotone-in-cut-off", "padding")
    verdicts = {cell.axiom: cell.status.holds for cell in _checked(foreign, axioms)}
    assert verdicts == {cell.axiom: cell.status.holds for cell in _checked(ours, axioms)}
    assert verdicts["monotone-in-cut-off"] == verdicts["swap-strict"] == "no"


def _checked(metric: Metric, axioms: tuple[str, ...]) -> list[axiomatrix.Cell]:
    return axiomatrix.check(metric.name, axioms=axioms, profile="quick").cells


def program(tmp_path: Path, answer: str) -> list[str]:
    """A program that says what its metric is when it is asked, and else answers so."""
    metrics = {"metrics": [{"name": "theirs", "kind": "score", "arguments": {"x": "binary list"}}]}
    asked = 'if json.loads(line)["question"] == "metrics":'
    body = f"for line in sys.stdin:\n    {asked}\n        print({json.dumps(metrics)!r}, flush=True)\n    else:\n"
    path = tmp_path / "program.py"
    path.write_text(f"import json, os, sys, time\n{body}        {answer}\n", encoding="utf-8")
    return [sys.executable, str(path)]


FAILING = {
    "sys.exit(3)": "status 3",
    "os.kill(os.getpid(), 9)": "ended with status -9",
    "print('nonsense', flush=True)": "no JSON",
    "print('{', flush=True)": "no JSON",
    "print('[1]', flush=True)": "does not fit",
    "print('{}', flush=True)": "no value, undefined or error",
    "print('{\"value\": true}', flush=True)": "does not fit",
    "print('{\"worth\": 1}', flush=True)": "does not fit",
    'print(\'{"error": "not today"}\', flush=True)': "not today",
    "time.sleep(60)": "did not answer within",
}


@pytest.mark.parametrize("answer", FAILING)
def test_a_program_that_fails_costs_that_call_and_is_begun_again(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(any_language, "LONGEST", 1.0)
    once = tmp_path / "once"
    fails_once = f"({answer}) if not os.path.exists({str(once)!r}) else print('{{\"value\": 1}}', flush=True)"
    (theirs,) = metrics_of(program(tmp_path, fails_once))
    with pytest.raises(ProgramFailed, match=FAILING[answer]):
        theirs(Judged.of([1]))
    once.touch()
    assert theirs(Judged.of([1])) == 1


def test_a_failing_program_costs_its_own_cells(tmp_path: Path) -> None:
    metrics_of(program(tmp_path, "print('nonsense', flush=True)"))
    matrix = axiomatrix.check("theirs", "precision", axioms=["range-zero-one"], profile="quick")
    verdicts = {cell.metric: str(cell.evidence.verdict) for cell in matrix.cells}
    assert verdicts["theirs"] == "error"
    assert matrix["precision", "range-zero-one"].status.holds == "yes"


def test_what_has_no_value_says_so_and_texts_are_exact_numbers(tmp_path: Path) -> None:
    (theirs,) = metrics_of(program(tmp_path, 'print(\'{"undefined": "nothing relevant"}\', flush=True)'))
    with pytest.raises(Undefined, match="nothing relevant"):
        theirs(Judged.of([0]))
    del REGISTRY.metrics["theirs"]
    (theirs,) = metrics_of(program(tmp_path, 'print(\'{"value": "1/3"}\', flush=True)'))
    assert theirs(Judged.of([0])) == 1 / 3


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "empty"),
        ("./there-is-no-such-program", "No such file"),
        (f"{sys.executable} -c pass", "ended with status 0"),
        (f"{sys.executable} -c 'print(1)'", "does not fit"),
        (f"""{sys.executable} -c 'print("{{\\"metrics\\": []}}")'""", "no metric"),
    ],
)
def test_a_program_without_metrics_is_refused(command: str, reason: str) -> None:
    with pytest.raises((ProgramFailed, ValueError), match=reason):
        metrics_of(command)


def test_an_unknown_sort_is_refused_with_those_there_are(tmp_path: Path) -> None:
    command = program(tmp_path, "pass")
    text = Path(command[1]).read_text(encoding="utf-8").replace("binary list", "ordering")
    Path(command[1]).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="'ordering' is none of ranking, weak order"):
        metrics_of(command)


def test_values_are_written_as_any_language_reads_them() -> None:
    half = rational(1, 2)
    assert as_json(Judged.of([2, half], missing=[1])) == {"grades": [2, 0.5], "missing": [1]}
    assert as_json(Ranking.from_order([2, 1, 3])) == [2, 1, 3]
    assert as_json(WeakOrder.of([2, [1, 3]])) == [[2], [1, 3]]
    assert as_json(TopList.of([3, 1])) == [3, 1]
    assert as_json(Scored.of([1, 0], scores=[2, 1])) == {"grades": [1, 0], "scores": [2, 1], "missing": []}
