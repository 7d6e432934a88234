"""Metrics that misbehave cost their own cells and nothing else; metrics in floats have a channel of their own."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from faulty import (
    WEIGHTS,
    cell,
    cells,
    changing_after,
    counting,
    kendall,
    raises,
    raises_from_three_items_on,
    registered,
    returning,
)

import axiomatrix
from axiomatrix import REGISTRY, Registry, Undefined, axiom, axioms, inverted_pairs, metric, relation, spaces
from axiomatrix.evidence.witness import replay
from axiomatrix.model.relation import ROUNDING, ULPS, float_slack

ASKED = ("symmetry", "triangle-inequality", "near-metric")

# --- what no exact metric may return ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "mine returned the float nan; an exact metric must not: nan is never a value"),
        (math.inf, "mine returned the float inf; an exact metric must not"),
        (0.5, "mine returned the float 0.5; an exact metric must not: divide with Fraction"),
        (1 + 2j, "mine returned (1+2j) (a complex); a metric must return an exact number"),
        (None, "mine returned None (a NoneType); a metric must return an exact number"),
        ("3", "mine returned '3' (a str); a metric must return an exact number"),
        (True, "mine returned True (a bool); a metric must return an exact number"),
        ([1], "mine returned [1] (a list); a metric must return an exact number"),
        (np.float64(1), "mine returned the float"),
        (np.array([1, 2]), "mine returned array([1, 2]) (a ndarray); a metric must return an exact number"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_value_that_is_no_exact_number_is_an_error_that_names_metric_and_value(value, message):
    for found in cells(returning(value), *ASKED):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith(message)
        assert "(on mine, a: 1; b: 1) at " in found.evidence.reason
        assert (found.evidence.witness, found.evidence.extreme) == (None, None)


class Unsayable(Exception):
    """An exception that cannot say what it is."""

    def __str__(self):
        raise RuntimeError("no words")


def test_an_error_that_cannot_say_what_it_is_is_the_definitions():
    def odd(a, b):
        raise Unsayable

    for found in cells(odd, *ASKED):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith("mine raised Unsayable: no message (on mine, a: 1; b: 1)")


@pytest.mark.parametrize("value", [0, 1, -3, Fraction(1, 3), 10**30], ids=str)
def test_what_is_an_exact_number_is_no_error(value):
    assert cell(returning(value), "symmetry").evidence.verdict == "exhausted"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "mine returned nan; raise Undefined(reason) where there is no value"),
        (1 + 2j, "mine returned (1+2j) (a complex)"),
        (None, "mine returned None (a NoneType)"),
        ("3", "mine returned '3' (a str)"),
        (True, "mine returned True (a bool)"),
    ],
    ids=repr,
)
def test_a_value_that_is_no_float_is_an_error_in_the_float_channel(value, message):
    for found in cells(returning(value), *ASKED, exact=False):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith(message)


def test_a_division_by_zero_is_named_alike_whatever_divides_with_what_to_do():
    for divide in (
        lambda a, b: a[1] / 0,
        lambda a, b: 1 / (a[1] - a[1]),
        lambda a, b: 1 // 0,
        lambda a, b: Fraction(1, 0),
    ):
        for found in cells(divide, "symmetry"):
            raised, case, place, advice = re.split(r" (?=\(on )|(?<=\)) at |; (?=raise)", found.evidence.reason)
            assert place == found.evidence.fault.place
            assert raised == "mine raised ZeroDivisionError: division by zero"
            assert (case, advice) == ("(on mine, a: 1; b: 1)", "raise Undefined(reason) where there is no value")


def test_what_a_definition_says_of_a_division_by_zero_itself_is_kept():
    def no_topic(a, b):
        raise ZeroDivisionError("topic 7 is empty")

    (found,) = cells(no_topic, "symmetry")
    assert found.evidence.reason.startswith("mine raised ZeroDivisionError: topic 7 is empty (on mine, ")


# --- what raises -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [True, False])
def test_a_metric_that_raises_is_an_error_with_the_case(exact):
    for found in cells(raises, *ASKED, exact=exact):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith("mine raised RuntimeError: no disc left (on mine, ")
        assert "b: 1" in found.evidence.reason


@pytest.mark.parametrize(
    "error",
    [KeyError("k"), IndexError("i"), ZeroDivisionError("z"), AssertionError(), RecursionError("r"), MemoryError("m")],
    ids=lambda error: type(error).__name__,
)
def test_whatever_is_raised(error):
    def raising(a, b, w):
        """Raises"""
        raise error

    evidence = cell(raising, "symmetry", parameters=WEIGHTS).evidence
    assert evidence.verdict == "error"
    assert evidence.reason.startswith(f"mine raised {type(error).__name__}: ")
    assert "w[1] = 1" in evidence.reason


def test_an_error_at_a_later_size_keeps_what_is_known_of_the_smaller_ones():
    evidence = cell(raises_from_three_items_on, "symmetry").evidence
    assert evidence.verdict == "error"
    assert "KeyError" in evidence.reason
    assert "a: 1 > 2 > 3" in evidence.reason


def test_a_refutation_at_a_smaller_size_stands_although_later_ones_raise():
    def wrong_and_fragile(a, b):
        """a(1), but raises for n >= 3"""
        return a[1] + raises_from_three_items_on(a, b)

    evidence = cell(wrong_and_fragile, "symmetry").evidence
    assert (evidence.verdict, evidence.witness.n) == ("refuted", 2)


def test_the_metric_that_raised_is_named_not_the_one_that_asked():
    registry = Registry(REGISTRY)
    metric("broken", registry=registry)(raises)
    mine = metric("mine", registry=registry, holds=[axioms.upper_bound("broken", 1)])(kendall)
    found = axiomatrix.check(
        mine, axioms=["upper-bound", "symmetry"], profile="quick", use_pins=False, registry=registry
    )
    assert found.cell("mine", "symmetry").evidence.verdict == "exhausted"
    evidence = found.cell("mine", "upper-bound").evidence
    assert evidence.verdict == "error"
    assert evidence.reason.startswith("broken raised RuntimeError: no disc left")


def test_a_claim_about_a_metric_that_is_not_there_costs_its_cell():
    found = {
        c.axiom: c.evidence for c in cells(kendall, "upper-bound", "symmetry", holds=[axioms.upper_bound("nobody", 1)])
    }
    assert found["symmetry"].verdict == "exhausted"
    assert found["upper-bound"].verdict == "error"
    assert "unknown metric 'nobody'" in found["upper-bound"].reason


# --- what answers differently ----------------------------------------------------------------------------------


def test_a_metric_that_counts_its_calls_is_flaky():
    for found in cells(counting(), *ASKED):
        assert found.evidence.verdict == "flaky"
        assert found.evidence.witness is None
        assert re.fullmatch(r"mine answered (\d+) and then (\d+) on 1 and 1", found.evidence.reason)


def test_a_metric_that_draws_at_random_is_flaky():
    generator = random.Random(0)

    def random_value(a, b):
        """A random number"""
        return generator.randrange(10**6)

    assert {found.evidence.verdict for found in cells(random_value, *ASKED)} == {"flaky"}


@pytest.mark.parametrize("first", [1, 2, 5, 20, 60, 200, 700, 3000])
def test_a_metric_that_changes_later_is_never_called_proved_or_refuted_by_what_does_not_last(first):
    # 3 is the value for ever once the change is over; until then it is 2, and both hold against each other
    evidence = cell(changing_after(first), "zero-on-equal").evidence
    assert evidence.verdict in ("flaky", "refuted")
    if evidence.verdict == "refuted":  # by a case decided again, and again for the witness, after the change
        assert (evidence.witness.lhs, evidence.witness.rhs) == ("1", "0")


def test_a_witness_that_does_not_stand_twice_is_no_witness():
    asked = []

    def once(a, b):
        """K, but 7 when asked the first time about 1 2 3 and 3 2 1"""
        if (a.order, b.order) == ((1, 2, 3), (3, 2, 1)):
            asked.append(1)
            return 7 if len(asked) < 2 else 3
        return kendall(a, b)

    evidence = cell(once, "symmetry").evidence
    assert evidence.verdict == "flaky"
    assert "mine" in evidence.reason


@pytest.mark.parametrize("exact", [True, False])
def test_a_case_that_fails_only_while_it_is_decided_is_flaky(exact):
    asked = []

    def fading(a, b):
        """K, wrong for the first calls about one pair of rankings of four items"""
        if (a.order, b.order) == ((1, 2, 3, 4), (4, 3, 2, 1)):
            asked.append(1)
            return kendall(a, b) + (1 if len(asked) < 4 else 0)
        return kendall(a, b)

    profile = "quick" if exact else "default"
    assert cell(fading, "symmetry", exact=exact, profile=profile).evidence.verdict == "flaky"


# --- what reaches beyond its own cells -------------------------------------------------------------------------


def evidence_of(registry, *names):
    found = axiomatrix.check(*names, axioms=list(ASKED), profile="quick", use_pins=False, registry=registry)
    return {c.key: c.evidence for c in found if c.metric == "sound"}


def rude(a, b):
    """Prints, seeds the generators, changes numpy's errors, and raises now and then"""
    print("look at me")  # noqa: T201  # that is the fault
    random.seed(0)
    np.random.seed(0)
    if a.n == 3:
        raise RuntimeError("enough")
    return kendall(a, b)


