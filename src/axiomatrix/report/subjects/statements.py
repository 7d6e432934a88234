"""Parts of documents that list statements: verdict, evidence and claims of each, and the symbols of a formula.

The documents of metrics and axioms put these into tables. A :class:`Line` has the texts of one cell: a statement about
a metric, with its evidence. The *outcome* of a cell is what the evidence means for the claims about the statement. The
lower part has the documents of proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from ...catalogue import formulas
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.verdict import Outcome, Tone
from ...evidence.words import Line, counted, grouped
from ...model.axiom import Axiom
from ...model.claim import ProofNote
from ...model.metric import Metric
from ..document import Block, Details, Document, Heading, Inline, List, Math, Mono, Span, StatusSign, Text
from .cell import CellContext, proof_steps

Truth = Literal["fails", "holds", "open"]
"""The truth of a statement by its evidence."""
TRUTHS: tuple[Truth, ...] = ("fails", "holds", "open")
"""All truths in the order in which documents list them."""
UNREMARKABLE_OUTCOMES = (Outcome.AS_DECLARED, Outcome.CONFIRMED)
"""Outcomes that are not written beside the verdict, because the claim is right."""


def truth_of(cell: Cell) -> Truth:
    """Return whether the statement of a cell fails, holds or is open; one that was only searched is open."""
    if cell.status.holds == "no":
        return "fails"
    if cell.status.holds == "yes" and cell.status.tone is not Tone.SEARCHED:
        return "holds"
    return "open"


def lines_of(metric: str, context: CellContext) -> list[Line]:
    """The lines of a metric in the order of the axioms, also of those that do not apply; none without a matrix."""
    columns = context.matrix.columns if context.matrix is not None else ()
    return [line for column in columns for line in context.positions.at(metric, column.id)]


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Sort lines: broken claims first, then refuted statements, and proved ones last."""
    return sorted(lines, key=lambda line: (line.cell.outcome is not Outcome.BROKEN, line.status.notation.rank))


def statement_text(line: Line, context: CellContext) -> str:
    """The statement in plain words, or the formula of an axiom without a sentence."""
    axiom = context.registry.axioms.get(line.cell.axiom)
    if axiom is not None and axiom.sentence:
        return axiom.sentence_of(line.cell.arguments)
    heads = context.matrix.columns if context.matrix is not None else ()  # the axioms of the report
    return next((head.formula for head in heads if head.id == line.cell.axiom), "")


def verdict_text(line: Line) -> Inline:
    """The sign and the verdict of a line with its reach, and the outcome of its claims unless they are right."""
    cell, comparison = line.cell, line.cell.evidence.comparison
    remarks = [cell.outcome.written] if cell.claims and cell.outcome not in UNREMARKABLE_OUTCOMES else []
    remarks += [comparison.wording] if comparison is not None else []
    return (status_sign(line), f" {'; '.join([line.verdict, *remarks])}")


def status_sign(line: Line) -> StatusSign:
    """The symbol of a line's verdict in its colour, loud if a claim is broken."""
    return StatusSign(line.symbol, line.status.tone, loud=line.cell.outcome is Outcome.BROKEN)


def evidence_text(line: Line, context: CellContext) -> Inline:
    """The evidence of a line: method, cases, further results, and links to the instance and the proof."""
    evidence = line.cell.evidence
    parts: list[tuple[Span, ...]] = []
    if evidence.method:
        parts.append((f"by {evidence.method}",))
    parts += [(text,) for text in (line.cases, line.further) if text]
    if line.slug and context.address("witness", line.slug):
        text = "counterexample" if line.status.holds == "no" else "instance"
        parts.append((context.name_or_link("witness", line.slug, text),))
    if evidence.proof is not None:
        has_page = bool(context.address("proof", evidence.proof.id))
        link = (context.name_or_link("proof", evidence.proof.id, "proof"),)
        parts.append(link if has_page else ("proof ", Mono(evidence.proof.id)))
    return join_spans(parts)


