"""Deduction: what follows from the cells of a matrix by the theorems of the catalogue.

:func:`strengthen` is called on each matrix when its rows are decided. It chains forward to a fixed point, in four
steps:

1. *Facts* are read off the cells (:mod:`.deduction_facts`). A statement stands up to n items if exhaustion, a
   certificate or a proof shows it. An instance of n items breaks it. A mere search gives no fact.
2. Every theorem is written out for the metrics and statements of the matrix (:mod:`.deduction_clauses`). The result is
   a list of clauses without variables: premises, and the conclusion that they imply.
3. The clauses are applied until nothing new follows. Where all premises of a clause stand, its conclusion stands up to
   the smallest of their n, and no more strongly than the weakest of them. Where an instance breaks the conclusion and
   all premises but one stand that far, the instance breaks the remaining one. A fact that contradicts another is
   reported with both derivations, but not used.
4. A cell whose own evidence is weaker than what follows gets the derived verdict.

Step 3 ends, since each new fact is stronger or reaches further than the fact it replaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ..catalogue.theorems import ATTAINS, CERTIFIED, THEOREMS, Theorem
from ..evidence.cell import Cell
from ..evidence.derivation import Contradiction, Derivation, DerivedBound
from ..evidence.evidence import Evidence, Extreme
from ..evidence.matrix import Matrix
from ..evidence.rules import DEDUCTION, STRENGTHENED
from ..evidence.verdict import Verdict
from ..model.registry import Registry
from .deduction_clauses import Clause, Universe, is_true, write_out
from .deduction_facts import EVERY_N, QUANTITIES, STRENGTHS, Fact, Proposition, read_facts


def strengthen(matrix: Matrix, registry: Registry, theorems: Sequence[Theorem] = (*THEOREMS, *CERTIFIED)) -> Matrix:
    """Give each cell of the matrix its strongest evidence, found or derived, and list the contradictions."""
    matrix_facts = read_facts(matrix, registry)
    if not matrix_facts.facts:
        return matrix
    propositions = [*matrix_facts.propositions.values(), *(fact.about for fact in matrix_facts.facts)]
    clauses = write_out(theorems, Universe(matrix_facts.rows, propositions))
    facts = FactBase()
    new_facts = sum(map(facts.add, matrix_facts.facts))
    while new_facts:
        new_facts = sum(facts.add(fact) for clause in clauses for fact in _consequences(clause, facts))
    # A proposition of the axiom ATTAINS says that a quantity, such as the ratio of two distances, never has a certain
    # value. An instance that breaks it has the value.
    attained: dict[tuple[object, ...], list[Fact]] = {}  # by quantity, the facts that say which values it attains
    for about, fact in facts.broken.items():
        if about.axiom == ATTAINS:
            arguments = dict(about.arguments)
            attained.setdefault(_quantity_key(about, arguments["quantity"]), []).append(fact)
    cells = []
    for cell in matrix.cells:
        proposition = matrix_facts.propositions.get(cell.key)
        cells.append(cell if proposition is None else _strongest(cell, proposition, facts, attained))
    return replace(matrix, cells=cells, contradictions=list(_minimal(facts.contradictions)))


class FactBase:
    """Facts by proposition: the furthest standing of each strength, and the smallest instance that breaks it."""

    def __init__(self) -> None:
        self.broken: dict[Proposition, Fact] = {}
        """The fact with the smallest instance that breaks each proposition."""
        self.contradictions: list[tuple[Fact, Fact]] = []
        """Pairs: an instance breaks a proposition, which another fact says stands at that size."""
        self._standing: dict[Proposition, dict[Verdict, Fact]] = {}
        """By proposition and strength, the furthest-reaching fact of at least that strength."""

    def standing(self, about: Proposition, strength: Verdict) -> Fact | None:
        """Look up the furthest-reaching fact of at least this strength; None if there is none."""
        return self._standing.get(about, {}).get(strength)

    def add(self, fact: Fact) -> bool:
        """Add a fact and return whether it says more than known facts; contradictions are only recorded.

        A fact that the proposition stands also counts at each lesser strength where it reaches further.
        """
        return self._add_instance(fact) if fact.broken else self._add_standing(fact)

    def _add_instance(self, fact: Fact) -> bool:
        """Add a fact that an instance breaks the proposition, unless a smaller one is known."""
        known = self.broken.get(fact.about)
        if known is not None and known.n <= fact.n:
            return False
        # a standing fact of any strength is found at the weakest one
        standing = self.standing(fact.about, Verdict.EXHAUSTED)
        if standing is not None and standing.n >= fact.n:
            self.contradictions.append((fact, standing))
            return False
        self.broken[fact.about] = fact
        return True

    def _add_standing(self, fact: Fact) -> bool:
        """Add a fact that the proposition stands, unless one as strong reaches as far."""
        known = self.standing(fact.about, fact.strength)
        if known is not None and known.n >= fact.n:
            return False
        instance = self.broken.get(fact.about)
        if instance is not None and instance.n <= fact.n:
            self.contradictions.append((instance, fact))
            return False
        by_strength = self._standing.setdefault(fact.about, {})
        for strength in STRENGTHS[: STRENGTHS.index(fact.strength) + 1]:
            furthest = by_strength.get(strength)
            if furthest is None or (furthest.n, furthest.strength.rank) < (fact.n, fact.strength.rank):
                by_strength[strength] = fact
        return True


def _consequences(clause: Clause, facts: FactBase) -> Iterator[Fact]:
    """Derive facts from a clause.

    *Forwards*: the conclusion stands as far as all premises do. This is tried at each strength, since weaker facts may
    reach further. *Backwards*: if an instance breaks the conclusion and all premises but one stand at its size, it
    breaks that premise. A clause without a conclusion says that the premises never hold together, which shows at the
    size ``impossible_at``. Then no instance is needed.

    If the theorem's proof uses lists that are not enumerated, only proved premises count. A theorem that is certified
    up to a size says no more than that, however strong the premises are.
    """
    strengths = STRENGTHS[-1:] if clause.theorem.proof_leaves_enumeration else STRENGTHS
    if clause.conclusion is not None:
        yield from _derive_forwards(clause, clause.conclusion, facts, strengths)
    # A certificate does not give the size that breaks a premise, which may exceed the one that breaks the conclusion.
    if not clause.theorem.certified_up_to:
        yield from _derive_backwards(clause, facts, strengths[0])


def _derive_forwards(
    clause: Clause, conclusion: Proposition, facts: FactBase, strengths: Sequence[Verdict]
) -> Iterator[Fact]:
    """Derive that the conclusion stands, at each of these strengths."""
    theorem = clause.theorem
    theorem_strength = Verdict.CERTIFIED if theorem.certified_up_to else Verdict.PROVED
    premises_before: list[Fact] | None = None  # of the previous strength, often the same
    for strength in reversed(strengths):
        premises = _standing_facts(clause.premises, facts, strength, theorem.premises_up_to)
        if premises is None or premises == premises_before:
            continue
        premises_before = premises
        yield Fact(
            conclusion,
            broken=False,
            strength=min(strength, theorem_strength, key=STRENGTHS.index),
            n=theorem.certified_up_to or min((fact.n for fact in premises), default=EVERY_N),
            theorem=theorem,
            premises=tuple(premises),
        )


def _derive_backwards(clause: Clause, facts: FactBase, weakest: Verdict) -> Iterator[Fact]:
    """Derive that an instance breaks a premise, where the others stand at least as strongly as ``weakest``."""
    theorem = clause.theorem
    instance: Fact | None = None
    n = theorem.impossible_at  # for a clause without a conclusion
    if clause.conclusion is not None:
        instance = facts.broken.get(clause.conclusion)
        if instance is None:
            return
        n = instance.n
    for premise in clause.premises:
        other_premises = [other for other in clause.premises if other is not premise]
        others = _standing_facts(other_premises, facts, weakest, n)
        if others is not None:
            premises = others if instance is None else [instance, *others]
            strength = min((fact.strength for fact in premises), key=STRENGTHS.index, default=Verdict.PROVED)
            yield Fact(premise, broken=True, strength=strength, n=n, theorem=theorem, premises=tuple(premises))


def _standing_facts(
    propositions: Sequence[Proposition], facts: FactBase, strength: Verdict, n: int
) -> list[Fact] | None:
    """Look up for each proposition the fact that it stands up to n items or more, with at least this ``strength``.

    Returns None if a proposition has no such fact.
    """
    standing = [fact for about in propositions if (fact := facts.standing(about, strength)) is not None and fact.n >= n]
    return standing if len(standing) == len(propositions) else None


# --- cells and contradictions ---------------------------------------------------------------------------------


def _strongest(
    cell: Cell, about: Proposition, facts: FactBase, attained: Mapping[tuple[object, ...], Sequence[Fact]]
) -> Cell:
    """Replace the evidence of a cell by derived evidence that is stronger."""
    evidence = cell.evidence
    if evidence.extreme is not None and cell.axiom in QUANTITIES:
        values_attained = attained.get(_quantity_key(about, QUANTITIES[cell.axiom]), ())
        evidence = replace(evidence, extreme=_best(evidence.extreme, values_attained))
    if evidence.verdict in STRENGTHENED and (fact := _stronger(evidence, about, facts)) is not None:
        _, *premises = fact.steps()  # the first step is the fact itself
        assert fact.theorem is not None
        # A cell of an existential statement is never CERTIFIED: the absence of an instance up to n is EXHAUSTED.
        verdict = Verdict.EXHAUSTED if about.absent and fact.verdict is Verdict.CERTIFIED else fact.verdict
        is_open = verdict is Verdict.EXHAUSTED  # larger sizes are still open, so the words on their search stay
        evidence = replace(
            evidence,
            verdict=verdict,
            method=DEDUCTION,
            derivation=Derivation(fact.theorem.name, tuple(premises), fact.size, evidence.verdict),
            sought=evidence.sought if is_open else "",
            reason=evidence.reason if is_open else "",
            uncertified=evidence.uncertified if is_open else None,
        )
    return cell if evidence is cell.evidence else replace(cell, evidence=evidence)


def _stronger(evidence: Evidence, about: Proposition, facts: FactBase) -> Fact | None:
    """Find a derived fact that says more than the evidence; None if there is none.

    An instance that breaks the proposition outweighs any search.
    """
    if (broken := facts.broken.get(about)) is not None:
        return broken if broken.theorem else None  # without a theorem, it is the cell's own
    for strength in reversed(STRENGTHS):
        fact = facts.standing(about, strength)
        if fact is not None and fact.strength is strength:
            goes_further = (fact.verdict.rank, fact.n) > (evidence.verdict.rank, evidence.settled_up_to)
            is_stronger = goes_further or fact.verdict is Verdict.REFUTED
            return fact if fact.theorem and fact.n >= evidence.settled_up_to and is_stronger else None
    return None


def _quantity_key(about: Proposition, quantity: str) -> tuple[object, ...]:
    """Identify a quantity: its metric and space, its name, and the metric that it compares with, if any."""
    return about.metric, about.space, quantity, dict(about.arguments).get("other")


def _best(extreme: Extreme, attained: Iterable[Fact]) -> Extreme:
    """Add to a constant the best value that its quantity attains in another cell, if that goes beyond the constant."""
    op = ">" if extreme.sense == "sup" else "<"
    best, best_fact = extreme.value, None
    for fact in attained:
        value = dict(fact.about.arguments)["value"]
        if is_true(f"v {op} w", {"v": value, "w": best}):
            best, best_fact = value, fact
    if best_fact is None:
        return extreme
    return replace(extreme, derived=DerivedBound(best, tuple(best_fact.steps())))


def _minimal(contradictions: Sequence[tuple[Fact, Fact]]) -> Iterator[Contradiction]:
    """Yield the contradictions, the shortest first, but none that needs all cells and theorems of an earlier one."""
    grounds_kept: list[frozenset[object]] = []
    with_grounds = [(_grounds(pair), Contradiction(*(tuple(fact.steps()) for fact in pair))) for pair in contradictions]
    for grounds, contradiction in sorted(
        with_grounds, key=lambda entry: (len(entry[0]), len(entry[1].lines), entry[1].lines)
    ):
        if not any(kept <= grounds for kept in grounds_kept):
            grounds_kept.append(grounds)
            yield contradiction


def _grounds(pair: Iterable[Fact]) -> frozenset[object]:
    """Return the cells and theorems on which two contradictory facts rest: at least one of them is wrong."""
    return frozenset(ground for side in pair for fact in side.with_premises() if (ground := fact.cell or fact.theorem))
