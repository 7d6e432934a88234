"""The proof of a worker that it is as it was before anything of a user's ran in it.

Compared by identity, which takes a few milliseconds: every name in every module of this package, every attribute of its
classes, the code and the defaults of its functions, the names of the modules that it computes with, the built-in names,
the list of modules, the registry with its definitions and spaces, and the hooks and limits of the interpreter. Shared
values are compared by what they hold. A definition that rewrites this module too goes unseen.
"""

from __future__ import annotations

import builtins
import decimal
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...model.guard import OF_DECIMALS
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.shared import changed_shared_values

OURS = "axiomatrix"
COMPUTED_WITH = (
    "cmath",
    "collections",
    "dataclasses",
    "decimal",
    "enum",
    "flint",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "math",
    "numbers",
    "numpy",
    "operator",
    "pathlib",
    "random",
    "re",
    "statistics",
    "sympy.external.pythonmpq",
    "sympy.polys.domains",
    "sympy.polys.orderings",
    "sympy.polys.rings",
)
"""Modules of others whose names are compared too: what is there may not become another, what is new does no harm."""
CLASSES = (
    "decimal.Decimal",
    "enum.Enum",
    "enum.EnumType",
    "fractions.Fraction",
    "pathlib.Path",
    "random.Random",
    "sympy.external.pythonmpq.PythonMPQ",
    "sympy.polys.domains.PythonRationalField",
    "sympy.polys.orderings.LexOrder",
    "sympy.polys.rings.PolyElement",
    "sympy.polys.rings.PolyRing",
)
"""Classes of theirs whose attributes are compared, where they are loaded."""
GROWS = {
    "__abstractmethods__",
    "__annotations__",
    "__builtins__",
    "__warningregistry__",
    "_abc_impl",
    "raised",
    "count",
}
"""Names that the interpreter itself adds, and the count of the refusals that were raised."""
_OF_FUNCTIONS = ("__code__", "__defaults__", "__kwdefaults__")
_Function = types.FunctionType
_ids = id  # the builtin itself, whatever becomes of its name


def _is(one: object, other: object) -> bool:
    return one is other


class ProcessChanged(Exception):
    """The process is not as it was; the text says what is another."""


class ProcessState:
    """The process at one moment, as far as verdicts depend on it."""

    def __init__(self) -> None:
        modules = {name: module for name, module in sys.modules.items() if _is_ours(name)}
        others = {name: sys.modules[name] for name in COMPUTED_WITH if name in sys.modules}
        self._modules = dict(sys.modules)
        self._closed = [NamesInView(name, vars(module)) for name, module in modules.items()]
        classes = {
            _ids(value): value for module in modules.values() for value in vars(module).values() if _is_class(value)
        }
        self._closed += [NamesInView(f"{c.__module__}.{c.__qualname__}", c.__dict__) for c in classes.values()]
        self._open = [NamesInView("builtins", vars(builtins))] + [
            NamesInView(name, vars(m)) for name, m in others.items()
        ]
        for name in CLASSES:
            module, _, kind = name.rpartition(".")
            if module in sys.modules:
                self._open.append(NamesInView(name, getattr(sys.modules[module], kind).__dict__))
        holders = (*map(vars, modules.values()), *(c.__dict__ for c in classes.values()))
        functions = (f for holder in holders for value in holder.values() for f in functions_in(value))
        self._functions = [(f, traits_of(f)) for f in dict.fromkeys(functions) if _is_ours(f.__module__)]
        self._constants = [
            (f"{name}.{key}", value, content_of(value))
            for name, module in modules.items()
            for key, value in vars(module).items()
            if key.isupper() and key != "REGISTRY" and isinstance(value, (dict, list, set))
        ]
        self._settings = _settings()
        self._registry: RegistryContent | None = None

    def take_registry(self, registry: Registry) -> None:
        """Remember the registry, when what is checked is in it."""
        self._registry = RegistryContent(registry)

    def prove(self, *, registering: bool = False) -> None:
        """Raise :class:`ProcessChanged` if anything is not as it was; while ``registering``, more may be registered."""
        damage = next(self.damages(registering=registering), None)
        if damage is not None:
            raise ProcessChanged(damage)

    def damages(self, *, registering: bool = False) -> Iterator[str]:
        """What is another than it was."""
        for name, module in self._modules.items():
            if sys.modules.get(name) is not module and (_is_ours(name) or name in COMPUTED_WITH or name == "builtins"):
                yield f"sys.modules[{name!r}] was replaced"
        for names in self._closed:
            yield from names.damages(grown=True)
        for names in self._open:
            yield from names.damages(grown=False)
        for function, traits in self._functions:
            for name, now, was in zip(_OF_FUNCTIONS, traits_of(function), traits, strict=True):
                if now is not was:
                    yield f"{function.__module__}.{function.__qualname__}.{name} was replaced"
        for name, value, content in self._constants:
            if content_of(value) != content:
                yield f"the content of {name} was changed"
        for name, setting in _settings().items():
            if setting != self._settings[name]:
                yield f"{name} was changed"
        if self._registry is not None:
            yield from self._registry.damages(grown=not registering)
        for name in changed_shared_values():
            yield f"the shared value {name} was changed"


