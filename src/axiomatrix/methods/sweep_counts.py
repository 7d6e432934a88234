"""Results of one chunk of a sweep (counts, extremes and proofs), and their form as JSON data.

A sweep finds the exact extremes of a ratio over all second rankings of n items and all values of a parameter; its steps
are at the head of :mod:`.sweep`, which fills a :class:`SweepCounts` for each chunk of these rankings. ``explore`` joins
the chunks. The terms are:

* An *order* is the second of two rankings, the first being 1, 2, 3 ...
* A *goal* is the ratio at one order, as linear forms in the entries of the parameter. An inequality without a ratio has
  its slack as its goal. An order has none where the metric has no value or the condition of the statement fails.
* A *sense* is the extreme that is sought, ``inf`` or ``sup``. All values here are minimised: for ``sup`` they are the
  ratios times -1. Reports restore the sign.
* A *floor* is the extreme at smaller sizes, by sense. An order whose extreme is at or above the floor is not solved
  exactly, since it cannot improve the result.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ..evidence.evidence import Uncertified
from .coordinates import Order


@dataclass
class SweepCounts:
    """Results of a chunk so far: how many orders were treated in which way, extremes and proofs.

    Over all chunks of a size, each of the ``rankings`` is settled by a lemma in all senses, or splits, or is discarded,
    or belongs to one of the ``classes``.
    """

    rankings: int = 0
    """All orders of the chunk."""
    classes: int = 0
    """Classes of orders that symmetries map to each other: one linear program for each sense decides a whole class.

    A class counts in the chunk of its first order, even if its question was left open without a program.
    """
    split: int = 0
    """Orders whose first k items are 1 to k, for some k < n.

    The goal of such an order is the sum of the goals of two smaller orders. Its extreme is at or above theirs, so no
    program is solved.
    """
    discarded: int = 0
    """Orders without a goal."""
    settled: dict[str, int] = field(default_factory=dict)
    """By sense, the number of orders at which a lemma of the catalogue keeps the extreme at or above the floor."""
    unbounded: dict[str, list[tuple[Order, tuple[Any, ...]]]] = field(default_factory=dict)
    """By sense, each order without a bound, with the point of the parameter that shows it.

    For a ratio, no constant exists at the order. For an inequality without a ratio, the inequality fails.
    """
    floored: bool = False
    """True if the exact extreme of some orders is unknown: they are only known not to go below the floor."""
    undecided: list[Any] = field(default_factory=list)
    """Order, sense and reason of each question that was left open, as JSON values."""
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """By sense: the least value, and the first order that has it."""
    ties: dict[str, list[Order]] = field(default_factory=dict)
    """By sense: all orders that have the least value."""
    proofs: dict[str, list[Any]] = field(default_factory=dict)
    """By sense: the first order of each class, with its encoded proof."""
    points: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of denominator and numerator at the parameter values that attain extremes, for pictures in ``explore``.

    Both are divided by the sum of the parameter's entries, and the numerator has its true sign.
    """
    observed: str = ""
    """Description of how the definition looked at its items, by the independent checker (see :mod:`.encoding`).

    Empty if it did not look, or if there is no checker. Otherwise the results are for the items 1..n only.
    """
    refused: Uncertified | None = None
    """Reason that the independent checker refused a proof, the first if it refused several."""

    def take(self, sense: str, value: Any, order: Order) -> None:
        """Take the value at an order, its least over the parameter, and keep the least of all orders with its ties."""
        if sense not in self.best or value < self.best[sense][0]:
            self.best[sense] = (value, order)
            self.ties[sense] = []
        if value == self.best[sense][0]:
            self.ties[sense].append(order)

    def data(self) -> dict[str, Any]:
        """Return the results as JSON values, to be joined with other chunks.

        Exact numbers become texts such as ``3/2``. A proof becomes a line of JSON, which is parsed only when a
        certificate is made of it. ``refused`` is left out, since ``undecided`` has its reason too.
        """
        unchanged = {name: value for name, value in vars(self).items() if name != "refused"}
        unbounded = {
            sense: [[list(order), list(map(str, point))] for order, point in pairs]
            for sense, pairs in self.unbounded.items()
        }
        proof_lines = {
            sense: [json.dumps(order_and_proof, separators=(",", ":")) for order_and_proof in proofs]
            for sense, proofs in self.proofs.items()
        }
        return {
            **unchanged,
            "unbounded": unbounded,
            "best": {sense: [str(value), list(order)] for sense, (value, order) in self.best.items()},
            "ties": {sense: list(map(list, orders)) for sense, orders in self.ties.items()},
            "proofs": proof_lines,
            "points": sorted(map(list, self.points)),
        }
