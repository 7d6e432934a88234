"""Equalities for all parameter values: what holds is certified, what does not has an exact instance that says so."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from flint import fmpq

from axiomatrix import REGISTRY, Registry, ahead, axiom, axioms, check, inverted_pairs, metric, relation, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods import spot_check
from axiomatrix.methods.symbolic import certified_up_to, certify
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import Undefined
from axiomatrix.numbers.polynomials import Polynomial
from axiomatrix.spaces import Permutations
from axiomatrix.values.rankings import Ranking

CATALOGUE = load_catalogue()
W = {"w": spaces.element_weights()}
DELTA = {"delta": spaces.position_weights()}
D = {"D": spaces.similarities()}


def planted(function, parameters=None, **options):
    """The definition as the metric ``mine`` of a registry of its own."""
    registry = Registry(REGISTRY)
    function.__doc__ = function.__doc__ or "planted"
    return metric("mine", parameters=parameters, registry=registry, **options)(function), registry


def decided(function, statement, n, parameters=None):
    mine, registry = planted(function, parameters)
    return certify(mine, statement, n, registry)


def refutes(function, statement, found, parameters=None):
    """Whether the definition itself refutes the statement at the hit, which lies in the spaces."""
    mine, registry = planted(function, parameters)
    for name, space in mine.parameters.items():
        (space.closure() if statement.axiom.closed_only else space).validate(found.hit.parameters[name], found.n)
    for name, space in statement.axiom.over.items():
        space.validate(found.hit.values[name], found.n)
    return Definitions(registry).decide(mine, statement, found.hit).code == FAILS


# --- definitions with what they violate -------------------------------------------------------------------------


def kendall_w(a, b, w):
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def one_more(a, b, w):
    return 1 + sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def first_counts(a, b, w):
    return sum(w[x] for x, _ in inverted_pairs(a, b))


def by_position(a, b, w):
    return sum(w[a[x]] * w[a[y]] for x, y in inverted_pairs(a, b))


def by_number(a, b, w):
    return sum(k * w[x] for k, x in enumerate(a.items) if a[x] != b[x])


def mean_w(a, b, w):
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


def hamming_w(a, b, w):
    return sum(w[x] for x in a.items if a[x] != b[x])


def kendall_d(a, b, D):
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def kendall_d_and_one(a, b, D):
    return sum(D[x, y] + 1 for x, y in inverted_pairs(a, b))


def swap_costs(a, b, delta):
    return sum(delta.cost(max(a[x], b[x])) - delta.cost(min(a[x], b[x])) for x in a.items)


def same_costs(a, b, delta):
    return len(inverted_pairs(a, b)) * delta.cost(a.n)


ROTATED = axioms.bound_attained_by_rotations("kendall", 2)
CASES = [
    (axioms.symmetry(), kendall_w, first_counts, W, 2),
    (axioms.zero_on_equal(), kendall_w, one_more, W, 1),
    (axioms.scale_free("w", 2), kendall_w, one_more, W, 1),
    (axioms.scale_free("w", 1), mean_w, kendall_w, W, 2),
    (axioms.scale_free("D", 1), kendall_d, kendall_d_and_one, D, 2),
    (axioms.scale_free_normalised("w"), kendall_w, one_more, W, 2),
    (axioms.generalizes("kendall", w=1), kendall_w, one_more, W, 1),
    (axioms.generalizes("kendall", w=2), lambda a, b, w: kendall_w(a, b, w) * fmpq(1, 4), kendall_w, W, 2),
    (axioms.right_invariance(), kendall_w, by_position, W, 3),
    (
        axioms.right_invariance(),
        kendall_d,
        lambda a, b, D: sum(D[x, y] for x, y in inverted_pairs(a, b) if x < y),
        D,
        2,
    ),
    (axioms.right_invariance(), hamming_w, by_number, W, 2),
    (axioms.left_invariance(), hamming_w, kendall_w, W, 3),
    (axioms.reversal_invariance(), same_costs, swap_costs, DELTA, 3),
    (axioms.free_swap(), kendall_d, kendall_d_and_one, D, 2),
]


@pytest.mark.parametrize(("statement", "satisfier", "violator", "parameters", "n"), CASES)
def test_each_axiom_has_a_satisfier_that_is_certified_and_a_violator_that_is_refuted(
    statement, satisfier, violator, parameters, n
):
    for size in range(1, 4):
        assert decided(satisfier, statement, size, parameters).verdict == "certified"
    for size in range(1, n):
        assert decided(violator, statement, size, parameters).verdict == "certified"
    found = decided(violator, statement, n, parameters)
    assert found.verdict == "differs"
    assert refutes(violator, statement, found, parameters)


def test_rotations_attain_the_bound_and_those_of_another_distance_do_not():
    assert decided(lambda a, b: sum(abs(a[x] - b[x]) for x in a.items), ROTATED, 4).verdict == "certified"
    found = decided(lambda a, b: sum((a[x] - b[x]) ** 2 for x in a.items), ROTATED, 3)
    assert found.verdict == "differs"
    weighted = CATALOGUE.metric("footrule-element")
    statement = axioms.bound_attained_by_rotations("kendall-element", 2)
    assert certify(weighted, statement, 4, CATALOGUE).verdict == "certified"


@pytest.mark.parametrize("family", ["kendall-general[next]", "footrule-general[next]"])
def test_three_parameters_at_once(family):
    row = CATALOGUE.metric(family)
    for statement in (axioms.symmetry(), axioms.right_invariance(), axioms.scale_free("delta", 2)):
        found = certify(row, statement, 3, CATALOGUE)
        assert (found.verdict, found.space) == ("certified", "closed")
    assert certify(row, axioms.free_swap(), 3, CATALOGUE).verdict == "differs"


def test_counts_are_those_of_the_spaces():
    row = CATALOGUE.metric("kendall-element")
    assert [certify(row, axioms.symmetry(), n, CATALOGUE).instances for n in (1, 2, 3, 4)] == [1, 4, 36, 576]
    assert certify(row, axioms.right_invariance(), 3, CATALOGUE).instances == 36 * 2
    assert certify(row, axioms.scale_free("w", 2), 3, CATALOGUE).instances == 36
    swaps = certify(CATALOGUE.metric("kendall-similarity"), axioms.free_swap(), 3, CATALOGUE)
    assert (swaps.instances, swaps.asked) == (144, 72)


def test_the_sides_of_a_pseudometric_agree_where_items_are_at_distance_zero():
    """Swapping identical neighbours costs nothing because D[x, z] = D[y, z], which the triangle inequality says."""
    deck = CATALOGUE.metric("footrule-similarity[deck]")
    found = certify(deck, axioms.free_swap(), 3, CATALOGUE)
    assert found.verdict == "certified"


# --- planted bugs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("positions", [(2, 3, 1), (3, 1, 2)])
def test_a_metric_that_differs_at_one_pair_of_rankings(positions):
    def rare(a, b, w):
        wrong = a.positions == (1, 2, 3) and b.positions == positions
        return kendall_w(a, b, w) + (w[a.order[0]] - w[a.order[1]] if wrong else 0)

    assert decided(rare, axioms.symmetry(), 2, W).verdict == "certified"
    found = decided(rare, axioms.symmetry(), 3, W)
    assert found.verdict == "differs"
    assert {found.hit.values["a"].positions, found.hit.values["b"].positions} == {(1, 2, 3), positions}
    assert refutes(rare, axioms.symmetry(), found, W)


def test_a_metric_that_is_homogeneous_but_for_a_term():
    def nearly(a, b, w):
        return kendall_w(a, b, w) + (w[a.order[0]] * w[a.order[1]] * w[a.order[2]] / 1000 if a.n == 3 and a != b else 0)

    assert decided(nearly, axioms.scale_free("w", 2), 2, W).verdict == "certified"
    found = decided(nearly, axioms.scale_free("w", 2), 3, W)
    assert found.verdict == "differs"
    assert found.hit.values["c"] != 1
    assert refutes(nearly, axioms.scale_free("w", 2), found, W)


def test_a_metric_that_branches_on_a_parameter():
    def branches(a, b, w):
        return sum(w[x] if w[x] > w[y] else w[y] for x, y in inverted_pairs(a, b))

    found = decided(branches, axioms.symmetry(), 2, W)
    assert found.verdict == "not applicable"
    assert found.reason.startswith("the comparison > of parameters (test_symbolic.py, line ")
    assert "return sum(w[x] if w[x] > w[y]" in found.reason


@pytest.mark.parametrize(
    "ask",
    [lambda x: x > 1, lambda x: str(x) == "1", lambda x: x in {fmpq(1), fmpq(2)}, lambda x: bool(x - 1)],
    ids=["compared", "written", "looked up", "truth"],
)
def test_a_definition_that_catches_what_it_is_told(ask):
    def catches(a, b, w):
        try:
            if ask(w[a.order[0]]):
                return w[a.order[0]]
        except Exception:
            pass
        return w[a.order[-1]] * 0

    found = decided(catches, axioms.zero_on_equal(), 1, W)
    assert found.verdict == "not applicable"


def test_a_definition_that_looks_at_the_type_of_a_parameter():
    def looks(a, b, w):
        return 5 * (a.positions[0] - 1) if isinstance(w[a.order[0]], fmpq) else 0

    found = decided(looks, axioms.zero_on_equal(), 2, W)
    assert (found.verdict, "than for symbols" in found.reason) == ("not applicable", True)


def test_the_order_in_which_items_are_listed_is_seen():
    assert decided(by_number, axioms.right_invariance(), 3, W).verdict == "differs"


def test_dividing_by_weights_certifies_positive_weights_only():
    harmonic = CATALOGUE.metric("kendall-element-mean[harmonic]")
    found = certify(harmonic, axioms.scale_free("w", 1), 3, CATALOGUE)
    assert (found.verdict, found.space) == ("certified", "open")


def test_what_has_no_value_is_neither_equal_nor_different():
    def sometimes(a, b, w):
        if a == b:
            raise Undefined("nothing to compare")
        return kendall_w(a, b, w)

    found = decided(sometimes, axioms.symmetry(), 2, W)
    assert (found.verdict, found.instances, found.asked) == ("certified", 4, 2)


def test_a_definition_of_fractions():
    def halves(a, b, w):
        return Fraction(1, 2) * kendall_w(a, b, w) + Fraction(a.n, 3) * len(inverted_pairs(a, b)) / a.n

    assert decided(halves, axioms.symmetry(), 3, W).verdict == "certified"


def test_an_identity_that_normal_forms_do_not_see_is_not_shown_rather_than_refuted():
    def product_of_sizes(a, b, w):
        if a.n < 3:
            return 0
        x, y, z = a.items
        left, right = w[x] - w[y], w[y] - w[z]
        return abs(left * right) if a.positions < b.positions else abs(left) * abs(right)

    found = decided(product_of_sizes, axioms.symmetry(), 3, W)
    assert (found.verdict, found.hit) == ("not shown", None)


# --- what the method does not decide ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "statement", "n", "message"),
    [
        ("kendall-element", axioms.triangle_inequality(), 2, "it is not an equality"),
        ("kendall-element", axioms.betweenness(), 2, "it is not an equality"),
        ("kendall-element", axioms.bound_attained("kendall-element", 1), 2, "it is not a 'for all' statement"),
        ("kendall-element", axioms.subdivision(), 2, "it has no cases when the parameters are symbols"),
        ("kendall-element", axioms.scale_free("delta", 1), 2, "it has no parameter delta"),
        ("kendall-element", axioms.scale_free_normalised("w"), 4, "n = 4 has 331,776 instances; at most 20,000"),
        ("kendall-element-mean[geometric]", axioms.symmetry(), 2, "sqrt() of a parameter (element.py, line "),
        ("spearman-distance[root]", axioms.symmetry(), 2, "has the irrational value sqrt(2)"),
        ("kendall-position[one]", axioms.top_heaviness(), 3, "the comparison >= of parameters (order.py, line "),
    ],
)
def test_what_is_not_decided_says_why(name, statement, n, message):
    found = certify(CATALOGUE.metric(name), statement, n, CATALOGUE)
    assert found.verdict == "not applicable"
    assert message in found.reason


def test_a_definition_that_raises_is_no_identity():
    def broken(a, b, w):
        return w["nobody"]

    found = decided(broken, axioms.symmetry(), 1, W)
    assert found.verdict == "not applicable"
    assert found.reason.startswith("a definition raised KeyError: ")


def test_an_equality_over_all_relabellings_is_asked_of_all_of_them():
    """Exchanges of neighbours generate the others, but only for an invariance is that enough."""

    @axiom("no-long-cycle", over={"a": spaces.ranking, "pi": spaces.relabelling})
    def no_long_cycle(d, a, pi):
        """the cycle 1 -> 2 -> 3 -> 1 does not occur"""
        cycle = a.n == 3 and [pi(x) for x in (1, 2, 3)] == [2, 3, 1]
        return relation.equal(d(a, a) + (1 if cycle else 0), 0)

    assert decided(kendall_w, no_long_cycle(), 3, W).verdict == "differs"


class Turns(Permutations):
    """A group of one's own: the identity, and both rankings upside down."""

    name = "turns"
    complete = True

    def enumerate(self, n):
        return [Ranking.identity(n), Ranking.identity(n).reversed()]

    def validate(self, value, n):
        if value not in self.enumerate(n):
            raise ValueError(f"{value} is no turn")


