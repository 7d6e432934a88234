"""Populations of pairs of rankings: enumerated, drawn by a model, from simulated clicks, or from the user's files.

Two models are drawn from: Mallows' (few inversions) and Plackett and Luce's (by worths).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine.judged_run import JudgedRun
from ...evidence.files import text_lines
from ...evidence.words import counted
from ...values.rankings import Item, Ranking
from .kernels import MAX_ITEMS_IN_BYTES, Sigma

SMALLEST_WORTH = 1e-300
"""What is divided by a smaller worth may be infinite."""
NAMES = ("clicks", "exhaustive", "mallows", "plackett-luce")


@dataclass(frozen=True)
class Population:
    """Pairs of rankings of n items each."""

    name: str
    n: int
    sigma: Sigma
    """Shape (n, pairs), from 0: where what stands at position i of the first ranking stands in the second."""
    sentences: tuple[str, ...]
    """What the pairs are and what is assumed, a sentence each."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    orders: Sequence[tuple[Sequence[Item], Sequence[Item]]] | None = None
    """The pairs as orders, best first; without them the first ranking is 1, 2, ..., n."""
    lines: Sequence[int] | None = None
    """The line of the user's file that each pair comes from."""

    @property
    def count(self) -> int:
        """The number of pairs."""
        return int(self.sigma.shape[1])

    def pair(self, k: int) -> tuple[Ranking, Ranking]:
        """The k-th pair, from 0."""
        if self.orders is None:
            return Ranking.identity(self.n), Ranking.from_positions([int(p) + 1 for p in self.sigma[:, k]])
        return Ranking.from_order(self.orders[k][0]), Ranking.from_order(self.orders[k][1])

    def first(self, count: int) -> Population:
        """The first pairs alone."""
        return replace(
            self,
            sigma=self.sigma[:, :count],
            orders=self.orders and self.orders[:count],
            lines=self.lines and self.lines[:count],
        )


def all_permutations(n: int) -> Sigma:
    """All permutations of 0..n-1 in lexicographic order, shape (n, n!)."""
    sigma = np.zeros((0, 1), dtype=np.int8)
    for size in range(1, n + 1):
        before, sigma = sigma, np.empty((size, sigma.shape[1] * size), dtype=np.int8)
        width = before.shape[1]
        for head in range(size):
            sigma[0, head * width : (head + 1) * width] = head
            sigma[1:, head * width : (head + 1) * width] = before + (before >= head)
    return sigma


def all_sigma(n: int) -> Population:
    """All pairs of rankings of n items up to renaming, for metrics that names do not matter to."""
    sentences = (
        f"All {n}! permutations of {n} items: every pair of rankings once, up to renaming the items, which changes "
        "neither metric.",
    )
    return Population("exhaustive", n, all_permutations(n), sentences, {"n": n})


def all_pairs(n: int) -> Population:
    """All pairs of rankings of n items."""
    items = range(1, n + 1)
    orders = [(a, b) for a in permutations(items) for b in permutations(items)]
    sentences = (f"All pairs of rankings of {n} items, whatever the items are called.",)
    return Population("exhaustive", n, of_orders(orders), sentences, {"n": n}, orders)


def of_orders(pairs: Iterable[tuple[Sequence[Item], Sequence[Item]]]) -> Sigma:
    """Pairs of orders as sigma: where the items of the first, in turn, stand in the second; shape (n, pairs)."""
    places = (({item: k for k, item in enumerate(b)}, a) for a, b in pairs)
    return np.ascontiguousarray(np.array([[stands[item] for item in a] for stands, a in places], dtype=np.int8).T)


def positions_of(orders: NDArray[Any]) -> Sigma:
    """The positions of 0..n-1 in each row of an array of orders, as sigma: shape (n, pairs)."""
    return np.ascontiguousarray(np.argsort(orders, axis=1, kind="stable").T.astype(np.int8))


# --- by a model ------------------------------------------------------------------------------------------------


def mallows(n: int, count: int, dispersion: float, seed: int) -> Population:
    """P(sigma) = dispersion^K(sigma) / Z, Z the sum of dispersion^K over all permutations

    Mallows 1957. ``dispersion`` is above 0 and at most 1, where all permutations are equally likely. Drawn by repeated
    insertion (Doignon, Pekec and Regenwetter 2004): the i-th item goes d places before the end with probability
    proportional to dispersion^d. Raises ``ValueError`` for any other dispersion.
    """
    if not 0 < dispersion <= 1:
        raise ValueError(f"dispersion: {dispersion}; it must be above 0 and at most 1")
    sentences = (
        f"{count:,} draws by Mallows' model with dispersion {dispersion:g}: the first ranking is the centre, the "
        f"second has probability proportional to {dispersion:g} to the number of inversions.",
    )
    settings = {"n": n, "count": count, "dispersion": dispersion, "seed": seed}
    return Population("mallows", n, _inserted(n, count, dispersion, np.random.default_rng(seed)), sentences, settings)


