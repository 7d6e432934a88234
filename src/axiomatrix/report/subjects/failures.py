"""Failures of a run: broken claims with counterexamples, undecided statements, and findings in sentences."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf

from ...evidence.account.account import Account, Term
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.fault import CASE
from ...evidence.matrix import Matrix
from ...evidence.notation import decimals_of
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import NOTATION, Outcome
from ...evidence.words import Line, counted, derivation_lines, fault_lines, grouped
from ...model.registry import Registry
from ..document import Block, Code, Heading, Inline, List, Mono, Nested, Note, StatusSign, Strong, Text
from .witness import term_lines

FAILURES_IN_FULL = 1
"""Broken claims that have their counterexample in a short run; the others have a line each."""
FAILURES_LISTED = 15
"""Broken claims that have a line each in a short run."""


@dataclass(frozen=True)
class FailureContext:
    """The run that the failures are from, and what the commands beside them name."""

    matrix: Matrix
    registry: Registry | None = None
    files: Sequence[str] = ()
    directory: str | None = None

    def command(self, cell: Cell, shown: Account | None) -> str:
        """The command that shows the cell again: by its witness if that was written, else by deciding it anew."""
        if shown is not None and self.directory is not None:
            return shown.command(self.directory, self.files)
        return shlex.join(["axiomatrix", "show", cell.metric, cell.axiom, *self.files])


def failure_blocks(context: FailureContext, *, is_full: bool) -> Iterator[Block]:
    """The broken claims, the smallest counterexample last; a short run shows that one in full."""
    broken = sorted(context.matrix.broken, key=lambda cell: -cell.evidence.witness.n if cell.evidence.witness else -inf)
    if not broken:
        return
    yield Heading(f"Broken claims: {len(broken)}")
    in_full = broken if is_full else broken[-FAILURES_IN_FULL:]
    briefly = broken[: len(broken) - len(in_full)]
    items: list[Inline] = [_brief(cell) for cell in briefly[:FAILURES_LISTED]]
    if len(briefly) > FAILURES_LISTED:
        items.append(f"and {len(briefly) - FAILURES_LISTED:,} more, which -v shows")
    if items:
        yield List(tuple(items))
    for cell in in_full:
        yield from failure(cell, context, is_full=is_full)


def _brief(cell: Cell) -> Inline:
    line = Line(cell)
    title = Mono(f"{cell.metric}: {cell.title}")
    return (StatusSign(line.sign, line.status.tone, loud=True), " ", title, f": {line.short}{sides_text(cell)}")


def sides_text(cell: Cell) -> str:
    """Both sides of a counterexample after a colon, fractions with decimals; empty where there is none."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    decimals = decimals_of(witness.lhs, witness.rhs)
    return f": {witness.sides_with_decimals}" + (f" ({decimals})" if decimals else "")


def failure(cell: Cell, context: FailureContext, *, is_full: bool = True) -> Iterator[Block]:
    """A broken claim: who declares it, the counterexample with both sides, what holds instead, and how to repeat it."""
    shown = account(cell, context.matrix, context.registry)
    line = Line(cell)
    begin = (StatusSign(line.sign, line.status.tone, loud=True), " ", Mono(f"{cell.metric}: {cell.title}"))
    if shown is None:
        yield Heading((*begin, f": {cell.status.text}"), 3)
        yield List((f"declared: {cell.claimed_by}", *derivation_lines(cell)))
    else:
        minimal = f" ({shown.minimal})" if shown.minimal else ""
        yield Heading((*begin, f": {shown.found}{minimal}"), 3)
        decimals = decimals_of(shown.left.value, shown.right.value)
        beside = f" ({decimals})" if decimals else ""
        yield Text((Strong(shown.sides), beside, f", against {shown.formula}" if shown.formula else ""))
        yield List((*(claim.quotation for claim in shown.claims), *_instance(shown, is_full=is_full)))
        if shown.note:
            yield Note(shown.note)
    if instead := "; ".join(repairs(cell, context.matrix)):
        yield Text(instead)
    if shown is not None and shown.example:
        yield Code(shown.example.splitlines()[-1], "python")
    yield Code(context.command(cell, shown), "console")


def _instance(shown: Account, *, is_full: bool) -> Iterator[Inline | Nested]:
    """The values and parameters, and every value of the metric that enters."""
    for value in shown.values:
        yield (Mono(f"{value.name} = {value.text}"), f", rank vector {value.vector}" if value.vector else "")
    yield from (Mono(value.text) for value in shown.parameters)  # its entries carry its name
    yield from (_term(term, is_full=is_full) for term in shown.terms)


def _term(term: Term, *, is_full: bool) -> Inline | Nested:
    first, *steps = term_lines([term])
    return Nested(Mono(first), tuple(Mono(step.strip()) for step in steps)) if steps and is_full else Mono(first)


def repairs(cell: Cell, matrix: Matrix) -> Iterator[str]:
    """Where the same axiom stands with another argument: what to declare instead."""
    names = cell.arguments.keys()
    for other in matrix.at(cell.metric, cell.axiom):
        changed = [name for name in names if other.arguments.get(name) != cell.arguments[name]]
        is_alike = other.arguments.keys() == names and len(changed) == 1 and other.space == cell.space
        if is_alike and other.status.holds == "yes":
            stands = "is not refuted" if other.status.grade is EvidenceGrade.SEARCHED else "holds"
            argument = f"{changed[0]}={other.arguments[changed[0]]}"
            yield f"{cell.axiom} {stands} with {argument} ({other.status.reach})"