def test_a_group_of_ones_own_is_gone_through_as_it_is_listed():
    @axiom("turned", over={"a": spaces.ranking, "b": spaces.ranking, "p": Turns()})
    def turned(d, a, b, p):
        """d(a, b) = d(p a, p b) for the two turns: other permutations may change the distance"""
        return relation.equal(d(a, b), d(a.moved(p), b.moved(p)))

    registry = Registry(REGISTRY)
    registry.add_axiom(turned)
    mine = metric("mine", registry=registry, kind="distance", parameters={"w": spaces.element_weights()})(
        lambda a, b, w: sum(w[i] * abs(a[i] - b[i]) for i in a.items)
    )
    size = certify(mine, turned(), 3, registry)
    assert (size.verdict, size.instances) == ("certified", 6 * 6 * 2)


def test_an_axiom_that_catches_a_question():
    @axiom("caught", over={"a": spaces.ranking})
    def caught(d, a):
        """d(a, a) = 0 where the first weight is above 1"""
        try:
            if d["w"][1] > 1:
                return relation.equal(d(a, a), 1)
        except Exception:
            pass
        return relation.equal(d(a, a), 0)

    assert decided(kendall_w, caught(), 1, W).verdict == "not applicable"


def test_an_axiom_that_catches_what_a_definition_cannot_do():
    @axiom("hushed", over={"a": spaces.ranking, "b": spaces.ranking})
    def hushed(d, a, b):
        """d(a, b) = d(b, a)"""
        try:
            return relation.equal(d(a, b), d(b, a))
        except Exception:
            return relation.equal(0, 0)

    def branches(a, b, w):
        return max(w[x] for x in a.items)

    assert decided(branches, hushed(), 2, W).verdict == "not applicable"
    assert decided(kendall_w, hushed(), 2, W).verdict == "certified"


