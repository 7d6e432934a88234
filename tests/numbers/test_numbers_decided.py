"""Irrational values: every equality is decided by the normal form, and none holds by accident.

On dcg weights (quotients of logarithms) and geometric means (square roots) every case of every equality axiom gets a
verdict; a value that is off by far less than a float can show is told from the right one.
"""

from __future__ import annotations

import math
from itertools import product

import pytest
from faulty import POSITIONS, WEIGHTS, cell, cells, sweep
from flint import arb, ctx, fmpq
from share import chosen

from axiomatrix import REGISTRY, Axiom, ElementWeights, PositionWeights, Registry, axioms, inverted_pairs, metric
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.status import status_of
from axiomatrix.model.relation import DISCARDED, FAILS, HOLDS, UNDECIDED
from axiomatrix.numbers.exact import Formal, log, sign, sqrt
from axiomatrix.spaces import Rankings

VARIANTS = ("one", "next", "local", "zero")
POSITION_ROWS = [f"{name}-position[{variant}]" for name in ("kendall", "footrule") for variant in VARIANTS]
GEOMETRIC = "kendall-element-mean[geometric]"
EQUALITIES: dict[str, list[Axiom]] = {
    "plain": [axioms.zero_on_equal, axioms.symmetry, axioms.right_invariance, axioms.left_invariance],
    "more": [axioms.reversal_invariance, axioms.betweenness],
}


def statements(row):
    (parameter,) = row.parameters
    degree = 1 if parameter == "w" else 2
    found = [axiom() for group in EQUALITIES.values() for axiom in group]
    found += [axioms.scale_free(parameter, degree), axioms.generalizes("kendall", **{parameter: 1})]
    found += [axioms.bound_attained("kendall", 1), axioms.bound_attained_by_rotations("kendall", 2)]
    found += [axioms.richness(parameter), axioms.separation()]
    return found + ([axioms.subdivision()] if parameter == "w" else [])


def parameters(row, n):
    (parameter,) = row.parameters
    if parameter == "delta":
        return [{"delta": PositionWeights.dcg(n)}, {"delta": PositionWeights.dcg(n, 2)}]
    return (
        [{"w": ElementWeights.of(list(w))} for w in ([1, 2, 3, 6], [2, 8, 5, 1], [3, 7, 7, 12])]
        if n == 4
        else [{"w": ElementWeights.of(list(w))} for w in product((1, 2, 3, 8), repeat=n)]
    )


def instances(row, statement, n):
    over = statement.axiom.over
    rankings = sum(type(space) is Rankings for space in over.values())
    values = list(product(*(space.enumerate(n) for space in over.values())))[:: 1 if n < 4 else 11]
    for taken in values if rankings < 3 or n < 4 else []:
        for value in parameters(row, n)[:: 1 if n < 4 and rankings < 3 else 7]:
            yield Instance(n, dict(zip(over, taken, strict=True)), value)


NOT_OF_ONE_METRIC = {"identity", "correlation", "prefixes"}


def test_every_equality_axiom_is_asked():
    row = REGISTRY.metric("kendall-position[one]")
    asked = {s.axiom.id for s in [*statements(row), *statements(REGISTRY.metric(GEOMETRIC))]}
    instance = Instance(1, {"a": Rankings().enumerate(1)[0]}, {})
    assert instance.n == 1
    equalities = set()
    for axiom in axioms.BUILT_IN:
        names = axiom.says.__code__.co_names
        if "rankings" not in axiom.about or "distance" not in axiom.kinds or axiom.group in NOT_OF_ONE_METRIC:
            continue  # of other metrics, or of two metrics at once
        if "equal" in names or "differs" in names:
            equalities.add(axiom.id)
    assert equalities - asked == {"scale-free-normalised", "free-swap"}  # asked below, and about D
    assert asked <= equalities