def undecided_items(matrix: Matrix) -> tuple[Inline | Nested, ...]:
    """Declared statements without a verdict, and of a single metric all that are at fault, by reason."""
    unresolved = matrix.unresolved
    faults = [c for c in matrix.cells if c.status.is_fault and len(matrix.rows) == 1 and c not in unresolved]
    items: list[Inline | Nested] = []
    for (metric, key, _), same in grouped([*unresolved, *faults], _fault_key).items():
        named = [cell.title for cell in same if cell in unresolved] or [same[0].title]
        more = f" and {len(same) - len(named)} more" if len(same) > len(named) else ""
        why = same[0].evidence.why or same[0].status.reach
        sign = StatusSign(same[0].status.symbol, same[0].status.tone)
        text = (sign, " ", Mono(f"{metric}: {', '.join(named)}"), f"{more}: {NOTATION[key].word}: {why}")
        detail = fault_lines(same[0])
        items.append(Nested(text, tuple(map(Mono, detail))) if detail else text)
    refused = [(cell, cell.evidence.uncertified) for cell in matrix.cells if cell.evidence.uncertified is not None]
    for cell, uncertified in refused:
        if uncertified.refused:
            why = f": the independent checker does not decide it: {uncertified.why}"
            items.append((Mono(f"{cell.metric}: {cell.title}"), why))
    return tuple(items)


def _fault_key(cell: Cell) -> tuple[str, str, str]:
    """The metric, the verdict and what was raised, whatever numbers it names."""
    return cell.metric, cell.status.key, re.sub(r"[\d.]+", "", cell.evidence.reason.partition(CASE)[0])


FINDINGS_SHOWN = 3


def findings(matrix: Matrix) -> Iterator[Inline]:
    """The first three of what there is to say: what is unexpected, broken claims, conjectures, what holds."""
    yield from islice(_all_findings(matrix), FINDINGS_SHOWN)


def _all_findings(matrix: Matrix) -> Iterator[Inline]:
    unexpected = [cell for cell in matrix.surprises if cell.claims and cell.expected is not None]
    if unexpected:
        first = unexpected[0]
        be = "is" if len(unexpected) == 1 else "are"
        many = f"{counted(len(unexpected), 'outcome')} {be} not as expected, such as "
        yield (many, *_named(first), f": {first.outcome.written}, {first.status.text}.")
    if (cell := hardest_refutation(matrix)) is not None and cell.evidence.witness is not None:
        witness = cell.evidence.witness
        smaller = ", and no smaller counterexample exists" if witness.smallest else ""
        sources = ", ".join(claim.source for claim in cell.claims)
        be = "is" if len(matrix.broken) == 1 else "are"
        yield (
            f"{counted(len(matrix.broken), 'claim')} of the sources {be} false. The hardest to refute is ",
            *_named(cell),
            f", claimed by {sources}{sides_text(cell)}, at n = {witness.n}{smaller}.",
        )
    settled = matrix.with_outcome(Outcome.SETTLED)
    if settled:
        largest = max(settled, key=lambda cell: cell.evidence.settled_at)
        total = counted(len(settled) + len(matrix.with_outcome(Outcome.OPEN)), "conjecture")
        many = f"{len(settled)} of {total} {'is' if len(settled) == 1 else 'are'} settled, such as "
        yield (many, *_named(largest), f": {largest.status.text}{sides_text(largest)}.")
    standing = Counter(c.status.grade for c in matrix.with_outcome(Outcome.AS_DECLARED))
    if standing:
        grades = [(standing[grade], _GRADE_WORDS[grade]) for grade in sorted(standing, reverse=True)]
        parts = ", ".join(f"{count:,} {words}" for count, words in grades)
        yield f"{counted(sum(standing.values()), 'claim')} hold as far as was looked: {parts}."
    refuted = [cell for cell in matrix.cells if not cell.claims and cell.status.holds == "no"]
    if refuted:
        yield f"{counted(len(refuted), 'statement')} that nobody claims are refuted, each by an exact counterexample."


_GRADE_WORDS = {
    EvidenceGrade.PROVED: "proved for every n",
    EvidenceGrade.CERTIFIED: "certified for all parameters up to some n",
    EvidenceGrade.EXHAUSTED: "true of all instances up to some n",
    EvidenceGrade.SEARCHED: "searched without a counterexample",
    EvidenceGrade.NONE: "without evidence",
}


def hardest_refutation(matrix: Matrix) -> Cell | None:
    """The broken claim whose counterexample takes the most items; of several, one that is known to be the smallest."""
    broken = [cell for cell in matrix.broken if cell.evidence.witness is not None]
    return max(broken, key=_hardness, default=None)


def _hardness(cell: Cell) -> tuple[int, bool]:
    witness = cell.evidence.witness
    return (witness.n, witness.smallest) if witness is not None else (0, False)


def _named(cell: Cell) -> tuple[Mono]:
    return (Mono(f"{cell.metric}: {cell.title}"),)


def next_commands(matrix: Matrix, directory: str | None) -> list[str]:
    """How to see one cell step by step, and all of them on a site."""
    cell = hardest_refutation(matrix) or next(iter(matrix.cells), None)
    show = [shlex.join(["axiomatrix", "show", cell.metric, cell.axiom])] if cell is not None else []
    report = [] if directory is None else [f"{directory}/compliance.json"]
    return [*show, shlex.join(["axiomatrix", "report", *report, "--html", "site"])]