@pytest.mark.slow
@pytest.mark.parametrize(
    "definition", [raises, rude, counting(), returning(math.nan)], ids=["raises", "rude", "counts", "nan"]
)
def test_the_cells_of_other_metrics_are_as_they_were(definition):
    registry = Registry(REGISTRY)
    metric("faulty", registry=registry)(definition)
    metric("sound", registry=registry)(kendall)
    alone = evidence_of(registry, "sound")
    assert len(alone) == 3
    assert {evidence.verdict for evidence in alone.values()} == {"exhausted"}
    assert evidence_of(registry, "faulty", "sound") == alone
    assert evidence_of(registry, "sound", "faulty") == alone


def test_what_a_metric_prints_is_not_let_through(capsys):
    found = cells(rude, *ASKED)
    assert {c.evidence.verdict for c in found} == {"error"}
    assert capsys.readouterr().out == ""


def test_a_metric_that_changes_its_parameters_does_not_change_anothers():
    def greedy(a, b, w):
        """K_w, and takes the weights away"""
        value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
        w.entries.clear()
        return value

    registry = Registry(REGISTRY)
    metric("faulty", registry=registry, parameters=WEIGHTS)(greedy)
    metric("sound", registry=registry, parameters=WEIGHTS)(REGISTRY.metric("kendall-element").definition)
    alone = evidence_of(registry, "sound")
    assert evidence_of(registry, "faulty", "sound") == alone


