"""`axiomatrix check` as whole processes, without pins: prints and writes check.md.

Seconds of wall clock from a cold start and peak memory of the largest process, for the quick and the default profile,
one worker against two; and whether one worker, two workers and another run give the same bytes.
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

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 2
CASES = (("quick", 2), ("default", 1), ("default", 2))


def run(profile: str, jobs: int, out: Path) -> tuple[float, float]:
    """Seconds, and the peak resident memory in MiB of the largest process."""
    command = [sys.executable, "-m", "axiomatrix", "check", "--no-pins", "--fresh", "--profile", profile]
    start = time.perf_counter()
    with subprocess.Popen([*command, "--jobs", str(jobs), "--out", str(out)], stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def digest(directory: Path) -> str:
    total = hashlib.sha256()
    for file in sorted(directory.rglob("*")):
        if file.is_file():
            total.update(str(file.relative_to(directory)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def main() -> None:
    found: dict[tuple[str, int], list[tuple[float, float]]] = {case: [] for case in CASES}
    digests: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for k in range(RUNS):
            for profile, jobs in CASES:
                out = Path(scratch) / f"{profile}-{jobs}-{k}"
                found[profile, jobs].append(run(profile, jobs, out))
                digests.setdefault(profile, set()).add(digest(out))
    lines = [
        "# `axiomatrix check --no-pins`",
        "",
        f"Medians of {RUNS} cold run{'s' * (RUNS != 1)}, {os.cpu_count()} cores; Python {platform.python_version()}. Memory is that of the",
        "largest process, workers included. Regenerate with `python benchmarks/check.py`.",
        "",
        "| profile | workers | seconds | least | most | peak MiB |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for (profile, jobs), results in found.items():
        seconds, memory = zip(*results, strict=True)
        lines.append(
            f"| {profile} | {jobs} | {statistics.median(seconds):.1f} | {min(seconds):.1f} | {max(seconds):.1f} "
            f"| {max(memory):.0f} |"
        )
    one, two = (statistics.median(s for s, _ in found["default", jobs]) for jobs in (1, 2))
    lines += ["", f"Two workers are {one / two:.2f} times as fast as one.", ""]
    for profile, seen in digests.items():
        said = "the same bytes" if len(seen) == 1 else "DIFFERENT BYTES"
        lines.append(f"Reports of all {profile} runs: {said}.")
    text = "\n".join(lines) + "\n"
    print(text)
    (Path(__file__).parent / "check.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
