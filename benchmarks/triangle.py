"""Exhaustive triangle inequality of `kendall`, n = 6, against a plain triple loop, n = 5; writes triangle.md."""

from __future__ import annotations

import platform
import statistics
import time
from itertools import permutations
from pathlib import Path

from axiomatrix import REGISTRY
from axiomatrix.catalogue.axioms import triangle_inequality
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.batch import group
from axiomatrix.methods.enumeration import StatementSweep
from axiomatrix.methods.table import Tables, tables_for

RUNS = 5


def tabulated(n: int) -> tuple[float, float, float]:
    """Seconds for the table, for the sweep that fixes the first ranking, and for all n!^3 triples in full."""
    metric = REGISTRY.metric("kendall")
    group.cache_clear()
    start = time.perf_counter()
    (tables,) = tables_for(metric, n, Definitions(REGISTRY))
    tables.value(metric, tables.group.rankings[0], tables.group.rankings[0], {})
    made = time.perf_counter()
    tally = StatementSweep(triangle_inequality(), tables).run()["open"]
    swept = time.perf_counter()
    assert tally.hit is None
    full = everything(tables)
    end = time.perf_counter()
    size = len(tables.group.rankings)
    assert full == size**3
    return made - start, swept - made, end - swept


def everything(tables: Tables) -> int:
    """All triples without the shortcut; the number of them."""
    sweep = StatementSweep(triangle_inequality(), tables)
    sweep.decide_in_all_lanes()
    assert sweep.tallies["open"].hit is None
    return sweep.tallies["open"].cases


def plain_loop(n: int) -> float:
    """Seconds for the same by a triple loop over values kept in a dictionary."""
    start = time.perf_counter()
    rankings = list(permutations(range(n)))
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    d = {(a, b): sum((a[i] < a[j]) != (b[i] < b[j]) for i, j in pairs) for a in rankings for b in rankings}
    assert all(d[a, c] <= d[a, b] + d[b, c] for a in rankings for b in rankings for c in rankings)
    return time.perf_counter() - start


def main() -> None:
    rows = []
    for _ in range(RUNS):
        table, sweep, full = tabulated(6)
        rows.append((table, sweep, full, plain_loop(5)))
    table, sweep, full, plain = (statistics.median(column) for column in zip(*rows, strict=True))
    triples_6, triples_5 = 720**3, 120**3
    text = f"""# Triangle inequality of `kendall`, exhaustive

Medians of {RUNS} runs in one process; Python {platform.python_version()}. Regenerate with `python benchmarks/triangle.py`.

| what | triples covered | seconds |
|---|---:|---:|
| table of all 720 x 720 values, n = 6 | | {table:.2f} |
| sweep, first ranking fixed (right-invariance decided on the table), n = 6 | {triples_6:,} | {sweep:.2f} |
| sweep over every triple, no shortcut, n = 6 | {triples_6:,} | {full:.2f} |
| plain triple loop, n = 5 | {triples_5:,} | {plain:.2f} |

Table and shortcut sweep together take {(table + sweep) / plain:.2f} times the plain loop, for {triples_6 // triples_5} times the triples: {triples_6 / (table + sweep) / (triples_5 / plain):.0f} times as many triples a second; without the shortcut {triples_6 / (table + full) / (triples_5 / plain):.0f} times.
"""
    print(text)
    (Path(__file__).parent / "triangle.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
