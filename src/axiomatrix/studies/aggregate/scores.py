"""Rules that give each item a score: Borda, median rank, reciprocal rank fusion. They are exact for any profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from ...values.rankings import Item
from .profile import RankingProfile, doubled_places

RRF_CONSTANT = 60
"""The k of Cormack, Clarke and Buettcher 2009."""


def borda_scores(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """sum over the votes of the number of items behind x, tied ones counted half (Borda 1781)."""
    scale, sums = profile.scale, [0] * profile.n
    for places, count in zip(profile.places, profile.counts, strict=True):
        sums = [total + count * place for total, place in zip(sums, places, strict=True)]
    most = profile.n * profile.voters
    return {x: most - Fraction(total, scale) for x, total in zip(profile.items, sums, strict=True)}


def median_ranks(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """The median over the votes of the position of x; of an even number, the mean of the two in the middle.

    Fagin, Kumar and Sivakumar 2003. Items that are tied stand at the mean of their positions.
    """
    medians = {}
    lower, upper = (profile.voters + 1) // 2, profile.voters // 2 + 1
    for item, places in zip(profile.items, zip(*profile.places, strict=True), strict=True):
        counts = Counter[int]()
        for place, count in zip(places, profile.counts, strict=True):
            counts[place] += count
        medians[item] = Fraction(_ranked(counts, lower) + _ranked(counts, upper), 2 * profile.scale)
    return medians


def _ranked(counts: Counter[int], k: int) -> int:
    """The k-th smallest of values that occur so often."""
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= k:
            return value
    raise AssertionError(f"there are only {passed} values, not {k}")


def median_rank_factor(profile: RankingProfile) -> int:
    """The factor within which the order by median ranks comes of the least footrule: 2, or 3 if a vote has ties.

    Let f(x) be the median ranks, b a ranking that sorts by them, a a vote, c any ranking, and |.| the sum over items
    of absolute differences. The medians are the nearest numbers to the votes: the sum over the votes of |f - a| is at
    most that of |c - a|. A ranking that sorts f is the nearest ranking to it. So |b - f| <= |a - f| for every vote that
    is a ranking, and sum |b - a| <= sum (|b - f| + |f - a|) <= 2 sum |f - a|. With ties in the votes, |b - f| <=
    |c - f| <= |c - a| + |a - f| gives 3 (Fagin, Kumar, Mahdian, Sivakumar and Vee 2006).
    """
    return 3 if profile.has_ties else 2


def reciprocal_rank_sums(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """sum over the votes that rank x of 1 / (60 + position of x): reciprocal rank fusion.

    Cormack, Clarke and Buettcher 2009. A vote that leaves x out adds nothing. Items that are tied stand at the mean of
    their positions, a convention of ours: the source has rankings without ties.
    """
    counts: dict[Item, Counter[int]] = {item: Counter() for item in profile.items}
    for vote, count in profile.counted:
        for item, doubled in zip(vote.items, doubled_places(vote), strict=True):
            counts[item][doubled] += count
    return {
        item: sum((Fraction(2 * count, 2 * RRF_CONSTANT + doubled) for doubled, count in seen.items()), Fraction(0))
        for item, seen in counts.items()
    }
