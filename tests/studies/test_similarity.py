"""Exact constants of the distances with similarities: what is committed stands, is computed again, and is attacked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from axiomatrix.catalogue.proofs import PROOFS
from axiomatrix.methods.coordinates import reverse
from axiomatrix.methods.sweep import Sweep
from axiomatrix.numbers.exact import rational
from axiomatrix.studies.explore.swept import checked_sweep
from axiomatrix.studies.similarity import (
    PROVED,
    READINGS,
    ExtremeInstance,
    SimilarityConstants,
    committed,
    constants,
    general_bounds,
    ratio_at,
    spec_of,
    turned,
    wrong_instances,
)

QUICK, SLOW = 4, 6


def test_every_committed_instance_has_its_ratio() -> None:
    assert wrong_instances(committed()) == []
    assert set(committed().readings) == set(READINGS)
    for sizes in (*committed().readings.values(), committed().general):
        assert [size.n for size in sizes] == list(range(2, sizes[-1].n + 1))
        assert sizes[-1].n >= 7 or sizes is committed().general


def test_more_items_have_the_extremes_of_fewer() -> None:
    for sizes in committed().readings.values():
        least = [rational(size.least.value) for size in sizes]
        largest = [rational(size.largest.value) for size in sizes]
        assert least == sorted(least, reverse=True) and largest == sorted(largest)


@pytest.mark.parametrize(("reading", "sense"), PROVED)
def test_a_bound_after_which_nothing_is_asked_is_proved(reading: str, sense: str) -> None:
    axiom, factor = {"inf": "lower-bound", "sup": "upper-bound"}[sense], PROVED[reading, sense]
    asked = (f"footrule-similarity[{reading}]", f"{axiom}(other=kendall-similarity, factor={factor})")
    assert asked in {(proof.metric, proof.statement.id) for proof in PROOFS}


def again(reading: str, largest: int) -> None:
    """Compute the constants with each program verified by the checker that shares no code with the search."""
    stored = committed().readings[reading]
    for now, size in zip(constants(reading, largest, checked_sweep(spec_of(reading))), stored, strict=False):
        assert (now.n, now.least.value, now.largest.value, now.attains) == (
            *(size.n, size.least.value, size.largest.value, size.attains),
        )
        assert now.classes == size.classes


@pytest.mark.parametrize("reading", ["deck", "le", "passed"])
def test_the_constants_of_few_items_are_computed_again(reading: str) -> None:
    again(reading, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["deck", "le", "passed"])
def test_the_constants_of_more_items_are_computed_again(reading: str) -> None:
    again(reading, SLOW)


def test_lt_is_le_with_both_rankings_turned_around() -> None:
    le, lt = (Sweep.of(spec_of(reading)) for reading in ("le", "lt"))
    for order in ((2, 3, 1), (3, 1, 2), (2, 4, 1, 3), (4, 1, 3, 2), (2, 5, 1, 4, 3)):
        image, named = reverse(order)
        number = le.traced.coordinates.renumbering(len(order), named)
        assert number is not None
        assert le.known_goal(order).numerator.renumbered(number) == lt.known_goal(image).numerator
    assert tuple(map(turned, committed().readings["le"])) == committed().readings["lt"]


def test_bounds_of_the_general_distances_contain_what_is_proved() -> None:
    for bounds in committed().general:
        assert rational(bounds.proved) <= rational(bounds.best.value)
        assert not bounds.best.w or all(rational(weight) > 0 for weight in bounds.best.w)
    now = list(general_bounds(3))
    assert [(b.n, b.proved, b.best.value) for b in now] == [
        (b.n, b.proved, b.best.value) for b in committed().general[:2]
    ]


ALTERED: dict[str, Callable[[ExtremeInstance], ExtremeInstance]] = {
    "the ratio": lambda one: replace(one, value="5/7"),
    "the ranking": lambda one: replace(one, order=(1, *one.order[1:][::-1]) if len(one.order) > 3 else (2, 1, 3)),
    "a distance": lambda one: replace(one, D=("7", *one.D[1:])),
    "a negative distance": lambda one: replace(one, D=tuple(f"-{d}" for d in one.D)),
    "all distances zero": lambda one: replace(one, D=("0",) * len(one.D)),
    "no number": lambda one: replace(one, D=("x", *one.D[1:])),
    "a distance less": lambda one: replace(one, D=one.D[1:]),
}


@pytest.mark.parametrize("what", ALTERED)
@pytest.mark.parametrize("reading", [*READINGS, "general"])
def test_an_altered_instance_is_refused(what: str, reading: str) -> None:
    content = committed()
    if reading == "general":
        size = content.general[-1]
        wrong = SimilarityConstants({}, (replace(size, best=ALTERED[what](size.best)),))
    else:
        last = next(size for size in content.readings[reading] if len(size.least.order) + len(size.largest.order) > 4)
        which = "least" if len(last.least.order) > 2 else "largest"
        changed = replace(last, **{which: ALTERED[what](getattr(last, which))})
        wrong = SimilarityConstants({reading: (changed,)}, ())
    assert wrong_instances(wrong)


def test_a_distance_that_breaks_the_triangle_inequality_is_refused() -> None:
    with pytest.raises(ValueError):
        ratio_at("deck", ExtremeInstance("1", (3, 2, 1), ("1", "0", "0")))
