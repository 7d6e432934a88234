"""Exact linear programs: against brute force in Fractions, against scipy, and what they refuse."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from sweeping import dot, least_by_vertices

from axiomatrix.methods import program
from axiomatrix.methods.coordinates import Coordinates
from axiomatrix.methods.linear import minimum
from axiomatrix.methods.program import Cone, NoOptimum, Unsolved, least_ratio
from axiomatrix.numbers.exact import fraction, rational
from axiomatrix.numbers.forms import CONSTANT, Form
from axiomatrix.spaces import similarities

ORTHANT = Cone(3, (((0, 1),), ((1, 1),), ((2, 1),)))
METRICS = Cone(3, (((0, 1), (1, 1), (2, -1)), ((0, 1), (2, 1), (1, -1)), ((1, 1), (2, 1), (0, -1)), *ORTHANT.facets))
"""The pseudometrics on three items."""


def dense(form, size=3):
    return [fraction(rational(dict(form).get(k, 0))) for k in range(size)]


def primitive(vector):
    pairs = [(k, c) for k, c in enumerate(vector) if c]
    divisor = np.gcd.reduce([abs(c) for _, c in pairs])
    sign = 1 if pairs[0][1] > 0 else -1
    return tuple((k, int(sign * c // divisor)) for k, c in pairs)


def draw(rng, size=3):
    """A random question: numerator, atoms, a denominator with positive coefficients."""
    linear = {k: c for k in range(size) if (c := rng.randint(-3, 3))}
    vectors = [[rng.randint(-2, 2) for _ in range(size)] for _ in range(rng.randint(0, 3))]
    atoms = {primitive(v): rational(rng.randint(1, 4)) / rng.randint(1, 3) for v in vectors if any(v)}
    return linear, sorted(atoms.items()), {k: rng.randint(1, 3) for k in range(size)}


def check(optimum, linear, atoms, denominator, cone):
    """Both sides of an optimum, in Fractions: the point attains the value, and the multipliers prove it."""
    size = cone.size
    x = [fraction(v) for v in optimum.point]
    value = fraction(optimum.value)
    assert all(dot(dense(f, size), x) >= 0 for f in cone.facets)
    assert dot(dense(denominator.items(), size), x) > 0
    numerator = dot([fraction(rational(linear.get(k, 0))) for k in range(size)], x)
    numerator += sum(fraction(rational(a)) * abs(dot(dense(m, size), x)) for m, a in atoms)
    assert numerator == value * dot([fraction(rational(denominator.get(k, 0))) for k in range(size)], x)
    left = [
        fraction(rational(linear.get(k, 0))) - value * fraction(rational(denominator.get(k, 0))) for k in range(size)
    ]
    for (m, a), s in zip(atoms, optimum.signs, strict=True):
        assert abs(fraction(s)) <= fraction(rational(a))
        left = [v + fraction(s) * c for v, c in zip(left, dense(m, size), strict=True)]
    for j, mu in optimum.multipliers:
        assert mu > 0
        left = [v - fraction(mu) * c for v, c in zip(left, dense(cone.facets[j], size), strict=True)]
    assert left == [0] * size


def drawing(examples):
    """Random questions, the same in each run."""
    return settings(deadline=None, max_examples=examples, derandomize=True)


randoms = st.randoms(use_true_random=False)


@pytest.mark.parametrize("cone", [ORTHANT, METRICS], ids=["orthant", "metrics"])
@drawing(100)
@given(rng=randoms)
def test_the_least_ratio_is_the_one_that_brute_force_over_rays_finds(cone, rng):
    linear, atoms, denominator = draw(rng)
    optimum = least_ratio(linear, atoms, denominator, cone)
    check(optimum, linear, atoms, denominator, cone)
    weighted = [(dense(m), fraction(a)) for m, a in atoms]
    facets = [dense(f) for f in cone.facets]
    expected = least_by_vertices(dense(linear.items()), weighted, dense(denominator.items()), facets)
    assert fraction(optimum.value) == expected


@drawing(60)
@given(randoms)
def test_the_least_ratio_over_random_cones_that_brute_force_finds(rng):
    cuts = [tuple((k, c) for k in range(4) if (c := rng.randint(-1, 3))) for _ in range(3)]
    cone = Cone(4, (*(((k, 1),) for k in range(4)), *(c for c in cuts if c)))
    linear, atoms, denominator = draw(rng, 4)
    weighted = [(dense(m, 4), fraction(a)) for m, a in atoms]
    facets = [dense(f, 4) for f in cone.facets]
    expected = least_by_vertices(dense(linear.items(), 4), weighted, dense(denominator.items(), 4), facets)
    if expected is None:  # the cuts leave the origin only
        with pytest.raises(NoOptimum):
            least_ratio(linear, atoms, denominator, cone)
        return
    optimum = least_ratio(linear, atoms, denominator, cone)
    check(optimum, linear, atoms, denominator, cone)
    assert fraction(optimum.value) == expected


def by_scipy(linear, atoms, denominator, cone):
    """The same question in floats, the other way round: the primal, with a variable for each absolute value."""
    size, extra = cone.size, len(atoms)
    cost = np.array([*(float(linear.get(k, 0)) for k in range(size)), *(float(fraction(a)) for _, a in atoms)])
    rows = [[-float(c) for c in dense(f, size)] + [0.0] * extra for f in cone.facets]
    for k, (m, _) in enumerate(atoms):
        for sign in (1, -1):
            rows.append([sign * float(c) for c in dense(m, size)] + [-1.0 if j == k else 0.0 for j in range(extra)])
    equal = [[float(denominator.get(k, 0)) for k in range(size)] + [0.0] * extra]
    free = [(None, None)] * (size + extra)
    return linprog(cost, A_ub=np.array(rows), b_ub=np.zeros(len(rows)), A_eq=equal, b_eq=[1.0], bounds=free)


@pytest.mark.parametrize("n", [4, 5])
@drawing(15)
@given(rng=randoms)
def test_the_least_ratio_agrees_with_scipy_on_the_cone_of_metrics(n, rng):
    cone = Coordinates((("D", similarities()),)).cone(n)
    linear, atoms, denominator = draw(rng, cone.size)
    optimum = least_ratio(linear, atoms, denominator, cone)
    check(optimum, linear, atoms, denominator, cone)
    found = by_scipy(linear, atoms, denominator, cone)
    assert found.status == 0
    assert float(fraction(optimum.value)) == pytest.approx(found.fun, abs=1e-7)


def test_denominators_that_vanish_on_a_face_agree_with_scipy_bounded_or_not():
    rng = random.Random(10)
    cone = Coordinates((("D", similarities()),)).cone(4)
    kinds = set()
    for _ in range(60):
        linear, atoms, _ = draw(rng, cone.size)
        denominator = dict.fromkeys(rng.sample(range(cone.size), 2), 1)
        found = by_scipy(linear, atoms, denominator, cone)
        try:
            optimum = least_ratio(linear, atoms, denominator, cone)
        except NoOptimum:
            assert found.status == 3
        else:
            assert found.status == 0
            check(optimum, linear, atoms, denominator, cone)
            assert float(fraction(optimum.value)) == pytest.approx(found.fun, abs=1e-7)
        kinds.add(found.status)
    assert kinds == {0, 3}


def test_degenerate_programs_with_many_optimal_bases():
    cone = Coordinates((("D", similarities()),)).cone(5)
    everything = dict.fromkeys(range(cone.size - 1), 1)
    for linear in (everything, {}, {k: 2 * c for k, c in everything.items()}):
        optimum = least_ratio(linear, [], everything, cone)
        check(optimum, linear, [], everything, cone)
        assert optimum.value == (linear.get(0, 0))
    pairs = [((i, 1), (j, -1)) for i, j in combinations(range(cone.size - 1), 2)]
    optimum = least_ratio({}, [(p, 1) for p in pairs], everything, cone)
    check(optimum, {}, [(p, 1) for p in pairs], everything, cone)
    assert optimum.value == 0


def test_repeated_facets_and_parallel_rows_do_no_harm():
    cone = METRICS.cut(*METRICS.facets, ((0, 2), (1, 2), (2, -2)))
    optimum = least_ratio({0: 1, 1: 1}, [], {2: 1}, cone)
    check(optimum, {0: 1, 1: 1}, [], {2: 1}, cone)
    assert optimum.value == 1


def test_rational_coefficients_are_exact():
    third = fmpq(1, 3)
    optimum = least_ratio(
        {0: third, 1: fmpq(-2, 7)}, [(((0, 1), (1, -1)), fmpq(5, 11))], {0: fmpq(1, 13), 1: 1}, ORTHANT
    )
    check(optimum, {0: third, 1: fmpq(-2, 7)}, [(((0, 1), (1, -1)), fmpq(5, 11))], {0: fmpq(1, 13), 1: 1}, ORTHANT)
    assert fraction(optimum.value) == min(
        Fraction(5, 11) - Fraction(2, 7), (Fraction(1, 3) - Fraction(2, 7)) / Fraction(14, 13)
    )


def test_a_constant_term_counts_for_the_last_entry():
    assert least_ratio({CONSTANT: 1, 0: 5}, [], {CONSTANT: 2, 0: 3}, ORTHANT).value == fmpq(1, 2)


@pytest.mark.parametrize("digits", [3, 6, 9, 12])
def test_values_of_very_different_size_are_exact_or_not_given(digits):
    large = 10**digits
    assert least_ratio({0: -1}, [], {0: fmpq(1, large), 1: 1}, ORTHANT).value == -large
    assert least_ratio({0: -1}, [], {0: 1, 1: large}, ORTHANT).value == -1
    assert least_ratio({0: 1, 1: -1}, [], {0: 1}, ORTHANT.cut(((0, large), (1, -1)))).value == 1 - large


@pytest.mark.parametrize("digits", [20, 400])
def test_what_floats_cannot_hold_is_unsolved_and_no_verdict(digits):
    with pytest.raises(Unsolved):
        least_ratio({0: -(10**digits)}, [], {0: 1, 1: 10**digits}, ORTHANT)


def test_where_the_denominator_vanishes_there_may_be_no_optimum():
    with pytest.raises(NoOptimum):
        least_ratio({0: -1}, [], {1: 1}, ORTHANT)
    with pytest.raises(NoOptimum):
        least_ratio({2: -3}, [(((0, 1), (1, -1)), 5)], {0: 1, 1: 1}, ORTHANT)
    assert least_ratio({2: -3}, [(((0, 1), (2, -1)), 5)], {0: 1, 1: 1}, ORTHANT).value == -3  # 5 outweighs it


@pytest.mark.parametrize("denominator", [{}, {0: -1}, {0: -1, 1: -2}])
@pytest.mark.parametrize("linear", [{}, {0: 1}, {0: -1}, {0: 1, 1: -1}])
def test_a_denominator_that_is_nowhere_positive_has_no_optimum_whatever_the_numerator(linear, denominator):
    with pytest.raises(NoOptimum):
        least_ratio(linear, [], denominator, ORTHANT)


def test_a_cone_that_is_a_point_or_a_face_where_the_denominator_vanishes_has_no_optimum():
    point = ORTHANT.cut(((0, -1), (1, -1), (2, -1)))
    with pytest.raises(NoOptimum):
        least_ratio({0: -1}, [], {0: 1}, point)
    with pytest.raises(NoOptimum):
        least_ratio({1: -1}, [], {0: 1}, ORTHANT.cut(((0, -1),)))


def exact(basis, linear=None, atoms=(), denominator=None, cone=METRICS):
    the_program = program._Program(linear or {0: 1, 1: 1}, list(atoms), denominator or {2: 1}, cone, 1)
    return the_program.exact(program.Basis(*basis))


def test_a_basis_that_is_not_optimal_is_not_believed():
    """(x0 + x1) / x2 over the metrics: columns are c, then the facets; the optimum 1 needs the first triangle."""
    optimum = least_ratio({0: 1, 1: 1}, [], {2: 1}, METRICS)
    assert optimum.value == 1
    believed = {}
    for columns in combinations(range(7), 3):
        found = exact((list(columns), [], []))
        believed[columns] = found and found.value
    assert set(believed.values()) == {None, 1}
    assert all(0 in columns for columns, value in believed.items() if value == 1)
    assert sum(value is None for value in believed.values()) > 20
    for columns in combinations(range(7), 2):
        for slack in range(3):
            found = exact((list(columns), [slack], []))
            assert found is None or found.value == 1


def test_a_basis_of_the_wrong_size_or_without_the_value_is_not_believed():
    assert exact(([0, 1], [], [])) is None
    assert exact(([1, 2, 3], [], [])) is None
    assert exact(([0, 1, 2, 3], [], [])) is None
    assert exact(([0], [0, 1], [])) is None


def test_every_basis_of_a_program_with_an_absolute_value_is_refused_or_optimal():
    atoms = [({0: 1, 2: -1}, 2)]
    optimum = least_ratio({1: 1}, [(((0, 1), (2, -1)), 2)], {0: 1, 1: 1, 2: 1}, METRICS).value
    values = [
        found.value
        for columns in combinations(range(8), 3)
        for raised in ([], [1])
        if (found := exact((list(columns), [], raised), {1: 1}, atoms, {0: 1, 1: 1, 2: 1})) is not None
    ]
    assert values and set(values) == {optimum}


def test_a_solver_that_ends_with_a_wrong_basis_gives_no_answer(monkeypatch):
    import highspy

    wrong = (highspy.HighsModelStatus.kOptimal, program.Basis([0, 4, 5], [], []))
    assert exact(wrong[1]) is None
    monkeypatch.setattr(program._Program, "float_basis", lambda *_, **__: wrong)
    with pytest.raises(Unsolved, match="kOptimal"):
        least_ratio({0: 1, 1: 1}, [], {2: 1}, METRICS)


@pytest.mark.parametrize("status", ["kInfeasible", "kUnbounded", "kUnboundedOrInfeasible", "kNotset", "kTimeLimit"])
def test_what_the_float_solver_says_of_a_bounded_program_alone_is_no_verdict(monkeypatch, status):
    """'No lower bound' is a verdict; floats must not be able to give it."""
    import highspy

    answer = (getattr(highspy.HighsModelStatus, status), None)
    monkeypatch.setattr(program._Program, "float_basis", lambda *_, **__: answer)
    with pytest.raises((NoOptimum, Unsolved)):
        least_ratio({0: 1, 1: 1}, [], {2: 1}, METRICS)
    with pytest.raises(Unsolved):
        minimum(Form({0: 1, 1: -2}), Form({2: 1}), METRICS)


def test_a_solver_that_has_solved_other_programs_gives_the_same_values():
    """Programs of values of very different size, many times over, in two orders."""
    entries = list(range(METRICS.size - 1))
    questions = [
        ({k: scale, entries[-1]: -1}, [(((entries[0], 1), (entries[1], -1)), weight)], dict.fromkeys(entries, 1))
        for k in entries[:3]
        for scale in (1, 10**6, 10**12)
        for weight in (1, 5)
    ]
    expected = [least_ratio(*question, METRICS).value for question in questions]
    solver = METRICS.solver(warm=True)
    for order in (range(len(questions)), reversed(range(len(questions)))):
        for k in order:
            assert least_ratio(*questions[k], METRICS, solver).value == expected[k]


def test_what_a_solver_says_after_other_programs_is_no_verdict(monkeypatch):
    import highspy

    known = program.Solver.basis

    def confused(self, *given, **named):
        return (highspy.HighsModelStatus.kInfeasible, None) if self.warm else known(self, *given, **named)

    monkeypatch.setattr(program.Solver, "basis", confused)
    assert least_ratio({0: 1, 1: 1}, [], {2: 1}, METRICS, METRICS.solver(warm=True)).value == 1
