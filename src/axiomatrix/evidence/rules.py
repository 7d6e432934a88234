"""Consistency rules of a cell, such as that a refuted cell has a witness whose relation is false.

Reports from files are checked by these rules, since anybody may have written them; tests check every cell of a run.
:func:`first_problem` checks a cell. The other functions each yield the problems of one part, as sentences that begin
with the path in the cell, such as ``evidence.reach[1].cases``.

A cell is one statement about one metric, with evidence whose *verdict* is such as ``refuted`` or ``searched``. It is
settled by an instance (its *witness*), by a proof, by a *family* of instances whose ratios grow beyond every number, by
a *derivation* from other cells, or not at all: then its verdict rests on the counted cases of its methods, which are
its *reach*. A reach on a *grid* tried only some values of a continuous space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..model.relation import holds
from ..numbers.exact import compare, parse
from .cell import Cell, CellKey
from .derivation import Derivation
from .evidence import INFINITE, MAX_ITEMS_OF_AN_INSTANCE, SOUGHT_BY, Evidence, Witness
from .reach import Reach, Stop
from .verdict import FAULTS, REACHED_BY, Outcome, Verdict

MAX_CASES_COUNTED = 10**15
"""Most cases of a reach: no run counts further."""
SEED_LIMIT = 1 << 64
"""Seeds are below this number."""
METHODS = ("replay", "enumeration", "given", "proof", "linear", "symbolic", "hypothesis")
"""All methods, in the order in which the engine tries them and a cell lists their reach."""
CERTIFYING = ("linear", "symbolic")
"""The methods that certify: that the statement holds for all parameters, up to some number of items."""
SETTLING = ("replay", "enumeration", "linear", "symbolic", "hypothesis")
"""The methods that find an instance which settles a cell."""
DEDUCTION = "deduction"
"""The method of a verdict that theorems derive from other cells."""
STRENGTHENED = (Verdict.SEARCHED, Verdict.EXHAUSTED, Verdict.CERTIFIED, Verdict.UNDECIDED)
"""The verdicts that a derivation may make stronger. It changes no fault, and no vacuous verdict."""
SETTLED_BY_INSTANCE = (Verdict.REFUTED, Verdict.PROVED)
"""Verdicts that a single instance can give; a premise with such a verdict then has the size of that instance."""
SHOWS = {"refuted": "refutes", "proved": "shows", "rounding": "rounds"}
"""By verdict, what its witness must show."""
LONGEST_SIDE_READ = 2_000
"""Characters of a side beyond which its number is not read."""


@dataclass(frozen=True)
class CellFacts:
    """Facts about the cell's axiom and metric, which the cell itself does not have."""

    quantifier: str
    """The quantifier of the axiom: ``for all``, ``there is`` or ``extreme``."""
    is_exact: bool
    """Whether the metric is decided in exact arithmetic."""
    has_parameters: bool
    """Whether the metric has parameters."""
    has_grid: bool
    """Whether one of the spaces is continuous, so that enumerating it is never exhaustive."""


def outcome_problem(data: Mapping[str, Any], cell: Cell) -> str:
    """Return how the outcome in the file contradicts the rest of the cell; empty if it agrees."""
    stated = str(data.get("outcome", Outcome.OBSERVED))
    return (
        ""
        if stated == cell.outcome
        else f"outcome is {stated!r:.80}, but the evidence and claims give {cell.outcome.value!r}"
    )


def first_problem(cell: Cell, facts: CellFacts | None = None) -> str | None:
    """Return the first problem of a cell, with its path; None if the cell keeps every rule.

    Rules about the axiom and the metric are checked only if their facts are passed.
    """
    return next(_problems(cell, facts), None)


def _problems(cell: Cell, facts: CellFacts | None) -> Iterator[str]:
    yield from _count_problems(cell.evidence)
    yield from _witness_problems(cell)
    yield from _verdict_problems(cell.evidence)
    if facts is not None:
        yield from _facts_problems(cell.evidence, facts)


