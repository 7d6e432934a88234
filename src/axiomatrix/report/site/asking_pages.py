"""The pages where one begins: home, compare, choose, discoveries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...evidence.verdict import Verdict
from ...evidence.words import by_sort, counted, summary
from ..dataset import asked
from . import links
from .discoveries import Discovery, broken_claims, conjectures_that_fall, discoveries, of_cells
from .shells import CHOOSE, COMPARE, DISCOVERIES, HOME, rendered

if TYPE_CHECKING:
    from .inputs import Inputs

EXAMPLES = ("nDCG swap", "P@10", "is AP an interval scale?", "AP nDCG RBP")
"""What the box of the home page may be asked, of the catalogue."""


def pages(inputs: Inputs) -> dict[str, str]:
    """The pages by file."""
    cards = discoveries(inputs)
    sorts = [sort.about for sort in by_sort(inputs.matrix)]
    kinds = list(dict.fromkeys(row.kind for row in inputs.matrix.rows))
    return {
        HOME.file: rendered(
            HOME,
            inputs,
            rows=len(inputs.whole.rows),
            size=f"{counted(len(inputs.whole.rows), 'metric')}, {counted(len(inputs.whole.columns), 'axiom')}",
            examples=_examples(inputs),
            discoveries=len(cards),
            card=_card(inputs),
            summary=summary(inputs.whole),
            cells=len(asked(inputs.matrix)),
        ),
        COMPARE.file: rendered(COMPARE, inputs),
        CHOOSE.file: rendered(CHOOSE, inputs, sorts=sorts, kinds=kinds),
        DISCOVERIES.file: rendered(DISCOVERIES, inputs, cards=cards),
    }


def _examples(inputs: Inputs) -> list[tuple[str, str]]:
    """What the box may be asked, with its address: of a user's own report, a metric and an axiom of it."""
    own = {row.name.split("[")[0] for row in inputs.matrix.rows}
    cells = [cell for cell in inputs.whole.cells if cell.evidence.verdict is not Verdict.NOT_APPLICABLE]
    of_own = [f"{cell.metric} {cell.axiom}" for cell in (inputs.whole.broken or cells)[:2]]
    asked = EXAMPLES if {"ndcg", "average-precision", "rbp"} <= own else of_own
    return [(text, f"#q={links.encoded(text)}") for text in asked]


def _card(inputs: Inputs) -> Discovery | None:
    """The instance that stands on the home page: of a conjecture, of a broken claim, else of what is refuted."""
    refuted = (cell for cell in inputs.matrix.cells if cell.evidence.verdict is Verdict.REFUTED)
    every = (cards for cards in (conjectures_that_fall(inputs), broken_claims(inputs), of_cells(refuted, inputs)))
    return next((one for cards in every for one in cards if one.drawn), None)