def _inserted(n: int, count: int, dispersion: float, generator: np.random.Generator) -> Sigma:
    sigma = np.zeros((n, count), dtype=np.int8)
    for i in range(1, n):
        chances = np.cumsum(dispersion ** np.arange(i + 1))
        back = np.searchsorted(chances / chances[-1], generator.random(count), side="right")
        place = i - np.minimum(back, i)
        sigma[:i] += sigma[:i] >= place
        sigma[i] = place
    return sigma


def plackett_luce(n: int, count: int, exponent: float, seed: int) -> Population:
    """P(order) = product over i of v_(i-th item) / sum of the v of the items that are left, v_k = k^-exponent

    Luce 1959, Plackett 1975, with Zipf worths. Raises ``ValueError`` as :func:`zipf` does.
    """
    orders = drawn_orders(zipf(n, exponent), count, np.random.default_rng(seed))
    sentences = (
        f"{count:,} draws by the Plackett-Luce model with worths 1/k^{exponent:g}: the first ranking is that of the "
        "worths, the second picks item after item with probability proportional to the worth.",
    )
    settings = {"n": n, "count": count, "exponent": exponent, "seed": seed}
    return Population("plackett-luce", n, positions_of(orders), sentences, settings)


def zipf(n: int, exponent: float) -> NDArray[np.float64]:
    """k^-exponent for k = 1..n. Raises ``ValueError`` for a negative exponent, and for one too large for floats."""
    with np.errstate(over="ignore"):
        worths = 1.0 / np.arange(1, n + 1, dtype=np.float64) ** exponent
    if not (exponent >= 0 and worths[-1] > SMALLEST_WORTH):
        raise ValueError(f"exponent: {exponent}; it must be 0 or more, and {n}^-exponent above {SMALLEST_WORTH}")
    return worths


def drawn_orders(worths: NDArray[np.float64], count: int, generator: np.random.Generator) -> NDArray[np.intp]:
    """Orders of the items 0..n-1, one a row: items whose exponential clocks of these rates ring one after the other."""
    return np.argsort(generator.standard_exponential((count, len(worths))) / worths, axis=1, kind="stable")


# --- Pairs by simulated clicks: the order in which results are shown, and the order by the clicks that they get ---
# A stand-in for data that are not published. Everything in it is an assumption, and is stated with the result.

CLICK_MODELS = ("position-based", "cascade")
ATTRACTIVE = 0.5
"""The probability that the most relevant result is clicked once it is looked at."""
FIRST = "These are simulated clicks, not the data of any source."


def clicks(n: int, queries: int, model: str, each: int, exponent: float, seed: int) -> Population:
    """The shown order against the order by clicks, a pair a query

    The k-th most relevant of n results has relevance k^-exponent and attracts with half that probability. The shown
    order is a Plackett-Luce draw by relevance. Position-based (the examination hypothesis; Craswell et al. 2008): the
    result at position i is looked at with probability 1/log2(i+1), the discount of DCG, and clicked if it attracts.
    (With 1/i, results that are exchanged would often have equal chances, and noise alone would order them.) Cascade
    (the same paper): the user looks from the top and leaves with the first click. ``each`` clicks are counted; visits
    without a click count for nothing. Equal numbers of clicks keep the shown order. Raises ``ValueError`` for a number
    of clicks below 1 or for an exponent as :func:`~.populations.zipf` does.
    """
    if each < 1:
        raise ValueError(f"clicks: {each}; there must be at least one a query")
    generator = np.random.default_rng(seed)
    relevance = zipf(n, exponent)
    shown = drawn_orders(relevance, queries, generator)
    counted = generator.multinomial(each, chances(relevance[shown], model))
    settings = {"n": n, "count": queries, "model": model, "clicks": each, "exponent": exponent, "seed": seed}
    sentences = (FIRST, *_click_assumptions(n, queries, model, each, exponent))
    return Population("clicks", n, by_clicks(counted), sentences, settings)


def chances(relevance: NDArray[np.float64], model: str) -> NDArray[np.float64]:
    """The probability that a click is on each position, from the relevance of what is shown there; a query a row."""
    attracts = ATTRACTIVE * relevance
    if model == "position-based":
        looked = 1 / np.log2(np.arange(2, relevance.shape[1] + 2))[None, :]
    else:
        looked = np.cumprod(1 - attracts, axis=1) / (1 - attracts)
    clicked = attracts * looked
    return np.asarray(clicked / clicked.sum(axis=1, keepdims=True))


