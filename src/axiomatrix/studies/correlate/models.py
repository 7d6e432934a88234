"""Pairs by a model: a ranking and draws by Mallows' model (few inversions) or by Plackett and Luce's (by worths)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernels import Sigma
from .populations import Population, positions_of

SMALLEST = 1e-300
"""What is divided by a smaller worth may be infinite."""


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
    orders = drawn(zipf(n, exponent), count, np.random.default_rng(seed))
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
    if not (exponent >= 0 and worths[-1] > SMALLEST):
        raise ValueError(f"exponent: {exponent}; it must be 0 or more, and {n}^-exponent above {SMALLEST}")
    return worths


def drawn(worths: NDArray[np.float64], count: int, generator: np.random.Generator) -> NDArray[np.intp]:
    """Orders of the items 0..n-1, one a row: items whose exponential clocks of these rates ring one after the other."""
    return np.argsort(generator.standard_exponential((count, len(worths))) / worths, axis=1, kind="stable")
