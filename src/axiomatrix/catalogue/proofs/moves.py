"""Cayley's distance counts exchanges of two items, and Ulam's items put elsewhere.

The argument is that of :mod:`.graph_distance`. For every n: an exchange of two items joins two cycles of b o a^-1 or
parts one, and where a != b there is a cycle to part. To put an item elsewhere changes a longest sequence of items in
the same order in a and b by at most that item; an item that is in no such sequence can be put where it belongs to one.

An exchange of the items at two places is, when all places are permuted, an exchange at two others, hence
left-invariance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ...values.rankings import Ranking
from .. import axioms
from .graph_distance import is_a_distance, other_moves, proofs_of
from .proof import Step
from .written import proved


def exchanges(b: Ranking) -> Iterator[Ranking]:
    """b with the items at two places exchanged."""
    for i, j in combinations(range(len(b)), 2):
        order = list(b.order)
        order[i], order[j] = order[j], order[i]
        yield Ranking.from_order(order)


def puts(b: Ranking) -> Iterator[Ranking]:
    """b with one item taken out and put in elsewhere."""
    for i, x in enumerate(b.order):
        rest = [*b.order[:i], *b.order[i + 1 :]]
        for j in range(len(b)):
            if j != i:
                yield Ranking.from_order([*rest[:j], x, *rest[j:]])


CAYLEY = (
    "for every n: an exchange joins two cycles of b o a^-1 or parts one, and where a != b there is one to part, so "
    "that n less the number of cycles is the least number of exchanges"
)
ULAM = (
    "for every n: a longest common sequence changes by at most the item that is moved, and an item outside it can be "
    "put into it, so that n less its length is the least number of moves"
)
PROOFS = (
    *proofs_of("cayley", exchanges, CAYLEY),
    *proofs_of("ulam", puts, ULAM),
    proved(
        "cayley",
        axioms.left_invariance,
        "permuting all places takes an exchange to an exchange",
        Step("distance in a graph", "d counts exchanges", partial(is_a_distance, "cayley", exchanges)),
        Step("the same moves", "permuting all places takes a move to a move", partial(other_moves, exchanges)),
        instances=CAYLEY,
    ),
)
