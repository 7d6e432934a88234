"""Lemmas of proofs: each fails of what is not so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lemmas import fails

from axiomatrix import Ranking
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import (
    areas,
    distances,
    judged,
    moves,
    overlaps,
    preferences,
    priced,
    sums,
    triangle,
    weighted,
)
from axiomatrix.catalogue.proofs.proof import Step
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Whole

REGISTRY = load_catalogue()
SIZE = 3


WRONG: list[tuple[Any, str, Any, Step]] = [
    (areas, "most", lambda n, k: k, areas.BETWEEN),
    (areas, "most", lambda n, k: 2 * k * (n - k), areas.REVERSED),
    (areas, "most", lambda n, k: 2 * k * (n - k), areas.BOTH),
    (areas, "point", lambda a, b, k: Whole(k), areas.EQUAL),
    (areas, "point", lambda a, b, k: Whole(0), areas.APART),
    (areas, "point", lambda a, b, k: Whole(k), areas.HALF),
    (weighted, "shares", lambda a, b: [Whole(2)] * (len(a) - 1), weighted.IN_RANGE),
    (weighted, "shares", lambda a, b: [Whole(0)] * (len(a) - 1), weighted.ONES),
    (weighted, "shares", lambda a, b: [Whole(1)] * (len(a) - 1), weighted.ZEROS),
    (weighted, "shares", lambda a, b: [Whole(1)] * (len(a) - 1), weighted.TURNED),
    (overlaps, "agreement", lambda *given: Whole(2), overlaps._agrees("rbo[ext]", "ext")),
    (preferences, "counts", lambda a, b: (Whole(9),) * 5, preferences._true("kendall-tau-b")),
    (priced, "parted", lambda a, b: (a.order[-1], b.order[-1]), priced.BOTH_MOVE),
    (priced, "pbar", lambda convention, a, b, delta, x: Whole(int(a[x] < b[x])), priced._costs("one")),
    (judged, "GAINS", {"exponential": lambda g: 2 * g, "linear": lambda g: -g}, judged.SAME_GAINS),
    (judged, "GAINS", {"exponential": lambda g: 2 * g, "linear": lambda g: -g}, judged._rises("linear")),
]


@pytest.mark.parametrize(("module", "name", "wrong", "step"), WRONG, ids=lambda value: getattr(value, "says", None))
def test_a_lemma_fails_of_what_is_not_so(
    module: Any, name: str, wrong: Any, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not fails(step)
    if name == "counts":
        wrong = lambda a, b: preferences.Counts(*(Whole(9),) * 5)  # noqa: E731
    monkeypatch.setattr(module, name, wrong)
    assert fails(step)


def test_costs_that_may_be_zero_are_refused() -> None:
    made = Registry(REGISTRY)
    kendall = REGISTRY.metric("kendall")
    made.metrics["kendall"] = replace(kendall, definition=lambda a, b: int((a.order[0] == 1) != (b.order[0] == 1)))
    step = triangle.costs("kendall", positive=True)
    assert step.check(REGISTRY, SIZE) is None
    assert step.check(made, SIZE) is not None


@pytest.mark.parametrize(
    ("outer", "multiple"),
    [
        (lambda s, n: -s, True),
        (lambda s, n: s + 1, False),
        (lambda s, n: s - s * s, False),
        (lambda s, n: min(s, Whole(2)), False),
        (lambda s, n: s * 0, True),
    ],
)
def test_a_function_that_does_not_rise_from_0_is_refused(outer: Any, multiple: bool) -> None:
    row = replace(sums.KENDALL_N, outer=outer)
    assert not fails(distances.rises(sums.KENDALL_N)) and not fails(distances.is_multiple(sums.KENDALL_N))
    assert fails(distances.rises(row)) and fails(distances.is_multiple(row)) is not multiple


def test_the_larger_of_two_terms_may_shrink_for_other_terms() -> None:
    assert not fails(distances.does_not_shrink())
    assert fails(distances.does_not_shrink(lambda p, q: int(p == q)))


def test_a_discount_that_rises_is_refused() -> None:
    assert fails(judged.falls("i", lambda i, at: Whole(i), 1))
    assert fails(judged.falls("-i", lambda i, at: -Whole(i), 1))


@pytest.mark.parametrize(("row", "wrong"), [("cayley", moves.puts), ("ulam", moves.exchanges), ("hamming", moves.puts)])
def test_a_distance_that_counts_other_moves_is_refused(row: str, wrong: Any) -> None:
    assert any(moves.is_a_distance(row, wrong, REGISTRY, n) for n in range(1, 5))


def test_moves_that_cannot_be_taken_back_and_places_that_matter_are_noticed() -> None:
    def forward(b: Ranking) -> Any:
        return iter([b.rotated(1)])

    def neighbours(b: Ranking) -> Any:
        return (b.swapped(i) for i in range(1, len(b)))

    assert any(moves.one_way(forward, REGISTRY, 3))
    assert not any(moves.one_way(neighbours, REGISTRY, 3))
    assert any(moves.other_moves(neighbours, REGISTRY, 3))
    assert not any(moves.other_moves(moves.exchanges, REGISTRY, 3))
