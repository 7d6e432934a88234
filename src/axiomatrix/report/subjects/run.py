"""A check as a terminal shows it: what is known of the metrics, and last the claims that are broken.

Up to three metrics are shown statement by statement, up to twenty by their counts, and more by what they are about,
with three findings and what to try next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ...evidence.matrix import Matrix, Row
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import NOTATION, Outcome, Verdict
from ...evidence.words import (
    CLOSURE_ONLY,
    Line,
    Positions,
    by_sort,
    column_keys,
    counted,
    grouped,
    legend_of,
    marks_in,
    size_text,
    summary_text,
)
from ...model.registry import Registry
from ...spaces.parameters import ParameterDomain
from ..document import Block, Code, Document, Heading, Inline, List, Mono, Note, Span, StatusSign, Strong, Table, Text
from .failures import FailureContext, failure_blocks, findings, next_commands, sides_text, undecided_items
from .matrix import contradiction_blocks, is_applicable, sign

STATED = 3
"""Metrics up to which each has its statements."""
COUNTED = 20
"""Metrics up to which each has its counts."""
RELATION_CHARACTERS = 24
"""Characters of the two sides of a counterexample that stand beside the name of a statement."""
SHOWN_BELOW = (Outcome.BROKEN, Outcome.UNRESOLVED)
"""Outcomes that stand below the statements, with all that is known of them."""
SHOWN_STATES = (Verdict.REFUTED, Verdict.PROVED, Verdict.CERTIFIED, Verdict.EXHAUSTED, Verdict.SEARCHED)
"""The states that have a column of their own among counts; best constants and faults are among the others."""


class Detail(IntEnum):
    """How much of a run is shown."""

    FAILURES = 0
    """The broken claims, what was not decided, and the last sentence."""
    SHORT = 1
    FULL = 2
    """Every statement with its whole reach, and why axioms are not applicable."""


@dataclass(frozen=True)
class RunContext:
    """Context of a run's document."""

    registry: Registry | None = None
    files: Sequence[str] = ()
    """The files and packages that register the metrics, as a command names them."""
    directory: str | None = None
    """The folder of the reports, if they were written."""
    detail: Detail = Detail.SHORT


def document(matrix: Matrix, context: RunContext | None = None) -> Document:
    """The run; the broken claims stand last, and the last sentence counts the outcomes."""
    context = context or RunContext()
    blocks: list[Block] = [Note(matrix.interrupted)] if matrix.interrupted else []
    if context.detail is not Detail.FAILURES:
        blocks += _metrics(matrix, context.detail)
    if undecided := undecided_items(matrix):
        blocks += [Heading("Not decided"), List(undecided)]
    for contradiction in matrix.contradictions:
        blocks += contradiction_blocks(contradiction)
    if context.files or len(matrix.rows) <= COUNTED or context.detail is Detail.FULL:
        failures = FailureContext(matrix, context.registry, context.files, context.directory)
        blocks += failure_blocks(failures, is_full=context.detail is Detail.FULL)
    elif context.detail is Detail.SHORT:
        blocks += [Heading("Findings"), List(tuple(findings(matrix)))]
        blocks += [Text("To go on:"), Code("\n".join(next_commands(matrix, context.directory)), "console")]
    blocks.append(Text(Strong(last_sentence(matrix))))
    if context.directory is not None and matrix.complete:
        written = (f"{context.directory}/compliance.md", f"{context.directory}/site/index.html")
        blocks.append(Text(("Written: ", Mono(written[0]), ", ", Mono(written[1]))))
    title = f"{size_text(matrix)}, profile {matrix.profile}, seed {matrix.seed}"
    return Document(title, "", tuple(blocks))


def first_look(matrix: Matrix) -> Document:
    """A first verdict for every cell: nothing is written yet that could be replayed."""
    more = f"{last_sentence(matrix)}; going further, Ctrl-C keeps what there is"
    title = f"so far: {size_text(matrix)}, profile {matrix.profile}"
    return Document(title, "", (*_metrics(matrix, Detail.SHORT), Text(more)))


def last_sentence(matrix: Matrix) -> str:
    """How many cells have each outcome."""
    outcomes = summary_text(matrix)
    surprises = sum(cell.expected is not None for cell in matrix.surprises)
    unexpected = f"; {counted(surprises, 'outcome')} not as expected" if surprises else ""
    return f"{counted(len(matrix.cells), 'cell')}: {outcomes}{unexpected}" if outcomes else "no cells"


