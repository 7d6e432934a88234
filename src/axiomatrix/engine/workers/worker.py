"""The life of a worker process: it imports what is checked, checks rows or looks at them again, until told to stop.

It says ``ready``; then for each row ``plan``, ``cell``, ``accounts``, ``reach`` and ``tick`` as they come, ``clean``
once it has proved that it is as it was, ``values`` of a user's metric, and ``done``; or else ``damaged`` or ``failed``.
Nothing else gets out of it: it is deaf to Ctrl-C (whoever started it decides), its standard streams lead nowhere, also
for C code, and it ends when whoever started it does.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ...catalogue.loading import CannotImport, load_catalogue
from ...evidence import cell_data
from ...evidence.cell import Cell, CellKey
from ...evidence.evidence import Evidence
from ...evidence.reach import Reach
from ...evidence.verdict import Verdict
from ...model.guard import kept
from ...model.metric import Metric
from ...spaces.parameters import ParameterDomain
from ..options import Options
from ..row import CheckedRow
from ..selection import Selection
from . import COPIES
from .channel import Channel, Sender, described, on_one_line
from .cleanliness import ProcessChanged, ProcessState
from .origins import view
from .second_look import Differs, decided_here, look, made_here, send_values

STATM = Path("/proc/self/statm")
"""Where Linux says how much memory a process holds; elsewhere a worker limits itself."""
_ON_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG of <linux/prctl.h>
_LATER = (
    "libraries",
    "catalogue.proofs",
    "evidence.account.making",
)
"""Modules of ours that rows import when they first need them."""
_OF_OTHERS = ("highspy", "sympy.polys.rings")
"""Likewise of others: what solves linear programs, and what the checker computes with."""
MANY = 3_000_000
"""Objects after which garbage is looked for between rows of the catalogue: within them it takes a tenth of a check."""
_world: list[ProcessState] = []


def prepare() -> None:
    """Import what any row may need, and remember what everything is like; before anything of a user's is imported."""
    if _world:
        return
    from ...evidence.pins import shipped

    with kept():
        for name in (*(f"axiomatrix.{name}" for name in _LATER), *_OF_OTHERS):
            importlib.import_module(name)
        getattr(sys.modules["axiomatrix"], "REGISTRY")  # noqa: B009  # the public names, which are loaded when first asked for
        Selection.loaded(Options())
        shipped()
        cell_data.to_data(Cell("", "", {}, ParameterDomain.OPEN, (), Evidence(Verdict.VACUOUS)))  # fills its caches
    _world.append(ProcessState())
    _world[0].take_registry(load_catalogue())
    gc.collect()
    gc.freeze()


def work(channel: Channel, options: Options) -> None:
    """Check rows, or look at them again, until told to stop."""
    channel = _withdraw(channel, options.memory_limit)
    prepare()
    sender = Sender(channel, options.time_limit)
    try:
        selection = Selection.loaded(options, before=lambda file: _importing(file, sender))
        _world[0].prove(registering=True)
    except CannotImport as error:
        sender.send("unusable", on_one_line(str(error)))
        return
    except ProcessChanged as error:
        sender.send("unusable", f"its import changed the process it runs in: {error}")
        return
    except BaseException as error:  # whatever loading raises: it is told, and that is the end
        sender.send("unusable", described(error))
        return
    _world[0].take_registry(selection.registry)
    sender.send("ready")
    while (task := sender.next()) is not None:
        kind, content = task
        try:
            if kind == "look":
                metric = selection.row(content["row"])
                world = None if _is_of_catalogue(metric, selection) else _world[0]
                look(content, metric, options.seed, sender, selection.registry, world)
            elif kind in ("call", "watched call"):
                module, name, arguments = content
                watch = (sender.tick,) if kind == "watched call" else ()
                sender.send("result", getattr(importlib.import_module(module), name)(*watch, *arguments))
            elif kind == "import":
                pass  # which is done
            elif kind == "decide again":
                for data in content:
                    sender.send("decided", decided_here(cell_data.from_data(data), selection.registry))
            else:
                _check(content, sender, selection)
        except ProcessChanged as error:
            sender.send("damaged", str(error))
        except Differs as error:
            sender.send("differs", str(error))
        except BaseException as error:  # a definition may raise KeyboardInterrupt too; the real one is not heard here
            sender.send("failed", described(error))
        else:
            sender.send("done")


def _importing(file: str, sender: Sender) -> None:
    """Say which file is imported next, if those before have left the process as it was."""
    _world[0].prove(registering=True)
    sender.send("importing", file)


def _check(task: dict[str, Any], sender: Sender, selection: Selection) -> None:
    seen = replace(selection, registry=view(selection.registry, task["part"]))
    metric = selection.row(task["row"])
    known = _is_of_catalogue(metric, selection)
    if known:
        gc.disable()

    def send_reach(by_cell: dict[CellKey, list[Reach]]) -> None:
        sender.send("reach", [[list(key), [asdict(reach) for reach in reaches]] for key, reaches in by_cell.items()])

    def send_news(cell: Cell, n: int) -> None:
        sender.send("news", [list(cell.key), cell.outcome, n])

    row = CheckedRow(
        metric,
        seen,
        tick=sender.tick,
        only=task["only"],
        share=tuple(task["share"]),
        blind=task["blind"],
        send_reach=send_reach,
        news=send_news,
    )
    sender.send("plan", [list(map(cell_data.to_data, cells)) for cells in (row.plan, row.inapplicable)])
    for cell in row.cells():
        sender.send("cell", cell_data.to_data(cell))
        # by who knows the definition: others would have to import it
        if accounts := made_here(cell, selection.registry):
            sender.send("accounts", accounts)
    if not known:
        _world[0].prove()
    elif gc.get_count()[0] > MANY:
        gc.collect()
    sender.send("clean")
    send_values(metric, selection.options.seed, sender, selection.registry)


def _is_of_catalogue(metric: Metric, selection: Selection) -> bool:
    """Whether nothing ran here but the catalogue: what it does to the process is known, and the tests prove it."""
    return not (metric.is_foreign or selection.options.files or selection.options.packages)


# --- withdrawing from the world -------------------------------------------------------------------------------


def _withdraw(channel: Channel, memory: int) -> Channel:
    faulthandler.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        with suppress(OSError):
            os.setsid()  # so that what a definition starts can be ended together with this process
    channel = channel.lifted()
    if COPIES:  # what it was copied from has ends of pipes that nobody may hold on to
        os.closerange(3, channel.end.fileno())
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        if stream != nowhere:
            os.dup2(nowhere, stream)
    _limit(memory)
    end_with_parent()
    return channel


def _limit(memory: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not STATM.exists():
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (memory << 20,) * 2)


def end_with_parent() -> None:
    """End when whoever started this process is gone, whatever a definition is doing at that moment."""
    if sys.platform == "linux":  # also while C code holds the lock of the interpreter
        import ctypes

        parent = os.getppid()
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_ON_PARENTS_DEATH, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        return
    of_it = multiprocessing.parent_process()
    if of_it is None:
        return

    def wait() -> None:
        of_it.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
