"""Every built-in axiom has a known violator, whose minimal witness is asserted, and a known satisfier."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import pytest
from faulty import POSITIONS, SIMILARITIES, WEIGHTS, cell, kendall, registered, sweep
from planted_axioms import BUILT_IN

from axiomatrix import REGISTRY, Ranking, axioms, check, inverted_pairs
from axiomatrix.catalogue.axioms import BUILT_IN as EVERY
from axiomatrix.evidence.evidence import BEST_CONSTANT, NO_INSTANCE
from axiomatrix.evidence.status import status_of
from axiomatrix.evidence.witness import replay
from axiomatrix.model.axiom import Axiom
from axiomatrix.numbers.exact import fraction

# --- definitions -----------------------------------------------------------------------------------------------


def minus_kendall(a, b):
    """-K"""
    return -kendall(a, b)


def one(a, b):
    """1"""
    return 1


def zero(a, b):
    """0"""
    return 0


def place_of_the_first_item(a, b):
    """a(1)"""
    return a[1]


def move_of_the_first_item(a, b):
    """|a(1) - b(1)|"""
    return abs(a[1] - b[1])


def kendall_squared(a, b):
    """K^2"""
    return kendall(a, b) ** 2


def kendall_beyond_one(a, b):
    """max(0, K - 1)"""
    return max(0, kendall(a, b) - 1)


def footrule(a, b):
    """F"""
    return sum(abs(a[x] - b[x]) for x in a.items)


def other_head(a, b):
    """Whether the first items differ"""
    return int(a.order[0] != b.order[0])


def cayley(a, b):
    """The least number of exchanges"""
    return REGISTRY.metric("cayley").definition(a, b)


def double_kendall(a, b):
    """2 K"""
    return 2 * kendall(a, b)


def triple_kendall(a, b):
    """3 K"""
    return 3 * kendall(a, b)


def kendall_element(a, b, w):
    """K_w"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def double_kendall_element(a, b, w):
    """2 K_w"""
    return 2 * kendall_element(a, b, w)


def one_more_than_kendall_element(a, b, w):
    """1 + K_w"""
    return 1 + kendall_element(a, b, w)


def mean_of_weights(a, b, w):
    """Sum of (w_x + w_y) / 2"""
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


def kendall_without_weights(a, b, w):
    """K, whatever w"""
    return kendall(a, b)


def kendall_without_similarities(a, b, D):
    """K, whatever D"""
    return kendall(a, b)


def kendall_similarity(a, b, D):
    """K_D"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def tail_heavy(a, b, delta):
    """Sum of the positions whose items differ"""
    return sum(i for i in range(1, len(a) + 1) if a.order[i - 1] != b.order[i - 1])


def cost_of_swaps(a, b, delta):
    """What it costs to undo the moves, each item by itself"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.items)


# --- known violators -------------------------------------------------------------------------------------------


@dataclass
class Violator:
    """A definition that breaks an axiom, and the witness that is asserted."""

    definition: Callable[..., Any]
    n: int
    instance: dict[str, Any]
    sides: str
    parameters: dict[str, Any] = field(default_factory=dict)
    smallest: bool = True
    options: dict[str, Any] = field(default_factory=dict)
    space: str = "open"


@dataclass
class NotShown:
    """A definition for which there is no instance of an existential axiom."""

    definition: Callable[..., Any]
    reach: str
    options: dict[str, Any] = field(default_factory=dict)


W, P, S = {"parameters": WEIGHTS}, {"parameters": POSITIONS}, {"parameters": SIMILARITIES}