def test_an_undefined_value_is_not_a_fault():
    def nowhere(a, b):
        """Has no value anywhere"""
        raise Undefined("there is none")

    for found in cells(nowhere, *ASKED):
        assert (found.evidence.verdict, found.evidence.cases) == ("vacuous", 0)
        assert found.evidence.discarded > 0


# --- the float channel -----------------------------------------------------------------------------------------


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
def test_the_slack_is_as_wide_as_it_says(ulps, verdict):
    def off(a, b):
        """K, and so many units in the last place more one way"""
        return kendall(a, b) * (1.0 + ulps * 2.0**-52 * (a.order < b.order))

    evidence = cell(off, "symmetry", exact=False).evidence
    assert evidence.verdict == verdict
    assert (evidence.witness is None) == (verdict == "searched")
    assert float_slack(1.0) == ULPS * 2.0**-52


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


def test_a_strict_order_within_the_slack_is_not_granted():
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


def test_terms_that_are_too_large_to_be_added_leave_a_finite_slack():
    def large(a, b):
        """0, 1e308 or 1.7e308: another one if the rankings are exchanged"""
        return 0.0 if a == b else 1e308 if a.n == 2 and a[1] == 1 else 1.7e308

    assert cell(large, "symmetry", exact=False).evidence.verdict == "refuted"
