"""How small F_D / K_D is for cut metrics, F_D as the deck prints it: the infimum over all n is 2/3.

A cut metric colours the items red and blue: D is 1 between the colours and 0 within one.

*F_D >= (2/3) K_D.* Let B_a(v) be the number of blue items ahead of the red item v in a, and F_red(a, b) the sum of
|B_a(v) - B_b(v)| over red v; F_blue with the colours exchanged. F_D = F_red + F_blue, and both are distances of
vectors that belong to one ranking each, hence satisfy the triangle inequality. Let b' have the blue items in the
order in which b has them, and every red v behind B_a(v) of them (red ones in one place in any order).
- From b' to b, v passes |B_a(v) - B_b(v)| blue items, so that K_D(b', b) = F_red(a, b).
- B is the same in a and in b', so that F_red(a, b') = 0. A red v is inverted with a blue u, comparing a with b', if
  and only if B_a(v) is between the places of u among the blue items of a and of b'; hence all red items inverted with
  u are passed in one direction, and |R_a(u) - R_b'(u)| is their number: F_blue(a, b') = K_D(a, b').
- F_blue(b', b) <= K_D(b', b), since a red item is counted in it only if it is inverted with the blue one. So K_D(a,
  b) <= K_D(a, b') + K_D(b', b) = F_blue(a, b') + F_red(a, b) <= F_blue(a, b) + F_blue(b, b') + F_red(a, b) <=
  F_blue(a, b) + 2 F_red(a, b). With the colours exchanged, K_D <= F_red + 2 F_blue. Adding both, 2 K_D <= 3 F_D.

*Not more.* Let n = 2m, b = (n, 3, 2, 5, 4, ..., n-1, n-2, 1) and D_xy = 1 if x - y is odd. Every inner item is
inverted with one of the other colour that was ahead of it, and with one that was behind: an end and its partner. It
pays nothing; both ends pay m. So F_D = 2m, K_D = 2 (m - 1) + 1 + (m - 1) = 3m - 2, and the ratio 2m / (3m - 2) comes
as near to 2/3 as one likes.

F_D is convex in D and K_D linear, so nothing follows for sums of cut metrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...values.parameters import Similarity
from ...values.rankings import Ranking, ahead
from .evaluating import ProofWorld, failed_at, pairs
from .levels import DECK, KENDALL
from .proof import Lemma, Step

Colours = dict[Any, bool]
"""Which items are red."""


def cut(red: Colours) -> Similarity:
    """The cut metric of a colouring."""
    return Similarity({(x, y): fmpq(int(red[x] != red[y])) for x, y in combinations(red, 2)})


def family(m: int) -> tuple[Ranking, Ranking, Similarity]:
    """a, b and D with the ratio 2m / (3m - 2)."""
    n = 2 * m
    inner = [x for k in range(2, n - 1, 2) for x in (k + 1, k)]
    red = {x: x % 2 == 1 for x in range(1, n + 1)}
    return Ranking.identity(n), Ranking.from_order([n, *inner, 1]), cut(red)


def _colourings(n: int) -> Iterator[Colours]:
    """All but exchanging the colours."""
    return (dict(enumerate((False, *rest), 1)) for rest in product((False, True), repeat=n - 1))


def _passed(red: Colours, a: Ranking, b: Ranking, colour: bool) -> int:
    """F of that colour: by how many items of the other colour its items are displaced."""

    def others(ranking: Ranking, x: Any) -> int:
        return sum(red[y] != colour for y in ahead(ranking, x))

    return sum(abs(others(a, x) - others(b, x)) for x in a.items if red[x] == colour)


def between(red: Colours, a: Ranking, b: Ranking, colour: bool) -> Ranking:
    """b': the items of the other colour as in b, every item of that colour behind as many of them as in a."""
    others = [y for y in b.order if red[y] != colour]
    behind = {x: sum(red[y] != colour for y in ahead(a, x)) for x in a.order if red[x] == colour}
    order = [x for x, k in behind.items() if k == 0]
    for place, y in enumerate(others, 1):
        order += [y, *(x for x, k in behind.items() if k == place)]
    return Ranking.from_order(order)


def _two_thirds(registry: Registry, n: int) -> Iterator[str]:
    for red in _colourings(n):
        world = ProofWorld(registry, {"D": cut(red)})
        for a, b in pairs(n):
            kendall = world.value(KENDALL, a, b)
            own, other = (_passed(red, a, b, colour) for colour in (True, False))
            if world.value(DECK, a, b) != own + other:
                yield f"{failed_at(a, b)}, {red}: F is not {own} + {other}"
            for colour, same_side, other_side in ((True, own, other), (False, other, own)):
                middle = between(red, a, b, colour)
                crossed = _passed(red, a, middle, not colour)
                if world.value(KENDALL, middle, b) != same_side or _passed(red, middle, b, not colour) > same_side:
                    yield f"{failed_at(a, b)}, {red}: {middle} is not as far from b as the items pass"
                if _passed(red, a, middle, colour) or world.value(KENDALL, a, middle) != crossed:
                    yield f"{failed_at(a, b)}, {red}: {middle} is not as far from a as the items pass"
                if kendall > other_side + 2 * same_side:
                    yield f"{failed_at(a, b)}, {red}: K is {kendall}, more than {other_side} + 2 {same_side}"


def ratio(registry: Registry, m: int) -> Fraction:
    """F_D / K_D of the family, by the definitions of the registry."""
    a, b, D = family(m)
    world = ProofWorld(registry, {"D": D})
    return Fraction(str(world.value(DECK, a, b) / world.value(KENDALL, a, b)))


def _family(registry: Registry, n: int) -> Iterator[str]:
    m = n + 2
    quotient = ratio(registry, m)
    if quotient != Fraction(2 * m, 3 * m - 2):
        yield f"m = {m}: the ratio is {quotient}"


LEMMA = Lemma(
    "cut-metrics",
    "F_D >= (2/3) K_D for the footrule as printed and every D that is a multiple of a cut metric (1 between two "
    "classes of items, 0 within one), and no larger factor is possible",
    (
        "the items of b' are as described for every n, and pass each other in one direction",
        "with both colours, 2 K_D <= 3 F_D; the ratio 2 m/(3 m - 2) tends to 2/3",
    ),
    (
        Step("two thirds", "for cut metrics, b' is as described, and K_D <= F_blue + 2 F_red", _two_thirds),
        Step("not more", "the ratio of the family with n + 2 for m is 2 m / (3 m - 2)", _family),
    ),
)
"""Not a bound of the row, since the statement is not about all pseudometrics."""
