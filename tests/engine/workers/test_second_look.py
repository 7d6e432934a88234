"""What is shown was seen twice: in its own process, and in a fresh one under another hash seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from axiomatrix import REGISTRY, Matrix, check
from axiomatrix.catalogue.loading import load_file, origin_of_axiom
from axiomatrix.engine.check import Options, check_in_workers
from axiomatrix.engine.selection import Selection
from axiomatrix.engine.workers.origins import needed, parts
from axiomatrix.engine.workers.row_state import Attempt, Task, together
from axiomatrix.engine.workers.second_look import differing
from axiomatrix.evidence.cell_data import to_data
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.verdict import Verdict

HEAD = (
    "import itertools, os, time\nimport axiomatrix\n"
    "from axiomatrix import axiom, axioms, inverted_pairs, metric, relation\n\n"
)
HEALTHY = HEAD + (
    "@metric('look-healthy')\ndef healthy(a, b):\n"
    "    'position in a of the item that is first in b'\n    return a[b.order[0]] - 1\n"
)
HOSTILE = {
    "look-hash": "return sum(k * ord(x) for k, x in enumerate({'p', 'q', 'r', 's', 't', 'u'}))",
    "look-state": "return len(inverted_pairs(a, b)) + (next(calls) > 100)",
    "look-writes": "object.__setattr__(a, 'order', (1,) * len(a.order))\n    return 0",
    "look-patches": "axiomatrix.relation.Relation.decide = lambda self: 1\n    return 0",
    "look-ends": "os._exit(3)",
}
SLOW = HEAD + (
    "@metric('look-slow')\ndef slow(a, b):\n    'K, and never on four items'\n"
    "    while len(a) > 3: time.sleep(0.01)\n    return len(inverted_pairs(a, b))\n"
)
ASKED = ("zero-on-equal", "symmetry", "separation")


@pytest.fixture
def files(tmp_path: Path) -> Iterator[list[Path]]:
    """A healthy metric and hostile ones, each in a file of its own."""
    texts = {"healthy": HEALTHY, "slow": SLOW}
    for name, body in HOSTILE.items():
        texts[name] = f"{HEAD}calls = itertools.count()\n\n@metric({name!r})\ndef d(a, b):\n    'hostile'\n    {body}\n"
    made = []
    for name, text in texts.items():
        made.append(tmp_path / f"{name}.py")
        made[-1].write_text(text, encoding="utf-8")
    names = [metric for file in made for metric in load_file(file)]
    yield made
    for name in names:
        del REGISTRY.metrics[name]


def checked(files: list[Path], metrics: tuple[str, ...], jobs: int = 1, **more: Any) -> Matrix:
    given = {"axioms": ASKED, "time_limit": 2.0, **more}
    options = Options(metrics, profile="quick", files=tuple(map(str, files)), use_pins=False, **given)
    return check_in_workers(options, jobs, lambda name, cell: None)


def by_row(matrix: Matrix) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for cell in matrix:
        found.setdefault(cell.metric, []).append(to_data(cell))
    return found


@pytest.mark.slow
def test_neither_jobs_nor_order_nor_hostile_neighbours_change_a_byte(files: list[Path]) -> None:
    alone = by_row(checked(files[:1], ("look-healthy", "kendall")))
    names = ["look-healthy", "kendall", *HOSTILE]
    seen = []
    for jobs in (1, 2, 4):
        random.Random(jobs).shuffle(names)
        shuffled = random.Random(jobs).sample(files, len(files))
        seen.append(by_row(checked(shuffled, tuple(names), jobs)))
    assert seen[0] == seen[1] == seen[2]
    assert {name: seen[0][name] for name in alone} == alone
    verdicts = {name: {c["evidence"]["verdict"] for c in cells} for name, cells in seen[0].items()}
    assert {name: verdicts[name] for name in HOSTILE} == {
        "look-hash": {"flaky"},
        "look-state": {"flaky"},
        "look-writes": {"error"},
        "look-patches": {"error"},
        "look-ends": {"crashed"},
    }
    reasons = {name: cells[0]["evidence"].get("reason", "") for name, cells in seen[0].items()}
    assert reasons["look-hash"].startswith(("it answers differently", "its values depend on the process"))
    assert reasons["look-patches"].endswith("axiomatrix.model.relation.Relation.decide was replaced")


@pytest.mark.slow
def test_a_timeout_keeps_the_reach_that_was_decided(files: list[Path]) -> None:
    cell = checked(files[1:2], ("look-slow",), axioms=("symmetry",), time_limit=1.5).cell("look-slow", "symmetry")
    assert cell.evidence.verdict == "timeout"
    (reach,) = cell.evidence.reach
    assert (reach.method, reach.smallest, reach.largest, reach.cases) == ("enumeration", 1, 3, 41)


def test_a_worker_imports_what_the_row_needs_and_nothing_else(files: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(
        HEAD + "@axiom('look-axiom', kinds={'distance'}, over={'a': axiomatrix.spaces.ranking}, group='user')\n"
        "def look_axiom(d, a):\n    'd(a, a) <= 0'\n    return relation.at_most(d(a, a), 0)\n\n"
        "@metric('look-other', holds=[look_axiom, axioms.upper_bound('look-healthy', 9)])\n"
        "def other(a, b):\n    'K'\n    return len(inverted_pairs(a, b))\n",
        encoding="utf-8",
    )
    load_file(other)
    try:
        every = (*map(str, files), str(other))
        options = Options(files=every)
        assert needed(REGISTRY.metric("kendall"), Selection(options, REGISTRY)).files == ()
        assert needed(REGISTRY.metric("look-healthy"), Selection(options, REGISTRY)).files == every[:1]
        assert needed(REGISTRY.metric("look-other"), Selection(options, REGISTRY)).files == (every[0], str(other))
        assert parts(REGISTRY.metric("kendall"), Selection(options, REGISTRY)) == [origin_of_axiom("look-axiom")]
        matrix = checked([*files, other], ("kendall", "look-other"), axioms=("symmetry", "look-axiom", "upper-bound"))
        assert matrix.cell("kendall", "look-axiom").evidence.verdict == "exhausted"
        assert matrix.cell("look-other", "look-axiom").outcome == "as declared"
        assert len([cell for cell in matrix if cell.axiom == "look-axiom"]) == 2
    finally:
        del REGISTRY.metrics["look-other"], REGISTRY.axioms["look-axiom"]


def test_what_is_seen_otherwise_or_in_a_damaged_process_is_not_believed() -> None:
    matrix = check("precision-at", axioms=["confidence"], profile="quick")
    cell = matrix.cell("precision-at", "confidence")
    assert cell.evidence.witness is not None
    for seen, damage, verdict, text in (
        ({0: (True, "")}, "", "refuted", ""),
        ({0: (False, "1 <= 1")}, "", "flaky", "in a fresh process: "),
        ({}, "", "flaky", "the process did not come so far"),
        ({0: (True, "")}, "it changed the process it runs in: x", "error", "it changed the process"),
    ):
        attempt = Attempt(Task("precision-at"), {cell.key: cell}, seen=seen, damage=damage)
        attempt.flaky(exact=True)
        (found,) = attempt.cells.values()
        assert found.evidence.verdict == verdict
        assert text in found.evidence.reason


def test_a_row_is_put_together_of_its_shares_unless_anything_is_odd_in_one() -> None:
    cells = [c for c in check("precision-at", axioms=["swap", "replacement"], profile="quick") if not c.arguments]
    one, two = {0: ("1", "x: 1")}, {0: ("2", "x: 1")}

    def shares(again: Any, **of_second: Any) -> list[Attempt]:
        first = Attempt(Task("precision-at", share=(0, 2)), {cells[0].key: cells[0]}, values=one, values_again=one)
        return [first, Attempt(Task("precision-at", share=(1, 2)), {cells[1].key: cells[1]}, **again, **of_second)]

    alike = {"values": one, "values_again": one}
    whole = together(shares(alike), "precision-at", exact=True)
    assert whole is not None and list(whole.cells.values()) == cells[:2] and not whole.task.is_share
    flaky = replace(cells[1], evidence=Evidence(Verdict.FLAKY))
    for odd in (
        shares(alike, lost=True),
        shares(alike, damage="it changed the process it runs in"),
        shares({"values": one, "values_again": two}),
        shares({"values": two, "values_again": two}),
        [*shares(alike)[:1], Attempt(Task("precision-at", share=(1, 2)), {flaky.key: flaky})],
    ):
        assert together(odd, "precision-at", exact=True) is None


def test_two_looks_are_compared_value_by_value() -> None:
    first = {0: ("1", "a: 1"), 1: ("2", "a: 12")}
    assert differing(first, {1: ("2", "a: 12")}, exact=True) is None
    assert differing(first, {1: ("3", "a: 12")}, exact=True) == "2 in one process and 3 in another, on a: 12"
    assert differing({0: ("0.1", "")}, {0: ("0.10000000000000001", "")}, exact=False) is None
    assert differing({0: ("0.1", "")}, {0: ("raised", "")}, exact=False) is not None