def by_clicks(counted: NDArray[np.int64]) -> Sigma:
    """Where the result shown at each position stands by its clicks; equal numbers keep the shown order."""
    return positions_of(np.argsort(-counted, axis=1, kind="stable"))


def _click_assumptions(n: int, queries: int, model: str, each: int, exponent: float) -> tuple[str, ...]:
    looked = {
        "position-based": "Position-based model: position i is looked at with probability 1/log2(i+1), "
        "whatever stands elsewhere; what is looked at and attracts is clicked.",
        "cascade": "Cascade model: positions are looked at from the top until the first click, which ends the visit.",
    }[model]
    return (
        f"{queries:,} queries of {n} results; the first ranking is the shown order, the second the order by clicks.",
        f"The k-th most relevant result has relevance 1/k^{exponent:g} and attracts with probability {ATTRACTIVE:g} "
        "times that; results are shown in an order drawn by the Plackett-Luce model with these relevances.",
        looked,
        f"Every query has exactly {each:,} clicks; visits without a click are not counted.",
        "Equal numbers of clicks keep the shown order.",
    )


# --- The user's own pairs of rankings, from a CSV file ------------------------------------------------------------
# Two columns, a pair of rankings a line; each an order of the same items, best first, with spaces between the
# items::
#
#     a,b
#     x y z,y x z
#     z y x,x y z
#
# The first line may be the heading ``a,b``. Empty lines are passed over. All lines have the same number of items;
# the items themselves may differ from line to line.


class BadPairs(ValueError):
    """A file that cannot be read as pairs of rankings, with the line that is wrong."""


def read_pairs(path: Path) -> Population:
    """The pairs of the file; :class:`BadPairs` names file, line and what is wrong there."""
    orders: list[tuple[list[str], list[str]]] = []
    lines: list[int] = []
    rows = csv.reader((line for _, line in text_lines(path, BadPairs, newline="")), strict=True)
    try:
        for row in rows:
            if not any(field.strip() for field in row) or _is_heading(row, bool(orders)):
                continue
            pair = _pair(row, f"{path}, line {rows.line_num}")
            if orders and len(pair[0]) != len(orders[0][0]):
                raise BadPairs(
                    f"{path}, line {rows.line_num}: {len(pair[0])} items, but {len(orders[0][0])} in line "
                    f"{lines[0]}; all lines must have the same number"
                )
            orders.append(pair)
            lines.append(rows.line_num)
    except csv.Error as error:
        raise BadPairs(f"{path}, line {rows.line_num}: {error}") from None
    if not orders:
        raise BadPairs(f"{path}: there is no pair in it; write a line such as: x y z,y x z")
    n = len(orders[0][0])
    sentences = (f"{counted(len(orders), 'pair')} of rankings of {n} items, from {path.name}.",)
    return Population("pairs", n, of_orders(orders), sentences, {"file": path.name}, orders, lines)


def of_run(given: JudgedRun) -> Population:
    """A pair for each topic of a run: the order of the run, and that order sorted by grade, best first.

    Raises :class:`BadPairs` if no topic has as many documents as are asked for.
    """
    depth = given.depth
    if depth > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"--depth: {depth} items; there may be {MAX_ITEMS_IN_BYTES}")
    orders = [(list(a), list(b)) for a, b in given.pairs()]
    if not orders:
        raise BadPairs(f"--instances: no topic of {given.run} lists {depth} documents; say how many with --depth")
    name = Path(given.run).name
    sentences = (
        f"{len(orders):,} topics of {name} with at least {depth} documents, the first {depth} of each.",
        "The first ranking is the order of the run, the second that order sorted by grade, best first; documents of "
        "one grade (0 if nobody judged them) keep the order of the run.",
    )
    return Population("instances", depth, of_orders(orders), sentences, {"run": name, "depth": depth}, orders)


def _is_heading(row: list[str], begun: bool) -> bool:
    return not begun and [field.strip().lower() for field in row] == ["a", "b"]


def _pair(row: list[str], where: str) -> tuple[list[str], list[str]]:
    if len(row) != 2:
        raise BadPairs(f"{where}: {len(row)} columns; there must be 2, each an order with spaces between the items")
    a, b = (field.split() for field in row)
    for which, order in (("first", a), ("second", b)):
        twice = [item for k, item in enumerate(order) if item in order[:k]]
        if twice:
            raise BadPairs(f"{where}: item {twice[0]!r} occurs twice in the {which} order")
    for which, mine, others in (("first", a, b), ("second", b, a)):
        alone = [item for item in mine if item not in set(others)]
        if alone:
            raise BadPairs(f"{where}: only the {which} order has the item {alone[0]!r}; both must have the same items")
    if len(a) > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"{where}: {len(a)} items; there may be {MAX_ITEMS_IN_BYTES}")
    return a, b