def _metrics(matrix: Matrix, detail: Detail) -> Iterator[Block]:
    if detail is Detail.FULL and len(matrix.rows) > 1:
        yield from _signs(matrix)
    if len(matrix.rows) <= (COUNTED if detail is Detail.FULL else STATED):
        positions = Positions(matrix)
        for row in matrix.rows:
            yield Heading((Mono(row.name), f": {row.formula}"))
            lines = [line for column in matrix.columns for line in positions.at(row.name, column.id)]
            yield from _every_statement(lines) if detail is Detail.FULL else _statements(lines)
        yield _key(matrix) if detail is Detail.FULL else _marks(matrix)
    elif len(matrix.rows) <= COUNTED:
        yield _counts(matrix, lambda row: row.name, "metric")
    else:
        yield _counts(matrix, lambda row: row.about, "metrics of")


# --- statements of one metric ------------------------------------------------------------------------------------


def _statements(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield declared and undeclared statements, by verdict; broken and undecided ones follow in full."""
    applicable = [line for line in lines if line.cell.outcome not in (Outcome.NOT_APPLICABLE, *SHOWN_BELOW)]
    declared, others = ([line for line in applicable if bool(line.cell.claims) is yes] for yes in (True, False))
    for words, those in (("Declared", declared), ("Not declared, for information", others)):
        ranked = sorted(those, key=lambda line: (line.cell.outcome.rank, line.status.notation.rank))
        alike = grouped(ranked, lambda line: (line.sign, _brief_verdict(line)))
        if alike:
            yield Heading(words, 3)
            yield List(tuple(_together(verdict, same) for (_, verdict), same in alike.items()))


def _together(verdict: str, lines: Sequence[Line]) -> Inline:
    """Statements that are known alike after their sign, each with what is known of it alone."""
    outcome = lines[0].cell.outcome
    more = f", {outcome.written}" if outcome in (Outcome.SETTLED, Outcome.OPEN, Outcome.UNCONFIRMED) else ""
    spans: list[Span] = [StatusSign(lines[0].sign, lines[0].status.tone), f" {verdict}{more}: "]
    for k, line in enumerate(lines):
        known = _beside(line)
        spans += [", " if k else "", *_name(line), f" ({known})" if known else ""]
    return tuple(spans)


def _brief_verdict(line: Line) -> str:
    """The verdict as far as it is that of several statements: the word, and up to how many items."""
    status, evidence = line.status, line.cell.evidence
    if status.holds == "no" or status.is_fault or evidence.witness is not None:
        return status.word
    up_to = evidence.up_to()
    return f"{status.word} n<={up_to}" if up_to and status.grade is not EvidenceGrade.PROVED else status.word


def _beside(line: Line) -> str:
    """Describe the instance, the bound on a constant, or the small number of cases of one statement."""
    evidence, witness = line.cell.evidence, line.cell.evidence.witness
    parts = []
    if evidence.settled_at:
        parts.append(f"n={evidence.settled_at}")
    if witness is not None and witness.is_false and len(witness.relation) <= RELATION_CHARACTERS:
        parts.append(witness.relation)
    if line.status.thinness is not None and line.status.holds != "no":
        parts.append(counted(line.status.thinness, "case"))
    return ", ".join([*parts, *([line.gist] if line.gist else [])])


def _every_statement(lines: Sequence[Line]) -> Iterator[Block]:
    """Each statement with its whole reach, its outcome and its cases; then, by reason, what is not applicable."""
    rows: list[tuple[Inline, ...]] = []
    for line in lines:
        if line.cell.outcome is not Outcome.NOT_APPLICABLE:
            rows.append((_signed(line), _verdict(line), line.declared, line.cases))
    if rows:
        yield Table(("axiom", "verdict and reach", "declared", "cases"), tuple(rows))
    silent = [line.cell for line in lines if line.cell.outcome is Outcome.NOT_APPLICABLE]
    if silent:
        yield Heading("Not applicable", 3)
        reasons = grouped(silent, lambda cell: cell.evidence.reason)
        yield List(tuple(f"{', '.join(c.title for c in cells)}: {reason}" for reason, cells in reasons.items()))


def _signed(line: Line) -> Inline:
    """The statement after its sign."""
    return (StatusSign(line.sign, line.status.tone, loud=line.cell.outcome is Outcome.BROKEN), " ", *_name(line))


def _name(line: Line) -> tuple[Span, ...]:
    return (Mono(line.cell.axiom), f" ({line.statement})" if line.statement else "")


def _verdict(line: Line) -> str:
    """Verdict and reach, the two sides of a counterexample, and what is known of a best constant."""
    evidence = line.cell.evidence
    short = line.status.word if line.status.is_fault else line.short  # the reason stands below
    sides = sides_text(line.cell) if evidence.witness is not None and evidence.witness.is_false else ""
    further = line.further if evidence.derivation is None else line.gist
    return short + sides + (f"; {further}" if further else "")


# --- several metrics ---------------------------------------------------------------------------------------------


def _counts(matrix: Matrix, name_of: Callable[[Row], str], head: str) -> Table:
    """How many cells of each metric, or of all metrics of one sort of things, have each state."""
    names = {row.name: name_of(row) for row in matrix.rows}
    metrics = Counter(names.values())
    counts = Counter((names[cell.metric], cell.status.key) for cell in matrix.cells if cell.status.is_asked)
    broken = Counter(names[cell.metric] for cell in matrix.broken)
    states = [state for state in SHOWN_STATES if any(key == state for _, key in counts)]
    is_by_sort = len(metrics) < len(matrix.rows)
    rows: list[tuple[Inline, ...]] = []
    for name in metrics if not is_by_sort else sorted(metrics):
        total = sum(count for (of, _), count in counts.items() if of == name)
        of_states = [counts[name, state] for state in states]
        of_sort = [metrics[name]] if is_by_sort else []
        numbers = (*of_sort, total, broken[name], *of_states, total - sum(of_states))
        rows.append((name if is_by_sort else Mono(name), *(f"{number:,}" for number in numbers)))
    words = (NOTATION[state].word for state in states)
    heads = (head, *(["metrics"] if is_by_sort else []), "cells", "broken", *words, "other")
    empty = [k for k in range(len(heads)) if k and all(row[k] == "0" for row in rows)]
    return Table(_without(heads, empty), tuple(_without(row, empty) for row in rows))


def _without(row: Iterable[Inline], empty: Sequence[int]) -> tuple[Inline, ...]:
    return tuple(cell for k, cell in enumerate(row) if k not in empty)


def _signs(matrix: Matrix) -> Iterator[Block]:
    """The sign of every position, for each sort of metrics, and what the heads of the columns stand for."""
    keys, positions = column_keys(matrix.columns), Positions(matrix)
    sorts = by_sort(matrix)
    for sort in sorts:
        if len(sorts) > 1:
            yield Heading(sort.title)
        columns = [c for c in sort.columns if any(is_applicable(positions.at(row.name, c.id)) for row in sort.rows)]
        rows = ((Mono(row.name), *(sign(positions.at(row.name, c.id)) for c in columns)) for row in sort.rows)
        yield Table(("metric", *(keys[column.id] for column in columns)), tuple(rows))
    used = {cell.axiom for cell in matrix.cells if cell.status.is_asked}
    meanings = ((keys[c.id], Mono(c.id), c.formula) for c in matrix.columns if c.id in used)
    yield Table(("", "axiom", "formula"), tuple(meanings))
    if len(matrix.rows) > COUNTED:
        yield _key(matrix)


def _key(matrix: Matrix) -> Note:
    """The signs that occur, in words."""
    parts: list[Span] = []
    for notation in legend_of(cell for cell in matrix.cells if cell.status.is_asked):
        parts += ["; " if parts else "", StatusSign(notation.symbol, notation.tone), f" {notation.word}"]
    marks = [f"{mark} {words}" for mark, words in marks_in(matrix).items()]
    if any(cell.space is ParameterDomain.CLOSED and cell.status.holds == "no" for cell in matrix.cells):
        marks.append(f"{CLOSURE_ONLY} refuted on the closure only")
    return Note((*parts, *(f"; {mark}" for mark in marks)))


def _marks(matrix: Matrix) -> Note:
    """The marks of outcomes that occur, in words; beside the signs of statements stands their verdict."""
    return Note("; ".join(f"{mark} {words}" for mark, words in marks_in(matrix).items()))
