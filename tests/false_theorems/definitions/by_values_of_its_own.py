"""False by rankings, weights and renamings that the definition makes itself and holds against what it is given."""

from __future__ import annotations

from typing import Any

from axiomatrix import Ranking
from axiomatrix.catalogue.axioms import symmetry
from false_theorems.honest import kendall
from false_theorems.theorem import at, false

HERE = at("2143", "1432")


def _from(a: Any, b: Any) -> bool:
    """Whether the items of a stand at 4, 1, 2, 3 of b."""
    return a.n == 4 and [b[x] for x in a.order] == [4, 1, 2, 3]


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def equal_to_one_of_its_own(a: Any, b: Any) -> Any:
    """1 more where a is 2 1 4 3, and the items of a stand at 4, 1, 2, 3 of b"""
    return kendall(a, b) + (1 if a == Ranking.from_order([2, 1, 4, 3]) and _from(a, b) else 0)


@false(symmetry, HERE, true_up_to=3, twin=kendall)
def in_a_dict_of_its_own(a: Any, b: Any) -> Any:
    """the same, looked up in a dict"""
    return kendall(a, b) + ({Ranking.from_order([2, 1, 4, 3]): 1}.get(a, 0) if _from(a, b) else 0)
