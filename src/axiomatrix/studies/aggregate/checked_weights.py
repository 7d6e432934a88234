"""The transfer from F to K under weights: the factors that the sources imply, and those that are proved here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True)
class _Pair:
    footrule: str
    kendall: str
    origin: str
    bound: int

    def given(self, n: int) -> list[dict[str, Any]]:
        """The values of the parameters that are gone through for n items."""
        if self.origin.startswith("KV2"):
            return [{"w": w} for w in element_weights(n, (1, 2, 4) if n == 3 else (1, 3))]
        if self.origin.startswith("KV3"):
            return [{"delta": d} for d in swap_costs(n, (1, 2, 4) if n == 3 else (1, 3))]
        if self.origin.startswith("KV5"):
            return [{"D": d} for d in similarities(n, (1, 2))]
        everything = product(element_weights(n, (1, 2)), swap_costs(n, (1, 2)), similarities(n, (1, 2)))
        return [{"w": w, "delta": d, "D": s} for w, d, s in everything] if n == 3 else []


PAIRS = (
    _Pair("footrule-element", "kendall-element", "KV2: K_w <= F_w <= 2K_w", 2),
    _Pair("footrule-position[one]", "kendall-position[one]", "KV3: K_delta <= F_delta <= 2K_delta", 2),
    _Pair("footrule-similarity[deck]", "kendall-similarity", "KV5: K_D/3 <= F_D <= 3K_D", 9),
    _Pair("footrule-general[one]", "kendall-general[one]", "KV8: always within a factor of 3 of each other", 9),
)


def weighted_claims() -> Iterator[CheckedClaim]:
    """For each kind of weight: every footrule median against the least Kendall cost, over a grid of weights."""
    for pair in PAIRS:
        worst, sizes = NONE, []
        for n in (3, 4):
            given = pair.given(n)
            both = [tables(REGISTRY.metric(name), n, given) for name in (pair.footrule, pair.kendall) if given]
            for parameters, of, against in zip(given, *both, strict=True):
                shown = "; " + "; ".join(value.text() for value in parameters.values())
                worst = worst.worse(worst_median(n, VOTERS, of, against, shown))
            sizes += [f"{VOTERS} rankings of {n} items under {len(given)} values"] if given else []
        yield CheckedClaim(
            f"{pair.footrule.split('[')[0]}-median-for-{pair.kendall.split('[')[0]}",
            f"Every median of {pair.footrule} is within {pair.bound} of the least {pair.kendall}.",
            f"implied by {pair.origin}",
            Fraction(pair.bound),
            worst,
            f"all profiles up to renaming and order, a grid of parameters: {', '.join(sizes)}: {worst.cases:,} cases",
            proved_factor(pair.footrule, pair.kendall.split("[")[0]),
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
