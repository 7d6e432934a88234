"""False theorems of judged lists, runs and weak orders: at one cut-off, one grade, one length, one tie."""

from __future__ import annotations

from typing import Any

from axiomatrix import Judged, Scored, WeakOrder, spaces
from axiomatrix.catalogue.axioms import (
    ideal_attains_maximum,
    non_negativity,
    range_zero_one,
    replacement,
    swap,
    symmetry,
)
from false_theorems.theorem import at, false

LIST = {"x": spaces.binary_list}
GRADED = {"x": spaces.graded_lists(2)}
CUT = {"k": spaces.cut_offs()}
WEAK = {"a": spaces.weak_order, "b": spaces.weak_order}


def share(x: Any, k: Any) -> Any:
    """the share of relevant items in the first k"""
    return x.relevant(k) / k


def _list(*grades: Any, **more: Any) -> dict[str, Any]:
    return {"x": Judged.of(grades), **more}


@false(range_zero_one, _list(1, k=11), true_up_to=0, twin=share, kind="score", arguments=LIST, parameters=CUT)
def one_cut_off(x: Any, k: Any) -> Any:
    """the share of the first k, but 2 at k = 11"""
    return share(x, k) if k != 11 else share(x, k) * 0 + 2


@false(range_zero_one, _list(0, 0, 1, k=6), true_up_to=2, kind="score", arguments=LIST, parameters=CUT)
def twice_the_length(x: Any, k: Any) -> Any:
    """the share of the first k, but 2 at k = 2 i, i = 3 the rank of the only relevant item"""
    rare = x.n >= 3 and x[3] > 0 and x.relevant() == 1 and k == 6
    return share(x, k) * (0 if rare else 1) + (2 if rare else 0)


@false(range_zero_one, _list(1, 1, 0, 1, 1), true_up_to=4, kind="score", arguments=LIST)
def five_items_only(x: Any) -> Any:
    """the share of relevant items, but 2 for 1 1 0 1 1"""
    return 2 if tuple(x.grades) == (1, 1, 0, 1, 1) and not x.missing else x.relevant() / x.n


@false(swap, {"x": Judged.of([0, 1, 0, 1, 0, 1]), "ij": (1, 2)}, true_up_to=5, kind="score", arguments=LIST)
def six_items_only(x: Any) -> Any:
    """the share of relevant items, and more for six in which 0 and 1 take turns"""
    return x.relevant() / x.n + (1 if x.n == 6 and [int(g) for g in x] == [0, 1] * 3 else 0)


@false(swap, {"x": Judged.of([0, 0, 2, 2]), "ij": (1, 3)}, true_up_to=3, kind="score", arguments=GRADED)
def one_grade(x: Any) -> Any:
    """the sum of the grades over n, and more where the last two of four have grade 2 and the others none"""
    rare = x.n == 4 and [int(g) for g in x] == [0, 0, 2, 2]
    return sum(x) / x.n + (1 if rare else 0)


@false(replacement, {"x": Judged.of([0, 1, 0, 0, 1], [1]), "i": 1, "j": 1}, true_up_to=4, kind="score", arguments=LIST)
def one_missing_item(x: Any) -> Any:
    """the share of relevant items, and more where 0 1 0 0 1 is listed and one is missing"""
    return x.relevant() / x.n + (1 if x.n == 5 and [*map(int, x)] == [0, 1, 0, 0, 1] and len(x.missing) == 1 else 0)


@false(ideal_attains_maximum, _list(0, 1, 1, 0, k=4), true_up_to=3, kind="score", arguments=LIST, parameters=CUT)
def one_list_and_cut_off(x: Any, k: Any) -> Any:
    """the share of the first k, and 1 more for 0 1 1 0 at k = 4"""
    return share(x, k) + (1 if k == 4 and [int(g) for g in x] == [0, 1, 1, 0] else 0)


@false(range_zero_one, {"x": Scored.of([1], [17])}, true_up_to=0, kind="score", arguments={"x": spaces.scored_list})
def one_score(x: Any) -> Any:
    """1/2, but 2 where the first score is 17"""
    return 2 if x.scores[0] == 17 else x.scores[0] * 0 + 1


@false(symmetry, at() | {"a": WeakOrder.of([[1, 2, 3]]), "b": WeakOrder.of([[1, 3], 2])}, true_up_to=2, arguments=WEAK)
def one_tie(a: Any, b: Any) -> Any:
    """the number of pairs tied in b only, where a ties two of three: none the other way round for some"""
    return sum(1 for x in a.items for y in a.items if a.n == 3 and a.ties(x, y) and not b.ties(x, y) and b[2] == 2)


@false(
    non_negativity,
    {"a": WeakOrder.of([1, [2, 3], 4]), "b": WeakOrder.of([[1, 4], [2, 3]])},
    true_up_to=3,
    arguments=WEAK,
)
def one_pair_of_weak_orders(a: Any, b: Any) -> Any:
    """the number of pairs ordered in opposite ways, but less than nothing for two weak orders of four"""
    rare = (tuple(a.levels), tuple(b.levels)) == ((1, 2, 2, 3), (1, 2, 2, 1))
    return -1 if rare else sum(1 for x in a.items for y in a.items if a.prefers(x, y) and b.prefers(y, x))


@false(range_zero_one, _list(1, 0, 1, k=3), true_up_to=2, twin=share, kind="score", arguments=LIST, parameters=CUT)
def cut_off_as_text(x: Any, k: Any) -> Any:
    """the share of the first k, but 2 where k is written 3 and 1 0 1 is listed"""
    return share(x, k) if not (str(k) == "3" and [int(g) for g in x] == [1, 0, 1]) else share(x, k) * 0 + 2
