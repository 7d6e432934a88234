"""Process state that a foreign definition may change during a call, and that is restored after it.

The settings of the process on which other values depend. Some are put back after each call of a definition that is not
of the catalogue: numpy's reaction to floating-point errors, the warnings filters, the recursion limit, the decimal
context, the environment, the current directory. The others after each step of a row: the locale, the garbage collector,
and the states of the global random generators of ``random`` and ``numpy.random``.
"""

from __future__ import annotations

import decimal
import gc
import locale
import os
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from operator import attrgetter
from typing import Any

import numpy as np

OF_DECIMALS = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "traps")
_decimals = attrgetter(*OF_DECIMALS)


class Surroundings:
    """The settings that are put back after each call, at one moment; taking them costs a few microseconds."""

    __slots__ = ("context", "directory", "environment", "errors", "filters", "recursion")

    def __init__(self) -> None:
        self.errors = np.geterr()
        self.filters = list(warnings.filters)
        self.recursion = sys.getrecursionlimit()
        self.context = decimal.getcontext().copy()
        self.directory = _directory()
        self.environment = _environment().copy()

    def restore(self) -> None:
        """Make them what they were; only what has changed is touched."""
        if sys.getrecursionlimit() != self.recursion:
            sys.setrecursionlimit(self.recursion)
        if np.geterr() != self.errors:
            np.seterr(**self.errors)
        if warnings.filters != self.filters:
            warnings.resetwarnings()  # which also makes stale what is remembered of warnings that were shown
            warnings.filters[:] = self.filters  # type: ignore[index]  # it is a list; typeshed promises a sequence
        context = decimal.getcontext()
        if _decimals(context) != _decimals(self.context):
            decimal.setcontext(self.context)
        if self.directory is not None and _directory() != self.directory:
            with suppress(OSError):  # it is gone, and nobody can go back to it
                os.chdir(self.directory)
        if (now := _environment()) != self.environment:
            for name in [*now, *self.environment]:
                _set(name, self.environment.get(name))


def _directory() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109  # a Path would be made of it at every call
    except OSError:  # it was removed
        return None


def _environment() -> dict[Any, Any]:
    """The environment as the system has it: text is made of it only where it is asked for."""
    return getattr(os.environ, "_data", None) or dict(os.environ)


def _set(name: Any, value: Any) -> None:
    """Give a variable its value, or take it away; both are as the system has them, bytes on POSIX."""
    if value is None:
        os.environ.pop(os.fsdecode(name), None)
    elif _environment().get(name) != value:
        os.environ[os.fsdecode(name)] = os.fsdecode(value)


@dataclass
class _Generators:
    """The states of the global random generators."""

    plain: Any
    numpy: Any

    @classmethod
    def now(cls) -> _Generators:
        return cls(random.getstate(), np.random.get_state(legacy=False))

    @classmethod
    def seeded(cls, seed: int) -> _Generators:
        drawn = np.random.RandomState(seed % (1 << 32)).get_state(legacy=False)
        return cls(random.Random(seed).getstate(), drawn)

    def restore(self) -> None:
        random.setstate(self.plain)
        np.random.set_state(self.numpy)


class CapturedOutput(StringIO):
    """Output of definitions, captured per call."""


def forget_printed() -> None:
    """Begin anew: a definition is called."""
    if isinstance(sys.stdout, CapturedOutput) and sys.stdout.tell():
        sys.stdout.seek(0)
        sys.stdout.truncate()


def printed_by_call() -> str:
    """Return the output since a definition was last called; empty where output is not captured."""
    return sys.stdout.getvalue() if isinstance(sys.stdout, CapturedOutput) else ""


class Guard:
    """Keeps apart what happens inside :meth:`kept` and the rest of the process.

    Inside, the random generators go on from where they were inside before; they begin with the seed, so that a
    definition that draws does so alike in every run. Outside, everything is as if nothing had happened.
    """

    def __init__(self, seed: int) -> None:
        self._drawn = _Generators.seeded(seed)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Let a definition do what it likes, and put everything back; what it prints is not let through."""
        output = CapturedOutput()
        with kept(), redirect_stdout(output), redirect_stderr(output):
            self._drawn.restore()
            try:
                yield
            finally:
                self._drawn = _Generators.now()


@contextmanager
def kept() -> Iterator[None]:
    """Put settings and random generators back at the end, whatever happens inside; the generators go on from here."""
    surroundings, drawn = Surroundings(), _Generators.now()
    language, is_collecting = locale.setlocale(locale.LC_ALL), gc.isenabled()
    try:
        yield
    finally:
        surroundings.restore()
        if locale.setlocale(locale.LC_ALL) != language:
            locale.setlocale(locale.LC_ALL, language)
        if gc.isenabled() != is_collecting:
            (gc.enable if is_collecting else gc.disable)()
        drawn.restore()
