"""A statement about aggregation and the worst ratio found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class CheckedClaim:
    """A statement about aggregation, the factor that is claimed, and the worst ratio found.

    ``bound`` is None where nothing is compared (a claim that is only cited). ``holds`` is False if a profile has a
    larger ratio: that refutes the claim; True says no more than that none was found within ``reach``.
    """

    id: str
    statement: str
    origin: str
    bound: Fraction | None
    worst: Fraction | None
    instance: str
    reach: str
    proved: Fraction | None = None
    """The factor that the proofs which ship with this package imply, where that is another one."""

    @property
    def checked(self) -> bool:
        """Whether anything was computed; if not, the statement is cited."""
        return self.worst is not None

    @property
    def holds(self) -> bool | None:
        """Whether the worst ratio found is within the bound; None where nothing is compared."""
        return None if self.worst is None or self.bound is None else self.worst <= self.bound


def reach(sizes: Iterable[tuple[int, int]]) -> str:
    """How far a claim was checked: sizes of items and rankings in words."""
    return "all profiles up to renaming and order: " + ", ".join(f"{m} rankings of {n} items" for n, m in sizes)
