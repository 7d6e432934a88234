"""Choosing: the metrics that fit wishes, what the others miss, which wishes no metric fulfils together, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ...catalogue.theorems import ASKED, BESIDE, HAS_A_VALUE, THEOREMS, Atom, Theorem
from ...evidence.matrix import Row
from .comparing import KnownCells, Standing


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
        """Return whether the metric fulfils all these wishes."""
        missed = {wish for wish, _ in self.missed}
        return missed.isdisjoint(wishes)

    @property
    def strength(self) -> tuple[int, int]:
        """How strong the evidence is: of the weakest wish, then of all together."""
        each = [standing.grade for _, standing in self.standings]
        return min(each), sum(each)


class Choice:
    """The metrics that fit, the strongest evidence first, and the others, those that miss least first.

    They are among the rows of this kind and sort that any of the wishes says something of.
    """

    def __init__(self, known: KnownCells, wishes: Sequence[Wish], kind: str = "", about: str = "") -> None:
        every = [
            Candidate(row, tuple((wish, known.standing(row.name, wish.axioms)) for wish in wishes))
            for row in known.matrix.rows
            if kind in ("", row.kind) and about in ("", row.about)
        ]
        candidates = [c for c in every if any(standing.applies for _, standing in c.standings)]
        fit = sorted((c for c in candidates if not c.missed), key=lambda c: c.strength, reverse=True)
        self.wishes, self.fit = tuple(wishes), tuple(fit)
        self.others = tuple(sorted((c for c in candidates if c.missed), key=lambda c: len(c.missed)))
        self.impossible = () if fit else _impossible(wishes, candidates)
        """The smallest sets of wishes that no candidate fulfils together; empty where one fits."""


def _impossible(wishes: Sequence[Wish], candidates: Sequence[Candidate]) -> tuple[tuple[Wish, ...], ...]:
    for size in range(1, len(wishes) + 1):
        groups = [some for some in combinations(wishes, size) if not any(c.fulfils(some) for c in candidates)]
        if groups:
            return tuple(groups)
    return ()


# --- the theorems behind wishes that no metric fulfils together -------------------------------------------------


@dataclass(frozen=True)
class Clash:
    """Axioms of one metric, each to hold or not to hold, that a theorem excludes together."""

    theorem: Theorem
    wishes: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """Return the theorem and its reason; its proof names its source."""
        theorem = self.theorem
        given = " and ".join(str(one) for one in theorem.given if one.axiom != HAS_A_VALUE)
        valued = any(one.axiom == HAS_A_VALUE for one in theorem.given)
        whose = [*(["metrics with a value everywhere"] if valued else []), *theorem.rows]
        of = f" (of {', '.join(whose)})" if whose else ""
        return f"{theorem.name}: {given}{of} {_conclusion(theorem.then)}. {theorem.proof}"


def _conclusion(then: Atom | None) -> str:
    if then is None:
        return "never hold together"
    if then.axiom == ASKED:
        return f"leave no instance of which {then.arguments['axiom']} says anything"
    return f"gives {then}"


@cache
def clashes() -> tuple[Clash, ...]:
    """Return the theorems that exclude the wishes about one metric: all premises, and the conclusion denied.

    Theorems that compare the arguments of statements say nothing of axioms as a whole.
    """
    exclusions = []
    for theorem in THEOREMS:
        parts = [one for one in theorem.atoms if one.axiom != HAS_A_VALUE]
        if any(one.of != "m" or any(text[0] in "?=" for text in one.arguments.values()) for one in parts):
            continue
        excluded = dict.fromkeys(_excluded(one, follows=one is theorem.then) for one in parts)
        if len(excluded) > 1 and all(axiom not in BESIDE for axiom, _ in excluded):
            exclusions.append(Clash(theorem, tuple(excluded)))
    return tuple(exclusions)


def _excluded(part: Atom, *, follows: bool) -> tuple[str, bool]:
    """The axiom, and whether a wish that it hold is what cannot be fulfilled too."""
    if part.axiom == ASKED:  # no instance is left of which the axiom asks anything
        return part.arguments["axiom"], True
    return part.axiom, follows == part.absent


def behind(wishes: Sequence[Wish]) -> list[Clash]:
    """The theorems that say why these wishes are not fulfilled together: one about some of them says nothing of all."""
    meant = [{(axiom, wish.must) for axiom in wish.axioms} for wish in wishes]
    among = [clash for clash in clashes() if set().union(*meant).issuperset(clash.wishes)]
    return [clash for clash in among if not any(readings.isdisjoint(clash.wishes) for readings in meant)]
