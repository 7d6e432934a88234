"""Calling metrics: worked examples, values computed by hand, and what is refused."""

from fractions import Fraction
from itertools import permutations

import pytest
from flint import fmpq

from axiomatrix.catalogue.metrics.position import average_swap_cost
from axiomatrix.model.registry import REGISTRY, Registry, metric
from axiomatrix.numbers.exact import exact_value, log, parse, sqrt
from axiomatrix.spaces import all_rankings, element_weights
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.rankings import Ranking

ABC = Ranking.from_order("abc")
BCA = Ranking.from_order("bca")
CBA = Ranking.from_order("cba")
ACB = Ranking.from_order("acb")
ABCD = Ranking.from_order("abcd")
BADC = Ranking.from_order("badc")
DABC = Ranking.from_order("dabc")
W = {"a": 2, "b": 3, "c": 5}
W4 = {"a": 1, "b": 2, "c": 3, "d": 4}
D = {("a", "b"): 2, ("a", "c"): 3, ("b", "c"): 4}
D4 = {("a", "b"): 4, ("a", "c"): 5, ("a", "d"): 6, ("b", "c"): 7, ("b", "d"): 8, ("c", "d"): 4}
IDS = [
    "kendall",
    "footrule",
    "kendall-element",
    "kendall-element-mean[arithmetic]",
    "kendall-element-mean[geometric]",
    "kendall-element-mean[harmonic]",
    "footrule-element",
    "kendall-similarity",
    *(f"footrule-similarity[{reading}]" for reading in ("deck", "le", "lt", "passed")),
    *(
        f"{name}[{variant}]"
        for name in ("kendall-position", "footrule-position", "kendall-general", "footrule-general")
        for variant in ("one", "next", "local", "zero")
    ),
]


def value(name, a, b, **parameters):
    return exact_value(REGISTRY.metric(name)(a, b, **parameters), name)


def unit_parameters(row, n):
    return {name: space.make([1] * len(space.keys(n)), n) for name, space in row.parameters.items()}


# --- worked examples and plain distances ----------------------------------------------------------------------


def test_the_worked_example_of_the_deck():
    assert value("kendall", ABC, BCA) == 2
    assert value("footrule", ABC, BCA) == 1 + 1 + 2


@pytest.mark.parametrize(
    ("name", "to_bca", "to_reversal", "to_two_swaps", "to_rotation"),
    [
        ("kendall", 2, 3, 2, 3),
        ("footrule", 4, 4, 4, 6),
        ("spearman-distance[squared]", 6, 8, 4, 12),
        ("spearman-distance[root]", sqrt(6), 2 * sqrt(2), 2, 2 * sqrt(3)),
        ("l-infinity", 2, 2, 1, 3),
        ("hamming", 3, 2, 4, 4),
        ("cayley", 2, 1, 2, 3),
        ("ulam", 1, 2, 2, 1),
    ],
)
def test_distances_without_parameters(name, to_bca, to_reversal, to_two_swaps, to_rotation):
    assert value(name, ABC, BCA) == to_bca
    assert value(name, ABC, CBA) == to_reversal
    assert value(name, ABCD, BADC) == to_two_swaps
    assert value(name, ABCD, DABC) == to_rotation


