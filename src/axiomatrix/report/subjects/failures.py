"""Blocks about the failures of a run: broken claims with counterexamples, undecided statements, findings in sentences.

The document of a run (``run.py``) puts them together; the pytest plugin shows single failures.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf

from ...engine.judged_run import JudgedRun
from ...evidence.account.account import Account, Term
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.fault import CASE_OPENING
from ...evidence.matrix import Matrix
from ...evidence.notation import decimals_of
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import NOTATION, Outcome
from ...evidence.words import Line, counted, derivation_lines, fault_lines, grouped
from ...model.registry import Registry
from ..document import Block, Code, Heading, Inline, List, Mono, Nested, Note, StatusSign, Strong, Text
from .witness import term_lines

MAX_FAILURES_IN_FULL = 1
"""Broken claims whose counterexample a short document shows; the others get a line each."""
MAX_FAILURES_LISTED = 15
"""Broken claims that a short document lists, a line each."""
MAX_TOPICS_LISTED = 40
"""Failures on a user's own lists that are listed."""


@dataclass(frozen=True)
class FailureContext:
    """The run of the failures, and the files and folder that commands name."""

    matrix: Matrix
    registry: Registry | None = None
    files: Sequence[str] = ()
    directory: str | None = None

    def command(self, cell: Cell, witness_account: Account | None) -> str:
        """The command that repeats a cell: it replays the witness if that was written, or else decides the cell."""
        if witness_account is not None and self.directory is not None:
            return witness_account.command(self.directory, self.files)
        return shlex.join(["axiomatrix", "show", cell.metric, cell.axiom, *self.files])


def failure_blocks(context: FailureContext, *, is_full: bool) -> Iterator[Block]:
    """Yield the broken claims, the smallest counterexample last, which a short document shows in full."""
    broken = sorted(context.matrix.broken, key=lambda cell: -cell.evidence.witness.n if cell.evidence.witness else -inf)
    if not broken:
        return
    yield Heading(f"Broken claims: {len(broken)}")
    in_full = broken if is_full else broken[-MAX_FAILURES_IN_FULL:]
    briefly = broken[: len(broken) - len(in_full)]
    items: list[Inline] = [_brief(cell) for cell in briefly[:MAX_FAILURES_LISTED]]
    if len(briefly) > MAX_FAILURES_LISTED:
        items.append(f"and {len(briefly) - MAX_FAILURES_LISTED:,} more, which -v shows")
    if items:
        yield List(tuple(items))
    for cell in in_full:
        yield from failure(cell, context, is_full=is_full)


def _brief(cell: Cell) -> Inline:
    line = Line(cell)
    title, finding = Mono(f"{cell.metric}: {cell.title}"), f"{line.text_beside_symbol}{sides_text(cell)}"
    return (StatusSign(line.sign, line.status.tone, loud=True), " ", title, f": {finding}")


def sides_text(cell: Cell) -> str:
    """Both sides of a cell's witness after a colon, fractions with decimals; empty without a witness."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    decimals = decimals_of(witness.lhs, witness.rhs)
    return f": {witness.sides_with_decimals}" + (f" ({decimals})" if decimals else "")


def failure(cell: Cell, context: FailureContext, *, is_full: bool = True) -> Iterator[Block]:
    """Yield a broken claim: its sources, the counterexample with both sides, what holds instead, how to repeat it."""
    witness_account = account(cell, context.matrix, context.registry)
    line = Line(cell)
    begin = (StatusSign(line.sign, line.status.tone, loud=True), " ", Mono(f"{cell.metric}: {cell.title}"))
    if witness_account is None:
        yield Heading((*begin, f": {cell.status.text}"), 3)
        yield List((f"declared: {cell.claimed_by}", *derivation_lines(cell)))
    else:
        minimal = f" ({witness_account.minimal})" if witness_account.minimal else ""
        yield Heading((*begin, f": {witness_account.outcome_text}{minimal}"), 3)
        decimals = decimals_of(witness_account.left.value, witness_account.right.value)
        beside = f" ({decimals})" if decimals else ""
        yield Text(
            (
                Strong(witness_account.sides),
                beside,
                f", against {witness_account.formula}" if witness_account.formula else "",
            )
        )
        yield List(
            (*(claim.quotation for claim in witness_account.claims), *_instance(witness_account, is_full=is_full))
        )
        if witness_account.note:
            yield Note(witness_account.note)
    if instead := "; ".join(repairs(cell, context.matrix)):
        yield Text(instead)
    if witness_account is not None and witness_account.example:
        yield Code(witness_account.example.splitlines()[-1], "python")
    yield Code(context.command(cell, witness_account), "console")


def _instance(witness_account: Account, *, is_full: bool) -> Iterator[Inline | Nested]:
    """Yield the values and parameters of an instance, and the metric's values that enter the relation."""
    for value in witness_account.values:
        yield (Mono(f"{value.name} = {value.text}"), f", rank vector {value.vector}" if value.vector else "")
    yield from (Mono(value.text) for value in witness_account.parameters)  # a parameter's text begins with its name
    yield from (_term(term, is_full=is_full) for term in witness_account.terms)