def test_a_statement_that_asks_whether_an_entry_is_zero_is_followed_both_ways():
    @axiom("asks", over={"a": spaces.ranking})
    def asks(d, a):
        """d(a, a) = 0 where w_1 = 0, and w_1 elsewhere"""
        try:
            nothing = d["w"][1] == 0
        except Exception:
            nothing = True
        return relation.equal(d(a, a), 0 if nothing else d["w"][1])

    def first(a, b, w):
        return w[1] if a == b else 0

    found = decided(first, asks(), 2, W)
    assert (found.verdict, found.instances) == ("certified", 4)
    assert decided(lambda a, b, w: a.n * 0, asks(), 2, W).verdict == "differs"


# --- spot checks in plain Fractions ---------------------------------------------------------------------------------


def test_a_bug_in_the_normal_form_is_caught_on_numbers(monkeypatch):
    """Polynomials of which every difference is zero: each equality would be certified."""
    monkeypatch.setattr(Polynomial, "__sub__", lambda self, other: self * 0)
    monkeypatch.setattr(Polynomial, "__rsub__", lambda self, other: self * 0)
    found = decided(first_counts, axioms.symmetry(), 2, W)
    assert (found.verdict, found.hit) == ("not confirmed", None)
    mine, registry = planted(first_counts, W)
    row = check(mine, axioms=["symmetry"], registry=registry, use_pins=False)
    assert row.cell("mine", "symmetry").evidence.verdict != "certified"


