"""PL1 to PL13: the worked examples of the source, and its claims judged."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from flint import fmpq

from axiomatrix import REGISTRY, Ranking, axioms, check
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.model.axiom import Statement
from axiomatrix.model.relation import DISCARDED, HOLDS
from axiomatrix.numbers.exact import exact_value, log
from axiomatrix.spaces import all_rankings, all_weak_orders
from axiomatrix.values.orders import PartialOrder, WeakOrder

TARGET = Ranking.from_order("EBCAD")
PREDICTED = Ranking.from_order("ABECD")


def value(name, *arguments, **parameters):
    return exact_value(REGISTRY.metric(name)(*arguments, **parameters), name)


def holds_up_to(name: str, statement: Statement, largest: int) -> int:
    """How many instances hold, all of those up to a size; the first that does not is an assertion error."""
    metric, decide = REGISTRY.metric(name), Definitions(REGISTRY).decide
    cases = 0
    for n in range(1, largest + 1):
        spaces = statement.over(metric)
        for values in product(*(space.enumerate(n) for space in spaces.values())):
            instance = Instance(n, dict(zip(spaces, values, strict=True)), {})
            code = decide(metric, statement, instance).code
            assert code in (HOLDS, DISCARDED), instance
            cases += code == HOLDS
    return cases


def refuted(name: str, axiom: str, **arguments):
    """The witness of a cell that the source claims to hold and that does not."""
    cell = check(name, axioms=[axiom], profile="quick", use_pins=False).cell(name, axiom, **arguments)
    assert (cell.evidence.verdict, cell.outcome) == ("refuted", "broken")
    return cell.evidence.witness


# --- PL1 -------------------------------------------------------------------------------------------------------


def test_the_example_of_the_footrule_of_squares_of_kendall_and_of_the_position_error():
    assert value("footrule", TARGET, PREDICTED) == 6
    assert value("spearman-distance[squared]", TARGET, PREDICTED) == 14
    assert value("kendall", TARGET, PREDICTED) == 4
    assert value("position-error", TARGET, PREDICTED) == 2


@pytest.mark.parametrize("base", [2, 3, "3/2"])
def test_the_discounted_error_of_the_example_by_its_definition(base):
    natural = 3 / log(4 + 1) + 0 + 1 / log(3 + 1) + 0 + 2 / log(1 + 1)  # of A, B, C, D, E by their target ranks
    assert value("discounted-error", TARGET, PREDICTED, base=base) == natural * log(
        fmpq(3, 2) if base == "3/2" else base
    )


def test_the_printed_discounted_error_is_not_what_its_definition_gives():
    # A, C and E move by 3, 1 and 2. Their target ranks are 4, 3 and 1; printed is 1/log(k + 1) of the k-th letter.
    moves = [abs(TARGET[x] - PREDICTED[x]) for x in "ABCDE"]
    as_printed = 3 / log(2) + 0 + 1 / log(4) + 0 + 2 / log(6)
    assert as_printed == sum(move / log(k + 1) for k, move in enumerate(moves, 1))
    assert [int(TARGET[x]) for x in "ACE"] == [4, 3, 1]
    assert value("discounted-error", TARGET, PREDICTED, base=2) != as_printed * log(2)


# --- PL2, PL3, PL4 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("c", range(1, 8))
def test_the_closed_form_of_the_maximum_is_right_and_the_printed_sum_is_not(c):
    identity = all_rankings(c)[0].positions
    largest = max(sum((i - p) ** 2 for i, p in zip(identity, a.positions, strict=True)) for a in all_rankings(c))
    printed = sum(((c - i) - i) ** 2 for i in range(1, c + 1))
    assert 3 * largest == c * (c**2 - 1)
    assert largest == sum(((c + 1 - i) - i) ** 2 for i in range(1, c + 1))
    assert printed == largest + c  # which is c (c^2 + 2) / 3


def test_the_sum_as_printed_is_no_maximum_and_the_closed_form_is():
    witness = refuted("spearman-distance-normalised[as-printed]", "value-on-reversed", value=1)
    assert (witness.n, witness.lhs, witness.rhs) == (2, "1/2", "1")
    for name in ("spearman-distance-normalised[maximum]", "kendall-normalised"):
        for cell in check(name, axioms=["lies-between", "value-on-reversed"], profile="quick", use_pins=False):
            assert (cell.evidence.verdict, cell.outcome) == ("proved", "as declared")


@pytest.mark.parametrize("c", range(2, 8))
def test_the_largest_number_of_inversions(c):
    def inversions(a):
        return sum(x > y for x, y in combinations(a.positions, 2))

    assert max(map(inversions, all_rankings(c))) == c * (c - 1) // 2 == inversions(all_rankings(c)[-1])


@pytest.mark.parametrize("name", ["spearman-rho", "kendall-tau"])
def test_the_correlations_lie_between_minus_one_and_one(name):
    (cell,) = check(name, axioms=["correlation-range"], profile="quick", use_pins=False)
    assert (cell.evidence.verdict, cell.outcome) == ("proved", "as declared")


# --- PL5, PL6 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["footrule", "kendall", "spearman-distance[squared]"])
def test_neighbours_swapped_cost_the_same_at_the_head_and_at_the_tail(name):
    assert holds_up_to(name, axioms.place_invariance(1), 5) == sum(
        len(all_rankings(n)) * (n - 1) * (n - 2) // 2 for n in range(1, 6)
    )
    first, last = Ranking.from_order("BACDE"), Ranking.from_order("ABCED")
    assert value(name, Ranking.from_order("ABCDE"), first) == value(name, Ranking.from_order("ABCDE"), last)


def test_a_discounted_error_costs_more_at_the_head():
    cell = check("discounted-error", axioms=["place-invariance"], profile="quick", use_pins=False).cells[0]
    assert (cell.evidence.verdict, cell.outcome) == ("refuted", "confirmed")
    assert (cell.evidence.witness.n, cell.evidence.witness.instance) == (3, {"a": [1, 2, 3], "i": 1, "j": 2})


def test_the_position_error_is_a_weighted_sum_of_displacements_and_not_the_weighted_footrule():
    assert holds_up_to("position-error", axioms.equals("target-displacement"), 5) == 1 + 4 + 36 + 576 + 14400
    weights = {"A": 0, "B": 0, "C": 0, "D": 0, "E": 1}
    assert value("footrule-element", TARGET, PREDICTED, w=weights) == 0 != value("position-error", TARGET, PREDICTED)


# --- PL7, PL8 --------------------------------------------------------------------------------------------------


def test_a_bipartite_example_with_the_printed_numbers():
    target, predicted = WeakOrder.of([["a", "b"], ["c", "d", "e"]]), WeakOrder.of(list("acdbe"))
    assert value("preference-count", target) == 2 * 3
    assert value("kendall-preferences", target, predicted) == 2
    assert value("auc", target, predicted) == value("auc[strict]", target, predicted) == fmpq(4, 6)


@pytest.mark.parametrize("variant", ["half", "strict"])
def test_the_auc_is_one_minus_the_normalised_distance_where_the_prediction_has_no_ties(variant):
    name = f"auc[{variant}]"
    statement = axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1)
    assert holds_up_to(name, statement, 5) == sum((2**n - 2) * len(all_rankings(n)) for n in range(2, 6))


def test_with_ties_in_the_prediction_it_is_not():
    target, tied = WeakOrder.of(["a", "b"]), WeakOrder.of([["a", "b"]])
    assert 1 - value("kendall-preferences[normalised]", target, tied) == 1
    assert value("auc[half]", target, tied) == fmpq(1, 2)
    assert value("auc[strict]", target, tied) == 0


def test_a_multipartite_example_with_the_printed_numbers():
    target, predicted = WeakOrder.of([["a"], ["b", "c"], ["d", "e"]]), WeakOrder.of(list("bdace"))
    assert value("preference-count", target) == 8
    assert value("kendall-preferences", target, predicted) == 3
    assert value("c-index", target, predicted) == value("c-index[strict]", target, predicted) == fmpq(5, 8)


# --- PL9, PL10 -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["half", "strict"])
def test_the_c_index_is_the_weighted_and_m_auc_the_plain_mean_of_aucs(variant):
    cases = sum((w - 1) * w for w in (len(all_weak_orders(n)) for n in range(1, 5)))  # all targets with two levels
    for name, weights in (("c-index", "pairs"), ("m-auc", "equal")):
        statement = axioms.mean_over_level_pairs("auc", weights)
        assert holds_up_to(f"{name}[{variant}]", statement, 4) == cases


@pytest.mark.slow
def test_the_statistic_of_jonckheere_and_terpstra_is_the_c_index_uncounted_and_not_m_auc():
    witness = refuted("jonckheere-terpstra[half]", "proportional", other="m-auc")
    assert (witness.n, witness.instance) == (4, {"a": [[1, 2], [3], [4]], "b": [[1, 2, 3], [4]]})
    cells = check("jonckheere-terpstra[half]", axioms=["proportional"], profile="quick", use_pins=False)
    proportional = cells.cell("jonckheere-terpstra[half]", "proportional", other="c-index")
    assert proportional.outcome == "as declared"
    for target in all_weak_orders(4):
        if len(target.buckets) > 1:
            for predicted in all_weak_orders(4):
                counted = value("c-index", target, predicted) * value("preference-count", target)
                assert value("jonckheere-terpstra", target, predicted) == counted


def test_m_auc_and_the_statistic_of_jonckheere_and_terpstra_prefer_different_predictions():
    target = WeakOrder.of([["a", "b", "c", "d"], ["e"], ["f"]])
    first, second = WeakOrder.of(list("abcdfe")), WeakOrder.of(list("abecdf"))
    assert value("m-auc", target, first) == fmpq(2, 3) < value("m-auc", target, second) == fmpq(5, 6)
    assert value("jonckheere-terpstra", target, first) == 8 > value("jonckheere-terpstra", target, second) == 7


def compositions(c, parts):
    if parts == 1:
        return [[c]]
    return [[k, *rest] for k in range(1, c - parts + 2) for rest in compositions(c - k, parts - 1)]


@pytest.mark.parametrize("c", range(1, 13))
def test_the_bound_on_the_number_of_preferences_of_levels(c):
    for levels in range(1, c + 1):
        bound = fmpq(c * c, 2) * (1 - fmpq(1, levels))
        counts = [sum(x * y for x, y in combinations(sizes, 2)) for sizes in compositions(c, levels)]
        assert max(counts) <= bound
        assert (max(counts) == bound) == (c % levels == 0)  # attained by levels of one size


def test_the_number_of_preferences_keeps_the_bound_as_a_metric():
    assert holds_up_to("preference-count", axioms.preferences_of_levels_bound(), 6) == 1 + 3 + 13 + 75 + 541 + 4683
    assert holds_up_to("preference-count", axioms.preferences_of_two_levels(), 6) == sum(2**n - 2 for n in range(1, 7))


# --- PL11, PL12, PL13 ------------------------------------------------------------------------------------------


def test_gamma_of_two_concordant_pairs_and_a_discordant_one_is_a_third():
    target = PartialOrder.of("abc", [("a", "b"), ("a", "c"), ("b", "c")])
    predicted = PartialOrder.of("abc", [("a", "b"), ("a", "c"), ("c", "b")])
    assert value("gamma[partial-orders]", target, predicted) == fmpq(1, 3)
    assert value("gamma[as-printed]", target, predicted) == fmpq(-1, 3)


def test_the_printed_counts_give_the_negative_of_gamma():
    witness = refuted("gamma[as-printed]", "equals", other="gamma[partial-orders]", scale=1, shift=0)
    assert (witness.n, witness.lhs, witness.rhs) == (2, "-1", "1")
    assert holds_up_to("gamma[as-printed]", axioms.equals("gamma[partial-orders]", -1), 3) > 0


@pytest.mark.parametrize("name", ["gamma[weak-orders]", "gamma[partial-orders]", "kendall-tau-b", "kendall-tau-c"])
def test_on_rankings_it_is_kendalls_tau(name):
    rankings = sum(len(all_rankings(n)) ** 2 for n in range(2, 4))
    assert holds_up_to(name, axioms.agrees_on_rankings("kendall-tau"), 3) == rankings


def test_on_rankings_gamma_as_printed_is_minus_tau():
    witness = refuted("gamma[as-printed]", "agrees-on-rankings", other="kendall-tau")
    assert (witness.n, witness.lhs, witness.rhs) == (2, "-1", "1")


def test_the_normalised_gain_lies_between_zero_and_one_and_the_base_cancels():
    for a, b in product(all_rankings(3), repeat=2):
        found = value("dcg-rank[normalised]", a, b, base=2)
        assert 0 <= found <= 1
        assert found == value("dcg-rank[normalised]", a, b, base=3)
        gain, ideal = (value(f"dcg-rank[{variant}]", a, b, base=2) for variant in ("gain", "ideal"))
        assert gain <= ideal
        assert (found == 1) == (gain == ideal) == (a.order[0] == b.order[0] and a.order == b.order)


def test_all_claims_are_in_the_source_and_made_of_a_metric_or_marked_as_examples():
    source = REGISTRY.source("PL")
    assert list(source.claims) == [f"PL{k}" for k in range(1, 15)]
    made = {claim.source.id for metric in REGISTRY.metrics.values() for claim in metric.claims}
    assert {id for id in source.claims if id not in made} == {"PL1", "PL8", "PL14"}
    assert all("no axiom" in source.claims[id].formalised for id in ("PL1", "PL8"))
