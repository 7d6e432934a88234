"""Reading the code of a definition before its values are believed to be those for all items and all numbers.

Some ways to tell an unknown from a number cannot refuse (``type``, ``is``, a handler around a refusal), and a
definition that keeps a state is not a function. So the code of a user's definition is read first, with all that it
calls: what it names must be data, functions that can be read as well, or well-known ones. The definitions of the
catalogue are read by people.
"""

from __future__ import annotations

import builtins
import collections
import decimal
import dis
import fractions
import functools
import inspect
import itertools
import math
import numbers
import operator
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from ..model import relation
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers import exact
from ..values import judged, orders, parameters, rankings
from .refusal import Refused
from .sealed import summing_code
from .summing import CHANGES, CHANGING, only_sums

_PACKAGE = str(Path(__file__).parent.parent)
_MODULES = (math, itertools, functools, operator, fractions, collections, numbers, decimal)
_MODULE_NAMES = {"builtins", "_operator", "_functools", "_collections", *(module.__name__ for module in _MODULES)}
_OURS = (exact, rankings, parameters, relation, orders, judged)
_RATIONAL = type(exact.rational(1))
_TYPES = (list, dict, set, frozenset, tuple, str, int, float, complex, bytes, range)
_NUMBERS = (int, float, complex, fractions.Fraction, decimal.Decimal, _RATIONAL, exact.Formal)
_DATA = (*_NUMBERS, str, bytes, range, type(None), type(NotImplemented), type(Ellipsis))
_BUILTINS = {abs, all, any, bin, bool, bytes, chr, complex, dict, divmod, enumerate, filter, float, format, frozenset}
_BUILTINS |= {int, isinstance, iter, len, list, map, max, min, next, ord, pow, print, range, repr, reversed, round, set}
_BUILTINS |= {slice, sorted, str, sum, tuple, zip}
_TELLING = {
    "attrgetter",
    "methodcaller",
    "is_",
    "is_not",
    "format",
    "format_map",
    "entries",
    "cache_clear",
    "cache_info",
}
"""Public names by which the inside of a value, its text, or an earlier call can be looked at."""
_KINDS = [kind for module in _OURS for kind in vars(module).values() if isinstance(kind, type)]
_ATTRIBUTES = {name for kind in (*_KINDS, *_TYPES, *_NUMBERS, *_MODULES, *_OURS) for name in dir(kind)}
_ATTRIBUTES = (_ATTRIBUTES | {"with_", "other", "is_defined", "metric", "definition"}) - _TELLING
_LOOKS = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM"}
_WRITES = {"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"}


@lru_cache(maxsize=1024)
def readable(function: Any) -> None:
    """Raise :class:`Refused`, saying what stands in the way, unless the code can be followed for all values."""
    reader = _Reader()
    reader.value(function, getattr(function, "__name__", "the definition"))
    if isinstance(function, FunctionType) and not reader.rounds and only_sums(function, reader.codes):
        summing_code.add(function.__code__)


def data_of(function: Any) -> str:
    """The collections that a function reads, as text: where it is the same before and after, nothing was kept there."""
    reader = _Reader()
    reader.value(function, "the definition")
    return repr(reader.collections)


