"""What the sources imply about aggregation, checked: approximation factors over all small profiles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from ...model.registry import REGISTRY
from .checked_algorithms import algorithm_claims, pivot_under_similarities
from .checked_weights import weighted_claims
from .footrule_median import footrule_median
from .tables import NONE, CheckedClaim, WorstRatio, as_profile, profiles, reach, table, worst_median

SIZES = ((3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3), (5, 4))
"""Items and rankings of the profiles that are gone through with tables."""
CITED = CheckedClaim(
    "kendall-median-np-hard",
    "Finding a Kendall median is NP-hard (KV17).",
    "cited: Bartholdi, Tovey and Trick 1989; for four rankings Dwork, Kumar, Naor and Sivakumar 2001",
    None,
    None,
    "",
    "not checkable by machine",
)


def checked_claims() -> list[CheckedClaim]:
    """Every statement with its bound and the worst ratio found; the same list every time, in a few seconds."""
    return list(_claims())


@cache
def _claims() -> tuple[CheckedClaim, ...]:
    rest = (*algorithm_claims(), *weighted_claims(), pivot_under_similarities())
    return (CITED, _assignment(), *_plain(), *rest)


def _assignment() -> CheckedClaim:
    """The assignment's cost over the least total by the definition of the footrule."""
    worst = NONE
    sizes = ((3, 3), (4, 3))
    for n, m in sizes:
        values = table(REGISTRY.metric("footrule"), n)
        for rows in profiles(n, m):
            for row in rows:
                least = int(sum(values[k] for k in row).min())
                cost = footrule_median(as_profile(n, row), limit=1).cost
                worst = worst.worse(WorstRatio.of(cost, least, str(as_profile(n, row))))
    return CheckedClaim(
        "footrule-median-is-an-assignment",
        "A footrule median is a cheapest assignment of items to positions (KV17: 'a simple solution').",
        "F is a sum over items of |a(x) - position|; Dwork et al. 2001. Each optimum is proved by exact prices",
        Fraction(1),
        worst.ratio,
        worst.instance,
        f"{reach(sizes)}: {worst.cases:,} profiles, against all rankings",
    )


def _plain() -> Iterator[CheckedClaim]:
    kendall, footrule = (
        {n: table(REGISTRY.metric(d), n) for n in {n for n, _ in SIZES}} for d in ("kendall", "footrule")
    )
    for id, statement, of, against in (
        ("footrule-median-for-kendall", "Every footrule median is within 2 of the least K.", footrule, kendall),
        ("kendall-median-for-footrule", "Every Kendall median is within 2 of the least F.", kendall, footrule),
    ):
        worst = NONE
        for n, m in SIZES:
            worst = worst.worse(worst_median(n, m, of[n], against[n]))
        origin = "implied by KV1: K <= F <= 2K, as F(x) <= 2K(x) and K(y) <= F(y) for medians x, y"
        yield CheckedClaim(
            id,
            statement,
            origin,
            Fraction(2),
            worst.ratio,
            worst.instance,
            f"{reach(SIZES)}: {worst.cases:,} profiles",
        )
