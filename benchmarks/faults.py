"""Runs `check` on each fault of tests/support/faults.py beside two healthy metrics; prints and writes faults.md.

    python benchmarks/faults.py [WORD]

Of each fault: what became of its own row, whether the run hung, whether a byte of the rows of the healthy metrics
changed, the exit status, seconds. With a WORD, only the faults whose name has the word are run, and their lines replace
those of the last run. Ends with status 1 if something is not as it should be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))

from faults import FAULTS, HEALTHY, HEALTHY_ROWS, NO_FAULT, OPTIONS, fate, source_with  # noqa: E402  # from the folder above

LIMIT = 90
"""Seconds after which a run is taken for hung."""
AXIOMS = ("zero-on-equal", "separation", "symmetry", "right-invariance")
COMMAND = [sys.executable, "-m", "axiomatrix", "check", "faulty.py", "healthy.py", "--jobs", "2", *OPTIONS]
COMMAND += [part for axiom in AXIOMS for part in ("-a", axiom)]
HEADS = "| fault | its own row | hung | neighbours changed | status | seconds | |\n|---|---|---|---|---:|---:|---|"
Rows = dict[str, list[dict[str, Any]]]
"""The cells of a report by metric."""


@dataclass
class Run:
    """One run of `check`."""

    status: int
    text: str
    hung: bool
    seconds: float
    rows: Rows


def run(body: str) -> Run:
    """Check a metric with this fault beside the healthy ones, in a folder of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "healthy.py").write_text(HEALTHY, encoding="utf-8")
        (folder / "faulty.py").write_text(source_with(body), encoding="utf-8")
        start, hung = time.perf_counter(), False
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen(COMMAND, cwd=folder, start_new_session=True, **pipes) as process:
            try:
                text, _ = process.communicate(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                hung = True
                os.killpg(process.pid, 9)
                text, _ = process.communicate()
        seconds, report = time.perf_counter() - start, folder / "r" / "compliance.json"
        cells: Rows = {}
        for cell in json.loads(report.read_text(encoding="utf-8"))["cells"] if report.is_file() else []:
            cells.setdefault(cell["metric"], []).append(cell)
        return Run(process.returncode, text.decode(errors="replace"), hung, seconds, cells)


def line(name: str, done: Run, honest: Rows) -> str:
    """The line of a fault in the table."""
    cells = done.rows.get("faulty", [])
    own, verdicts = fate(cells, honest["faulty"]), {cell["evidence"]["verdict"] for cell in cells} - {"not applicable"}
    changed = any(done.rows.get(row) != honest[row] for row in HEALTHY_ROWS)
    good = own in FAULTS[name][1] and not (done.hung or changed or "Traceback" in done.text)
    if not good:
        print(f"--- {name}\n{done.text[-1500:]}", file=sys.stderr)
    answers = ["yes" if found else "no" for found in (done.hung, changed)]
    own = f"{own}: {', '.join(sorted(verdicts))}"
    return f"| {name} | {own} | {' | '.join(answers)} | {done.status} | {done.seconds:.1f} | {'' if good else 'NOT GOOD'} |"


def main() -> int:
    """Run the faults, print and write the table; the exit status."""
    word, path = " ".join(sys.argv[1:]), Path(__file__).with_suffix(".md")
    before = [text for text in path.read_text(encoding="utf-8").splitlines() if word and text.startswith("| ")]
    lines = {name: text for text in before if (name := text.split(" | ")[0].removeprefix("| ")) in FAULTS}
    honest = run(NO_FAULT).rows
    chosen = [name for name in FAULTS if word in name]
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        lines |= {
            name: line(name, done, honest)
            for name, done in zip(chosen, pool.map(run, (FAULTS[n][0] for n in chosen)), strict=True)
        }
    wrong = sum("NOT GOOD" in text for text in lines.values())
    table = [
        "# Faults beside healthy metrics",
        "",
        f"{len(lines)} faults, each in a run of its own; {wrong} are not as they should be. Seconds are of the whole run.",
        "Regenerate with `python benchmarks/faults.py`.",
        "",
        HEADS,
        *(lines[name] for name in FAULTS if name in lines),
    ]
    print("\n".join(table))
    path.write_text("\n".join(table) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
