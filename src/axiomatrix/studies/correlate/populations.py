"""Populations of pairs of rankings: enumerated, drawn by a model, from simulated clicks, or from the user's files.

``axiomatrix correlate`` computes the correlation of two metrics over such a population. The models are Mallows' (few
inversions are likely) and Plackett and Luce's (items with large worths come first). Metrics are evaluated on all pairs
together, so the pairs are one array, ``sigma``, with a column for each pair: by position in the first ranking the
item's position in the second, both counted from 0. For instance, x y z against y x z is the column (1, 0, 2): x, first
in the one, has position 1 in the other. The ``sentences`` of a population are printed in the report.
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
"""The least worth of an item, its weight in a draw: a quotient by a smaller float may be infinite."""
POPULATION_NAMES = ("clicks", "exhaustive", "mallows", "plackett-luce")
"""The populations that ``--population`` can name; pairs from a file are another."""


@dataclass(frozen=True)
class Population:
    """Pairs of rankings of n items each."""

    name: str
    n: int
    sigma: Sigma
    """Shape (n, pairs). The item at position i of the first ranking has position ``sigma[i]`` in the second, from 0."""
    sentences: tuple[str, ...]
    """Sentences for the report: where the pairs come from, and what is assumed."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The options that made the pairs, by name, for the report."""
    orders: Sequence[tuple[Sequence[Item], Sequence[Item]]] | None = None
    """The pairs as orders, best first; without them the first ranking is 1, 2, ..., n."""
    lines: Sequence[int] | None = None
    """The line of the user's file that each pair comes from; None if they come from no such file."""

    @property
    def count(self) -> int:
        """Return the number of pairs."""
        return int(self.sigma.shape[1])

    def pair(self, k: int) -> tuple[Ranking, Ranking]:
        """Return the k-th pair, from 0."""
        if self.orders is None:
            return Ranking.identity(self.n), Ranking.from_positions([int(p) + 1 for p in self.sigma[:, k]])
        return Ranking.from_order(self.orders[k][0]), Ranking.from_order(self.orders[k][1])

    def first(self, count: int) -> Population:
        """Return the population of the first ``count`` pairs."""
        return replace(
            self,
            sigma=self.sigma[:, :count],
            orders=self.orders[:count] if self.orders is not None else None,
            lines=self.lines[:count] if self.lines is not None else None,
        )


def all_permutations(n: int) -> Sigma:
    """Return all permutations of 0..n-1 in lexicographic order, shape (n, n!), built up size by size.

    The permutations that begin with ``head`` have behind it those of one item less, on the other values: values from
    ``head`` on are raised by 1.
    """
    sigma = np.zeros((0, 1), dtype=np.int8)
    for size in range(1, n + 1):
        smaller, sigma = sigma, np.empty((size, sigma.shape[1] * size), dtype=np.int8)
        width = smaller.shape[1]
        for head in range(size):
            sigma[0, head * width : (head + 1) * width] = head
            sigma[1:, head * width : (head + 1) * width] = smaller + (smaller >= head)
    return sigma


def all_sigma(n: int) -> Population:
    """Return all pairs of rankings of n items up to renaming, for metrics that are label-invariant."""
    sentences = (
        f"All {n}! permutations of {n} items: every pair of rankings once, up to renaming the items, which changes "
        "neither metric.",
    )
    return Population("exhaustive", n, all_permutations(n), sentences, {"n": n})


def all_pairs(n: int) -> Population:
    """Return all pairs of rankings of n items, for metrics that may depend on the items."""
    items = range(1, n + 1)
    orders = [(a, b) for a in permutations(items) for b in permutations(items)]
    sentences = (f"All pairs of rankings of {n} items, not only up to renaming.",)
    return Population("exhaustive", n, of_orders(orders), sentences, {"n": n}, orders)


def of_orders(pairs: Iterable[tuple[Sequence[Item], Sequence[Item]]]) -> Sigma:
    """Return pairs of orders as sigma, shape (n, pairs): the position in the second order of each item of the first."""
    with_positions = ((a, {item: k for k, item in enumerate(b)}) for a, b in pairs)
    rows = [[position_in_b[item] for item in a] for a, position_in_b in with_positions]
    return np.ascontiguousarray(np.array(rows, dtype=np.int8).T)


def positions_of(orders: NDArray[Any]) -> Sigma:
    """Return the positions of 0..n-1 in each row of an array of orders, as sigma: shape (n, pairs)."""
    # sorting a permutation inverts it
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
        f"{count:,} draws from Mallows' model with dispersion {dispersion:g}: the first ranking is the centre, the "
        f"second has probability proportional to {dispersion:g} to the number of inversions.",
    )
    settings = {"n": n, "count": count, "dispersion": dispersion, "seed": seed}
    return Population(
        "mallows", n, _insert_repeatedly(n, count, dispersion, np.random.default_rng(seed)), sentences, settings
    )


