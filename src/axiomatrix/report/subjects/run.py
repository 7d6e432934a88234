"""The document of a run, as ``axiomatrix check`` prints it: verdicts on the metrics, and last the broken claims.

Up to three metrics are shown statement by statement, and up to twenty by counts of verdicts. More are counted by the
sort of their arguments, with three highlights and commands to try next. The option ``-v`` shows more
(:class:`Detail`).

The matrix has a row for each metric, a column for each axiom, and a *cell* for each statement about a metric, with its
verdict. The *outcome* is what the verdict means for the claims about the statement: *broken*, for example. A *line* has
the texts of a cell (:class:`Line`): ``sign`` is the symbol of the verdict with the mark of the outcome,
``text_beside_symbol`` the verdict with its reach, such as ``exhausted n<=5``, and ``declared`` the claims. ``further``
has a best constant, parameter values and what the verdict follows from; ``gist`` is shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
from .failures import FailureContext, failure_blocks, highlights, next_commands, sides_after_colon, undecided_items
from .matrix import applicable_columns, contradiction_blocks, sign_table

MAX_METRICS_STATED = 3
"""Metrics of a run up to which the statements of each are listed."""
MAX_METRICS_COUNTED = 20
"""Metrics of a run up to which each has a row of counts."""
RELATION_CHARACTERS = 24
"""Maximum length of the two sides of a counterexample to show them beside the statement."""
FAILURE_OUTCOMES = (Outcome.BROKEN, Outcome.UNRESOLVED)
"""Outcomes whose statements are not listed by metric, since they follow below in full."""
COUNTED_VERDICTS = (Verdict.REFUTED, Verdict.PROVED, Verdict.CERTIFIED, Verdict.EXHAUSTED, Verdict.SEARCHED)
"""The verdicts that have their own column of counts; best constants and faults are counted together, as "other"."""


class Detail(IntEnum):
    """How much of a run its document shows."""

    FAILURES = 0
    """Broken claims, undecided statements, and the last sentence."""
    SHORT = 1
    """Also the statements or counts of the metrics."""
    FULL = 2
    """Every statement with its whole reach, and the reasons why axioms do not apply."""


@dataclass(frozen=True)
class RunContext:
    """Everything besides the matrix that the document of a run needs."""

    registry: Registry | None = None
    """The registry with the user's metrics; None for the catalogue."""
    files: Sequence[str] = ()
    """The files and packages that register the metrics, as a command names them."""
    directory: str | None = None
    """The folder of the reports; None if they were not written."""
    detail: Detail = Detail.SHORT


def document(matrix: Matrix, context: RunContext | None = None) -> Document:
    """The document of a run; broken claims come last, and the last sentence counts the outcomes."""
    context = context or RunContext()
    blocks: list[Block] = [Note(matrix.interrupted)] if matrix.interrupted else []
    if context.detail is not Detail.FAILURES:
        blocks += _metrics(matrix, context.detail)
    if undecided := undecided_items(matrix):
        blocks += [Heading("Not decided"), List(undecided)]
    for contradiction in matrix.contradictions:
        blocks += contradiction_blocks(contradiction)
    # a user sees all failures of their own metrics, however many these are
    if context.files or len(matrix.rows) <= MAX_METRICS_COUNTED or context.detail is Detail.FULL:
        failures = FailureContext(matrix, context.registry, context.files, context.directory)
        blocks += failure_blocks(failures, is_full=context.detail is Detail.FULL)
    elif context.detail is Detail.SHORT:
        blocks += [Heading("Findings"), List(tuple(highlights(matrix)))]
        blocks += [Text("Next:"), Code("\n".join(next_commands(matrix, context.directory)), "console")]
    blocks.append(Text(Strong(last_sentence(matrix))))
    if context.directory is not None and matrix.complete:
        page, site = f"{context.directory}/compliance.md", f"{context.directory}/site/index.html"
        blocks.append(Text(("Written: ", Mono(page), ", ", Mono(site))))
    title = f"{size_text(matrix)}, profile {matrix.profile}, seed {matrix.seed}"
    return Document(title, "", tuple(blocks))


def first_look(matrix: Matrix) -> Document:
    """The document of a run's first results, before the search goes further and before any file is written."""
    more = f"{last_sentence(matrix)}; search continues, Ctrl-C keeps results"
    title = f"so far: {size_text(matrix)}, profile {matrix.profile}"
    return Document(title, "", (*_metrics(matrix, Detail.SHORT), Text(more)))


def last_sentence(matrix: Matrix) -> str:
    """The numbers of cells by outcome, in a sentence."""
    outcomes = summary_text(matrix)
    number_unexpected = sum(cell.expected is not None for cell in matrix.surprises)
    unexpected = f"; {counted(number_unexpected, 'outcome')} not as expected" if number_unexpected else ""
    return f"{counted(len(matrix.cells), 'cell')}: {outcomes}{unexpected}" if outcomes else "no cells"