def _refused(what: str) -> Refused:
    return Refused(f"not followed for all values: {what}")


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self.collections: list[Any] = []
        self.codes: list[CodeType] = []
        self.rounds = False
        """Whether there are floats in it."""
        self._seen: set[int] = set()
        self._texts = self._sets = False
        self._kept = self._changes = ""

    def value(self, value: Any, name: str) -> None:
        """Read a value that some code names."""
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        if isinstance(value, Metric):
            self.value(value.definition, value.name)
        elif isinstance(value, Registry):  # a metric is asked for by its name: it may be any
            for metric in value.metrics.values():
                if metric.is_foreign:
                    self.value(metric, name)
        elif isinstance(value, FunctionType):
            if not value.__code__.co_filename.startswith(_PACKAGE):
                self._function(value)
        elif hasattr(value, "cache_parameters"):  # functools.lru_cache
            self._kept = self._kept or name  # what it has answered stays, and may be a collection
            self._note()
            self.value(value.__wrapped__, name)
        elif isinstance(value, (list, dict, set, collections.deque)) or type(value) in (tuple, frozenset):
            self.collections.append(value)
            if type(value) not in (tuple, frozenset):
                self._kept = self._kept or name
            self._note(sets=isinstance(value, (set, frozenset)))
            self._note()
            for part in (*value.keys(), *value.values()) if isinstance(value, dict) else tuple(value):
                self.value(part, name)
        elif not isinstance(value, _DATA) and not _is_known(value):
            raise _refused(f"{name!r} is a {type(value).__name__}, whose code cannot be read")
        self._note(texts=isinstance(value, str))
        self.rounds = self.rounds or isinstance(value, (float, complex, decimal.Decimal))

    def _note(self, *, texts: bool = False, sets: bool = False, changes: str = "") -> None:
        self._texts, self._sets = self._texts or texts, self._sets or sets
        self._changes = self._changes or changes
        if self._kept and self._changes:
            raise _refused(f"{self._changes} may write to {self._kept}, and be asked again later; make that a tuple")
        if self._texts and self._sets:
            raise _refused("there are texts and sets in it, and the order of a set of texts is another in each process")

    def _function(self, function: FunctionType) -> None:
        name, code = function.__name__, function.__code__
        if vars(function).keys() - {"__wrapped__"}:
            raise _refused(f"the function {name} has attributes of its own")
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.value(value, f"a default of {name}")
        for free, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:  # an empty cell: a function that is not defined yet
                continue
            self.value(value, free)
        if "__debug__" in _source(function):
            raise _refused(f"{name} asks for __debug__, so that python -O runs another definition")
        self.codes.append(code)
        self._code(code, function, doc=function.__doc__)

    def _code(self, code: CodeType, function: FunctionType, doc: str | None = None) -> None:
        before = None
        for step in dis.get_instructions(code):
            if why := _forbidden(step, before, code):
                raise _refused(f"{code.co_name} {why}")
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                self._named(str(step.argval), function)
            self._note(sets=step.opname in ("BUILD_SET", "SET_ADD", "SET_UPDATE"))
            in_place = step.opname == "BINARY_OP" and step.argrepr.endswith("=")
            if in_place or step.opname in CHANGING or (step.opname in _LOOKS and step.argval in CHANGES):
                self._note(changes=code.co_name)
            before = step
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, function)
            else:
                self._note(texts=isinstance(constant, str) and constant is not doc)

    def _named(self, name: str, function: FunctionType) -> None:
        if name in function.__globals__:
            self.value(function.__globals__[name], name)
        elif (known := getattr(builtins, name, None)) is not None:
            self._note(sets=known in (set, frozenset))
            if known not in _BUILTINS and not (isinstance(known, type) and issubclass(known, BaseException)):
                raise _refused(f"{function.__name__} uses {name}(), which looks at what it is given")


def _source(function: FunctionType) -> str:
    """The text of the function where there is one: what the compiler leaves out stands only there."""
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):  # typed in, or made by a program
        return ""


def _is_known(value: Any) -> bool:
    """Whether the value is a well-known function, class or module."""
    if getattr(value, "__name__", "") in _TELLING:
        return False
    if isinstance(value, ModuleType):
        return value in _MODULES or value.__name__.partition(".")[0] == "axiomatrix"
    if isinstance(value, type):
        ours = value.__module__.partition(".")[0] == "axiomatrix" or value in (*_TYPES, _RATIONAL)
        return ours or issubclass(value, BaseException) or value.__module__ in _MODULE_NAMES - {"builtins"}
    return isinstance(value, BuiltinFunctionType) and value.__module__ in _MODULE_NAMES


def _forbidden(step: dis.Instruction, before: dis.Instruction | None, code: CodeType) -> str:
    """Why an instruction is not allowed; empty if it is."""
    if step.opname == "PUSH_EXC_INFO":
        return "catches exceptions, and so what refuses to be looked at"
    if step.opname in _WRITES or (step.opname == "STORE_DEREF" and step.argval in code.co_freevars):
        return f"writes to {step.argval}: its answers may depend on what was asked before"
    if step.opname == "IS_OP" and not (before and before.opname == "LOAD_CONST" and before.argval is None):
        return "compares with 'is', which tells an unknown from a number; write =="
    if step.opname == "LOAD_BUILD_CLASS":
        return "makes a class"
    if step.opname in _LOOKS and (step.argval not in _ATTRIBUTES or step.argval.startswith("_")):
        return f"looks at the attribute {step.argval!r}"
    if step.opname == "IMPORT_NAME" and step.argval.partition(".")[0] not in _MODULE_NAMES | {"axiomatrix"}:
        return f"imports {step.argval}"
    return ""
