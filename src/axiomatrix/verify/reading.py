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
import gc
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers import exact
from ..numbers.shared import SharedValues
from ..spaces import Space
from .known import (
    ITERATING,
    KNOWN,
    MODULES,
    OURS,
    PACKAGE,
    RATIONAL,
    ROUNDED,
    STANDARD,
    TELLING,
    TEXTS,
    TYPES,
    WRITABLE,
    is_class_of_package,
    is_of_package,
    may_be_called,
)
from .refusal import Refused
from .sealed import let_sum
from .summing import CHANGES, CHANGING, every_code, only_sums

_NUMBERS = (int, bool, exact.Whole, float, complex, fractions.Fraction, decimal.Decimal, RATIONAL, exact.Formal)
_DATA = (*_NUMBERS, str, bytes, range, type(None), type(NotImplemented), type(Ellipsis))
_COLLECTIONS = (list, dict, set, collections.deque)
_CACHED: type = functools._lru_cache_wrapper
_KINDS = [kind for module in OURS for kind in vars(module).values() if isinstance(kind, type)]
_ATTRIBUTES = {name for kind in (*_KINDS, *TYPES, *_NUMBERS, *MODULES, *OURS) for name in dir(kind)}
_ATTRIBUTES = (_ATTRIBUTES | {"with_", "other", "is_defined", "metric", "definition"}) - TELLING
_LOOKS = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"}
_WRITES = {"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"}
_NAMES = {"LOAD_GLOBAL", "LOAD_NAME"}
_SETS = {"BUILD_SET", "SET_ADD", "SET_UPDATE"}
_VIEWS = {"keys", "items"}
"""Methods of a dict, of whose answers ``&``, ``|``, ``-`` and ``^`` make sets."""
_TEXTS = {"FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "CONVERT_VALUE", "BUILD_STRING"}
_AS_TEXT = {"hex", "to_bytes", "to_eng_string", "text", "entry_name", "symbol", "op"}
"""Attributes of numbers, parameters and relations that are texts, or make some."""
_WRITING = {"str", "repr", "format"}
_GATHERED = {"BUILD_SET", "BUILD_TUPLE", "BUILD_LIST"}
_NOTHING = {"CACHE", "PUSH_NULL", "EXTENDED_ARG", "NOP"}


@lru_cache(maxsize=1024)
def readable(asked: Any) -> None:
    """Raise :class:`Refused`, saying what stands in the way, unless the code can be followed for all values.

    Asked of a metric this is about its definition and the class of its parameters; of an axiom, what it says.
    """
    reader = _Reader()
    function = asked.definition if type(asked) is Metric else asked
    if type(asked) is Metric:
        reader.parameters(asked)
    reader.value(function, getattr(function, "__name__", "the definition"))
    if isinstance(function, FunctionType) and not reader.rounds and only_sums(function, reader.codes):
        let_sum(function)


@lru_cache(maxsize=1024)
def says_of_many(asked: Any) -> bool:
    """Whether a metric, or what an axiom says, says of many cases at once what it says of each.

    Ours do, and what asks for no type or text. What cannot be read is not believed.
    """
    return not _asks(asked, _asks_for_a_type, _asks_for_a_text)


@lru_cache(maxsize=1024)
def asks_for_types(asked: Any) -> bool:
    """Whether a metric, or what an axiom says, may ask for the type of a value; ours does so only where it may."""
    return _asks(asked, _asks_for_a_type)


def _asks(asked: Any, *ways: Callable[[CodeType], bool]) -> bool:
    says = asked.definition if type(asked) is Metric else asked
    if isinstance(says, FunctionType) and is_of_package(says):
        return False
    reader = _Reader()
    try:
        reader.value(says, "what is asked")
    except Refused:
        return True
    return any(way(inner) for code in reader.codes for inner in every_code(code) for way in ways)


def _asks_for_a_type(code: CodeType) -> bool:
    return "isinstance" in code.co_names or any(step.opname == "MATCH_CLASS" for step in dis.get_instructions(code))


def _asks_for_a_text(code: CodeType) -> bool:
    return bool(_WRITING & {*code.co_names}) or any(step.opname in _TEXTS for step in dis.get_instructions(code))


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
        self.iterates = False
        """Whether there are iterators in it, each of which keeps how far it has come."""
        self._seen: set[int] = set()
        self._texts = self._sets = False
        self._kept = self._changes = ""

    def value(self, value: Any, name: str) -> None:
        """Read a value that some code names. What it is its type says, and no method or attribute of its own."""
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        kind = type(value)
        if kind is Metric:
            self._metric(value)
        elif kind is Registry:  # a metric is asked for by its name: it may be any
            for metric in value.metrics.values():
                self.value(metric, name)
        elif kind is FunctionType:
            self._function(value, name)
        elif kind is _CACHED and value not in KNOWN:
            self._remembered(_under(value, name), name)
        elif kind in _COLLECTIONS or kind in (tuple, frozenset):
            self._collection(value, name)
        elif kind not in _DATA and value not in KNOWN and value not in STANDARD:
            what = "a class" if issubclass(kind, type) else f"of the class {kind.__name__}"
            raise _refused(f"{name!r} is {what}, whose code cannot be read")
        self._note(
            texts=kind in (str, bytes, exact.Formal) or value in TEXTS, changes=name if value in WRITABLE else ""
        )
        self.rounds = self.rounds or kind in (float, complex, decimal.Decimal) or value in ROUNDED
        self.iterates = self.iterates or value in ITERATING

    def parameters(self, metric: Metric) -> None:
        """See that the parameters are handed over in classes of ours: what another does cannot be read."""
        for name, space in metric.parameters.items():
            kind = getattr(space, "value_type", None)
            if kind is not None and not is_class_of_package(kind):
                raise _refused(f"{name} of {metric.name} is of the class {kind.__name__}, whose code cannot be read")

    def _metric(self, metric: Metric) -> None:
        """Read a metric that the definition calls, or names: its spaces are asked whether the values are theirs."""
        self.parameters(metric)
        for name, space in (*metric.parameters.items(), *metric.arguments.items()):
            inner = [value for value in vars(space).values() if callable(value) and value not in KNOWN]
            kinds: list[Any] = [type(space), *map(type, inner)]
            if not all(issubclass(kind, Space) and is_class_of_package(kind) for kind in kinds):
                raise _refused(f"{name} of {metric.name} is of the space {space.name}, whose code cannot be read")
        self.value(metric.definition, metric.name)

    def _collection(self, value: Any, name: str) -> None:
        self.collections.append(value)
        if type(value) in _COLLECTIONS:
            self._kept = self._kept or name
        self._note(sets=type(value) in (set, frozenset))
        for part in (*value.keys(), *value.values()) if type(value) is dict else tuple(value):
            self._note(texts=part is None or callable(part))
            self.value(part, name)

    def _remembered(self, function: Any, name: str) -> None:
        """Read a function whose answers are kept: they may be collections, and must not be what goes on by itself."""
        inner = _Reader()
        inner.value(function, name)
        if inner.iterates:
            raise _refused(f"{name} remembers its answers, and an iterator among them goes on; make that a tuple")
        self._kept = self._kept or name
        self._note()
        self.value(function, name)

    def _note(self, *, texts: bool = False, sets: bool = False, changes: str = "") -> None:
        self._texts, self._sets = self._texts or texts, self._sets or sets
        self._changes = self._changes or changes
        if self._kept and self._changes:
            raise _refused(f"{self._changes} may write to {self._kept}, and be asked again later; make that a tuple")
        if self._texts and self._sets:
            raise _refused("it has sets, and texts or functions, whose order in a set is another in each process")

    def _function(self, function: FunctionType, called: str) -> None:
        """Read a function: what it is made from, and its code unless that is of this package."""
        name, code = function.__name__, function.__code__
        ours = is_of_package(function)
        if ours and not may_be_called(function):
            raise _refused(f"{called!r} is of the inside of axiomatrix, and may tell an unknown from a number")
        if vars(function).keys() - {"__wrapped__"}:
            raise _refused(f"the function {name} has attributes of its own")
        if getattr(function, "__builtins__", None) is not vars(builtins):
            raise _refused(f"the function {name} has built-in names of its own")
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.value(value, f"a default of {name}")
        for free, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:  # an empty cell: a function that is not defined yet
                continue
            if ours and type(value) is FunctionType:
                self._remembered(value, name)
            elif not (ours and type(value) is SharedValues):
                self.value(value, free)
        if ours:
            return
        if "__debug__" in _source(function):
            raise _refused(f"{name} asks for __debug__, so that python -O runs another definition")
        self.codes.append(code)
        self._code(code, function, doc=function.__doc__)

    def _code(self, code: CodeType, function: FunctionType, doc: str | None = None) -> None:
        self.iterates = self.iterates or bool(code.co_flags & inspect.CO_GENERATOR)
        steps: list[dis.Instruction] = []
        module: ModuleType | None = None  # what the step before has named, if that is one
        for step in dis.get_instructions(code):
            if step.opname in _NOTHING:
                continue
            if why := _forbidden(step, steps[-1] if steps else None, code):
                raise _refused(f"{code.co_name} {why}")
            if module is not None and step.opname in _LOOKS:
                module = self._named(_in_module(module, str(step.argval)), str(step.argval))
            elif module is not None and module not in STANDARD:
                raise _refused(f"{code.co_name} hands on the module {module.__name__}; name what is used of it")
            else:
                module = self._global(str(step.argval), function) if step.opname in _NAMES else None
            self._note(
                texts=step.opname in _TEXTS or (step.opname in _LOOKS and step.argval in _AS_TEXT),
                sets=step.opname in _SETS or (_calls_a_method(step) and step.argval in _VIEWS),
            )
            in_place = step.opname == "BINARY_OP" and step.argrepr.endswith("=")
            if in_place or step.opname in CHANGING or (step.opname in _LOOKS and step.argval in CHANGES):
                self._note(changes=code.co_name)
            if step.opname in _GATHERED and step.arg:
                self._note(texts=any(_is_none_or_callable(one, function) for one in steps[-step.arg :]))
            steps.append(step)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, function)
            else:
                self._note(texts=constant is not doc and _has_texts(constant))

    def _global(self, name: str, function: FunctionType) -> ModuleType | None:
        """Read what a name stands for where nothing in the function is called so; a module is looked into next."""
        if name in function.__globals__:
            return self._named(function.__globals__[name], name)
        known = vars(builtins).get(name)
        self.iterates = self.iterates or known in ITERATING
        self._note(sets=known in (set, frozenset), texts=known in TEXTS)
        if known is not None and known not in KNOWN:
            raise _refused(f"{function.__name__} uses {name}(), which looks at what it is given")
        return None

    def _named(self, value: Any, name: str) -> ModuleType | None:
        if type(value) is ModuleType or value is sys.modules[PACKAGE.name]:
            return value
        self.value(value, name)
        return None


