"""F_D against K_D by the longest chain of reversed items: the lemma, by hand, and where it must fail."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest
from flint import fmpq

from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import LEMMAS, height, levels
from axiomatrix.catalogue.proofs.proof import Lemma
from axiomatrix.model.registry import Registry
from axiomatrix.studies.ledger import building
from axiomatrix.values.parameters import Similarity
from axiomatrix.values.rankings import Ranking

REGISTRY = load_catalogue()
FOOTRULE, KENDALL = REGISTRY.metric(levels.DECK), REGISTRY.metric(levels.KENDALL)


def longest(order: tuple[int, ...]) -> int:
    """The longest decreasing subsequence, by trying all."""
    sizes = range(len(order), 0, -1)
    return next(k for k in sizes for part in combinations(order, k) if list(part) == sorted(part, reverse=True))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_height_is_the_longest_decreasing_subsequence(n: int) -> None:
    a = Ranking.identity(n)
    for order in permutations(range(1, n + 1)):
        assert height.height(a, Ranking.from_order(order)) == longest(order)


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.id)
def test_the_lemmas_stand_and_fail_for_another_definition(lemma: Lemma) -> None:
    assert lemma.failure(REGISTRY, 4) is None
    for row in (levels.DECK, levels.KENDALL):
        made = Registry(REGISTRY)
        metric = REGISTRY.metric(row)
        made.metrics[row] = replace(metric, definition=tripled(metric.definition))
        assert lemma.failure(made, 4) is not None


def tripled(definition: Any) -> Any:
    return lambda *given, **named: 3 * definition(*given, **named)


def test_no_similarity_that_is_drawn_breaks_the_bound_triangle_inequality_or_not() -> None:
    drawn = random.Random(3)
    nearest = {3: fmpq(9), 4: fmpq(9)}
    for _ in range(1500):
        n = drawn.randint(3, 7)
        a, b = Ranking.identity(n), Ranking.from_order(drawn.sample(range(1, n + 1), n))
        h = height.height(a, b)
        D = Similarity({pair: fmpq(drawn.choice((0, 0, 1, 1, 2, 5))) for pair in combinations(range(1, n + 1), 2)})
        far, inverted = (metric.evaluate(a, b, {"D": D}) for metric in (FOOTRULE, KENDALL))
        assert (h - 1) * far >= 2 * inverted
        if h == 2:
            assert far == 2 * inverted
        elif h in nearest and inverted:
            nearest[h] = min(nearest[h], fmpq(far) / inverted)
    assert 1 <= nearest[3] < fmpq(6, 5) and fmpq(2, 3) <= nearest[4] < 1


def test_levels_that_do_not_increase_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = height.levels
    monkeypatch.setattr(height, "levels", lambda order: {v: min(k, 2) for v, k in known(order).items()})
    by_levels = height.LEMMA.steps[0]
    assert by_levels.check(REGISTRY, 2) is None and by_levels.check(REGISTRY, 3) is not None


def test_the_ledger_says_what_is_proved_instead_of_the_conjecture() -> None:
    class Rows:
        rows = (type("Row", (), {"name": levels.DECK})(),)
        cells = ()

    (correction,) = [
        correction for correction in building.CORRECTIONS if correction.claim == "KV7" and correction.needs_matrix
    ]
    sentence = correction.run(Rows()).sentence
    assert "K_D <= F_D where h <= 3, and 2/3 is the best factor for h = 4" in sentence
    assert "F_D >= (2/3) K_D for the footrule as printed" in sentence
