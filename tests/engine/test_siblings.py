"""An instance that settles one statement is tried on every other one about the same spaces, whoever found it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from axiomatrix import REGISTRY
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.evidence.cell import Cell

METRICS = '''
from axiomatrix import REGISTRY, axiom, inverted_pairs, metric, spaces
from axiomatrix.model.relation import at_most

PAIR = {"a": spaces.ranking, "b": spaces.ranking}

@axiom("below-nine", over=PAIR)
def below_nine(d, a, b):
    """d(a, b) < 9"""
    return at_most(d(a, b), 8)

@axiom("below-nine-again", over={"x": spaces.ranking, "y": spaces.ranking})
def below_nine_again(d, x, y):
    """d(x, y) < 9, of other names"""
    return at_most(d(x, y), 8)

@axiom("below-nine-thrice", over={**PAIR, "c": spaces.ranking})
def below_nine_thrice(d, a, b, c):
    """d(a, b) < 9, of three rankings"""
    return at_most(d(a, b), 8)

@axiom("small", over=PAIR)
def small(d, a, b):
    """d(a, b) <= 10"""
    return at_most(d(a, b), 10)

for one in (below_nine_again, below_nine_thrice, small):  # observed, not claimed: fewer cases are drawn
    REGISTRY.add_axiom(one)

@metric("sib-mine", holds=[below_nine])
def mine(a, b):
    """0, and 9 where the first two of seven items are exchanged"""
    return 9 if len(a) == 7 and a.order[0] == b.order[1] and len(inverted_pairs(a, b)) == 1 else 0
'''
AXIOMS = ("below-nine", "below-nine-again", "below-nine-thrice", "small")


def cells(file: Path, jobs: int) -> dict[str, Cell]:
    plan = Plan(metrics=("sib-mine",), axioms=AXIOMS, files=(str(file),))
    Selection.loaded(plan)
    with LocalProcesses(jobs) as executor:
        return {cell.axiom: cell for cell in check_in_workers(plan, executor)}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("siblings") / "sib.py"
    path.write_text(METRICS, encoding="utf-8")
    yield path
    del REGISTRY.metrics["sib-mine"]
    for axiom in AXIOMS:
        del REGISTRY.axioms[axiom]


@pytest.fixture(scope="module")
def alone(file: Path) -> dict[str, Cell]:
    return cells(file, 1)


def test_what_one_statement_found_settles_its_sibling(alone: dict[str, Cell]) -> None:
    found, again = alone["below-nine"].evidence, alone["below-nine-again"].evidence
    assert (found.verdict, again.verdict) == ("refuted", "refuted")
    assert found.method == "hypothesis"
    assert found.witness is not None and again.witness is not None
    assert [*again.witness.instance.values()] == [*found.witness.instance.values()]
    assert (again.witness.n, again.witness.smallest) == (7, False)


def test_other_spaces_and_what_it_does_not_settle_stay_as_they_were(alone: dict[str, Cell]) -> None:
    assert alone["small"].evidence.verdict == "exhausted"
    assert "replay" not in {
        reach.method for cell in alone.values() for reach in cell.evidence.reach if cell.axiom == "small"
    }


def test_it_does_not_depend_on_who_had_which_statement_in_hand(alone: dict[str, Cell], file: Path) -> None:
    shared = cells(file, 3)
    assert {axiom: cell.evidence for axiom, cell in shared.items()} == {a: cell.evidence for a, cell in alone.items()}
