"""A check within a wish of seconds: once more with more cases, as long as that is likely to fit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ..engine.profile import DEEPER

GROWTH = 4
"""How many times as long the next profile is taken to need."""


def within(seconds: float, now: Callable[[], float] = time.monotonic) -> Iterator[tuple[str, Callable[[], bool]]]:
    """The profiles to decide one after the other, each with what says, once it is decided, whether it is the last.

    The clock says where to end and nothing else: what is decided is that of the profile, which comes again by name.
    """
    began = now()
    for name in DEEPER:
        begins = now()

        def is_last(begins: float = begins, name: str = name) -> bool:
            ends = now()
            return name == DEEPER[-1] or ends - began + GROWTH * (ends - begins) > seconds

        yield name, is_last
