"""Definitions that have no value, fail, or ask what no column answers: each costs its own cells only."""

from __future__ import annotations

from fractions import Fraction

import pytest
from faulty import WEIGHTS, cell, cells, kendall, registered, sweep
from plain_loops import grid_of
from verdict_words import in_words

from axiomatrix import (
    Undefined,
    axiom,
    axioms,
    inverted_pairs,
    spaces,
)
from axiomatrix.model.metric import Metric
from axiomatrix.model.relation import either, equal, given, more


def two(**options):
    return axiom(options.pop("id"), over={"a": spaces.ranking, "b": spaces.ranking}, **options)


# --- undefined, faulty, vacuous --------------------------------------------------------------------------------


def undefined_at_equal(a, b):
    """K, without a value at a = b"""
    if a == b:
        raise Undefined("no distance to itself")
    return kendall(a, b)


def test_undefined_values_are_discarded_and_counted():
    evidence = cell(undefined_at_equal, "symmetry").evidence
    assert (evidence.verdict, evidence.cases, evidence.discarded) == ("exhausted", 15017 - 153, 153)
    assert evidence.undecided == 0


def test_where_every_value_is_undefined_the_verdict_is_vacuous():
    evidence = cell(undefined_at_equal, "zero-on-equal").evidence
    assert (evidence.verdict, evidence.cases, evidence.discarded) == ("vacuous", 0, 153)


def swept(definition, statement, n):
    mine, registry = registered(definition, parameters=WEIGHTS)
    return sweep(mine, statement, n, registry)


def test_undefined_for_some_parameters_only():
    def undefined_for_large_weights(a, b, w):
        """K_w, without a value where w_1 > 1"""
        if w[1] > 1:
            raise Undefined("too heavy")
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    found = swept(undefined_for_large_weights, axioms.symmetry(), 2).run()["open"]
    lanes = [p["w"] for p, is_open in grid_of("w", 2) if is_open]
    heavy = sum(w[0] > 1 for w in lanes)
    assert (found.cases, found.discarded) == (4 * (len(lanes) - heavy), 4 * heavy)
    assert 0 < heavy < len(lanes)


def test_a_where_that_leaves_nothing_is_vacuous():
    @two(id="never")
    def never(d, a, b):
        """d(a, b) = 1 where a = b and a != b"""
        return given((a == b) & (a != b), equal(d(a, b), 1))

    evidence = cell(kendall, "never", holds=[never]).evidence
    assert (evidence.verdict, evidence.why) == ("vacuous", "no case is left after the condition")
    assert (evidence.cases, evidence.reach[0].discarded) == (0, 15017)


def test_if_and_only_if_takes_the_right_side_everywhere():
    @two(id="exactly")
    def exactly(d, a, b):
        """d(a, b) = 0 if a = b, and > 0 otherwise"""
        return either(a == b, equal(d(a, b), 0), more(d(a, b), 0))

    assert cell(kendall, "exactly", holds=[exactly]).evidence.verdict == "exhausted"
    one = cell(lambda a, b: 1, "exactly", holds=[exactly]).evidence.witness
    assert (one.n, one.lhs, one.op, one.rhs) == (1, "1", "==", "0")
    none = cell(lambda a, b: 0, "exactly", holds=[exactly]).evidence.witness
    assert (none.n, none.lhs, none.op, none.rhs) == (2, "0", ">", "0")


def raises_far_away(a, b):
    """K, but raises at distance 1"""
    if kendall(a, b) == 1:
        raise LookupError("no such neighbour")
    return kendall(a, b)


def test_a_definition_that_raises_costs_the_cells_that_touch_it_and_no_others():
    found = {c.axiom: c.evidence for c in cells(raises_far_away, "symmetry", "zero-on-equal", "maximum-at-reversal")}
    assert found["zero-on-equal"].verdict == "exhausted"
    for axiom_ in ("symmetry", "maximum-at-reversal"):
        assert found[axiom_].verdict == "error"
        assert found[axiom_].reason.startswith(
            "mine raised LookupError: no such neighbour (on mine, a: 1 > 2; b: 2 > 1"
        )


def test_a_definition_that_raises_on_the_boundary_costs_the_closed_cell_only():
    def harmonic(a, b, w):
        """Sum of 2 w_x w_y / (w_x + w_y)"""
        return sum(2 * w[x] * w[y] / (w[x] + w[y]) for x, y in inverted_pairs(a, b))

    found = {(c.axiom, c.space): c.evidence for c in cells(harmonic, "symmetry", "separation", parameters=WEIGHTS)}
    assert (found["symmetry", "open"].verdict, found["separation", "open"].verdict) == ("certified", "searched")
    assert found["symmetry", "open"].reach[0].text == in_words("grid n<=3")
    assert found["symmetry", "open"].reach[0].cases == 1 * 2 + 4 * 8 + 36 * 26
    assert found["separation", "closed"].verdict == "error"
    assert "ZeroDivisionError" in found["separation", "closed"].reason
    assert "w[1] = 0, w[2] = 0" in found["separation", "closed"].reason


def test_subdivision_is_asked_of_positive_weights_only():
    def share(a, b, w):
        """K over the sum of the weights"""
        return kendall(a, b) / sum(w[x] for x in a.items)

    evidence = cell(share, "subdivision", parameters=WEIGHTS).evidence
    assert evidence.verdict == "refuted"
    assert (evidence.witness.lhs, evidence.witness.rhs) == ("1/3", "2/3")
    assert evidence.witness.parameters == {"w": [[1, "1"], [2, "2"]]}


