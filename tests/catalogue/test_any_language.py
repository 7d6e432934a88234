"""Metrics of programs in any language: their values, their verdicts, and what a program that fails costs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

import axiomatrix
from axiomatrix import REGISTRY, Judged, Ranking, TopList, WeakOrder
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.any_language import as_json, metrics_of
from axiomatrix.catalogue.program import CannotRun, ProgramFailed
from axiomatrix.model.metric import Metric
from axiomatrix.numbers.exact import Undefined, rational
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.values.parameters import ElementWeights, PositionWeights
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


def program(tmp_path: Path, answer: str, name: str = "theirs", **described: object) -> list[str]:
    """A program that says what its metric is when it is asked, and else does as the statement says."""
    metric = {"name": name, "kind": "score", "arguments": {"x": "binary list"}, **described}
    body = f"""import json, os, sys, time

def say(text):
    print(text, flush=True)

def answer(**parts):
    say(json.dumps({{"id": question["id"], **parts}}))

for line in sys.stdin:
    question = json.loads(line)
    if question["question"] == "metrics":
        answer(metrics=[{metric!r}])
    else:
        {answer}
"""
    path = tmp_path / f"{name}.py"
    path.write_text(body, encoding="utf-8")
    return [sys.executable, str(path)]


FAILING = {
    "sys.exit('no such model')": "ended with status 1; its standard error ends with 'no such model'",
    "os.kill(os.getpid(), 9)": "ended by the signal SIGKILL",
    "os.close(1); time.sleep(60)": "closed its output",
    "say('loading the model')": "not JSON; messages .* standard error; it wrote loading the model",
    "say('{')": "not JSON",
    "say('')": "not JSON",
    "say('[' * 100000)": "not JSON",
    "say('x' * 3000000)": "more than 1,000,000 bytes",
    "say('[1]')": "does not fit",
    "say('{}')": "does not fit: .* `id`",
    "answer()": "no value, undefined or error",
    "answer(value=True)": "does not fit",
    "answer(worth=1)": "does not fit",
    "answer(value='two')": "'two'; a text must be a fraction",
    "answer(error='not today')": "the error not today",
    "say(chr(10).join(2 * [json.dumps({'id': question['id'], 'value': 1})]))": "more than one line",
    "say(json.dumps({'id': question['id'] - 1, 'value': 1}))": "answered question 0 when question 1 was asked",
    "sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()": "not JSON",
    "time.sleep(60)": "did not answer within 3 seconds",
    "os.close(0); time.sleep(60)": "did not answer within 3 seconds",
    "print('{', end='', flush=True); time.sleep(60)": "a line without its end; it wrote {",
    "held = open(1, 'w'); held.write('{}' + chr(10))": "does not flush after each line",
    "__import__('subprocess').run(['sleep', '60'])": "did not answer within",
}


@pytest.mark.parametrize("answer", FAILING)
def test_a_program_that_fails_costs_that_call_and_is_begun_again(answer: str, tmp_path: Path) -> None:
    once = tmp_path / "once"
    fails_once = f"exec({f'if not os.path.exists({str(once)!r}): {answer}'!r} + chr(10) + "
    fails_once += "'else: answer(value=1)')"
    (theirs,) = metrics_of(program(tmp_path, fails_once), seconds=3)
    with pytest.raises(ProgramFailed, match=f"(?s){FAILING[answer]}") as failure:
        theirs(Judged.of([1]))
    if "answer(" not in answer or "fit" in FAILING[answer]:
        assert str(tmp_path / "theirs.py") in str(failure.value) and '{"grades": [1], "missing": []}' in str(
            failure.value
        )
    once.touch()
    assert theirs(Judged.of([1])) == 1


def test_a_program_that_floods_its_standard_error_is_read(tmp_path: Path) -> None:
    (theirs,) = metrics_of(program(tmp_path, "print('x' * 500000, file=sys.stderr, flush=True); answer(value=1)"))
    assert [theirs(Judged.of([1])) for _ in range(3)] == [1, 1, 1]


def test_an_answer_that_comes_too_late_is_not_taken_for_another_one(tmp_path: Path) -> None:
    """A program that answers one question behind."""
    late = "last = globals().get('last', 0); say(json.dumps({'id': last, 'value': last})); last = question['id']"
    (theirs,) = metrics_of(program(tmp_path, late))
    for _ in range(3):
        with pytest.raises(ProgramFailed, match="when question"):
            theirs(Judged.of([1]))


def test_what_hangs_twice_on_a_question_is_not_waited_for_again(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    command = program(tmp_path, f"open({str(asked)!r}, 'a').write('x'); time.sleep(60)")
    (theirs,) = metrics_of(command, seconds=1.5)
    for _ in range(5):
        with pytest.raises(ProgramFailed, match="did not answer"):
            theirs(Judged.of([1]))
    assert asked.read_text() == "xx"


def test_a_failing_program_costs_its_own_cells(tmp_path: Path) -> None:
    metrics_of(program(tmp_path, "say('nonsense')"))
    matrix = axiomatrix.check("theirs", "precision", axioms=["range-zero-one"], profile="quick")
    verdicts = {cell.metric: str(cell.evidence.verdict) for cell in matrix.cells}
    assert verdicts["theirs"] == "error"
    assert matrix["precision", "range-zero-one"].status.holds == "yes"


def test_what_has_no_value_says_so_and_texts_are_numbers(tmp_path: Path) -> None:
    (theirs,) = metrics_of(program(tmp_path, 'answer(undefined="nothing relevant")'))
    with pytest.raises(Undefined, match="nothing relevant"):
        theirs(Judged.of([0]))
    (theirs,) = metrics_of(program(tmp_path, 'answer(value="1/3")', "others"))
    assert theirs(Judged.of([0])) == 1 / 3


def test_exact_values_stay_exact_and_floats_are_refused(tmp_path: Path) -> None:
    (theirs,) = metrics_of(program(tmp_path, "answer(value='1/3')", "third", exact=True))
    assert theirs(Judged.of([0])) == Fraction(1, 3)
    (theirs,) = metrics_of(program(tmp_path, "answer(value=0.5)", "half", exact=True))
    with pytest.raises(ProgramFailed, match="exact and answered the float"):
        theirs(Judged.of([0]))


WEIGHTED = """a, b = question["arguments"]["a"], question["arguments"]["b"]
        w = {int(x): Fraction(y) for x, y in question["parameters"]["w"].items()}
        pairs = [(x, y) for x in a for y in a if a.index(x) < a.index(y) and b.index(x) > b.index(y)]
        answer(value=str(sum((w[x] * w[y] for x, y in pairs), Fraction(0))))"""


def test_an_exact_metric_with_weights_has_the_verdicts_of_the_one_in_the_process(tmp_path: Path) -> None:
    signature = {"kind": "distance", "arguments": {"a": "ranking", "b": "ranking"}}
    described = {**signature, "parameters": {"w": "element weights"}, "exact": True}
    command = program(tmp_path, WEIGHTED, "weighted", **described)
    path = Path(command[1])
    path.write_text("from fractions import Fraction\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    (theirs,) = metrics_of(command)
    axioms = ("symmetry", "triangle-inequality", "right-invariance", "left-invariance", "separation")
    cells = {cell.axiom: cell for cell in _checked(theirs, axioms)}
    ours = {cell.axiom: cell for cell in _checked(REGISTRY.metric("kendall-element"), axioms)}
    assert {name: cell.status.holds for name, cell in cells.items()} == {
        name: cell.status.holds for name, cell in ours.items()
    }
    assert not [cell for cell in cells.values() if cell.status.is_fault]


def test_the_lines_are_as_the_published_schemas_say(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    log = f"open({str(lines)!r}, 'a').write(line); answer(value='1/2')"
    (theirs,) = metrics_of(program(tmp_path, log, "logged", parameters={"k": "cut-off"}, holds=["swap"]))
    theirs(Judged.of([1, 0], missing=[1]), k=2)
    validators = {name: jsonschema.Draft202012Validator(JSON_FORMATS[name].schema()) for name in ("question", "answer")}
    (question,) = map(json.loads, lines.read_text(encoding="utf-8").splitlines())
    assert question["arguments"] == {"x": {"grades": [1, 0], "missing": [1]}} and question["parameters"] == {"k": 2}
    validators["question"].validate(question)
    validators["question"].validate({"id": 1, "question": "metrics"})
    assert not validators["question"].is_valid({"question": "metrics"})
    answered = subprocess.run(
        [sys.executable, EXAMPLES / "server.py"],
        input=f"{json.dumps({'id': 7, 'question': 'metrics'})}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    validators["answer"].validate(json.loads(answered.stdout))
    assert not validators["answer"].is_valid({"value": 1}) and not validators["answer"].is_valid({"id": 1, "worth": 1})


@pytest.mark.parametrize(
    ("command", "error", "reason"),
    [
        ("", CannotRun, "empty"),
        ("python 'x", CannotRun, "No closing quotation"),
        ("./there-is-no-such-program", CannotRun, "No such file"),
        (str(EXAMPLES), CannotRun, "cannot be run"),
        (str(EXAMPLES / "server.py"), CannotRun, r"chmod \+x"),
        (f"{sys.executable} -c pass", ProgramFailed, "ended with status 0"),
        (f"{sys.executable} -c 'print(1)'", ProgramFailed, "does not fit"),
        (f"""{sys.executable} -c 'print("{{\\"id\\": 1, \\"metrics\\": []}}")'""", ProgramFailed, "no metric"),
    ],
)
def test_a_program_without_metrics_is_refused(command: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason) as refused:
        metrics_of(command)
    assert "\n" not in str(refused.value)


def test_an_unknown_sort_is_refused_with_those_there_are(tmp_path: Path) -> None:
    command = program(tmp_path, "pass", arguments={"x": "ordering"})
    with pytest.raises(ValueError, match="'ordering' is none of ranking, weak order"):
        metrics_of(command)


def test_values_are_written_as_any_language_reads_them() -> None:
    half = rational(1, 2)
    assert as_json(Judged.of([2, half], missing=[1])) == {"grades": [2, 0.5], "missing": [1]}
    assert as_json(Ranking.from_order([2, 1, 3])) == [2, 1, 3]
    assert as_json(WeakOrder.of([2, [1, 3]])) == [[2], [1, 3]]
    assert as_json(TopList.of([3, 1])) == [3, 1]
    assert as_json(Scored.of([1, 0], scores=[2, 1])) == {"grades": [1, 0], "scores": [2, 1], "missing": []}
    assert as_json(ElementWeights.of([2, half])) == {"1": 2, "2": 0.5}
    assert as_json(PositionWeights.of([2, half]), exact=True) == {"2": 2, "3": "1/2"}


ASKING = """
import sys
from pathlib import Path
from axiomatrix.catalogue.program import Program

program = Program(sys.argv[2:], seconds=60)
program._started()
Path(sys.argv[1]).write_text(str(program._process.pid))
program.ask("value")
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which processes there are")
def test_a_program_that_hangs_ends_when_the_process_that_asks_it_is_killed(tmp_path: Path) -> None:
    """As a worker is whose call takes too long: nothing is left that keeps a core busy."""
    number = tmp_path / "number"
    busy = [sys.executable, "-c", "while True: pass"]
    with subprocess.Popen([sys.executable, "-c", ASKING, str(number), *busy]) as asking:
        assert eventually(lambda: number.exists() and bool(number.read_text()))
        pid = int(number.read_text())
        assert is_running(pid)
        time.sleep(0.5)  # the guard has begun
        asking.kill()
    assert eventually(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def eventually(is_so: Callable[[], bool]) -> bool:
    """Whether it is so within half a minute."""
    deadline = time.monotonic() + 30
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.05)
    return is_so()
