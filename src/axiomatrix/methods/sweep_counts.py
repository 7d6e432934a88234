"""Results of a chunk of a sweep (:mod:`.sweep`): counts, extremes and proofs, and their form as JSON data.

An *order* is the second of two rankings, the first being 1, 2, 3 ... A *goal* is the ratio at an order, as linear forms
in the parameter, and a *sense* is the extreme that is sought, ``inf`` or ``sup``. Values are those of goals: negated
for a supremum, so that the least value is the extreme. A *floor* is a value that is known already.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ..evidence.evidence import Uncertified
from .coordinates import Order


@dataclass
class SweepCounts:
    """Results of a chunk so far: how many orders were treated in which way, extremes and proofs."""

    rankings: int = 0
    """All orders of the chunk."""
    classes: int = 0
    """Classes of orders under the symmetries, for which a program was solved."""
    split: int = 0
    """Orders that are sums of smaller ones."""
    discarded: int = 0
    """Orders without a goal."""
    settled: dict[str, int] = field(default_factory=dict)
    """By sense, the number of orders that a lemma settles."""
    unbounded: dict[str, list[tuple[Order, tuple[Any, ...]]]] = field(default_factory=dict)
    """By sense, orders at which no constant exists or an inequality fails, each with the point that shows it."""
    floored: bool = False
    """Whether some orders are only known to have no extreme below the floor; their exact extreme is unknown."""
    undecided: list[Any] = field(default_factory=list)
    """Order, sense and reason of each question that was left open."""
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """By sense: the least value, and the first order that has it."""
    ties: dict[str, list[Order]] = field(default_factory=dict)
    """By sense: all orders that have the least value."""
    proofs: dict[str, list[Any]] = field(default_factory=dict)
    """By sense: order and encoded proof."""
    points: set[tuple[str, str]] = field(default_factory=set)
    """Denominator and numerator at each extreme, both relative to the sum of entries: for a plot of the two."""
    observed: str = ""
    """How the definition looked at the names of its items, as the checker observed; empty if it did not."""
    refused: Uncertified | None = None
    """The first proof that the checker refused."""

    def take(self, sense: str, value: Any, order: Order) -> None:
        """Take note of the least value at an order; the smallest of these and all orders that have it are kept."""
        if sense not in self.best or value < self.best[sense][0]:
            self.best[sense] = (value, order)
            self.ties[sense] = []
        if value == self.best[sense][0]:
            self.ties[sense].append(order)

    def data(self) -> dict[str, Any]:
        """Return the results as JSON values, to be joined with other chunks."""
        return {
            **{name: value for name, value in vars(self).items() if name != "refused"},
            "unbounded": {s: [[[*order], [*map(str, point)]] for order, point in u] for s, u in self.unbounded.items()},
            "best": {sense: [str(value), list(order)] for sense, (value, order) in self.best.items()},
            "ties": {sense: list(map(list, orders)) for sense, orders in self.ties.items()},
            "proofs": {s: [json.dumps(p, separators=(",", ":")) for p in proofs] for s, proofs in self.proofs.items()},
            "points": sorted(map(list, self.points)),
        }