def _count_problems(evidence: Evidence) -> Iterator[str]:
    """Check the numbers: the seed, the size that a kernel checked, and the reach of each method."""
    if not 0 <= evidence.seed < SEED_LIMIT:
        yield f"evidence.seed is {evidence.seed:.0e}; it must be 0 or more and below 2^64"
    if evidence.kernel and evidence.verdict not in (Verdict.PROVED, Verdict.CERTIFIED):
        yield f"evidence.kernel: a cell that is {evidence.verdict} has no theorem"
    positions = []  # of the methods in METHODS, the ladder that the engine climbs
    for k, reach in enumerate(evidence.reach):
        if reach.method not in METHODS:
            yield f"evidence.reach[{k}].method is {reach.method!r:.80}; it must be one of {', '.join(METHODS)}"
            return  # it has no place in the order, which is checked below
        positions.append(METHODS.index(reach.method))
        for problem in _reach_problems(reach):
            yield f"evidence.reach[{k}].{problem}"
    if positions != sorted(set(positions)):
        yield "evidence.reach: the methods must come in the order of the ladder, each once"


def _reach_problems(reach: Reach) -> Iterator[str]:
    """Check that the counts and sizes of a reach are possible."""
    for name in ("cases", "discarded", "undecided"):
        if not 0 <= getattr(reach, name) <= MAX_CASES_COUNTED:
            yield f"{name} is {getattr(reach, name):.3g}; it must be a number of cases"
    if reach.undecided > reach.cases:
        yield f"undecided is {reach.undecided:,}, more than all {reach.cases:,} cases"
    is_empty = (reach.smallest, reach.largest, reach.cases) == (1, 0, 0)
    if not is_empty and not 1 <= reach.smallest <= reach.largest <= MAX_ITEMS_OF_AN_INSTANCE:
        yield f"smallest: sizes {reach.smallest:.6g} to {reach.largest:.6g} are not a valid range"
    if reach.grid and reach.method not in ("enumeration", "given"):
        yield f"grid: {reach.method} has no grid"


# --- witnesses ------------------------------------------------------------------------------------------------


def _witness_problems(cell: Cell) -> Iterator[str]:
    """Check that witnesses are about the cell, and show what its verdict and its best constant need."""
    evidence = cell.evidence
    shown_by_verdict = SHOWS.get(evidence.verdict)  # None for a verdict that no instance gives
    for witness in evidence.witnesses:
        if CellKey.of(witness) != cell.key:
            yield f"evidence.witness is about another cell: {witness.metric:.80} x {CellKey.of(witness).title:.200}"
    if evidence.witness is not None:
        yield from (f"evidence.witness.{problem}" for problem in _relation_problems(evidence.witness))
        if evidence.verdict not in FAULTS and evidence.witness.shows != shown_by_verdict:
            yield f"evidence.witness.shows is {evidence.witness.shows!r} in a cell that is {evidence.verdict}"
    elif shown_by_verdict is not None and evidence.proof is None and evidence.derivation is None:
        yield f"evidence.witness is missing in a cell that is {evidence.verdict}"
    if evidence.extreme is None:
        return
    attaining = evidence.extreme.witness
    if evidence.by_family:  # no instance of the family refutes by itself
        yield from (f"evidence.extreme.witness.{problem}" for problem in _relation_problems(attaining))
        if evidence.verdict is not Verdict.REFUTED or attaining.shows != "attains" or attaining.smallest:
            yield "evidence.extreme is infinite by a family; its witness must be one of the instances of a refutation"
        return
    if evidence.extreme.value == INFINITE:
        if evidence.verdict is not Verdict.REFUTED or attaining != evidence.witness or not attaining.has_no_factor:
            yield "evidence.extreme is infinite; its witness must be the one that refutes, and allow no factor"
        return
    yield from (f"evidence.extreme.witness.{problem}" for problem in _relation_problems(attaining))
    if attaining.shows != "attains" or attaining.smallest:
        yield "evidence.extreme.witness must attain the constant, and is never the smallest"
    yield from _ratio_problems(evidence.extreme.value, attaining)


