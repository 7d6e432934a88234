"""Compare two metrics by the joint values that they take: which determines which, the identity, and rank agreement.

:func:`..run.relation_of` builds one :class:`Joint` for each size, and puts what this file derives into the report.
Throughout, ``a`` is the first metric and ``b`` the second, and a *row* of a joint is one pair of their values.
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
from .columns import FLOAT_DOUBT, SizeValues

Integers = NDArray[np.int64]
BOTH_DIRECTIONS: frozenset[Direction] = frozenset({1, -1})
"""Rising and falling; a constant function counts as both."""


class Joint:
    """The different pairs of values that two metrics take over n items, sorted by the value of a, then of b.

    Each pair is a row, and ``in_a``, ``in_b``, ``first`` and ``count`` have an entry for each row. A value is
    represented by its index among the sorted values of its metric, so that indices are compared in place of exact
    numbers. Instances on which a metric has no value are counted and left out.
    """

    def __init__(self, a: SizeValues, b: SizeValues) -> None:
        has_a, has_b = a.codes >= 0, b.codes >= 0
        kept = np.flatnonzero(has_a & has_b)
        width = max(1, len(b.values))  # a pair (x, y) of indices is one number, x * width + y, so that pairs sort
        pairs, first, count = np.unique(a.codes[kept] * width + b.codes[kept], return_index=True, return_counts=True)
        self.a, self.b = a, b
        self.in_a: Integers = pairs // width
        """The index of the value of a; these never decrease."""
        self.in_b: Integers = pairs % width
        """The index of the value of b."""
        self.first: Integers = kept[first]
        """The index of the first instance that has the pair of values."""
        self.count: Integers = count
        """The number of instances that have the pair of values."""
        self.only_a, self.only_b = int((has_a & ~has_b).sum()), int((has_b & ~has_a).sum())
        """Numbers of instances on which only a, or only b, has a value."""

    @property
    def n(self) -> int:
        """Return the number of items."""
        return self.a.n

    @property
    def compared(self) -> int:
        """Count the instances on which both metrics have a value."""
        return int(self.count.sum())

    @cached_property
    def values(self) -> list[tuple[Any, Any]]:
        """Return the pairs of values as exact numbers."""
        indices = zip(self.in_a.tolist(), self.in_b.tolist(), strict=True)
        return [(self.a.values[x], self.b.values[y]) for x, y in indices]

    @cached_property
    def levels(self) -> tuple[int, int]:
        """Return the number of different values of a, and of b, on instances where both have a value."""
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
        """Return whether instances with equal values of a have equal values of b: each value of a has one row."""
        return self.levels[0] == len(self.in_a)

    @property
    def b_determines_a(self) -> bool:
        """Return whether instances with equal values of b have equal values of a."""
        return self.levels[1] == len(self.in_b)


def _directions(x: Integers, y: Integers) -> frozenset[Direction]:
    """Return the directions in which y is a monotone function of x, which is sorted; none if it is neither."""
    if len(x) < 2:
        return BOTH_DIRECTIONS
    if (np.diff(x) == 0).any():  # the same x with another y
        return frozenset()
    steps = np.diff(y)
    return frozenset(direction for direction in BOTH_DIRECTIONS if (direction * steps >= 0).all())


# --- the strongest relation: identical, affine, strictly monotone, or one refines the other ----------------------


def find_identity(joints: Sequence[Joint]) -> Identity:
    """Return the strongest relation that holds at every size, and in the same direction.

    The relations in their order: ``identical``, ``affine`` (b = c a + s), ``monotone`` (each determines the other),
    ``refines`` (a determines b as a monotone function), ``refined by`` (b determines a so), ``none``. If a metric takes
    one value at each size the relation is ``constant``: every other metric refines it, which says nothing.
    """
    varying = [joint for joint in joints if max(joint.levels) > 1]
    if not varying or all(joint.levels[0] == 1 for joint in varying) or all(joint.levels[1] == 1 for joint in varying):
        return Identity("constant")
    forward = BOTH_DIRECTIONS.intersection(*(joint.a_gives_b for joint in joints))
    backward = BOTH_DIRECTIONS.intersection(*(joint.b_gives_a for joint in joints))
    if strict := forward & backward:
        direction = max(strict)
        if direction == 1 and all(map(_is_identical, joints)):
            return Identity("identical", 1)
        several_values = [joint for joint in joints if joint.levels[0] > 1]  # any line fits a single value
        lines = {joint.n: affine_coefficients(joint) for joint in several_values}
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


def _is_identical(joint: Joint) -> bool:
    """Return whether the two have the same value on every instance; floats refute most pairs quickly."""
    if not np.allclose(joint.a.floats[joint.in_a], joint.b.floats[joint.in_b], rtol=FLOAT_DOUBT, atol=FLOAT_DOUBT):
        return False
    return all(x == y for x, y in joint.values)


def affine_coefficients(joint: Joint) -> tuple[Any, Any] | None:
    """Return c and s if ``b = c a + s`` holds on all pairs of values; the outermost two determine them.

    There must be two values of a. Floats refute most lines quickly, and the others are checked exactly.
    """
    xs, ys = joint.a.floats[joint.in_a], joint.b.floats[joint.in_b]
    slope = (ys[-1] - ys[0]) / (xs[-1] - xs[0])
    scale = max(1.0, float(np.abs(ys).max()))
    if (np.abs(ys[0] + slope * (xs - xs[0]) - ys) > 1e3 * FLOAT_DOUBT * scale).any():  # far beyond rounding errors
        return None
    (low_a, low_b), (high_a, high_b) = joint.values[0], joint.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    s = low_b - c * low_a
    return (c, s) if all(c * x + s == y for x, y in joint.values) else None


def _formula(lines: Mapping[int, tuple[Any, Any]]) -> tuple[tuple[str, str] | None, str]:
    """Return ((c, s) as texts in n, what stands before a in LaTeX); the first is None if no formula fits all sizes.

    ``lines`` has (c, s) by size. The LaTeX is that of ``s + c``, and empty if no n occurs in it.
    """
    formula_of_c = formula_in_n([(n, c) for n, (c, _) in lines.items()])
    formula_of_s = formula_in_n([(n, s) for n, (_, s) in lines.items()])
    if formula_of_c is None or formula_of_s is None:
        return None, ""
    (text_of_c, c), (text_of_s, s) = formula_of_c, formula_of_s
    is_negative = c.could_extract_minus_sign()
    absolute = -c if is_negative else c
    sign = "-" if is_negative else "+" if s != 0 else ""
    parts = [latex(s) if s != 0 else "", sign, latex(absolute) if absolute != 1 else ""]
    return (text_of_c, text_of_s), " ".join(filter(None, parts)) if c.free_symbols | s.free_symbols else ""


# --- why nothing stronger holds: the smallest instances that refute the stronger relations ------------------------


def instance_with_values(joint: Joint, instance: int) -> ShownInstance:
    """Return an instance, by its index, with the values of both metrics."""
    return ShownInstance(joint.n, joint.a.size.texts[instance], joint.a.at(instance), joint.b.at(instance))


def refuted_relations(joints: Sequence[Joint], relation: Identity, a: str, b: str) -> Iterator[Refusal]:
    """Yield the relations stronger than this one, each with the instances that refute it.

    They are: one metric determines the other, in one direction, as an affine function, as the identity. ``a`` and ``b``
    are the names of the metrics.
    """
    if relation.kind == "constant":
        return
    are_functions = True
    for source, target, forward in ((a, b, True), (b, a, False)):
        failing = next(
            (joint for joint in joints if not (joint.a_determines_b if forward else joint.b_determines_a)), None
        )
        if failing is not None:
            are_functions = False
            sentence = f"{source} does not determine {target}: one value of {source}, two of {target}"
            pair = _two_with_one_value(failing, failing.in_a if forward else failing.in_b)
            yield Refusal(sentence, tuple(instance_with_values(failing, x) for x in pair))
    if are_functions and relation.kind == "none":
        yield from _two_directions(joints, a, b)
    if relation.kind == "monotone":
        failing = next(joint for joint in joints if joint.levels[0] > 1 and affine_coefficients(joint) is None)
        sentence = f"{b} is not affine in {a}: no line goes through these three"
        yield Refusal(sentence, tuple(instance_with_values(failing, x) for x in _off_the_line(failing)))
    if relation.kind == "affine":
        for joint in joints:
            if (instance := _first_difference(joint)) is not None:
                yield Refusal(f"{b} is not {a}", (instance_with_values(joint, instance),))
                break


def _two_with_one_value(joint: Joint, codes: Integers) -> tuple[int, int]:
    """Return the first two instances with one value of one metric and two of the other.

    ``codes`` has the indices of the former metric's values: ``in_a`` or ``in_b`` of the joint.
    """
    first_instance: dict[int, int] = {}
    for row in np.argsort(joint.first).tolist():
        code = int(codes[row])
        if code in first_instance:
            return first_instance[code], int(joint.first[row])
        first_instance[code] = int(joint.first[row])
    raise AssertionError("called where every value occurs once")


def _two_directions(joints: Sequence[Joint], a: str, b: str) -> Iterator[Refusal]:
    """Yield two instances that both metrics order alike, and two that they order oppositely."""
    for direction, order in ((1, "in one order"), (-1, "in opposite orders")):
        for joint in joints:
            # The values of a increase from row to row, so the sign of a step of b says how the two order its instances.
            steps = np.flatnonzero(np.sign(np.diff(joint.in_b)) == direction)
            if len(steps):
                k = int(steps[0])
                pair = (int(joint.first[k]), int(joint.first[k + 1]))
                yield Refusal(f"{a} and {b} have these {order}", tuple(instance_with_values(joint, x) for x in pair))
                break


def _off_the_line(joint: Joint) -> tuple[int, int, int]:
    """Return three instances whose pairs of values lie on no line: the outermost two, and the first off their line."""
    (low_a, low_b), (high_a, high_b) = joint.values[0], joint.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    outlier = next(k for k, (x, y) in enumerate(joint.values) if low_b + c * (x - low_a) != y)
    return int(joint.first[0]), int(joint.first[-1]), int(joint.first[outlier])


def _first_difference(joint: Joint) -> int | None:
    """Return the first instance on which the two have different values, or None."""
    return min((int(first) for first, (x, y) in zip(joint.first, joint.values, strict=True) if x != y), default=None)


# --- rank agreement: how often two metrics order two instances differently, and the smallest such two -------------

MAX_TABLE_CELLS = 1_000_000
"""Largest number of cells of a table of value pairs that is summed at once."""


def count_agreement(joint: Joint, direction: int) -> Agreement:
    """Count the pairs of instances by how the two metrics order them.

    ``direction`` is -1 where a larger value of one metric means a smaller one of the other.
    """
    # Pairs that both metrics tie are those within one pair of values. Pairs that one ties are those within one of its
    # values, without the former; the other metric alone tells these apart. Opposite orders are counted in a table, and
    # every other pair is ordered alike.
    _, x = np.unique(joint.in_a, return_inverse=True)  # numbered without gaps, as small indices of the table
    _, y = np.unique(joint.in_b, return_inverse=True)
    y = y if direction > 0 else y.max(initial=0) - y
    instances = joint.compared
    pairs = instances * (instances - 1) // 2
    tied_in_both = _pairs_within(joint.count)
    only_b = _pairs_within(np.bincount(x, weights=joint.count)) - tied_in_both
    only_a = _pairs_within(np.bincount(y, weights=joint.count)) - tied_in_both
    opposite = _opposite_pairs(x, y, joint.count)
    alike = pairs - tied_in_both - only_a - only_b - opposite
    return Agreement(joint.n, pairs, alike=alike, differently=opposite, only_a=only_a, only_b=only_b)


def _pairs_within(counts: np.ndarray[tuple[int], np.dtype[np.int64]] | np.ndarray) -> int:
    """Count the pairs of instances within groups of these sizes, which may be whole floats."""
    integers = counts.astype(np.int64)
    return int((integers * (integers - 1) // 2).sum())


def _opposite_pairs(x: Integers, y: Integers, count: Integers) -> int:
    """Count the pairs of instances of which one has the greater x and the smaller y.

    Row k represents ``count[k]`` instances. Each instance is paired with those of greater x and smaller y: their number
    is read from a table of sums, or, if the table were too large, counted row by row.
    """
    if not len(x):
        return 0
    rows, columns = int(x.max()) + 1, int(y.max()) + 1
    if rows * columns <= MAX_TABLE_CELLS:
        table = np.zeros((rows, columns), dtype=np.int64)
        table[x, y] = count
        at_least = table[::-1].cumsum(axis=0)[::-1]  # at_least[i, j]: instances with x >= i and y = j
        opposite = np.zeros_like(table)  # opposite[i, j]: instances with x > i and y < j
        opposite[:-1, 1:] = at_least[1:].cumsum(axis=1)[:, :-1]
        return int((table * opposite).sum())
    return sum(int(count[k] * count[(x > x[k]) & (y < y[k])].sum()) for k in range(len(x)))


def smallest_disagreement(joint: Joint, direction: int) -> tuple[int, int] | None:
    """Return the first two instances that the metrics order differently; the later one is as early as possible.

    They are indices of the size's instances. ``direction`` is as for :func:`count_agreement`. None if there are none.
    """
    kept = np.flatnonzero((joint.a.codes >= 0) & (joint.b.codes >= 0))
    x, y = joint.a.codes[kept], joint.b.codes[kept] * direction
    for later in range(1, len(kept)):
        opposite = np.flatnonzero((np.sign(x[:later] - x[later]) * np.sign(y[:later] - y[later])) < 0)
        if len(opposite):
            return int(kept[opposite[0]]), int(kept[later])
    return None
