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

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

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
