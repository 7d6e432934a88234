"""Rank aggregation: medians of rankings, exact and approximate, with what is certified of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .profile import BadProfile, RankingProfile

if TYPE_CHECKING:
    from .answer import Aggregation
    from .checked_claim import CheckedClaim
    from .general import Weights


def aggregated(profile: RankingProfile, weights: Weights | None = None) -> Aggregation:
    """The medians of a profile and what the known algorithms find: see ``answer.aggregated``."""
    from .answer import aggregated as answered  # here, so that the command line starts without the solvers

    return answered(profile, weights)


def checked_claims() -> list[CheckedClaim]:
    """What the sources imply about aggregation, with the worst ratios found: see ``checked.checked_claims``."""
    from .checked import checked_claims as claims

    return claims()


__all__ = ["BadProfile", "RankingProfile", "aggregated", "checked_claims"]
