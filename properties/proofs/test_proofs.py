"""Every proof's steps at larger sizes than a quick check runs them: red means that a definition or a proof is wrong."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from share import share

from axiomatrix import Ranking
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import LEMMAS, PROOFS, Lemma, Proof, charging, levels

REGISTRY = load_catalogue()
LARGE, WITH_MANY_SYMBOLS = 5, 4


@pytest.mark.parametrize("proof", share(PROOFS, 10), ids=lambda proof: proof.id)
def test_every_step_holds(proof: Proof) -> None:
    size = WITH_MANY_SYMBOLS if len(REGISTRY.metric(proof.metric).parameters) > 1 else LARGE
    assert proof.failure(REGISTRY, size) is None


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.id)
def test_every_step_of_a_lemma_holds(lemma: Lemma) -> None:
    assert lemma.failure(REGISTRY, LARGE) is None


@pytest.mark.parametrize("n", [8, 24, 40, 72])
def test_the_certificate_of_the_deck_stands_for_many_items(n: int) -> None:
    """Reversals from which some pairs of neighbours and some single items have been moved."""
    chance = random.Random(n)
    for rounds in range(12):
        order = list(range(n, 0, -1))
        for _ in range(rounds * n // 3):
            k = chance.randrange(n - 1)
            order[k : k + 2] = order[k + 1], order[k]
        for _ in range(rounds % 5):
            order.insert(chance.randrange(n), order.pop(chance.randrange(n)))
        assert levels.fault(levels.Order.of(Ranking.identity(n), Ranking.from_order(order))) is None


@pytest.mark.slow
def test_the_argument_about_the_deck_holds_for_all_rankings_of_six_items() -> None:
    for step in levels.STEPS[1:]:
        assert step.check(REGISTRY, LARGE + 1) is None


def test_an_item_is_left_for_every_pair_that_is_not_inverted() -> None:
    """And no inverted pair pays more than twice for one direction."""
    chance = random.Random(0)
    for n in range(4, 17):
        for _ in range(100):
            a, b = Ranking.identity(n), Ranking.from_order(chance.sample(range(1, n + 1), n))
            uses = Counter((x, y) for x, y in charging.paid(a, b) if b[x] > b[y])
            for x, y, z in charging.assigned(a, b):
                uses.update([(x, z), (y, z)])
            assert all(x < y and b[x] > b[y] and times <= 2 for (x, y), times in uses.items())