def _in_module(module: ModuleType, name: str) -> Any:
    """What is in a module now; the package itself loads on demand."""
    if name not in vars(module) and module is not sys.modules[PACKAGE.name]:
        raise _refused(f"{module.__name__} has no {name}")
    return getattr(module, name)


def _under(cached: Any, name: str) -> Any:
    """The function under a cache: its attributes, such as ``__wrapped__``, say what they like."""
    *_, kept, function, _, _, _, _ = gc.get_referents(cached)  # in CPython the cache, the function, and four more
    if type(kept) is not dict:
        raise _refused(f"nobody can see what {name} remembers")
    return function


def _calls_a_method(step: dis.Instruction) -> bool:
    return step.opname == "LOAD_METHOD" or (step.opname in _LOOKS and "NULL|self" in step.argrepr)


def _is_none_or_callable(step: dis.Instruction, function: FunctionType) -> bool:
    """Whether a step loads what goes by its address in a set: another order in each process."""
    known = function.__globals__.get(step.argval, vars(builtins).get(step.argval)) if step.opname in _NAMES else None
    return callable(known) or (step.opname == "LOAD_CONST" and step.argval is None)


def _has_texts(constant: Any) -> bool:
    """Whether a constant is or has a text, or bytes."""
    parts = constant if isinstance(constant, (tuple, frozenset)) else ()
    return isinstance(constant, (str, bytes)) or None in parts or any(map(_has_texts, parts))


def _source(function: FunctionType) -> str:
    """The text of the function where there is one: what the compiler leaves out stands only there."""
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):  # typed in, or made by a program
        return ""


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
    if step.opname == "IMPORT_NAME":
        return f"imports {step.argval}; do that at the top of the file"
    return ""