# --- element weights ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "to_bca", "to_acb", "four"),
    [
        # inverted to bca: ab, ac; to acb: bc; to dabc: ad, bd, cd
        ("kendall-element", 2 * 3 + 2 * 5, 3 * 5, 4 + 8 + 12),
        ("kendall-element-mean[arithmetic]", fmpq(5, 2) + fmpq(7, 2), 4, fmpq(5, 2) + 3 + fmpq(7, 2)),
        ("kendall-element-mean[geometric]", sqrt(6) + sqrt(10), sqrt(15), 2 + 2 * sqrt(2) + 2 * sqrt(3)),
        (
            "kendall-element-mean[harmonic]",
            fmpq(12, 5) + fmpq(20, 7),
            fmpq(30, 8),
            fmpq(8, 5) + fmpq(16, 6) + fmpq(24, 7),
        ),
        # ahead of a, b, c: 0, 2, 5 in abc; 8, 0, 3 in bca; 0, 7, 2 in acb
        ("footrule-element", 2 * 8 + 3 * 2 + 5 * 2, 3 * 5 + 5 * 3, 1 * 4 + 2 * 4 + 3 * 4 + 4 * 6),
    ],
)
def test_element_weights_by_hand(name, to_bca, to_acb, four):
    assert value(name, ABC, BCA, w=W) == to_bca
    assert value(name, ABC, ACB, w=W) == to_acb
    assert value(name, ABCD, DABC, w=W4) == four


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("kendall-element", 6),
        ("kendall-element-mean[arithmetic]", fmpq(5, 2)),
        ("kendall-element-mean[geometric]", sqrt(6)),
        ("kendall-element-mean[harmonic]", fmpq(12, 5)),
        ("footrule-element", 12),
    ],
)
def test_element_weights_of_two_items(name, expected):
    assert value(name, Ranking.from_order("ab"), Ranking.from_order("ba"), w={"a": 2, "b": 3}) == expected


# --- position weights -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_position_weights_where_nothing_stays_in_place(variant):
    # delta = 3, 7: p = 0, 3, 10. To bca: a goes 1 -> 3 at 10/2 = 5, b 2 -> 1 at 3, c 3 -> 2 at 7
    assert value(f"kendall-position[{variant}]", ABC, BCA, delta=[3, 7]) == 5 * 3 + 5 * 7
    assert value(f"footrule-position[{variant}]", ABC, BCA, delta=[3, 7]) == 5 * (3 + 7) + 3 * 5 + 7 * 5
    # delta = 3, 7, 1: p = 0, 3, 10, 11. To dabc: a 3, b 7, c 1, d 11/3
    weights = {"delta": [3, 7, 1]}
    d = fmpq(11, 3)
    assert value(f"kendall-position[{variant}]", ABCD, DABC, **weights) == d * (3 + 7 + 1)
    assert value(f"footrule-position[{variant}]", ABCD, DABC, **weights) == 2 * d * (3 + 7 + 1)


@pytest.mark.parametrize(("variant", "middle"), [("one", 1), ("next", 7), ("local", 5), ("zero", 0)])
def test_position_weights_with_a_fixed_point_in_the_middle(variant, middle):
    # to cba: a and c pay 10/2 = 5, b stays
    assert value(f"kendall-position[{variant}]", ABC, CBA, delta=[3, 7]) == 2 * 5 * middle + 25
    assert value(f"footrule-position[{variant}]", ABC, CBA, delta=[3, 7]) == 2 * 5 * (middle + 5)


@pytest.mark.parametrize(("variant", "first", "last"), [("one", 1, 1), ("next", 3, 7), ("local", 3, 7), ("zero", 0, 0)])
def test_position_weights_with_a_fixed_point_at_an_end(variant, first, last):
    assert value(f"kendall-position[{variant}]", ABC, ACB, delta=[3, 7]) == 49
    assert value(f"footrule-position[{variant}]", ABC, ACB, delta=[3, 7]) == 98
    delta = PositionWeights.of([3, 7])  # nothing passes a fixed point at an end, so it shows in pbar only
    assert average_swap_cost(ABC, ACB, delta, variant) == {"a": first, "b": 7, "c": 7}
    assert average_swap_cost(ABC, Ranking.from_order("bac"), delta, variant) == {"a": 3, "b": 3, "c": last}


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_position_weights_of_two_items_and_of_one(variant):
    two, swapped = Ranking.from_order("ab"), Ranking.from_order("ba")
    assert value(f"kendall-position[{variant}]", two, swapped, delta=[3]) == 9
    assert value(f"footrule-position[{variant}]", two, swapped, delta=[3]) == 18
    one = Ranking.from_order("a")
    assert value(f"kendall-position[{variant}]", one, one, delta=[]) == 0
    assert value(f"footrule-position[{variant}]", one, one, delta=[]) == 0


