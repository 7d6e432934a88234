"""`axiomatrix check --library` as whole processes: prints and writes libraries.md.

Seconds of wall clock from a cold start: scipy and scikit-learn with one worker and with two, and all libraries that are
installed; and whether one worker and two, and another run, give the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from axiomatrix.libraries import LIBRARIES, installed_library_ids

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 2
TWO = ("scipy", "sklearn")
CASES = ((TWO, 1), (TWO, 2), (("all",), 2))


def run(libraries: tuple[str, ...], jobs: int, out: Path) -> float:
    """Seconds of one run."""
    command = [sys.executable, "-m", "axiomatrix", "check", "--fail-on", "never", "--jobs", str(jobs)]
    command += [part for library in libraries for part in ("--library", library)]
    start = time.perf_counter()
    done = subprocess.run([*command, "--out", str(out)], stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 3), done.returncode
    return time.perf_counter() - start


def main() -> None:
    found: dict[tuple[tuple[str, ...], int], list[float]] = {case: [] for case in CASES}
    digests: dict[tuple[str, ...], set[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for k in range(RUNS):
            for libraries, jobs in CASES:
                out = Path(scratch) / f"{'-'.join(libraries)}-{jobs}-{k}"
                found[libraries, jobs].append(run(libraries, jobs, out))
                written = (out / "libraries.json").read_bytes()
                digests.setdefault(libraries, set()).add(hashlib.sha256(written).hexdigest())
    versions = ", ".join(f"{id} {LIBRARIES[id].version}" for id in installed_library_ids(["all"]))
    lines = [
        "# `axiomatrix check --library`",
        "",
        f"Medians of {RUNS} cold run{'s' * (RUNS != 1)}, {os.cpu_count()} cores; Python {platform.python_version()};",
        f"{versions}. Regenerate with `python benchmarks/libraries.py`.",
        "",
        "| libraries | workers | seconds | least | most |",
        "|---|---:|---:|---:|---:|",
    ]
    for (libraries, jobs), seconds in found.items():
        spread = f"{statistics.median(seconds):.1f} | {min(seconds):.1f} | {max(seconds):.1f}"
        lines.append(f"| {' and '.join(libraries)} | {jobs} | {spread} |")
    one, two = (statistics.median(found[TWO, jobs]) for jobs in (1, 2))
    lines += ["", f"Two workers are {one / two:.2f} times as fast as one.", ""]
    for libraries, seen in digests.items():
        words = "the same bytes" if len(seen) == 1 else "DIFFERENT BYTES"
        lines.append(f"Reports of all runs of {' and '.join(libraries)}: {words}.")
    text = "\n".join(lines) + "\n"
    print(text)
    (Path(__file__).parent / "libraries.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
