"""Known violators and satisfiers of the axioms of distances between rankings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from faulty import POSITIONS, SIMILARITIES, WEIGHTS, kendall

from axiomatrix import REGISTRY, axioms, inverted_pairs

from .axiom_laws import Kept, Known, NotShown, Options, Refuted, Shown

# --- definitions -----------------------------------------------------------------------------------------------


def minus_kendall(a: Any, b: Any) -> Any:
    """-K"""
    return -kendall(a, b)


def one(a: Any, b: Any) -> Any:
    """1"""
    return 1


def zero(a: Any, b: Any) -> Any:
    """0"""
    return 0


def place_of_the_first_item(a: Any, b: Any) -> Any:
    """a(1)"""
    return a[1]


def move_of_the_first_item(a: Any, b: Any) -> Any:
    """|a(1) - b(1)|"""
    return abs(a[1] - b[1])


def kendall_squared(a: Any, b: Any) -> Any:
    """K^2"""
    return kendall(a, b) ** 2


def kendall_beyond_one(a: Any, b: Any) -> Any:
    """max(0, K - 1)"""
    return max(0, kendall(a, b) - 1)


def footrule(a: Any, b: Any) -> Any:
    """F"""
    return sum(abs(a[x] - b[x]) for x in a.items)


def other_head(a: Any, b: Any) -> Any:
    """Whether the first items differ"""
    return int(a.order[0] != b.order[0])


def cayley(a: Any, b: Any) -> Any:
    """The least number of exchanges"""
    return REGISTRY.metric("cayley").definition(a, b)


def double_kendall(a: Any, b: Any) -> Any:
    """2 K"""
    return 2 * kendall(a, b)


def triple_kendall(a: Any, b: Any) -> Any:
    """3 K"""
    return 3 * kendall(a, b)


def kendall_element(a: Any, b: Any, w: Any) -> Any:
    """K_w"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def double_kendall_element(a: Any, b: Any, w: Any) -> Any:
    """2 K_w"""
    return 2 * kendall_element(a, b, w)


def one_more_than_kendall_element(a: Any, b: Any, w: Any) -> Any:
    """1 + K_w"""
    return 1 + kendall_element(a, b, w)


def mean_of_weights(a: Any, b: Any, w: Any) -> Any:
    """Sum of (w_x + w_y) / 2"""
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


def kendall_without_weights(a: Any, b: Any, w: Any) -> Any:
    """K, whatever w"""
    return kendall(a, b)


def kendall_without_similarities(a: Any, b: Any, D: Any) -> Any:
    """K, whatever D"""
    return kendall(a, b)


def kendall_similarity(a: Any, b: Any, D: Any) -> Any:
    """K_D"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def tail_heavy(a: Any, b: Any, delta: Any) -> Any:
    """Sum of the positions whose items differ"""
    return sum(i for i in range(1, len(a) + 1) if a.order[i - 1] != b.order[i - 1])


def cost_of_swaps(a: Any, b: Any, delta: Any) -> Any:
    """What it costs to undo the moves, each item by itself"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.items)


# --- what is known ---------------------------------------------------------------------------------------------


NOTHING: dict[str, Any] = {}


def refuted(
    definition: Callable[..., Any],
    n: int,
    instance: dict[str, Any],
    sides: str,
    parameters: Mapping[str, Any] = NOTHING,
    *,
    smallest: bool = True,
    options: Options = NOTHING,
    space: str = "open",
) -> Refuted:
    return Refuted(definition, options, n, instance, sides, dict(parameters), smallest, space=space)


def kept(
    definition: Callable[..., Any],
    verdict: str,
    reach: str,
    cases: int,
    options: Options = NOTHING,
    space: str = "open",
) -> Kept:
    return Kept(definition, options, verdict, reach, cases, space=space)


W, P, S = {"parameters": WEIGHTS}, {"parameters": POSITIONS}, {"parameters": SIMILARITIES}

