"""Process state that a foreign definition (one outside the catalogue) may change, and that is restored after it.

Without this, a verdict could depend on what was evaluated before. The state is restored at two times:

* after each call of a definition (:class:`Surroundings`): numpy's reaction to floating-point errors, the warnings
  filters, the recursion limit, the decimal context, the environment variables and the current directory;
* after each step of a row (:class:`Guard`, and :func:`preserve_state` elsewhere): all of this, the locale, the garbage
  collector, and the states of the global random generators of ``random`` and ``numpy.random``.

A *row* is a metric with its statements, which are decided in steps. Inside :meth:`Guard.isolate` the output of
definitions is captured. :func:`printed_by_call` returns it for reports.
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

DECIMAL_SETTINGS = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "traps")
"""The settings of a decimal context, which does not define comparison; its flags are results, not settings."""
_decimal_settings = attrgetter(*DECIMAL_SETTINGS)


class Surroundings:
    """Snapshot of the settings that are restored after each call; it takes a few microseconds."""

    __slots__ = ("decimal_context", "directory", "environment", "numpy_errors", "recursion_limit", "warning_filters")

    def __init__(self) -> None:
        self.numpy_errors = np.geterr()
        self.warning_filters = list(warnings.filters)
        self.recursion_limit = sys.getrecursionlimit()
        self.decimal_context = decimal.getcontext().copy()
        self.directory = _directory()
        self.environment = _environment().copy()

    def restore(self) -> None:
        """Restore the settings that have changed: to compare them is faster than to set them."""
        if sys.getrecursionlimit() != self.recursion_limit:
            sys.setrecursionlimit(self.recursion_limit)
        if np.geterr() != self.numpy_errors:
            np.seterr(**self.numpy_errors)
        if warnings.filters != self.warning_filters:
            warnings.resetwarnings()  # also resets the registries of warnings that were shown once
            warnings.filters[:] = self.warning_filters  # type: ignore[index]  # it is a list; typeshed promises a sequence
        context = decimal.getcontext()
        if _decimal_settings(context) != _decimal_settings(self.decimal_context):
            decimal.setcontext(self.decimal_context)
        if self.directory is not None and _directory() != self.directory:
            with suppress(OSError):  # the directory was removed, so it cannot be restored
                os.chdir(self.directory)
        if (environment := _environment()) != self.environment:
            for name in [*environment, *self.environment]:
                _set_variable(name, self.environment.get(name))


def _directory() -> str | None:
    """The current directory; None if it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109  # faster than Path.cwd, and needed at every call
    except OSError:
        return None


def _environment() -> dict[Any, Any]:
    """The environment variables, as bytes on POSIX: the dictionary inside ``os.environ``, which is not decoded.

    A Python without this private dictionary gives a decoded copy instead, which is slower.
    """
    return getattr(os.environ, "_data", None) or dict(os.environ)


def _set_variable(name: Any, value: Any) -> None:
    """Set an environment variable, or delete it for the value None; both are as in :func:`_environment`."""
    if value is None:
        os.environ.pop(os.fsdecode(name), None)
    elif _environment().get(name) != value:
        os.environ[os.fsdecode(name)] = os.fsdecode(value)


@dataclass
class _RandomStates:
    """The states of the global random generators of Python and numpy."""

    python: Any
    numpy: Any

    @classmethod
    def current(cls) -> _RandomStates:
        return cls(random.getstate(), np.random.get_state(legacy=False))

    @classmethod
    def seeded(cls, seed: int) -> _RandomStates:
        numpy_state = np.random.RandomState(seed % (1 << 32)).get_state(legacy=False)  # numpy takes 32 bits
        return cls(random.Random(seed).getstate(), numpy_state)

    def restore(self) -> None:
        random.setstate(self.python)
        np.random.set_state(self.numpy)


class CapturedOutput(StringIO):
    """Replacement of ``sys.stdout`` that holds what a definition prints in one call."""


def forget_printed() -> None:
    """Empty the captured output; called before each call of a definition."""
    if isinstance(sys.stdout, CapturedOutput) and sys.stdout.tell():
        sys.stdout.seek(0)
        sys.stdout.truncate()


def printed_by_call() -> str:
    """Return what the last call of a definition printed; empty where output is not captured."""
    return sys.stdout.getvalue() if isinstance(sys.stdout, CapturedOutput) else ""


class Guard:
    """Isolates the blocks inside :meth:`isolate` from the rest of the process.

    Each block continues with the random states that the block before left; the first begins with the seed. So a
    definition that draws random numbers gets the same ones in every run. Outside, nothing has changed.
    """

    def __init__(self, seed: int) -> None:
        self._random_states = _RandomStates.seeded(seed)
        """The states at the end of the last block."""

    @contextmanager
    def isolate(self) -> Iterator[None]:
        """Run a block, restore the process state after it, and capture its output."""
        output = CapturedOutput()
        with preserve_state(), redirect_stdout(output), redirect_stderr(output):
            self._random_states.restore()
            try:
                yield
            finally:
                self._random_states = _RandomStates.current()


@contextmanager
def preserve_state() -> Iterator[None]:
    """Run a block and restore all process state after it; the block begins with the current state."""
    surroundings, random_states = Surroundings(), _RandomStates.current()
    locale_before, is_collecting = locale.setlocale(locale.LC_ALL), gc.isenabled()
    try:
        yield
    finally:
        surroundings.restore()
        if locale.setlocale(locale.LC_ALL) != locale_before:  # with one argument it only reads the locale
            locale.setlocale(locale.LC_ALL, locale_before)
        if gc.isenabled() != is_collecting:
            (gc.enable if is_collecting else gc.disable)()
        random_states.restore()
