"""Bugs planted by hand: the axiom named beforehand finds each, with a minimal witness of the size named beforehand."""

import pytest
from handwritten import PLANTED
from mutation import CATALOGUE, FIXED, checked
from share import share

from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.witness import decode, replay, statement_of
from axiomatrix.methods.profile import Profile
from axiomatrix.model.relation import FAILS, HOLDS

PROFILE = Profile("planted", (5, 4, 2), 0, (3, 3, 2), drawn_cases=(2000, 2000), climbs=50, max_n=6, max_n_of_lists=6)
NAMES = [f"{bug.row}: {bug.name}" for bug in PLANTED]


def only_cell(metric, registry, title):
    (cell,) = checked(metric, registry, PROFILE, title.__eq__)
    return cell


def test_there_are_enough_and_names_are_unique():
    assert len(PLANTED) >= 18
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("bug", PLANTED, ids=NAMES)
def test_the_axiom_named_beforehand_finds_the_bug(bug):
    assert bug.axiom in FIXED[bug.row]
    registry = bug.registry
    metric = registry.metric(bug.row)
    evidence = only_cell(metric, registry, bug.axiom).evidence
    if bug.n is None:
        assert evidence.no_example_found
        assert only_cell(CATALOGUE.metric(bug.row), CATALOGUE, bug.axiom).evidence.verdict == "proved"
        return
    assert evidence.verdict == "refuted", evidence
    witness = evidence.witness
    assert witness.n == bug.n
    assert replay(witness, registry).stands
    original = CATALOGUE.metric(bug.row)
    statement = statement_of(witness, CATALOGUE, original)
    instance = decode(statement, original, witness)
    assert Definitions(registry).decide(metric, statement, instance).code == FAILS
    assert Definitions(CATALOGUE).decide(original, statement, instance).code == HOLDS


@pytest.mark.slow
@pytest.mark.parametrize("row", share(sorted({bug.row for bug in PLANTED}), 4))
def test_the_original_passes_where_the_bugs_are_found(row):
    for axiom in {bug.axiom for bug in PLANTED if bug.row == row}:
        evidence = only_cell(CATALOGUE.metric(row), CATALOGUE, axiom).evidence
        assert evidence.verdict in ("exhausted", "searched", "proved"), axiom
        assert not evidence.no_example_found
