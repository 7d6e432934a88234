"""Exact constants of the distances with similarities: what is committed stands, is computed again, and is attacked."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from axiomatrix import REGISTRY
from axiomatrix.methods.coordinates import reverse
from axiomatrix.methods.sweep import Sweep
from axiomatrix.numbers.exact import rational
from axiomatrix.studies import similarity
from axiomatrix.studies.explore.chunks import checked_sweep
from axiomatrix.studies.similarity import (
    READINGS,
    ExtremeInstance,
    SimilarityConstants,
    committed,
    compute_constants,
    errors_in_committed,
    general_bounds,
    mirrored,
    proved_bound,
    ratio_at,
    spec_of,
    wrong_instances,
)
from axiomatrix.values.parameters import Similarity
from axiomatrix.values.rankings import Ranking

QUICK, SLOW = 4, 6


def test_every_committed_instance_has_its_ratio() -> None:
    assert wrong_instances(committed()) == [] and errors_in_committed() == ()
    assert set(committed().readings) == set(READINGS)
    for sizes in (*committed().readings.values(), committed().general):
        assert [size.n for size in sizes] == list(range(2, sizes[-1].n + 1))
        assert sizes[-1].n >= 8 or sizes is committed().general


def test_more_items_have_the_extremes_of_fewer() -> None:
    for sizes in committed().readings.values():
        least = [rational(size.least.value) for size in sizes]
        largest = [rational(size.largest.value) for size in sizes]
        assert least == sorted(least, reverse=True) and largest == sorted(largest)


def test_bounds_for_every_n_are_those_of_the_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = {
        (r, sense): proved_bound(f"footrule-similarity[{r}]", sense) for r in READINGS for sense in ("inf", "sup")
    }
    assert bounds == {
        ("deck", "inf"): rational(3, 16),
        ("deck", "sup"): 2,
        ("le", "inf"): 1,
        ("le", "sup"): 4,
        ("lt", "inf"): 1,
        ("lt", "sup"): 4,
        ("passed", "inf"): 1,
        ("passed", "sup"): 4,
    }
    monkeypatch.setattr(similarity, "PROOFS", ())
    assert proved_bound("footrule-similarity[deck]", "sup") is None


@given(st.data())
def test_the_argument_on_paper_for_the_general_bound(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 5))
    order = data.draw(st.permutations(range(1, n + 1)))
    E = Similarity.of({pair: data.draw(st.integers(0, 9)) for pair in combinations(range(1, n + 1), 2)})  # no metric
    a, b = Ranking.identity(n), Ranking.from_order(order)
    footrule = REGISTRY.metric("footrule-similarity[deck]").definition
    kendall = REGISTRY.metric("kendall-similarity").definition
    upper, lower = footrule(a, b, D=E), kendall(a, b, D=E)
    assert (n - 1) * upper >= 2 * lower


@pytest.mark.parametrize("altered", ["an instance", "a smaller ratio", "who attains it"])
def test_nothing_is_concluded_from_constants_that_are_altered(altered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = committed()
    sizes = list(content.readings["le"])
    if altered == "who attains it":
        sizes[2] = replace(sizes[2], attains=True)
    elif altered == "a smaller ratio":  # its instance stands, and a larger one is left out
        sizes[1] = replace(sizes[1], largest=sizes[0].largest)
    else:
        sizes[-1] = replace(sizes[-1], least=ALTERED["the ratio"](sizes[-1].least))
    doubtful = replace(content, readings={**content.readings, "le": tuple(sizes)})
    monkeypatch.setattr(similarity, "committed", lambda: doubtful)
    errors_in_committed.cache_clear()
    try:
        assert errors_in_committed() and all(text.startswith("le, n = ") for text in errors_in_committed())
    finally:
        errors_in_committed.cache_clear()


def again(reading: str, largest: int) -> None:
    """Compute the constants with each program verified by the checker that shares no code with the search."""
    stored = committed().readings[reading]
    for now, size in zip(compute_constants(reading, largest, checked_sweep(spec_of(reading))), stored, strict=False):
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


def test_a_proof_that_3_is_the_largest_ratio_would_change_no_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes where a proved bound is attained are not swept, but the rankings that attain 3 are needed."""
    sizes = list(compute_constants("le", 4))
    assert sizes[-1].largest.value == "3"
    monkeypatch.setattr(similarity, "proved_bound", lambda row, sense: rational(3) if sense == "sup" else None)
    assert [size.values for size in compute_constants("le", 4)] == [size.values for size in sizes]


def test_lt_is_le_with_both_rankings_turned_around() -> None:
    le, lt = (Sweep.of(spec_of(reading)) for reading in ("le", "lt"))
    for order in ((2, 3, 1), (3, 1, 2), (2, 4, 1, 3), (4, 1, 3, 2), (2, 5, 1, 4, 3)):
        image, named = reverse(order)
        number = le.traced.coordinates.renumbering(len(order), named)
        assert number is not None
        assert le.known_goal(order).numerator.renumbered(number) == lt.known_goal(image).numerator
    assert tuple(map(mirrored, committed().readings["le"])) == committed().readings["lt"]


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
