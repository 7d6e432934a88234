"""Populations of pairs of rankings: all pairs of one size, or a ranking and draws by a model.

The models are Mallows' (few inversions) and Plackett and Luce's (by worths).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...values.rankings import Item, Ranking
from .kernels import Sigma

SMALLEST_WORTH = 1e-300
"""What is divided by a smaller worth may be infinite."""
NAMES = ("clicks", "exhaustive", "mallows", "plackett-luce")


@dataclass(frozen=True)
class Population:
    """Pairs of rankings of n items each."""

    name: str
    n: int
    sigma: Sigma
    """Shape (n, pairs), from 0: where what stands at position i of the first ranking stands in the second."""
    sentences: tuple[str, ...]
    """What the pairs are and what is assumed, a sentence each."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    orders: Sequence[tuple[Sequence[Item], Sequence[Item]]] | None = None
    """The pairs as orders, best first; without them the first ranking is 1, 2, ..., n."""
    lines: Sequence[int] | None = None
    """The line of the user's file that each pair comes from."""

    @property
    def count(self) -> int:
        """The number of pairs."""
        return int(self.sigma.shape[1])

    def pair(self, k: int) -> tuple[Ranking, Ranking]:
        """The k-th pair, from 0."""
        if self.orders is None:
            return Ranking.identity(self.n), Ranking.from_positions([int(p) + 1 for p in self.sigma[:, k]])
        return Ranking.from_order(self.orders[k][0]), Ranking.from_order(self.orders[k][1])

    def first(self, count: int) -> Population:
        """The first pairs alone."""
        return replace(
            self,
            sigma=self.sigma[:, :count],
            orders=self.orders and self.orders[:count],
            lines=self.lines and self.lines[:count],
        )


def all_permutations(n: int) -> Sigma:
    """All permutations of 0..n-1 in lexicographic order, shape (n, n!)."""
    sigma = np.zeros((0, 1), dtype=np.int8)
    for size in range(1, n + 1):
        before, sigma = sigma, np.empty((size, sigma.shape[1] * size), dtype=np.int8)
        width = before.shape[1]
        for head in range(size):
            sigma[0, head * width : (head + 1) * width] = head
            sigma[1:, head * width : (head + 1) * width] = before + (before >= head)
    return sigma


def all_sigma(n: int) -> Population:
    """All pairs of rankings of n items up to renaming, for metrics that names do not matter to."""
    sentences = (
        f"All {n}! permutations of {n} items: every pair of rankings once, up to renaming the items, which changes "
        "neither metric.",
    )
    return Population("exhaustive", n, all_permutations(n), sentences, {"n": n})


def all_pairs(n: int) -> Population:
    """All pairs of rankings of n items."""
    items = range(1, n + 1)
    orders = [(a, b) for a in permutations(items) for b in permutations(items)]
    sentences = (f"All pairs of rankings of {n} items, whatever the items are called.",)
    return Population("exhaustive", n, of_orders(orders), sentences, {"n": n}, orders)


def of_orders(pairs: Iterable[tuple[Sequence[Item], Sequence[Item]]]) -> Sigma:
    """Pairs of orders as sigma: where the items of the first, in turn, stand in the second; shape (n, pairs)."""
    places = (({item: k for k, item in enumerate(b)}, a) for a, b in pairs)
    return np.ascontiguousarray(np.array([[stands[item] for item in a] for stands, a in places], dtype=np.int8).T)


def positions_of(orders: NDArray[Any]) -> Sigma:
    """The positions of 0..n-1 in each row of an array of orders, as sigma: shape (n, pairs)."""
    return np.ascontiguousarray(np.argsort(orders, axis=1, kind="stable").T.astype(np.int8))


# --- by a model ------------------------------------------------------------------------------------------------


def mallows(n: int, count: int, dispersion: float, seed: int) -> Population:
    """P(sigma) = dispersion^K(sigma) / Z, Z the sum of dispersion^K over all permutations

    Mallows 1957. ``dispersion`` is above 0 and at most 1, where all permutations are equally likely. Drawn by repeated
    insertion (Doignon, Pekec and Regenwetter 2004): the i-th item goes d places before the end with probability
    proportional to dispersion^d. Raises ``ValueError`` for any other dispersion.
    """
    if not 0 < dispersion <= 1:
        raise ValueError(f"dispersion: {dispersion}; it must be above 0 and at most 1")
    sentences = (
        f"{count:,} draws by Mallows' model with dispersion {dispersion:g}: the first ranking is the centre, the "
        f"second has probability proportional to {dispersion:g} to the number of inversions.",
    )
    settings = {"n": n, "count": count, "dispersion": dispersion, "seed": seed}
    return Population("mallows", n, _inserted(n, count, dispersion, np.random.default_rng(seed)), sentences, settings)


def _inserted(n: int, count: int, dispersion: float, generator: np.random.Generator) -> Sigma:
    sigma = np.zeros((n, count), dtype=np.int8)
    for i in range(1, n):
        chances = np.cumsum(dispersion ** np.arange(i + 1))
        back = np.searchsorted(chances / chances[-1], generator.random(count), side="right")
        place = i - np.minimum(back, i)
        sigma[:i] += sigma[:i] >= place
        sigma[i] = place
    return sigma


def plackett_luce(n: int, count: int, exponent: float, seed: int) -> Population:
    """P(order) = product over i of v_(i-th item) / sum of the v of the items that are left, v_k = k^-exponent

    Luce 1959, Plackett 1975, with Zipf worths. Raises ``ValueError`` as :func:`zipf` does.
    """
    orders = drawn_orders(zipf(n, exponent), count, np.random.default_rng(seed))
    sentences = (
        f"{count:,} draws by the Plackett-Luce model with worths 1/k^{exponent:g}: the first ranking is that of the "
        "worths, the second picks item after item with probability proportional to the worth.",
    )
    settings = {"n": n, "count": count, "exponent": exponent, "seed": seed}
    return Population("plackett-luce", n, positions_of(orders), sentences, settings)


def zipf(n: int, exponent: float) -> NDArray[np.float64]:
    """k^-exponent for k = 1..n. Raises ``ValueError`` for a negative exponent, and for one too large for floats."""
    with np.errstate(over="ignore"):
        worths = 1.0 / np.arange(1, n + 1, dtype=np.float64) ** exponent
    if not (exponent >= 0 and worths[-1] > SMALLEST_WORTH):
        raise ValueError(f"exponent: {exponent}; it must be 0 or more, and {n}^-exponent above {SMALLEST_WORTH}")
    return worths


def drawn_orders(worths: NDArray[np.float64], count: int, generator: np.random.Generator) -> NDArray[np.intp]:
    """Orders of the items 0..n-1, one a row: items whose exponential clocks of these rates ring one after the other."""
    return np.argsort(generator.standard_exponential((count, len(worths))) / worths, axis=1, kind="stable")
