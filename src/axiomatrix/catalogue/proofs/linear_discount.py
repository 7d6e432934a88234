"""The loss of DCG with a linear discount is K_D, D_xy = |g_x - g_y|, for every number of items.

Let the discount of rank i be c - i, and let sigma(x) be the rank of the item at rank x of the ideal order, g_1 >= g_2
>= ... The loss is the sum of g_x (sigma(x) - x). Exchanging neighbours of gains g > h, the better one first, costs
(c - i) g + (c - i - 1) h - (c - i) h - (c - i - 1) g = g - h at any rank i. Such exchanges lead from the ideal order to
every order, one for each inverted pair. So the loss is the sum of g_x - g_y over these pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from flint import fmpq

from ...model.registry import Registry
from ...numbers.exact import sign
from ...spaces import all_rankings
from ...values.grades import Discounts
from ...values.judged import Judged
from ...values.parameters import Similarity
from ...values.rankings import Ranking
from .evaluating import ProofWorld
from .levels import KENDALL
from .proof import Lemma, Step

DCG = "dcg[any]"


def _gains(n: int) -> Iterator[tuple[int, ...]]:
    """Gains whose nonnegative combinations include all falling gains, and others."""
    yield from ((1,) * k + (0,) * (n - k) for k in range(n + 1))
    yield tuple(2 ** (n - k) - 1 for k in range(1, n + 1))


def _loss(registry: Registry, n: int) -> Iterator[str]:
    dcg, a = registry.metric(DCG), Ranking.identity(n)
    discount = Discounts.of(list(range(n, 0, -1)))
    for gains in _gains(n):
        pairs = combinations(range(1, n + 1), 2)
        D = Similarity({(x, y): fmpq(gains[x - 1] - gains[y - 1]) for x, y in pairs})
        world = ProofWorld(registry, {"D": D})
        ideal = dcg.evaluate(Judged.of(gains), {"discount": discount})
        for b in all_rankings(n):
            listed = Judged.of([gains[a[x] - 1] for x in b.order])
            loss = ideal - dcg.evaluate(listed, {"discount": discount})
            if sign(loss - world.value(KENDALL, a, b)) != 0:
                yield f"gains {gains}, {b}: the loss is {loss}"


LEMMA = Lemma(
    "linear-discount",
    "the loss of DCG with a linear discount from the ideal list is K_D with D_xy = |g_x - g_y|, for every n",
    (
        "every order is reached from the ideal one by one exchange of neighbours for each inverted pair",
        "both sides are linear in falling gains, which are combinations of those that the step has",
    ),
    (Step("loss", "the loss is K_D, for gains 1 and 0 and for 2^k - 1, and all orders", _loss),),
)
"""It is about a score, and no bound of a row."""
