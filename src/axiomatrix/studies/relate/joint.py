"""Compare two metrics by the pairs of values that they take: the strongest relation, its proof, and rank agreement.

:func:`..run.relation_of` builds one :class:`Joint` for each number of items n, and puts what this file derives into the
report. Throughout, ``a`` is the first metric and ``b`` the second. A *row* of a joint is one pair of their values. One
metric *determines* the other if equal values of the former mean equal values of the latter.
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
from .columns import FLOAT_TOLERANCE, UNDEFINED, SizeValues

Integers = NDArray[np.int64]
BOTH_DIRECTIONS: frozenset[Direction] = frozenset({1, -1})
"""Rising (1) and falling (-1); a constant function counts as both."""


class Joint:
    """The different pairs of values that two metrics take over n items, sorted by the value of a, then of b.

    Each pair is a row, and the arrays have an entry for each row. A value is represented by its index among the sorted
    values of its metric, so that indices are compared in place of exact numbers. Instances on which a metric has no
    value are counted and left out.
    """

    def __init__(self, a: SizeValues, b: SizeValues) -> None:
        has_a, has_b = a.value_indices != UNDEFINED, b.value_indices != UNDEFINED
        kept = np.flatnonzero(has_a & has_b)
        width = max(1, len(b.values))  # a pair (x, y) of indices is one number, x * width + y, so that pairs sort
        numbers = a.value_indices[kept] * width + b.value_indices[kept]
        pairs, first, counts = np.unique(numbers, return_index=True, return_counts=True)
        self.a, self.b = a, b
        self.indices_a: Integers = pairs // width
        """The index of the value of a, by row; these never decrease."""
        self.indices_b: Integers = pairs % width
        """The index of the value of b, by row."""
        self.first_instances: Integers = kept[first]
        """The index of the first instance that has the pair of values."""
        self.instance_counts: Integers = counts
        """The number of instances that have the pair of values."""
        self.only_a = int((has_a & ~has_b).sum())
        """The number of instances on which only a has a value."""
        self.only_b = int((has_b & ~has_a).sum())
        """The number of instances on which only b has a value."""

    @property
    def n(self) -> int:
        """Return the number of items."""
        return self.a.n

    @property
    def compared_count(self) -> int:
        """Count the instances on which both metrics have a value."""
        return int(self.instance_counts.sum())

    @cached_property
    def values(self) -> list[tuple[Any, Any]]:
        """Return the pairs of values as exact numbers."""
        indices = zip(self.indices_a.tolist(), self.indices_b.tolist(), strict=True)
        return [(self.a.values[x], self.b.values[y]) for x, y in indices]

    @cached_property
    def distinct_counts(self) -> tuple[int, int]:
        """Return the numbers of different values of a and of b, on instances where both have a value."""
        return len(np.unique(self.indices_a)), len(np.unique(self.indices_b))

    @cached_property
    def directions_of_b(self) -> frozenset[Direction]:
        """Return the directions in which b is a monotone function of a: 1 if it never falls, -1 if it never rises.

        Empty if a does not determine b, or b both rises and falls. Both directions if b is constant.
        """
        return _directions(self.indices_a, self.indices_b)

    @cached_property
    def directions_of_a(self) -> frozenset[Direction]:
        """Return the directions in which a is a monotone function of b."""
        order = np.lexsort((self.indices_a, self.indices_b))
        return _directions(self.indices_b[order], self.indices_a[order])

    @property
    def a_determines_b(self) -> bool:
        """Return whether instances with equal values of a have equal values of b: each value of a has one row."""
        return self.distinct_counts[0] == len(self.indices_a)

    @property
    def b_determines_a(self) -> bool:
        """Return whether instances with equal values of b have equal values of a."""
        return self.distinct_counts[1] == len(self.indices_b)


def _directions(x: Integers, y: Integers) -> frozenset[Direction]:
    """Return the directions in which y is a monotone function of x, which is sorted; none if it is not one."""
    if len(x) < 2:  # a function of a single value is constant
        return BOTH_DIRECTIONS
    if (np.diff(x) == 0).any():  # the same x with another y
        return frozenset()
    steps = np.diff(y)
    return frozenset(direction for direction in BOTH_DIRECTIONS if (direction * steps >= 0).all())


# --- the strongest relation: identical, affine, strictly monotone, or one refines the other ----------------------


def strongest_relation(joints: Sequence[Joint]) -> Identity:
    """Return the strongest relation that holds at every size, and in the same direction.

    The relations in their order: ``identical``, ``affine`` (b = c a + s), ``monotone`` (each is a monotone function of
    the other), ``refines`` (b is one of a, and does not determine a), ``refined by`` (the reverse), ``none``. If a
    metric takes one value at each size, the relation is ``constant``: every other metric refines it, which says
    nothing.
    """
    if any(all(joint.distinct_counts[side] == 1 for joint in joints) for side in (0, 1)):
        return Identity("constant")
    forward = BOTH_DIRECTIONS.intersection(*(joint.directions_of_b for joint in joints))
    backward = BOTH_DIRECTIONS.intersection(*(joint.directions_of_a for joint in joints))
    if strict := forward & backward:
        direction = max(strict)  # 1 if both directions hold
        if direction == 1 and all(map(_is_identical, joints)):
            return Identity("identical", 1)
        lines = {}
        for joint in joints:
            if joint.distinct_counts[0] == 1:  # any line fits a single value
                continue
            line = affine_coefficients(joint)
            if line is None:
                return Identity("monotone", direction)
            lines[joint.n] = line
        slopes = tuple(Slope(n, str(c), str(s)) for n, (c, s) in lines.items())
        formula, latex_of_formula = _formula(lines)
        return Identity("affine", direction, slopes, formula, latex_of_formula)
    if forward:
        return Identity("refines", max(forward))
    if backward:
        return Identity("refined by", max(backward))
    return Identity("none")


def _is_identical(joint: Joint) -> bool:
    """Return whether the two have the same value on every instance; floats refute most pairs quickly."""
    if not np.allclose(
        joint.a.floats[joint.indices_a], joint.b.floats[joint.indices_b], rtol=FLOAT_TOLERANCE, atol=FLOAT_TOLERANCE
    ):
        return False
    return all(x == y for x, y in joint.values)


def affine_coefficients(joint: Joint) -> tuple[Any, Any] | None:
    """Return c and s if ``b = c a + s`` holds on all pairs of values, else None; the outermost pairs determine them.

    There must be two values of a. Floats refute most lines quickly, and the others are checked exactly.
    """
    xs, ys = joint.a.floats[joint.indices_a], joint.b.floats[joint.indices_b]
    slope = (ys[-1] - ys[0]) / (xs[-1] - xs[0])
    scale = max(1.0, float(np.abs(ys).max()))
    distances = np.abs(ys[0] + slope * (xs - xs[0]) - ys)
    if (distances > 1e3 * FLOAT_TOLERANCE * scale).any():  # 1,000: rounding errors of the slope grow with xs - xs[0]
        return None
    (low_a, low_b), (high_a, high_b) = joint.values[0], joint.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    s = low_b - c * low_a
    return (c, s) if all(c * x + s == y for x, y in joint.values) else None


def _formula(lines: Mapping[int, tuple[Any, Any]]) -> tuple[tuple[str, str] | None, str]:
    """Return c and s as texts in n, and the LaTeX before a in ``b = s + c a``.

    ``lines`` has (c, s) by size. The texts are None if no formula fits all sizes. The LaTeX is empty if no n occurs in
    it, as the texts are then just as legible.
    """
    formula_of_c = formula_in_n([(n, c) for n, (c, _) in lines.items()])
    formula_of_s = formula_in_n([(n, s) for n, (_, s) in lines.items()])
    if formula_of_c is None or formula_of_s is None:
        return None, ""
    text_of_c, c = formula_of_c  # c and s are expressions of sympy
    text_of_s, s = formula_of_s
    if not c.free_symbols | s.free_symbols:  # neither has an n
        return (text_of_c, text_of_s), ""
    is_negative = c.could_extract_minus_sign()
    absolute = -c if is_negative else c
    parts = []
    if s != 0:
        parts.append(latex(s))
    if is_negative or s != 0:
        parts.append("-" if is_negative else "+")
    if absolute != 1:
        parts.append(latex(absolute))
    return (text_of_c, text_of_s), " ".join(parts)


# --- why nothing stronger holds: the smallest instances that refute the stronger relations ------------------------


def instance_with_values(joint: Joint, instance: int) -> ShownInstance:
    """Return an instance, by its index, with the values of both metrics."""
    return ShownInstance(joint.n, joint.a.size.texts[instance], joint.a.at(instance), joint.b.at(instance))


def refuted_relations(joints: Sequence[Joint], relation: Identity, a: str, b: str) -> Iterator[Refusal]:
    """Yield the relations stronger than this one that fail, each with the instances that refute it.

    They are asked in this order: each metric determines the other, both rise and fall together, b is affine in a, b is
    a. ``a`` and ``b`` are the names of the metrics.
    """
    if relation.kind == "constant":
        return
    not_a_to_b = next((joint for joint in joints if not joint.a_determines_b), None)
    if not_a_to_b is not None:
        yield _not_determined(not_a_to_b, not_a_to_b.indices_a, a, b)
    not_b_to_a = next((joint for joint in joints if not joint.b_determines_a), None)
    if not_b_to_a is not None:
        yield _not_determined(not_b_to_a, not_b_to_a.indices_b, b, a)
    if relation.kind == "none" and not_a_to_b is None and not_b_to_a is None:
        yield from _two_directions(joints, a, b)
    if relation.kind == "monotone":
        failing = next(joint for joint in joints if joint.distinct_counts[0] > 1 and affine_coefficients(joint) is None)
        sentence = f"{b} is not affine in {a}: no line goes through these three"
        yield Refusal(sentence, tuple(instance_with_values(failing, x) for x in _off_the_line(failing)))
    if relation.kind == "affine":
        for joint in joints:
            if (instance := _first_difference(joint)) is not None:
                yield Refusal(f"{b} is not {a}", (instance_with_values(joint, instance),))
                break


def _not_determined(joint: Joint, indices: Integers, source: str, target: str) -> Refusal:
    """Return the first two instances with one value of the metric ``source`` and two of ``target``.

    ``indices`` has the values of ``source`` by row: ``indices_a`` or ``indices_b`` of the joint. One of them occurs in
    two rows.
    """
    first_instance: dict[int, int] = {}  # by index of a value
    for row in np.argsort(joint.first_instances).tolist():
        index = int(indices[row])
        instance = int(joint.first_instances[row])
        if index in first_instance:
            sentence = f"{source} does not determine {target}: one value of {source}, two of {target}"
            pair = (first_instance[index], instance)
            return Refusal(sentence, tuple(instance_with_values(joint, x) for x in pair))
        first_instance[index] = instance
    raise AssertionError("called where every value occurs once")


def _two_directions(joints: Sequence[Joint], a: str, b: str) -> Iterator[Refusal]:
    """Yield two instances that both metrics order alike, and two that they order oppositely."""
    for direction, order in ((1, "in the same order"), (-1, "in opposite orders")):
        for joint in joints:
            # The values of a increase from row to row, so the sign of a step of b says how the two order its instances.
            steps = np.flatnonzero(np.sign(np.diff(joint.indices_b)) == direction)
            if len(steps):
                k = int(steps[0])
                pair = (int(joint.first_instances[k]), int(joint.first_instances[k + 1]))
                yield Refusal(f"{a} and {b} put these {order}", tuple(instance_with_values(joint, x) for x in pair))
                break


def _off_the_line(joint: Joint) -> tuple[int, int, int]:
    """Return three instances whose pairs of values lie on no line: the outermost two, and the first off their line."""
    (low_a, low_b), (high_a, high_b) = joint.values[0], joint.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    outlier = next(k for k, (x, y) in enumerate(joint.values) if low_b + c * (x - low_a) != y)
    return int(joint.first_instances[0]), int(joint.first_instances[-1]), int(joint.first_instances[outlier])


def _first_difference(joint: Joint) -> int | None:
    """Return the first instance on which the two have different values, or None."""
    return min(
        (int(first) for first, (x, y) in zip(joint.first_instances, joint.values, strict=True) if x != y), default=None
    )


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
    _, x = np.unique(joint.indices_a, return_inverse=True)  # numbered without gaps, as small indices of the table
    _, y = np.unique(joint.indices_b, return_inverse=True)
    if direction < 0:
        y = y.max(initial=0) - y
    instances = joint.compared_count
    pairs = instances * (instances - 1) // 2
    tied_in_both = _pairs_within(joint.instance_counts)
    only_b = _pairs_within(np.bincount(x, weights=joint.instance_counts)) - tied_in_both
    only_a = _pairs_within(np.bincount(y, weights=joint.instance_counts)) - tied_in_both
    opposite = _opposite_pairs(x, y, joint.instance_counts)
    alike = pairs - tied_in_both - only_a - only_b - opposite
    return Agreement(joint.n, pairs, alike=alike, differently=opposite, only_a=only_a, only_b=only_b)


def _pairs_within(counts: NDArray[Any]) -> int:
    """Count the pairs of instances within groups of these sizes, which are floats if ``bincount`` has summed them."""
    integers = counts.astype(np.int64)
    return int((integers * (integers - 1) // 2).sum())


def _opposite_pairs(x: Integers, y: Integers, counts: Integers) -> int:
    """Count the pairs of instances where one has the greater x and the smaller y.

    Row k of the joint represents ``counts[k]`` instances. Each instance is paired with those of greater x and smaller
    y. Their number is read from a table of sums, or counted row by row if the table would be too large.
    """
    if not len(x):
        return 0
    height, width = int(x.max()) + 1, int(y.max()) + 1
    if height * width <= MAX_TABLE_CELLS:
        table = np.zeros((height, width), dtype=np.int64)
        table[x, y] = counts
        at_least = table[::-1].cumsum(axis=0)[::-1]  # at_least[i, j]: instances with x >= i and y = j
        opposite = np.zeros_like(table)  # opposite[i, j]: instances with x > i and y < j
        opposite[:-1, 1:] = at_least[1:].cumsum(axis=1)[:, :-1]
        return int((table * opposite).sum())
    return sum(int(counts[k] * counts[(x > x[k]) & (y < y[k])].sum()) for k in range(len(x)))


def smallest_disagreement(joint: Joint, direction: int) -> tuple[int, int] | None:
    """Return the first two instances that the metrics order differently; the later one is as early as possible.

    They are indices into the size's instances. ``direction`` is as for :func:`count_agreement`. None if there are none.
    """
    kept = np.flatnonzero((joint.a.value_indices != UNDEFINED) & (joint.b.value_indices != UNDEFINED))
    x, y = joint.a.value_indices[kept], joint.b.value_indices[kept] * direction
    for later in range(1, len(kept)):
        opposite = np.flatnonzero((np.sign(x[:later] - x[later]) * np.sign(y[:later] - y[later])) < 0)
        if len(opposite):
            return int(kept[opposite[0]]), int(kept[later])
    return None
