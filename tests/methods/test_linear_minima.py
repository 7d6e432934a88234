"""The least value of a quotient over a cone of parameters: it agrees with brute force, and is proved."""

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sweeping import (
    SPACE,
    least_by_vertices,
    pseudometrics,
)

from axiomatrix.methods.coordinates import Coordinates
from axiomatrix.methods.encoding import encode_proof
from axiomatrix.methods.linear import Empty, SignSplit, Unbounded, minimum
from axiomatrix.methods.program import NoOptimum, Unsolved, least_ratio
from axiomatrix.numbers.exact import fraction, rational
from axiomatrix.numbers.forms import CONSTANT, Form, LinearRing, form_of
from axiomatrix.verify.cone import facets
from axiomatrix.verify.numbers import Sum
from axiomatrix.verify.proof_tree import ProofTree

CONE = Coordinates((("D", SPACE),)).cone(3)
TOTAL = Form({0: 1, 1: 1, 2: 1, CONSTANT: 1})


def as_sum(form):
    return Sum(
        {k: fraction(rational(c)) for k, c in form.linear.items()},
        {k: fraction(rational(c)) for k, c in form.atoms.items()},
    )


def proves(found, numerator, denominator, n=3):
    """The constant that the verifier reads out of the proof."""
    tree = ProofTree(as_sum(numerator), as_sum(denominator), facets(SPACE, n))
    return rational(tree.proved_constant(encode_proof(found.tree)))


def vector(form, size=4):
    return [fraction(rational(form.get(CONSTANT if k == size - 1 else k, 0))) for k in range(size)]


def by_rays(numerator, denominator, cone=CONE):
    size = cone.size
    return least_by_vertices(
        vector(numerator.linear, size),
        [(vector(dict(atom), size), fraction(rational(a))) for atom, a in numerator.atoms.items()],
        vector(denominator.linear, size),
        [[Fraction(dict(f).get(k, 0)) for k in range(size)] for f in cone.facets],
    )


def by_signs(numerator, denominator, cone):
    """The least of 2^k programs, one for each choice of the signs of all atoms."""
    least = []
    atoms = sorted(numerator.atoms.items())
    for signs in product((1, -1), repeat=len(atoms)):
        linear, cuts = Form(numerator.linear), []
        for sign, (atom, a) in zip(signs, atoms, strict=True):
            linear = linear + sign * a * Form(dict(atom))
            cuts.append(tuple((cone.size - 1 if k == CONSTANT else k, sign * c) for k, c in atom))
        try:
            least.append(least_ratio(linear.linear, [], denominator.linear, cone.cut(*cuts)).value)
        except NoOptimum:  # the denominator is positive off the origin: only {0} is left
            continue
    return fraction(min(least))


ENTRIES = [*LinearRing(6).entries, 1]


def absolute(linear):
    """The absolute value of a form."""
    return form_of(abs(sum(c * ENTRIES[k] for k, c in linear.items())), "it")


def draw(rng, entries=3, atoms=4, constant=True):
    """A random form with absolute values of either weight."""
    keys = [*range(entries), CONSTANT] if constant else list(range(entries))
    total = Form({k: c for k in keys if (c := rng.randint(-2, 2))})
    for _ in range(atoms):
        inside = {k: c for k in keys if (c := rng.randint(-2, 2))}
        total = total + absolute(inside) * (fmpq(rng.choice([-3, -2, -1, 1, 2]), rng.randint(1, 2)))
    return total


@pytest.mark.slow
def test_minima_with_absolute_values_of_either_sign_agree_with_brute_force_and_are_proved():
    rng, splits = random.Random(3), 0
    for _ in range(120):
        numerator = draw(rng)
        found = minimum(numerator, TOTAL, CONE)
        assert fraction(found.value) == by_rays(numerator, TOTAL)
        assert proves(found, numerator, TOTAL) == found.value
        assert numerator.at(found.point) == found.value * TOTAL.at(found.point)
        splits += isinstance(found.tree, SignSplit)
    assert splits > 20


FOUR = Coordinates((("D", SPACE),)).cone(4)
SUM_OF_FOUR = Form(dict.fromkeys((*range(6), CONSTANT), 1))


def drawing(examples):
    """Random forms, the same in each run; a form of few terms is drawn as often as one of many."""
    return settings(deadline=None, max_examples=examples, derandomize=True)


randoms = st.randoms(use_true_random=False)


@drawing(12)
@given(randoms)
def test_minima_over_metrics_on_four_items_agree_with_all_choices_of_signs(rng):
    numerator = draw(rng, 6, 4)
    found = minimum(numerator, SUM_OF_FOUR, FOUR)
    assert fraction(found.value) == by_signs(numerator, SUM_OF_FOUR, FOUR)
    assert proves(found, numerator, SUM_OF_FOUR, 4) == found.value