def test_division_of_plain_ints_is_an_error_that_says_what_to_do():
    def half(a, b):
        """K / 2 in Python's ints"""
        return kendall(a, b) / 2

    evidence = cell(half, "symmetry").evidence
    assert evidence.verdict == "error"
    assert "returned the float 0.0, but an exact metric returns exact numbers" in evidence.why
    assert "divide with Fraction or exact numbers" in evidence.why
    assert "exact=False" in evidence.why


def test_positions_divide_exactly():
    def quotients(a, b):
        """Sum of |1/a(x) - 1/b(x)|"""
        return sum(abs(1 / a[x] - 1 / b[x]) for x in a.items)

    assert cell(quotients, "triangle-inequality").evidence.verdict == "exhausted"
    witness = cell(quotients, "reversal-invariance").evidence.witness
    assert (witness.n, witness.lhs, witness.rhs) == (3, "1", "1/3")


# --- definitions that a column cannot answer -------------------------------------------------------------------


def branches(a, b, w):
    """K, twice that where w_1 > w_2"""
    return kendall(a, b) * (2 if a.n > 1 and w[1] > w[2] else 1)


def with_fractions(a, b, w):
    """K_w / 2"""
    return sum((w[x] * w[y] * Fraction(1, 2) for x, y in inverted_pairs(a, b)), Fraction(0))


def powers_of_two(a, b, w):
    """Sum of 2^a(x) over the items that fall"""
    return sum(2 ** a[x] for x in a.items if a[x] < b[x])


def parities(a, b, w):
    """K modulo 2"""
    return kendall(a, b) % 2


def remainders(a, b, w):
    """Sum of w_x modulo 3 over the items that move"""
    return sum(w[x] % 3 for x in a.items if a[x] != b[x])


def powers_of_weights(a, b, w):
    """Sum of 2^w_x over the items that move"""
    return sum(2 ** w[x] for x in a.items if a[x] != b[x])


def looked_up(a, b, w):
    """0 where w_1 is 1, else K"""
    return {1: 0}.get(w[1], 1) * kendall(a, b)


def largest_weight(a, b, w):
    """The largest weight of an item that moves"""
    return max((w[x] for x in a.items if a[x] != b[x]), default=0)


def compared_with_a_fraction(a, b, w):
    """0 where w_1 is 1, else K"""
    return 0 if w[1] == Fraction(1) else kendall(a, b)


def is_one(x):
    return x in (Fraction(1), Fraction(1, 3))


def compared_with_a_fraction_elsewhere(a, b, w):
    """0 where w_1 is 1, else K"""
    return 0 if is_one(w[1]) else kendall(a, b)


@pytest.mark.parametrize(
    ("definition", "refuted"),
    [
        (branches, {"right-invariance"}),
        (with_fractions, set()),
        (powers_of_two, {"symmetry"}),
        (parities, {"separation"}),
        (remainders, {"separation"}),
        (powers_of_weights, set()),
        (looked_up, {"separation", "right-invariance"}),
        (largest_weight, set()),
        (compared_with_a_fraction, {"separation", "right-invariance"}),
        (compared_with_a_fraction_elsewhere, {"separation", "right-invariance"}),
    ],
)
def test_definitions_that_no_column_answers_get_the_right_verdict(definition, refuted):
    asked = ("symmetry", "right-invariance", "separation", "non-negativity")
    found = {c.axiom: c.evidence for c in cells(definition, *asked, parameters=WEIGHTS) if c.space == "open"}
    assert {axiom_ for axiom_, evidence in found.items() if evidence.verdict == "refuted"} == refuted
    assert {evidence.verdict for evidence in found.values()} <= {"refuted", "certified", "searched"}


def _is_rare(a, b):
    return (a.order, b.order) == ((2, 3, 1), (3, 1, 2))


def of_a_type(a, b, w):
    """K, but -1 of one pair where a weight is a number by itself"""
    return -1 if _is_rare(a, b) and not hasattr(w[1], "lane") else kendall(a, b)


def of_a_truth(a, b, w):
    """K, but -1 of one pair where two weights are equal"""
    return -1 if _is_rare(a, b) and (w[1] == w[2]) is True else kendall(a, b)


def of_two_truths(a, b, w):
    """K, but w_1 (1 - two truth values) of one pair"""
    equal = w[1] == w[2]
    return (1 - (equal + equal)) * w[1] if _is_rare(a, b) else kendall(a, b)


@pytest.mark.parametrize("definition", [of_a_type, of_a_truth, of_two_truths])
def test_a_pair_where_a_column_is_not_taken_for_numbers_is_asked_number_by_number(definition):
    row = Metric("planted", "distance", definition, WEIGHTS)
    assert sweep(row, axioms.non_negativity(), 2).run()["open"].hit is None
    assert sweep(row, axioms.non_negativity(), 3).run()["open"].hit is not None


def test_values_beyond_64_bits_stay_exact():
    def huge(a, b):
        """10^400 K, and 1 more from 1 2 3 to 3 2 1"""
        return 10**400 * kendall(a, b) + ((a.order, b.order) == ((1, 2, 3), (3, 2, 1)))

    evidence = {c.axiom: c.evidence for c in cells(huge, "symmetry", "near-metric", "triangle-inequality")}
    assert evidence["symmetry"].witness.instance == {"a": [1, 2, 3], "b": [3, 2, 1]}
    assert evidence["symmetry"].witness.lhs == str(3 * 10**400 + 1)
    assert evidence["triangle-inequality"].verdict == "refuted"
    assert evidence["near-metric"].extreme.value == f"{3 * 10**400 + 1}/{3 * 10**400}"
