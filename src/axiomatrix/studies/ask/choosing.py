"""Choosing: the metrics that fit wishes, what the others miss, and which wishes no metric fulfils together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...evidence.matrix import Row
from .standing import KnownCells, Standing


@dataclass(frozen=True)
class Wish:
    """An axiom that a metric must satisfy, or must not."""

    name: str
    axioms: tuple[str, ...]
    """Its readings; of each metric the first that is about it is asked."""
    must: bool = True

    @property
    def text(self) -> str:
        """The wish in words."""
        return self.name if self.must else f"not {self.name}"


@dataclass(frozen=True)
class Candidate:
    """A metric and where it stands on each wish."""

    row: Row
    standings: tuple[tuple[Wish, Standing], ...]

    @property
    def missed(self) -> list[tuple[Wish, Standing]]:
        """The wishes that it does not fulfil, or that nothing is known of."""
        return [(wish, standing) for wish, standing in self.standings if standing.holds is not wish.must]

    def fulfils(self, wishes: Iterable[Wish]) -> bool:
        """Whether it fulfils all these wishes."""
        missed = {wish for wish, _ in self.missed}
        return missed.isdisjoint(wishes)

    @property
    def strength(self) -> tuple[int, int]:
        """How strong the evidence is: of the weakest wish, then of all together."""
        each = [standing.strength for _, standing in self.standings]
        return min(each), sum(each)


@dataclass(frozen=True)
class Choice:
    """The metrics that fit, the strongest evidence first, and the others, those that miss least first."""

    wishes: tuple[Wish, ...]
    fit: tuple[Candidate, ...]
    others: tuple[Candidate, ...]
    impossible: tuple[tuple[Wish, ...], ...]
    """The smallest sets of wishes that no candidate fulfils together; empty where one fits."""


def choose(known: KnownCells, wishes: Sequence[Wish], kind: str = "", about: str = "") -> Choice:
    """The choice among the rows of this kind and sort that any of the wishes says something of."""
    every = [
        Candidate(row, tuple((wish, known.standing(row.name, wish.axioms)) for wish in wishes))
        for row in known.matrix.rows
        if kind in ("", row.kind) and about in ("", row.about)
    ]
    candidates = [c for c in every if any(standing.applies for _, standing in c.standings)]
    fit = sorted((c for c in candidates if not c.missed), key=lambda c: c.strength, reverse=True)
    others = sorted((c for c in candidates if c.missed), key=lambda c: len(c.missed))
    return Choice(tuple(wishes), tuple(fit), tuple(others), () if fit else _impossible(wishes, candidates))


def _impossible(wishes: Sequence[Wish], candidates: Sequence[Candidate]) -> tuple[tuple[Wish, ...], ...]:
    for size in range(1, len(wishes) + 1):
        groups = [some for some in combinations(wishes, size) if not any(c.fulfils(some) for c in candidates)]
        if groups:
            return tuple(groups)
    return ()