def _metrics(matrix: Matrix, detail: Detail) -> Iterator[Block]:
    """Yield the statements of each metric, or counts if there are many metrics."""
    if detail is Detail.FULL and len(matrix.rows) > 1:
        yield from _signs(matrix)
    max_stated = MAX_METRICS_COUNTED if detail is Detail.FULL else MAX_METRICS_STATED
    if len(matrix.rows) <= max_stated:
        positions = Positions(matrix)
        for row in matrix.rows:
            yield Heading((Mono(row.name), f": {row.formula}"))
            lines = [line for column in matrix.columns for line in positions.at(row.name, column.id)]
            yield from _every_statement(lines) if detail is Detail.FULL else _statements(lines)
        yield _signs_in_words(matrix) if detail is Detail.FULL else _marks_in_words(matrix)
    elif len(matrix.rows) <= MAX_METRICS_COUNTED:
        yield _counts(matrix, lambda row: row.name, "metric")
    else:
        yield _counts(matrix, lambda row: row.about, "metrics of")


# --- statements of one metric ------------------------------------------------------------------------------------


def _statements(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield declared and undeclared statements by verdict; broken and undecided ones come below, in full."""
    applicable = [line for line in lines if line.cell.outcome not in (Outcome.NOT_APPLICABLE, *FAILURE_OUTCOMES)]
    declared = [line for line in applicable if line.cell.claims]
    undeclared = [line for line in applicable if not line.cell.claims]
    for heading, group in (("Declared", declared), ("Not declared, for information", undeclared)):
        ranked = sorted(group, key=lambda line: (line.cell.outcome.rank, line.status.notation.rank))
        by_verdict = grouped(ranked, lambda line: (line.sign, _brief_verdict(line)))
        if by_verdict:
            yield Heading(heading, 3)
            yield List(tuple(_statement_line(verdict, same) for (_, verdict), same in by_verdict.items()))


def _statement_line(verdict: str, lines: Sequence[Line]) -> Inline:
    """A line for statements with the same verdict: sign and verdict, then each statement with its remarks."""
    spans: list[Span] = [StatusSign(lines[0].sign, lines[0].status.tone), f" {verdict}: "]
    for k, line in enumerate(lines):
        remarks = _remarks(line)
        spans += [", " if k else "", *_name(line), f" ({remarks})" if remarks else ""]
    return tuple(spans)


def _brief_verdict(line: Line) -> str:
    """The verdict on a statement, without details: the word, up to how many items it reaches, and the outcome.

    The outcome is added for a conjecture, and for a declared failure without a witness.
    """
    status, evidence, outcome = line.status, line.cell.evidence, line.cell.outcome
    # an instance decides for good, and a proof for every n
    is_bounded = (
        status.holds != "no"
        and not status.is_fault
        and evidence.witness is None
        and status.grade is not EvidenceGrade.PROVED
    )
    reach = f" n<={evidence.up_to()}" if is_bounded and evidence.up_to() else ""
    outcome_text = f", {outcome.written}" if outcome in (Outcome.SETTLED, Outcome.OPEN, Outcome.UNCONFIRMED) else ""
    return f"{status.word}{reach}{outcome_text}"


def _remarks(line: Line) -> str:
    """Details of one statement: its instance, the number of cases if it is small, and the bound on a constant."""
    evidence, witness = line.cell.evidence, line.cell.evidence.witness
    parts = []
    if evidence.settled_at:  # the n of the instance that settles the statement
        parts.append(f"n={evidence.settled_at}")
    if witness is not None and witness.is_false and len(witness.relation) <= RELATION_CHARACTERS:
        parts.append(witness.relation)
    if line.status.few_cases is not None and line.status.holds != "no":
        parts.append(counted(line.status.few_cases, "case"))
    if line.gist:
        parts.append(line.gist)
    return ", ".join(parts)


def _every_statement(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield a table of all statements with reach, outcome and cases, and the axioms that do not apply by reason."""
    rows: list[tuple[Inline, ...]] = []
    for line in lines:
        if line.cell.outcome is not Outcome.NOT_APPLICABLE:
            sign = StatusSign(line.sign, line.status.tone, loud=line.cell.outcome is Outcome.BROKEN)
            rows.append(((sign, " ", *_name(line)), _verdict(line), line.declared, line.cases))
    if rows:
        yield Table(("axiom", "verdict and reach", "declared", "cases"), tuple(rows))
    not_applicable = [line.cell for line in lines if line.cell.outcome is Outcome.NOT_APPLICABLE]
    if not_applicable:
        yield Heading("Not applicable", 3)
        reasons = grouped(not_applicable, lambda cell: cell.evidence.reason)
        yield List(tuple(f"{', '.join(c.title for c in cells)}: {reason}" for reason, cells in reasons.items()))


def _name(line: Line) -> tuple[Span, ...]:
    """The axiom of a statement, and its arguments if the axiom has several statements."""
    return (Mono(line.cell.axiom), f" ({line.statement})" if line.statement else "")


def _verdict(line: Line) -> str:
    """Verdict and reach of a statement, the two sides of a counterexample, and further results."""
    evidence = line.cell.evidence
    # the reason of a fault is shown below
    verdict = line.status.word if line.status.is_fault else line.text_beside_symbol
    sides = sides_after_colon(line.cell) if evidence.witness is not None and evidence.witness.is_false else ""
    # of a derivation only the theorem, without the cells that it uses
    further = line.further if evidence.derivation is None else line.gist
    return verdict + sides + (f"; {further}" if further else "")


# --- several metrics ---------------------------------------------------------------------------------------------


def _counts(matrix: Matrix, name_of: Callable[[Row], str], head: str) -> Table:
    """The table of cells by verdict, with a row for each metric or for each sort of arguments.

    ``name_of`` gives the name of the table's row in which a metric is counted, and ``head`` is the head of the names.
    Columns with zeros only are left out.
    """
    row_names = {row.name: name_of(row) for row in matrix.rows}  # by metric
    metric_counts = Counter(row_names.values())
    cell_counts = Counter((row_names[cell.metric], cell.status.key) for cell in matrix.cells if cell.status.is_asked)
    broken_counts = Counter(row_names[cell.metric] for cell in matrix.broken)
    verdicts = [verdict for verdict in COUNTED_VERDICTS if any(key == verdict for _, key in cell_counts)]
    is_by_sort = len(metric_counts) < len(matrix.rows)
    rows: list[tuple[Inline, ...]] = []
    for name in sorted(metric_counts) if is_by_sort else metric_counts:
        total = sum(count for (row_name, _), count in cell_counts.items() if row_name == name)
        by_verdict = [cell_counts[name, verdict] for verdict in verdicts]
        number_of_metrics = [metric_counts[name]] if is_by_sort else []
        numbers = (*number_of_metrics, total, broken_counts[name], *by_verdict, total - sum(by_verdict))
        rows.append((name if is_by_sort else Mono(name), *(f"{number:,}" for number in numbers)))
    words = (NOTATION[verdict].word for verdict in verdicts)
    heads = (head, *(["metrics"] if is_by_sort else []), "cells", "broken", *words, "other")
    # the first column has the names
    columns = [k for k in range(len(heads)) if k == 0 or any(row[k] != "0" for row in rows)]
    return Table(tuple(heads[k] for k in columns), tuple(tuple(row[k] for k in columns) for row in rows))


def _signs(matrix: Matrix) -> Iterator[Block]:
    """Yield a table of signs for each sort of metrics, and the axioms that the column heads abbreviate."""
    short_names = column_keys(matrix.columns)  # initials, such as TI for triangle-inequality
    positions = Positions(matrix)  # the lines by metric and axiom
    sorts = by_sort(matrix)
    for sort in sorts:
        if len(sorts) > 1:
            yield Heading(sort.title)
        yield sign_table(sort, applicable_columns(sort, positions), positions, short_names)
    applied_axioms = {cell.axiom for cell in matrix.cells if cell.status.is_asked}
    meanings = ((short_names[c.id], Mono(c.id), c.formula) for c in matrix.columns if c.id in applied_axioms)
    yield Table(("", "axiom", "formula"), tuple(meanings))
    if len(matrix.rows) > MAX_METRICS_COUNTED:
        yield _signs_in_words(matrix)


def _signs_in_words(matrix: Matrix) -> Note:
    """The signs of verdicts and the marks of outcomes that occur in the matrix, in words."""
    parts: list[Span] = []
    for notation in legend_of(cell for cell in matrix.cells if cell.status.is_asked):
        parts += ["; " if parts else "", StatusSign(notation.symbol, notation.tone), f" {notation.word}"]
    marks = [f"{mark} {words}" for mark, words in marks_in(matrix).items()]
    if any(cell.space is ParameterDomain.CLOSED and cell.status.holds == "no" for cell in matrix.cells):
        marks.append(f"{CLOSURE_ONLY} refuted on the closure only")
    return Note((*parts, *(f"; {mark}" for mark in marks)))


def _marks_in_words(matrix: Matrix) -> Note:
    """The marks of outcomes that occur in the matrix, in words; each verdict already has its word beside its sign."""
    return Note("; ".join(f"{mark} {words}" for mark, words in marks_in(matrix).items()))
