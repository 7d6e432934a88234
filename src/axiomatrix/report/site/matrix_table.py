"""The page of the matrix: a table that is there before any script has run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import NOTES, counted, line, summary
from . import links
from .cell_words import key
from .inputs import Inputs
from .matrix_filters import document, filters
from .matrix_rows import tables
from .shells import MATRIX, rendered


@dataclass(frozen=True)
class Broken:
    """A broken claim among those of one statement."""

    metric: str
    said: str
    """How far the verdict reaches, and the verdict unless it is that of most: refuted."""
    href: str


def page(inputs: Inputs, blocks: list[str]) -> str:
    """``matrix.html``: counts, broken claims, filters, the tables, the legend. ``blocks`` names the blocks of data.

    The filters need the script and are hidden without it; everything else is readable without.
    """
    whole = inputs.whole
    return rendered(
        MATRIX,
        inputs,
        blocks,
        size=size(inputs),
        runs=runs(inputs),
        summary=summary(whole),
        broken=broken(whole),
        broken_count=len(whole.broken),
        broken_sources=Counter(document(claim.source) for cell in whole.broken for claim in cell.claims).most_common(),
        filters=filters(inputs),
        tables=tables(whole, inputs.library_of, inputs.positions),
        verdicts=tuple(STATES.values()),
        outcomes=tuple(Outcome),
        notes=NOTES,
        key=key(whole),
    )


def size(inputs: Inputs) -> str:
    """How much was checked, in words."""
    whole, own = inputs.whole, len(inputs.matrix.rows)
    checked = f"{counted(len(whole.rows), 'metric')} and {counted(len(whole.columns), 'axiom')}"
    others = len(whole.rows) - own
    where = f" ({own:,} of this report, {others:,} of {counted(_libraries(inputs), 'library', 'libraries')})"
    return checked + (where if own and others else "")


def _libraries(inputs: Inputs) -> int:
    return len(set(inputs.library_of.values()))


def runs(inputs: Inputs) -> list[str]:
    """What is to be said of the runs that the cells come from: profile, seed, and whether they were interrupted."""
    matrix, libraries = inputs.matrix, inputs.libraries.matrix if inputs.libraries else None
    sentences = [f"Profile {matrix.profile}, seed {matrix.seed}."]
    if libraries and (libraries.profile, libraries.seed) != (matrix.profile, matrix.seed):
        sentences.append(f"Libraries: profile {libraries.profile}, seed {libraries.seed}.")
    if matrix.interrupted:
        sentences.append(f"The run was {matrix.interrupted}.")
    if libraries and libraries.interrupted:
        sentences.append(f"The run on the libraries was {libraries.interrupted}.")
    return sentences


def broken(whole: Matrix) -> dict[tuple[str, str], list[Broken]]:
    """The broken claims by source and statement."""
    claims: dict[tuple[str, str], list[Broken]] = {}
    families = {row.name: row.family for row in whole.rows}
    for cell in whole.broken:
        claims.setdefault((_sources(cell), cell.title), []).append(_broken(cell, families))
    return claims


def _sources(cell: Cell) -> str:
    return ", ".join(dict.fromkeys(claim.source for claim in cell.claims))


def _broken(cell: Cell, families: Mapping[str, str]) -> Broken:
    shown = line(cell)
    href = links.witness(shown.slug) if shown.slug else links.metric(cell.metric, families[cell.metric])
    return Broken(cell.metric, shown.verdict.removeprefix("refuted "), href)
