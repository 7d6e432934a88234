"""How far a metric of two rankings is enumerated: whole numbers farther than fractions, which are tabulated slowly."""

from fractions import Fraction

import pytest
from faulty import kendall, registered

from axiomatrix import axioms, check
from axiomatrix.methods.profile import PROFILES
from axiomatrix.numbers.exact import sqrt


def halved(a, b):
    """K / 2"""
    return Fraction(kendall(a, b), 2)


def root(a, b):
    """square root of K"""
    return sqrt(kendall(a, b))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("definition", "largest"), [(kendall, 6), (halved, 5), pytest.param(root, 6, marks=pytest.mark.slow)]
)
def test_the_largest_size(definition, largest):
    mine, registry = registered(definition, holds=[axioms.symmetry])
    matrix = check(mine, axioms=["symmetry"], registry=registry, use_pins=False)
    (reach,) = [r for r in matrix.cell("mine", "symmetry").evidence.reach if r.method == "enumeration"]
    assert reach.largest == largest


def test_a_thorough_search_goes_as_far_with_fractions():
    assert PROFILES["thorough"].fractional == PROFILES["thorough"].sizes[0]
