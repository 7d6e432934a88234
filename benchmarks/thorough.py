"""What `axiomatrix check --profile thorough` adds to the default profile: prints and writes thorough.md.

The whole catalogue is checked once as a whole process, and its report compared with the committed one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

COMMITTED = Path(__file__).parents[1] / "reports/compliance.json"
COMMAND = ("check", "--fresh", "--no-pins", "--profile", "thorough")
WHOLE = ("linear", "symbolic")
"""The methods that decide all parameters at once."""
Cell = dict[str, Any]


def cells(report: Path) -> dict[tuple[str, str], Cell]:
    """The evidence of each cell, by metric and statement."""
    made = {}
    for cell in json.loads(report.read_text(encoding="utf-8"))["cells"]:
        made[cell["metric"], f"{cell['axiom']} {cell.get('arguments', '')}"] = cell["evidence"]
    return made


def largest(evidence: Cell, *methods: str) -> int:
    """Up to which size these methods went."""
    return max((r["largest"] for r in evidence.get("reach", ()) if r["method"] in methods), default=0)


def cases(evidence: Cell) -> int:
    """How many cases were decided."""
    return sum(r["cases"] for r in evidence.get("reach", ()))


def table(before: dict[tuple[str, str], Cell], after: dict[tuple[str, str], Cell], seconds: float) -> Iterator[str]:
    """What became of the cells that the default profile leaves to a search, and what else is other."""
    assert before.keys() == after.keys(), "the reports are of two catalogues"
    pairs = [(before[key], after[key]) for key in before]
    verdicts = Counter((old["verdict"], new["verdict"]) for old, new in pairs if old["verdict"] != new["verdict"])
    left = [(old, new) for old, new in pairs if old["verdict"] in ("searched", "exhausted")]
    values = [(old, new) for old, new in pairs if "extreme" in old and "extreme" in new]
    yield from ("# `axiomatrix check --profile thorough`", "")
    yield f"The whole catalogue, cold: {seconds:.0f} s on {os.cpu_count()} cores, Python {platform.python_version()}."
    yield "Compared with the committed report of the default profile, cell by cell. Regenerate with"
    yield from ("`python benchmarks/thorough.py`.", "", "| what thorough adds | cells |", "|---|---:|")
    yield f"| cells, not applicable ones included | {len(pairs):,} |"
    yield f"| searched or exhausted by the default profile | {len(left):,} |"
    for what, methods in (("enumerated", ("enumeration",)), ("sampled", ("hypothesis",))):
        further = sum(largest(new, *methods) > largest(old, *methods) for old, new in left)
        yield f"| of these {what} to larger sizes | {further:,} |"
    yield f"| of these of more cases decided | {sum(cases(new) > cases(old) for old, new in left):,} |"
    ratios = [Fraction(cases(new), cases(old)) for old, new in left if cases(old)]
    yield f"| their cases, times as many (median) | {float(statistics.median(ratios)):.1f} |"
    certified = sum(largest(new, *WHOLE) > largest(old, *WHOLE) for old, new in pairs)
    yield f"| certified to larger sizes | {certified:,} |"
    better = sum(old["extreme"]["value"] != new["extreme"]["value"] for old, new in values)
    yield f"| another best constant, of {len(values):,} | {better:,} |"
    for (old, new), count in sorted(verdicts.items()):
        yield f"| {old}, now {new} | {count:,} |"
    yield f"| another verdict | {sum(verdicts.values()):,} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--done", nargs=2, metavar=("FOLDER", "SECONDS"), help="the reports of a run that was made")
    done = parser.parse_args().done
    with tempfile.TemporaryDirectory() as scratch:
        folder, seconds = (Path(done[0]), float(done[1])) if done else (Path(scratch), 0.0)
        if not done:
            start = time.perf_counter()
            command = [sys.executable, "-m", "axiomatrix", *COMMAND, "--out", scratch]
            environment = {**os.environ, "AXIOMATRIX_CACHE": ""}
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
            seconds = time.perf_counter() - start
        text = "\n".join(table(cells(COMMITTED), cells(folder / "compliance.json"), seconds)) + "\n"
    print(text)
    (Path(__file__).parent / "thorough.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
