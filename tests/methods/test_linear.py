"""The linear method: least values with their proofs, what it follows, and what it refuses by name and line."""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from sweeping import (
    BOUND,
    OTHER,
    SPACE,
    certificate,
    entries_sum,
    kendall_similarity,
    mine,
    orders,
    pair,
    pseudometrics,
    sealed,
    swept,
    traced,
)

from axiomatrix import REGISTRY, axiom, axioms, inverted_pairs, relation, spaces
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.methods.linear import Unbounded, minimum
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import rational, sqrt
from axiomatrix.numbers.forms import CONSTANT, Form, NotLinear
from axiomatrix.verify import verify

HALF = Fraction(1, 2)


class Elsewhere:
    half = Fraction(1, 2)


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
                if asked.is_ratio:
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
        assert asked.claimed_constant is None or least < asked.claimed_constant, f"{statement.id} is taken to hold"


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
