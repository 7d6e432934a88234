"""How far a metric of two rankings is enumerated: whole numbers farther than fractions, which are tabulated slowly."""

from fractions import Fraction

import pytest
from faulty import kendall, registered

from axiomatrix import REGISTRY, axioms, check
from axiomatrix.methods.profile import PROFILES
from axiomatrix.numbers.exact import sqrt


def largest(metric, axiom, registry, **options):
    matrix = check(metric, axioms=[axiom], registry=registry, **options)
    (cell,) = matrix.cells
    (reach,) = [r for r in cell.evidence.reach if r.method == "enumeration"]
    return reach.largest


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("kendall", 6), ("kendall-normalised", 5)])
def test_the_largest_size_of_a_metric_of_places_which_is_evaluated_on_representatives(name, size):
    assert largest(name, "near-metric", REGISTRY) == size


def halved(a, b):
    """K / 2"""
    return Fraction(kendall(a, b), 2)


def root(a, b):
    """square root of K"""
    return sqrt(kendall(a, b))


@pytest.mark.slow
@pytest.mark.parametrize("definition", [kendall, halved, root])
def test_the_largest_size_of_a_users_metric_which_is_evaluated_on_every_pair(definition):
    mine, registry = registered(definition, holds=[axioms.symmetry])
    assert largest(mine, "symmetry", registry, use_pins=False) == 5


def test_a_thorough_search_goes_as_far_with_fractions():
    assert PROFILES["thorough"].max_n_fractional == PROFILES["thorough"].sizes[0]