def test_dcg_weights_give_formal_values():
    delta = PositionWeights.dcg(2)
    expected = (1 / log(2) - 1 / log(3)) ** 2
    two, swapped = Ranking.from_order("ab"), Ranking.from_order("ba")
    assert value("kendall-position[one]", two, swapped, delta=delta) == expected
    found = value(
        "footrule-position[local]", Ranking.identity(4), Ranking.from_order([3, 4, 1, 2]), delta=PositionWeights.dcg(4)
    )
    assert parse(str(found)) == found
    assert found > 0


# --- similarities ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "to_bca", "to_cba", "four"),
    [
        ("kendall-similarity", 2 + 3, 2 + 3 + 4, 6 + 8 + 4),
        # ahead of a, b, c: 0, 2, 7 in abc; 5, 0, 4 in bca; 5, 4, 0 in cba. In dabc d is ahead of a, b, c too
        ("footrule-similarity[deck]", 5 + 2 + 3, 5 + 2 + 7, 6 + 8 + 4 + 18),
        # up to and with the new place in abc. To bca: a 0 -> 5, b 2 -> 2, c 7 -> 7; to cba: c 7 -> 3
        ("footrule-similarity[le]", 5 + 0 + 0, 5 + 0 + 4, 4 + 7 + 4 + (18 - 6)),
        # before the new place in abc. To bca: a 0 -> 2, b 2 -> 0, c 7 -> 3; to cba: c 7 -> 0
        ("footrule-similarity[lt]", 2 + 2 + 4, 2 + 0 + 7, 0 + 0 + 0 + 18),
        # on the way in abc. To bca: a passes b and c, b passes a, c passes b; to cba: c passes b and a
        ("footrule-similarity[passed]", 5 + 2 + 4, 5 + 0 + 7, 4 + 7 + 4 + 18),
    ],
)
def test_similarities_by_hand(name, to_bca, to_cba, four):
    assert value(name, ABC, BCA, D=D) == to_bca
    assert value(name, ABC, CBA, D=D) == to_cba
    assert value(name, ABCD, DABC, D=D4) == four


def test_similarities_of_two_items():
    two, swapped = Ranking.from_order("ab"), Ranking.from_order("ba")
    expected = {"deck": 10, "le": 5, "lt": 5, "passed": 10}
    for reading, result in expected.items():
        assert value(f"footrule-similarity[{reading}]", two, swapped, D={("a", "b"): 5}) == result
    assert value("kendall-similarity", two, swapped, D={("b", "a"): 5}) == 5


# --- all together ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_all_weights_by_hand(variant):
    # to bca: w p = 2 * 5, 3 * 3, 5 * 7 = 10, 9, 35
    parameters = {"w": W, "delta": [3, 7], "D": D}
    assert value(f"kendall-general[{variant}]", ABC, BCA, **parameters) == 10 * 9 * 2 + 10 * 35 * 3
    by_item = 10 * (9 * 2 + 35 * 3) + 9 * (10 * 2) + 35 * (10 * 3)
    assert value(f"footrule-general[{variant}]", ABC, BCA, **parameters) == by_item


@pytest.mark.parametrize(("variant", "middle"), [("one", 1), ("next", 7), ("local", 5), ("zero", 0)])
def test_all_weights_with_a_fixed_point(variant, middle):
    # to cba: w p = 2 * 5, 3 * middle, 5 * 5
    a, b, c = 10, 3 * middle, 25
    parameters = {"w": W, "delta": [3, 7], "D": D}
    assert value(f"kendall-general[{variant}]", ABC, CBA, **parameters) == a * b * 2 + a * c * 3 + b * c * 4
    by_item = a * (b * 2 + c * 3) + b * abs(a * 2 - c * 4) + c * (a * 3 + b * 4)
    assert value(f"footrule-general[{variant}]", ABC, CBA, **parameters) == by_item


