"""What the method ``hypothesis`` finds alone of what the whole engine refutes: prints and writes hypothesis.md.

    python benchmarks/hypothesis_alone.py [--beside OTHER/src]

What the committed report refutes, statement by statement, is searched by drawing alone, in the default budget and
without pinned witnesses: as ``check --method hypothesis`` does; by plain ``@given`` with the same strategies, but without
targets and programs; and with ``--beside`` by the method ``sampling`` of an earlier version. Takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tabulate import tabulate

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.report import json_reports

HERE = Path(__file__).resolve().parent
DRAWING = """
import json, sys
from dataclasses import replace
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.methods.profile import PROFILES

try:
    from axiomatrix.engine.row import row_search
except ImportError:  # an earlier version
    from axiomatrix.engine.row import row_work as row_search
try:
    try:
        from axiomatrix.engine.row import settled_and_searched
    except ImportError:  # an earlier version
        from axiomatrix.engine.row import siblings as settled_and_searched
    from axiomatrix.methods.known import Siblings
except ImportError:  # an earlier version
    Siblings = None

def row_of(metric):
    row = row_search(metric, registry, 0)
    name = "searches" if hasattr(row, "searches") else "works"
    setattr(row, name, [search for search in getattr(row, name) if tuple(row.key(search))[:3] in asked])
    return row

asked = set(map(tuple, json.load(sys.stdin)))
registry, profile = load_catalogue(), PROFILES["default"]
if sys.argv[1] == "plain":
    profile = replace(profile, climbs=0)
for metric in registry.metrics.values():
    row = row_of(metric)
    methods = [m for m in methods_for(metric, profile) if m.name in ("hypothesis", "sampling")]
    cells = list(decide_cells(row, methods))
    if any(cell.evidence.witness for cell in cells) and Siblings:  # what settles one cell is tried on the others
        settled, searched = settled_and_searched(cells)
        cells += decide_cells(row_of(metric), [Siblings(settled, searched)])
    for cell in cells:
        witness = cell.evidence.witness
        if witness is not None and cell.evidence.verdict == "refuted":
            print(json.dumps([*cell.key, witness.n]))
    print(metric.name, file=sys.stderr, flush=True)
"""

CellId = tuple[str, str, str, str]
"""Metric, axiom, arguments and space of a cell."""


def drawn(how: str, source: Path, asked: Iterable[CellId]) -> tuple[dict[CellId, int], float]:
    """The size at which drawing alone refutes each cell that it refutes, and the seconds."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", DRAWING, how],
        env={**os.environ, "PYTHONPATH": str(source)},
        input=json.dumps([cell[:3] for cell in asked]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = map(json.loads, done.stdout.splitlines())
    return {tuple(line[:4]): line[4] for line in lines}, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--beside", type=Path, help="the folder with the package of a version that has sampling")
    asked = parser.parse_args()
    load_catalogue()
    report = json_reports.read_matrix(HERE.parent / "reports" / "compliance.json")
    refuted = {  # at the size of the witness; what only follows from other cells has none
        tuple(map(str, c.key)): c.evidence.witness.n
        for c in report.cells
        if c.evidence.verdict == "refuted" and c.evidence.witness is not None
    }
    own = HERE.parent / "src"
    ways: dict[str, tuple[str, Path]] = {"hypothesis": ("targets", own), "plain @given": ("plain", own)}
    if asked.beside:
        ways["sampling, before"] = ("sampling", asked.beside)
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(ways, pool.map(lambda way: drawn(*way, refuted), ways.values()), strict=True))
    text = "\n".join(page(refuted, results))
    (HERE / "hypothesis.md").write_text(text + "\n", encoding="utf-8")
    print(text)


def page(refuted: Mapping[CellId, int], results: Mapping[str, tuple[Mapping[CellId, int], float]]) -> list[str]:
    group_of = {cell: REGISTRY.axiom(cell[1]).group for cell in refuted}
    cells, rows = Counter(group_of.values()), []
    for group in [*dict.fromkeys(group_of.values()), "all"]:
        inside = [cell for cell in refuted if group in (group_of[cell], "all")]
        row: list[object] = [group, len(inside)]
        for found, _ in results.values():
            sizes = [(found.get(cell), refuted[cell]) for cell in inside]
            hits = [(n, least) for n, least in sizes if n is not None]
            row += [len(hits), sum(n <= least for n, least in hits)]
        rows.append(row)
    assert sum(cells.values()) == len(refuted)
    head = ["axioms", "refuted", *(text for name in results for text in (name, "at the smallest n"))]
    found, _ = results["hypothesis"]
    missed = sorted(cell for cell in refuted if found.get(cell) is None)
    return [
        "# Hypothesis alone",
        "",
        "Of the cells that the whole engine refutes in the committed report, those that drawing alone refutes, and how many",
        "of these at a size no larger. `hypothesis` is `check --method hypothesis --no-pins` in the default profile; `plain",
        "@given` draws from the same strategies, without targets and linear programs. "
        f"Python {platform.python_version()}.",
        "Regenerate with `python benchmarks/hypothesis_alone.py`.",
        "",
        tabulate(rows, head, tablefmt="github"),
        "",
        "Seconds in one process, two at a time: "
        + ", ".join(f"{name} {seconds:.0f}" for name, (_, seconds) in results.items())
        + ".",
        "",
        f"Missed by `hypothesis`: {len(missed)}.",
        "",
        *(
            f"- {metric}: {axiom}{f' ({arguments})' if arguments else ''}, {space}, n = {refuted[cell]}"
            for cell in missed
            for metric, axiom, arguments, space in (cell,)
        ),
    ]


if __name__ == "__main__":
    main()
