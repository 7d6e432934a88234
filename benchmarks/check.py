"""`axiomatrix check` as whole processes: prints and writes check.md.

Seconds of wall clock and peak memory of the largest process: the whole catalogue from a cold start, and again from the
store; and a metric of one's own on a terminal, until the first refutation is on
the screen and until the end. With ``--beside SRC`` another version is measured in the same run: the folder that has
its package ``axiomatrix``, of a checkout of an earlier commit, say.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import pty
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

SRC = Path(__file__).parents[1] / "src"
CATALOGUE = ("--no-pins",)
OWN = """from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("my-kendall", parameters={"w": spaces.element_weights()},
        holds=[axioms.triangle_inequality, axioms.right_invariance,
               axioms.scale_free("w", degree=1), axioms.generalizes("kendall", w=1)],
        source="Me 2026, eq. 3")
def my_kendall(a, b, w):
    \"\"\"d(a, b) = sum over inverted pairs {x, y} of w_x w_y\"\"\"
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
"""
"""The README's."""

Found = dict[str, list[tuple[float, float]]]
"""Of each thing that is measured, seconds and MiB of each run."""


class Version:
    """A version of the program, with a store of its own."""

    def __init__(self, src: Path, scratch: Path) -> None:
        scratch.mkdir()
        self.scratch = scratch
        self.src = Path(shutil.copytree(src, scratch / "src", ignore=shutil.ignore_patterns("__pycache__")))
        there = (self.src / "axiomatrix/__main__.py").exists()
        self.program = ["-m", "axiomatrix"] if there else ["-c", "from axiomatrix.cli import main; main()"]
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(self.src),
            "AXIOMATRIX_CACHE": str(scratch / "cache"),
            "PYTHONPYCACHEPREFIX": str(scratch / "compiled"),
            "PYTHONDONTWRITEBYTECODE": "",  # each of the many processes would compile the package anew
        }
        self.found: Found = defaultdict(list)
        subprocess.run([sys.executable, *self.program, "--version"], env=self.environment, check=True)

    def check(self, what: str, *options: str) -> str:
        """Run a check; a digest of its reports."""
        out = self.scratch / "reports"
        shutil.rmtree(out, ignore_errors=True)
        command = [sys.executable, *self.program, "check", *options, "--out", str(out)]
        start = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment) as p:
            _, status, usage = os.wait4(p.pid, 0)
            p.returncode = os.waitstatus_to_exitcode(status)
        assert p.returncode == 0, p.returncode
        self.found[what].append((time.perf_counter() - start, usage.ru_maxrss / 1024))
        return digest(out)

    def own(self) -> None:
        """Check the metric of one's own on a terminal; what is seen of it, and when."""
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        (folder / "my_metrics.py").write_text(OWN, encoding="utf-8")
        start = time.perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            environment = {**self.environment, "AXIOMATRIX_CACHE": str(folder / "cache")}
            os.execve(sys.executable, [sys.executable, *self.program, "check", "my_metrics.py"], environment)
        shown, first = b"", 0.0
        while True:
            try:
                shown += os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not first and b"scale-free" in shown:
                first = time.perf_counter() - start
        _, _, usage = os.wait4(pid, 0)
        self.found["a metric of one's own: first refutation"].append((first, 0))
        self.found["a metric of one's own: all"].append((time.perf_counter() - start, usage.ru_maxrss / 1024))


def digest(directory: Path) -> str:
    total = hashlib.sha256()
    for file in sorted(directory.rglob("*")):
        if file.is_file():
            total.update(str(file.relative_to(directory)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def line(what: str, here: list[tuple[float, float]], there: list[tuple[float, float]]) -> str:
    seconds, memory = zip(*here, strict=True)
    middle = statistics.median(seconds)
    most = f"{max(memory):.0f}" if max(memory) else ""  # it is that of whole processes
    text = f"| {what} | {middle:.1f} | {min(seconds):.1f} | {max(seconds):.1f} | {most} |"
    if not there:
        return text + " | |"
    other = statistics.median(second for second, _ in there)
    return text + f" {other:.1f} | {middle / other:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=1, help="how often the catalogue is checked; one's own metric 3 x")
    parser.add_argument("--beside", type=Path, help="the folder with the package of another version")
    asked = parser.parse_args()
    same: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as scratch:
        new = Version(SRC, Path(scratch) / "new")
        other = Version(asked.beside, Path(scratch) / "other") if asked.beside else None
        for _ in range(asked.runs):
            fresh = (*CATALOGUE, "--fresh")
            same["quick"].add(new.check("catalogue, quick", *fresh, "--profile", "quick"))
            same["default"].add(new.check("catalogue, one worker", *fresh, "--jobs", "1"))
            same["default"].add(new.check("catalogue", *fresh))
            if other:
                other.check("catalogue, one worker", *CATALOGUE, "--jobs", "1")  # once: it may remember the rest
            for version in filter(None, (new, other)):
                for _ in range(3):
                    version.own()
        new.check("catalogue from the store", *CATALOGUE)
    beside: Found = other.found if other else {}
    lines = [
        "# `axiomatrix check`",
        "",
        f"Seconds (median, least, most) of {asked.runs} run{'s' * (asked.runs != 1)} of the catalogue and three of a "
        f"metric of one's own a run; {os.cpu_count()} cores;",
        f"Python {platform.python_version()}. Memory is that of the largest process, workers included. Regenerate with "
        "`python benchmarks/check.py`.",
        "",
        "| what | seconds | least | most | peak MiB | the other version | ratio |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *(line(what, here, beside.get(what, [])) for what, here in new.found.items()),
        "",
    ]
    lines += [
        f"Reports of all {what} runs: {'the same' if len(s) == 1 else 'DIFFERENT'} bytes." for what, s in same.items()
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    (Path(__file__).parent / "check.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
