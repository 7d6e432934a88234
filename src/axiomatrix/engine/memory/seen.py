"""A digest of a value with all that it depends on: code with its constants, names, defaults, closures, globals.

What a function names is followed, through functions, classes, objects and modules of users, and through the metrics and
axioms of the catalogue. Code of the engine counts by the engine's digest, the standard library and numpy by their
versions. What is none of these has no digest: :class:`HiddenDependency` says why.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import re
import sys
from abc import ABCMeta
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import (
    BuiltinFunctionType,
    CodeType,
    EllipsisType,
    FunctionType,
    GenericAlias,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    NoneType,
    NotImplementedType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any, Generic, Protocol, Self

import numpy as np
from flint import fmpq, fmpz

from ...evidence.cell import CellKey
from ...model.axiom import Axiom, Statement, keeps_promise
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.frozen import Frozen
from ...numbers.shared import SharedValues
from ...values.rankings import Ranking
from .known import (
    STATELESS,
    VERSIONED,
    HiddenDependency,
    file_of,
    is_engine,
    is_followed,
    is_importable,
    is_refused,
    is_versioned,
    named_in,
    registered_with,
)

__all__ = ["HiddenDependency", "ValuesDigest"]

_BY_REPR = {NoneType, bool, int, float, complex, str, bytes, Fraction, Decimal, range, EllipsisType, NotImplementedType}
_BY_REPR |= {fmpq, fmpz}
"""Types whose ``repr`` says all."""
_CONTAINERS = (dict, list, tuple, set, frozenset, deque, MappingProxyType)
_HOLDERS = (*_CONTAINERS, int, str, float, bytes)
_BASES = {object, Generic, Protocol, Exception, BaseException, enum.Enum, enum.Flag, Counter, OrderedDict, defaultdict}
_BASES |= {
    enum.IntEnum,
    enum.StrEnum,
    enum.IntFlag,
    enum.ReprEnum,
    ArithmeticError,
    ValueError,
    TypeError,
    LookupError,
    *_HOLDERS,
}
"""Classes not of users nor ours whose instances show all that they hold."""
_NO_MATTER = re.compile(
    "__(doc|module|qualname|dict|weakref|annotations|annotate|annotate_func|annotations_cache|firstlineno|"
    "static_attributes|abstractmethods|dataclass_fields|dataclass_params|parameters|orig_bases|"
    "protocol_attrs|non_callable_proto_members)__|_abc_impl|_is_protocol|_is_runtime_protocol"
)
"""What is in a class and decides nothing: it is made of the rest, or only said; code that looks at it is not seen."""
_LOOKED_UP = {"other", "evaluator"}
"""Attributes by which an axiom asks for another metric by its name."""


class ValuesDigest:
    """What was seen of some values, as one digest. Raises :class:`HiddenDependency` for what cannot be seen whole."""

    def __init__(self) -> None:
        self.looks_up = False
        """Whether another metric may be asked for by its name."""
        self._hash = hashlib.sha256()
        self._places: dict[int, int] = {}
        self._kept: list[Any] = []

    @classmethod
    def of(cls, value: Any) -> Self:
        """What was seen of one value."""
        seen = cls()
        seen.value(value)
        return seen

    @property
    def digest(self) -> str:
        """Another one if anything is otherwise that was seen."""
        return self._hash.hexdigest()

    def _add(self, *texts: object) -> None:
        for text in texts:
            encoded = str(text).encode("utf-8", "backslashreplace")
            self._hash.update(b"%d:" % len(encoded) + encoded)

    def value(self, value: Any) -> None:
        """See a value."""
        kind = type(value)
        if kind in _BY_REPR:
            self._add(kind.__name__, repr(value))
            return
        place = self._places.setdefault(id(value), len(self._kept))
        if place < len(self._kept):
            self._add("again", place)
            return
        self._kept.append(value)  # so that no other value gets its id
        if kind in _CONTAINERS:
            self._held(kind, value)
            return
        for kinds, see in _WAYS:
            if isinstance(value, kinds):
                if see is not ValuesDigest._class and not _is_plain(kind):  # it may do more than what it is made of
                    self.value(kind)
                    self._mapping(getattr(value, "__dict__", {}))
                see(self, value)
                return
        self._instance(value)

    def values(self, what: str, values: Iterable[Any]) -> None:
        """See several values, in their order."""
        listed = list(values)
        self._add(what, len(listed))
        for value in listed:
            self.value(value)

    # --- what people write ------------------------------------------------------------------------------------

    def _metric(self, metric: Metric) -> None:
        """A metric as far as its values go: what is claimed of it is left out."""
        self._add("metric", metric.name, metric.kind, metric.exact, metric.takes_variant, metric.never_divides)
        self._add(metric.family, metric.variant)
        if metric.implementation is not None:
            raise HiddenDependency("it is a library's")
        self.value(metric.definition)
        self._mapping(metric.arguments)
        self._mapping(metric.parameters)

    def _axiom(self, axiom: Axiom) -> None:
        promises = [keeps_promise(axiom, name) for name in ("label_free", "ignores_parameters", "from_generators")]
        self._add("axiom", axiom.id, sorted(axiom.kinds), axiom.group, axiom.quantifier, axiom.boundary, axiom.by_lane)
        self._add(promises, axiom.closed_only, axiom.arguments, axiom.open_arguments, axiom.requires, axiom.about)
        self._mapping(axiom.over)
        self.values("says", (axiom.says, axiom.applies, axiom.observe, axiom.builds))

    def _registry(self, registry: Registry) -> None:
        raise HiddenDependency("it looks a metric up in the registry")

    # --- code -------------------------------------------------------------------------------------------------

    def _function(self, function: FunctionType) -> None:
        code, module = function.__code__, str(function.__globals__.get("__name__"))
        if is_engine(code) or is_versioned(module):
            self._add("function", file_of(code.co_filename) or module, code.co_qualname, code.co_firstlineno)
            if is_importable(function, module, code.co_qualname):  # and no wrapper, which says that it is what it wraps
                return
        else:
            known: Any = function
            self._add("called", function.__name__, function.__qualname__)
            self._code(code, function.__globals__, known.__builtins__, code.co_freevars)
        self.values("defaults", function.__defaults__ or ())
        self._mapping(function.__kwdefaults__ or {})
        self._mapping(vars(function))
        for cell in function.__closure__ or ():
            try:
                content = cell.cell_contents
            except ValueError:  # of a name that has no value yet
                self._add("empty")
                continue
            self.value(content)

    def _code(self, code: CodeType, names: dict[str, Any], builtins: dict[str, Any], free: tuple[str, ...]) -> None:
        self._add("code", code.co_name, code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars)
        self._add(code.co_cellvars, code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        self._add(code.co_exceptiontable.hex())
        self.looks_up = self.looks_up or not _LOOKED_UP.isdisjoint(code.co_names)
        for name, value in named_in(code, names, builtins, free):
            self._add("name", name)
            self.value(value)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, names, builtins, free)
            else:
                self.value(constant)

    def _builtin(self, function: BuiltinFunctionType) -> None:
        owner = function.__self__
        if owner is None or isinstance(owner, ModuleType):
            self._of_others(function, function.__module__ or "", function.__name__)
        else:
            self._add("bound", function.__name__)
            self.value(owner)

    def _wrapping(self, wrapper: Any) -> None:
        """A property, a class method and the like: what they are made of."""
        parts = ("fget", "fset", "fdel", "__func__", "func", "__wrapped__")
        self.values(type(wrapper).__name__, (getattr(wrapper, part, None) for part in parts))

    def _of_others(self, value: Any, module: str, name: str) -> None:
        if is_refused(module, name) or not (is_versioned(module) and is_importable(value, module, name)):
            raise HiddenDependency(f"it uses {module}.{name}, whose code cannot be seen")
        self._add("known", module, name)

    def _of_class(self, method: Any) -> None:
        """A method of a built-in class."""
        self._of_others(method.__objclass__, method.__objclass__.__module__, method.__objclass__.__qualname__)
        self._add(method.__name__)

    # --- classes and objects ----------------------------------------------------------------------------------

    def _class(self, kind: type) -> None:
        module, name = str(kind.__module__), kind.__qualname__
        if isinstance(kind, ABCMeta) and (others := registered_with(kind)):
            raise HiddenDependency(f"with the class {module}.{name} classes of {', '.join(others)} are registered")
        if is_versioned(module) and is_importable(kind, module, name):
            self._of_others(kind, module, name)
            return
        where = str(getattr(sys.modules.get(module), "__file__", None) or ".py")
        if not where.endswith(".py"):
            raise HiddenDependency(f"it has the class {module}.{name}, whose code cannot be seen")
        file = file_of(where)
        if file is not None and not is_followed(file) and is_importable(kind, module, name):
            self._add("class of ours", module, name)
            return
        self._add("class", name)
        self.values("bases", (type(kind), *kind.__bases__))
        for name, part in sorted(vars(kind).items()):
            if not _NO_MATTER.fullmatch(name):
                self._add(name)
                self.value(part)

    def _instance(self, value: Any) -> None:
        kind = type(value)
        for base in kind.__mro__:
            if base not in _BASES and base.__module__ not in STATELESS:
                self._class_of_instance(base)
        self.value(kind)
        if isinstance(value, BaseException):
            self.value(value.args)
        for holder in _HOLDERS:
            if isinstance(value, holder):
                self._held(holder, value)
        if isinstance(value, defaultdict):
            self.value(value.default_factory)
        if isinstance(value, Frozen):
            if isinstance(value, Ranking):  # it may hand out other numbers than its positions
                self.values("positions", (repr(value[item]) for item in value.items))
            self._mapping({name: getattr(value, name) for name in value.made_from})
            return
        self._mapping(getattr(value, "__dict__", {}))
        for base in kind.__mro__:
            for name, slot in sorted(vars(base).items()):
                if isinstance(slot, MemberDescriptorType):
                    self._add(name)
                    self.value(getattr(value, name, None))

    def _class_of_instance(self, kind: type) -> None:
        """Only of what is written in Python is all to be seen that an object holds."""
        source = str(getattr(sys.modules.get(kind.__module__), "__file__", None) or ".py")
        if not source.endswith(".py") or kind.__module__.partition(".")[0] in sys.stdlib_module_names | VERSIONED:
            raise HiddenDependency(
                f"it has a {kind.__module__}.{kind.__qualname__}, which does not show all that it holds"
            )

    def _held(self, holder: type, value: Any) -> None:
        """What a container, or a number or text, holds as such."""
        if holder in (dict, MappingProxyType):
            self._mapping(dict.copy(value) if isinstance(value, dict) else dict(value))
        elif holder in (set, frozenset):
            self._set(value)
        elif holder in (list, tuple, deque):
            self.values(holder.__name__, holder.__iter__(value))
            self._add(value.maxlen if isinstance(value, deque) else None)
        else:
            self._add(holder.__name__, holder.__repr__(value))  # type: ignore[call-arg]  # not of the class itself

    def _mapping(self, entries: Mapping[Any, Any]) -> None:
        self._add("mapping", len(entries))
        for key, value in entries.items():
            self.value(key)
            self.value(value)

    def _set(self, members: Iterable[Any]) -> None:
        """The members; also their order, where it is not another one in each process."""
        listed = list(members)
        digests = [ValuesDigest.of(member).digest for member in listed]
        self._add("set", *(digests if all(type(member) is int for member in listed) else sorted(digests)))

    def _array(self, array: np.ndarray[Any, Any]) -> None:
        if array.dtype.hasobject or type(array) is not np.ndarray:
            raise HiddenDependency(f"it has an array of objects, or one of the class {type(array).__name__}")
        self._add("array", repr(array.dtype), array.shape, array.tobytes().hex())

    def _module(self, module: ModuleType) -> None:
        raise HiddenDependency(f"the module {module.__name__} is handed on as a value")


_Place: Any = type(vars(CellKey)["metric"])
"""The type of a field of a named tuple."""
_WAYS: tuple[tuple[Any, Callable[[ValuesDigest, Any], None]], ...] = (
    (SharedValues, lambda seen, values: seen._add("made until now")),  # not what is answered, and another in each run
    (Metric, ValuesDigest._metric),
    (Axiom, ValuesDigest._axiom),
    (Statement, lambda seen, statement: seen.values("statement", (statement.axiom, statement.arguments))),
    (Registry, ValuesDigest._registry),
    (FunctionType, ValuesDigest._function),
    (BuiltinFunctionType, ValuesDigest._builtin),
    (MethodType, lambda seen, method: seen.values("method", (method.__func__, method.__self__))),
    (functools.partial, lambda seen, p: seen.values("partial", (p.func, p.args, p.keywords, vars(p)))),
    (
        (property, classmethod, staticmethod, functools.cached_property, functools._lru_cache_wrapper),
        ValuesDigest._wrapping,
    ),
    ((MemberDescriptorType, GetSetDescriptorType), lambda seen, slot: seen._add("slot", slot.__name__)),
    ((MethodDescriptorType, WrapperDescriptorType), ValuesDigest._of_class),
    (_Place, lambda seen, field: seen._add("field", field.__reduce__()[1])),
    ((np.generic, np.dtype), lambda seen, value: seen._add(type(value).__name__, repr(value))),
    (
        (GenericAlias, UnionType),
        lambda seen, alias: seen.values("alias", (getattr(alias, "__origin__", None), *alias.__args__)),
    ),
    (type, ValuesDigest._class),
    (np.ndarray, ValuesDigest._array),
    (np.ufunc, lambda seen, function: seen._of_others(function, "numpy", function.__name__)),
    (re.Pattern, lambda seen, pattern: seen._add("pattern", repr(pattern.pattern), pattern.flags)),
    (ModuleType, ValuesDigest._module),
)
_PLAIN = {part for kinds, _ in _WAYS for part in (kinds if isinstance(kinds, tuple) else (kinds,))}


def _is_plain(kind: type) -> bool:
    """Whether a class is one of those, or one of a library whose version says all, and not a user's subclass."""
    module = str(kind.__module__)
    return kind in _PLAIN or (is_versioned(module) and is_importable(kind, module, kind.__qualname__))
