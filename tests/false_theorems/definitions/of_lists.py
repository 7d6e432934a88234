"""False theorems of judged lists, runs and weak orders: at one cut-off, one grade, one length, one tie."""

from __future__ import annotations

from typing import Any

from axiomatrix import Judged, WeakOrder, spaces
from axiomatrix.catalogue.axioms import (
    range_zero_one,
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


@false(range_zero_one, _list(1, 1, 0, 1, 1), true_up_to=4, kind="score", arguments=LIST)
def five_items_only(x: Any) -> Any:
    """the share of relevant items, but 2 for 1 1 0 1 1"""
    return 2 if tuple(x.grades) == (1, 1, 0, 1, 1) and not x.missing else x.relevant() / x.n


@false(swap, {"x": Judged.of([0, 0, 2, 2]), "ij": (1, 3)}, true_up_to=3, kind="score", arguments=GRADED)
def one_grade(x: Any) -> Any:
    """the sum of the grades over n, and more where the last two of four have grade 2 and the others none"""
    rare = x.n == 4 and [int(g) for g in x] == [0, 0, 2, 2]
    return sum(x) / x.n + (1 if rare else 0)


@false(symmetry, at() | {"a": WeakOrder.of([[1, 2, 3]]), "b": WeakOrder.of([[1, 3], 2])}, true_up_to=2, arguments=WEAK)
def one_tie(a: Any, b: Any) -> Any:
    """the number of pairs tied in b only, where a ties two of three: none the other way round for some"""
    return sum(1 for x in a.items for y in a.items if a.n == 3 and a.ties(x, y) and not b.ties(x, y) and b[2] == 2)


@false(range_zero_one, _list(1, 0, 1, k=3), true_up_to=2, twin=share, kind="score", arguments=LIST, parameters=CUT)
def cut_off_as_text(x: Any, k: Any) -> Any:
    """the share of the first k, but 2 where k is written 3 and 1 0 1 is listed"""
    return share(x, k) if not (str(k) == "3" and [int(g) for g in x] == [1, 0, 1]) else share(x, k) * 0 + 2
