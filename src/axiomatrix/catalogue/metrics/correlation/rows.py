"""Declarations that the rows of two orders share."""

from __future__ import annotations

from functools import partial

from ....model.registry import metric
from ....spaces import partial_order, weak_order

row = partial(metric, family="correlation", label_invariant=True)
"""Registers a row: a distance of rankings unless it says otherwise."""
similarity = partial(row, kind="similarity")
WEAK = {"a": weak_order, "b": weak_order}
PARTIAL = {"a": partial_order, "b": partial_order}
of_weak_orders = partial(row, variant="weak-orders", arguments=WEAK)
of_partial_orders = partial(row, variant="partial-orders", arguments=PARTIAL)
"""Register the variant that is about orders of that kind."""
level_score = partial(metric, kind="score", arguments=WEAK, family="levels", label_invariant=True)
"""Registers a score of a target a with levels and a prediction b."""
RANKINGS, WEAK_ORDERS, PARTIAL_ORDERS = (rf"a,b\in\mathcal{{{letter}}}" for letter in "RWP")
