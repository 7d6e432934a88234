"""Metrics in floats have a channel of their own: values are compared with a tolerance, and nothing is exhausted."""

from __future__ import annotations

import math

import numpy as np
import pytest
from faulty import WEIGHTS, cell, cells, kendall, registered

import axiomatrix
from axiomatrix import axiom, axioms, inverted_pairs, relation, spaces
from axiomatrix.evidence.witness import replay
from axiomatrix.model.relation import ROUNDING, ULPS, float_tolerance

ASKED = ("symmetry", "triangle-inequality", "near-metric")


def float_kendall(a, b):
    """K in floats"""
    return float(kendall(a, b))


def float_tenths(a, b):
    """Tenths added up one by one, in the order of the items of a"""
    return sum((0.1 + 0.01 * abs(a[x] - b[x]) for x in a.order if a[x] != b[x]), 0.0)


def float_squares(a, b):
    """Squared Spearman distance in floats"""
    return float(sum((a[x] - b[x]) ** 2 for x in a.items))


def test_kendall_in_floats_keeps_the_axioms_and_is_never_called_exhausted():
    asked = ("symmetry", "triangle-inequality", "zero-on-equal", "separation", "near-metric", "betweenness")
    for found in cells(float_kendall, *asked, exact=False):
        assert found.evidence.verdict == "searched", found.axiom
        assert found.evidence.cases > 0
        assert found.evidence.undecided == 0
    assert cell(float_kendall, "near-metric", exact=False).evidence.extreme.value == "1.0"


def test_a_ratio_whose_sides_are_rounding_says_nothing():
    """In exact numbers 1 - s is 0 for equal rankings and else -1/2: the divisor is never positive."""
    almost = lambda a, b: sum([0.1] * 10) if a == b else 1.5  # noqa: E731  # 0.9999999999999999
    assert cell(almost, "one-minus-near-metric", exact=False, kind="similarity").evidence.verdict == "vacuous"


def test_a_divisor_within_rounding_gives_no_constant():
    """In exact numbers a distance is 0 but between a ranking of three and its reversal; in floats 1 over it is 9e15."""
    nothing = 0.1 + 0.2 - 0.3
    far = lambda a, b: 1.0 if len(a) > 2 and b == a.reversed() else nothing  # noqa: E731
    extreme = cell(far, "near-metric", exact=False).evidence.extreme
    assert extreme is None or float(extreme.value) <= 1


def test_a_real_violation_in_floats_is_refuted_in_the_float_channel():
    evidence = cell(float_squares, "triangle-inequality", exact=False).evidence
    witness = evidence.witness
    assert (evidence.verdict, witness.channel, witness.n) == ("refuted", "float", 3)
    assert (witness.lhs, witness.op, witness.rhs) == ("6.0", "<=", "4.0")
    assert cell(lambda a, b: kendall(a, b) ** 2, "triangle-inequality").evidence.witness.channel == "exact"


def test_the_sum_of_one_and_two_tenths_is_not_refuted():
    def tenths(a, b):
        """0.3 one way and 0.1 + 0.2 the other, times K"""
        return kendall(a, b) * (0.3 if a.order < b.order else 0.1 + 0.2)

    assert 0.1 + 0.2 != 0.3
    for name in ("symmetry", "triangle-inequality", "reversal-invariance"):
        assert cell(tenths, name, exact=False).evidence.verdict == "searched"


def test_sums_in_another_order_are_not_refuted():
    asymmetric = [
        (a, b)
        for a in spaces.all_rankings(4)
        for b in spaces.all_rankings(4)
        if float_tenths(a, b) != float_tenths(b, a)
    ]
    assert asymmetric  # the rounding errors are there
    assert cell(float_tenths, "symmetry", exact=False, profile="default").evidence.verdict == "searched"


