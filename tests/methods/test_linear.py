"""The linear method: least values with their proofs, what it follows, and what it refuses by name and line."""

import random
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from faulty import SIMILARITIES
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sweeping import (
    OTHER,
    certificate,
    entries_sum,
    kendall_similarity,
    least_by_vertices,
    mine,
    orders,
    pair,
    pseudometrics,
    reading,
    sealed,
    swept,
)

from axiomatrix import REGISTRY, axiom, axioms, inverted_pairs, relation, spaces
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.methods.coordinates import Coordinates
from axiomatrix.methods.encoding import encode_proof, size_data
from axiomatrix.methods.linear import Empty, Leaf, SignSplit, Unbounded, minimum
from axiomatrix.methods.program import NoOptimum, Unsolved, least_ratio
from axiomatrix.methods.traced import TracedStatement
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import fraction, rational, sqrt
from axiomatrix.numbers.forms import CONSTANT, Form, LinearRing, NotLinear, form_of
from axiomatrix.verify import verify
from axiomatrix.verify.cone import facets
from axiomatrix.verify.numbers import Sum
from axiomatrix.verify.proof_tree import ProofTree

SPACE = spaces.similarities()
CONE = Coordinates((("D", SPACE),)).cone(3)
TOTAL = Form({0: 1, 1: 1, 2: 1, CONSTANT: 1})
HALF = Fraction(1, 2)


class Elsewhere:
    half = Fraction(1, 2)


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


# --- minima -------------------------------------------------------------------------------------------------------


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
            minimum(draw(rng), TOTAL, CONE, most=3)


# --- statements ------------------------------------------------------------------------------------------------------


def traced(statement, metric="mine", registry=REGISTRY, parameter="D"):
    return TracedStatement(registry.metric(metric), statement, Definitions(registry), parameter)


BOUND = axioms.lower_bound(OTHER, 1)


def test_what_is_asked_is_the_definition_at_every_parameter():
    """The forms, evaluated, against the definitions on rationals; all readings and all orders of up to four items."""
    rng = random.Random(1)
    definitions = Definitions(REGISTRY)
    for name in ("deck", "le", "lt", "passed"):
        metric = REGISTRY.metric(f"footrule-similarity[{name}]")
        follows = traced(BOUND, metric.name)
        for n in (2, 3, 4):
            rows = pseudometrics(n)
            for order in orders(n):
                a, b = pair(order)
                asked = follows.goal(n, {"a": a, "b": b})
                vector = [rational(int(x)) for x in rows[rng.randrange(len(rows))]]
                D = SPACE.make(vector, n)
                point = dict(enumerate(vector))
                value = definitions.value(metric, a, b, {"D": D})
                other = definitions.value(REGISTRY.metric(OTHER), a, b, {"D": D})
                if asked.ratio:
                    assert (asked.numerator.at(point), asked.denominator.at(point)) == (value, other)
                else:
                    assert asked.numerator.at(point) == value - other
                    assert order == tuple(range(1, n + 1))


def refused(definition, statement=BOUND, parameter="D", n=3, **options):
    registry = mine(definition, **options)
    with pytest.raises(NotLinear) as raised:
        follows = traced(statement, registry=registry, parameter=parameter)
        for order in orders(n):
            a, b = pair(order)
            follows.goal(n, {"a": a, "b": b})
    return str(raised.value)


def product_of_two(a, b, D):
    """D^2"""
    return sum(D[x, y] * D[x, y] for x, y in inverted_pairs(a, b))


def squared(a, b, D):
    """K_D^2"""
    return kendall_similarity(a, b, D) ** 2


def clipped(a, b, D):
    """max"""
    return sum(max(0, D[x, y] - 1) for x, y in inverted_pairs(a, b))


def compared(a, b, D):
    """if"""
    return sum(1 if D[x, y] > 1 else 0 for x, y in inverted_pairs(a, b))


def how_many(a, b, D):
    """how many are not zero"""
    return sum(1 for x, y in inverted_pairs(a, b) if D[x, y])