def _relation_problems(witness: Witness) -> Iterator[str]:
    """Check that the relation of an exact witness is false if it refutes, and true if it shows an example."""
    if witness.channel != "exact" or witness.shows not in ("refutes", "shows"):
        return
    truth = _relation_truth(witness)
    should_be_true = witness.shows == "shows"
    if truth is not None and truth is not should_be_true:
        yield f"lhs: {witness.lhs[:80]} {witness.op} {witness.rhs[:80]} is {'true' if truth else 'false'}"


def _relation_truth(witness: Witness) -> bool | None:
    """Return whether the relation of the two sides is true; None if the sides are too long or cannot be compared."""
    if max(len(witness.lhs), len(witness.rhs)) > LONGEST_SIDE_READ:
        return None
    try:
        sign = compare(parse(witness.lhs), parse(witness.rhs))
    except (ValueError, ArithmeticError):
        return None
    return None if sign is None else holds(witness.op, sign)


def _ratio_problems(value: str, witness: Witness) -> Iterator[str]:
    """Check that a best constant is the ratio of the two sides of the witness that attains it."""
    characters = len(value) + len(witness.lhs) + len(witness.rhs)
    if witness.channel != "exact" or witness.op != "/" or characters > LONGEST_SIDE_READ:
        return
    try:
        is_ratio = compare(parse(value) * parse(witness.rhs), parse(witness.lhs)) == 0
    except (ValueError, ArithmeticError):
        return
    if not is_ratio:
        yield f"evidence.extreme.value is {value[:80]}; its witness has {witness.lhs[:80]} / {witness.rhs[:80]}"


# --- verdicts -------------------------------------------------------------------------------------------------


def _verdict_problems(evidence: Evidence) -> Iterator[str]:
    """Check that the evidence has all that its verdict needs, and nothing that contradicts it."""
    verdict, method = evidence.verdict, evidence.method
    if (evidence.derivation is not None) is not (method == DEDUCTION):
        yield f"evidence.derivation must be present exactly if evidence.method is {DEDUCTION!r}"
    if evidence.derivation is not None:
        yield from _derivation_problems(evidence, evidence.derivation)
        return
    if evidence.proof is not None and verdict is not Verdict.PROVED and not evidence.by_family:
        yield f"evidence.proof does not belong in a cell that is {verdict}"
    if evidence.values is not None and (verdict is not Verdict.REFUTED or not evidence.values.fails):
        yield f"evidence.values does not belong in a cell that is {verdict}"
    if evidence.comparison is not None and verdict is not Verdict.REFUTED:
        yield f"evidence.comparison does not belong in a cell that is {verdict}"
    if evidence.fault is not None and verdict not in FAULTS:
        yield f"evidence.fault does not belong in a cell that is {verdict}"
    if verdict in FAULTS or verdict is Verdict.NOT_APPLICABLE:
        if not evidence.reason:
            yield f"evidence.reason is empty in a cell that is {verdict}"
        if verdict is Verdict.NOT_APPLICABLE and (evidence.reach or method or evidence.witness or evidence.extreme):
            yield "evidence: a cell that is not applicable has only a reason"
        return
    if evidence.witness is not None and verdict in (Verdict.REFUTED, Verdict.PROVED):
        yield from _settled_problems(evidence, evidence.witness)
    elif verdict is Verdict.PROVED or evidence.by_family:
        if method != "proof" or not any(reach.method == "proof" for reach in evidence.reach):
            yield "evidence.method: a cell settled without an instance needs a proof, with its steps in the reach"
    else:
        yield from _unsettled_problems(evidence)


