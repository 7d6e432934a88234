"""Chunks of a sweep, computed in any process: the orders of n items that begin with one prefix.

A *sweep* finds the extreme of a ratio over all orders of n items (:mod:`.swept`), and its specification
(:class:`~...methods.sweep.Spec`) is plain data from which any process can build it.

:mod:`.run` sends :func:`timed_chunk` the payload of each chunk, perhaps in a worker process, and
:meth:`.swept.SweepResults.add_size` adds up what it returns. A worker imports the definitions itself.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...catalogue import load_catalogue
from ...catalogue.user_frames import raised_in_file
from ...methods.coordinates import Order, starting_with
from ...methods.sweep import Asymmetric, Spec, Sweep
from ...methods.sweep_counts import SweepCounts
from ...model.relation import NotARelation
from ...numbers.forms import NotLinear
from ...verify import LinearChecker

_digests: dict[str, str] = {}
"""By metric, the digest of its file when this process imported it."""


@lru_cache(maxsize=16)
def checked_sweep(spec: Spec) -> Sweep:
    """Return this process's sweep, which checks each proof independently as soon as it is found."""
    return Sweep.of(spec, check=LinearChecker)


def forget_definitions() -> None:
    """Forget the sweeps of this process, since metrics may have been redefined, as in a notebook."""
    checked_sweep.cache_clear()
    _digests.clear()


def swept_chunk(spec: Spec, n: int, prefix: Order, floors: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Compute one chunk: the orders of n items with that prefix. Return :meth:`.SweepCounts.data`.

    ``floors`` are those of :meth:`.swept.SweepResults.floors`. If the definition is not linear or loses a symmetry at
    this size, or if a user's file raises, the chunk is undecided, with the reason.
    """
    sweep = checked_sweep(spec)
    try:
        return sweep.chunk(n, prefix, dict(floors))
    except (Asymmetric, NotLinear, NotARelation) as error:
        reason = str(error)
    except Exception as error:
        reason = raised_in_file(error)
        if not reason:  # an error in our code, not in a user's file
            raise
    first_order = next(starting_with(prefix, n))  # one entry is enough for a chunk that is undecided as a whole
    return SweepCounts(undecided=[[list(first_order), sense, reason] for sense in sweep.senses]).data()


def timed_chunk(payload: Sequence[Any]) -> dict[str, Any]:
    """Compute the chunk of a payload (see :meth:`.swept.SweepResults.payload`), with the seconds that it took.

    Raises ``ValueError`` if this process has imported another version of the definition's file.
    """
    began = time.monotonic()
    spec_fields, digest, n, prefix, floors = _tuples(payload)
    spec = Spec(*spec_fields)
    result = swept_chunk(spec, n, prefix, floors)
    if digest != _digests.setdefault(spec.metric, load_catalogue().metric(spec.metric).file_digest):
        raise ValueError(
            f"the file that defines {spec.metric} differs on {socket.gethostname()}; workers need the same files as "
            "the main process, and must be restarted after a change"
        )
    return {**result, "seconds": round(time.monotonic() - began, 3)}


def _tuples(data: Any) -> Any:
    """Convert JSON lists back to tuples."""
    return tuple(map(_tuples, data)) if isinstance(data, (list, tuple)) else data