@pytest.mark.parametrize(
    ("ulps", "verdict"), [(ULPS // 4, "searched"), (16 * ULPS, "rounding"), (16 * ROUNDING * ULPS, "refuted")]
)
def test_the_tolerance_is_as_wide_as_it_says(ulps, verdict):
    def off(a, b):
        """K, and so many units in the last place more one way"""
        return kendall(a, b) * (1.0 + ulps * 2.0**-52 * (a.order < b.order))

    evidence = cell(off, "symmetry", exact=False).evidence
    assert evidence.verdict == verdict
    assert (evidence.witness is None) == (verdict == "searched")
    assert float_tolerance(1.0) == ULPS * 2.0**-52


def test_a_violation_that_rounding_may_explain_keeps_its_case_and_leaves_a_claim_unresolved(tmp_path):
    def off(a, b):
        """K, and a thousand units in the last place more one way"""
        return kendall(a, b) * (1.0 + 1024 * 2.0**-52 * (a.order < b.order))

    mine, registry = registered(off, exact=False, holds=[axioms.symmetry])
    matrix = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry)
    (found,) = matrix.cells
    assert (found.evidence.verdict, found.outcome, matrix.exit_code("broken")) == ("rounding", "unresolved", 3)
    witness = found.evidence.witness
    assert (witness.shows, witness.smallest, witness.instance) == ("rounds", False, {"a": [1, 2], "b": [2, 1]})
    assert replay(witness, registry).stands
    assert "within rounding" in matrix.save(tmp_path, registry)[1].read_text()


def test_a_refutation_beyond_rounding_is_found_past_a_case_that_rounding_explains():
    def off(a, b):
        """K, a little more one way at n = 2, and far more at n = 3"""
        return kendall(a, b) * (1.0 + (1024 if a.n < 3 else 2**30) * 2.0**-52 * (a.order < b.order))

    evidence = cell(off, "symmetry", exact=False).evidence
    assert (evidence.verdict, evidence.witness.n) == ("refuted", 3)


def test_a_strict_order_within_the_tolerance_is_not_granted():
    def tiny(a, b):
        """1e-300 where a and b differ"""
        return 0.0 if a == b else 1e-300

    assert cell(tiny, "separation", exact=False).evidence.verdict == "searched"
    assert cell(lambda a, b: 0.0, "separation", exact=False).evidence.verdict == "refuted"


def test_a_strict_order_that_holds_by_no_more_than_rounding_is_neither_refuted_nor_granted():
    def tiny(a, b):
        """K, but 1e-20 on two items"""
        return 1e-20 * kendall(a, b) if a.n == 2 else 1.0 * kendall(a, b)

    evidence = cell(tiny, "separation", exact=False).evidence
    assert (evidence.verdict, evidence.witness.n, evidence.witness.lhs) == ("rounding", 2, "1e-20")


def test_a_case_that_fails_by_rounding_is_no_evidence_about_there_is():
    @axiom("no-smaller-one", over={"a": spaces.ranking, "b": spaces.ranking}, quantifier="there is")
    def no_smaller_one(d, a, b):
        """d(a, b) >= d(b, a) + 1e-12 for some a != b"""
        return relation.given(a != b, relation.at_least(d(a, b), d(b, a) + 1e-12))

    mine, registry = registered(lambda a, b: 1.0 * kendall(a, b), exact=False, holds=[no_smaller_one])
    found = axiomatrix.check(mine, axioms=["no-smaller-one"], profile="quick", registry=registry).cells[0]
    assert (found.evidence.verdict, found.outcome, found.evidence.witness) == ("searched", "unconfirmed", None)


@pytest.mark.slow
def test_infinite_values_do_not_pass_for_anything():
    def infinite(a, b):
        """Infinite where a and b differ"""
        return 0.0 if a == b else math.inf

    found = {c.axiom: c.evidence for c in cells(infinite, *ASKED, exact=False, profile="default")}
    assert found["triangle-inequality"].verdict == "undecided"
    assert found["near-metric"].extreme.value == "0.0"  # 0 over infinity is a ratio; infinity over infinity is none


def test_numpy_scalars_are_floats_and_numpy_truth_values_are_not_exact():
    assert cell(lambda a, b: np.float32(kendall(a, b)), "symmetry", exact=False).evidence.verdict == "searched"
    assert cell(lambda a, b: np.float64(kendall(a, b)), "symmetry", exact=False).evidence.verdict == "searched"
    assert cell(lambda a, b: np.int64(kendall(a, b)), "symmetry", exact=False).evidence.verdict == "searched"
    assert cell(lambda a, b: np.bool_(a == b), "symmetry").evidence.verdict == "error"


def test_a_float_metric_is_compared_with_exact_ones_and_scaled_by_exact_factors():
    def float_element(a, b, w):
        """K_w in floats"""
        return sum((w[x] * w[y] for x, y in inverted_pairs(a, b)), 0.0)

    claims = [
        axioms.generalizes("kendall", w=1),
        axioms.scale_free("w", 2),
        axioms.upper_bound("footrule-element", 1),
        axioms.lower_bound("footrule-element", "1/2"),
        axioms.subdivision,
    ]
    asked = [getattr(claim, "axiom", claim).id for claim in claims]
    for found in cells(float_element, *asked, "scale-free-normalised", exact=False, parameters=WEIGHTS, holds=claims):
        assert found.evidence.verdict == "searched", (found.axiom, found.evidence.reason)
        assert found.evidence.reason == ""
    found = cells(float_element, "scale-free", exact=False, parameters=WEIGHTS, holds=[axioms.scale_free("w", 1)])
    wrong, right = found
    assert (wrong.label, right.label) == ("parameter=w, degree=1", "parameter=w, degree=2")  # 2 is what it looks like
    assert right.evidence.verdict == "searched"
    assert wrong.evidence.verdict == "refuted"
    assert wrong.evidence.witness.channel == "float"


def test_float_parameters_are_handed_out_as_floats():
    seen = set()

    def watching(a, b, w):
        """What it is handed"""
        seen.update(type(value) for value in w.entries.values())
        return 0.0

    cell(watching, "symmetry", exact=False, parameters=WEIGHTS)
    assert seen == {float}


def test_a_float_metric_that_raises_at_zero_weights_keeps_its_open_cell():
    def harmonic(a, b, w):
        """The harmonic mean in floats"""
        return sum((2 * w[x] * w[y] / (w[x] + w[y]) for x, y in inverted_pairs(a, b)), 0.0)

    found = {c.space: c.evidence for c in cells(harmonic, "separation", exact=False, parameters=WEIGHTS)}
    assert found["open"].verdict == "searched"
    assert found["open"].reach[0].cases == 2 * 8  # the 8 positive weights of two items on the grid
    assert found["closed"].verdict == "error"
    assert "ZeroDivisionError" in found["closed"].reason


@pytest.mark.parametrize(("value", "name"), [(math.inf, "symmetry"), (-math.inf, "non-negativity")])
def test_an_infinite_value_is_not_equal_to_every_other(value, name):
    def seldom(a, b):
        """infinite where b leads with a's last of three"""
        return value if a.n == 3 and [b[x] for x in a.order] == [2, 3, 1] else float(kendall(a, b))

    evidence = cell(seldom, name, exact=False).evidence
    assert (evidence.verdict, evidence.witness.n) == ("refuted", 3)


def test_terms_that_are_too_large_to_be_added_leave_a_finite_tolerance():
    def large(a, b):
        """0, 1e308 or 1.7e308: another one if the rankings are exchanged"""
        return 0.0 if a == b else 1e308 if a.n == 2 and a[1] == 1 else 1.7e308

    assert cell(large, "symmetry", exact=False).evidence.verdict == "refuted"


def test_a_metric_in_floats_orders_lists_by_scores_that_are_fractions():
    def first_bucket(x):
        """The share of relevant items among those with the highest score, in floats"""
        first = x.buckets[0] if len(x) else ()
        return float(sum(x.grades[k - 1] for k in first)) / max(1, len(first))

    asked = ("ordinal-invariance", "ties-do-not-pay", "swap", "ideal-attains-maximum", "input-order-invariance")
    arguments = {"x": spaces.scored_list}
    found = cells(first_bucket, *asked, exact=False, kind="score", arguments=arguments, profile="default")
    assert found and not {one.evidence.verdict for one in found} & {"error", "not applicable"}