def test_a_definition_that_tells_numbers_from_symbols_at_one_weight_is_not_confirmed():
    def whole(a, b, w):
        return kendall_w(a, b, w) + sum(w[x] for x in a.order[:1] if isinstance(w[x], fmpq) and w[x] == 2)

    assert decided(whole, axioms.scale_free("w", 2), 3, W).verdict == "not confirmed"


def test_a_definition_that_counts_its_calls_is_not_confirmed():
    calls = [0]

    def counts(a, b, w):
        calls[0] += 1
        return kendall_w(a, b, w) + (w[a.order[0]] if calls[0] > 20 else 0)

    assert decided(counts, axioms.scale_free("w", 2), 3, W).verdict != "certified"


@pytest.mark.parametrize("name", ["kendall-general[local]", "kendall-element-mean[harmonic]"])
def test_spot_checks_are_of_every_instance_in_the_space(name):
    row = CATALOGUE.metric(name)
    spots = spot_check.SpotCheck(row, axioms.symmetry(), 3, CATALOGUE)
    pairs = [(a, b) for a in spaces.all_rankings(3) for b in spaces.all_rankings(3)]
    spots.check(pairs, closed=False)
    assert len(spots._checked) == spot_check.POINTS * len(pairs)
    for _, point, _ in spots._checked:
        for parameter, space in row.parameters.items():
            space.validate(point[parameter], 3)


