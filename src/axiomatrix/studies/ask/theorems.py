"""The theorems behind wishes that no metric fulfils together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ...catalogue.theorems import ASKED, BESIDE, HAS_A_VALUE, THEOREMS, Atom, Theorem
from .choosing import Wish


@dataclass(frozen=True)
class Clash:
    """Axioms of one metric, each to hold or not to hold, that a theorem excludes together."""

    theorem: Theorem
    wishes: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """What the theorem says, and why; its proof names its source."""
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
    """What the theorems about one metric exclude: all that is given, and that what follows does not hold.

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
