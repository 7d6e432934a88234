"""Array kernels against exact definitions on pairs of 10 items: prints and writes correlate.md.

Each time is the median of 5 runs in one process. The definitions run on as many pairs as take about a second.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from axiomatrix import REGISTRY, Ranking
from axiomatrix.evidence.instance import Definitions
from axiomatrix.studies.correlate.kernels import KERNELS
from axiomatrix.values.parameters import PositionWeights

RUNS, N, PAIRS, ONE_BY_ONE = 5, 10, 80_000, 400
METRICS = ("kendall", "footrule", "kendall-position[one]", "footrule-position[one]")
HERE = Path(__file__).parent


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """The median of RUNS; of processor time, all of it in one thread, unless another clock is given."""
    taken = []
    for _ in range(RUNS):
        start = clock()
        work()
        taken.append(clock() - start)
    return statistics.median(taken)


def main() -> None:
    sigma = np.argsort(np.random.default_rng(0).random((N, PAIRS)), axis=0).astype(np.int8)
    definitions = Definitions(REGISTRY)
    table, together = [], {}
    for weights, delta in (("unit", PositionWeights.unit(N)), ("dcg", PositionWeights.dcg(N))):
        together[weights] = seconds(lambda d=delta: [KERNELS[m](sigma, given(m, d)) for m in METRICS])
        for name in METRICS if weights == "unit" else METRICS[2:]:
            metric, parameters = REGISTRY.metric(name), given(name, delta)
            fast = seconds(lambda name=name, p=parameters: KERNELS[name](sigma, p)) / PAIRS
            pairs = [fresh(column) for column in sigma.T[: ONE_BY_ONE * RUNS]]

            def slow(
                metric=metric, parameters=parameters, pairs=pairs
            ) -> None:  # rankings remember their pairs: new ones
                for a, b in [pairs.pop() for _ in range(ONE_BY_ONE)]:
                    definitions.value(metric, a, b, parameters)

            exact = seconds(slow) / ONE_BY_ONE
            table.append(f"| `{name}` | {weights} | {fast * 1e6:.3f} | {exact * 1e6:,.0f} | {exact / fast:,.0f} |")
    lines = [
        "# Correlation: array kernels against exact definitions",
        "",
        f"Pairs of rankings of {N} items, processor time, median of {RUNS}, {os.cpu_count()} cores, Python {platform.python_version()},",
        f"numpy {np.__version__}. Regenerate with `python benchmarks/correlate.py`.",
        "",
        "| metric | weights | kernel, microseconds a pair | definition, microseconds a pair | ratio |",
        "|---|---|---:|---:|---:|",
        *table,
        "",
        f"K, F, K_delta and F_delta of {PAIRS:,} pairs together: {together['unit']:.2f} s with unit weights, "
        f"{together['dcg']:.2f} s with DCG weights.",
        "",
        f"`axiomatrix correlate footrule-position kendall-position --weights dcg` from a cold start, picture and all: "
        f"{seconds(command, time.perf_counter):.1f} s.",
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    (HERE / "correlate.md").write_text(text, encoding="utf-8")


def given(name: str, delta: PositionWeights) -> dict[str, PositionWeights]:
    return {"delta": delta} if "delta" in REGISTRY.metric(name).parameters else {}


def fresh(column: np.ndarray) -> tuple[Ranking, Ranking]:
    return Ranking.identity(N), Ranking.from_positions([int(p) + 1 for p in column])


def command() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        call = ("correlate", "footrule-position", "kendall-position", "--weights", "dcg", "--out", scratch)
        subprocess.run([sys.executable, "-m", "axiomatrix", *call], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