@pytest.mark.parametrize(
    "name", chosen([*POSITION_ROWS, GEOMETRIC], ["kendall-position[next]", "footrule-position[zero]"])
)
def test_every_equality_is_decided(name):
    row, definitions = REGISTRY.metric(name), Definitions(REGISTRY)
    irrational = 0
    for n in (1, 2, 3, 4):
        if n == 4 and name not in ("kendall-position[local]", "footrule-position[one]", GEOMETRIC):
            continue
        for statement in statements(row):
            if n == 4 and len(statement.axiom.over) > 2:
                continue
            for instance in instances(row, statement, n):
                decision = definitions.decide(row, statement, instance)
                assert decision.code in (HOLDS, FAILS, DISCARDED), (statement.id, instance)
                relation = decision.answer
                if decision.code == FAILS and relation.op == "==":  # and then balls tell the two sides apart
                    assert sign(relation.lhs - relation.rhs) in (-1, 1)
                if decision.code == HOLDS and relation.op == "==":  # and then the normal forms are the same
                    assert relation.lhs == relation.rhs
                    assert str(relation.lhs) == str(relation.rhs)
                irrational += isinstance(relation.lhs, Formal)
    assert irrational > 100


def test_normalised_scale_freedom_is_decided():
    row, definitions = REGISTRY.metric("footrule-position[next]"), Definitions(REGISTRY)
    statement = axioms.scale_free_normalised("delta")
    rankings = Rankings().enumerate(3)
    codes = set()
    for a, b, e, f in product(rankings[:1], rankings, rankings[:2], rankings):
        instance = Instance(3, {"a": a, "b": b, "e": e, "f": f, "c": fmpq(1, 3)}, {"delta": PositionWeights.dcg(3)})
        codes.add(definitions.decide(row, statement, instance).code)
    assert codes == {HOLDS}


@pytest.mark.parametrize("name", ["kendall-position[local]", GEOMETRIC])
def test_the_cells_of_irrational_rows_have_no_undecided_case(name):
    import axiomatrix

    asked = ["symmetry", "right-invariance", "triangle-inequality", "separation", "scale-free-normalised"]
    for found in axiomatrix.check(name, axioms=asked, profile="quick", use_pins=False):
        assert found.evidence.undecided == 0
        assert found.evidence.verdict in ("refuted", "proved", "certified", "searched")


# --- planted false equalities ----------------------------------------------------------------------------------

OFF = [fmpq(1, 10**40), fmpq(1, 10**300), fmpq(-1, 10**1000)]


@pytest.mark.parametrize("off", OFF, ids=["1e-40", "1e-300", "-1e-1000"])
def test_a_value_that_is_off_by_next_to_nothing_is_refuted(off):
    registry = Registry(REGISTRY)

    @metric("nearly", parameters=POSITIONS, registry=registry)
    def nearly(a, b, delta):
        """K_delta[one], and next to nothing more where item 1 leads a"""
        right = REGISTRY.metric("kendall-position[one]").definition(a, b, delta, "one")
        return right * (1 + off * (a.order[0] == 1))

    definitions = Definitions(registry)
    rankings = Rankings().enumerate(3)
    delta = PositionWeights.dcg(3)
    codes = []
    for a, b in product(rankings, repeat=2):
        instance = Instance(3, {"a": a, "b": b}, {"delta": delta})
        decision = definitions.decide(nearly, axioms.symmetry(), instance)
        codes.append(decision.code)
        apart = (a.order[0] == 1) != (b.order[0] == 1)
        assert decision.code == (FAILS if apart else HOLDS)
    assert codes.count(FAILS) == 16


def test_the_table_of_special_values_sees_it_too():
    registry = Registry(REGISTRY)

    @metric("nearly", parameters=POSITIONS, registry=registry)
    def nearly(a, b, delta):
        """K_delta[one], a little more on the way back where 1/log 2 enters"""
        right = REGISTRY.metric("kendall-position[one]").definition(a, b, delta, "one")
        return right + (OFF[1] * log(3) if a.order[0] == 1 else 0)

    cases = 36 * len(POSITIONS["delta"].special_values(3))
    sound = sweep(REGISTRY.metric("kendall-position[one]"), axioms.symmetry(), 3, lanes=1).run()["open"]
    assert (sound.hit, sound.cases, sound.undecided) == (None, cases, 0)
    found = sweep(nearly, axioms.symmetry(), 3, registry, lanes=1).run()["open"]
    assert (found.cases, found.undecided) == (cases, 0)
    assert found.hit is not None


