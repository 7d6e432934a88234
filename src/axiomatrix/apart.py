"""Witnesses that a record has, decided again by the definitions: in a process of its own, as these may do anything."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from . import cell_data
from .guard import kept
from .matrix import Cell
from .registry import Registry
from .rows import Options, load
from .witness import replay
from .worker import Voice, said_of, withdraw
from .worker_process import Worker, end, uninterrupted

STARTING = 120.0
"""Seconds that the process may take to import what it needs."""
CALLS = 10
"""So many times the limit for a single call a cell may take: a witness is decided, and explained term by term."""

Accounts = dict[str, Any]


class Differs(ValueError):
    """A witness that does not stand by the definition as it is, or could not be decided again."""


def decided_again(options: Options, cells: Sequence[Cell]) -> Accounts:
    """What is to be shown of the witnesses of the cells, as data by slug; :class:`Differs` if one does not stand."""
    told = [cell for cell in cells if cell.evidence.witnesses]
    if not told:
        return {}
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_work, args=(there, options), daemon=True)
    with uninterrupted():
        process.start()
    there.close()
    worker = Worker(process, here)
    try:
        with suppress(OSError):  # it has ended, which is noticed below
            here.send_bytes(json.dumps(list(map(cell_data.to_data, told))).encode("ascii"))
        return _heard(here, len(told), CALLS * options.time_limit)
    finally:
        end(worker)


def _heard(connection: Connection, count: int, patience: float) -> Accounts:
    found: Accounts = {}
    limit = max(STARTING, patience)
    while count:
        kind, content = _next(connection, limit)
        limit = patience
        if kind == "differs":
            raise Differs(str(content))
        if kind == "cell":
            count -= 1
            found |= content
    return found


def _next(connection: Connection, limit: float) -> tuple[str, Any]:
    until = time.monotonic() + limit
    try:
        if not connection.poll(max(0.0, until - time.monotonic())):
            raise Differs(f"a witness could not be decided again within {limit:g} s")
        kind, content = json.loads(connection.recv_bytes(1 << 27))
    except (EOFError, OSError):
        raise Differs("the process that decided the witnesses again has ended") from None
    except (ValueError, TypeError):
        raise Differs("the process that decided the witnesses again said what is no message") from None
    return str(kind), content


def _work(connection: Connection, options: Options) -> None:
    withdraw(options)
    voice = Voice(connection, options)
    try:
        registry = load(options)
        for data in voice.heard() or ():
            voice.say("cell", decided_here(cell_data.from_data(data), registry, options))
    except BaseException as error:  # a definition may raise anything
        voice.say("differs", str(error) if isinstance(error, Differs) else said_of(error))


def decided_here(cell: Cell, registry: Registry, options: Options) -> Accounts:
    """The same of one cell, in this process."""
    from .report import account_data, witness_page

    with kept():
        for witness in cell.evidence.witnesses:
            again = replay(witness, registry)
            now, then = (again.lhs, again.op, again.rhs), (witness.lhs, witness.op, witness.rhs)
            if not again.stands or now != then:
                raise Differs(
                    f"{cell.metric} x {cell.title}: the record says {' '.join(then):.200}; it is {' '.join(now):.200}"
                )
        if cell.evidence.witness is None or registry.metric(cell.metric).implementation is not None:
            return {}
        shown = witness_page.account_in(cell, registry)
    return {} if shown is None else {shown.slug: account_data.to_data(shown)}
