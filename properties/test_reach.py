"""How far each claim was checked: a claim of the catalogue that is not refuted reaches at least this far."""

from __future__ import annotations

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.matrix import Cell, Matrix

REGISTRY = load_catalogue()
ENUMERATED = {0: 6, 1: 4, 3: 3}
"""Number of parameters to the size that is enumerated."""
SAMPLED = 2000, 8


def unrefuted(world: Matrix) -> list[Cell]:
    return [cell for cell in world if cell.claims and cell.evidence.verdict not in ("refuted", "proved")]


@pytest.mark.parametrize("parameters", ENUMERATED)
def test_enumerated(world: Matrix, parameters: int) -> None:
    cells = [c for c in unrefuted(world) if len(REGISTRY.metric(c.metric).parameters) == parameters]
    assert cells
    for cell in cells:
        (reach,) = [reach for reach in cell.evidence.reach if reach.method == "enumeration"]
        assert reach.largest == ENUMERATED[parameters], cell.key
        assert reach.cases > 0
        assert reach.undecided == 0


def test_sampled(world: Matrix) -> None:
    for cell in unrefuted(world):
        (reach,) = [reach for reach in cell.evidence.reach if reach.method == "sampling"]
        assert (reach.cases, reach.largest) == SAMPLED, cell.key


def test_refuted_claims_are_refuted_at_their_smallest_size(world: Matrix) -> None:
    """Enumeration goes upward, so a hit of its own has every smaller size of its grid behind it."""
    for cell in world.broken:
        assert cell.evidence.witness is not None
        assert cell.evidence.method == "enumeration"
        assert cell.evidence.witness.n <= 4
