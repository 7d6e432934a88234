"""Time to kill: mutants checked by axiomatrix, and by a plain Hypothesis test of the same axiom on the same mutant.

    python benchmarks/mutants.py

Takes some minutes; prints the table and writes it to mutants.md beside this file.
"""

from __future__ import annotations

import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import hypothesis
from flint import fmpq
from hypothesis import HealthCheck
from hypothesis import strategies as st
from tabulate import tabulate

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / folder) for folder in ("support", "catalogue")]

from handwritten import PLANTED, RARE  # noqa: E402
from mutation import Kill, all_mutants, checked, declared  # noqa: E402

from axiomatrix.evidence.instance import Definitions, Instance  # noqa: E402
from axiomatrix.methods.profile import PROFILES  # noqa: E402
from axiomatrix.model.axiom import Statement  # noqa: E402
from axiomatrix.model.metric import Metric  # noqa: E402
from axiomatrix.model.registry import Registry  # noqa: E402
from axiomatrix.model.relation import DISCARDED, FAILS  # noqa: E402
from axiomatrix.spaces import (  # noqa: E402
    Factors,
    ParameterSpace,
    Permutations,
    Places,
    Rankings,
    Relabellings,
    Space,
)
from axiomatrix.spaces.parameters import ParameterDomain  # noqa: E402
from axiomatrix.values.rankings import Ranking, Relabelling  # noqa: E402

CASES = 2000
MAX_N = 8
LARGEST_ENTRY = 5
REPEATS = 3
GENERATED = 40
PROFILE = replace(PROFILES["default"], drawn_cases=(CASES, CASES), max_n=MAX_N)


@dataclass(frozen=True)
class Subject:
    """A mutated row and the cell that it is checked in."""

    name: str
    row: str
    title: str
    make: Callable[[], Registry]
    is_rare: bool = False

    @property
    def statement(self) -> Statement:
        return next(c.statement for c in declared(self.row) if c.statement.id == self.title.removesuffix(CLOSED))

    @property
    def space(self) -> ParameterDomain:
        return ParameterDomain.CLOSED if self.title.endswith(CLOSED) else ParameterDomain.OPEN


CLOSED = ParameterDomain.CLOSED.suffix


def subjects() -> list[Subject]:
    """Generated mutants that an axiom refutes, taken at equal distances, and all planted by hand."""
    killed: list[tuple[Any, Kill]] = []
    for mutant in all_mutants():
        if len(mutant.subject.rows) > 4:
            continue  # a helper of many rows: its mutants are killed slowly, or not at all
        kill = mutant.killed_by() if mutant.name not in LISTED else None
        if kill is not None and kill.verdict == "refuted":
            killed.append((mutant, kill))
    step = len(killed) / GENERATED
    chosen = [killed[int(k * step)] for k in range(GENERATED)]
    found = [Subject(m.name, k.row, k.title, lambda m=m: m.registry) for m, k in chosen]
    for bug in PLANTED:
        if bug.n is not None:
            name = f"{bug.row}: {bug.name}"
            found.append(Subject(name, bug.row, bug.axiom, lambda bug=bug: bug.registry, bug.is_rare))
            if "reversals" in bug.name:
                found.append(Subject(name, bug.row, "triangle-inequality", lambda bug=bug: bug.registry, True))
    for bug in RARE:
        found.append(Subject(f"{bug.row}: {bug.name}", bug.row, bug.axiom, lambda bug=bug: bug.registry, True))
    return found


def _listed() -> set[str]:
    from test_mutants_generated import EQUIVALENT, SURVIVES

    return {*EQUIVALENT, *SURVIVES}


LISTED = _listed()


# --- the plain test -------------------------------------------------------------------------------------------


def _permutation(n: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(1, n + 1))


def _value(space: Space, n: int) -> st.SearchStrategy[Any]:
    if isinstance(space, (Rankings, Permutations)):
        return _permutation(n).map(Ranking.from_positions)
    if isinstance(space, Relabellings):
        return _permutation(n).map(lambda image: Relabelling(dict(enumerate(image, 1))))
    if isinstance(space, Places):
        return st.integers(1, n - 1)
    assert isinstance(space, Factors)
    return st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda pq: fmpq(*pq))


def _parameter(space: ParameterSpace, n: int) -> st.SearchStrategy[Any]:
    keys = space.keys(n)
    entries = st.lists(st.integers(int(space.positive), LARGEST_ENTRY), min_size=len(keys), max_size=len(keys))
    if keys and isinstance(keys[0], tuple):
        entries = entries.map(lambda vector: _shortest_paths(dict(zip(keys, vector, strict=True)), n))
    return entries.map(lambda vector: space.make(vector, n))


def _shortest_paths(d: dict[Any, int], n: int) -> list[int]:
    full = {(i, j): 0 if i == j else d[min(i, j), max(i, j)] for i in range(1, n + 1) for j in range(1, n + 1)}
    for k in range(1, n + 1):
        for i, j in full:
            full[i, j] = min(full[i, j], full[i, k] + full[k, j])
    return [full[key] for key in d]


@st.composite
def instances(draw: Any, metric: Metric, statement: Statement, space: ParameterDomain) -> Instance:
    """One instance, everything drawn independently."""
    over = statement.axiom.over
    n = draw(st.integers(2 if any(isinstance(s, (Places, Relabellings)) for s in over.values()) else 1, MAX_N))
    values = {name: draw(_value(s, n)) for name, s in over.items()}
    spaces = space.of(metric.parameters)
    return Instance(n, values, {name: draw(_parameter(s, n)) for name, s in spaces.items()})


