"""Choose metrics by wishes (`axiomatrix ask`): those that fulfil all, those that miss few, and impossible wishes.

*Which metric is a distance and not label-invariant?* is answered from a stored report: a :class:`Wish` for each axiom
that the question names, a :class:`Candidate` for each *row* of the report, which is a metric in one variant. If no
candidate fulfils all wishes, theorems of the catalogue may explain why.
"""

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
    """The axioms that the name may mean; for each metric the first that applies to it counts."""
    must: bool = True
    """True if the axiom must hold, and False if it must fail."""

    @property
    def text(self) -> str:
        """Return the wish in words."""
        return self.name if self.must else f"not {self.name}"


@dataclass(frozen=True)
class Candidate:
    """A metric and the known result for each wish."""

    row: Row
    standings: tuple[tuple[Wish, Standing], ...]

    @property
    def missed(self) -> list[tuple[Wish, Standing]]:
        """Return the wishes that it does not fulfil, and those that are undecided."""
        return [(wish, standing) for wish, standing in self.standings if standing.holds is not wish.must]

    def fulfils(self, wishes: Iterable[Wish]) -> bool:
        """Return whether the metric fulfils all these wishes."""
        missed = {wish for wish, _ in self.missed}
        return missed.isdisjoint(wishes)

    @property
    def strength(self) -> tuple[int, int]:
        """Return the sort key by strength of evidence: the grade of the weakest, then the sum of all grades."""
        grades = [standing.grade for _, standing in self.standings]
        return min(grades), sum(grades)


class Choice:
    """The metrics that fulfil all wishes (``fit``), and the other candidates (``others``).

    Candidates are the rows of this kind and sort to which any of the wishes applies. An empty ``kind`` allows any kind
    of metric, an empty ``about`` any sort of arguments. ``fit`` begins with the strongest evidence, ``others`` with
    those that miss the fewest wishes.
    """

    def __init__(self, known_cells: KnownCells, wishes: Sequence[Wish], kind: str = "", about: str = "") -> None:
        rows = [row for row in known_cells.matrix.rows if kind in ("", row.kind) and about in ("", row.about)]
        all_candidates = [
            Candidate(row, tuple((wish, known_cells.standing(row.name, wish.axioms)) for wish in wishes))
            for row in rows
        ]
        candidates = [c for c in all_candidates if any(standing.applies for _, standing in c.standings)]
        fitting = sorted((c for c in candidates if not c.missed), key=lambda c: c.strength, reverse=True)
        self.wishes = tuple(wishes)
        self.fit = tuple(fitting)
        self.others = tuple(sorted((c for c in candidates if c.missed), key=lambda c: len(c.missed)))
        self.impossible = () if fitting else _impossible(wishes, candidates)
        """The smallest sets of wishes that no candidate fulfils together; empty where one fits."""


def _impossible(wishes: Sequence[Wish], candidates: Sequence[Candidate]) -> tuple[tuple[Wish, ...], ...]:
    """Return all sets of wishes of the least size that no candidate fulfils together."""
    for size in range(1, len(wishes) + 1):
        groups = [group for group in combinations(wishes, size) if not any(c.fulfils(group) for c in candidates)]
        if groups:
            return tuple(groups)
    return ()


# --- the theorems behind wishes that no metric fulfils together -------------------------------------------------
#
# A theorem of the catalogue says that its premises (``given``) imply a conclusion (``then``), or, without a conclusion,
# that they never hold together. Premises and conclusion are *atoms*: an axiom, said of a metric ``m``. So a theorem
# excludes a metric that satisfies all premises and not the conclusion. Three properties in atoms are not axioms
# (``BESIDE``): ``HAS_A_VALUE`` on every instance, ``ATTAINS`` a value, and ``ASKED``, that a statement has an instance.


@dataclass(frozen=True)
class Clash:
    """Axioms of one metric, each required to hold or to fail, that a theorem excludes together."""

    theorem: Theorem
    wishes: tuple[tuple[str, bool], ...]
    """(axiom, True if it must hold) for each."""

    @property
    def text(self) -> str:
        """Return the theorem with its proof, which names the source.

        The premise that a metric has a value on every instance is written as a condition on the metrics instead.
        """
        theorem = self.theorem
        premises = " and ".join(str(premise) for premise in theorem.given if premise.axiom != HAS_A_VALUE)
        needs_value = any(premise.axiom == HAS_A_VALUE for premise in theorem.given)
        metrics = [*(["metrics with a value everywhere"] if needs_value else []), *theorem.rows]
        scope = f" (for {', '.join(metrics)})" if metrics else ""
        return f"{theorem.name}: {premises}{scope} {_conclusion(theorem.then)}. {theorem.proof}"


def _conclusion(conclusion: Atom | None) -> str:
    """Write the conclusion as the end of a sentence about the premises."""
    if conclusion is None:
        return "never hold together"
    if conclusion.axiom == ASKED:  # the conclusion "no instance of the axiom": it is vacuous
        return f"leave no instance to which {conclusion.arguments['axiom']} applies"
    return f"gives {conclusion}"


@cache
def clashes() -> tuple[Clash, ...]:
    """Return the theorems that exclude wishes about one metric: all premises together with the denied conclusion.

    Wishes are about axioms as a whole. So theorems about a second metric are left out, and those in which arguments of
    an axiom are variables.
    """
    exclusions = []
    for theorem in THEOREMS:
        atoms = [atom for atom in theorem.atoms if atom.axiom != HAS_A_VALUE]
        has_second_metric = any(atom.of != "m" for atom in atoms)
        argument_texts = [text for atom in atoms for text in atom.arguments.values()]
        has_variables = any(text[0] in "?=" for text in argument_texts)  # ?x is a variable, =f is computed from some
        if has_second_metric or has_variables:
            continue
        excluded = dict.fromkeys(_excluded(atom, follows=atom is theorem.then) for atom in atoms)
        # A clash needs two wishes, and only an axiom can be wished.
        if len(excluded) > 1 and all(axiom not in BESIDE for axiom, _ in excluded):
            exclusions.append(Clash(theorem, tuple(excluded)))
    return tuple(exclusions)


def _excluded(atom: Atom, *, follows: bool) -> tuple[str, bool]:
    """Return the excluded wish of an atom: (axiom, True if it must hold).

    A premise becomes a wish unchanged, the conclusion (``follows``) is negated. An absent atom says that a statement of
    existence has no example, so that its axiom fails.
    """
    if atom.axiom == ASKED:  # the conclusion is that the axiom applies to no instance, so it cannot hold
        return atom.arguments["axiom"], True
    must_hold = atom.absent if follows else not atom.absent
    return atom.axiom, must_hold


def explaining_clashes(wishes: Sequence[Wish]) -> list[Clash]:
    """Return the theorems that exclude exactly these wishes together.

    A theorem about only some of the wishes does not explain why all of them clash.
    """
    meanings_by_wish = [{(axiom, wish.must) for axiom in wish.axioms} for wish in wishes]
    all_meanings = set().union(*meanings_by_wish)
    return [
        clash
        for clash in clashes()
        if all_meanings.issuperset(clash.wishes)
        and not any(meanings.isdisjoint(clash.wishes) for meanings in meanings_by_wish)
    ]
