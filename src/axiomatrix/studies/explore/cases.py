"""The cases of a search: rankings, and parameters with small whole entries that are changed at random or lowered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any

from ...methods.classes import Order
from ...values.parameters import Parameter

LARGEST = 4096
"""The largest entry of a parameter that a plain search tries."""
Weights = tuple[str, tuple[int, ...], int]
"""A parameter by its name: whole numerators, and their common denominator."""


@dataclass(frozen=True)
class Case:
    """All rankings but the first, which is 1, 2, 3 ..., and the parameters that are not left to a program."""

    orders: tuple[Order, ...]
    weights: tuple[Weights, ...] = ()

    def lighter(self) -> Iterator[Case]:
        """The cases with one parameter without its denominator or its common factor, or one entry smaller."""
        for place, (name, whole, below) in enumerate(self.weights):

            def with_(whole: Sequence[int], below: int, place: int = place, name: str = name) -> Case:
                changed = (name, tuple(whole), below)
                return Case(self.orders, (*self.weights[:place], changed, *self.weights[place + 1 :]))

            divisor = gcd(*whole)
            if below != 1:
                yield with_(whole, 1)
            if divisor > 1:
                yield with_([x // divisor for x in whole], below)
            for k, x in enumerate(whole):
                for less in smaller(x):
                    yield with_([*whole[:k], less, *whole[k + 1 :]], below)


@dataclass(frozen=True)
class ScoredCase:
    """A case with its score (smaller is better; None for no bound at all) and the value of the linear parameter."""

    case: Case
    score: Any
    value: Parameter | None = None

    def beats(self, other: ScoredCase | None) -> bool:
        return other is None or (other.score is not None and (self.score is None or self.score < other.score))


def by_score(scored: ScoredCase) -> Any:
    """The key that sorts the best first."""
    return scored.score is not None, scored.score or 0


def smaller(entry: int) -> Iterator[int]:
    """The smaller entries to try in its place, the smallest first."""
    yield from dict.fromkeys(c for c in (0, 1, 2, 3, entry // 2, entry - 1) if 0 <= c < entry)


def nudged(weights: Weights, random: Random, *, decreasing: bool) -> Weights:
    """The parameter after a random change of an entry, of one end or of all; as it was if that gets too large."""
    name, given, below = weights
    whole = list(given)
    k = random.randrange(len(whole))
    kind = random.randrange(8)
    if kind <= 1:
        whole[k] = max(0, whole[k] + (1 if kind else -1))
    elif kind == 2:
        whole[k] *= 2
    elif kind == 3:
        whole[k] //= 2
    elif kind == 4:
        whole[k] = whole[random.randrange(len(whole))]
    elif kind == 5:  # one end scaled
        end = range(k + 1) if random.randrange(2) else range(k, len(whole))
        whole = [2 * x if i in end else x for i, x in enumerate(whole)]
    elif kind == 6:
        whole[k] = random.randrange(2)
    elif random.randrange(2):  # all entries half as large, or twice
        below *= 2
    else:
        whole = [2 * x for x in whole]
    if decreasing:
        whole.sort(reverse=True)
    common = gcd(below, *whole)
    whole, below = [x // common for x in whole], below // common
    return weights if max(whole) > LARGEST or below > LARGEST else (name, tuple(whole), below)
