"""The end of the process: that a definition brought it about, in a command that asks it here, is no answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

NOT_DECIDED = 3
SAID = b"error: a definition ended the process\n"
_ENDINGS = ("_exit", "execv", "execve")
"""What ends a process, or makes another program of it, with a status of its own choice; the rest is made of these."""


@contextmanager
def told() -> Iterator[None]:
    """Within, whatever ends this process at once is told, and its status is that nothing was decided.

    Children that a definition forks end as they like.
    """
    here, end, system = os.getpid(), os._exit, sys.modules[os.name]
    kept = [(module, name, getattr(module, name)) for module in (os, system) for name in _ENDINGS]

    def telling(real: Callable[..., Any]) -> Callable[..., Any]:
        def ending(*given: Any) -> Any:
            if os.getpid() != here:
                return real(*given)
            with suppress(OSError):  # to the descriptor: while a definition is asked, the streams are not ours
                os.write(2, SAID)
            return end(NOT_DECIDED)

        return ending

    for module, name, real in kept:
        setattr(module, name, telling(real))
    try:
        yield
    finally:
        for module, name, real in kept:
            setattr(module, name, real)
