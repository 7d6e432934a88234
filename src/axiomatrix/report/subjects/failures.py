"""Blocks of the document of a run: broken claims, undecided statements, highlights, and topics that fail.

A *cell* is a statement about a metric with its evidence and claims. A claim is *broken* if a counterexample contradicts
it. The counterexample is stored as a *witness*; its *account* is the same in words, with every value of the metric that
enters (the *terms*). A :class:`Line` has the texts of a cell. ``run.py`` puts the blocks together; ``axiomatrix check
--instances`` appends the topics of a user's TREC run.

A large run has *highlights* and commands to try next instead of all its broken claims. A *short* document of a run
leaves out most of what a *full* one has.
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
MAX_TOPICS_NAMED = 5
"""Topics that are named for one of these failures."""
MAX_HIGHLIGHTS = 3
"""Highlights that the document of a large run has."""
GRADE_WORDS = {
    EvidenceGrade.PROVED: "proved for every n",
    EvidenceGrade.CERTIFIED: "certified for all parameters up to some n",
    EvidenceGrade.EXHAUSTED: "true for all instances up to some n",
    EvidenceGrade.SEARCHED: "searched without a counterexample",
    EvidenceGrade.NONE: "without evidence",
}
"""Words after a number of claims that hold, by the grade of their evidence."""


@dataclass(frozen=True)
class FailureContext:
    """The matrix of a run, and what the blocks need besides it."""

    matrix: Matrix
    registry: Registry | None = None
    """The registry with the user's metrics; None for the catalogue."""
    files: Sequence[str] = ()
    """The files that register the user's metrics."""
    directory: str | None = None
    """The folder of the reports; None if they were not written."""

    def command(self, cell: Cell, witness_account: Account | None) -> str:
        """The command that repeats a cell: it replays the witness if that was written, or else decides the cell."""
        if witness_account is not None and self.directory is not None:
            return witness_account.command(self.directory, self.files)
        return shlex.join(["axiomatrix", "show", cell.metric, cell.axiom, *self.files])


def failure_blocks(context: FailureContext, *, is_full: bool) -> Iterator[Block]:
    """Yield the broken claims, the smallest counterexample last, nearest to the prompt of a terminal.

    A full document (``is_full``) shows the counterexample of each, a short one only the last.
    """
    # without a witness, a theorem derives that the statement fails: such claims come first
    broken = sorted(context.matrix.broken, key=lambda cell: -cell.evidence.witness.n if cell.evidence.witness else -inf)
    if not broken:
        return
    yield Heading(f"Broken claims: {len(broken)}")
    cells_in_full = broken if is_full else broken[-MAX_FAILURES_IN_FULL:]
    cells_in_brief = broken[: len(broken) - len(cells_in_full)]
    items: list[Inline] = [_brief(cell) for cell in cells_in_brief[:MAX_FAILURES_LISTED]]
    if len(cells_in_brief) > MAX_FAILURES_LISTED:
        items.append(f"and {len(cells_in_brief) - MAX_FAILURES_LISTED:,} more (-v shows them)")
    if items:
        yield List(tuple(items))
    for cell in cells_in_full:
        yield from _blocks_of_broken_claim(cell, context, is_full=is_full)


def _brief(cell: Cell) -> Inline:
    """A broken claim on one line: sign, statement, verdict with its reach, and both sides of the counterexample."""
    line = Line(cell)
    result = f"{line.text_beside_symbol}{sides_after_colon(cell)}"
    return (StatusSign(line.sign, line.status.tone, loud=True), " ", _name(cell), f": {result}")


def sides_after_colon(cell: Cell) -> str:
    """Both sides of a cell's witness after a colon, such as ``: 3 <= 2 is false``; empty without a witness."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    decimals = decimals_of(witness.lhs, witness.rhs)  # of fractions only; empty if neither side is one
    return f": {witness.relation_with_truth_and_decimals}" + (f" ({decimals})" if decimals else "")


def _blocks_of_broken_claim(cell: Cell, context: FailureContext, *, is_full: bool) -> Iterator[Block]:
    """Yield a broken claim: its sources, the counterexample with both sides, what holds instead, how to repeat it."""
    witness_account = account(cell, context.matrix, context.registry)
    line = Line(cell)
    sign_and_name = (StatusSign(line.sign, line.status.tone, loud=True), " ", _name(cell))
    if witness_account is None:
        yield Heading((*sign_and_name, f": {cell.status.text}"), 3)
        yield List((f"declared: {cell.claimed_by}", *derivation_lines(cell)))
    else:
        minimal = f" ({witness_account.minimal})" if witness_account.minimal else ""
        yield Heading((*sign_and_name, f": {witness_account.outcome_text}{minimal}"), 3)
        decimals = decimals_of(witness_account.left.value, witness_account.right.value)
        decimals_in_brackets = f" ({decimals})" if decimals else ""
        formula = f", against {witness_account.formula}" if witness_account.formula else ""
        yield Text((Strong(witness_account.sides), decimals_in_brackets, formula))
        yield List(
            (*(claim.quotation for claim in witness_account.claims), *_instance(witness_account, is_full=is_full))
        )
        if witness_account.note:
            yield Note(witness_account.note)
    if alternatives := "; ".join(alternative_statements(cell, context.matrix)):
        yield Text(alternatives)
    if witness_account is not None and witness_account.example:
        # its last line is the decorator @example, the lines above are imports
        yield Code(witness_account.example.splitlines()[-1], "python")
    yield Code(context.command(cell, witness_account), "console")


def _instance(witness_account: Account, *, is_full: bool) -> Iterator[Inline | Nested]:
    """Yield the values and parameters of an instance, and the metric's values that enter the relation."""
    for value in witness_account.values:
        yield (Mono(f"{value.name} = {value.text}"), f", rank vector {value.vector}" if value.vector else "")
    yield from (Mono(value.text) for value in witness_account.parameters)  # a parameter's text begins with its name
    yield from (_term(term, is_full=is_full) for term in witness_account.terms)


