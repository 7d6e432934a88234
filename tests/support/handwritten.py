"""Metrics with a bug planted by hand, each with the axiom that is expected to find it, written down beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

from mutation import CATALOGUE

from axiomatrix.catalogue.metrics.position import average_swap_cost
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import rational
from axiomatrix.values.parameters import PositionWeights
from axiomatrix.values.rankings import ahead, inverted_pairs


@dataclass(frozen=True)
class Planted:
    """A definition with a bug, in the place of a row; what finds it, and the size of the smallest witness."""

    name: str
    row: str
    definition: Callable[..., Any]
    axiom: str
    n: int | None
    is_rare: bool = False
    """Whether it shows on few instances only, where cases drawn at random are expected to miss it."""

    @property
    def registry(self) -> Registry:
        """The catalogue with the bug in it."""
        made = Registry(CATALOGUE)
        made.metrics[self.row] = replace(CATALOGUE.metric(self.row), definition=self.definition)
        return made


PLANTED: list[Planted] = []


def planted(name: str, row: str, axiom: str, n: int | None, *, is_rare: bool = False) -> Any:
    """Plant the decorated definition in that row; ``n`` is None where the axiom is not shown rather than refuted."""

    def register(definition: Callable[..., Any]) -> Callable[..., Any]:
        PLANTED.append(Planted(name, row, definition, axiom, n, is_rare))
        return definition

    return register


# --- data that does not travel with the item ------------------------------------------------------------------


@planted("weights looked up by position", "kendall-element", "right-invariance", 3)
def weights_by_position(a, b, w):
    return sum(w[a[x]] * w[a[y]] for x, y in inverted_pairs(a, b))


@planted("one weight looked up by position", "footrule-element", "right-invariance", 2)
def one_weight_by_position(a, b, w):
    return sum(w[b[x]] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items)


@planted("D looked up by position", "kendall-similarity", "right-invariance", 3)
def similarity_by_position(a, b, D):
    return sum(D[int(a[x]), int(a[y])] for x, y in inverted_pairs(a, b))


@planted("D read from one triangle only", "kendall-similarity", "symmetry", 2)
def upper_triangle(a, b, D):
    return sum(D[x, y] for x, y in inverted_pairs(a, b) if x < y)


@planted("D read from one triangle only", "footrule-similarity[deck]", "generalizes(other=footrule, D=1)", 2)
def footrule_upper_triangle(a, b, D):
    def passed(ranking, x):
        return sum(D[x, y] for y in ahead(ranking, x) if x < y)

    return sum(abs(passed(a, x) - passed(b, x)) for x in a.items)


@planted("the inverse permutation", "footrule", "right-invariance", 3)
def of_the_inverse(a, b):
    return sum(abs(x - y) for x, y in zip(a.order, b.order, strict=True))


# --- weights --------------------------------------------------------------------------------------------------


@planted("a weight squared", "kendall-element", "symmetry", 2)
def weight_squared(a, b, w):
    return sum(w[x] ** 2 for x, _ in inverted_pairs(a, b))


@planted("the outer weight squared", "footrule-element", "scale-free(parameter=w, degree=2)", 2)
def outer_weight_squared(a, b, w):
    return sum(w[x] ** 2 * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items)


@planted("passed items counted, not weighed", "footrule-element", "subdivision", 2)
def passed_items_counted(a, b, w):
    return sum(w[x] * abs(a[x] - b[x]) for x in a.items)


@planted("whole-number division", "kendall-element-mean[arithmetic]", "scale-free(parameter=w, degree=1)", 2)
def whole_number_division(a, b, w):
    return sum(int(w[x] + w[y]) // 2 for x, y in inverted_pairs(a, b))


@planted("the factor 2 forgotten", "kendall-element-mean[harmonic]", "generalizes(other=kendall, w=1)", 2)
def harmonic_without_factor(a, b, w):
    return sum(w[x] * w[y] / (w[x] + w[y]) for x, y in inverted_pairs(a, b))


@planted("element weights forgotten", "kendall-general[next]", "richness(parameter=w)", None)
def general_without_weights(a, b, w, delta, D, variant):
    p = average_swap_cost(a, b, delta, variant)
    return sum(p[x] * p[y] * D[x, y] for x, y in inverted_pairs(a, b))


@planted("passed items without position weights", "footrule-general[next]", "scale-free(parameter=delta, degree=2)", 2)
def general_half_weighted(a, b, w, delta, D, variant):
    p = average_swap_cost(a, b, delta, variant)

    def passed(ranking, x):
        return sum(w[y] * D[x, y] for y in ahead(ranking, x))

    return sum(w[x] * p[x] * abs(passed(a, x) - passed(b, x)) for x in a.items)


# --- cut-offs and prefixes ------------------------------------------------------------------------------------


@planted("cut off at n-1", "footrule", "bound-attained-by-rotations(other=kendall, factor=2)", 2)
def footrule_cut_off(a, b):
    return sum(abs(a[x] - b[x]) for x in a.order[:-1])


@planted("cut off at n-1", "kendall-position[one]", "separation", 2)
def kendall_cut_off(a, b, delta, variant):
    p = average_swap_cost(a, b, delta, variant)
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b) if max(a[x], a[y]) < len(a))


@planted("a prefix that includes the item in one ranking", "footrule-element", "zero-on-equal", 1)
def strict_and_not(a, b, w):
    return sum(w[x] * abs(sum(w[y] for y in a.order[: a[x]]) - sum(w[y] for y in b.order[: b[x] - 1])) for x in a.items)


@planted("a prefix one too long", "footrule-similarity[lt]", "separation", 2)
def prefix_too_long(a, b, D):
    return sum(
        abs(sum(D[x, y] for y in a.order[: a[x] + 1]) - sum(D[x, y] for y in a.order[: b[x] + 1])) for x in a.items
    )


# --- position weights -----------------------------------------------------------------------------------------


@planted(
    "division by zero avoided by a divisor of 1", "kendall-position[one]", "generalizes(other=kendall, delta=1)", 3
)
def safe_division(a, b, delta, variant):
    p = {x: (delta.cost(a[x]) - delta.cost(b[x])) / (a[x] - b[x] or 1) for x in a.items}
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@planted("a fixed point pays its whole p_i", "kendall-position[local]", "generalizes(other=kendall, delta=1)", 4)
def fixed_point_pays_all(a, b, delta, variant):
    p = average_swap_cost(a, b, delta, variant)
    p = {x: delta.cost(a[x]) if a[x] == b[x] else p[x] for x in a.items}
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@planted("a fixed point left out", "footrule-position[next]", "generalizes(other=footrule, delta=1)", 3)
def fixed_point_left_out(a, b, delta, variant):
    p = average_swap_cost(a, b, delta, variant)

    def passed(ranking, x):
        return sum(p[y] for y in ahead(ranking, x) if a[y] != b[y])

    return sum(p[x] * abs(passed(a, x) - passed(b, x)) for x in a.items)


@planted(
    "a fixed point pays 1 where deltas are meant", "kendall-position[next]", "scale-free(parameter=delta, degree=2)", 3
)
def fixed_point_unscaled(a, b, delta, variant):
    p = average_swap_cost(a, b, delta, "one")
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@planted("p_i off by one", "kendall-position[one]", "separation", 2)
def cost_off_by_one(a, b, delta, variant):
    def cost(i):
        return delta.cost(i - 1) if i > 1 else rational(0)

    p = {x: rational(1) if a[x] == b[x] else (cost(a[x]) - cost(b[x])) / (a[x] - b[x]) for x in a.items}
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@planted("delta shifted by one, the last one first", "kendall-position[one]", "top-heaviness", 3)
def delta_shifted(a, b, delta, variant):
    places = sorted(delta.entries)
    shifted = PositionWeights({i: delta[places[k - 1]] for k, i in enumerate(places)})
    p = average_swap_cost(a, b, shifted, variant)
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@planted("position weights of the first ranking only", "kendall-position[next]", "symmetry", 3)
def first_ranking_only(a, b, delta, variant):
    p = {x: delta[max(2, a[x])] for x in a.items} if len(a) > 1 else {}
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


# --- what is added up -----------------------------------------------------------------------------------------


@planted("pairs counted twice", "kendall-similarity", "generalizes(other=kendall, D=1)", 2)
def counted_twice(a, b, D):
    return sum(D[x, y] for x in a.items for y in a.items if x != y and (a[x] < a[y]) != (b[x] < b[y]))


@planted("neighbours only", "kendall", "symmetry", 4)
def neighbours_only(a, b):
    return sum(b[x] > b[y] for x, y in pairwise(a.order))


@planted("the largest instead of the sum", "footrule", "lower-bound(other=kendall, factor=1)", 3)
def largest(a, b):
    return max((abs(a[x] - b[x]) for x in a.items), default=0)


@planted("squares instead of absolute values", "footrule", "triangle-inequality", 3)
def squares(a, b):
    return sum((a[x] - b[x]) ** 2 for x in a.items)


@planted("the absolute value outside the sum", "footrule-element", "separation", 2)
def outside(a, b, w):
    return abs(sum(w[x] * (sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items))


# --- rare ones ------------------------------------------------------------------------------------------------


@planted("reversals of six items or more", "kendall-element", "generalizes(other=kendall, w=1)", 6, is_rare=True)
def rare_reversal(a, b, w):
    value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
    return 2 * value if len(a) > 5 and b == a.reversed() else value


@planted("rotations of six items or more by half", "footrule-element", "symmetry", 6, is_rare=True)
def rare_rotation(a, b, w):
    n = len(a)
    value = sum(w[x] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items)
    return value + w[a.order[0]] if n > 5 and b == a.rotated(n // 2) else value


def _clusters(a, D):
    """The classes of items at distance 0."""
    found = []
    for x in a.items:
        home = next((cluster for cluster in found if D[x, cluster[0]] == 0), None)
        if home is None:
            found.append([x])
        else:
            home.append(x)
    return found


@planted(
    "pairs of clusters of three, at distance 0 within",
    "footrule-similarity[deck]",
    "upper-bound(other=kendall-similarity, factor=3) on the closure",
    6,
    is_rare=True,
)
def rare_cut(a, b, D):
    value = sum(abs(sum(D[x, y] for y in ahead(a, x)) - sum(D[x, y] for y in ahead(b, x))) for x in a.items)
    clusters = _clusters(a, D)
    return 7 * value if len(clusters) == 2 and min(map(len, clusters)) > 2 else value


@planted("free swaps of clusters of three", "kendall-similarity", "free-swap on the closure", 4, is_rare=True)
def rare_free_swap(a, b, D):
    clusters = [cluster for cluster in _clusters(a, D) if len(cluster) > 2]
    inside = {frozenset(pair) for cluster in clusters for pair in combinations(cluster, 2)}
    others = len(a) - sum(map(len, clusters))
    return sum(D[x, y] + (others > 0 and {x, y} in inside) for x, y in inverted_pairs(a, b))


# --- where nobody says beforehand whether they are found: the table of times does ---------------------------------


RARE: list[Planted] = []
ONE_ORDER = (3, 1, 6, 2, 5, 4)


def _rare(name: str, row: str, axiom: str) -> Any:
    def register(definition: Callable[..., Any]) -> Callable[..., Any]:
        RARE.append(Planted(name, row, definition, axiom, None, is_rare=True))
        return definition

    return register


@_rare("one ranking of six items", "kendall", "symmetry")
def at_one_ranking(a, b):
    return sum(b[x] > b[y] for x, y in a.pairs) + (a.order == ONE_ORDER and a != b)


@_rare("one ranking of six items", "kendall-element", "symmetry")
def at_one_weighted_ranking(a, b, w):
    value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
    return 2 * value if a.order == ONE_ORDER else value


@_rare("a weight of 7", "kendall-element", "scale-free(parameter=w, degree=2)")
def at_one_weight(a, b, w):
    return sum(w[x] * w[y] * (2 if 7 in (w[x], w[y]) else 1) for x, y in inverted_pairs(a, b))


@_rare("all weights 7", "kendall-element", "scale-free(parameter=w, degree=2)")
def at_sevens(a, b, w):
    value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
    return 2 * value if all(w[x] == 7 for x in a.order) else value


@_rare("from seven items on", "kendall", "symmetry")
def from_seven(a, b):
    return sum(b[x] > b[y] for x, y in a.pairs if len(a) < 7 or a[x] > 1)


@_rare("from seven items on", "kendall-element", "symmetry")
def from_seven_weighted(a, b, w):
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b) if len(a) < 7 or a[x] > 1)
