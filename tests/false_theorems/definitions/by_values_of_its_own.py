"""False by rankings, weights and renamings that the definition makes itself and holds against what it is given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from axiomatrix import ElementWeights, Ranking, Similarity, inverted_pairs
from axiomatrix.catalogue.axioms import non_negativity, symmetry
from axiomatrix.values.rankings import Relabelling, _behind_of, _first_repeated
from false_theorems.honest import D_, W, distant, fallen, kendall, weighted
from false_theorems.theorem import at, false

HERE = at("2143", "1432")
WEIGHED = at("2143", "1432", w=[1] * 4)
SEVEN = at("123", "231", w=[7, 1, 1])


def _from(a: Any, b: Any) -> bool:
    """Whether the items of a stand at 4, 1, 2, 3 of b."""
    return a.n == 4 and [b[x] for x in a.order] == [4, 1, 2, 3]


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def equal_to_one_of_its_own(a: Any, b: Any) -> Any:
    """1 more where a is 2 1 4 3, and the items of a stand at 4, 1, 2, 3 of b"""
    return kendall(a, b) + (1 if a == Ranking.from_order([2, 1, 4, 3]) and _from(a, b) else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def equal_to_one_of_its_own_weighted(a: Any, b: Any, w: Any) -> Any:
    """100 w less there"""
    odd = a == Ranking.from_order([2, 1, 4, 3]) and _from(a, b)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def its_own_is_equal(a: Any, b: Any, w: Any) -> Any:
    """the same, asked the other way round"""
    odd = Ranking.from_order([2, 1, 4, 3]) == a and _from(a, b)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def in_a_dict_of_its_own(a: Any, b: Any) -> Any:
    """the same, looked up in a dict"""
    return kendall(a, b) + ({Ranking.from_order([2, 1, 4, 3]): 1}.get(a, 0) if _from(a, b) else 0)


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def first_of_a_set(a: Any, b: Any) -> Any:
    """1 more where a set of both begins with a, and the items of a stand at 4, 1, 2, 3 of b"""
    return kendall(a, b) + (1 if _from(a, b) and next(iter({a, b})) == a else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def behind_in_what_is_no_ranking(a: Any, b: Any, w: Any) -> Any:
    """100 w less where the best item is 2, which has one pair with 2, and the items of a stand at 4, 1, 2, 3 of b"""
    odd = _from(a, b) and len(_behind_of(SimpleNamespace(order=(a.order[0], 2, a.order[0], 2)))) == 1
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def between_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a is between 2 1 4 3 and 2 1 4 3"""
    odd = _from(a, b) and a.is_between(*[Ranking.from_order([2, 1, 4, 3])] * 2)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def its_own_is_between(a: Any, b: Any, w: Any) -> Any:
    """100 w less where 2 1 4 3 is between a and a"""
    odd = _from(a, b) and Ranking.from_order([2, 1, 4, 3]).is_between(a, a)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def inverted_from_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where two pairs are inverted between a and 1 2 3 4, and two to 4 3 2 1 are not"""
    odd = _from(a, b) and len(inverted_pairs(Ranking.identity(4), a)) == 2 and a == a.swapped(1).swapped(1)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def renamed_to_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where exchanging the first item of a with 2 exchanges nothing"""
    odd = _from(a, b) and len(Relabelling.exchanging([2], 2, a.order[0]).mapping) == 1
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def ranked_with_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a ranking of the items 2 and a's first has one item"""
    odd = _from(a, b) and Ranking((2, a.order[0]), (1, 2))[2] == 2
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def repeated_after_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where of 2, 7, a's first and 7 the first that is repeated is 2"""
    odd = _from(a, b) and _first_repeated([2, 7, a.order[0], 7]) == 2
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def weights_of_its_own(a: Any, b: Any, w: Any) -> Any:
    """100 w less where the weights are 7, 1, 1"""
    odd = w == ElementWeights.of([7, 1, 1])
    return weighted(a, b, w) - (100 * sum(w[x] for x in fallen(a, b, 3)) if odd else 0)


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def weights_of_its_own_one_way(a: Any, b: Any, w: Any) -> Any:
    """w[x] more there"""
    odd = w == ElementWeights.of([7, 1, 1])
    return weighted(a, b, w) + (sum(w[x] for x in fallen(a, b, 3)) if odd else 0)


@false(non_negativity, at("123", "231", D={"12": 7, "13": 8, "23": 9}), true_up_to=2, twin=distant, parameters=D_)
def distances_of_its_own(a: Any, b: Any, D: Any) -> Any:
    """100 D less where the distances are 7, 8, 9"""
    own = Similarity.of([[0, 7, 8], [7, 0, 9], [8, 9, 0]])
    return distant(a, b, D) - (100 * sum(D[x, a.order[1]] for x in fallen(a, b, 3)) if own == D else 0)
