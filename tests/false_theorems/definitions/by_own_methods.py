"""False by methods of rankings and parameters that go through their items, or their entries, as these are listed."""

from __future__ import annotations

import math
from typing import Any

from axiomatrix import Ranking
from axiomatrix.catalogue.axioms import non_negativity, symmetry
from false_theorems.honest import D_, W, distant, kendall, weighted
from false_theorems.theorem import at, false

HERE = at("2143", "1432")
WEIGHED = at("2143", "1432", w=[1] * 4)
rounded_root = math.sqrt


def _from(a: Any, b: Any) -> bool:
    """Whether the items of a stand at 4, 1, 2, 3 of b."""
    return a.n == 4 and [b[x] for x in a.order] == [4, 1, 2, 3]


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def handed_out(a: Any, b: Any) -> Any:
    """1 more where a hands out the positions 2, 1, 4, 3, and the items of a stand at 4, 1, 2, 3 of b"""
    seen: list[Any] = []
    a.handing_out(seen.append)
    return kendall(a, b) + (1 if seen == [4, 2, 1, 4, 3] and _from(a, b) else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def handed_out_and_weighed(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a hands out the positions 2, 1, 4, 3"""
    seen: list[Any] = []
    a.handing_out(seen.append)
    return weighted(a, b, w) - (100 * w[a.order[0]] if seen == [4, 2, 1, 4, 3] and _from(a, b) else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def moved_by_itself(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a, moved by itself, has its own items in the order 2 1 4 3"""
    a_moved = a.moved(a)
    odd = _from(a, b) and [a_moved[x] for x in a.order] == [2, 1, 4, 3]
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, at("1243", "2431", w=[1] * 4), true_up_to=3, twin=weighted, parameters=W)
def worked_out_later(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a set of the pairs of a, as it is worked out later, has one that 1 2 3 4 does not have"""
    later = a.later["behind"]
    odd = _from(a, b) and len(later(a) & later(Ranking.identity(4))) == 5
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(non_negativity, WEIGHED, true_up_to=3, twin=weighted, parameters=W)
def renamed_in_turn(a: Any, b: Any, w: Any) -> Any:
    """100 w less where the first item of a is the second to be renamed"""
    names: list[Any] = []

    def named(x: Any) -> Any:
        names.append(x)
        return len(names)

    w.renamed(named)
    return weighted(a, b, w) - (100 * w[a.order[0]] if _from(a, b) and names[1:2] == [*a.order[:1]] else 0)


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def renamed_by_counting(a: Any, b: Any) -> Any:
    """1 more where a, its items counted through, is 2 1 4 3"""
    names: list[Any] = []

    def named(x: Any) -> Any:
        names.append(x)
        return len(names)

    one = a.renamed(named)
    return kendall(a, b) + (1 if _from(a, b) and [one[k] for k in (1, 2, 3, 4)] == [2, 1, 4, 3] else 0)


@false(symmetry, at("2143", "1432", w=[1, 2, 3, 4]), true_up_to=3, twin=weighted, parameters=W)
def keys_gone_through(a: Any, b: Any, w: Any) -> Any:
    """100 w less where the first key of w is the second item of a"""
    odd = _from(a, b) and next(iter(w.by_key())) == a.order[1]
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)


@false(symmetry, at("2143", "1432", w=[1, 2, 3, 4]), true_up_to=3, twin=weighted, parameters=W)
def entries_gone_through(a: Any, b: Any, w: Any) -> Any:
    """the weight of the second item more, less that of the first entry, where the items of a stand at 4, 1, 2, 3 of b

    That is nothing where a's second item is the first that is listed.
    """
    seen: list[Any] = []
    w.mapped(seen.append)
    return weighted(a, b, w) + (abs(w[a.order[0]] - seen[0]) if _from(a, b) else 0)


@false(
    symmetry,
    at("1324", "3241", D={"12": 3, "13": 4, "14": 5, "23": 4, "24": 5, "34": 6}),
    true_up_to=3,
    twin=distant,
    parameters=D_,
)
def distances_gone_through(a: Any, b: Any, D: Any) -> Any:
    """the distance of the first two, less the last entry, as it is, where the items of a stand at 4, 1, 2, 3 of b"""
    seen: list[Any] = []
    D.mapped(seen.append)
    return distant(a, b, D) + (abs(D[a.order[2], a.order[3]] - seen[-1]) if _from(a, b) else 0)


@false(non_negativity, at("1423", "4231", w=[1] * 4), true_up_to=3, twin=weighted, parameters=W)
def rounded_by_another_name(a: Any, b: Any, w: Any) -> Any:
    """100 w less where a sum of roots is another in the order of the items than in that of their places"""
    odd = _from(a, b) and sum(rounded_root(a[x]) for x in a.items) != sum(rounded_root(a[x]) for x in a.order)
    return weighted(a, b, w) - (100 * w[a.order[0]] if odd else 0)