@dataclass
class Timed:
    seconds: float
    is_found: bool
    how: str = ""
    first: float | None = None
    """Seconds to the first case that fails, before it is made smaller."""


def plain(subject: Subject, seed: int) -> Timed:
    """A test as one would write it: given an instance, assert the axiom."""
    registry = subject.make()
    metric, statement = registry.metric(subject.row), subject.statement
    definitions = Definitions(registry)
    first: list[float] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=CASES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @hypothesis.given(instances(metric, statement, subject.space))
    def test(instance: Instance) -> None:
        code = definitions.decide(metric, statement, instance).code
        hypothesis.assume(code != DISCARDED)
        if code == FAILS and not first:
            first.append(time.perf_counter() - start)
        assert code != FAILS

    start = time.perf_counter()
    try:
        test()
    except AssertionError:
        return Timed(time.perf_counter() - start, True, first=first[0])
    except hypothesis.errors.Unsatisfiable:
        pass
    return Timed(time.perf_counter() - start, False)


def ours(subject: Subject, seed: int) -> Timed:
    """One cell, without pins."""
    registry = subject.make()
    start = time.perf_counter()
    (cell,) = checked(registry.metric(subject.row), registry, PROFILE, subject.title.__eq__, seed)
    seconds = time.perf_counter() - start
    evidence = cell.evidence
    found = evidence.verdict == "refuted"
    return Timed(seconds, found, f"{evidence.method}, n = {evidence.witness.n}" if found else "not found")


# --- the table ------------------------------------------------------------------------------------------------


def main() -> None:
    chosen = subjects()
    ours(chosen[0], 0), plain(chosen[0], 0)  # what is loaded on first use is nobody's time
    rows, both, firsts, missed, lost = [], [], [], [], []
    for subject in chosen:
        mine = [ours(subject, seed) for seed in range(REPEATS)]
        theirs = [plain(subject, seed) for seed in range(REPEATS)]
        own, other = (statistics.median(t.seconds for t in timed) for timed in (mine, theirs))
        found, hits = (sum(t.is_found for t in timed) for timed in (mine, theirs))
        early = [t.first for t in theirs if t.first is not None]
        is_fair = found == hits == REPEATS
        if is_fair:
            both.append(own / other)
            firsts.append(own / statistics.median(early))
        text = f"{subject.name}, {subject.title}: {hits} of {REPEATS} by plain, {found} of {REPEATS} by axiomatrix"
        missed += [text] * (hits < REPEATS)
        lost += [text] * (found < REPEATS)
        rows.append(
            [
                f"{subject.name} (rare)" if subject.is_rare else subject.name,
                subject.title,
                f"{own:.4f}",
                next((t.how for t in mine if t.is_found), "-"),
                f"{other:.4f}",
                f"{statistics.median(early):.4f}" if early else "-",
                f"{own / other:.3f}" if is_fair else "-",
                f"{found} of {REPEATS}",
                f"{hits} of {REPEATS}",
            ]
        )
        print(*rows[-1], sep=" | ", flush=True)
    (HERE / "mutants.md").write_text(report(rows, both, firsts, missed, lost), encoding="utf-8")
    print((HERE / "mutants.md").read_text(encoding="utf-8"))


def report(rows: list[list[str]], both: list[float], firsts: list[float], missed: list[str], lost: list[str]) -> str:
    """The table, the median ratio, and what each side misses."""
    heads = [
        "mutant",
        "axiom",
        "axiomatrix s",
        "by",
        "plain s",
        "first failure s",
        "ratio",
        "found by axiomatrix",
        "found by plain",
    ]
    lines = [
        "# Time to kill a mutant",
        "",
        f"One axiom on one mutant, {CASES:,} cases, up to {MAX_N} items, {REPEATS} seeds; times are medians.",
        "*axiomatrix*: the cell of the default profile, without pins: enumeration of small sizes (its cases come on top",
        "of the budget), then Hypothesis, then the witness made minimal. *plain*: a Hypothesis test that draws the same",
        "kind of instances from `permutations` and `integers`, without `target()`, with its shrinking; *first failure*:",
        "when it met the first failing case, before shrinking. The ratio is *axiomatrix s* to *plain s*.",
        "Taken are generated mutants that an axiom refutes, at equal distances in their order (without those of the",
        "helper that eight rows share), all planted by hand that are refuted, and rare ones, found or not.",
        "",
        f"Python {platform.python_version()}, Hypothesis {hypothesis.__version__}.",
        "",
        f"* mutants: {len(rows)}; found by both with every seed: {len(both)}",
        f"* median ratio of these: {statistics.median(both):.3f}; at most a fifth: {sum(r <= 0.2 for r in both)}; "
        f"above 1: {sum(r > 1 for r in both)}",
        f"* median ratio to *first failure*: {statistics.median(firsts):.3f}; above 1: {sum(r > 1 for r in firsts)}",
        "",
        "Missed by the plain test with some seed:",
        "",
        *([f"* {text}" for text in missed] or ["* none"]),
        "",
        "Missed by axiomatrix with some seed:",
        "",
        *([f"* {text}" for text in lost] or ["* none"]),
        "",
        tabulate(rows, heads, tablefmt="github", disable_numparse=True),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
