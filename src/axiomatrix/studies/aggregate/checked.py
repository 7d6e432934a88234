"""What the sources imply about aggregation, checked: approximation factors over all small profiles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from ...model.registry import REGISTRY
from .checked_algorithms import algorithm_claims, pivot_under_similarities
from .checked_weights import weighted_claims
from .footrule_median import footrule_median
from .tables import CheckedClaim, WorstRatio, as_profile, profiles, reach, table, worst_median, worst_of

SIZES = ((3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3), (5, 4))
"""Items and rankings of the profiles that are gone through with tables."""


@cache
def checked_claims() -> tuple[CheckedClaim, ...]:
    """Every statement with its bound and the worst ratio found; in a few seconds."""
    return (_assignment(), *_plain(), *algorithm_claims(), *weighted_claims(), pivot_under_similarities())


def _assignment() -> CheckedClaim:
    """The assignment's cost over the least total by the definition of the footrule."""
    sizes = ((3, 3), (4, 3))
    worst = worst_of(_of_assignment(n, row) for n, m in sizes for rows in profiles(n, m) for row in rows)
    return CheckedClaim(
        "footrule-median-is-an-assignment",
        "A footrule median is a cheapest assignment of items to positions (KV17: 'a simple solution').",
        "F is a sum over items of |a(x) - position|; Dwork et al. 2001. Each optimum is proved by exact prices",
        Fraction(1),
        worst,
        f"{reach(sizes)}: {worst.cases:,} profiles, against all rankings",
    )


def _of_assignment(n: int, row: Any) -> WorstRatio:
    profile = as_profile(n, row)
    least = int(sum(_tables("footrule")[n][k] for k in row).min())
    return WorstRatio.of(footrule_median(profile, limit=1).cost, least, str(profile))


def _plain() -> Iterator[CheckedClaim]:
    kendall, footrule = _tables("kendall"), _tables("footrule")
    for id, statement, of, against in (
        ("footrule-median-for-kendall", "Every footrule median is within 2 of the least K.", footrule, kendall),
        ("kendall-median-for-footrule", "Every Kendall median is within 2 of the least F.", kendall, footrule),
    ):
        worst = worst_of(worst_median(n, m, of[n], against[n]) for n, m in SIZES)
        origin = "implied by KV1: K <= F <= 2K, as F(x) <= 2K(x) and K(y) <= F(y) for medians x, y"
        yield CheckedClaim(id, statement, origin, Fraction(2), worst, f"{reach(SIZES)}: {worst.cases:,} profiles")


@cache
def _tables(distance: str) -> dict[int, Any]:
    return {n: table(REGISTRY.metric(distance), n) for n in {n for n, _ in SIZES}}
