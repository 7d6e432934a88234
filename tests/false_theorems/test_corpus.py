"""The corpus is true: each statement fails at its instance, and no kind is missing from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from false_theorems.theorem import FalseTheorem, all_theorems, anew

load_catalogue()
HERE = Path(__file__).parent
ALL = all_theorems()
KINDS = sorted(path.stem for path in (HERE / "definitions").glob("[a-z]*.py"))
STATEMENTS = {
    *("free-swap", "generalizes", "left-invariance", "lower-bound", "near-metric", "non-negativity"),
    *("reversal-invariance", "right-invariance", "scale-free", "scale-free-normalised", "subdivision", "symmetry"),
    *("triangle-inequality", "upper-bound", "zero-on-equal"),
    *("range-zero-one", "swap", "replacement", "ideal-attains-maximum"),
}
SOMEWHERE = """
import json, multiprocessing, sys, threading
from axiomatrix.catalogue.loading import load_catalogue
load_catalogue()
from false_theorems.theorem import all_theorems
asked = [t for t in all_theorems() if t.elsewhere]

def failing(into):
    into.extend(t.name for t in asked if t.fails())

def child(pipe):
    names = []
    failing(names)
    pipe.send(names)

names = []
failing(names)
thread = threading.Thread(target=failing, args=(names,))
thread.start()
thread.join()
if sys.argv[1:]:
    context = multiprocessing.get_context("fork")
    for _ in range(7):
        here, there = context.Pipe()
        process = context.Process(target=child, args=(there,))
        process.start()
        names += here.recv()
        process.join()
print(json.dumps(sorted(set(names))))
"""


def names(theorem: FalseTheorem) -> str:
    return theorem.name


def test_the_corpus_is_as_large_as_it_is_said_to_be() -> None:
    assert len(ALL) >= 150
    assert {theorem.kind for theorem in ALL} == set(KINDS)
    assert {theorem.statement.axiom.id for theorem in ALL} >= STATEMENTS
    assert sum(theorem.kind == "of_lists" for theorem in ALL) >= 10
    for kind in KINDS:
        assert sum(theorem.kind == kind for theorem in ALL) >= 5, kind


@pytest.mark.parametrize("theorem", [t for t in ALL if not t.elsewhere], ids=names)
def test_it_is_false_at_its_instance(theorem: FalseTheorem) -> None:
    assert anew(theorem).fails()
    sizes = {len(value) for name, value in theorem.instance.items() if name in ("a", "b", "x")}
    assert sizes == {theorem.true_up_to + 1}, "the instance is not of the first size that is false"


@pytest.mark.slow
def test_it_is_false_in_some_process() -> None:
    """Under one of some hash seeds, in a thread, in a child, under ``-O``, or in a process of another number."""
    found: set[str] = set()
    asked = {theorem.name for theorem in ALL if theorem.elsewhere}
    for seed in range(12):
        options = ["-O"] if seed == 0 else []
        more = ["in children"] if seed == 1 else []
        environment = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
        environment |= {"PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
        command = [sys.executable, *options, "-c", SOMEWHERE, *more]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=True)
        found |= set(json.loads(done.stdout))
        if found >= asked:
            return
    assert found >= asked, asked - found
