"""The linear method on statements over three rankings and over places, and on the conjecture."""

from itertools import product

import pytest
from faulty import SIMILARITIES
from flint import fmpq
from sweeping import (
    BOUND,
    OTHER,
    certificate,
    kendall_similarity,
    mine,
    orders,
    pair,
    reading,
    sealed,
    swept,
    traced,
)

from axiomatrix import REGISTRY, axioms, inverted_pairs, spaces
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.methods.encoding import encode_proof, size_data
from axiomatrix.methods.linear import Leaf, minimum
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import rational
from axiomatrix.numbers.forms import Form, NotLinear
from axiomatrix.verify import verify

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
            assert not asked.is_ratio
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
    assert not asked.is_ratio
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
