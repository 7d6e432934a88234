"""A researcher's mistakes in a file of their own: a line that says whose they are and what to do, never a traceback."""

from __future__ import annotations

import json
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from commanding import Done, axiomatrix
from verdict_words import in_words
from witness_data import of_symmetry

from axiomatrix import REGISTRY, Registry, metric
from axiomatrix.catalogue.user_frames import raised_in_file

METRIC = """
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("mine", parameters={"w": spaces.element_weights()})
def mine(a, b, w):
    \"\"\"d(a, b) = a sum over x of w_x\"\"\"
    BODY

axiomatrix.conjecture("mine", axioms.lower_bound("kendall", 1), source="mine")
"""


@pytest.mark.parametrize("command", ["explore mine.py", "correlate mine kendall --no-pictures mine.py"])
def test_what_a_definition_of_an_imported_package_raises_is_its_own(tmp_path: Path, command: str) -> None:
    package = f"mistaken_{command[:7]}"
    (tmp_path / package).mkdir()
    text = METRIC.replace("BODY", "return sum(w[x] for x in range(a.n))")
    (tmp_path / package / "__init__.py").write_text(text, encoding="utf-8")
    (tmp_path / "mine.py").write_text(f"import {package}", encoding="utf-8")
    done = axiomatrix(tmp_path, *command.split(), "--out", "out")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "__init__.py:8: KeyError: " in " ".join((done.stdout + done.stderr).split())


def test_a_metric_of_ones_own_is_not_a_reading_of_the_one_whose_name_it_has(tmp_path: Path) -> None:
    text = METRIC.replace("BODY", "return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))")
    text = text.replace('c("mine"', 'c("kendall-element-mean", variant="mine"')
    (tmp_path / "mine.py").write_text(text.replace('e("mine"', 'e("kendall-element-mean[mine]"'), encoding="utf-8")
    done = axiomatrix(tmp_path, "explore", "mine.py", "--max-n", "2", "--no-pictures")
    assert done.returncode == 0, done.stderr
    assert "side by side" not in done.stdout


WITNESS = of_symmetry("mine")
COMMANDS = {
    "relate": "relate mine kendall mine.py",
    "correlate": "correlate mine kendall mine.py -n 4 --count 50 --no-pictures",
    "explore": "explore mine.py --max-n 3 --jobs 1 --no-pictures --no-side-by-side",
    "search": "explore mine.py --max-n 2 --search 3 --budget 9 --no-pictures --no-side-by-side",
    "verify": "verify witness.json mine.py",
}


def done_with(folder: Path, body: str, command: str) -> Done:
    (folder / "mine.py").write_text(METRIC.replace("BODY", body), encoding="utf-8")
    (folder / "witness.json").write_text(json.dumps(WITNESS), encoding="utf-8")
    done = axiomatrix(folder, *COMMANDS[command].split())
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("import sys; sys.exit(0)", "mine.py:8: SystemExit: 0"),
        ("next(iter([])); return 1", "mine.py:8: StopIteration"),
        ("return int(open('nosuch.txt').read())", "mine.py:8: FileNotFoundError"),
        ("raise ValueError('why')", "mine.py:8: ValueError: why"),
    ],
)
def test_what_a_definition_raises_is_said_with_its_line(tmp_path: Path, body: str, message: str, command: str) -> None:
    done = done_with(tmp_path, body, command)
    if command in ("correlate", "explore", "search"):
        assert done.returncode == 3 and message.split(": ", 1)[1] in done.stdout + done.stderr
    assert done.returncode in (1, 3), done.stderr


@pytest.mark.parametrize("command", ["search", "verify"])
def test_an_axiom_that_ends_the_program_is_no_success(tmp_path: Path, command: str) -> None:
    own = """
@axiomatrix.axiom("symmetry-of-mine", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
def symmetry_of_mine(d, a, b):
    \"\"\"d(a, b) = d(b, a)\"\"\"
    raise SystemExit(0)
"""
    text = METRIC.replace("BODY", "return w[1]").replace('axioms.lower_bound("kendall", 1)', "symmetry_of_mine")
    (tmp_path / "mine.py").write_text(text.replace("\naxiomatrix.conj", f"{own}\naxiomatrix.conj"), encoding="utf-8")
    (tmp_path / "witness.json").write_text(json.dumps({**WITNESS, "axiom": "symmetry-of-mine"}), encoding="utf-8")
    done = axiomatrix(tmp_path, *COMMANDS[command].replace(" symmetry ", " symmetry-of-mine ").split())
    assert (done.returncode, done.stderr) == (3, "error: mine.py:13: SystemExit: 0\n"), done.stdout


