"""What a case is drawn from: one number, of which the spaces make the choices that the case is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ..evidence.instance import Instance
from ..spaces import ParameterSpace, Rankings, Space

LED = 3
"""One case in so many is the best so far with one choice changed."""
BLOCK = 8
"""How many numbers are drawn at once; what leads them is not asked in between."""
STALE = 32
"""Cases that came again after which the search begins anew elsewhere: there is little left near the best."""


class Choices:
    """The choices of a case, taken from one number, the lowest digits first; the simplest when it is used up."""

    __slots__ = ("_rest", "taken")

    def __init__(self, number: int) -> None:
        self._rest = number
        self.taken: list[tuple[int, int]] = []
        """Of how many each choice was, and which it was."""

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included."""
        size = high - low + 1
        self._rest, choice = divmod(self._rest, size)
        self.taken.append((size, choice))
        return low + choice


class DrawnNumbers:
    """The numbers that cases are made of: random ones, and some near that of the best case so far."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = Random(seed)
        self.size = size
        """How many bytes a number has."""
        self.best: list[tuple[int, int]] = []
        self._strain = -math.inf
        self._repeated = 0

    def led_by(self, strain: float, taken: list[tuple[int, int]]) -> None:
        """Go on from these choices if no case before had a larger strain: of equals the latest, not to stand still."""
        if strain >= self._strain:
            self._strain, self.best = strain, taken

    def again(self) -> None:
        """Note that a case came again."""
        self._repeated += 1
        if self._repeated == STALE:
            self.best, self._strain, self._repeated = [], -math.inf, 0

    def block(self) -> list[int]:
        """The next numbers, the last one first."""
        return [self._number() for _ in range(BLOCK)][::-1]

    def _number(self) -> int:
        number = self.random.getrandbits(8 * self.size)
        if self.best and self.random.randrange(LED) == 0:
            changed = self.random.randrange(len(self.best))
            number //= math.prod(of for of, _ in self.best)  # what follows the choices that are kept
            for k, (of, choice) in reversed(list(enumerate(self.best))):
                number = number * of + (self._other(of, choice) if k == changed else choice)
        return number % (1 << 8 * self.size)

    def _other(self, of: int, choice: int) -> int:
        """A choice near the given one: a power of two further on or back."""
        step = 1 << self.random.randrange(of.bit_length())
        return (choice + (step if self.random.randrange(2) else -step)) % of


def draw_instance(
    choose: Choices, over: Mapping[str, Space], spaces: Mapping[str, ParameterSpace], sizes: Sequence[int]
) -> Instance:
    """One instance over a number of items of one of the sizes."""
    n = sizes[choose.integer(0, len(sizes) - 1)]
    values: dict[str, Any] = {}
    before: list[Any] = []
    for name, space in over.items():
        values[name] = space.draw(choose, n, before)
        if type(space) is Rankings or space.sort not in ("", Rankings.sort):
            before.append(values[name])
    return Instance(n, values, {name: space.draw(choose, n) for name, space in spaces.items()})
