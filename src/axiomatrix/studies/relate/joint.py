"""Compare two metrics by the joint values that they take: which determines which, the identity, and rank agreement.

:func:`..run.relation_of` builds one :class:`Joint` for each size, and puts what this file derives into the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...numbers.radicals import latex
from ..closed_forms import formula_in_n
from .answer import Agreement, Direction, Identity, Refusal, ShownInstance, Slope
from .columns import FLOAT_DOUBT, Values

Numbers = NDArray[np.int64]
BOTH: frozenset[Direction] = frozenset({1, -1})
"""Both directions: a function of a single value neither rises nor falls."""


class Joint:
    """The different pairs of values over n items, in the order of the first value, then of the second.

    Values are represented by their indices in the columns, whose values increase, so that indices are compared in
    place of exact numbers. Instances on which a metric has no value are counted and left out.
    """

    def __init__(self, a: Values, b: Values) -> None:
        has_a, has_b = a.codes >= 0, b.codes >= 0
        kept = np.flatnonzero(has_a & has_b)
        width = max(1, len(b.values))  # a pair (x, y) of indices is one number, x * width + y
        pairs, first, count = np.unique(a.codes[kept] * width + b.codes[kept], return_index=True, return_counts=True)
        self.a, self.b = a, b
        self.in_a: Numbers = pairs // width
        self.in_b: Numbers = pairs % width
        """For each pair of values, the indices of its value of a and of b."""
        self.first: Numbers = kept[first]
        """For each pair of values, the index of the first instance that has it."""
        self.count: Numbers = count
        """For each pair of values, the number of instances that have it."""
        self.only_a, self.only_b = int((has_a & ~has_b).sum()), int((has_b & ~has_a).sum())
        """Numbers of instances on which only a, or only b, has a value."""

    @property
    def n(self) -> int:
        """The number of items."""
        return self.a.n

    @property
    def compared(self) -> int:
        """Count the instances on which both metrics have a value."""
        return int(self.count.sum())

    @cached_property
    def values(self) -> list[tuple[Any, Any]]:
        """The pairs of values as exact numbers."""
        numbers = zip(self.in_a.tolist(), self.in_b.tolist(), strict=True)
        return [(self.a.values[x], self.b.values[y]) for x, y in numbers]

    @cached_property
    def levels(self) -> tuple[int, int]:
        """Count the different values of each metric where both have one."""
        return len(np.unique(self.in_a)), len(np.unique(self.in_b))

    @cached_property
    def a_gives_b(self) -> frozenset[Direction]:
        """Return the directions in which b is a function of a: 1 if it never falls, -1 if it never rises."""
        return _directions(self.in_a, self.in_b)

    @cached_property
    def b_gives_a(self) -> frozenset[Direction]:
        """Return the directions in which a is a function of b."""
        order = np.lexsort((self.in_a, self.in_b))
        return _directions(self.in_b[order], self.in_a[order])

    @property
    def a_determines_b(self) -> bool:
        """Return whether instances with equal values of a have equal values of b."""
        return self.levels[0] == len(self.in_a)

    @property
    def b_determines_a(self) -> bool:
        """Return whether instances with equal values of b have equal values of a."""
        return self.levels[1] == len(self.in_b)


def _directions(x: Numbers, y: Numbers) -> frozenset[Direction]:
    """The directions in which y is a monotone function of x, which is sorted; none if it is not such a function."""
    if len(x) < 2:
        return BOTH
    if (np.diff(x) == 0).any():  # the same x with another y
        return frozenset()
    steps = np.diff(y)
    return frozenset(direction for direction in BOTH if (direction * steps >= 0).all())


# Identities: whether one metric is the other, an affine function of it, or a strictly monotone one; or refines it.
# Refusals are the smallest instances that show why two metrics are not related more closely.


def find_identity(joints: Sequence[Joint]) -> Identity:
    """Return the relations that hold at every size, the strongest first.

    ``refines``: the first determines the second, and never in the opposite order. A metric that takes one value at
    each size is ``constant``; it is refined by every other, and no relation is stated.
    """
    varying = [j for j in joints if max(j.levels) > 1]
    if not varying or all(j.levels[0] == 1 for j in varying) or all(j.levels[1] == 1 for j in varying):
        return Identity("constant")
    forward = BOTH.intersection(*(j.a_gives_b for j in joints))
    backward = BOTH.intersection(*(j.b_gives_a for j in joints))
    if strict := forward & backward:
        direction = max(strict)
        if direction == 1 and all(map(_identical, joints)):
            return Identity("identical", 1)
        lines = {j.n: affine_coefficients(j) for j in joints if j.levels[0] > 1}
        affine_lines = {n: line for n, line in lines.items() if line is not None}
        if len(affine_lines) == len(lines):
            slopes = tuple(Slope(n, str(c), str(s)) for n, (c, s) in affine_lines.items())
            return Identity("affine", direction, slopes, *_formula(affine_lines))
        return Identity("monotone", direction)
    if forward:
        return Identity("refines", max(forward))
    if backward:
        return Identity("refined by", max(backward))
    return Identity("none")


def _identical(j: Joint) -> bool:
    """Return whether the two have the same value on every instance."""
    if not np.allclose(j.a.floats[j.in_a], j.b.floats[j.in_b], rtol=FLOAT_DOUBT, atol=FLOAT_DOUBT):
        return False
    return all(x == y for x, y in j.values)


def affine_coefficients(j: Joint) -> tuple[Any, Any] | None:
    """Return c and s if ``b = c a + s`` holds on all pairs of values; the outermost two determine them."""
    xs, ys = j.a.floats[j.in_a], j.b.floats[j.in_b]
    slope = (ys[-1] - ys[0]) / (xs[-1] - xs[0])
    scale = max(1.0, float(np.abs(ys).max()))
    if (np.abs(ys[0] + slope * (xs - xs[0]) - ys) > 1e3 * FLOAT_DOUBT * scale).any():  # far beyond rounding errors
        return None
    (low_a, low_b), (high_a, high_b) = j.values[0], j.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    s = low_b - c * low_a
    return (c, s) if all(c * x + s == y for x, y in j.values) else None


def _formula(lines: Mapping[int, tuple[Any, Any]]) -> tuple[tuple[str, str] | None, str]:
    """Return c and s as texts in n, and the LaTeX of ``s + c`` before a, if it depends on n."""
    first, second = (formula_in_n([(n, line[coefficient]) for n, line in lines.items()]) for coefficient in (0, 1))
    if first is None or second is None:
        return None, ""
    (text_of_c, c), (text_of_s, s) = first, second
    is_negative = c.could_extract_minus_sign()
    absolute = -c if is_negative else c
    sign = "-" if is_negative else "+" if s != 0 else ""
    parts = [latex(s) if s != 0 else "", sign, latex(absolute) if absolute != 1 else ""]
    return (text_of_c, text_of_s), " ".join(filter(None, parts)) if c.free_symbols | s.free_symbols else ""


# --- why nothing stronger holds ---------------------------------------------------------------------------------


def instance_with_values(j: Joint, instance: int) -> ShownInstance:
    """Return an instance, by its index, with the values of both metrics."""
    return ShownInstance(j.n, j.a.size.texts[instance], j.a.at(instance), j.b.at(instance))


def refuted_relations(joints: Sequence[Joint], relation: Identity, a: str, b: str) -> Iterator[Refusal]:
    """Yield the refuted relations, each with a witness: function of the other, one direction, affine, identical."""
    if relation.kind == "constant":
        return
    are_functions = True
    for source, target, forward in ((a, b, True), (b, a, False)):
        failing = next((j for j in joints if not (j.a_determines_b if forward else j.b_determines_a)), None)
        if failing is not None:
            are_functions = False
            sentence = f"{source} does not determine {target}: one value of {source}, two of {target}"
            pair = _two_with_one_value(failing, failing.in_a if forward else failing.in_b)
            yield Refusal(sentence, tuple(instance_with_values(failing, x) for x in pair))
    if are_functions and relation.kind == "none":
        yield from _two_directions(joints, a, b)
    if relation.kind == "monotone":
        failing = next(j for j in joints if j.levels[0] > 1 and affine_coefficients(j) is None)
        sentence = f"{b} is not affine in {a}: no line goes through these three"
        yield Refusal(sentence, tuple(instance_with_values(failing, x) for x in _off_the_line(failing)))
    if relation.kind == "affine":
        for j in joints:
            if (instance := _first_difference(j)) is not None:
                yield Refusal(f"{b} is not {a}", (instance_with_values(j, instance),))
                break


def _two_with_one_value(j: Joint, codes: Numbers) -> tuple[int, int]:
    """Return the first two instances with one value of one metric and two of the other."""
    first_instance: dict[int, int] = {}
    for row in np.argsort(j.first).tolist():
        code = int(codes[row])
        if code in first_instance:
            return first_instance[code], int(j.first[row])
        first_instance[code] = int(j.first[row])
    raise AssertionError("called where every value occurs once")


def _two_directions(joints: Sequence[Joint], a: str, b: str) -> Iterator[Refusal]:
    """Yield two instances that both metrics order alike, and two that they order oppositely."""
    for sense, order in ((1, "in one order"), (-1, "in opposite orders")):
        for j in joints:
            steps = np.flatnonzero(np.sign(np.diff(j.in_b)) == sense)
            if len(steps):
                k = int(steps[0])
                pair = (int(j.first[k]), int(j.first[k + 1]))
                yield Refusal(f"{a} and {b} have these {order}", tuple(instance_with_values(j, x) for x in pair))
                break


def _off_the_line(j: Joint) -> tuple[int, int, int]:
    """Return three instances whose pairs of values lie on no line."""
    (low_a, low_b), (high_a, high_b) = j.values[0], j.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    outlier = next(k for k, (x, y) in enumerate(j.values) if low_b + c * (x - low_a) != y)
    return int(j.first[0]), int(j.first[-1]), int(j.first[outlier])


def _first_difference(j: Joint) -> int | None:
    """Return the first instance on which the two have different values."""
    return min((int(first) for first, (x, y) in zip(j.first, j.values, strict=True) if x != y), default=None)


# --- Rank agreement: how often two metrics order two instances differently, and the smallest such two -------------

MAX_TABLE_CELLS = 1_000_000
"""Largest number of cells of a table of value pairs that is summed at once."""


def count_agreement(j: Joint, direction: int) -> Agreement:
    """Count the pairs of instances by how the two metrics order them.

    ``direction`` is -1 where a larger value of one metric means a smaller one of the other.
    """
    # Pairs that both metrics tie are those within one pair of values. Pairs that one ties are those within one of its
    # values, without the former. Opposite orders are counted in a table, and every other pair is ordered alike.
    _, x = np.unique(j.in_a, return_inverse=True)
    _, y = np.unique(j.in_b, return_inverse=True)
    y = y if direction > 0 else y.max(initial=0) - y
    n = j.compared
    tied_in = _pairs_within(np.bincount(x, weights=j.count)), _pairs_within(np.bincount(y, weights=j.count))
    tied_in_both = _pairs_within(j.count)
    opposite = _opposite(x, y, j.count)
    pairs = n * (n - 1) // 2
    only_b, only_a = tied_in[0] - tied_in_both, tied_in[1] - tied_in_both
    return Agreement(j.n, pairs, pairs - tied_in_both - only_a - only_b - opposite, opposite, only_a, only_b)


def _pairs_within(counts: np.ndarray[tuple[int], np.dtype[np.int64]] | np.ndarray) -> int:
    """Count the pairs within groups of these sizes."""
    integers = counts.astype(np.int64)
    return int((integers * (integers - 1) // 2).sum())


def _opposite(x: Numbers, y: Numbers, count: Numbers) -> int:
    """Count the pairs of instances of which one has the greater x and the smaller y."""
    if not len(x):
        return 0
    rows, columns = int(x.max()) + 1, int(y.max()) + 1
    if rows * columns <= MAX_TABLE_CELLS:
        table = np.zeros((rows, columns), dtype=np.int64)
        table[x, y] = count
        opposite = np.zeros_like(
            table
        )  # opposite[i, j]: number of instances with x > i and y < j, by sums of the table
        opposite[:-1, 1:] = table[::-1].cumsum(axis=0)[::-1][1:].cumsum(axis=1)[:, :-1]
        return int((table * opposite).sum())
    return sum(int(count[k] * count[(x > x[k]) & (y < y[k])].sum()) for k in range(len(x)))


def smallest_disagreement(j: Joint, direction: int) -> tuple[int, int] | None:
    """Return the first two instances that the metrics order differently; the later one is as early as possible."""
    kept = np.flatnonzero((j.a.codes >= 0) & (j.b.codes >= 0))
    x, y = j.a.codes[kept], j.b.codes[kept] * direction
    for later in range(1, len(kept)):
        opposite = np.flatnonzero((np.sign(x[:later] - x[later]) * np.sign(y[:later] - y[later])) < 0)
        if len(opposite):
            return int(kept[opposite[0]]), int(kept[later])
    return None
