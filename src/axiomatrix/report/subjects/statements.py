"""Parts of documents that list statements: verdict, evidence and claims of a line, symbols of a formula.

The documents of metrics and axioms put these into tables. The documents of proofs are made here too.
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

Standing = Literal["fails", "holds", "open"]
STANDINGS: tuple[Standing, ...] = ("fails", "holds", "open")
"""All standings in the order in which documents list them."""
UNREMARKABLE_OUTCOMES = (Outcome.AS_DECLARED, Outcome.CONFIRMED)
"""Outcomes that are not written beside the verdict, because the claim is right."""


def standing(cell: Cell) -> Standing:
    """Return whether the statement holds, fails or is open; a statement that was only searched is open."""
    if cell.status.holds == "no":
        return "fails"
    return "holds" if cell.status.holds == "yes" and cell.status.tone is not Tone.SEARCHED else "open"


def lines_of(metric: str, context: CellContext) -> list[Line]:
    """The lines of a metric in the order of the axioms, also those that do not apply to it."""
    columns = context.matrix.columns if context.matrix is not None else ()
    return [line for column in columns for line in context.positions.at(metric, column.id)]


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Sort lines: broken claims first, then refuted statements, and proved ones last."""
    return sorted(lines, key=lambda line: (line.cell.outcome is not Outcome.BROKEN, line.status.notation.rank))


def sentence(line: Line, context: CellContext) -> str:
    """The statement in plain words, or the formula of an axiom without a sentence."""
    axiom = context.registry.axioms.get(line.cell.axiom)
    if axiom is not None and axiom.sentence:
        return axiom.sentence_of(line.cell.arguments)
    heads = context.matrix.columns if context.matrix is not None else ()
    return next((head.formula for head in heads if head.id == line.cell.axiom), "")


def verdict(line: Line) -> Inline:
    """The sign and the verdict of a line with its reach, and the outcome of its claims unless they are right."""
    cell, comparison = line.cell, line.cell.evidence.comparison
    remarks = [cell.outcome.written] if cell.claims and cell.outcome not in UNREMARKABLE_OUTCOMES else []
    remarks += [comparison.wording] if comparison is not None else []
    return (sign(line), f" {'; '.join([line.verdict, *remarks])}")


def sign(line: Line) -> StatusSign:
    """The symbol of a line's verdict in its colour, loud if a claim is broken."""
    return StatusSign(line.symbol, line.status.tone, loud=line.cell.outcome is Outcome.BROKEN)


def evidence(line: Line, context: CellContext) -> Inline:
    """The evidence of a line: method, cases, further results, and links to the instance and the proof."""
    cell_evidence, parts = line.cell.evidence, list[tuple[Span, ...]]()
    if cell_evidence.method:
        parts.append((f"by {cell_evidence.method}",))
    parts += [(text,) for text in (line.cases, line.further) if text]
    if line.slug and context.address("witness", line.slug):
        parts.append(
            (context.named("witness", line.slug, "counterexample" if line.status.holds == "no" else "instance"),)
        )
    if cell_evidence.proof is not None:
        has_page = bool(context.address("proof", cell_evidence.proof.id))
        parts.append(
            (context.named("proof", cell_evidence.proof.id, "proof"),)
            if has_page
            else ("proof ", Mono(cell_evidence.proof.id))
        )
    return joined(parts)


def claims(line: Line, context: CellContext) -> Inline:
    """Return the claims about a line: the source of each, and its declaration."""
    return joined([(context.named("claim", claim.source), f", {claim.declared}") for claim in line.cell.claims])


def joined(parts: Sequence[tuple[Span, ...]], between: str = "; ") -> tuple[Span, ...]:
    """Join inline texts with a separator, as :meth:`str.join` joins strings."""
    spans: list[Span] = []
    for part in parts:
        spans += [between, *part] if spans else part
    return tuple(spans)


def symbol_blocks(declared: Metric | Axiom) -> Iterator[Block]:
    """List the symbols of the LaTeX formula with their meanings; nothing for a formula whose symbols are not known."""
    try:
        meanings = formulas.of_metric(declared) if isinstance(declared, Metric) else formulas.of_axiom(declared)
    except KeyError:  # a user's formula has letters of its own
        return
    items: list[Inline] = [(Math(names, names), f": {meaning}") for names, meaning in formulas.listed(meanings)]
    if items:
        yield Details("What the symbols mean", (List(tuple(items)),))


PROOFS_NOTE = "A proof holds for every n. Steps that are checked by machine are checked on the definitions."


def proof_document(proof: ProofNote, cells: Iterable[Cell], context: CellContext) -> Document:
    """One proof with the cells that it decides."""
    return Document(f"Proof {proof.id}", proof.theorem, (*proof_steps(proof), *_decided_by(cells, context, 2)))


def documents_by_argument(
    proved: Mapping[ProofNote, Sequence[Cell]], context: CellContext
) -> Iterator[tuple[str, Document]]:
    """Yield pairs of a proof's id and its document, for a page on which proofs of the same argument stand together.

    Steps on paper that several proofs share are left out of each, and follow once in a document with an empty id.
    """
    for steps_on_paper, sharing in grouped(proved, lambda proof: proof.argued).items():
        if len(sharing) == 1 or not steps_on_paper:
            yield from ((proof.id, proof_document(proof, proved[proof], context)) for proof in sharing)
            continue
        for proof in sharing:
            yield proof.id, proof_document(replace(proof, argued=()), proved[proof], context)
        shared = List(tuple(f"on paper: {step}" for step in steps_on_paper))
        yield "", Document("What is argued alike", f"The last steps of the {len(sharing)} proofs above.", (shared,))


def proofs_document(matrix: Matrix, context: CellContext) -> Document:
    """All proofs of a matrix, each with the cells that it decides."""
    blocks: list[Block] = []
    proved = proofs(matrix)
    for proof, cells in proved.items():
        blocks += [Heading(proof.id), Text(proof.theorem), *proof_steps(proof), *_decided_by(cells, context, 3)]
    return Document("Proofs", f"{counted(len(proved), 'proof')}. {PROOFS_NOTE}", tuple(blocks))


def proofs(matrix: Matrix) -> dict[ProofNote, list[Cell]]:
    """Map each proof of a matrix to the cells that it decides, in the order of the cells."""
    with_proof = [(cell.evidence.proof, cell) for cell in matrix.cells if cell.evidence.proof is not None]
    return {proof: [cell for _, cell in same] for proof, same in grouped(with_proof, lambda pair: pair[0]).items()}


def _decided_by(cells: Iterable[Cell], context: CellContext, level: int) -> Iterator[Block]:
    """List the statements that a proof decides, with the metrics of each, under a heading of the given level."""
    items: list[Inline] = []
    for title, same in grouped(cells, lambda cell: cell.title).items():
        metrics = [(context.named("metric", name),) for name in dict.fromkeys(cell.metric for cell in same)]
        items.append(
            (context.named("axiom", same[0].axiom, title), f" ({same[0].status.word}): ", *joined(metrics, ", "))
        )
    if items:
        yield from (Heading("What it decides", level), List(tuple(items)))
