"""Pairs by the Plackett-Luce model: items in the order of their worths, and a draw by their worths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .populations import Population, positions_of


def plackett_luce(n: int, count: int, exponent: float, seed: int) -> Population:
    """P(order) = product over i of v_(i-th item) / sum of the v of the items that are left, v_k = k^-exponent

    Luce 1959, Plackett 1975, with Zipf worths. Raises ``ValueError`` for a negative exponent.
    """
    if not exponent >= 0:
        raise ValueError(f"exponent: {exponent}; it must not be negative")
    orders = drawn(zipf(n, exponent), count, np.random.default_rng(seed))
    says = (
        f"{count:,} draws by the Plackett-Luce model with worths 1/k^{exponent:g}: the first ranking is that of the "
        "worths, the second picks item after item with probability proportional to the worth.",
    )
    settings = {"n": n, "count": count, "exponent": exponent, "seed": seed}
    return Population("plackett-luce", n, positions_of(orders), says, settings)


def zipf(n: int, exponent: float) -> NDArray[np.float64]:
    """k^-exponent for k = 1..n."""
    return 1.0 / np.arange(1, n + 1, dtype=np.float64) ** exponent


def drawn(worths: NDArray[np.float64], count: int, generator: np.random.Generator) -> NDArray[np.intp]:
    """Orders of the items 0..n-1, one a row: items whose exponential clocks of these rates ring one after the other."""
    return np.argsort(generator.standard_exponential((count, len(worths))) / worths, axis=1, kind="stable")
