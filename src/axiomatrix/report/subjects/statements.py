"""Statements about metrics as pages of a metric and of an axiom list them: the verdict, the evidence, the claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ...evidence.cell import Cell
from ...evidence.verdict import Outcome, Tone
from ...evidence.words import Line
from ..document import Inline, Mono, Span, StatusSign
from .cell import CellContext

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
