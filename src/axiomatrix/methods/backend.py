"""The backend that Hypothesis draws the sampler's cases from.

As it comes, Hypothesis mixes constants of whatever local modules are imported into what it draws: the same seed would
give other cases when installed than when editable, and others again beside somebody's own modules or in another release.
An alternative backend says itself what is drawn. The documented way to have one is a subclass of ``PrimitiveProvider``
under a name in ``AVAILABLE_PROVIDERS``, which ``settings(backend=...)`` then asks for: *Alternative backends* at
https://hypothesis.readthedocs.io/en/latest/extensions.html#alternative-backends-for-hypothesis, and the *Alternative
backends interface* that it links to. That page imports both names from ``hypothesis.internal.conjecture.providers``:
there is no other place to have them from, and this is the only module that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

NAME = "axiomatrix"
"""What :func:`backend` is called while it lasts."""


@contextmanager
def backend(source: Callable[[int], bytes]) -> Iterator[str]:
    """The name of a backend, while it lasts, that takes the bytes of a case from ``source``: so many at a call."""

    class OfSource(PrimitiveProvider):
        lifetime = "test_function"

        def draw_bytes(self, min_size: int = 0, max_size: int = 0) -> bytes:
            return source(min_size)

        def refused(self, *args: Any, **options: Any) -> Any:
            raise NotImplementedError("the sampler draws bytes of a fixed size and nothing else")

        draw_boolean = draw_integer = draw_float = draw_string = refused

    AVAILABLE_PROVIDERS[NAME] = OfSource
    try:
        yield NAME
    finally:
        del AVAILABLE_PROVIDERS[NAME]