VIOLATORS: dict[str, Violator | NotShown] = {
    "non-negativity": Violator(minus_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "-1 >= 0"),
    "zero-on-equal": Violator(one, 1, {"a": [1]}, "1 == 0"),
    "separation": Violator(zero, 2, {"a": [1, 2], "b": [2, 1]}, "0 != 0"),
    "symmetry": Violator(place_of_the_first_item, 2, {"a": [1, 2], "b": [2, 1]}, "1 == 2"),
    "triangle-inequality": Violator(kendall_squared, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 1, 2]}, "4 <= 2"),
    "near-metric": Violator(kendall_beyond_one, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 1, 2]}, "1 / 0"),
    "right-invariance": Violator(
        move_of_the_first_item, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "pi": [2, 1, 3]}, "1 == 0"
    ),
    "left-invariance": Violator(footrule, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "tau": [2, 1, 3]}, "4 == 2"),
    "reversal-invariance": Violator(other_head, 3, {"a": [1, 2, 3], "b": [1, 3, 2]}, "1 == 0"),
    "scale-free": Violator(
        one_more_than_kendall_element,
        1,
        {"a": [1], "b": [1], "c": "2"},
        "1 == 4",
        {"w": [[1, "1"]]},
        options={**W, "holds": [axioms.scale_free("w", 2)]},
    ),
    "scale-free-normalised": Violator(
        one_more_than_kendall_element,
        2,
        {"a": [1, 2], "b": [1, 2], "e": [1, 2], "f": [2, 1], "c": "2"},
        "2 == 5",
        {"w": [[1, "1"], [2, "1"]]},
        smallest=False,
        options=W,
    ),
    "generalizes": Violator(
        double_kendall_element,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "2 == 1",
        {"w": [[1, "1"], [2, "1"]]},
        options={**W, "holds": [axioms.generalizes("kendall", w=1)]},
    ),
    "lower-bound": Violator(
        zero, 2, {"a": [1, 2], "b": [2, 1]}, "0 >= 1", options={"holds": [axioms.lower_bound("kendall", 1)]}
    ),
    "upper-bound": Violator(
        triple_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "3 <= 2", options={"holds": [axioms.upper_bound("kendall", 2)]}
    ),
    "additive-lower-bound": Violator(
        zero, 2, {"a": [1, 2], "b": [2, 1]}, "-1 >= 0", options={"holds": [axioms.additive_lower_bound("kendall", 0)]}
    ),
    "additive-upper-bound": Violator(
        triple_kendall,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "2 <= 1",
        options={"holds": [axioms.additive_upper_bound("kendall", 1)]},
    ),
    "bound-attained": NotShown(kendall, "exhausted n<=5", {"holds": [axioms.bound_attained("kendall", 2)]}),
    "bound-attained-by-rotations": Violator(
        kendall,
        2,
        {"a": [1, 2], "k": 1},
        "1 == 2",
        options={"holds": [axioms.bound_attained_by_rotations("kendall", 2)]},
    ),
    "maximum-at-reversal": Violator(cayley, 3, {"a": [1, 2, 3], "b": [3, 1, 2]}, "2 <= 1"),
    "betweenness": Violator(footrule, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 2, 1]}, "4 == 6"),
    "bruhat-monotone": Violator(minus_kendall, 2, {"a": [1, 2], "b": [1, 2], "i": 1}, "-1 >= 0"),
    "top-heaviness": Violator(
        tail_heavy,
        3,
        {"a": [1, 2, 3], "i": 1, "j": 2},
        "3 >= 5",
        {"delta": [[2, "1"], [3, "1"]]},
        smallest=False,
        options=P,
    ),
    "subdivision": Violator(
        mean_of_weights,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "3/2 == 2",
        {"w": [[1, "1"], [2, "2"]]},
        smallest=False,
        options=W,
    ),
    "free-swap": Violator(
        kendall_without_similarities,
        2,
        {"a": [1, 2], "b": [1, 2], "i": 1},
        "1 == 0",
        {"D": [[[1, 2], "0"]]},
        smallest=False,
        options=S,
        space="closed",
    ),
    "richness": NotShown(kendall_without_weights, "grid n<=3", W),
}


@pytest.mark.parametrize("id", VIOLATORS)
def test_known_violator(id):
    known = VIOLATORS[id]
    if isinstance(known, NotShown):
        evidence = cell(known.definition, id, **known.options).evidence
        assert (evidence.verdict, evidence.why) in [("exhausted", NO_INSTANCE), ("searched", NO_INSTANCE)]
        assert evidence.witness is None
        assert status_of(evidence).reach.split(";")[0] == known.reach
        return
    found = cell(known.definition, id, space=known.space, **known.options)
    evidence, witness = found.evidence, found.evidence.witness
    assert evidence.verdict == "refuted"
    assert evidence.method == "enumeration"
    assert status_of(evidence).reach == f"n={known.n}"
    assert (witness.n, witness.instance, witness.parameters) == (known.n, known.instance, known.parameters)
    assert f"{witness.lhs} {witness.op} {witness.rhs}" == known.sides
    assert (witness.shows, witness.channel, witness.space) == ("refutes", "exact", known.space)
    assert witness.smallest is known.smallest


