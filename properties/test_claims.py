"""One test for each claim of the catalogue: the evidence is what is expected of it.

The claims are checked with the quick profile, where the expected witnesses are decided again and everything else is
searched; and what the search without them has found, as far as the reports go, is no other. The sources' false claims
are expected to be broken, so this is green exactly when the world is as we know it; red means that a metric, a claim or
a verdict has changed, and the expectation, the claim or the code has to be put right.
"""

from __future__ import annotations

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.row import row_search
from axiomatrix.evidence import witness
from axiomatrix.evidence.cell import Cell, CellKey, ClaimNote
from axiomatrix.evidence.expectations import Expectation, shipped
from axiomatrix.evidence.judgement import judge_change
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.spaces.parameters import ParameterDomain

REGISTRY = load_catalogue()
EXPECTED = shipped()


def declared() -> dict[CellKey, tuple[ClaimNote, ...]]:
    """The keys of all declared cells with their claims, derived from the registry alone."""
    rows = (row_search(metric, REGISTRY, 0) for metric in REGISTRY.metrics.values())
    return {row.key(search): search.claims for row in rows for search in row.searches if search.claims}


DECLARED = declared()
WITNESSED = [entry for entry in EXPECTED.values() if entry.witness is not None]


def name(key: CellKey) -> str:
    return f"{key.metric}-{key.statement}" + ("-closure" if key.space is ParameterDomain.CLOSED else "")


def test_every_declared_cell_is_expected_and_no_expectation_is_stale() -> None:
    assert {key: entry.claims for key, entry in EXPECTED.items()} == DECLARED


def of(matrix: Matrix, key: CellKey) -> Cell:
    (cell,) = [cell for cell in matrix.at(key.metric, key.axiom) if cell.key == key]
    return cell


@pytest.mark.parametrize("key", DECLARED, ids=name)
def test_claim(world: Matrix, key: CellKey) -> None:
    cell, entry = of(world, key), EXPECTED[key]
    assert cell.outcome == entry.outcome, cell.evidence
    found = cell.evidence.witness
    assert (found and found.n) == (entry.witness and entry.witness.n)


@pytest.mark.parametrize("key", DECLARED, ids=name)
def test_claim_without_expectations(reported: Matrix, key: CellKey) -> None:
    cell = of(reported, key)
    judgement = judge_change(EXPECTED[key], cell, edited=False)
    assert cell.outcome == EXPECTED[key].outcome, judgement
    assert judgement.change in ("same", "stronger", "other"), judgement


@pytest.mark.parametrize("entry", WITNESSED, ids=lambda entry: name(entry.key))
def test_expected_witness_stands(entry: Expectation) -> None:
    assert entry.witness is not None
    assert witness.replay(entry.witness, REGISTRY).stands


@pytest.mark.parametrize("entry", WITNESSED, ids=lambda entry: name(entry.key))
def test_expectations_and_search_agree(reported: Matrix, world: Matrix, entry: Expectation) -> None:
    searched, replayed = of(reported, entry.key), of(world, entry.key)
    assert replayed.evidence.method == "replay"
    assert replayed.evidence.verdict == searched.evidence.verdict
    assert replayed.evidence.witness == searched.evidence.witness
