"""`axiomatrix relate` over all pairs as whole processes: prints and writes relate.md.

Seconds of wall clock from a cold start and peak memory of the largest process, one worker against two, and whether
the reports are the same bytes; beside it the same pairs compared naively (each pair evaluated anew, every two
instances looked at in a loop), on a sample of pairs, scaled up.
"""

from __future__ import annotations

import hashlib
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from axiomatrix import REGISTRY
from axiomatrix.studies.relate.columns import evaluate_column
from axiomatrix.studies.relate.defaults import cut_of
from axiomatrix.studies.relate.domains import domain_sizes
from axiomatrix.studies.relate.run import all_pairs

RUNS = 2
JOBS = (1, 2)
SAMPLE = 12
LARGEST_NAIVE = 400
"""The most instances of one size that the naive way is given: its loops are quadratic."""


def run(jobs: int, out: Path) -> tuple[float, float]:
    """Seconds, and the peak resident memory in MiB of the largest process."""
    command = [sys.executable, "-m", "axiomatrix", "relate", "--jobs", str(jobs), "--out", str(out)]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def naive(pairs: list) -> float:
    """Seconds for one pair, the mean over a sample: evaluate both, then compare every two instances exactly."""
    start = time.perf_counter()
    for pair in pairs:
        a, b = (evaluate_column(m, pair.domain, cut_of(m, pair.cut), REGISTRY) for m in (pair.a, pair.b))
        for x, y, size in zip(a.sizes, b.sizes, domain_sizes(pair.domain), strict=True):
            if len(size.instances) > LARGEST_NAIVE:
                continue
            values = [
                (x.values[i], y.values[j])
                for i, j in zip(x.value_indices, y.value_indices, strict=True)
                if i >= 0 and j >= 0
            ]
            sum((p > u) != (q > v) for k, (p, q) in enumerate(values) for u, v in values[:k])
    return (time.perf_counter() - start) / len(pairs)


def digest(directory: Path) -> str:
    total = hashlib.sha256()
    for file in sorted(directory.iterdir()):
        total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def main() -> None:
    found: dict[int, list[tuple[float, float]]] = {jobs: [] for jobs in JOBS}
    digests: set[str] = set()
    with tempfile.TemporaryDirectory() as scratch:
        for k in range(RUNS):
            for jobs in JOBS:
                out = Path(scratch) / f"{jobs}-{k}"
                found[jobs].append(run(jobs, out))
                digests.add(digest(out))
        size = sum(file.stat().st_size for file in out.iterdir()) / 1e6
    pairs = all_pairs(list(REGISTRY.metrics.values()))
    one = naive(random.Random(0).sample(pairs, SAMPLE))
    lines = [
        "# `axiomatrix relate`",
        "",
        f"{len(REGISTRY.metrics)} metrics, {len(pairs):,} pairs. Medians of {RUNS} cold runs, {os.cpu_count()} cores; "
        f"Python {platform.python_version()}. Memory is that of the",
        "largest process, workers included. Regenerate with `python benchmarks/relate.py`.",
        "",
        "| workers | seconds | least | most | peak MiB |",
        "|---:|---:|---:|---:|---:|",
    ]
    for jobs, results in found.items():
        seconds, memory = zip(*results, strict=True)
        lines.append(
            f"| {jobs} | {statistics.median(seconds):.1f} | {min(seconds):.1f} | {max(seconds):.1f} | {max(memory):.0f} |"
        )
    lines += [
        "",
        f"Reports of all runs: {'the same bytes' if len(digests) == 1 else 'DIFFERENT BYTES'}, {size:.1f} MB together.",
        "",
        f"Naively, evaluating each pair anew and looking at every two of at most {LARGEST_NAIVE} instances in a loop, a "
        f"pair takes {one:.2f} s (mean of {SAMPLE} drawn",
        f"pairs, one process): all of them would take {one * len(pairs) / 60:.0f} minutes, and would not yet have the larger sizes.",
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    (Path(__file__).parent / "relate.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
