"""Whether a definition sees nothing of its items but their places, so that renaming them changes no value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from ..evidence.instance import raise_if_ours
from ..model.metric import Metric
from ..numbers.columns import Column, Unvectorised
from ..values.rankings import Ranking
from ..verify.reading import readable
from ..verify.refusal import Refused
from ..verify.sealed import ItemObserved, Observed
from ..verify.world import in_all_orders
from .lanes import Lanes


def is_readable(metric: Metric) -> bool:
    """Whether its code can be followed: what it cannot see of its items then changes nothing."""
    try:
        readable(metric)
    except Refused:
        return False
    return True


def is_same_without_names(
    n: int, answer: Callable[[Ranking, Ranking], Any], row: Sequence[Any], alike: Callable[[Any, Any], bool]
) -> bool:
    """Whether a readable definition says of items without names what it says of 1..n.

    ``row`` is what it says of the first ranking and each. Every value then depends on the places alone.
    """
    first, *_ = rankings = in_all_orders(n)
    before = ItemObserved.count
    try:
        same_row = all(alike(answer(first, one), value) for one, value in zip(rankings, row, strict=True))
    except Observed:
        return False
    except Exception as error:  # the definition: of the items 1..n it may have a value
        raise_if_ours(error)
        return False
    return same_row and ItemObserved.count == before


def in_lanes(metric: Metric, lanes: Lanes, first: Ranking, other: Ranking) -> Any:
    """The value in every lane: of all at once, or one by one where the definition branches on a parameter."""
    before = Unvectorised.raised
    with suppress(Unvectorised):
        value = metric.evaluate(first, other, lanes.packed)
        if Unvectorised.raised == before:
            return value
    return Column.of([metric.evaluate(first, other, values) for values in lanes.values])


def same(x: Any, y: Any) -> bool:
    """Whether two numbers or columns are equal."""
    difference = x - y
    return bool((difference.signs() == 0).all()) if isinstance(difference, Column) else bool(difference == 0)