@pytest.mark.parametrize("id", [id for id, known in VIOLATORS.items() if isinstance(known, Violator)])
def test_the_witness_of_a_known_violator_stands_when_replayed(id):
    known = VIOLATORS[id]
    mine, registry = registered(known.definition, **known.options)
    (found,) = [
        c
        for c in check(mine, axioms=[id], profile="quick", use_pins=False, registry=registry)
        if c.space == known.space
    ]
    again = replay(found.evidence.witness, registry)
    assert again.stands
    assert f"{again.lhs} {again.op} {again.rhs}" == known.sides


# --- known satisfiers ------------------------------------------------------------------------------------------


@dataclass
class Satisfier:
    """A definition that keeps an axiom, and how far that is checked."""

    definition: Callable[..., Any]
    verdict: str
    reach: str
    cases: int
    """What the enumeration decides."""
    options: dict[str, Any] = field(default_factory=dict)
    space: str = "open"


@dataclass
class Shown:
    """A definition with an instance of an existential axiom, and that instance."""

    definition: Callable[..., Any]
    instance: dict[str, Any]
    sides: str
    parameters: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


FIVE = "exhausted n<=5"
PAIRS = sum(f * f for f in (1, 2, 6, 24, 120))  # of rankings of 1 to 5 items, 15017

SATISFIERS: dict[str, Satisfier | Shown] = {
    "non-negativity": Satisfier(kendall, "exhausted", FIVE, PAIRS),
    "zero-on-equal": Satisfier(kendall, "exhausted", FIVE, 1 + 2 + 6 + 24 + 120),
    "separation": Satisfier(kendall, "exhausted", FIVE, PAIRS - (1 + 2 + 6 + 24 + 120)),
    "symmetry": Satisfier(kendall, "exhausted", FIVE, PAIRS),
    "triangle-inequality": Satisfier(kendall, "exhausted", FIVE, PAIRS),  # the first ranking is fixed
    "near-metric": Satisfier(kendall, "exhausted", FIVE, PAIRS - 5),  # but for 0/0 at a = b = c
    "right-invariance": Satisfier(kendall, "exhausted", FIVE, 4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4),
    "left-invariance": Satisfier(cayley, "exhausted", FIVE, 4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4),
    "reversal-invariance": Satisfier(kendall, "exhausted", FIVE, PAIRS),
    "scale-free": Satisfier(
        kendall_element,
        "certified",
        "grid n<=3",
        2 * (1 * 2 + 4 * 8 + 36 * 26),  # two factors; 2, 8, 26 positive weights
        {**W, "holds": [axioms.scale_free("w", 2)]},
    ),
    "scale-free-normalised": Satisfier(
        kendall_element, "certified", "grid n<=3", 2 * (1 * 2 + 2**3 * 8 + 6**3 * 26), W
    ),
    "generalizes": Satisfier(
        kendall_element,
        "exhausted",
        "exhausted n<=3",
        1 + 4 + 36,
        {**W, "holds": [axioms.generalizes("kendall", w=1)]},
    ),
    "lower-bound": Satisfier(footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.lower_bound("kendall", 1)]}),
    "upper-bound": Satisfier(footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.upper_bound("kendall", 2)]}),
    "additive-lower-bound": Satisfier(
        footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.additive_lower_bound("kendall", 0)]}
    ),
    "additive-upper-bound": Satisfier(
        kendall, "exhausted", FIVE, PAIRS, {"holds": [axioms.additive_upper_bound("footrule", 0)]}
    ),
    "bound-attained": Shown(
        footrule, {"a": [1, 2], "b": [2, 1]}, "2 == 2", options={"holds": [axioms.bound_attained("kendall", 2)]}
    ),
    "bound-attained-by-rotations": Satisfier(
        footrule,
        "exhausted",
        FIVE,
        2 * 1 + 6 * 2 + 24 * 3 + 120 * 4,
        {"holds": [axioms.bound_attained_by_rotations("kendall", 2)]},
    ),
    "maximum-at-reversal": Satisfier(kendall, "exhausted", FIVE, PAIRS),
    "betweenness": Satisfier(kendall, "exhausted", FIVE, PAIRS),
    "bruhat-monotone": Satisfier(kendall, "exhausted", FIVE, (4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4) // 2),
    # of three items: five pairs of weights on the grid that do not rise, and the special ones; i = 1 and j = 2
    "top-heaviness": Satisfier(cost_of_swaps, "searched", "grid n<=3", 6 * (5 + len(POSITIONS["delta"].special(3))), P),
    # the weights of which there are at most 16 copies together: {1, 2}^n, and (1, 9), (1, 1, 9) in any order
    "subdivision": Satisfier(kendall_element, "searched", "grid n<=3", 1 * 2 + 4 * 6 + 36 * 11, W),
    # D = 0, and for three items the two sizes of D with one pair at 0, whose items are neighbours in 4 of 12 places
    "free-swap": Satisfier(kendall_similarity, "certified", "grid n<=3", 4 + 36 * 2 + 6 * 6 * 4, S, space="closed"),
    "richness": Shown(kendall_element, {"a": [1, 2], "b": [2, 1]}, "2 != 1", {"w": [[1, "1"], [2, "2"]]}, options=W),
}