def test_generators_of_the_relabellings_are_enough_for_right_invariance():
    """Against all relabellings: what is certified through neighbours holds for each of them."""
    row = CATALOGUE.metric("footrule-element")
    assert certify(row, axioms.right_invariance(), 3, CATALOGUE).verdict == "certified"
    definitions = Definitions(CATALOGUE)
    w = row.parameters["w"].make([1, 2, 4], 3)
    for a in spaces.all_rankings(3):
        for vector in permutations((1, 2, 3)):
            pi = spaces.relabelling.decode(list(vector))
            for b in spaces.all_rankings(3):
                moved = definitions.value(row, a.renamed(pi), b.renamed(pi), {"w": w.renamed(pi)})
                assert moved == definitions.value(row, a, b, {"w": w})


def test_sizes_end_with_the_first_that_is_not_certified():
    found = certified_up_to(CATALOGUE.metric("kendall-element"), axioms.left_invariance(), 4, CATALOGUE)
    assert [size.verdict for size in found] == ["certified", "certified", "differs"]


def test_the_footrule_of_a_weight_that_is_looked_up_by_place_is_refuted_by_small_weights():
    def one_by_place(a, b, w):
        return sum(w[b[x]] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items)

    found = decided(one_by_place, axioms.right_invariance(), 2, W)
    assert found.verdict == "differs"
    assert max(found.hit.parameters["w"].entries.values()) <= 3


def test_a_size_of_too_many_instances_leaves_what_was_shown_below_it():
    asked = {"axioms": ["scale-free-normalised"], "use_pins": False}
    evidence = (
        check("area[heights]", profile="thorough", **asked).cell("area[heights]", "scale-free-normalised").evidence
    )
    assert evidence.verdict == "certified"
    assert [r.largest for r in evidence.reach if r.method == "symbolic"] == [3]
