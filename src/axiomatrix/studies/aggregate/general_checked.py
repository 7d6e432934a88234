"""Medians under K* and F* with all weights at once, checked: the best input, and the median of the other distance.

The factors are proved in ``general``: 2 - 2/m where swaps cost 1, and (hi / lo)^2 times that of K* with swap costs
between lo and hi. Of F* with other swap costs no factor is proved but through K*, and the worst ratio found stands in
the place of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from ...model.registry import REGISTRY
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from .general import Weights
from .tables import NONE, CheckedClaim, WorstRatio, entries_text, reach, tables, worst_input, worst_median

VOTERS = 3
ITEMS = 4
HEAVY = 4
"""The weight of the heavier item, and the cost of the dearer swaps."""
Grid = Sequence[Mapping[str, Any]]


def grid(swap_costs: Sequence[int]) -> Grid:
    """Weights of four items: at most one heavier, at most one pair twice as far apart, and any of these swap costs."""
    items = range(1, ITEMS + 1)
    pairs = list(combinations(items, 2))
    return [
        {
            "w": ElementWeights.of([HEAVY if x == heavier else 1 for x in items]),
            "delta": PositionWeights.of(delta),
            "D": Similarity.of({pair: 2 if pair == further else 1 for pair in pairs}),
        }
        for heavier in (None, *items)
        for delta in product(swap_costs, repeat=ITEMS - 1)
        for further in (None, *pairs)
    ]


@cache
def general_claims() -> tuple[CheckedClaim, ...]:
    """Every statement with its bound and the worst ratio found, over all profiles of 3 rankings of 4 items."""
    return (*_with_unit_swaps(grid([1])), _with_swap_costs(grid([1, HEAVY])))


def _with_unit_swaps(given: Grid) -> Iterator[CheckedClaim]:
    kendall, footrule = (_tables(name, given) for name in ("kendall-general", "footrule-general"))
    bound, how_far = 2 - Fraction(2, VOTERS), _reach(given)
    for id, name, of, origin in (
        ("best-input-for-kendall-general", "K*", kendall, "the triangle inequality of a sum over inverted pairs"),
        ("best-input-for-footrule-general", "F*", footrule, "F* is an L1 distance of vectors, the argument is there"),
    ):
        worst = _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in of)
        statement = (
            f"With swap costs 1 the best of 3 inputs is within 4/3 of the least {name}, for all weights w and D."
        )
        yield CheckedClaim(id, statement, origin, bound, worst, f"{how_far}: {worst.cases:,} cases")
    pairs = list(zip(footrule, kendall, strict=True))
    worst = _worst(worst_median(ITEMS, VOTERS, k, f, shown) for (f, shown), (k, _) in pairs)
    yield CheckedClaim(
        "kendall-general-median-for-footrule-general",
        "With swap costs 1 every median of K* is within 9 of the least F*.",
        "implied by KV8: always within a factor of 3 of each other",
        Fraction(9),
        worst,
        f"{how_far}: {worst.cases:,} cases",
    )


def _with_swap_costs(given: Grid) -> CheckedClaim:
    factor = max(Weights(delta=weights["delta"]).factor_of_best_input(VOTERS) or Fraction(0) for weights in given)
    worst = _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in _tables("kendall-general", given))
    return CheckedClaim(
        "best-input-for-kendall-general-with-swap-costs",
        f"With swap costs 1 and {HEAVY} the best of 3 inputs is within {factor} of the least K*.",
        "every pbar lies between the least and the largest swap cost, so that K* lies between two multiples of K* with "
        "swap costs 1",
        factor,
        worst,
        f"{_reach(given)}: {worst.cases:,} cases",
    )


@cache
def best_input_with_swap_costs() -> WorstRatio:
    """The worst best input under F* with swap costs 1 and 4, where no factor is proved."""
    return _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in _tables("footrule-general", grid([1, HEAVY])))


def _tables(row: str, given: Grid) -> list[tuple[Any, str]]:
    """The distances between all rankings under each of the weights, and the weights in words."""
    values = tables(REGISTRY.metric(f"{row}[one]"), ITEMS, given)
    shown = [f"; {entries_text(weights.values())}" for weights in given]
    return list(zip(values, shown, strict=True))


def _worst(ratios: Iterator[WorstRatio]) -> WorstRatio:
    worst = NONE
    for ratio in ratios:
        worst = worst.worse(ratio)
    return worst


def _reach(given: Grid) -> str:
    return f"{reach([(ITEMS, VOTERS)])}, under {len(given)} values of w, delta and D"