def _term(term: Term, *, is_full: bool) -> Inline | Nested:
    """A value of the metric, and in a full document the steps of its computation below it."""
    first, *steps = term_lines([term])
    if not steps or not is_full:
        return Mono(first)
    return Nested(Mono(first), tuple(Mono(step.strip()) for step in steps))


def alternative_statements(cell: Cell, matrix: Matrix) -> Iterator[str]:
    """Yield sentences on statements that could be declared instead of a cell's: true ones with one other argument.

    Where ``upper-bound(factor=1, other=kendall)`` is broken, the one with ``factor=2`` may hold.
    """
    names = cell.arguments.keys()
    for alternative in matrix.at(cell.metric, cell.axiom):
        if alternative.arguments.keys() != names or alternative.space != cell.space:
            continue
        changed_names = [name for name in names if alternative.arguments[name] != cell.arguments[name]]
        if len(changed_names) == 1 and alternative.status.holds == "yes":
            verb = "is not refuted" if alternative.status.grade is EvidenceGrade.SEARCHED else "holds"
            argument = f"{changed_names[0]}={alternative.arguments[changed_names[0]]}"
            yield f"{cell.axiom} {verb} with {argument} ({alternative.status.reach})"


def undecided_items(matrix: Matrix) -> tuple[Inline | Nested, ...]:
    """The statements of a run to list under "not decided".

    1. Declared statements without a verdict, one line per reason. If the run has a single metric, undeclared
       statements at fault (the definition raised an exception, for example) are included; they are counted ("and 3
       more"), not named, where a declared one has the same reason.
    2. Statements whose certificate the independent checker refused.
    """
    unresolved = matrix.unresolved
    has_single_metric = len(matrix.rows) == 1
    undeclared_faults = [c for c in matrix.cells if has_single_metric and c.status.is_fault and c not in unresolved]
    items: list[Inline | Nested] = []
    for (metric, verdict, _), same_reason in grouped([*unresolved, *undeclared_faults], _reason_key).items():
        first = same_reason[0]
        # without a declared statement, the first of the others is named
        titles = [cell.title for cell in same_reason if cell in unresolved] or [first.title]
        more = f" and {len(same_reason) - len(titles)} more" if len(same_reason) > len(titles) else ""
        reason = first.evidence.why or first.status.reach
        sign = StatusSign(first.status.symbol, first.status.tone)
        text = (sign, " ", Mono(f"{metric}: {', '.join(titles)}"), f"{more}: {NOTATION[verdict].word}: {reason}")
        details = fault_lines(first)
        items.append(Nested(text, tuple(map(Mono, details))) if details else text)
    for cell in matrix.cells:
        uncertified = cell.evidence.uncertified
        if uncertified is not None and uncertified.refused:
            items.append((_name(cell), f": the independent checker does not decide it: {uncertified.why}"))
    return tuple(items)


def _reason_key(cell: Cell) -> tuple[str, str, str]:
    """A key that cells with the same reason share: metric, verdict, and the message.

    The message is taken without the case that failed and without numbers, in which messages of one cause differ.
    """
    return cell.metric, cell.status.key, re.sub(r"[\d.]+", "", cell.evidence.reason.partition(CASE_OPENING)[0])


def highlights(matrix: Matrix) -> Iterator[Inline]:
    """Yield the most important sentences about a large run, at most :data:`MAX_HIGHLIGHTS`."""
    yield from islice(_all_highlights(matrix), MAX_HIGHLIGHTS)


