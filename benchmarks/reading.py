"""How long reports/compliance.json takes to read, with everything that is checked of it, here and in another version.

    python benchmarks/reading.py OTHER/src

Both versions read the file in turns, each turn in a process of its own that reads it several times; what counts is
the processor's time. Prints the medians and their ratio.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
REPORT = HERE.parent / "reports" / "compliance.json"
TURNS = 5
READER = """
import sys, time
from pathlib import Path
from axiomatrix.catalogue import load_catalogue
from axiomatrix.report.json_reports import read_matrix
load_catalogue()
for _ in range(4):
    begun = time.process_time()
    matrix = read_matrix(Path(sys.argv[1]))
    print(time.process_time() - begun)
    del matrix
"""


def seconds(source: Path) -> list[float]:
    """Of one turn, by the version whose package is in that folder."""
    found = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", READER, str(REPORT)], env=found, capture_output=True, text=True, check=True
    )
    return list(map(float, done.stdout.split()))


def main() -> None:
    """Read in turns, and compare."""
    sources = {"this version": HERE.parent / "src", "the other": Path(sys.argv[1]).resolve()}
    times: dict[str, list[float]] = {name: [] for name in sources}
    for _ in range(TURNS):
        for name, source in sources.items():
            times[name] += seconds(source)
    for name, found in times.items():
        print(f"{name}: {median(found):.3f} s (fastest {min(found):.3f} s)")
    here, other = (median(found) for found in times.values())
    print(f"ratio: {other / here:.2f}")


if __name__ == "__main__":
    main()
