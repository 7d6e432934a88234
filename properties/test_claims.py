"""One test for each claim of the catalogue: the evidence is what the pins say it was last established to be.

The claims are checked with the quick profile, where pinned witnesses are decided again and everything else is searched;
and what the search without pins has found, as far as the reports go, is no other. The sources' false claims are pinned
as broken, so this is green exactly when the world is as we know it; red means that a metric, a claim or a verdict has
changed, and the pin, the claim or the code has to be put right.
"""

from __future__ import annotations

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.row import row_work
from axiomatrix.evidence import witness
from axiomatrix.evidence.cell import Cell, CellKey
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.pins import Pin, shipped
from axiomatrix.spaces.parameters import ParameterDomain

REGISTRY = load_catalogue()
PINS = shipped()


def declared() -> list[CellKey]:
    """The keys of all declared cells, derived from the registry alone."""
    keys = []
    for metric in REGISTRY.metrics.values():
        row = row_work(metric, REGISTRY, 0)
        keys += [row.key(work) for work in row.works if work.claims]
    return keys


DECLARED = declared()
WITNESSED = [pin for pin in PINS.values() if pin.witness is not None]


def name(key: CellKey) -> str:
    return f"{key.metric}-{key.statement}" + ("-closure" if key.space is ParameterDomain.CLOSED else "")


def test_every_declared_cell_is_pinned_and_no_pin_is_stale() -> None:
    assert sorted(PINS) == sorted(DECLARED)


def of(matrix: Matrix, key: CellKey) -> Cell:
    (cell,) = [cell for cell in matrix.at(key.metric, key.axiom) if cell.key == key]
    return cell


def as_pinned(matrix: Matrix, key: CellKey) -> None:
    cell, pin = of(matrix, key), PINS[key]
    assert cell.outcome == pin.outcome, cell.evidence
    found = cell.evidence.witness
    assert (found and found.n) == (pin.witness and pin.witness.n)


@pytest.mark.parametrize("key", DECLARED, ids=name)
def test_claim(world: Matrix, key: CellKey) -> None:
    as_pinned(world, key)


@pytest.mark.parametrize("key", DECLARED, ids=name)
def test_claim_without_pins(reported: Matrix, key: CellKey) -> None:
    as_pinned(reported, key)


@pytest.mark.parametrize("pin", WITNESSED, ids=lambda pin: name(pin.key))
def test_pinned_witness_stands(pin: Pin) -> None:
    assert pin.witness is not None
    assert witness.replay(pin.witness, REGISTRY).stands


@pytest.mark.parametrize("pin", WITNESSED, ids=lambda pin: name(pin.key))
def test_pins_and_search_agree(reported: Matrix, world: Matrix, pin: Pin) -> None:
    searched, replayed = of(reported, pin.key), of(world, pin.key)
    assert replayed.evidence.method == "replay"
    assert replayed.evidence.verdict == searched.evidence.verdict
    assert replayed.evidence.witness == searched.evidence.witness