# --- every metric of the deck ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_every_metric_vanishes_on_equal_rankings_and_below_two_items(name):
    row = REGISTRY.metric(name)
    for n in range(5):
        parameters = unit_parameters(row, n)
        assert row(Ranking.identity(n), Ranking.identity(n), **parameters) == 0


@pytest.mark.parametrize(
    "name", [name for name in IDS if name not in ("footrule-similarity[le]", "footrule-similarity[lt]")]
)
def test_unit_parameters_give_kendall_or_the_footrule_where_nothing_stays(name):
    row = REGISTRY.metric(name)
    plain = "kendall" if name.startswith("kendall") else "footrule"
    n = 4
    for a in all_rankings(n):
        b = a.rotated(1)
        assert exact_value(row(a, b, **unit_parameters(row, n)), name) == value(plain, a, b)


@pytest.mark.parametrize("name", IDS)
def test_labels_do_not_matter(name):
    row = REGISTRY.metric(name)
    numbers = {"w": [2, 3, 5], "delta": [3, 7], "D": [[0, 2, 3], [2, 0, 4], [3, 4, 0]]}
    labels = {"w": W, "delta": [3, 7], "D": D}
    for order in permutations(range(3)):
        numbered = value(
            name,
            Ranking.identity(3),
            Ranking.from_order([k + 1 for k in order]),
            **{k: numbers[k] for k in row.parameters},
        )
        labelled = value(
            name, ABC, Ranking.from_order(["abc"[k] for k in order]), **{k: labels[k] for k in row.parameters}
        )
        assert numbered == labelled


def test_parameters_may_come_in_any_accepted_form():
    forms = [W, ElementWeights.of(W), {"c": "5", "a": Fraction(2), "b": 3.0}]
    assert {value("kendall-element", ABC, BCA, w=form) for form in forms} == {fmpq(16)}
    forms = [D, Similarity.of(D), {("c", "b"): 4, ("c", "a"): 3, ("a", "b"): 2, ("a", "a"): 0}]
    assert {value("kendall-similarity", ABC, BCA, D=form) for form in forms} == {fmpq(5)}
    forms = [[3, 7], {2: 3, 3: 7}, PositionWeights.of([3, 7])]
    assert {value("kendall-position[one]", ABC, BCA, delta=form) for form in forms} == {fmpq(50)}


def test_boundary_values_are_accepted_where_the_metric_has_a_value():
    assert value("kendall-element", ABC, CBA, w={"a": 0, "b": 0, "c": 1}) == 0
    assert value("kendall-similarity", ABC, CBA, D={("a", "b"): 0, ("a", "c"): 1, ("b", "c"): 1}) == 2
    with pytest.raises(ValueError, match="the weight of item 'a' is 0; it must be positive"):
        value("kendall-element-mean[harmonic]", ABC, CBA, w={"a": 0, "b": 0, "c": 1})


# --- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [[1, 2, 3], "abc", None, 3, (1, 2), {"a": 1}])
def test_what_is_no_ranking(bad):
    kendall = REGISTRY.metric("kendall")
    with pytest.raises(ValueError, match=r"kendall: a: .* is not a ranking: make one with Ranking.from_order"):
        kendall(bad, ABC)
    with pytest.raises(ValueError, match=r"kendall: b: .* is not a ranking: make one with Ranking.from_order"):
        kendall(ABC, bad)