@pytest.mark.parametrize("off", OFF, ids=["1e-40", "1e-300", "-1e-1000"])
def test_logarithms_that_are_nearly_the_same_number_are_not(off):
    assert log(4) != 2 * log(2) + off
    assert sign(log(4) - 2 * log(2) - off) == sign(-off)
    assert sqrt(8) != 2 * sqrt(2) + off
    assert sign(sqrt(2) * (1 + off) - sqrt(2)) == sign(off)


def test_log_4_written_as_something_else_is_found_out():
    def wrong_logarithm(a, b, delta):
        """log 4 K from the identity, (2 log 2 + 10^-40) K to it"""
        value = log(4) if a.order == a.items else 2 * log(2) + OFF[0]
        return value * len(inverted_pairs(a, b))

    evidence = cell(wrong_logarithm, "symmetry", parameters=POSITIONS).evidence
    assert evidence.verdict == "refuted"
    assert evidence.witness.lhs == "2*log(2)"
    assert evidence.witness.rhs == f"2*log(2) + 1/{10**40}"


def test_the_geometric_mean_with_a_root_that_is_not_reduced_by_hand():
    def by_hand(a, b, w):
        """Sum of sqrt(w_x^2 w_y^2 w_x w_y) / (w_x w_y)"""
        return sum(sqrt(w[x] ** 3 * w[y] ** 3) / (w[x] * w[y]) for x, y in inverted_pairs(a, b))

    registry = Registry(REGISTRY)
    statement = axioms.bound_attained_by_rotations(GEOMETRIC, 1)
    mine = metric("mine", registry=registry, parameters=WEIGHTS, holds=[statement])(by_hand)
    found = sweep(mine, statement, 3, registry).run()["open"]
    assert (found.hit, found.undecided, found.fault) == (None, 0, None)
    assert found.cases == 6 * 2 * 26


# --- what cannot be decided ------------------------------------------------------------------------------------


def close_to_log_3():
    """A rational nearer to log 3 than 4096 bits show."""
    before, ctx.prec = ctx.prec, 4500
    try:
        mantissa, exponent = arb(3).log().mid().man_exp()
    finally:
        ctx.prec = before
    return fmpq(int(mantissa), 2 ** -int(exponent))


CLOSE = close_to_log_3()


def hair(a, b):
    """K + log 3 - a rational that no ball tells from it"""
    return len(inverted_pairs(a, b)) + (log(3) - CLOSE)


@pytest.mark.slow
def test_what_no_ball_separates_is_undecided_and_never_passed():
    assert sign(log(3) - CLOSE) is None
    found = {c.axiom: c.evidence for c in cells(hair, "non-negativity", "zero-on-equal", "symmetry", "near-metric")}
    assert found["symmetry"].verdict == "exhausted"  # the same normal form on both sides
    assert found["non-negativity"].verdict == found["zero-on-equal"].verdict == "undecided"
    equal_pairs = sum(math.factorial(n) for n in range(1, found["non-negativity"].reach[0].largest + 1))
    assert found["non-negativity"].undecided == equal_pairs >= 9
    assert found["zero-on-equal"].undecided == found["zero-on-equal"].cases == equal_pairs
    assert f"({equal_pairs} undecided)" in status_of(found["zero-on-equal"]).reach
    assert found["near-metric"].verdict == "undecided"


def test_an_undecided_case_takes_smallest_from_a_later_witness():
    def later(a, b):
        """As above, and 1 where three items are reversed"""
        return hair(a, b) - (5 if a.n == 3 and b == a.reversed() else 0)

    evidence = cell(later, "non-negativity").evidence
    assert evidence.verdict == "refuted"
    assert (evidence.witness.n, evidence.witness.smallest) == (3, False)


def test_undecided_is_a_code_of_its_own():
    definitions = Definitions(REGISTRY)
    registry = Registry(REGISTRY)
    mine = metric("mine", registry=registry)(hair)
    one = Rankings().enumerate(1)[0]
    decision = definitions.decide(mine, axioms.zero_on_equal(), Instance(1, {"a": one}, {}))
    assert decision.code == UNDECIDED
