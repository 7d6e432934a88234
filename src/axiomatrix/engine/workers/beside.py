"""Work that a copy of this process does, while this one goes on with something else."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from . import COPIES


@contextmanager
def in_a_copy(work: Callable[[], object]) -> Iterator[Callable[[], None]]:
    """Begin the work in a copy of this process; what is handed out ends it.

    Of the work there is only what it writes: the copy's memory ends with it. Where there are no copies, or this process
    has other threads, whose locks a copy would never see released, it is done here when it is asked for; so is what
    the copy did not bring to its end, and whatever that raises is raised here.
    """
    copy = _copied(work) if COPIES and threading.active_count() == 1 else 0

    def end() -> None:
        nonlocal copy
        done, copy = copy > 0 and _ended_well(copy), 0
        if not done:
            work()

    try:
        yield end
    finally:
        if copy > 0:
            _ended_well(copy)


def _copied(work: Callable[[], object]) -> int:
    """The number of the copy; 0 if there is none."""
    with warnings.catch_warnings():
        # threads of the linear algebra library, which wait for work and hold nothing; Python 3.12 warns of them
        warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
        try:
            copy = os.fork()
        except OSError:  # there is no room for it
            return 0
    if copy:
        return copy
    code = 1
    with suppress(BaseException):  # it is done again where it can be told
        work()
        code = 0
    os._exit(code)


def _ended_well(copy: int) -> bool:
    _, status = os.waitpid(copy, 0)
    return os.waitstatus_to_exitcode(status) == 0