@drawing(8)
@given(randoms)
def test_no_grid_point_lies_below_a_minimum(rng):
    numerator = draw(rng, 6, 3)
    least = minimum(numerator, SUM_OF_FOUR, FOUR).value
    grid = ([*map(int, row), 1] for row in pseudometrics(4)[::7])
    assert all(numerator.at(row) >= least * SUM_OF_FOUR.at(row) for row in grid)


def test_a_part_of_the_cone_that_is_only_a_face_where_the_denominator_vanishes_is_no_verdict_about_the_whole():
    """|D12 - 2 D13 - 2 D23| has one sign on the metrics: of the two parts, one is a point."""
    k = Form({0: 1, 1: 1, 2: 1})
    numerator = 10 * k - absolute({0: 1, 1: -2, 2: -2})
    found = minimum(numerator, k, CONE)
    assert fraction(found.value) == by_rays(numerator, k)
    assert proves(found, numerator, k) == found.value
    for entry in range(3):  # and with a denominator that vanishes on a face
        denominator = Form({entry: 1})
        numerator = 3 * k - absolute({0: 1, 1: -2, 2: -2})
        try:
            found = minimum(numerator, denominator, CONE)
        except (Unbounded, Empty):
            pytest.fail("no lower bound is said of a ratio that is never negative")
        assert fraction(found.value) == by_rays(numerator, denominator)
        assert proves(found, numerator, denominator) == found.value


def test_a_bound_that_only_the_triangle_inequality_gives_is_found_though_term_by_term_there_is_none():
    """|D13 - D23| <= D12: -|D13 - D23| / D12 is at least -1, while (-D13 - D23) / D12 has no lower bound."""
    numerator, denominator = -absolute({1: 1, 2: -1}), Form({0: 1})
    found = minimum(numerator, denominator, CONE)
    assert found.value == -1
    assert proves(found, numerator, denominator) == -1


@pytest.mark.slow
def test_random_denominators_that_vanish_on_faces_are_bounded_exactly_where_brute_force_says_so():
    rng = random.Random(6)
    bounded = unbounded = 0
    for _ in range(60):
        numerator = draw(rng, atoms=3, constant=False)
        denominator = Form({rng.randrange(3): 1})
        tiny = denominator + Form({0: 1, 1: 1, 2: 1, CONSTANT: 1}) * fmpq(1, 10**6)
        falls = by_rays(numerator, tiny) < -1000  # with coefficients this small, only if there is no bound
        try:
            found = minimum(numerator, denominator, CONE)
        except Unbounded:
            assert falls
            unbounded += 1
        else:
            assert not falls
            assert fraction(found.value) == by_rays(numerator, denominator)
            assert proves(found, numerator, denominator) == found.value
            bounded += 1
    assert bounded > 10 and unbounded > 10


@drawing(40)
@given(randoms)
def test_with_a_floor_below_nothing_changes_but_a_point(rng):
    numerator = draw(rng)
    least = minimum(numerator, TOTAL, CONE).value
    for floor in (least - 1, least, least + fmpq(1, 3)):
        found = minimum(numerator, TOTAL, CONE, floor=floor)
        assert (found.point is None) == (floor <= least)
        assert proves(found, numerator, TOTAL) >= min(floor, least)
        if floor > least:
            assert found.value == least == proves(found, numerator, TOTAL)
        else:
            assert floor <= found.value <= least


def test_a_denominator_that_is_zero_everywhere_is_said_to_be():
    for numerator in (Form({}), Form({0: 1}), Form({0: -1}), -absolute({0: 1, 1: -1})):
        with pytest.raises(Empty):
            minimum(numerator, Form({}), CONE)


def test_that_there_is_no_least_value_comes_with_a_point_that_shows_it():
    numerator, denominator = Form({0: 2, 1: -1, 2: 3}), Form({0: 1})
    with pytest.raises(Unbounded) as raised:
        minimum(numerator - 10 * Form({2: 1}), denominator, CONE)
    point = {CONSTANT: raised.value.point[-1], **dict(enumerate(raised.value.point))}
    assert denominator.at(point) == 0 > (numerator - 10 * Form({2: 1})).at(point)
    assert all(sum(c * point[k] for k, c in facet) >= 0 for facet in CONE.facets)


def test_too_many_parts_are_undecided_and_no_value():
    rng = random.Random(3)
    with pytest.raises(Unsolved, match="more than 3 parts"):
        for _ in range(40):
            minimum(draw(rng), TOTAL, CONE, max_parts=3)