def reason_of(id):
    """What stands with a verdict where nothing is stated that could hold."""
    return BEST_CONSTANT if REGISTRY.axiom(id).quantifier == "extreme" else ""


@pytest.mark.parametrize("id", SATISFIERS)
def test_known_satisfier(id):
    known = SATISFIERS[id]
    if isinstance(known, Shown):
        evidence = cell(known.definition, id, **known.options).evidence
        witness = evidence.witness
        assert evidence.verdict == "proved"
        assert (witness.shows, witness.instance, witness.parameters) == ("shows", known.instance, known.parameters)
        assert f"{witness.lhs} {witness.op} {witness.rhs}" == known.sides
        return
    evidence = cell(known.definition, id, space=known.space, **known.options).evidence
    assert (evidence.verdict, evidence.why, evidence.witness) == (known.verdict, reason_of(id), None)
    assert evidence.reach[0].text == known.reach
    assert evidence.reach[0].cases == known.cases > 0
    assert evidence.undecided == 0


# --- completeness ----------------------------------------------------------------------------------------------


def test_every_built_in_axiom_has_a_known_violator_and_a_known_satisfier():
    ids = [axiom.id for axiom in BUILT_IN]
    assert len(ids) == len(set(ids))
    assert set(VIOLATORS) == set(SATISFIERS) == set(ids)
    for axiom in BUILT_IN:
        existential = axiom.quantifier == "there is"
        assert isinstance(VIOLATORS[axiom.id], NotShown) is existential
        assert isinstance(SATISFIERS[axiom.id], Shown) is existential


WORDING = {"for all": ("For all", "For every", "Homogeneity"), "there is": ("There are",), "extreme": ("The supremum",)}


@pytest.mark.parametrize("axiom", BUILT_IN, ids=lambda axiom: axiom.id)
def test_docstrings_say_formula_quantifier_source_and_example(axiom):
    formula, blank, *rest = axiom.doc.splitlines()
    body = " ".join(rest)
    assert axiom.formula == formula
    assert re.search(r"d\(.*\).*(<=|>=|!=|=)", formula)
    assert blank == ""
    assert body.startswith(WORDING[axiom.quantifier])
    assert re.search(r"\b(18|19|20)\d\d\b", body)
    assert "Example: " in body


def test_all_names_of_the_package_are_the_built_in_axioms():
    assert {value.id for value in vars(axioms).values() if isinstance(value, Axiom)} == {axiom.id for axiom in EVERY}
    assert all(REGISTRY.axiom(axiom.id) is axiom for axiom in EVERY)


# --- quantities ------------------------------------------------------------------------------------------------


def vectors(n):
    return list(permutations(range(1, n + 1)))


