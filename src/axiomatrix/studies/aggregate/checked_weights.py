"""The transfer from F to K under weights: the factors that the sources imply, and those that are proved here."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from ...catalogue.proofs import PROOFS
from ...model.registry import REGISTRY
from ...numbers.exact import fraction, rational
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from .tables import NONE, CheckedClaim, tables, worst_median

VOTERS = 3


def element_weights(n: int, values: tuple[int, ...]) -> list[ElementWeights]:
    """All weights of n items with these values."""
    return [ElementWeights.of(w) for w in product(values, repeat=n)]


def swap_costs(n: int, values: tuple[int, ...]) -> list[PositionWeights]:
    """All costs of the swaps of n positions with these values."""
    return [PositionWeights.of(d) for d in product(values, repeat=n - 1)]


def similarities(n: int, values: tuple[int, ...]) -> list[Similarity]:
    """All distances between n items with these values; metrics if the largest is at most twice the least."""
    pairs = list(combinations(range(1, n + 1), 2))
    return [Similarity.of(dict(zip(pairs, entries, strict=True))) for entries in product(values, repeat=len(pairs))]


def _values(n: int, *names: str) -> list[dict[str, Any]]:
    """The values of these parameters that are gone through for n items: fewer of several, or of more items."""
    if len(names) > 1 and n > 3:
        return []
    few = (1, 2) if len(names) > 1 else (1, 2, 4) if n == 3 else (1, 3)
    each: dict[str, Any] = {"w": element_weights(n, few), "delta": swap_costs(n, few), "D": similarities(n, (1, 2))}
    return [dict(zip(names, values, strict=True)) for values in product(*(each[name] for name in names))]


KV8 = "KV8: always within a factor of 3 of each other"
PAIRS = (
    ("footrule-element", "kendall-element", ("w",), "KV2: K_w <= F_w <= 2K_w", 2),
    ("footrule-position[one]", "kendall-position[one]", ("delta",), "KV3: K_delta <= F_delta <= 2K_delta", 2),
    ("footrule-similarity[deck]", "kendall-similarity", ("D",), "KV5: K_D/3 <= F_D <= 3K_D", 9),
    ("footrule-general[one]", "kendall-general[one]", ("w", "delta", "D"), KV8, 9),
)
"""Two distances, their parameters, what a source says of them, and the factor that it implies."""


def weighted_claims() -> Iterator[CheckedClaim]:
    """For each kind of weight: every footrule median against the least Kendall cost, over a grid of weights."""
    for footrule, kendall, names, origin, bound in PAIRS:
        worst, sizes = NONE, []
        for n in (3, 4):
            given = _values(n, *names)
            both = [tables(REGISTRY.metric(name), n, given) for name in (footrule, kendall) if given]
            for parameters, of, against in zip(given, *both, strict=True):
                shown = "; " + "; ".join(value.text() for value in parameters.values())
                worst = worst.worse(worst_median(n, VOTERS, of, against, shown))
            sizes += [f"{VOTERS} rankings of {n} items under {len(given)} values"] if given else []
        yield CheckedClaim(
            f"{footrule.split('[')[0]}-median-for-{kendall.split('[')[0]}",
            f"Every median of {footrule} is within {bound} of the least {kendall}.",
            f"implied by {origin}",
            Fraction(bound),
            worst,
            f"all profiles up to renaming and order, a grid of parameters: {', '.join(sizes)}: {worst.cases:,} cases",
            proved_factor(footrule, kendall.split("[")[0]),
        )


def proved_factor(footrule: str, kendall: str) -> Fraction | None:
    """The least proved c2 over the largest proved c1 with c1 K <= F <= c2 K, from the proofs; None without both."""
    proved: dict[str, list[Fraction]] = {"lower-bound": [], "upper-bound": []}
    for proof in PROOFS:
        arguments = dict(proof.statement.arguments)
        if proof.metric == footrule and proof.statement.axiom.id in proved and arguments["other"] == kendall:
            proved[proof.statement.axiom.id].append(fraction(rational(arguments["factor"])))
    lower, upper = proved["lower-bound"], proved["upper-bound"]
    return min(upper) / max(lower) if lower and upper else None
