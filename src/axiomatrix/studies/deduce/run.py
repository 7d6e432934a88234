"""Deduction: theorems applied to the facts of a matrix until nothing new follows.

What stands up to n items, of all that a theorem is given, gives its conclusion up to the smallest of these n, no
stronger than the weakest of them. Read backwards, an instance that breaks the conclusion breaks what is given and not
known to stand that far. A fact that contradicts another is not used further: it is shown with both derivations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...catalogue.theorems import ATTAINS, THEOREMS, Theorem
from ...evidence.cell import Cell
from ...evidence.evidence import Extreme
from ...evidence.matrix import Matrix
from ...evidence.verdict import Verdict
from .conditions import keeps
from .facts import EVERY_N, AskedStatement, Fact, Grade
from .grounding import Clause, Universe, clauses
from .reading import QUANTITIES, asked_of, existential_axioms, facts_of, facts_of_proofs

_NOTHING: Mapping[Grade, Fact] = {}


@dataclass(frozen=True)
class Contradiction:
    """An instance that breaks what stands that far: a cell, a theorem or an axiom is wrong."""

    broken: Fact
    stands: Fact

    @property
    def chain(self) -> list[str]:
        """Both derivations, line by line."""
        return [*self.broken.chain(), "against", *self.stands.chain()]

    @property
    def premises(self) -> frozenset[object]:
        """The cells and theorems of which one is wrong."""
        theorems = {fact.theorem.name for one in (self.broken, self.stands) for fact in one.all() if fact.theorem}
        return self.broken.cells | self.stands.cells | theorems


@dataclass(frozen=True)
class Doubt:
    """Statements that nothing is known to break, and of which one fails: a search has not gone far enough."""

    theorem: Theorem
    hopes: tuple[Fact, ...]
    instance: Fact | None
    """What breaks the conclusion; None where they never hold together."""


@dataclass(frozen=True)
class Upgrade:
    """A cell of which the theorems say more than its evidence."""

    cell: Cell
    fact: Fact


@dataclass(frozen=True)
class Constant:
    """A best constant of which another cell knows more."""

    cell: Cell
    extreme: Extreme
    fact: Fact

    @property
    def text(self) -> str:
        """The bound that is known."""
        return replace(self.extreme, value=dict(self.fact.asked.arguments)["value"]).text


class KnownFacts:
    """All that is known of each statement: how far it stands by grade, and the smallest instance that breaks it."""

    def __init__(self, existential: frozenset[str]) -> None:
        self.existential = existential
        self.broken: dict[AskedStatement, Fact] = {}
        self.contradictions: list[Contradiction] = []
        self._standing: dict[AskedStatement, dict[Grade, Fact]] = {}
        """Of each statement the fact that reaches furthest at a grade or a stronger one."""

    def stands(self, asked: AskedStatement, grade: Grade) -> Fact | None:
        """What is known at that grade or a stronger one, as far as it reaches."""
        return self._standing.get(asked, _NOTHING).get(grade)

    def truly(self, asked: AskedStatement, n: int, grade: Grade = Grade.EXHAUSTED) -> Fact | None:
        """What shows that it stands up to n items at least."""
        fact = self.stands(asked, max(grade, Grade.EXHAUSTED))
        return fact if fact is not None and fact.n >= n else None

    def add(self, fact: Fact) -> bool:
        """Have a fact; whether it says more than what is known. One that contradicts what is known is noted."""
        if fact.broken:
            before = self.broken.get(fact.asked)
            if before is not None and before.n <= fact.n:
                return False
            if (opposed := self.truly(fact.asked, fact.n)) is not None:
                self.contradictions.append(Contradiction(fact, opposed))
                return False
            self.broken[fact.asked] = fact
            return True
        before = self.stands(fact.asked, fact.grade)
        if before is not None and before.n >= fact.n:
            return False
        broken = self.broken.get(fact.asked)
        if broken is not None and broken.n <= fact.n:
            if fact.grade > Grade.SEARCHED:
                self.contradictions.append(Contradiction(broken, fact))
            return False
        standing = self._standing.setdefault(fact.asked, {})
        for grade in Grade:
            before = standing.get(grade)
            if grade <= fact.grade and (before is None or (before.n, before.grade) < (fact.n, fact.grade)):
                standing[grade] = fact
        return True

    def by(
        self, asked: AskedStatement, clause: Clause, since: Sequence[Fact], grade: Grade, n: int, *, broken: bool
    ) -> Fact:
        """The fact that follows by the clause."""
        existential = asked.axiom in self.existential
        return Fact(asked, broken, grade, n, theorem=clause.theorem, since=tuple(since), existential=existential)


class Deduction:
    """All that follows from the cells of the matrix by the theorems, and what contradicts it."""

    def __init__(self, matrix: Matrix, theorems: Iterable[Theorem] = THEOREMS) -> None:
        known = KnownFacts(existential_axioms(matrix))
        self.theorems = tuple(theorems)
        facts = [*facts_of(matrix), *facts_of_proofs(matrix)]
        for read in facts:
            known.add(read)
        applied = clauses(self.theorems, Universe(matrix.rows, (fact.asked for fact in facts)))
        new = len(facts)
        while new:
            new = sum(known.add(fact) for clause in applied for fact in _following(clause, known))
        rows = {row.name: row for row in matrix.rows if row.exact}
        asked = [(cell, asked_of(cell, rows)) for cell in matrix.cells if cell.metric in rows]
        applicable = [(cell, of) for cell, of in asked if of and cell.evidence.verdict is not Verdict.NOT_APPLICABLE]
        upgrades = [Upgrade(cell, fact) for cell, of in applicable if (fact := _more(cell, of, known))]
        self.upgrades = sorted(upgrades, key=lambda u: (not u.fact.broken, -u.fact.grade))
        attained = [(of, fact) for of, fact in known.broken.items() if of.axiom == ATTAINS]
        self.constants = [c for cell, of in applicable if cell.evidence.extreme and (c := _beyond(cell, of, attained))]
        self.contradictions, self.doubts = tuple(_minimal(known.contradictions)), tuple(_doubts(applied, known))
        self.clauses = len(applied)
        """How many instances of the theorems there are."""


def _following(clause: Clause, known: KnownFacts) -> Iterator[Fact]:
    """What follows from a clause now."""
    if clause.then is not None:
        stronger: list[Fact] | None = None
        for grade in reversed(Grade):
            since = [fact for asked in clause.given if (fact := known.stands(asked, grade)) is not None]
            if len(since) == len(clause.given) and since != stronger:
                stronger = since
                n = min((fact.n for fact in since), default=EVERY_N)
                carried = Grade.SEARCHED if clause.theorem.leaves and grade < Grade.PROVED else grade
                yield known.by(clause.then, clause, since, carried, n, broken=False)
    instance = known.broken.get(clause.then) if clause.then is not None else None
    if clause.then is not None and instance is None:
        return
    n = clause.theorem.at if instance is None else instance.n
    standing = [known.truly(asked, n, _floor(clause)) for asked in clause.given]
    for k, asked in enumerate(clause.given):
        others = [fact for fact in (*standing[:k], *standing[k + 1 :]) if fact is not None]
        if len(others) == len(clause.given) - 1:
            since = [*([instance] if instance else []), *others]
            grade = min((fact.grade for fact in since), default=Grade.PROVED)
            yield known.by(asked, clause, since, grade, n, broken=True)


def _floor(clause: Clause) -> Grade:
    return Grade.PROVED if clause.theorem.leaves else Grade.EXHAUSTED


def _doubts(applied: Sequence[Clause], known: KnownFacts) -> Iterator[Doubt]:
    """Clauses that say: of these, of which nothing is known to fail, one does."""
    for clause in applied:
        instance = known.broken.get(clause.then) if clause.then is not None else None
        if (clause.then is not None and instance is None) or any(asked in known.broken for asked in clause.given):
            continue
        n = clause.theorem.at if instance is None else instance.n
        hopes = [known.stands(asked, Grade.SEARCHED) for asked in clause.given]
        unsure = [f for f in hopes if f is not None and known.truly(f.asked, n, _floor(clause)) is None]
        if unsure and None not in hopes:
            yield Doubt(clause.theorem, tuple(f for f in hopes if f is not None), instance)


def _more(cell: Cell, asked: AskedStatement, known: KnownFacts) -> Fact | None:
    """The derived fact that says more than the cell."""
    breaks = known.broken.get(asked)
    if breaks is not None:
        return breaks if breaks.theorem and cell.evidence.verdict is not Verdict.REFUTED else None
    standing = [fact for grade in Grade if grade > Grade.SEARCHED and (fact := known.stands(asked, grade))]
    if not standing or cell.evidence.verdict is Verdict.REFUTED:
        return None
    best = max(standing, key=lambda fact: fact.grade)
    return best if best.theorem and best.n >= cell.evidence.settled_up_to else None


def _beyond(cell: Cell, asked: AskedStatement, attained: Iterable[tuple[AskedStatement, Fact]]) -> Constant | None:
    """The best value that the same quantity attains in another cell, if that is beyond the cell's own."""
    extreme, given = cell.evidence.extreme, dict(asked.arguments)
    assert extreme is not None
    best, op = extreme.value, ">" if extreme.sense == "sup" else "<"
    best_fact = None
    for other, fact in attained:
        if (other.metric, other.space) != (asked.metric, asked.space):
            continue
        named = dict(other.arguments)
        same = (named["quantity"], named.get("other")) == (QUANTITIES.get(cell.axiom), given.get("other"))
        if same and keeps(f"v {op} w", {"v": named["value"], "w": best}):
            best, best_fact = named["value"], fact
    return Constant(cell, extreme, best_fact) if best_fact else None


def _minimal(contradictions: Sequence[Contradiction]) -> Iterator[Contradiction]:
    """One of each: not what needs more cells and theorems than another."""
    kept: list[Contradiction] = []
    for contradiction in sorted(contradictions, key=lambda c: (len(c.premises), len(c.chain), c.chain)):
        if not any(other.premises <= contradiction.premises for other in kept):
            kept.append(contradiction)
            yield contradiction
