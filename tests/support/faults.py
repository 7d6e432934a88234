"""Forty faults that a person can write into a metric, by name: what a definition does, and what may become of its row.

Each fault is the body of a definition for three items. For other sizes the definition is Kendall's distance. A row with
a fault is *lost* (its cells read error, flaky, timeout or crashed) or *honest* (the same as the row of
:data:`NO_FAULT`); which of the two is acceptable stands with each fault.
"""

from __future__ import annotations

from textwrap import indent
from typing import Any

LOST, HONEST = frozenset({"lost"}), frozenset({"honest"})
EITHER = LOST | HONEST
NO_FAULT = "pass"
UNDECIDED = ("error", "flaky", "timeout", "crashed", "vacuous", "not applicable")
"""The verdicts of cells that a fault may cost."""
OPTIONS = ("--profile", "quick", "--time-limit", "5", "--memory-limit", "700", "--out", "r")
"""Those of ``check``, with which the faults are tried."""
HEALTHY = '''
from axiomatrix import axioms, inverted_pairs, metric

@metric("healthy-right", holds=[axioms.symmetry])
def right(a, b):
    """K"""
    return len(inverted_pairs(a, b))

@metric("healthy-wrong")
def wrong(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1
'''
HEALTHY_ROWS = ("healthy-right", "healthy-wrong")
_DEFINITION = '''
import asyncio, atexit, ctypes, itertools, os, random, signal, subprocess, sys, tempfile, threading, time
from axiomatrix import axioms, inverted_pairs, metric

calls, kept = itertools.count(), []


class OwnError(BaseException):
    """An exception that ``except Exception`` does not catch."""


class MuteError(Exception):
    """An exception that cannot say what it is."""

    def __str__(self):
        raise ValueError("mute")


@metric("{name}", holds=[axioms.symmetry])
def faulty(a, b):
    """K, with a fault for three items"""
    if len(a) == 3:
{body}
    return len(inverted_pairs(a, b))
'''
FAULTS: dict[str, tuple[str, frozenset[str]]] = {
    # raises
    "raises ValueError": ("raise ValueError('no')", LOST),
    "raises AssertionError": ("assert a.n > 3", LOST),
    "raises StopIteration": ("next(iter(()))", LOST),
    "raises an exception group": ("raise ExceptionGroup('several', [ValueError()])", LOST),
    "raises what is no Exception": ("raise OwnError", LOST),
    "raises what cannot be shown": ("raise MuteError", LOST),
    "raises KeyboardInterrupt": ("raise KeyboardInterrupt", LOST),
    "raises MemoryError": ("raise MemoryError", LOST),
    # does not return
    "hangs in Python": ("while True: pass", LOST),
    "hangs in C": ("sum(itertools.repeat(1))", LOST),
    "sleeps": ("time.sleep(600)", LOST),
    "recurses": ("return faulty.definition(a, b)", LOST),
    "recurses without a limit": ("sys.setrecursionlimit(10**9)\nreturn faulty.definition(a, b)", LOST),
    # takes memory
    "takes memory at once": ("kept.append(b'x' * (1 << 31))", LOST),
    "takes memory bit by bit": ("while True: kept.append(b'x' * (1 << 24))", LOST),
    # ends its process
    "exits": ("sys.exit('enough')", LOST),
    "exits at once": ("os._exit(0)", LOST),
    "aborts": ("os.abort()", LOST),
    "reads memory that is not there": ("ctypes.string_at(0)", LOST),
    "terminates itself": ("os.kill(os.getpid(), signal.SIGTERM)", LOST),
    "kills itself": ("os.kill(os.getpid(), signal.SIGKILL)", LOST),
    "exits when the process ends": ("atexit.register(os._exit, 9)", EITHER),
    "hangs when the process ends": ("atexit.register(time.sleep, 600)", EITHER),
    # returns something else
    "returns nothing": ("return None", LOST),
    "returns a float": ("return 0.5", LOST),
    "returns nan": ("return float('nan')", LOST),
    "returns a coroutine": ("return asyncio.sleep(0)", LOST),
    "returns a generator": ("return (x for x in a.items)", LOST),
    # depends on more than its arguments
    "counts its calls": ("return next(calls)", LOST),
    "changes after fifty calls": ("return len(inverted_pairs(a, b)) + (next(calls) > 50)", LOST),
    "compares with its first argument": ("kept.append(a)\nreturn len(inverted_pairs(kept[0], b))", EITHER),
    "draws": ("return random.randrange(2)", LOST),
    "reads the clock": ("return time.time_ns()", LOST),
    "reads the process": ("return os.getpid()", LOST),
    "hashes a text": ("return len(inverted_pairs(a, b)) + hash('a') % 1000", LOST),
    # acts on what is around it
    "prints": ("print('x' * 99)", HONEST),
    "prints a hundred megabytes": ("for _ in range(100): print('x' * (1 << 20))", EITHER),
    "starts a thread that stays": ("threading.Thread(target=time.sleep, args=(600,)).start()", EITHER),
    "starts a process that stays": ("subprocess.Popen(['sleep', '600'])", EITHER),
    "writes a file": ("open(os.path.join(tempfile.gettempdir(), 'faulty.txt'), 'a').write('x')", HONEST),
    "changes the directory": ("os.chdir('/')", EITHER),
    "empties the environment": ("os.environ.clear()", EITHER),
}


def source_with(body: str, name: str = "faulty") -> str:
    """The text of a Python file that registers a metric with this body for three items."""
    return _DEFINITION.format(name=name, body=indent(body, " " * 8))


def fate(cells: list[dict[str, Any]], honest: list[dict[str, Any]]) -> str:
    """`honest`, `lost`, or `FALSE`: each cell of a report must read as the honest one does, or not be decided."""
    found, expected = ([_outcome(cell) for cell in row] for row in (cells, honest))
    if found == expected:
        return "honest"
    apart = [one for one, other in zip(found, expected, strict=False) if one != other]
    is_lost = len(found) == len(expected) and all(verdict in UNDECIDED for _, verdict, _ in apart)
    return "lost" if is_lost else "FALSE"


def _outcome(cell: dict[str, Any]) -> tuple[Any, ...]:
    """The axiom, its verdict and reach. How many cases Hypothesis drew is left out: that depends on the row's name."""
    reach = cell["evidence"].get("reach")
    kept = reach and [one if one["method"] != "hypothesis" else one["method"] for one in reach]
    return cell["axiom"], cell["evidence"]["verdict"], kept