def _all_highlights(matrix: Matrix) -> Iterator[Inline]:
    """Yield sentences about a run, the most important first.

    They cover unexpected outcomes, broken claims, settled conjectures, claims that hold, and refuted statements without
    a claim. A sentence with nothing to report is left out.
    """
    # a surprise is an outcome that is not as expected; without a stored expectation it is just a broken claim, which
    # the next sentence counts
    unexpected = [cell for cell in matrix.surprises if cell.expected is not None]
    if unexpected:
        first = unexpected[0]
        be = "is" if len(unexpected) == 1 else "are"
        count_text = f"{counted(len(unexpected), 'outcome')} {be} not as expected, such as "
        yield (count_text, _name(first), f": {first.outcome.written}, {first.status.text}.")
    if (cell := hardest_refutation(matrix)) is not None and cell.evidence.witness is not None:
        witness = cell.evidence.witness
        smaller = ", and no smaller counterexample exists" if witness.smallest else ""
        sources = ", ".join(claim.source for claim in cell.claims)
        be = "is" if len(matrix.broken) == 1 else "are"
        yield (
            f"{counted(len(matrix.broken), 'claim')} of the sources {be} false. The hardest to refute is ",
            _name(cell),
            f", claimed by {sources}{sides_after_colon(cell)}, at n = {witness.n}{smaller}.",
        )
    settled = matrix.with_outcome(Outcome.SETTLED)
    if settled:
        largest = max(settled, key=lambda cell: cell.evidence.settled_at)  # the n of the instance that settles it
        total = counted(len(settled) + len(matrix.with_outcome(Outcome.OPEN)), "conjecture")
        count_text = f"{len(settled)} of {total} {'is' if len(settled) == 1 else 'are'} settled, such as "
        yield (count_text, _name(largest), f": {largest.status.text}{sides_after_colon(largest)}.")
    count_by_grade = Counter(cell.status.grade for cell in matrix.with_outcome(Outcome.AS_DECLARED))
    if count_by_grade:
        grades = sorted(count_by_grade, reverse=True)
        parts = ", ".join(f"{count_by_grade[grade]:,} {GRADE_WORDS[grade]}" for grade in grades)
        yield f"{counted(count_by_grade.total(), 'claim')} hold as far as is known: {parts}."
    refuted = [cell for cell in matrix.cells if not cell.claims and cell.status.holds == "no"]
    if refuted:
        yield f"{counted(len(refuted), 'undeclared statement')} refuted, each by an exact counterexample."


def hardest_refutation(matrix: Matrix) -> Cell | None:
    """The broken claim whose counterexample has the most items, preferably a proved smallest one; None without any."""

    def rank(cell: Cell) -> tuple[int, bool]:
        witness = cell.evidence.witness
        assert witness is not None
        return witness.n, witness.smallest

    return max((cell for cell in matrix.broken if cell.evidence.witness is not None), key=rank, default=None)


def _name(cell: Cell) -> Mono:
    """Name a cell by its metric and its statement."""
    return Mono(f"{cell.metric}: {cell.title}")


def next_commands(matrix: Matrix, directory: str | None) -> list[str]:
    """Commands to try after a large run: show one cell step by step, and write the site.

    ``directory`` is the folder of the reports; None if they were not written.
    """
    commands = []
    cell = hardest_refutation(matrix) or next(iter(matrix.cells), None)
    if cell is not None:
        commands.append(shlex.join(["axiomatrix", "show", cell.metric, cell.axiom]))
    report = [] if directory is None else [f"{directory}/compliance.json"]
    return [*commands, shlex.join(["axiomatrix", "report", *report, "--html", "site"])]


def topic_blocks(context: FailureContext, judged_run: JudgedRun) -> list[Block]:
    """Return blocks on the topics of a user's TREC run whose lists break an axiom, with commands that replay witnesses.

    ``judged_run`` has the lists on which the axioms were checked. The context must have a registry if any axiom fails.
    """
    items: list[Inline] = []
    commands = []
    for cell in context.matrix.cells:
        witness = cell.evidence.witness
        if cell.status.holds == "no" and witness is not None:
            assert context.registry is not None
            names = judged_run.topic_names_of_witness(context.registry.metric(cell.metric), witness.instance.values())
            topics = "a list derived from yours"  # such as one with two items exchanged, as the axiom demands
            if names:
                dots = " ..." if len(names) > MAX_TOPICS_NAMED else ""
                topics = f"topic {', '.join(names[:MAX_TOPICS_NAMED])}{dots}"
            items.append(f"{cell.metric}: {cell.title}: {topics}")
            if context.directory is not None:
                path = f"{context.directory}/witnesses/{witness.slug}.json"
                commands.append(shlex.join(["axiomatrix", "verify", path, *context.files]))
    if not items:
        return [Text("Nothing fails on your lists.")]
    more = [f"and {len(items) - MAX_TOPICS_LISTED} more"] if len(items) > MAX_TOPICS_LISTED else []
    blocks: list[Block] = [Text("Fails on your lists:"), List((*items[:MAX_TOPICS_LISTED], *more))]
    if commands:
        blocks.append(Code("\n".join(commands[:MAX_TOPICS_LISTED]), "console"))
    return blocks
