"""Mutants generated from the syntax trees of the metrics of lists and correlations: each is killed, or the same metric.

Here the cheapest comes first: worked examples, independent implementations, and only then the axioms; what the axioms
kill alone is measured by ``benchmarks/list_mutants.py``, which also compares the equivalent ones on more instances.
"""

import pytest
from list_equivalents import EQUIVALENT, SAME
from list_examples import EXAMPLES
from list_kills import (
    UP_TO,
    differs,
    expected_of,
    fixed_of,
    is_value,
    killed_by_axioms,
    killed_by_examples,
    killed_by_references,
    value_of,
)
from list_mutation import PACKAGES, all_mutants, definitions_reached, family_of, mutants_of, subjects
from mutation import CATALOGUE
from references import REFERENCES
from share import PARTS, part

from axiomatrix.evidence.instance import Definitions

ROWS = [row for row, metric in CATALOGUE.metrics.items() if family_of(metric.definition)]
NO_CHANGE = {"pairs.decided", "pairs.preferences", "levels.preference_count"}
"""Subjects that only call another one: there is nothing to change."""
FEW = 100
"""How many instances of one size an equivalent mutant is compared on here."""
EVERY = 27
"""Every so many mutants one is given to the axioms alone."""
ALWAYS = 12
"""Of so many mutants of a subject one is asked always."""


@pytest.mark.slow
def test_there_are_enough_of_every_subject():
    assert len(all_mutants()) >= 2000
    assert {subject.name for subject in subjects() if not mutants_of(subject)} <= NO_CHANGE
    assert {subject.family for subject in subjects()} == set(PACKAGES)


@pytest.mark.slow
def test_names_are_unique_and_the_table_has_no_stale_entries():
    names = [mutant.name for mutant in all_mutants()]
    assert len(set(names)) == len(names)
    assert set(EQUIVALENT) <= set(names)
    assert sum(map(len, SAME.values())) == len(EQUIVALENT)


def test_every_row_of_the_families_has_a_reference():
    assert set(REFERENCES) == set(ROWS)


def test_a_mutant_reaches_every_row_that_uses_it_through_whatever_module():
    reached = {subject.name: set(subject.rows) for subject in subjects()}
    assert {"dcg[linear]", "ndcg[signed]", "tied-ndcg[mean]"} <= reached["gain.logarithmic"]
    assert {"rbo[ext-unequal]", "rbo-residual", "rbo-distance[min]"} <= reached["rbo.overlaps"]
    (logarithmic,) = (subject for subject in subjects() if subject.name == "gain.logarithmic")
    (mutant, *_) = mutants_of(logarithmic)
    for row in mutant.rows:
        made = mutant.registry.metrics[row].definition
        assert not definitions_reached(made) & {mutant.subject.function}


@pytest.mark.parametrize("row", ROWS)
def test_the_original_is_what_the_reference_says(row):
    evaluator = Definitions(CATALOGUE)
    for n in range(UP_TO + 1):
        for given, expected in expected_of(row, n):
            assert is_value(value_of(CATALOGUE.metrics[row], evaluator, given), expected), given


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.source} {e.row}")
def test_the_original_reproduces_the_worked_example(example):
    assert is_value(CATALOGUE.metrics[example.row](*example.arguments, **example.parameters), example.value)


@pytest.mark.parametrize("is_share", PARTS)
@pytest.mark.parametrize("subject", subjects(), ids=lambda subject: subject.name)
def test_every_mutant_is_killed_or_the_same_metric(subject, is_share):
    wrong = {
        mutant.name: why for mutant in part(mutants_of(subject), is_share, ALWAYS) if (why := what_is_wrong(mutant))
    }
    assert wrong == {}


def what_is_wrong(mutant):
    """What is not as the table says, or nothing."""
    if mutant.name in EQUIVALENT:
        return differs(mutant, most=FEW) is not None and "it is not the same metric"
    kill = (
        killed_by_examples(mutant)
        or killed_by_references(mutant)
        or killed_by_axioms(mutant, relations=False)
        or killed_by_axioms(mutant, relations=True)
    )
    return kill is None and "it survives"


@pytest.mark.slow
def test_axioms_alone_kill_most_of_a_sample():
    sample = [mutant for mutant in all_mutants()[::EVERY] if mutant.name not in EQUIVALENT]
    killed = [mutant for mutant in sample if killed_by_axioms(mutant, relations=False)]
    left = [mutant for mutant in sample if mutant not in killed]
    related = [mutant for mutant in left if killed_by_axioms(mutant, relations=True)]
    assert len(sample) >= 80
    assert len(killed) + len(related) >= 2 * len(sample) / 3


def test_axioms_are_fixed_from_the_original_and_do_not_kill_it():
    class Original:
        registry = CATALOGUE
        rows = ("kendall-tau-b", "rbo[ext]", "precision-at", "ndcg[linear]", "area[full]", "tau-ap[symmetric]")

    assert all(len(fixed_of(row)) >= 6 for row in Original.rows)
    assert killed_by_axioms(Original, relations=False) is None
    assert killed_by_axioms(Original, relations=True) is None
