"""Rank agreement: how often two metrics order two instances differently, and the smallest such two."""

from __future__ import annotations

import numpy as np

from .answer import Agreement
from .joint import Joint, Numbers

CELLS = 1_000_000
"""The largest table that is summed as a whole."""


def agreement(j: Joint, direction: int) -> Agreement:
    """All pairs of instances counted; ``direction`` is -1 where a larger value of one means a smaller of the other."""
    _, x = np.unique(j.in_a, return_inverse=True)
    _, y = np.unique(j.in_b, return_inverse=True)
    y = y if direction > 0 else y.max(initial=0) - y
    n = j.compared
    tied = _pairs_within(np.bincount(x, weights=j.count)), _pairs_within(np.bincount(y, weights=j.count))
    both = _pairs_within(j.count)
    apart = _opposite(x, y, j.count)
    pairs = n * (n - 1) // 2
    only_b, only_a = tied[0] - both, tied[1] - both
    return Agreement(j.n, pairs, pairs - both - only_a - only_b - apart, apart, only_a, only_b)


def _pairs_within(counts: np.ndarray[tuple[int], np.dtype[np.int64]] | np.ndarray) -> int:
    whole = counts.astype(np.int64)
    return int((whole * (whole - 1) // 2).sum())


def _opposite(x: Numbers, y: Numbers, count: Numbers) -> int:
    """How many pairs have x greater and y smaller."""
    if not len(x):
        return 0
    rows, columns = int(x.max()) + 1, int(y.max()) + 1
    if rows * columns <= CELLS:
        table = np.zeros((rows, columns), dtype=np.int64)
        table[x, y] = count
        beyond = np.zeros_like(table)  # beyond[i, j]: how many have a greater x and a smaller y
        beyond[:-1, 1:] = table[::-1].cumsum(axis=0)[::-1][1:].cumsum(axis=1)[:, :-1]
        return int((table * beyond).sum())
    return sum(int(count[k] * count[(x > x[k]) & (y < y[k])].sum()) for k in range(len(x)))


def smallest_disagreement(j: Joint, direction: int) -> tuple[int, int] | None:
    """The first two instances that are ordered differently, the later of them as early as possible."""
    kept = np.flatnonzero((j.a.codes >= 0) & (j.b.codes >= 0))
    x, y = j.a.codes[kept], j.b.codes[kept] * direction
    for later in range(1, len(kept)):
        opposite = np.flatnonzero((np.sign(x[:later] - x[later]) * np.sign(y[:later] - y[later])) < 0)
        if len(opposite):
            return int(kept[opposite[0]]), int(kept[later])
    return None
