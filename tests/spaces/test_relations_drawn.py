"""Relations between the values that are drawn together: each sort has each relation that it can have.

Values have so many items that independent ones hardly ever are so related.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from axiomatrix import spaces, strategies
from axiomatrix.spaces import Space
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored

ITEMS = 7
TRIPLES = 800
GEN = settings(
    database=None,
    derandomize=True,
    deadline=None,
    max_examples=TRIPLES,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
Related = Callable[[Any, Any], bool]


def entries(value: Any) -> tuple[Any, ...]:
    """What is listed from the first place to the last one."""
    if isinstance(value, Scored):
        return tuple(zip(value.grades, value.scores, strict=True))
    names = ("ids",) if isinstance(value, Retrieval) else ("order", "buckets", "grades", "lists", "values")
    return next((tuple(getattr(value, name)) for name in names if hasattr(value, name)), ())


def pairs(value: Any) -> frozenset[tuple[Any, Any]]:
    """The pairs of items of which the first is preferred."""
    return frozenset(getattr(value, "preferences", ()))


def without(order: Any, x: Any) -> Any:
    """The order of the items other than x."""
    if isinstance(order, (Ranking, TopList)):
        return [y for y in order.order if y != x]
    return frozenset(pair for pair in pairs(order) if x not in pair)


# --- the relations -------------------------------------------------------------------------------------------------


def are_equal(a: Any, b: Any) -> bool:
    return bool(a == b)


def are_reversed(a: Any, b: Any) -> bool:
    return bool(a != b) and entries(a) == entries(b)[::-1]


def are_reversed_orders(a: Any, b: Any) -> bool:
    return pairs(a) != pairs(b) == {(y, x) for x, y in pairs(a)}


def have_opposite_scores(a: Any, b: Any) -> bool:
    return bool(a != b) and a.scores == tuple(-score for score in b.scores)


def are_adjacent(a: Any, b: Any) -> bool:
    """Two neighbouring entries are exchanged."""
    x, y = entries(a), entries(b)
    differ = [k for k, (p, q) in enumerate(zip(x, y, strict=False)) if p != q]
    if len(x) != len(y) or len(differ) != 2 or differ[1] != differ[0] + 1:
        return False
    return bool(x[differ[0]] == y[differ[1]] and x[differ[1]] == y[differ[0]])


def are_one_pair_apart(a: PartialOrder, b: PartialOrder) -> bool:
    return len(pairs(a) ^ pairs(b)) == 1


def share_a_prefix(a: Any, b: Any) -> bool:
    """Two entries or more come first in both, and what follows, three or more, differs in three places or more."""
    x, y = entries(a), entries(b)
    head = next((k for k, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), min(len(x), len(y)))
    differ = sum(p != q for p, q in zip(x, y, strict=False))
    return head >= 2 and differ >= 3 and x[head:] != y[head:][::-1] and not have_moved_one(a, b)


def share_the_first_item(a: TopList, b: TopList) -> bool:
    """The first item is the same, two more or more follow in both, and the tails are of other items or reordered."""
    x, y = a.order, b.order
    return x[0] == y[0] and min(len(x), len(y)) > 2 and x[1:3] != y[1:3] and not have_moved_one(a, b)


def share_the_first_lists(a: Any, b: Any) -> bool:
    return len(a.lists) > 1 < len(b.lists) and a.lists[0] == b.lists[0] and a.lists[1:] != b.lists[1:]


def share_upper_buckets(a: WeakOrder, b: WeakOrder) -> bool:
    """The first bucket is the same, and of the other items many pairs are ordered otherwise."""
    return a.buckets[0] == b.buckets[0] and len(pairs(a) ^ pairs(b)) > 4 and not have_moved_one(a, b)


def share_upper_items(a: PartialOrder, b: PartialOrder) -> bool:
    """No item is preferred to the upper ones, two or more, which compare alike; of the others many pairs differ."""
    for size in range(2, ITEMS - 2):
        for upper in combinations(a.items, size):
            rest = [x for x in a.items if x not in upper]
            if any((x, y) in pairs(c) for x in rest for y in upper for c in (a, b)):
                continue
            within = set(permutations(upper, 2))
            if pairs(a) & within == pairs(b) & within and len((pairs(a) ^ pairs(b)) & set(permutations(rest, 2))) > 2:
                return True
    return False


def have_moved_one(a: Any, b: Any) -> bool:
    """One item stands elsewhere among the others, farther than one place."""
    if not isinstance(a, (Ranking, TopList, WeakOrder, PartialOrder)):
        return False
    if isinstance(a, TopList) and {*a.order} != {*b.order}:
        return False
    items = a.order if isinstance(a, (Ranking, TopList)) else a.items
    return a != b and not are_adjacent(a, b) and any(without(a, x) == without(b, x) for x in items)


def have_replaced_one(a: Any, b: Any) -> bool:
    """One entry has another one in its place, and nothing else differs."""
    x, y = entries(a), entries(b)
    return len(x) == len(y) and sum(p != q for p, q in zip(x, y, strict=True)) == 1


def have_dropped_one(a: Any, b: Any) -> bool:
    """One has an entry more, anywhere but at the end."""
    short, long = sorted((entries(a), entries(b)), key=len)
    return len(long) == len(short) + 1 and any(long[:k] + long[k + 1 :] == short for k in range(len(short)))


def is_prefix(a: Any, b: Any) -> bool:
    short, long = sorted((entries(a), entries(b)), key=len)
    return len(short) < len(long) and long[: len(short)] == short


def are_inside(a: Any, b: Any) -> bool:
    """One has all preferences of the other and three more, or more."""
    few, many = sorted((pairs(a), pairs(b)), key=len)
    return few < many and len(many) > len(few) + 2


def is_upper_bucket_inside(a: WeakOrder, b: WeakOrder) -> bool:
    upper, larger = ({*c.buckets[0]} for c in (a, b))
    return upper < larger or larger < upper


def have_exchanged_levels(a: WeakOrder, b: WeakOrder) -> bool:
    """One item of each bucket is in the other bucket."""
    return len(a.buckets[0]) == len(b.buckets[0]) and len({*a.buckets[0]} - {*b.buckets[0]}) == 1


def have_missing_inside(a: Any, b: Any) -> bool:
    """The lists are the same, and more is missing from one."""
    return entries(a) == entries(b) and bool(len(a.missing) != len(b.missing))


def have_relevant_inside(a: Retrieval, b: Retrieval) -> bool:
    few, many = sorted(({*c.judgments} for c in (a, b)), key=len)
    return a.ids == b.ids and few < many


def have_other_judgments(a: Retrieval, b: Retrieval) -> bool:
    return bool(a.ids == b.ids) and len({*a.judgments} ^ {*b.judgments}) in (1, 2)


def repeat_an_id(a: Retrieval, b: Retrieval) -> bool:
    few, many = sorted((a, b), key=lambda c: -len({*c.ids}))
    return have_replaced_one(a, b) and {*many.ids} < {*few.ids}


def rise_alike(a: Any, b: Any) -> bool:
    """The scores are others in the same order."""
    x, y = (c.scores if isinstance(c, Scored) else c.values for c in (a, b))
    order = [[(p > q) - (p < q) for p in z for q in z] for z in (x, y)]
    return order[0] == order[1] and sum(p != q for p, q in zip(x, y, strict=True)) > 2


LISTS: Mapping[str, Related] = {
    "equal": are_equal,
    "neighbours": are_adjacent,
    "reversed": are_reversed,
    "prefix": share_a_prefix,
    "all but one": have_replaced_one,
}
JUDGED = {**LISTS, "inside": have_missing_inside}
JUDGMENTS: Mapping[str, Related] = {
    "judged": have_other_judgments,
    "inside": have_relevant_inside,
    "repeated": repeat_an_id,
}
RELATIONS: list[tuple[Space, Mapping[str, Related]]] = [
    (spaces.ranking, {**LISTS, "all but one": have_moved_one}),
    (
        spaces.weak_order,
        {
            "equal": are_equal,
            "neighbours": are_adjacent,
            "reversed": are_reversed_orders,
            "prefix": share_upper_buckets,
            "all but one": have_moved_one,
            "inside": are_inside,
        },
    ),
    (
        spaces.two_levels,
        {
            "equal": are_equal,
            "neighbours": have_exchanged_levels,
            "reversed": are_reversed_orders,
            "inside": is_upper_bucket_inside,
        },
    ),
    (
        spaces.partial_order,
        {
            "equal": are_equal,
            "neighbours": are_one_pair_apart,
            "reversed": are_reversed_orders,
            "prefix": share_upper_items,
            "all but one": have_moved_one,
            "inside": are_inside,
        },
    ),
    (spaces.top_list, LISTS),
    (
        spaces.top_list_of_any_length,
        {**LISTS, "prefix": share_the_first_item, "dropped": have_dropped_one, "inside": is_prefix},
    ),
    (spaces.binary_list, JUDGED),
    (spaces.whole_lists(4), LISTS),
    (spaces.graded_lists(), JUDGED),
    (spaces.gain_lists(), JUDGED),
    (
        spaces.runs(),
        {
            "equal": are_equal,
            "neighbours": are_adjacent,
            "reversed": are_reversed,
            "prefix": share_the_first_lists,
            "all but one": have_replaced_one,
            "dropped": have_dropped_one,
            "inside": is_prefix,
        },
    ),
    (spaces.scored_list, {**JUDGED, "reversed": have_opposite_scores, "rising": rise_alike}),
    (spaces.score_vector, {**LISTS, "rising": rise_alike}),
    (spaces.retrieved_ids(), {**LISTS, **JUDGMENTS}),
    (spaces.retrieved_ids(2, relevant=dict), {**LISTS, **JUDGMENTS}),
]


@cache
def triples(space: Space) -> Sequence[tuple[Any, Any, Any]]:
    """Triples as they are drawn."""
    seen: list[Any] = []

    @GEN
    @given(strategies.related(space, ITEMS, 3))
    def look(values: Any) -> None:
        seen.append(values)

    look()
    return seen


@pytest.mark.parametrize(
    ("space", "related"),
    [
        pytest.param(space, related, id=f"{space.name}, {name}")
        for space, relations in RELATIONS
        for name, related in relations.items()
    ],
)
def test_pairs_are_related(space: Space, related: Related) -> None:
    drawn = triples(space)
    assert sum(related(a, b) for a, b, _ in drawn) > len(drawn) / 100


@pytest.mark.parametrize(("space", "relations"), RELATIONS, ids=lambda value: getattr(value, "name", ""))
def test_triples_are_related_in_every_way(space: Space, relations: Mapping[str, Related]) -> None:
    """Two are related so, and a third one, which is neither of them, is related otherwise to one of them."""
    missed = set(relations)
    for a, b, c in triples(space):
        if c not in (a, b):
            others = {name for name, related in relations.items() if related(a, c) or related(b, c)}
            missed -= {name for name, related in relations.items() if others - {name} and related(a, b)}
    assert missed == set()
