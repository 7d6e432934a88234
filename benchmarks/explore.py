"""The conjecture laboratory as whole processes: prints and writes explore.md.

Time from a cold start to the smallest n at which K_D <= F_D fails (deck reading), next to the same question put to plain
Hypothesis; exact extremes and certificates for n <= 8 with one worker and two; the independent verification of all
certificates for n <= 7; how cost grows with n.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

RUNS = 2
WORKERS = (16, 128)
HERE = Path(__file__).parent


def explore(out: Path, *options: str) -> tuple[float, float, str]:
    """Seconds, the peak of resident memory of all processes together in MiB, and what was printed."""
    command = [sys.executable, "-m", "axiomatrix", "explore", "kv7", "--no-side-by-side", "--out", str(out), *options]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    peak = 0.0

    def watch() -> None:
        nonlocal peak
        while process.poll() is None:
            peak = max(peak, _resident(process.pid))
            time.sleep(0.2)

    watcher = threading.Thread(target=watch)
    watcher.start()
    printed, _ = process.communicate()
    watcher.join()
    assert process.returncode == 0, printed
    return time.perf_counter() - start, peak, printed


def _resident(pid: int) -> float:
    """The resident memory of a process and its descendants, in MiB."""
    total = 0.0
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        total = next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0)
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += sum(_resident(int(child)) for child in (task / "children").read_text().split())
    except (OSError, ValueError):  # it has just ended
        pass
    return total


PLAIN = """
import sys
from itertools import combinations

from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st, target

N = 8


@st.composite
def cases(draw):
    n = draw(st.integers(2, N))
    sigma = draw(st.permutations(range(n)))
    d = [[0] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        d[i][j] = d[j][i] = draw(st.integers(0, 4))
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return sigma, d


@seed(int(sys.argv[1]))
@settings(max_examples=10_000, database=None, deadline=None, suppress_health_check=list(HealthCheck),
          phases=[Phase.generate, Phase.target, Phase.shrink])
@given(cases())
def conjecture(case):
    sigma, d = case
    n = len(sigma)
    kendall = sum(d[i][j] for i, j in combinations(range(n), 2) if sigma[i] > sigma[j])
    footrule = sum(
        abs(sum(d[i][j] for j in range(i)) - sum(d[i][j] for j in range(n) if sigma[j] < sigma[i])) for i in range(n)
    )
    target(float(kendall - footrule))
    assert kendall <= footrule, case


try:
    conjecture()
    print("nothing found")
except AssertionError as error:
    print(f"found at n = {len(error.args[0][0])}")
"""


def plain(seed: int) -> tuple[float, str]:
    """The same question to plain Hypothesis: seconds, and what came of it."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", PLAIN, str(seed)], capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout.strip().splitlines()[-1]


def verify(file: Path) -> float:
    """Seconds of ``axiomatrix verify`` from a cold start."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "axiomatrix", "verify", str(file)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def head(*lines: str) -> list[str]:
    """A heading with the head of a table below it."""
    return ["", f"## {lines[0]}", "", *lines[1:]]


def refutations(root: Path) -> Iterator[str]:
    """Seconds to the smallest refutation, and what plain Hypothesis says of the same question."""
    for name, options in (("deck reading", ["-r", "deck"]), ("all four readings", [])):
        found = [explore(root / f"6-{name}-{k}", "--max-n", "6", *options) for k in range(RUNS)]
        answer = json.loads((root / f"6-{name}-0" / "answer.json").read_text())
        refuted = [s["n"] for q in answer["questions"] for s in q.get("sizes", []) if s["verdict"] == "refuted"]
        seconds = statistics.median(s for s, _, _ in found)
        command = "`axiomatrix explore kv7 --max-n 6 --no-side-by-side`"
        yield f"| {command}, {name} | {seconds:.1f} | refuted at n = {min(refuted)} |"
    for seed in range(RUNS):
        seconds, outcome = plain(seed)
        yield f"| plain Hypothesis, 10,000 examples, n <= 8, seed {seed} | {seconds:.1f} | {outcome} |"


def sweeps(root: Path) -> Iterator[str]:
    """Seconds and memory of a sweep with one worker and with two, and seconds of the verification."""
    eight = {}
    for jobs in (1, 2):
        options = ("--max-n", "8", "-r", "deck", "--no-pictures", "--jobs", str(jobs))
        runs = [explore(root / f"8-{jobs}-{k}", *options) for k in range(RUNS)]
        eight[jobs] = statistics.median(s for s, _, _ in runs)
        yield f"| {jobs} | {eight[jobs]:.1f} | {max(m for _, m, _ in runs):.0f} |"
    yield from ("", f"Two workers are {eight[1] / eight[2]:.2f} times as fast as one.", "")
    explore(root / "7", "--max-n", "7", "-r", "deck", "--no-pictures")
    took = [verify(file) for file in sorted((root / "7" / "certificates").iterdir()) for _ in range(RUNS)]
    yield f"`axiomatrix verify` of all certificates for n <= 7: {statistics.median(took):.1f} s."


def growth(root: Path) -> Iterator[str]:
    """Seconds by n, of the first sweep with one worker, and how long ten items would take."""
    answer = json.loads((root / "8-1-0" / "answer.json").read_text())
    times = json.loads((root / "8-1-0" / "times.json").read_text())["deck"]
    for size in answer["questions"][0]["sizes"]:
        yield f"| {size['n']} | {size['classes']} | {times[str(size['n'])]:.2f} |"
    factor = times["8"] / times["7"]
    ten = times["8"] * factor**2 * 1.3  # each size also makes the programs larger
    yield ""
    yield (
        f"From n = 7 to n = 8 the time grows by a factor of {factor:.1f}. Carried on with 1.3 on top for the larger "
        f"programs, n = 10 would take {ten / 3600:.1f} hours of one worker: "
        + ", ".join(f"{ten / workers / 60:.0f} min with {workers}" for workers in WORKERS)
        + " (an extrapolation, not a measurement)."
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        lines = [
            "# The conjecture laboratory",
            "",
            f"Whole processes from a cold start, {os.cpu_count()} cores, Python {platform.python_version()}; memory is that "
            "of all",
            "processes of a run together. Regenerate with `python benchmarks/explore.py`.",
            *head(
                "The smallest n at which K_D <= F_D fails, deck reading", "| | seconds | outcome |", "|---|---:|---|"
            ),
            *refutations(root),
            *head(
                "Exact extremes and verified certificates of every class, deck reading, n <= 8",
                "| workers | seconds | peak MiB |",
                "|---:|---:|---:|",
            ),
            *sweeps(root),
            *head("How cost grows with n, deck reading, one worker", "| n | classes | seconds |", "|---:|---:|---:|"),
            *growth(root),
        ]
    text = "\n".join(lines) + "\n"
    print(text)
    (HERE / "explore.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
