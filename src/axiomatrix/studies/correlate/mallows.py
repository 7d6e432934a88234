"""Pairs by Mallows' model: a ranking and a draw that is the less likely the more inversions it has."""

from __future__ import annotations

import numpy as np

from .kernels import Sigma
from .populations import Population


def mallows(n: int, count: int, dispersion: float, seed: int) -> Population:
    """P(sigma) = dispersion^K(sigma) / Z, Z the sum of dispersion^K over all permutations

    Mallows 1957. ``dispersion`` is above 0 and at most 1, where all permutations are equally likely. Drawn by repeated
    insertion (Doignon, Pekec and Regenwetter 2004): the i-th item goes d places before the end with probability
    proportional to dispersion^d. Raises ``ValueError`` for any other dispersion.
    """
    if not 0 < dispersion <= 1:
        raise ValueError(f"dispersion: {dispersion}; it must be above 0 and at most 1")
    says = (
        f"{count:,} draws by Mallows' model with dispersion {dispersion:g}: the first ranking is the centre, the "
        f"second has probability proportional to {dispersion:g} to the number of inversions.",
    )
    settings = {"n": n, "count": count, "dispersion": dispersion, "seed": seed}
    return Population("mallows", n, _drawn(n, count, dispersion, np.random.default_rng(seed)), says, settings)


def _drawn(n: int, count: int, dispersion: float, generator: np.random.Generator) -> Sigma:
    sigma = np.zeros((n, count), dtype=np.int8)
    for i in range(1, n):
        chances = np.cumsum(dispersion ** np.arange(i + 1))
        back = np.searchsorted(chances / chances[-1], generator.random(count), side="right")
        place = i - np.minimum(back, i)
        sigma[:i] += sigma[:i] >= place
        sigma[i] = place
    return sigma
