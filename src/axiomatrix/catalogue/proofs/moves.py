"""Distances that count moves: Cayley's exchanges of two items, and Ulam's items put elsewhere.

d(a, b) is the least number of moves from a to b: the distance in a graph whose points are the rankings and whose edges
are the moves. Moves can be undone, so the graph is undirected, and it is connected: hence the axioms of a metric space.
A move depends on places, not names, so renaming the items takes edges to edges: hence right-invariance.

The definition is this distance for three reasons. It is 0 where a = b. *Steady*: a move of b changes it by at most 1,
so it is at most the number of moves on any way from a to b. *Downhill*: where a != b, some move of b makes it 1 less,
so some way has at most d(a, b) moves.

For every n: an exchange of two items joins two cycles of b o a^-1 or parts one, and where a != b there is a cycle to
part. To put an item elsewhere changes a longest sequence of items in the same order in a and b by at most that item; an
item that is in no such sequence can be put where it belongs to one. An exchange of the items at two places is, when all
places are permuted, an exchange at two others, hence left-invariance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from ...model.metric import Metric
from ...model.registry import Registry
from ...spaces import all_rankings
from ...values.rankings import Ranking
from .. import axioms
from .proof import Proof, Step
from .written import first, proved

Moves = Callable[[Ranking], Iterator[Ranking]]
"""The rankings that one move makes of a ranking."""


@lru_cache(maxsize=64)  # the proofs of one row share the step; a mutant is another metric
@first
def _wrong(metric: Metric, moves: Moves, n: int) -> Iterator[str]:
    every = all_rankings(n)
    for a in every:
        values = {b: metric.evaluate(a, b, {}) for b in every}
        for b, value in values.items():
            after = [values[c] for c in moves(b)]
            if a == b and value != 0:
                yield f"a = b = {a}: {value} is not 0"
            if any(abs(value - other) > 1 for other in after):
                yield f"a = {a}, b = {b}: a move changes {value} by more than 1"
            if a != b and value - 1 not in after:
                yield f"a = {a}, b = {b}: no move makes {value} less by 1"


def is_a_distance(row: str, moves: Moves, registry: Registry, n: int) -> list[str]:
    """Where the row is not 0 on equal rankings, not steady or not downhill."""
    return _wrong(registry.metric(row), moves, n)


def one_way(moves: Moves, registry: Registry, n: int) -> Iterator[str]:
    """Moves that cannot be taken back."""
    every = {b: set(moves(b)) for b in all_rankings(n)}
    return (f"from {b} to {c} and not back" for b in every for c in every[b] if b not in every[c])


def other_moves(moves: Moves, registry: Registry, n: int) -> Iterator[str]:
    """Where permuting all places does not take a move to a move."""
    every = {b: set(moves(b)) for b in all_rankings(n)}
    moved = ((b, tau) for b in every for tau in every if {c.moved(tau) for c in every[b]} != every[b.moved(tau)])
    return (f"the moves of {b} are others when the places are moved by {tau}" for b, tau in moved)


def proofs_of(row: str, moves: Moves, for_every_n: str) -> Iterator[Proof]:
    """The axioms of a metric space, and right-invariance, of the row that counts these moves."""
    steps = (
        Step(
            "distance in a graph",
            "d is 0 where a = b; a move of b changes it by at most 1; where a != b some move makes it 1 less",
            partial(is_a_distance, row, moves),
        ),
        Step("undirected", "a move can be taken back", partial(one_way, moves)),
    )
    why = {
        axioms.non_negativity: "a number of moves",
        axioms.zero_on_equal: "no move is needed",
        axioms.separation: "without a move nothing changes",
        axioms.symmetry: "the way back has as many moves",
        axioms.triangle_inequality: "a way from a to b and one from b to c are one from a to c",
        axioms.right_invariance: "moves are of places, and know no names",
    }
    for axiom, because in why.items():
        yield proved(row, axiom, because, *steps, instances=for_every_n)


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