def spearman(a, b):
    return sum(Fraction(x - y) ** 2 for x, y in zip(a, b, strict=True))


def best_near_metric_factor(distance, n):
    best = Fraction(0)
    for a in vectors(n) if n < 5 else vectors(n)[:1]:
        for b in vectors(n):
            for c in vectors(n):
                if below := distance(a, b) + distance(b, c):
                    best = max(best, distance(a, c) / below)
    return best


def spearman_squared(a, b):
    """Sum of squared moves"""
    return sum((a[x] - b[x]) ** 2 for x in a.items)


@pytest.mark.slow
def test_near_metric_finds_the_exact_supremum_and_an_instance_that_attains_it():
    # (x + y)^2 <= 2 (x^2 + y^2): never above 2, and these sizes stay below it
    factors = [best_near_metric_factor(spearman, n) for n in (1, 2, 3, 4, 5)]
    assert factors == [0, 1, Fraction(3, 2), Fraction(5, 3), Fraction(7, 4)]
    evidence = cell(spearman_squared, "near-metric").evidence
    extreme, attains = evidence.extreme, evidence.extreme.witness
    assert (evidence.verdict, evidence.witness) == ("exhausted", None)
    assert (extreme.sense, extreme.value, extreme.text) == ("sup", "7/4", "best >= 7/4")
    assert (attains.shows, attains.n, attains.lhs, attains.op, attains.rhs) == ("attains", 5, "14", "/", "8")
    assert attains.instance == {"a": [1, 2, 3, 4, 5], "b": [1, 3, 2, 5, 4], "c": [3, 1, 5, 2, 4]}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_near_metric_agrees_with_brute_force_at_every_size(n):
    mine, registry = registered(spearman_squared)
    found = sweep(mine, axioms.near_metric(), n, registry).run()["open"]
    assert fraction(found.extreme[0] if found.extreme else 0) == best_near_metric_factor(spearman, n)
    assert (found.extreme is None) == (n == 1)  # 0/0 is not a case


def test_a_distance_has_a_near_metric_factor_of_1_and_not_less():
    assert cell(kendall, "near-metric").evidence.extreme.value == "1"


@pytest.mark.parametrize(
    ("axiom", "sense"), [(axioms.lower_bound, "inf"), (axioms.upper_bound, "sup")], ids=["lower", "upper"]
)
def test_bounds_report_the_best_constant_with_an_instance_that_attains_it(axiom, sense):
    def plain_footrule(a, b):
        return sum(abs(Fraction(x - y)) for x, y in zip(a, b, strict=True))

    def plain_kendall(a, b):
        n = len(a)
        return sum((a[i] - a[j]) * (b[i] - b[j]) < 0 for i in range(n) for j in range(i))

    ratios = [plain_footrule(a, b) / k for a in vectors(5) for b in vectors(5) if (k := plain_kendall(a, b))]
    best = max(ratios) if sense == "sup" else min(ratios)
    evidence = cell(footrule, axiom.id, holds=[axiom("kendall", 100 if sense == "sup" else 0)]).evidence
    attains = evidence.extreme.witness
    assert (evidence.verdict, evidence.extreme.sense, evidence.extreme.value) == ("exhausted", sense, str(best))
    assert attains.shows == "attains"
    assert Fraction(attains.lhs) / Fraction(attains.rhs) == best


@pytest.mark.parametrize("n", range(2, 7))
def test_the_squared_spearman_distance_has_no_factor_for_chains_of_any_length(n: int) -> None:
    """What the docstring of near-metric says: (n + 1)/3 along the exchanges of neighbours down to the reversal."""
    orders = [list(range(1, n + 1))]
    for last in range(n - 1, 0, -1):
        for place in range(last):
            order = list(orders[-1])
            order[place : place + 2] = order[place + 1], order[place]
            orders.append(order)
    chain = [Ranking.from_order(order) for order in orders]
    assert chain[-1] == chain[0].reversed()
    squared = REGISTRY.metric("spearman-distance[squared]").definition
    steps = sum(squared(one, other) for one, other in pairwise(chain))
    assert Fraction(int(squared(chain[0], chain[-1])), int(steps)) == Fraction(n + 1, 3)
