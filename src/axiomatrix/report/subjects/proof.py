"""Proofs: a theorem, the steps that a machine checked, those that stand on paper, and the cells that it decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.words import counted, grouped
from ...model.claim import ProofNote
from ..document import Block, Document, Heading, Inline, List, Text
from .cell import CellContext, proof_steps
from .statements import joined

MEANING = "A proof holds for every n. Steps that are checked by machine are checked on the definitions."


def document(proof: ProofNote, cells: Iterable[Cell], context: CellContext) -> Document:
    """One proof with the cells that it decides."""
    return Document(f"Proof {proof.id}", proof.theorem, (*proof_steps(proof), *_decides(cells, context, 2)))


def documents_by_argument(
    proved: Mapping[ProofNote, Sequence[Cell]], context: CellContext
) -> Iterator[tuple[str, Document]]:
    """Some proofs, each with its id; an argument on paper that several have in common follows them, and has none."""
    for argued, same in grouped(proved, lambda proof: proof.argued).items():
        if len(same) == 1 or not argued:
            yield from ((proof.id, document(proof, proved[proof], context)) for proof in same)
            continue
        for proof in same:
            yield proof.id, document(replace(proof, argued=()), proved[proof], context)
        shared = List(tuple(f"on paper: {step}" for step in argued))
        yield "", Document("What is argued alike", f"The last steps of the {len(same)} proofs above.", (shared,))


def list_document(matrix: Matrix, context: CellContext) -> Document:
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
