"""Witnesses that a record has, decided again by the definitions: in a process of its own, as these may do anything."""

from __future__ import annotations

import time
from collections.abc import Sequence
from multiprocessing.connection import wait

from ...evidence import cell_data
from ...evidence.cell import Cell
from ..rows import Options, registry_of
from .channel import Closed, Garbled
from .origins import needed
from .process import LOOK, LOOKS, Lost, Worker, begin, how_it_ended
from .second_look import Accounts, Differs

STARTING = 120.0
"""Seconds that the process may take to import what it needs."""
CALLS = 10
"""So many times the limit for a single call a cell may take: a witness is decided, and explained term by term."""


def decided_again(options: Options, cells: Sequence[Cell]) -> Accounts:
    """What is to be shown of the witnesses of the cells, as data by slug; :class:`Differs` if one does not stand."""
    registry = registry_of(options)
    groups: dict[Options, list[Cell]] = {}
    for cell in cells:
        if cell.evidence.witnesses:
            groups.setdefault(needed(registry.metric(cell.metric), registry, options), []).append(cell)
    found: Accounts = {}
    for wanted, told in groups.items():
        worker = begin(wanted, LOOKS)
        try:
            worker.await_ready(STARTING)
            worker.channel.send("decide again", list(map(cell_data.to_data, told)))
            for _ in told:
                found |= _next(worker, CALLS * options.time_limit)
        except (Lost, Closed, Garbled) as error:
            raise Differs(f"the process that decided the witnesses again has ended: {error}") from None
        finally:
            worker.end()
    return found


def _next(worker: Worker, patience: float) -> Accounts:
    """What the process says of the next cell."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        message = worker.channel.take()
        if message is None:
            if worker.process.ended():
                raise Differs(
                    f"the process that decided the witnesses again has ended: {how_it_ended(worker.process.exit_code)}"
                )
            wait(worker.sources, timeout=LOOK)
        elif message[0] == "decided":
            return dict(message[1])
        elif message[0] in ("differs", "failed", "damaged"):
            raise Differs(str(message[1]))
    raise Differs(f"a witness could not be decided again within {patience:g} s")