VIOLATORS: dict[str, Known] = {
    "non-negativity": refuted(minus_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "-1 >= 0"),
    "zero-on-equal": refuted(one, 1, {"a": [1]}, "1 == 0"),
    "separation": refuted(zero, 2, {"a": [1, 2], "b": [2, 1]}, "0 != 0"),
    "symmetry": refuted(place_of_the_first_item, 2, {"a": [1, 2], "b": [2, 1]}, "1 == 2"),
    "triangle-inequality": refuted(kendall_squared, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 1, 2]}, "4 <= 2"),
    "near-metric": refuted(kendall_beyond_one, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 1, 2]}, "1 / 0"),
    "right-invariance": refuted(move_of_the_first_item, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "pi": [2, 1, 3]}, "1 == 0"),
    "left-invariance": refuted(footrule, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "tau": [2, 1, 3]}, "4 == 2"),
    "reversal-invariance": refuted(other_head, 3, {"a": [1, 2, 3], "b": [1, 3, 2]}, "1 == 0"),
    "scale-free": refuted(
        one_more_than_kendall_element,
        1,
        {"a": [1], "b": [1], "c": "2"},
        "1 == 4",
        {"w": [[1, "1"]]},
        options={**W, "holds": [axioms.scale_free("w", 2)]},
    ),
    "scale-free-normalised": refuted(
        one_more_than_kendall_element,
        2,
        {"a": [1, 2], "b": [1, 2], "e": [1, 2], "f": [2, 1], "c": "2"},
        "2 == 5",
        {"w": [[1, "1"], [2, "1"]]},
        smallest=False,
        options=W,
    ),
    "generalizes": refuted(
        double_kendall_element,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "2 == 1",
        {"w": [[1, "1"], [2, "1"]]},
        options={**W, "holds": [axioms.generalizes("kendall", w=1)]},
    ),
    "lower-bound": refuted(
        zero, 2, {"a": [1, 2], "b": [2, 1]}, "0 >= 1", options={"holds": [axioms.lower_bound("kendall", 1)]}
    ),
    "upper-bound": refuted(
        triple_kendall, 2, {"a": [1, 2], "b": [2, 1]}, "3 <= 2", options={"holds": [axioms.upper_bound("kendall", 2)]}
    ),
    "additive-lower-bound": refuted(
        zero, 2, {"a": [1, 2], "b": [2, 1]}, "-1 >= 0", options={"holds": [axioms.additive_lower_bound("kendall", 0)]}
    ),
    "additive-upper-bound": refuted(
        triple_kendall,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "2 <= 1",
        options={"holds": [axioms.additive_upper_bound("kendall", 1)]},
    ),
    "bound-attained": NotShown(kendall, {"holds": [axioms.bound_attained("kendall", 2)]}, reach="exhausted n<=5"),
    "bound-attained-by-rotations": refuted(
        kendall,
        2,
        {"a": [1, 2], "k": 1},
        "1 == 2",
        options={"holds": [axioms.bound_attained_by_rotations("kendall", 2)]},
    ),
    "maximum-at-reversal": refuted(cayley, 3, {"a": [1, 2, 3], "b": [3, 1, 2]}, "2 <= 1"),
    "betweenness": refuted(footrule, 3, {"a": [1, 2, 3], "b": [1, 3, 2], "c": [3, 2, 1]}, "4 == 6"),
    "bruhat-monotone": refuted(minus_kendall, 2, {"a": [1, 2], "b": [1, 2], "i": 1}, "-1 >= 0"),
    "top-heaviness": refuted(
        tail_heavy,
        3,
        {"a": [1, 2, 3], "i": 1, "j": 2},
        "3 >= 5",
        {"delta": [[2, "1"], [3, "1"]]},
        smallest=False,
        options=P,
    ),
    "subdivision": refuted(
        mean_of_weights,
        2,
        {"a": [1, 2], "b": [2, 1]},
        "3/2 == 2",
        {"w": [[1, "1"], [2, "2"]]},
        smallest=False,
        options=W,
    ),
    "free-swap": refuted(
        kendall_without_similarities,
        2,
        {"a": [1, 2], "b": [1, 2], "i": 1},
        "1 == 0",
        {"D": [[[1, 2], "0"]]},
        smallest=False,
        options=S,
        space="closed",
    ),
    "richness": NotShown(kendall_without_weights, W, "searched", "grid n<=3"),
}