def _insert_repeatedly(n: int, count: int, dispersion: float, generator: np.random.Generator) -> Sigma:
    """Draw ``count`` permutations from Mallows' model, all at once, item by item.

    Item i has position ``i - back`` among the items so far, with probability proportional to dispersion^back, since
    it is inverted with the ``back`` items that it overtakes. Items from its position on are moved back by one.
    """
    sigma = np.zeros((n, count), dtype=np.int8)
    for i in range(1, n):
        cumulated = np.cumsum(dispersion ** np.arange(i + 1))
        back = np.searchsorted(cumulated / cumulated[-1], generator.random(count), side="right")
        position = i - np.minimum(back, i)  # a draw that rounds to the last boundary, 1, would give i + 1
        sigma[:i] += sigma[:i] >= position
        sigma[i] = position
    return sigma


def plackett_luce(n: int, count: int, exponent: float, seed: int) -> Population:
    """P(order) = product over i of v_(i-th item) / sum of the v of the items that are left, v_k = k^-exponent

    Luce 1959, Plackett 1975, with Zipf worths. Raises ``ValueError`` as :func:`zipf` does.
    """
    orders = drawn_orders(zipf(n, exponent), count, np.random.default_rng(seed))
    sentences = (
        f"{count:,} draws from the Plackett-Luce model with worths 1/k^{exponent:g}: the first ranking sorts the "
        "items by worth, the second draws them one by one with probability proportional to the worth.",
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
    """Draw Plackett-Luce orders of the items 0..n-1, one in each row.

    Each item has an exponential waiting time with its worth as the rate. Sorted by these times, the next item is each
    time one of those left with probability proportional to its worth.
    """
    return np.argsort(generator.standard_exponential((count, len(worths))) / worths, axis=1, kind="stable")


# --- Pairs by simulated clicks: the order in which results are shown, and the order by the clicks that they get ---
# This replaces data that are not published. Everything in it is an assumption, and is stated with the result.

CLICK_MODELS = ("position-based", "cascade")
"""The models of :func:`clicks`."""
ATTRACTIVE = 0.5
"""The probability that the most relevant result is clicked once it is looked at."""
DISCLAIMER = "These are simulated clicks, not the data of any source."


def clicks(n: int, queries: int, model: str, clicks_per_query: int, exponent: float, seed: int) -> Population:
    """For each query, a pair: the order in which its results are shown, and their order by simulated clicks

    The k-th most relevant of n results has relevance k^-exponent and attracts with half that probability. The shown
    order is a Plackett-Luce draw by relevance. ``clicks_per_query`` clicks are counted on the results of a query, and
    equal numbers of clicks keep the shown order. There are two click models (Craswell et al. 2008):

    * ``position-based`` (the examination hypothesis): the result at position i is looked at with probability
      1/log2(i+1), the discount of DCG, and clicked if it attracts. With 1/i, results that are exchanged would often
      have equal chances, and noise alone would order them.
    * ``cascade``: the user looks from the top and leaves with the first click.

    Raises ``ValueError`` for a number of clicks below 1, or for an exponent as :func:`zipf` does.
    """
    if clicks_per_query < 1:
        raise ValueError(f"clicks: {clicks_per_query}; there must be at least one per query")
    generator = np.random.default_rng(seed)
    relevance = zipf(n, exponent)
    shown_orders = drawn_orders(relevance, queries, generator)
    click_counts = generator.multinomial(clicks_per_query, chances(relevance[shown_orders], model))
    settings = {
        "n": n,
        "count": queries,
        "model": model,
        "clicks": clicks_per_query,
        "exponent": exponent,
        "seed": seed,
    }
    sentences = (DISCLAIMER, *_click_assumptions(n, queries, model, clicks_per_query, exponent))
    return Population("clicks", n, by_clicks(click_counts), sentences, settings)


def chances(relevance: NDArray[np.float64], model: str) -> NDArray[np.float64]:
    """Return the probability that a click is on each position, from the relevance of the result there.

    Both arrays have a query in each row.

    The probability that a user looks at a position does not depend on clicks in the position-based model. In the
    cascade it is the probability that no result above attracts.
    """
    attraction = ATTRACTIVE * relevance  # the probability of a click on a result that is looked at
    if model == "position-based":
        examination = 1 / np.log2(np.arange(2, relevance.shape[1] + 2))[None, :]  # the probability of a look
    else:  # the product without the position's own factor
        examination = np.cumprod(1 - attraction, axis=1) / (1 - attraction)
    click = attraction * examination
    return np.asarray(click / click.sum(axis=1, keepdims=True))  # given that there is a click


def by_clicks(click_counts: NDArray[np.int64]) -> Sigma:
    """Return the position by clicks of the result shown at each position, as sigma; ties keep the shown order.

    ``click_counts`` has a query in each row, and the results of the query in the order shown.
    """
    return positions_of(np.argsort(-click_counts, axis=1, kind="stable"))


def _click_assumptions(n: int, queries: int, model: str, clicks_per_query: int, exponent: float) -> tuple[str, ...]:
    assumption_of_model = {
        "position-based": "Position-based model: position i is looked at with probability 1/log2(i+1), "
        "independently of the other positions; a result that is looked at and attracts is clicked.",
        "cascade": "Cascade model: positions are looked at from the top until the first click, which ends the visit.",
    }[model]
    return (
        f"{queries:,} queries of {n} results; the first ranking is the shown order, the second the order by clicks.",
        f"The k-th most relevant result has relevance 1/k^{exponent:g} and attracts with probability {ATTRACTIVE:g} "
        "times that; results are shown in an order drawn by the Plackett-Luce model with these relevances.",
        assumption_of_model,
        f"Every query has exactly {clicks_per_query:,} clicks; visits without a click are not counted.",
        "Equal numbers of clicks keep the shown order.",
    )


# --- The user's own pairs of rankings, from a CSV file ------------------------------------------------------------
# Each line has a pair of rankings in two columns: two orders of the same items, best first, with spaces between the
# items::
#
#     a,b
#     x y z,y x z
#     z y x,x y z
#
# The first line may be the heading ``a,b``. Empty lines are skipped. All lines have the same number of items;
# the items themselves may differ from line to line.


class BadPairs(ValueError):
    """A file that cannot be read as pairs of rankings; the message names the line that is wrong."""


def read_pairs(path: Path) -> Population:
    """Read the pairs of the file; :class:`BadPairs` names the file, the line and the mistake."""
    orders: list[tuple[list[str], list[str]]] = []
    lines: list[int] = []
    rows = csv.reader((line for _, line in text_lines(path, BadPairs, newline="")), strict=True)
    try:
        for row in rows:
            if not any(field.strip() for field in row) or _is_heading(row, bool(orders)):
                continue
            a, b = _pair(row, f"{path}, line {rows.line_num}")
            if orders and len(a) != len(orders[0][0]):
                raise BadPairs(
                    f"{path}, line {rows.line_num}: {len(a)} items, but {len(orders[0][0])} in line "
                    f"{lines[0]}; all lines must have the same number"
                )
            orders.append((a, b))
            lines.append(rows.line_num)
    except csv.Error as error:
        raise BadPairs(f"{path}, line {rows.line_num}: {error}") from None
    if not orders:
        raise BadPairs(f"{path}: no pair in the file; write lines such as x y z,y x z")
    n = len(orders[0][0])
    sentences = (f"{counted(len(orders), 'pair')} of rankings of {n} items, from {path.name}.",)
    return Population("pairs", n, of_orders(orders), sentences, {"file": path.name}, orders, lines)


def of_run(judged_run: JudgedRun) -> Population:
    """Return a pair for each topic of a TREC run: the order of the run, and that order sorted by grade, best first.

    Raises :class:`BadPairs` if no topic lists as many documents as the depth.
    """
    depth = judged_run.depth
    if depth > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"--depth: {depth} items; the maximum is {MAX_ITEMS_IN_BYTES}")
    orders = [(list(a), list(b)) for a, b in judged_run.orders_by_run_and_grade()]
    if not orders:
        raise BadPairs(f"--instances: no topic of {judged_run.run_path} lists {depth} documents; set a smaller --depth")
    name = Path(judged_run.run_path).name
    sentences = (
        f"{len(orders):,} topics of {name} with at least {depth} documents, the first {depth} of each.",
        "The first ranking is the order of the run, the second that order sorted by grade, best first; documents of "
        "one grade (0 if unjudged) keep the order of the run.",
    )
    return Population("instances", depth, of_orders(orders), sentences, {"run": name, "depth": depth}, orders)


def _is_heading(row: list[str], has_pairs: bool) -> bool:
    """Return whether the row is the heading ``a,b``; after the first pair it would be a pair of one item each."""
    return not has_pairs and [field.strip().lower() for field in row] == ["a", "b"]


def _pair(row: list[str], where: str) -> tuple[list[str], list[str]]:
    """Parse a row as two orders of the same items; an error begins with ``where``."""
    if len(row) != 2:
        raise BadPairs(f"{where}: {len(row)} columns; write 2, each an order with spaces between the items")
    a, b = (field.split() for field in row)
    for which, order in (("first", a), ("second", b)):
        repeated = [item for k, item in enumerate(order) if item in order[:k]]
        if repeated:
            raise BadPairs(f"{where}: item {repeated[0]!r} occurs twice in the {which} order")
    for which, order, other in (("first", a, b), ("second", b, a)):
        unmatched = [item for item in order if item not in set(other)]
        if unmatched:
            raise BadPairs(f"{where}: item {unmatched[0]!r} is only in the {which} order; both need the same items")
    if len(a) > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"{where}: {len(a)} items; the maximum is {MAX_ITEMS_IN_BYTES}")
    return a, b
