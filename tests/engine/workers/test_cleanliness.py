"""A process proves that it is as it was, by identity."""

from __future__ import annotations

import builtins
import math
import subprocess
import sys
from typing import Any

import pytest
from sympy.polys.rings import PolyElement

import axiomatrix
from axiomatrix import REGISTRY, axioms, relation
from axiomatrix.engine.workers.cleanliness import ProcessChanged, ProcessState
from axiomatrix.model.relation import Relation
from axiomatrix.spaces import all_rankings

SYMMETRY = axioms.symmetry
CHANGES: dict[str, tuple[Any, str, Any, str]] = {
    "a function": (relation, "at_most", relation.equal, "axiomatrix.model.relation.at_most was replaced"),
    "a constant": (relation, "FAILS", 7, "axiomatrix.model.relation.FAILS was replaced"),
    "a method": (Relation, "decide", None, "axiomatrix.model.relation.Relation.decide was replaced"),
    "code": (
        relation.at_most,
        "__code__",
        (lambda x, y: 0).__code__,
        "axiomatrix.model.relation.at_most.__code__ was replaced",
    ),
    "a name of the interpreter": (builtins, "pow", None, "builtins.pow was replaced"),
    "a name of a library": (math, "factorial", None, "math.factorial was replaced"),
    "a method of what the checker computes with": (
        PolyElement,
        "__add__",
        None,
        "sympy.polys.rings.PolyElement.__add__ was replaced",
    ),
    "a name that hides a builtin one": (relation, "sorted", list, "axiomatrix.model.relation.sorted was added"),
}


@pytest.fixture(scope="module")
def world() -> ProcessState:
    made = ProcessState()
    made.take_registry(REGISTRY)
    return made


def test_nothing_has_changed(world: ProcessState) -> None:
    world.prove()


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_another_is_named(change: str, world: ProcessState, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, value, text = CHANGES[change]
    with monkeypatch.context() as patch:
        patch.setattr(where, name, value, raising=False)
        found = next(world.damages(), "")
    assert found == text
    world.prove()


def test_the_registry_the_modules_and_the_values_belong_to_it(
    world: ProcessState, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.delitem(REGISTRY.metrics, "kendall")
        with pytest.raises(ProcessChanged, match=r"the registry: metric\.kendall was removed"):
            world.prove()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "axiomatrix.model.relation", axiomatrix)
        with pytest.raises(ProcessChanged, match=r"sys.modules\['axiomatrix.model.relation'\] was replaced"):
            world.prove()
    ranking = all_rankings(3)[1]
    order = ranking.order
    object.__setattr__(ranking, "order", order[::-1])
    try:
        with pytest.raises(ProcessChanged, match=r"the shared value all_rankings\(3\) was changed"):
            world.prove()
    finally:
        object.__setattr__(ranking, "order", order)
    kind = SYMMETRY.quantifier
    object.__setattr__(SYMMETRY, "quantifier", "there is")
    try:
        with pytest.raises(ProcessChanged, match="quantifier was replaced"):
            world.prove()
    finally:
        object.__setattr__(SYMMETRY, "quantifier", kind)
    world.prove()


ROWS = "kendall footrule-similarity[le] footrule-general[one] kendall-element-mean[harmonic] ndcg[linear] rbo[min]"


@pytest.mark.slow
def test_rows_import_nothing_of_ours_that_was_not_there_when_the_world_was_remembered() -> None:
    """What is imported later is not looked at: a row could change it for those that come after."""
    program = """
import sys
from axiomatrix.engine.workers.worker import prepare
prepare()
from axiomatrix.engine.options import Options
from axiomatrix.engine.row import CheckedRow
from axiomatrix.engine.selection import Selection
from axiomatrix.evidence.account import making
before = set(sys.modules)
selection = Selection.of(Options(tuple(sys.argv[1].split()), use_pins=False, profile="quick"))
for metric in selection.rows:
    for cell in CheckedRow(metric, selection).cells():
        making.account_in(cell, selection.registry)
print(*sorted(name for name in set(sys.modules) - before if name.startswith(("axiomatrix", "sympy.polys.rings"))))
"""
    done = subprocess.run([sys.executable, "-c", program, ROWS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.slow
def test_rows_of_the_catalogue_leave_a_process_as_it_was() -> None:
    """So that a worker which has nothing else to do need not prove it after each of them."""
    code = (
        "from axiomatrix.engine.options import Options\n"
        "from axiomatrix.engine.row import CheckedRow\n"
        "from axiomatrix.engine.selection import Selection\n"
        "from axiomatrix.engine.workers import worker\n"
        "worker.prepare()\n"
        "selection = Selection.of(Options(profile='quick'))\n"
        "for metric in selection.rows:\n"
        "    for cell in CheckedRow(metric, selection).cells():\n"
        "        if cell.evidence.witness is not None:\n"
        "            worker.made_here(cell, selection.registry)\n"
        "    worker._world[0].prove()\n"
        "print(len(selection.rows), 'rows')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == f"{len(REGISTRY.metrics)} rows\n", done.stderr