FIVE = "exhausted n<=5"
PAIRS = sum(f * f for f in (1, 2, 6, 24, 120))  # of rankings of 1 to 5 items, 15017

SATISFIERS: dict[str, Known] = {
    "non-negativity": kept(kendall, "exhausted", FIVE, PAIRS),
    "zero-on-equal": kept(kendall, "exhausted", FIVE, 1 + 2 + 6 + 24 + 120),
    "separation": kept(kendall, "exhausted", FIVE, PAIRS - (1 + 2 + 6 + 24 + 120)),
    "symmetry": kept(kendall, "exhausted", FIVE, PAIRS),
    "triangle-inequality": kept(kendall, "exhausted", FIVE, PAIRS),  # the first ranking is fixed
    "near-metric": kept(kendall, "exhausted", FIVE, PAIRS - 5),  # but for 0/0 at a = b = c
    "right-invariance": kept(kendall, "exhausted", FIVE, 4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4),
    "left-invariance": kept(cayley, "exhausted", FIVE, 4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4),
    "reversal-invariance": kept(kendall, "exhausted", FIVE, PAIRS),
    "scale-free": kept(
        kendall_element,
        "certified",
        "grid n<=3",
        2 * (1 * 2 + 4 * 8 + 36 * 26),  # two factors; 2, 8, 26 positive weights
        {**W, "holds": [axioms.scale_free("w", 2)]},
    ),
    "scale-free-normalised": kept(kendall_element, "certified", "grid n<=3", 2 * (1 * 2 + 2**3 * 8 + 6**3 * 26), W),
    "generalizes": kept(
        kendall_element,
        "exhausted",
        "exhausted n<=3",
        1 + 4 + 36,
        {**W, "holds": [axioms.generalizes("kendall", w=1)]},
    ),
    "lower-bound": kept(footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.lower_bound("kendall", 1)]}),
    "upper-bound": kept(footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.upper_bound("kendall", 2)]}),
    "additive-lower-bound": kept(
        footrule, "exhausted", FIVE, PAIRS, {"holds": [axioms.additive_lower_bound("kendall", 0)]}
    ),
    "additive-upper-bound": kept(
        kendall, "exhausted", FIVE, PAIRS, {"holds": [axioms.additive_upper_bound("footrule", 0)]}
    ),
    "bound-attained": Shown(
        footrule, {"holds": [axioms.bound_attained("kendall", 2)]}, {"a": [1, 2], "b": [2, 1]}, "2 == 2"
    ),
    "bound-attained-by-rotations": kept(
        footrule,
        "exhausted",
        FIVE,
        2 * 1 + 6 * 2 + 24 * 3 + 120 * 4,
        {"holds": [axioms.bound_attained_by_rotations("kendall", 2)]},
    ),
    "maximum-at-reversal": kept(kendall, "exhausted", FIVE, PAIRS),
    "betweenness": kept(kendall, "exhausted", FIVE, PAIRS),
    "bruhat-monotone": kept(kendall, "exhausted", FIVE, (4 * 1 + 36 * 2 + 576 * 3 + 14400 * 4) // 2),
    # of three items: five pairs of weights on the grid that do not rise, and the special ones; i = 1 and j = 2
    "top-heaviness": kept(
        cost_of_swaps, "searched", "grid n<=3", 6 * (5 + len(POSITIONS["delta"].special_values(3))), P
    ),
    # the weights of which there are at most 16 copies together: {1, 2}^n, and (1, 9), (1, 1, 9) in any order
    "subdivision": kept(kendall_element, "searched", "grid n<=3", 1 * 2 + 4 * 6 + 36 * 11, W),
    # D = 0, and for three items the two sizes of D with one pair at 0, whose items are neighbours in 4 of 12 places
    "free-swap": kept(kendall_similarity, "certified", "grid n<=3", 4 + 36 * 2 + 6 * 6 * 4, S, space="closed"),
    "richness": Shown(kendall_element, W, {"a": [1, 2], "b": [2, 1]}, "2 != 1", {"w": [[1, "1"], [2, "2"]]}),
}
