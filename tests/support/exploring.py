"""The command ``axiomatrix explore`` and the answer that it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
from commanding import Done, axiomatrix

from axiomatrix.engine.executor import Serial
from axiomatrix.engine.store import Store
from axiomatrix.model.axiom import Statement
from axiomatrix.model.claim import Claim, SourceClaim
from axiomatrix.model.registry import Registry
from axiomatrix.studies.explore.answer import EXPLORATION, Answer, Question
from axiomatrix.studies.explore.inquiry import inquiries_declared
from axiomatrix.studies.explore.run import ExplorationResult, ExplorationRun

SHORT = ("--max-n", "3", "--no-side-by-side", "--no-pictures")
MINE = '''
from axiomatrix import axioms, metric, spaces

@metric("ex-paid", parameters={"w": spaces.element_weights()},
        conjectured=[axioms.lower_bound("ex-moved", 1), axioms.upper_bound("ex-moved", 1)])
def paid(a, b, w):
    """sum over x of w_x |a(x) - b(x)|"""
    return sum(w[x] * abs(a[x] - b[x]) for x in a.items)

@metric("ex-moved", parameters={"w": spaces.element_weights()})
def moved(a, b, w):
    """sum of w_x over the items that move up"""
    return sum(w[x] for x in a.items if b[x] < a[x])
'''


def run(*arguments: str, code: int = 0, **environment: str) -> Done:
    """What came of a command: of a process of its own where it has a file, which this one would remember."""
    if environment or any(argument.endswith(".py") for argument in arguments):
        command = [sys.executable, "-m", "axiomatrix", *arguments]
        around = {**os.environ, "COLUMNS": "300", **environment}
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env=around)
        done = Done(ended.returncode, ended.stdout, ended.stderr)
    else:
        done = axiomatrix(Path.cwd(), *arguments, COLUMNS="300")
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def answered(directory: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((directory / "answer.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, EXPLORATION.schema())
    return data


# --- in this process ---


def _silent(size: str, done: int, of: int) -> None:
    """Show no progress."""


def explored(
    registry: Registry, row: str, statement: Statement, max_n: int, search: int = 0, budget: int = 100
) -> ExplorationResult:
    claim = Claim(statement, "conjectured", SourceClaim("declared", "ours"))
    questions = inquiries_declared([(registry.metric(row), claim)], registry, files=("ours.py",))
    run = ExplorationRun("ours", "ours", questions, registry)
    with Store.open(fresh=True) as store:
        run.sweep(max_n, Serial(), store, _silent)
    if search:
        run.search(search, seed=0, budget=budget, progress=_silent)
    return run.result()


def question(of: ExplorationResult) -> Question:
    answer = Answer.from_json(of.answer.to_json())
    assert answer == of.answer
    return answer.questions[0]


def extremes(of: Question) -> dict[int, tuple[Fraction, Fraction]]:
    """The smallest and the largest value at each size that has them."""
    found = {size.n: tuple(Fraction(e.value) for e in size.extremes) for size in of.sizes}
    return {n: (pair[0], pair[1]) for n, pair in found.items() if len(pair) == 2}


def deepcopy_of(known: Registry) -> Registry:
    copy = Registry()
    for name, value in vars(known).items():
        setattr(copy, name, dict(value) if isinstance(value, dict) else value)
    return copy


def refused(*arguments: str, code: int = 2, **environment: str) -> str:
    """What an exploration says that cannot begin; nothing is written to standard output."""
    done = run("explore", *arguments, code=code, **environment)
    assert not done.stdout
    return done.stderr


def labelled(data: dict[str, Any], label: str) -> dict[str, Any]:
    return next(q for q in data["questions"] if q["label"] == label)


def verdicts(asked: dict[str, Any]) -> dict[int, str]:
    return {size["n"]: size["verdict"] for size in asked["sizes"]}