def _derivation_problems(evidence: Evidence, derivation: Derivation) -> Iterator[str]:
    """Check that the conclusion is at most as strong as its weakest premise, and stronger than the search's result."""
    verdict = evidence.verdict
    if derivation.own_verdict not in STRENGTHENED:
        yield f"evidence.derivation.own_verdict is {derivation.own_verdict}; a derivation can only strengthen a search"
    if evidence.witness or evidence.proof or evidence.values or evidence.comparison:
        yield "evidence.derivation does not belong beside a witness or a proof"
    if verdict in (Verdict.CERTIFIED, Verdict.EXHAUSTED):
        if not derivation.n:
            yield f"evidence.derivation.n is 0, but a cell that is {verdict} needs a largest n"
    elif verdict not in (Verdict.REFUTED, Verdict.PROVED):
        yield f"evidence.derivation does not belong in a cell that is {verdict}"
    elif derivation.n and not any(step.n and step.verdict in SETTLED_BY_INSTANCE for step in derivation.premises):
        yield f"evidence.derivation.n is {derivation.n} in a cell that is {verdict} and rests on no instance"
    depth = 0  # of the previous step, since the steps are listed depth first
    for k, step in enumerate(derivation.premises):
        if not 1 <= step.depth <= depth + 1:
            yield f"evidence.derivation.premises[{k}].depth is {step.depth}; it must be 1 to {depth + 1}"
        depth = step.depth
        if step.verdict not in (*REACHED_BY, Verdict.REFUTED):
            yield f"evidence.derivation.premises[{k}].verdict is {step.verdict}, from which nothing follows"
        is_weaker = verdict is Verdict.CERTIFIED and step.verdict is Verdict.EXHAUSTED
        # A size of 0 means every n: a conclusion from a premise of limited size is limited too.
        if is_weaker or (step.n and not 0 < derivation.n <= step.n):
            yield f"evidence.derivation.premises[{k}] is {step.known}, weaker than {verdict} n={derivation.n}"


def _settled_problems(evidence: Evidence, witness: Witness) -> Iterator[str]:
    """Check a cell that an instance settles: who found it, and whether it is the smallest as stated."""
    if evidence.proof is not None:
        yield "evidence.proof does not belong beside a witness"
    if evidence.method not in SETTLING:
        yield f"evidence.method is {evidence.method!r:.80}; an instance is found by one of {', '.join(SETTLING)}"
        return
    # Instances on given lists are found by enumerating these.
    finders = {"enumeration" if r.method == "given" else r.method for r in evidence.reach if r.stop == Stop.FOUND}
    if finders - {evidence.method}:
        yield f"evidence.method is {evidence.method}, but {', '.join(sorted(finders))} found the instance"
    if not witness.smallest or witness.n == 1:
        return
    exhausted, certified = Verdict.EXHAUSTED.written, Verdict.CERTIFIED.written
    excluded_up_to = max((reach.largest for reach in evidence.reach if reach.excludes_all), default=0)
    # Hypothesis draws at random; the other methods go through the sizes in increasing order.
    if evidence.method == "hypothesis" and excluded_up_to < witness.n - 1:
        sizes = f"sizes {excluded_up_to + 1} to {witness.n - 1}"
        yield f"evidence.witness.smallest: {sizes} were neither {exhausted} nor {certified}"
    for k, reach in enumerate(evidence.reach):
        is_complete = not reach.grid and not reach.undecided and reach.largest == witness.n
        if reach.method == evidence.method == "enumeration" and not is_complete:
            yield f"evidence.witness.smallest: the smaller sizes were not {exhausted} (evidence.reach[{k}])"