def claims_text(line: Line, context: CellContext) -> Inline:
    """The claims about the statement of a line: the source of each, and whether it says that it holds or fails."""
    return join_spans(
        [(context.name_or_link("claim", claim.source), f", {claim.status_in_words}") for claim in line.cell.claims]
    )


def join_spans(parts: Sequence[tuple[Span, ...]], between: str = "; ") -> tuple[Span, ...]:
    """Join inline texts with a separator, as :meth:`str.join` joins strings."""
    spans: list[Span] = []
    for part in parts:
        spans += [between, *part] if spans else part
    return tuple(spans)


def symbol_blocks(declared: Metric | Axiom) -> Iterator[Block]:
    """Yield a list of the symbols of the LaTeX formula with their meanings; nothing if these are not known.

    Symbols with the same meaning, such as a and b, are listed together.
    """
    try:
        meanings = formulas.of_metric(declared) if isinstance(declared, Metric) else formulas.of_axiom(declared)
    except KeyError:  # a user's formula has other letters
        return
    items: list[Inline] = [(Math(names, names), f": {meaning}") for names, meaning in formulas.listed(meanings)]
    if items:
        yield Details("What the symbols mean", (List(tuple(items)),))


# --- proofs ---------------------------------------------------------------------------------------------------------

PROOFS_NOTE = "A proof holds for every n. Machine-checked steps are checked on the definitions."


def proof_document(proof: ProofNote, cells: Iterable[Cell], context: CellContext) -> Document:
    """The document of one proof: its theorem, its steps, and the cells that it decides."""
    return Document(f"Proof {proof.id}", proof.theorem, (*proof_steps(proof), *_decided_by(cells, context, 2)))


def documents_by_argument(
    proved: Mapping[ProofNote, Sequence[Cell]], context: CellContext
) -> Iterator[tuple[str, Document]]:
    """Yield pairs of a proof's id and its document, for a page that groups proofs by argument.

    ``proved`` has the cells that each proof decides. Steps on paper that several proofs share are left out of each, and
    follow once in a document with an empty id.
    """
    for steps_on_paper, sharing in grouped(proved, lambda proof: proof.argued).items():
        if len(sharing) == 1 or not steps_on_paper:
            for proof in sharing:
                yield proof.id, proof_document(proof, proved[proof], context)
            continue
        for proof in sharing:
            yield proof.id, proof_document(replace(proof, argued=()), proved[proof], context)
        shared = List(tuple(f"on paper: {step}" for step in steps_on_paper))
        yield "", Document("The shared argument", f"The last steps of the {len(sharing)} proofs above.", (shared,))


def proofs_document(matrix: Matrix, context: CellContext) -> Document:
    """The document of all proofs of a matrix, each with the cells that it decides."""
    blocks: list[Block] = []
    proved = cells_by_proof(matrix)
    for proof, cells in proved.items():
        blocks += [Heading(proof.id), Text(proof.theorem), *proof_steps(proof), *_decided_by(cells, context, 3)]
    return Document("Proofs", f"{counted(len(proved), 'proof')}. {PROOFS_NOTE}", tuple(blocks))


def cells_by_proof(matrix: Matrix) -> dict[ProofNote, list[Cell]]:
    """Map each proof of a matrix to the cells that it decides, in the order of the cells."""
    cells: dict[ProofNote, list[Cell]] = {}
    for cell in matrix.cells:
        if cell.evidence.proof is not None:
            cells.setdefault(cell.evidence.proof, []).append(cell)
    return cells


def _decided_by(cells: Iterable[Cell], context: CellContext, level: int) -> Iterator[Block]:
    """Yield a list of the statements that a proof decides, with the metrics of each, under a heading of that level."""
    items: list[Inline] = []
    for title, same_title in grouped(cells, lambda cell: cell.title).items():
        first = same_title[0]
        metrics = [
            (context.name_or_link("metric", name),) for name in dict.fromkeys(cell.metric for cell in same_title)
        ]
        statement = context.name_or_link("axiom", first.axiom, title)
        items.append((statement, f" ({first.status.word}): ", *join_spans(metrics, ", ")))
    if items:
        yield from (Heading("What it decides", level), List(tuple(items)))