class NamesInView:
    """The names of a module or of a class, and what each stands for."""

    __slots__ = ("_content", "_names", "_title")

    def __init__(self, title: str, names: Mapping[str, Any]) -> None:
        self._title = title
        self._names = names
        self._content = dict(names)

    def damages(self, *, grown: bool, same: Callable[[object, object], bool] = _is) -> Iterator[str]:
        """What is another, what is gone, and with ``grown`` what is new."""
        now, before = self._names, self._content
        if len(now) == len(before) and all(map(_is, now.values(), before.values())):
            return
        for name, value in before.items():
            if name not in GROWS and not same(now.get(name, _GONE), value):
                yield f"{self._title}.{name} was {'removed' if name not in now else 'replaced'}"
        if grown:
            for name in now:
                if name not in before and name not in GROWS and not isinstance(now[name], types.ModuleType):
                    yield f"{self._title}.{name} was added"


class RegistryContent:
    """What is registered."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._names = [
            NamesInView("the registry: metric", registry.metrics),
            NamesInView("the registry: axiom", registry.axioms),
            NamesInView("the registry: source", registry.sources),
        ]
        known = (*registry.metrics.values(), *registry.axioms.values(), *registry.sources.values())
        self._records = [NamesInView(repr(record)[:80], record.__dict__) for record in known]
        self._spaces = [
            NamesInView(f"{metric!r}, {name}", space.__dict__)
            for metric in registry.metrics.values()
            for name, space in {**metric.arguments, **metric.parameters}.items()
            if hasattr(space, "__dict__")
        ]
        definitions = [(metric.name, metric.definition) for metric in registry.metrics.values()]
        definitions += [(axiom.id, axiom.says) for axiom in registry.axioms.values()]
        self._definitions = [(title, function, traits_of(function)) for title, function in definitions]

    def damages(self, *, grown: bool) -> Iterator[str]:
        """What is another now; with ``grown`` also what is new. Else more may be claimed of a metric than before."""
        for names in self._names:
            yield from names.damages(grown=grown, same=_is if grown else _is_or_is_claimed_more_of)
        for names in (*self._records, *self._spaces):
            yield from names.damages(grown=True)
        for title, function, traits in self._definitions:
            if not all(map(_is, traits_of(function), traits)):
                yield f"the definition of {title} was changed"


_GONE = object()


def _is_or_is_claimed_more_of(now: object, before: object) -> bool:
    """Whether it is the same, or the same metric with claims more, as :func:`axiomatrix.conjecture` leaves it."""
    if now is before or type(now) is not Metric or type(before) is not Metric:
        return now is before
    others = (vars(now).keys() | vars(before).keys()) - {"claims"}
    same = all(vars(now).get(name) is vars(before).get(name) for name in others)
    return same and now.claims[: len(before.claims)] == before.claims


def _is_ours(name: str) -> bool:
    return name == OURS or name.startswith(f"{OURS}.")


def _is_class(value: Any) -> bool:
    return isinstance(value, type) and _is_ours(str(getattr(value, "__module__", "")))


def functions_in(value: Any) -> Iterator[types.FunctionType]:
    """The functions that are, or are in, a value of a module or of a class."""
    parts = (value.fget, value.fset, value.fdel) if type(value) is property else (getattr(value, "__func__", value),)
    for part in parts:
        if type(part) is _Function:
            yield part
        if (wrapped := getattr(part, "__wrapped__", None)) is not None:
            yield from functions_in(wrapped)


def traits_of(function: Callable[..., Any]) -> tuple[Any, ...]:
    """What a function does; nothing of what is callable otherwise."""
    return tuple(getattr(function, name, None) for name in _OF_FUNCTIONS)


def content_of(value: Any) -> tuple[int, ...]:
    """What a constant that is a table, a list or a set holds, by identity."""
    if isinstance(value, dict):
        return (*map(_ids, value), *map(_ids, value.values()))
    return tuple(map(_ids, value)) if isinstance(value, list) else tuple(sorted(map(_ids, value)))


def _settings() -> dict[str, object]:
    return {
        "the recursion limit": sys.getrecursionlimit(),
        "the trace function": sys.gettrace(),
        "the profile function": sys.getprofile(),
        "the decimal context": tuple(repr(getattr(decimal.getcontext(), name)) for name in OF_DECIMALS),
    }
