"""The backend that Hypothesis draws the sampler's cases from.

As it comes, Hypothesis mixes constants of whatever local modules are imported into what it draws: the same seed would
give other cases when installed than when editable, and others again beside somebody's own modules. An alternative
backend says itself what is drawn. The documented way to have one is a subclass of ``PrimitiveProvider`` under a name in
``AVAILABLE_PROVIDERS``, which ``settings(backend=...)`` then asks for: *Alternative backends for Hypothesis*,
https://hypothesis.readthedocs.io/en/latest/extensions.html#alternative-backends-for-hypothesis, and the *Alternative
backends interface* that it leads to. Both names are documented as ``hypothesis.internal.conjecture.providers``: there
is no other place to have them from, and only this module imports them. The page calls the interface experimental, so
``tests/methods/test_hypothesis_versions.py`` tries the oldest and the newest Hypothesis of the range in pyproject.toml.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

from ..evidence.instance import Instance
from ..spaces import ParameterSpace, Rankings, Space

NAME = "axiomatrix"
"""The name of the backend."""
SOURCE: ContextVar[Callable[[int], bytes]] = ContextVar("source")
"""Where the backend takes its bytes from: so many at a call."""


class Backend(PrimitiveProvider):
    """Takes the bytes of a case from a source of ours."""

    lifetime = "test_function"

    def __init__(self, conjecturedata: Any, /) -> None:
        super().__init__(conjecturedata)
        self.source = SOURCE.get()

    def draw_bytes(self, min_size: int = 0, max_size: int = 0) -> bytes:
        return self.source(min_size)

    def refused(self, *args: Any, **options: Any) -> Any:
        """Nothing else is asked for."""
        raise NotImplementedError("the sampler draws bytes of a fixed size and nothing else")

    draw_boolean = draw_integer = draw_float = draw_string = refused


AVAILABLE_PROVIDERS[NAME] = f"{__name__}.{Backend.__name__}"  # the oldest of our range takes no class


@contextmanager
def backend(source: Callable[[int], bytes]) -> Iterator[str]:
    """The name of the backend, which takes its bytes from ``source`` while this lasts."""
    before = SOURCE.set(source)
    try:
        yield NAME
    finally:
        SOURCE.reset(before)


# --- what it draws them from -------------------------------------------------------------------------------------

LED = 3
"""One case in so many is the best so far with one choice changed."""
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

    def __call__(self, size: int) -> bytes:
        """The next numbers, in so many bytes."""
        return b"".join(self._number().to_bytes(self.size, "big") for _ in range(size // self.size))

    def numbers(self, block: bytes) -> list[int]:
        """The numbers in such bytes, the last one first."""
        starts = reversed(range(0, len(block), self.size))
        return [int.from_bytes(block[start : start + self.size], "big") for start in starts]

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
