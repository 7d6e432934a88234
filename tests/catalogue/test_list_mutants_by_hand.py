"""Bugs planted by hand in metrics of lists: what was named beforehand finds each, at the size named beforehand."""

import list_bugs_heads  # noqa: F401  # which plants, and imports list_bugs_orders
import list_bugs_users  # noqa: F401  # likewise, and list_bugs_scores
import pytest
from list_handwritten import PLANTED
from list_kills import LARGEST, MOST, UP_TO, fixed_of, killed_by_axioms, killed_by_examples, killed_by_references
from list_mutation import PACKAGES, family_of
from mutation import CATALOGUE

from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.cases import enumerate_cases
from axiomatrix.methods.remembered import RememberedDefinitions
from axiomatrix.model.relation import FAILS, HOLDS

ONLY_REFERENCE = [bug for bug in PLANTED if bug.finder == "reference"]
NAMES = [f"{bug.row}: {bug.name}" for bug in PLANTED]


def test_there_are_enough_in_every_family_and_names_are_unique():
    assert len(PLANTED) >= 45
    assert len(set(NAMES)) == len(NAMES)
    assert {family_of(CATALOGUE.metrics[bug.row].definition) for bug in PLANTED} == set(PACKAGES)


def first_hit(registry, row, statement, largest):
    """The first instance that is looked for, smallest sizes first."""
    metric, evaluator = registry.metrics[row], RememberedDefinitions(Definitions(registry))
    for n in range(1, largest + 1):
        found = enumerate_cases(metric, statement, metric.parameters, n, evaluator, 40 * MOST)
        assert found.fault is None
        if found.hit is not None:
            return found.hit
    return None


@pytest.mark.parametrize("bug", PLANTED, ids=NAMES)
def test_what_was_named_beforehand_finds_the_bug(bug):
    if bug.finder == "reference":
        kill = killed_by_references(bug, (*range(1, UP_TO + 1), 0))
        assert (kill.how, kill.n) == ("another value", bug.n)
        return
    if bug.finder.startswith("example"):
        kill = killed_by_examples(bug)
        assert (f"example {kill.what}", kill.how) == (bug.finder, "another value")
        return
    (cell,) = (cell for cell in fixed_of(bug.row) if cell.statement.id == bug.finder)
    assert bug.n is not None
    largest = max(bug.n, LARGEST)
    theirs = first_hit(CATALOGUE, bug.row, cell.statement, largest)
    ours = first_hit(bug.registry, bug.row, cell.statement, largest)
    if cell.exists:
        assert (theirs.n, ours) == (bug.n, None)
        return
    assert theirs is None
    assert ours.n == bug.n
    for registry, code in ((bug.registry, FAILS), (CATALOGUE, HOLDS)):
        assert Definitions(registry).decide(registry.metrics[bug.row], cell.statement, ours).code == code


@pytest.mark.parametrize("bug", ONLY_REFERENCE, ids=lambda bug: f"{bug.row}: {bug.name}")
def test_no_axiom_finds_what_only_the_reference_is_named_for(bug):
    """Otherwise the axiom is to be named."""
    assert killed_by_axioms(bug, relations=False) is None
    assert killed_by_axioms(bug, relations=True) is None
