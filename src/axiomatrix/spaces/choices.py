"""Hypothesis as a source of choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.strategies import SearchStrategy

if TYPE_CHECKING:
    from . import Space


class HypothesisChooser:
    """Draws whole numbers from Hypothesis."""

    __slots__ = ("_data",)

    def __init__(self, data: ConjectureData) -> None:
        self._data = data

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included; Hypothesis shrinks it toward low."""
        return self._data.draw_integer(low, high, shrink_towards=low)

    def pool(self, size: int) -> Pool:
        """Many small choices drawn at once, as ``size`` bytes: a draw costs more than the case it is for."""
        return Pool(int.from_bytes(self._data.draw_bytes(size, size), "big"))


class Pool:
    """Small choices taken from one large number, the lowest digits first; zeros, the simplest, when it is used up."""

    __slots__ = ("_rest",)

    def __init__(self, number: int) -> None:
        self._rest = number

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included."""
        self._rest, choice = divmod(self._rest, high - low + 1)
        return low + choice


class Drawn(SearchStrategy[Any]):
    """The strategy that makes a value from choices: one function of a chooser."""

    def __init__(self, make: Callable[[HypothesisChooser], Any]) -> None:
        super().__init__()
        self._make = make

    def do_draw(self, data: ConjectureData) -> Any:
        """Called by Hypothesis. Choices are taken from its data directly: most of a run is spent drawing."""
        return self._make(HypothesisChooser(data))


def strategy(space: Space, n: int) -> SearchStrategy[Any]:
    """A Hypothesis strategy for the values of a space over n items."""
    return Drawn(lambda choose: space.draw(choose, n))


@contextmanager
def no_local_constants() -> Iterator[None]:
    """Keep Hypothesis from mixing constants of the imported modules into what it draws.

    It looks through whatever local modules happen to be imported, so that the same seed would give other cases when
    installed than when editable, and others again beside somebody's own modules.
    """
    name = "_maybe_draw_constant"
    before = getattr(HypothesisProvider, name, None)
    if before is None:  # a Hypothesis that draws no constants, or no longer there
        yield
        return
    setattr(HypothesisProvider, name, lambda self, *args, **kwargs: None)
    try:
        yield
    finally:
        setattr(HypothesisProvider, name, before)