def _term(term: Term, *, is_full: bool) -> Inline | Nested:
    first, *steps = term_lines([term])
    return Nested(Mono(first), tuple(Mono(step.strip()) for step in steps)) if steps and is_full else Mono(first)


def repairs(cell: Cell, matrix: Matrix) -> Iterator[str]:
    """Yield statements that could be declared instead: the same axiom holds with one argument changed."""
    names = cell.arguments.keys()
    for other in matrix.at(cell.metric, cell.axiom):
        changed = [name for name in names if other.arguments.get(name) != cell.arguments[name]]
        is_alike = other.arguments.keys() == names and len(changed) == 1 and other.space == cell.space
        if is_alike and other.status.holds == "yes":
            verb = "is not refuted" if other.status.grade is EvidenceGrade.SEARCHED else "holds"
            argument = f"{changed[0]}={other.arguments[changed[0]]}"
            yield f"{cell.axiom} {verb} with {argument} ({other.status.reach})"


def undecided_items(matrix: Matrix) -> tuple[Inline | Nested, ...]:
    """The declared statements without a verdict by reason; for a single metric also undeclared statements at fault."""
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
    """A key by which faults are listed together: metric, verdict, and the message without its numbers."""
    return cell.metric, cell.status.key, re.sub(r"[\d.]+", "", cell.evidence.reason.partition(CASE_OPENING)[0])


MAX_FINDINGS = 3
"""Findings that a document of many metrics has."""


def findings(matrix: Matrix) -> Iterator[Inline]:
    """Yield the three most important sentences about a run: unexpected outcomes, broken claims, conjectures ..."""
    yield from islice(_all_findings(matrix), MAX_FINDINGS)


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
    """The broken claim whose counterexample has the most items, preferably a proved smallest one; None without any."""
    with_size = [
        (cell, (witness.n, witness.smallest))
        for cell in matrix.broken
        if (witness := cell.evidence.witness) is not None
    ]
    hardest = max(with_size, key=lambda pair: pair[1], default=None)
    return hardest[0] if hardest is not None else None


def _named(cell: Cell) -> tuple[Mono]:
    return (Mono(f"{cell.metric}: {cell.title}"),)


def next_commands(matrix: Matrix, directory: str | None) -> list[str]:
    """Commands that show one cell step by step, and write the site of all cells."""
    cell = hardest_refutation(matrix) or next(iter(matrix.cells), None)
    show = [shlex.join(["axiomatrix", "show", cell.metric, cell.axiom])] if cell is not None else []
    report = [] if directory is None else [f"{directory}/compliance.json"]
    return [*show, shlex.join(["axiomatrix", "report", *report, "--html", "site"])]


def topic_blocks(context: FailureContext, lists: JudgedRun) -> list[Block]:
    """Return blocks on the topics of a user's run whose lists break an axiom, with commands that replay witnesses."""
    items: list[Inline] = []
    commands = []
    for cell in context.matrix.cells:
        witness = cell.evidence.witness
        if cell.status.holds == "no" and witness is not None:
            assert context.registry is not None
            names = lists.topics_of(context.registry.metric(cell.metric), witness.instance.values())
            topics = f"topic {', '.join(names[:5])}{' ...' if names[5:] else ''}" if names else "a list made of yours"
            items.append(f"{cell.metric}: {cell.title}: {topics}")
            if context.directory is not None:
                path = f"{context.directory}/witnesses/{witness.slug}.json"
                commands.append(shlex.join(["axiomatrix", "verify", path, *context.files]))
    if not items:
        return [Text("Nothing fails on your lists.")]
    more = [f"and {len(items) - MAX_TOPICS_LISTED} more"] if len(items) > MAX_TOPICS_LISTED else []
    blocks: list[Block] = [Text("Fails on your lists:"), List((*items[:MAX_TOPICS_LISTED], *more))]
    return [*blocks, Code("\n".join(commands[:MAX_TOPICS_LISTED]), "console")] if commands else blocks