def root(a, b, D):
    """sqrt 2"""
    return sum(sqrt(2) * D[x, y] for x, y in inverted_pairs(a, b))


def root_of(a, b, D):
    """sqrt D"""
    return sum(sqrt(D[x, y]) for x, y in inverted_pairs(a, b))


def normalised(a, b, D):
    """K_D over the sum of all entries"""
    return kendall_similarity(a, b, D) / entries_sum(a, D)


def nested(a, b, D):
    """an absolute value in another"""
    x, y, z = (*a.order, *a.order)[:3]
    return abs(abs(D[x, y] - D[y, z]) - D[x, z])


def floats(a, b, D):
    """0.5 K_D"""
    return sum(0.5 * D[x, y] for x, y in inverted_pairs(a, b))


def as_fraction(a, b, D):
    """Fraction(D)"""
    return sum(Fraction(D[x, y]) for x, y in inverted_pairs(a, b))


def different(a, b, D):
    """how many different entries"""
    return len({D[x, y] for x, y in inverted_pairs(a, b)})


@pytest.mark.parametrize(
    ("definition", "operation"),
    [
        (as_fraction, "Fraction|Rational"),
        (different, "look-up"),
        (product_of_two, "product of two"),
        (squared, "product"),
        (clipped, "comparison"),
        (compared, "comparison"),
        (how_many, "truth value"),
        (root, "not a rational"),
        (root_of, "sqrt"),
        (normalised, "division"),
        (nested, "absolute value within"),
        (floats, "0.5"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_definition_that_is_not_linear_is_refused_by_operation_and_line(definition, operation):
    message = refused(definition)
    assert message.startswith("not linear: ") and re.search(operation, message)
    first = definition.__code__.co_firstlineno
    assert any(f"{Path(__file__).name}, line {line}" in message for line in range(first, first + 5))


def test_a_refusal_that_the_definition_or_the_axiom_catches_is_raised_all_the_same():
    def catching(a, b, D):
        """D_xy or 1"""
        try:
            return sum(max(1, D[x, y]) for x, y in inverted_pairs(a, b))
        except TypeError:
            return kendall_similarity(a, b, D)

    @axiom("catching-axiom", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
    def catching_axiom(d, a, b):
        """d(a, b) >= 0, or more where d(a, b) > 1"""
        try:
            return relation.at_least(d(a, b), int(d(a, b) > 1))
        except TypeError:
            return relation.at_least(d(a, b), 0)

    assert "comparison" in refused(catching) and "comparison" in refused(kendall_similarity, catching_axiom())


def test_what_multiplies_weights_is_refused_in_the_catalogue_too():
    with pytest.raises(NotLinear, match=r"product of two parameter entries \(element.py, line \d+"):
        traced(BOUND_W := axioms.lower_bound("kendall-element", 1), "footrule-element", parameter="w").goal(
            2, dict(zip("ab", pair((2, 1)), strict=True))
        )
    assert BOUND_W.axiom.id == "lower-bound"
    for variant in ("geometric", "harmonic"):
        with pytest.raises(NotLinear, match="not linear"):
            traced(axioms.non_negativity(), f"kendall-element-mean[{variant}]", parameter="w").goal(
                2, dict(zip("ab", pair((2, 1)), strict=True))
            )
    assert traced(axioms.non_negativity(), "kendall-element-mean[arithmetic]", parameter="w").goal(
        2, dict(zip("ab", pair((2, 1)), strict=True))
    ).numerator == Form({0: fmpq(1, 2), 1: fmpq(1, 2)})


def test_a_metric_in_floats_is_refused_by_name():
    assert "mine" in refused(kendall_similarity, exact=False)
    assert "floats only" in refused(kendall_similarity, exact=False)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (axioms.symmetry(), "symmetry is not an inequality"),
        (axioms.zero_on_equal(), "zero-on-equal is not an inequality"),
        (axioms.separation(), "separation is not an inequality"),
        (axioms.bound_attained(OTHER, 1), "comparison == of parameters"),
        (axioms.scale_free("D", 1), "quantifies over c"),
        (axioms.generalizes("kendall", D=1), "single values"),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_a_statement_that_is_no_inequality_about_rankings_is_refused_by_its_name(statement, why):
    with pytest.raises(NotLinear, match=why):
        follows = traced(statement, "footrule-similarity[deck]")
        a, b = pair((2, 1))
        follows.goal(2, {name: a if name == "a" else b for name in statement.axiom.over})


def test_a_statement_is_about_its_own_quantity_and_in_its_own_sense():
    """A relation that is not numerator >= c denominator must not be answered by the ratio."""

    @axiom("about-another", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
    def about_another(d, a, b):
        """K >= 1 K + the entries at the ends; and the ratio K / K"""
        k = d(a, b)
        further = d["D"][a.order[0], a.order[-1]]
        return relation.Bounded(relation.at_least(k, k + further), relation.Quantity(k, k, "inf"))

    @axiom("other-sense", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
    def other_sense(d, a, b):
        """K >= 2 K; and the supremum of K / K"""
        k = d(a, b)
        return relation.Bounded(relation.at_least(k, 2 * k), relation.Quantity(k, k, "sup"))

    for statement in (about_another(), other_sense()):
        registry = mine(kendall_similarity)
        follows = traced(statement, registry=registry)
        try:
            asked = follows.goal(3, dict(zip("ab", pair((3, 1, 2)), strict=True)))
        except NotLinear:
            continue
        least = minimum(asked.numerator, asked.denominator, follows.cone(3)).value
        assert asked.factor is None or least < asked.factor, f"{statement.id} is taken to hold"


def test_constants_in_the_value_are_followed():
    def one_more(a, b, D):
        """1 + K_D"""
        return 1 + kendall_similarity(a, b, D)

    sweep = swept(mine(one_more), by=())
    asked = sweep.goal((2, 1))
    assert asked.numerator == Form({0: 1, CONSTANT: 1})
    found = minimum(asked.numerator, asked.denominator, sweep.traced.cone(2))
    assert found.value == 1  # approached as D grows
    with pytest.raises(Unbounded):
        minimum(-asked.numerator, asked.denominator, sweep.traced.cone(2))


def test_the_worst_parameter_of_a_value_with_a_constant_is_worst_by_the_definition():
    """10 - |D - 3| against 1: least, and negative, only for large D, and the point must say how large."""

    def far(a, b, D):
        """2 + |D_12 - 3 D_23|, less 7 where D is small"""
        return 2 + sum(abs(D[x, y] - 1) for x, y in inverted_pairs(a, b)) - (5 if len(inverted_pairs(a, b)) == 1 else 0)

    registry = mine(far)
    metric, statement = registry.metric("mine"), axioms.non_negativity()
    follows = traced(statement, registry=registry)
    a, b = pair((2, 1))
    asked = follows.goal(2, {"a": a, "b": b})
    found = minimum(asked.numerator, asked.denominator, follows.cone(2))
    assert found.value < 0
    D = follows.values_at(asked, found.point, 2)["D"]
    instance = Instance(2, {"a": a, "b": b}, {"D": D})
    assert Definitions(registry).decide(metric, statement, instance).code == FAILS


def test_a_point_is_scaled_with_its_constant():
    """-1 where D_12 = 2, and not where it is 1: |D - 2| - 1 < 0 only between."""

    def dips(a, b, D):
        """|2 D - 7| - 1/2"""
        return sum(abs(2 * D[x, y] - 7) - rational(1) / 2 for x, y in inverted_pairs(a, b))

    registry = mine(dips)
    metric, statement = registry.metric("mine"), axioms.non_negativity()
    follows = traced(statement, registry=registry)
    a, b = pair((2, 1))
    asked = follows.goal(2, {"a": a, "b": b})
    found = minimum(asked.numerator, asked.denominator, follows.cone(2))
    assert found.value < 0
    instance = Instance(2, {"a": a, "b": b}, follows.values_at(asked, found.point, 2))
    assert Definitions(registry).decide(metric, statement, instance).code == FAILS


def halved(a, b, D):
    """sum of D_xy (1/2 + a(x) / n)"""
    return sum(D[x, y] * (HALF + a[x] / a.n) for x, y in inverted_pairs(a, b))


def halved_elsewhere(a, b, D):
    """the same, with a Fraction that nobody sees from outside"""
    return sum(D[x, y] * (Elsewhere.half + a[x] / a.n) for x, y in inverted_pairs(a, b))


def test_definitions_that_mix_fractions_and_divide_whole_numbers_are_followed_and_verified():
    sweep = swept(mine(halved), by=())
    found = sweep.chunk(3, (), {})
    assert found["best"]["inf"][0] == "5/6" and found["best"]["sup"][0] == "-7/6"
    assert verify(sealed(certificate(sweep, 3)), sweep.registry).values[-1] == (3, "5/6")


def test_whole_number_division_in_the_definition_is_exact():
    def averaged(a, b, D):
        """K_D / n"""
        return kendall_similarity(a, b, D) / a.n

    assert swept(mine(averaged), by=()).chunk(3, (), {})["best"]["inf"][0] == "1/3"


# --- statements over three rankings, and over places ----------------------------------------------------------------


def whole(follows, statement, largest, cases):
    """The certificate of a statement that is not a ratio, and the least slack of all its cases."""
    sizes, least = [], {}
    for n in range(1, largest + 1):
        classes = []
        for case in cases(n):
            values = dict(zip(statement.axiom.over, (pair(case[0])[0], *(value_of(v) for v in case)), strict=True))
            asked = follows.goal(n, values)
            if asked is None:
                continue
            assert not asked.ratio
            found = minimum(asked.numerator, asked.denominator, follows.cone(n), floor=fmpq(0))
            least[case] = found.value
            classes.append([*(list(v) if isinstance(v, tuple) else v for v in case), encode_proof(found.tree)])
        counts = size_data(follows.coordinates, n, len(list(cases(n))), len(classes))
        sizes.append({"n": n, "value": None, **counts, "classes": classes})
    return {
        "kind": "linear",
        "metric": follows.metric.name,
        "axiom": statement.axiom.id,
        "arguments": {},
        "parameter": "D",
        "space": "closed",
        "sense": "inf",
        "by": [],
        "items": "unnamed",
        "largest": largest,
        "sizes": sizes,
    }, least


def value_of(part):
    return pair(part)[1] if isinstance(part, tuple) else part


def test_the_triangle_inequality_of_the_deck_is_proved_for_three_items_by_splitting():
    statement = axioms.triangle_inequality()
    follows = traced(statement, "footrule-similarity[deck]")
    data, least = whole(follows, statement, 3, lambda n: list(product(orders(n), repeat=2)))
    assert set(least.values()) == {0}
    verified = verify(sealed(data), REGISTRY)
    assert (verified.holds, verified.cases, verified.classes) == (True, 1 + 4 + 36, 41)
    del data["sizes"][2]["classes"][17]
    with pytest.raises(ValueError, match="no certificate reaches"):
        verify(sealed(data), REGISTRY)


def test_a_triangle_inequality_that_fails_is_refuted_and_the_witness_fails_by_the_definition():
    statement = axioms.triangle_inequality()
    failing = 0
    for name in ("le", "lt", "passed"):
        follows = traced(statement, f"footrule-similarity[{name}]")
        metric = REGISTRY.metric(f"footrule-similarity[{name}]")
        for second, third in product(orders(3), repeat=2):
            values = {"a": pair(second)[0], "b": pair(second)[1], "c": pair(third)[1]}
            asked = follows.goal(3, values)
            found = minimum(asked.numerator, asked.denominator, follows.cone(3))
            if found.value < 0:
                failing += 1
                instance = Instance(3, values, follows.values_at(asked, found.point, 3))
                assert Definitions(REGISTRY).decide(metric, statement, instance).code == FAILS
    assert failing


def test_a_statement_over_places_is_followed_and_certified():
    statement = axioms.bruhat_monotone()
    follows = traced(statement, OTHER)
    data, least = whole(follows, statement, 3, lambda n: list(product(orders(n), range(1, n))))
    assert set(least.values()) == {0}
    assert 0 < len(least) < 14  # where the swap takes an inversion away nothing is asked
    assert verify(sealed(data), REGISTRY).holds


def test_a_case_that_nothing_is_asked_of_is_none():
    follows = traced(axioms.bruhat_monotone(), OTHER)
    a, b = pair((2, 1))
    assert follows.goal(2, {"a": a, "b": b, "i": 1}) is None
    assert follows.goal(2, {"a": a, "b": a, "i": 1}) is not None


def test_non_negativity_is_a_slack_and_holds_term_by_term():
    follows = traced(axioms.non_negativity(), "footrule-similarity[deck]")
    asked = follows.goal(3, dict(zip("ab", pair((3, 1, 2)), strict=True)))
    assert not asked.ratio
    found = minimum(asked.numerator, asked.denominator, follows.cone(3), floor=fmpq(0))
    assert found.point is None and isinstance(found.tree, Leaf)


# --- the conjecture ------------------------------------------------------------------------------------------------


def test_the_smallest_refutation_of_the_decks_conjecture_fails_by_the_definition():
    sweep = reading("deck", by=())
    order = (6, 3, 2, 5, 4, 1)
    asked = sweep.goal(order)
    found = minimum(asked.numerator, asked.denominator, sweep.traced.cone(6))
    assert found.value == fmpq(6, 7)
    instance = Instance(6, dict(zip("ab", pair(order), strict=True)), sweep.traced.values_at(asked, found.point, 6))
    assert Definitions(REGISTRY).decide(sweep.metric, sweep.statement, instance).code == FAILS


def wrong_at_one(a, b, D):
    """F_D, but at one pair of rankings of four items the first inverted pair counts with the wrong sign"""
    value = kendall_similarity(a, b, D)
    if [b[x] for x in a.order] == [2, 4, 1, 3]:
        x, y = inverted_pairs(a, b)[0]
        value = value - 2 * D[x, y]
    return value


def test_a_sign_that_is_wrong_at_one_pair_of_rankings_is_found():
    sweep = swept(mine(wrong_at_one))
    assert [sweep.chunk(n, (), {})["best"].get("inf", ["1"])[0] for n in (1, 2, 3)] == ["1", "1", "1"]
    found = sweep.chunk(4, (), {})
    order = tuple(found["best"]["inf"][1])
    assert pair(order)[1].positions == (2, 4, 1, 3)
    assert found["best"]["inf"][0] == "-1" and found["ties"]["inf"] == [list(order)]
    verified = verify(sealed(certificate(sweep, 4)), sweep.registry)
    assert not verified.holds and dict(verified.values)[4] == "-1"
    asked = sweep.goal(order)
    point = minimum(asked.numerator, asked.denominator, sweep.traced.cone(4)).point
    instance = Instance(4, dict(zip("ab", pair(order), strict=True)), sweep.traced.values_at(asked, point, 4))
    assert Definitions(sweep.registry).decide(sweep.metric, sweep.statement, instance).code == FAILS


def test_a_metric_of_two_similarities_is_followed_in_one_of_them():
    """Two parameters, one followed: the other is a number."""

    def two(a, b, D, w):
        """sum of w_x w_y D_xy"""
        return sum(w[x] * w[y] * D[x, y] for x, y in inverted_pairs(a, b))

    registry = mine(two, parameters={**SIMILARITIES, "w": spaces.element_weights()})
    follows = traced(BOUND, registry=registry)
    a, b = pair((2, 1))
    fixed = {"w": spaces.element_weights().make([rational(2), rational(3)], 2)}
    assert follows.goal(2, {"a": a, "b": b}, fixed).numerator == Form({0: 6})
    with pytest.raises(NotLinear, match="product of two"):
        traced(axioms.non_negativity(), registry=registry, parameter="w").goal(
            2, {"a": a, "b": b}, {"D": spaces.similarities().make([rational(1)], 2)}
        )
