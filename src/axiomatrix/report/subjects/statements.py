"""Statements about metrics as pages list them: the verdict, the evidence, the claims, the symbols and the proofs."""

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
"""In the order in which they are shown."""
GOES_WITHOUT_SAYING = (Outcome.AS_DECLARED, Outcome.CONFIRMED)
"""The outcomes that are as the claim says, beside which it stands."""


def standing(cell: Cell) -> Standing:
    """Return whether the statement holds; undecided for a search, a best constant, or an example that was not found."""
    if cell.status.holds == "no":
        return "fails"
    return "holds" if cell.status.holds == "yes" and cell.status.tone is not Tone.SEARCHED else "open"


def lines_of(metric: str, context: CellContext) -> list[Line]:
    """The statements about a metric, those that say nothing of it too, in the order of the axioms."""
    columns = context.matrix.columns if context.matrix is not None else ()
    return [line for column in columns for line in context.positions.at(metric, column.id)]


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Broken claims first, then what is refuted, and last what is proved."""
    return sorted(lines, key=lambda line: (line.cell.outcome is not Outcome.BROKEN, line.status.notation.rank))


def sentence(line: Line, context: CellContext) -> str:
    """Return the statement in plain words; the formula where its axiom has no sentence."""
    axiom = context.registry.axioms.get(line.cell.axiom)
    if axiom is not None and axiom.sentence:
        return axiom.sentence_of(line.cell.arguments)
    heads = context.matrix.columns if context.matrix is not None else ()
    return next((head.formula for head in heads if head.id == line.cell.axiom), "")


def verdict(line: Line) -> Inline:
    """The sign, the verdict with its reach, and what became of claims if it is not as they say."""
    cell, compared = line.cell, line.cell.evidence.comparison
    beside = [cell.outcome.written] if cell.claims and cell.outcome not in GOES_WITHOUT_SAYING else []
    beside += [compared.wording] if compared is not None else []
    return (sign(line), f" {'; '.join([line.verdict, *beside])}")


def sign(line: Line) -> StatusSign:
    """The symbol of the verdict in its colour, loud where a claim is broken."""
    return StatusSign(line.symbol, line.status.tone, loud=line.cell.outcome is Outcome.BROKEN)


def evidence(line: Line, context: CellContext) -> Inline:
    """The method, the cases, what else is known, and where the instance and the proof are."""
    known, parts = line.cell.evidence, list[tuple[Span, ...]]()
    if known.method:
        parts.append((f"by {known.method}",))
    parts += [(text,) for text in (line.cases, line.further) if text]
    if line.slug and context.address("witness", line.slug):
        parts.append(
            (context.named("witness", line.slug, "counterexample" if line.status.holds == "no" else "instance"),)
        )
    if known.proof is not None:
        is_named = not context.address("proof", known.proof.id)
        parts.append(
            ("proof ", Mono(known.proof.id)) if is_named else (context.named("proof", known.proof.id, "proof"),)
        )
    return joined(parts)


def claims(line: Line, context: CellContext, *, worded: bool = True) -> Inline:
    """Who claims what of it, and in which words."""
    return joined(
        [
            (context.named("claim", claim.source), f", {claim.declared}" + f': "{claim.wording}"' * worded)
            for claim in line.cell.claims
        ]
    )


def joined(parts: Sequence[tuple[Span, ...]], between: str = "; ") -> tuple[Span, ...]:
    """Inline texts one after the other."""
    return tuple(_joined(parts, between))


def _joined(parts: Sequence[tuple[Span, ...]], between: str) -> Iterator[Span]:
    for k, part in enumerate(parts):
        yield from (between,) * (k > 0)
        yield from part


def symbol_blocks(declared: Metric | Axiom) -> Iterator[Block]:
    """The symbols of the formula in LaTeX, each with what it means; nothing where there is no such formula."""
    try:
        meanings = formulas.of_metric(declared) if isinstance(declared, Metric) else formulas.of_axiom(declared)
    except KeyError:  # a user's formula has letters of its own
        return
    items: list[Inline] = [(Math(names, names), f": {meaning}") for names, meaning in formulas.listed(meanings)]
    if items:
        yield Details("What the symbols mean", (List(tuple(items)),))


MEANING = "A proof holds for every n. Steps that are checked by machine are checked on the definitions."


def proof_document(proof: ProofNote, cells: Iterable[Cell], context: CellContext) -> Document:
    """One proof with the cells that it decides."""
    return Document(f"Proof {proof.id}", proof.theorem, (*proof_steps(proof), *_decides(cells, context, 2)))


def documents_by_argument(
    proved: Mapping[ProofNote, Sequence[Cell]], context: CellContext
) -> Iterator[tuple[str, Document]]:
    """Some proofs, each with its id; an argument on paper that several have in common follows them, and has none."""
    for argued, same in grouped(proved, lambda proof: proof.argued).items():
        if len(same) == 1 or not argued:
            yield from ((proof.id, proof_document(proof, proved[proof], context)) for proof in same)
            continue
        for proof in same:
            yield proof.id, proof_document(replace(proof, argued=()), proved[proof], context)
        shared = List(tuple(f"on paper: {step}" for step in argued))
        yield "", Document("What is argued alike", f"The last steps of the {len(same)} proofs above.", (shared,))


def proofs_document(matrix: Matrix, context: CellContext) -> Document:
    """All proofs of a matrix, each with the cells that it decides."""
    blocks: list[Block] = []
    proved = proofs(matrix)
    for proof, cells in proved.items():
        blocks += [Heading(proof.id), Text(proof.theorem), *proof_steps(proof), *_decides(cells, context, 3)]
    return Document("Proofs", f"{counted(len(proved), 'proof')}. {MEANING}", tuple(blocks))


def proofs(matrix: Matrix) -> dict[ProofNote, list[Cell]]:
    """The proofs of a matrix in the order of its cells, with the cells that each decides."""
    with_proof = [(cell.evidence.proof, cell) for cell in matrix.cells if cell.evidence.proof is not None]
    return {proof: [cell for _, cell in same] for proof, same in grouped(with_proof, lambda pair: pair[0]).items()}


def _decides(cells: Iterable[Cell], context: CellContext, level: int) -> Iterator[Block]:
    """The statements that the proof decides, with the metrics of each, below a heading of that level."""
    items: list[Inline] = []
    for title, same in grouped(cells, lambda cell: cell.title).items():
        metrics = [(context.named("metric", name),) for name in dict.fromkeys(cell.metric for cell in same)]
        items.append(
            (context.named("axiom", same[0].axiom, title), f" ({same[0].status.word}): ", *joined(metrics, ", "))
        )
    if items:
        yield from (Heading("What it decides", level), List(tuple(items)))
