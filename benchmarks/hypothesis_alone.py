"""What the method ``hypothesis`` finds alone of what the whole engine refutes: prints and writes hypothesis.md.

    python benchmarks/hypothesis_alone.py [--beside OTHER/src]

Each row of the catalogue is searched by drawing alone, in its default budget and without pinned witnesses: as
``check --method hypothesis`` does; by plain ``@given`` with the same strategies, but without targets and programs; and
with ``--beside`` by the method ``sampling`` of an earlier version. What counts as refuted, and at which size, is the
committed report. Takes some minutes.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tabulate import tabulate

from axiomatrix import REGISTRY
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.report.matrix import data

HERE = Path(__file__).resolve().parent
DRAWING = """
import json, sys
from dataclasses import replace
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.ladder import decided, methods_for
from axiomatrix.engine.row import row_work
from axiomatrix.methods.profile import PROFILES

registry, profile = load_catalogue(), PROFILES["default"]
if sys.argv[1] == "plain":
    profile = replace(profile, climbs=0)
for metric in registry.metrics.values():
    methods = [m for m in methods_for(metric, profile) if m.name in ("hypothesis", "sampling")]
    for cell in decided(row_work(metric, registry, 0), methods):
        witness = cell.evidence.witness
        n = witness.n if witness is not None and cell.evidence.verdict == "refuted" else None
        arguments = {name: str(value) for name, value in cell.arguments.items()}
        print(json.dumps([metric.name, cell.axiom, arguments, str(cell.space), n]))
"""

CellId = tuple[str, str, str, str]
"""Metric, axiom, arguments and space of a cell."""


def cell_id(metric: str, axiom: str, arguments: dict[str, object], space: str) -> CellId:
    return metric, axiom, ", ".join(f"{name} = {value}" for name, value in sorted(arguments.items())), space


def drawn(how: str, source: Path) -> tuple[dict[CellId, int | None], float]:
    """The size at which drawing alone refutes each cell, None where it does not, and the seconds."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", DRAWING, how], env=environment, capture_output=True, text=True, check=True
    )
    lines = map(json.loads, done.stdout.splitlines())
    return {cell_id(*line[:4]): line[4] for line in lines}, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--beside", type=Path, help="the folder with the package of a version that has sampling")
    asked = parser.parse_args()
    load_catalogue()
    report = data.read(HERE.parent / "reports" / "compliance.json")
    refuted = {  # at the size of the witness; what only follows from other cells has none
        cell_id(c.metric, c.axiom, dict(c.arguments), str(c.space)): c.evidence.witness.n
        for c in report.cells
        if c.evidence.verdict == "refuted" and c.evidence.witness is not None
    }
    own = HERE.parent / "src"
    ways = {"hypothesis": ("targets", own), "plain @given": ("plain", own)}
    if asked.beside:
        ways["sampling, before"] = ("sampling", asked.beside)
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(ways, pool.map(lambda way: drawn(*way), ways.values()), strict=True))
    text = "\n".join(page(refuted, results))
    (HERE / "hypothesis.md").write_text(text + "\n", encoding="utf-8")
    print(text)


def page(refuted: dict[CellId, int], results: dict[str, tuple[dict[CellId, int | None], float]]) -> list[str]:
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
            f"- {metric}: {axiom}{f' ({arguments})' if arguments else ''}, {space}, n = {refuted[metric, axiom, arguments, space]}"
            for metric, axiom, arguments, space in missed
        ),
    ]


if __name__ == "__main__":
    main()