def _unsettled_problems(evidence: Evidence) -> Iterator[str]:
    """Check a cell that no instance or proof settles: the verdict is the one that its counted cases support."""
    verdict = evidence.verdict
    if verdict is Verdict.UNDECIDED:
        return  # such as a planned cell, about which nothing is known yet
    # A verdict of rounding rests on its witness, whatever the counts.
    if evidence.undecided and verdict is not Verdict.ROUNDING:
        yield f"evidence.verdict is {verdict}, but {evidence.undecided:,} cases are undecided"
    if (verdict is Verdict.VACUOUS) is not (evidence.cases == 0) and verdict is not Verdict.ROUNDING:
        yield f"evidence.verdict is {verdict}, but the reach has {evidence.cases:,} cases"
    if verdict is Verdict.VACUOUS:
        return
    if any(reach.method == "proof" for reach in evidence.reach):
        yield f"evidence.verdict is {verdict}, but the reach has a proof"
    methods = dict.fromkeys(r.method for r in evidence.reach if r.cases or verdict is Verdict.ROUNDING)
    if evidence.method != "+".join(methods):
        yield f"evidence.method is {evidence.method!r:.80}; the reach has cases of {' and '.join(methods)}"
    if verdict is Verdict.CERTIFIED and not evidence.up_to():
        yield f"evidence.verdict is {verdict}, but neither the linear nor the symbolic method has a case"
    if verdict is Verdict.EXHAUSTED and not evidence.up_to():
        yield f"evidence.verdict is {verdict}, but no space was enumerated except on a grid"


# --- with the axiom and the metric ----------------------------------------------------------------------------


def _facts_problems(evidence: Evidence, facts: CellFacts) -> Iterator[str]:
    """Check that the evidence fits the quantifier of the axiom, and the channel and the spaces of the metric."""
    verdict = evidence.verdict
    is_existential = facts.quantifier == "there is"
    if verdict is Verdict.UNDECIDED and not evidence.undecided:
        yield "evidence.verdict is undecided, but no case of the reach is"
    for k, reach in enumerate(evidence.reach):
        if reach.method in CERTIFYING and not facts.has_parameters:  # they certify for all values of parameters
            yield f"evidence.reach[{k}].method is {reach.method}, but the metric has no parameter"
        if reach.method == "enumeration" and facts.has_grid and not reach.grid:
            yield f"evidence.reach[{k}].grid is false, but one of the spaces is continuous"
    if any((witness.channel == "exact") is not facts.is_exact for witness in evidence.witnesses):
        yield "evidence.witness.channel is not the channel of the metric"
    # An instance proves that there is one, or refutes that something holds for all.
    verdict_of_instance = Verdict.PROVED if is_existential else Verdict.REFUTED
    derivation = evidence.derivation
    # A verdict that is derived with a size rests on an instance of that size.
    rests_on_instance = verdict in SETTLED_BY_INSTANCE and derivation is not None and derivation.n > 0
    if derivation is not None and rests_on_instance and verdict is not verdict_of_instance:
        yield f"evidence.derivation.n is {derivation.n}: no instance makes {facts.quantifier!r} {verdict}"
    # No search refutes or certifies that there is an instance; a theorem may refute it.
    is_derived = verdict is Verdict.REFUTED and derivation is not None
    if verdict in (Verdict.CERTIFIED, Verdict.REFUTED, Verdict.ROUNDING) and is_existential and not is_derived:
        yield f"evidence.verdict is {verdict}, but the axiom says 'there is'"
    if verdict is Verdict.PROVED and evidence.witness is not None and not is_existential:
        yield "evidence.verdict is proved by an instance, but the axiom does not say 'there is'"
    if verdict is Verdict.ROUNDING and facts.is_exact:
        yield "evidence.verdict is rounding, but the metric is exact"
    if verdict not in (Verdict.EXHAUSTED, Verdict.SEARCHED):
        return
    # The cell rests on its cases: their aim and the methods must give this verdict, and not a stronger one.
    if evidence.sought != SOUGHT_BY[facts.quantifier]:
        yield f"evidence.sought is {evidence.sought!r}; the axiom says {facts.quantifier!r}"
    if facts.quantifier == "for all" and evidence.up_to(Verdict.CERTIFIED):
        yield f"evidence.verdict is {verdict}, but its reach certifies it"
    if (verdict is Verdict.EXHAUSTED) is not (evidence.up_to(Verdict.EXHAUSTED) > 0 and facts.is_exact):
        yield f"evidence.verdict is {verdict}, which does not follow from its reach"
