"""Cones of a user's own: what belongs to them, what is drawn and enumerated, and what is refused where declared."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import ElementWeights, PositionWeights, Similarity, spaces
from axiomatrix.spaces.cones import nonnegative_combination
from axiomatrix.verify.world import SeededDraws


def cuts(n: int) -> list[dict[tuple[int, int], int]]:
    items = range(1, n + 1)
    sides = [set(side) for size in range(1, n) for side in combinations(items, size)]
    return [{(x, y): int((x in side) != (y in side)) for x, y in combinations(items, 2)} for side in sides]


def differences(delta: Any, n: int) -> list[Any]:
    return [delta[i] - delta[i + 1] for i in range(2, n)]


FALLING = spaces.cone(spaces.position_weights(), "falling", inequalities=differences)
CUTS = spaces.cone(spaces.similarities(), "sums of cuts", generators=cuts)
STEEP = spaces.cone(
    spaces.position_weights(positive=False),
    "halving",
    inequalities=lambda delta, n: [delta[i] - 2 * delta[i + 1] for i in range(2, n)],
)
NEAR = spaces.cone(
    spaces.element_weights(),
    "no weight above the others",
    inequalities=lambda w, n: [sum(w[y] for y in range(1, n + 1)) - 2 * w[x] for x in range(1, n + 1) if n > 2],
)
ALL = (FALLING, CUTS, STEEP, NEAR)


vectors = st.lists(st.integers(-2, 3), min_size=3, max_size=3)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.lists(vectors, min_size=4, max_size=4), vectors)
def test_a_combination_is_found_or_there_is_a_form_that_separates(columns, target):
    factors = nonnegative_combination(columns, target)
    if factors is not None:
        assert all(x >= 0 for x in factors)
        assert [sum(x * c[k] for x, c in zip(factors, columns, strict=True)) for k in range(3)] == target
    else:  # Farkas: a form that is not negative on the columns and negative at the target
        forms = product(range(-8, 9), repeat=3)
        assert any(
            all(sum(f * x for f, x in zip(form, c, strict=True)) >= 0 for c in columns)
            and sum(f * x for f, x in zip(form, target, strict=True)) < 0
            for form in forms
        )


@pytest.mark.parametrize("space", ALL, ids=lambda space: space.name)
def test_what_is_enumerated_and_drawn_belongs_to_the_cone(space):
    for closed in (space, space.closure()):
        for n in range(1, 6):
            listed = closed.enumerate(n) if n < 5 else []
            drawn = [closed.draw(SeededDraws("cone", n, k), n) for k in range(40)]
            assert n > 4 or listed
            for value in [*listed, *drawn]:
                closed.validate(value, n)
                assert closed.decode(closed.encode(value)) == value
                if closed.positive:
                    assert all(entry > 0 for entry in value.entries.values())


def test_values_outside_are_refused_with_the_inequality():
    assert FALLING.contains(PositionWeights.of([3, 2, 2]), 4)
    assert not FALLING.contains(PositionWeights.of([3, 2, 5]), 4)
    with pytest.raises(ValueError, match=r"1 delta\[3\] \+ -1 delta\[4\] is -3; in falling"):
        FALLING.validate(PositionWeights.of([3, 2, 5]), 4)
    assert not NEAR.contains(ElementWeights.of([1, 1, 3]), 3)
    NEAR.check(ElementWeights.of({"x": 1, "y": 2, "z": 2}))
    with pytest.raises(ValueError, match="must not be negative"):
        NEAR.check(ElementWeights.of({"x": 1, "y": 5, "z": 2}))


def test_sums_of_cuts_are_all_metrics_of_four_points_and_not_of_five():
    """Deza and Laurent, Geometry of Cuts and Metrics: K_{2,3} is a metric that embeds in no l1 space."""
    closed = CUTS.closure()
    assert all(CUTS.contains(value, 4) for value in spaces.similarities().enumerate(4)[::40])
    two_three = {(i, j): 1 if (i <= 2) != (j <= 2) else 2 for i, j in combinations(range(1, 6), 2)}
    spaces.similarities().validate(Similarity.of(two_three), 5)
    with pytest.raises(ValueError, match="not a combination of the generators"):
        closed.validate(Similarity.of(two_three), 5)


def test_a_cone_without_an_inside_at_ones_has_an_inner_point():
    assert list(STEEP.inner_point(4)) == [7, 3, 1]
    assert not STEEP.contains(PositionWeights.of([1, 1]), 3)
    assert list(CUTS.inner_point(3)) == [fmpq(1)] * 3


@pytest.mark.parametrize(
    ("base", "options", "text"),
    [
        (spaces.position_weights(), {}, "either inequalities or generators"),
        (spaces.rank, {"generators": cuts}, "the space of ranks is not"),
        (FALLING, {"inequalities": differences}, "the space of falling is not"),
        (spaces.position_weights(), {"inequalities": lambda d, n: [d[2] - 1 for _ in range(n - 1)]}, "not linear in"),
        (spaces.position_weights(), {"inequalities": lambda d, n: [d[2] * d[n] for _ in range(n - 1)]}, "not linear"),
        (spaces.position_weights(), {"inequalities": lambda d, n: [-d[n] for _ in range(n - 1)]}, "no interior"),
        (spaces.similarities(), {"generators": lambda n: [dict.fromkeys(c, -1) for c in cuts(n)]}, "-1"),
        (spaces.similarities(), {"generators": lambda n: cuts(n)[:1]}, "zero in the same entry"),
    ],
)  # fmt: skip
def test_a_wrong_cone_is_refused_where_it_is_declared(base, options, text):
    with pytest.raises((TypeError, ValueError), match=text):
        spaces.cone(base, "mine", **options)