def test_a_family_that_ends_the_program_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "family.py").write_text("def orders(m):\n    raise SystemExit", encoding="utf-8")
    asked = "explore kv7 -r deck --max-n 2 --no-side-by-side --no-pictures --jobs 1 --family family.py:orders"
    done = axiomatrix(tmp_path, *asked.split())
    assert (done.returncode, done.stderr) == (3, "error: family.py:2: SystemExit\n")


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("average-precision", "average-precision[R] is about judged lists, and mine about two rankings"),
        ("kendall-similarity", "kendall-similarity has D, which mine does not have"),
    ],
)
def test_a_conjecture_about_two_metrics_that_have_no_ratio_says_why(tmp_path: Path, other: str, message: str) -> None:
    text = METRIC.replace("BODY", "return w[1]").replace('"kendall"', repr(other))
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = axiomatrix(tmp_path, "explore", "mine.py")
    assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("return x[0]", 3, "error: topic q: mine: mine.py:7: KeyError: 'rank 0 is not one of 1..1'\n"),
        ("COUNT.append(1); return len(COUNT)", 3, "error: topic q: mine answered 1 and then 2 on the same list\n"),
        ("print('seen'); return x[1]", 0, "seen\nseen\n"),
    ],
)
def test_evaluate_says_what_is_wrong_with_a_definition_and_prints_nothing_of_it(
    tmp_path: Path, body: str, status: int, message: str
) -> None:
    text = """
from axiomatrix import metric, spaces
COUNT = []
@metric("mine", kind="score", arguments={"x": spaces.binary_list})
def mine(x):
    \"\"\"v = x_1\"\"\"
    BODY
"""
    (tmp_path / "mine.py").write_text(text.replace("BODY", body), encoding="utf-8")
    (tmp_path / "run").write_text("q Q0 d 1 3.0 t\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("q 0 d 1\n", encoding="utf-8")
    asked = "evaluate run qrels mine mine.py --format json"
    done = axiomatrix(tmp_path, *asked.split())
    assert (done.returncode, done.stderr) == (status, message)
    assert not done.stdout.startswith("seen")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_definition_that_answers_otherwise_the_second_time_has_no_verdict(tmp_path: Path, command: str) -> None:
    body = "COUNT.append(1); return len(COUNT)"
    done = done_with(tmp_path, f"{body}\n\nCOUNT = []", command)
    assert done.returncode == (1 if command == "verify" else 3), done.stdout + done.stderr
    output = " ".join((done.stdout + done.stderr).split())
    assert "mine answered 1 and then 2 on the same case" in output or command not in ("relate", "correlate", "verify")
    assert (
        "refuted" not in output.replace("0 refuted", "")
        and "stands" not in output
        and "certified n" not in output.replace("not certified", "")
    )


@pytest.mark.parametrize("command", ["explore", "search"])
def test_what_asks_nothing_is_not_certified(tmp_path: Path, command: str) -> None:
    done = done_with(tmp_path, "raise axiomatrix.Undefined('nowhere')", command)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "certified n" not in done.stdout and not list(tmp_path.rglob("certificates/*.json"))


def test_sizes_at_which_a_metric_has_a_value_are_explored_though_it_has_none_at_others(tmp_path: Path) -> None:
    body = "if a.n > 2: raise axiomatrix.Undefined('large')\n    return len(inverted_pairs(a, b)) + w[1] - w[1]"
    (tmp_path / "small.py").write_text(METRIC.replace("BODY", body).replace('"mine"', '"small"'), encoding="utf-8")
    done = axiomatrix(tmp_path, *COMMANDS["explore"].replace("mine", "small").split())
    assert in_words("certified n <= 2; undecided at n = 3") in done.stdout and "n = 3: no case is left" in done.stdout


class _OfOurs:
    @cached_property
    def value(self) -> int:
        raise LookupError("a fault of this program")


def test_a_fault_of_ours_is_not_a_definitions_because_it_is_a_partial() -> None:
    def scaled(scale: int, a: Any, b: Any) -> Any:
        """scale, for all rankings"""
        return scale

    own = Registry(parent=REGISTRY)
    metric("scaled", registry=own)(partial(scaled, 2))
    with pytest.raises(LookupError) as caught:
        _ = _OfOurs().value  # through a function of functools, in Python 3.11
    with patch.dict(REGISTRY.metrics, {"scaled": own.metric("scaled")}):
        assert not raised_in_file(caught.value)