def test_rankings_of_different_items():
    with pytest.raises(ValueError, match=r"only the first has \['d'\], only the second has \[\]"):
        REGISTRY.metric("kendall")(ABCD, ABC)
    with pytest.raises(ValueError, match="footrule: the arguments have different items: only the first has"):
        REGISTRY.metric("footrule")(Ranking.identity(3), ABC)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("kendall", {"w": [1, 2, 3]}, r"kendall: no parameter 'w'; its parameters are \[\]"),
        ("kendall-element", {}, r"kendall-element: parameter 'w' is missing; its parameters are \['w'\]"),
        ("kendall-element", {"w": W, "D": D}, "no parameter 'D'"),
        ("kendall-element", {"w": [1, 2, 3]}, "w has no entry for 'a'"),
        ("kendall-element", {"w": {"a": 1, "b": 2}}, "w has 2 entries; for 3 items it must have 3"),
        ("kendall-element", {"w": {"a": 1, "b": 2, "d": 2}}, "w has no entry for 'c'"),
        ("kendall-element", {"w": {"a": 1, "b": -2, "c": 2}}, "the weight of item 'b' is -2; it must not be negative"),
        ("kendall-element", {"w": {"a": 1, "b": float("nan"), "c": 2}}, "item 'b' is nan; it must be a finite number"),
        ("kendall-element", {"w": 5}, "w: 5 is not a list of numbers"),
        ("kendall-element", {"w": None}, "w: None is not a list of numbers"),
        ("kendall-element", {"w": PositionWeights.of([1, 2, 3])}, r"w is .*; it must be ElementWeights.of"),
        ("kendall-element", {"w": Similarity.of(D)}, r"w is .*; it must be ElementWeights.of"),
        ("kendall-element", {"w": ElementWeights({"a": fmpq(-1), "b": fmpq(1), "c": fmpq(1)})}, "item 'a' is -1"),
        ("kendall-position[one]", {"delta": [1, 2, 3]}, "delta has 3 entries; for 3 items it must have 2"),
        ("kendall-position[one]", {"delta": ElementWeights.of([1, 2])}, r"it must be PositionWeights.of"),
        ("kendall-position[one]", {"delta": [1, float("inf")]}, "delta_3 is inf; it must be a finite number"),
        ("kendall-position[one]", {"variant": "one", "delta": [1, 2]}, "no parameter 'variant'"),
        ("kendall-similarity", {"D": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}, r"D has no entry for \('a', 'b'\)"),
        ("kendall-similarity", {"D": {("a", "b"): 1}}, "D has 1 entries; for 3 items it must have 3"),
        ("kendall-similarity", {"D": {**D, ("b", "a"): 9}}, "D must be symmetric"),
        ("kendall-similarity", {"D": {**D, ("a", "a"): 9}}, "the diagonal must be zero"),
        (
            "kendall-similarity",
            {"D": {**D, ("a", "c"): 7}},
            r"D\['a', 'c'\] = 7 > D\['a', 'b'\] \+ D\['b', 'c'\] = 2 \+ 4",
        ),
        ("kendall-similarity", {"D": Similarity.of({**D, ("a", "c"): 7})}, r"D\['a', 'c'\] = 7 > D\['a', 'b'\]"),
        ("kendall-general[one]", {"w": W, "delta": [1, 2]}, "parameter 'D' is missing"),
    ],
)
def test_bad_parameters_are_refused_with_their_names(name, parameters, message):
    with pytest.raises(ValueError, match=message):
        REGISTRY.metric(name)(ABC, BCA, **parameters)


def test_a_metric_of_ones_own():
    registry = Registry()

    @metric("mine", parameters={"w": element_weights()}, registry=registry)
    def mine(a, b, w):
        """heaviest displaced item"""
        return max((w[x] * abs(a[x] - b[x]) / a.n for x in a.items), default=0)

    assert mine(ABC, BCA, w=W) == fmpq(5, 3)
    assert registry.metric("mine") is mine


def test_mixed_fractions_and_flint_rationals_do_not_make_different_values():
    registry = Registry()

    @metric("half", registry=registry)
    def half(a, b):
        """half of Kendall's distance, in Fractions"""
        return Fraction(len([x for x in a.items if a[x] != b[x]]), 2)

    assert exact_value(half(ABC, ACB), "half") == fmpq(1)
