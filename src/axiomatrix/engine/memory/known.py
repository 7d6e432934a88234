"""What of the code of others is known by a version alone, and what may do something that no code says."""

from __future__ import annotations

import cmath  # noqa: F401  # so that it is there when this process begins
import dis
import os
import statistics  # noqa: F401  # likewise
import sys
import time
from _abc import _get_dump  # type: ignore[import-not-found]  # what abc's own _dump_registry prints
from abc import ABCMeta
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ..workers.cleanliness import NamesInView, content_of, functions_in, traits_of
from ..workers.premises import PACKAGE


class HiddenDependency(Exception):
    """What a definition depends on cannot be seen whole; the text says what stands in the way."""


STARTED = time.time_ns()
"""When this process began, before it imported anything of a user's."""
COARSE = 20_000_000
"""Nanoseconds by which the times of files may lag."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BESIDE = ("cli", "libraries", "pytest_plugin", "report", "studies", "catalogue/sources", "catalogue/theorems")
"""Parts of this package that decide nothing about a row; those above the engine it cannot even import."""
FOLLOWED = ("catalogue/axioms", "catalogue/metrics")
"""Parts of it that are followed as the code of users is, so that a change costs the rows that depend on it."""
PURE = _words(
    "__future__ _abc _bisect _collections _decimal _functools _heapq _operator _pydecimal _statistics abc array "
    "bisect builtins cmath collections collections.abc dataclasses decimal enum fractions functools heapq "
    "itertools math numbers operator re statistics string typing unicodedata "
)
"""Modules of the standard library whose functions compute from what they are given: Python's version says all."""
THERE = frozenset(sys.modules)
"""What was imported when this process began: of what comes later nobody has seen what it was like."""
VERSIONED = frozenset({"numpy", "flint"})
"""Libraries of which a version says all, but for what is refused below."""
REFUSED = _words(
    "NormalDist attrgetter ctypeslib datetime64 f2py fields fromfile fromregex genfromtxt get_annotations "
    "get_type_hints lib load loadtxt memmap methodcaller open_memmap random test testing samples "
)
"""What is in those modules and looks at files, at chance, at the clock, at annotations, or at attributes whose names
are made when it runs."""
BUILTINS = _words(
    "hash abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate filter "
    "float format frozenset hasattr int isinstance issubclass iter len list map max min next object oct hex ord "
    "pow print property range repr reversed round set slice sorted staticmethod str sum super tuple type zip "
    "Ellipsis NotImplemented __build_class__ __debug__ __name__ "
)
"""The built-in functions whose answers follow from what they are given, and from nothing else."""
STATELESS = frozenset({"abc", "collections.abc", "enum", "numbers", "typing"})
"""Modules of classes whose instances hold nothing of their own."""
_INSIDE = _words(
    "__builtins__ __code__ __dict__ __globals__ __loader__ __spec__ __subclasses__ ctypes cr_frame f_back "
    "f_builtins f_globals f_locals gi_frame tb_frame "
    "__annotations__ __dataclass_fields__ __dataclass_params__ __doc__ __orig_bases__ "
)
"""Attributes that lead from a value to all that there is in the process, or to what is not said of it."""
_LOOKS = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR")
_NAMES = ("LOAD_GLOBAL", "LOAD_NAME")
_BETWEEN = ("PUSH_NULL", "NOP", "CACHE")


@lru_cache(maxsize=4096)
def file_of(name: str) -> str | None:
    """The file of this package that a code is from, by its path there; None if it is from elsewhere."""
    try:
        return Path(name).relative_to(PACKAGE).as_posix()
    except ValueError:
        return None


def changed_since_start() -> str | None:
    """A file of what is imported here that is not as it was when this process began; None if there is none.

    Workers import it later than this process does, and may find something else.
    """
    loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    for file in {*filter(None, loaded), *_files()}:
        try:
            there = os.stat(file)  # noqa: PTH116  # of thousands of files
        except OSError:
            continue  # in an archive, say
        if max(there.st_mtime_ns, there.st_ctime_ns) + COARSE >= STARTED:
            return str(file)
    return None


@lru_cache(maxsize=1)
def _files() -> tuple[str, ...]:
    return tuple(str(path) for path in PACKAGE.rglob("*.py"))


def is_followed(file: str) -> bool:
    """Whether a file of this package is followed, or decides nothing: the others make up the engine's digest."""
    return file.startswith(tuple(f"{part}/" for part in (*BESIDE, *FOLLOWED)))


def is_engine(code: CodeType) -> bool:
    """Whether the engine's digest covers the code."""
    file = file_of(code.co_filename)
    return file is not None and not is_followed(file)


def is_versioned(module: str) -> bool:
    """Whether a version says all about the functions of a module, as far as nobody has written to it since."""
    known = module in PURE or (module.partition(".")[0] in VERSIONED and REFUSED.isdisjoint(module.split(".")))
    return known and module in THERE


def is_refused(module: str, name: str) -> bool:
    """Whether what stands there does more than to compute from what it is given."""
    return name in REFUSED or (module == "builtins" and name[:1].islower() and name not in BUILTINS)


def is_importable(value: Any, module: str, name: str) -> bool:
    """Whether the value is what stands under that name in that module."""
    here: Any = sys.modules.get(module)
    for part in name.split("."):
        here = getattr(here, part, None)
    return here is value


def registered_with(kind: ABCMeta) -> list[str]:
    """The modules of classes that were registered with an abstract one, but for those of libraries with theirs."""
    registered = [reference() for reference in _get_dump(kind)[0]]
    modules = {str(subclass.__module__).partition(".")[0] for subclass in registered if subclass is not None}
    known = {"axiomatrix", *VERSIONED, *sys.stdlib_module_names} if is_versioned(str(kind.__module__)) else set()
    return sorted(modules - known)


def named_in(
    code: CodeType, names: dict[str, Any], builtins: dict[str, Any], free: tuple[str, ...]
) -> Iterator[tuple[str, Any]]:
    """What the code names, with its value; an attribute of a module as such, and not the module.

    ``free`` are the variables from outside that it may not write to. Raises :class:`HiddenDependency` for what cannot
    be followed.
    """
    steps = [step for step in dis.get_instructions(code) if step.opname not in _BETWEEN]
    ours = file_of(code.co_filename) is not None
    imported: Any = None
    for k, step in enumerate(steps):
        name = str(step.argval)
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") or (step.opname == "STORE_DEREF" and name in free):
            raise HiddenDependency(f"{code.co_name} writes to {name}")
        if step.opname in _LOOKS and name in _INSIDE:
            raise HiddenDependency(f"{code.co_name} looks at the attribute {name}")
        if step.opname == "IMPORT_NAME":
            imported = _imported(code, name, steps[k - 2].argval, steps[k + 1].opname == "IMPORT_FROM")
        elif step.opname == "IMPORT_FROM" and imported is not None:
            yield f"{imported.__name__}.{name}", _attribute(imported, name)
        elif step.opname in _NAMES:
            if name in names:
                yield _whole(name, names[name], steps, k + 1)
            elif name not in builtins:
                if step.opname == "LOAD_GLOBAL":
                    raise HiddenDependency(f"{code.co_name} names {name!r}, which is not there")
            elif not (ours or name in BUILTINS or _is_exception(builtins[name])):
                raise HiddenDependency(f"{code.co_name} uses {name}()")
            else:
                yield name, None


def _is_exception(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _whole(name: str, value: Any, steps: list[dis.Instruction], k: int) -> tuple[str, Any]:
    """A name with the attributes that follow it, as long as they are of modules, and what that is."""
    while isinstance(value, ModuleType):
        module = value
        if k == len(steps) or steps[k].opname not in _LOOKS:
            raise HiddenDependency(f"the module {module.__name__} is handed on as a value")
        attribute = str(steps[k].argval)
        value, name, k = _attribute(module, attribute), f"{module.__name__}.{attribute}", k + 1
        if is_versioned(module.__name__) and not isinstance(value, ModuleType) and (path := _is_of_library(value)):
            return f"{name} is {path}", None
    return name, value


def _is_of_library(value: Any) -> str:
    """The name under which a library has made something, such as a function; empty for data and what others wrote."""
    where = value.__globals__.get("__name__") if isinstance(value, FunctionType) else type(value).__module__
    module, name = str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", ""))
    name = name or str(getattr(value, "__name__", ""))
    known = is_versioned(str(where)) and is_versioned(module) and is_importable(value, module, name)
    return f"{module}.{name}" if known else ""


def _attribute(module: ModuleType, name: str) -> Any:
    if module.__name__.partition(".")[0] in sys.stdlib_module_names | VERSIONED and (
        not is_versioned(module.__name__) or name in REFUSED
    ):
        raise HiddenDependency(f"it uses {module.__name__}.{name}")
    try:
        return getattr(module, name)
    except AttributeError:
        raise HiddenDependency(f"{module.__name__} has no {name}") from None


def _imported(code: CodeType, name: str, level: object, takes_from: bool) -> ModuleType | None:
    """The module that is imported when the code runs, if it has to be looked into; None for a pure one."""
    if level == 0 and name in PURE - {"operator", "statistics"}:  # in these, something is refused
        return None
    module = sys.modules.get(name)
    if level != 0 or module is None or not takes_from or name.partition(".")[0] != "axiomatrix":
        raise HiddenDependency(f"{code.co_name} imports {name or 'a module'} when it is called")
    return module


# --- what is written to such modules since this process began is seen ---------------------------------------------

_HEAP, _IMMUTABLE = 1 << 9, 1 << 8
"""Flags of a class: made when the program runs, and closed to changes all the same."""


class VersionedModules:
    """The names of such modules and of their classes, what their functions do, and what their tables and lists hold."""

    def __init__(self) -> None:
        modules = {name: vars(module) for name, module in sys.modules.items() if is_versioned(name)}
        every = {id(value): value for names in modules.values() for value in names.values()}
        classes = [value for value in every.values() if isinstance(value, type) and _may_be_written_to(value)]
        self._modules = [NamesInView(name, names) for name, names in modules.items()]
        self._classes = [NamesInView(f"{c.__module__}.{c.__qualname__}", c.__dict__) for c in classes]
        holders = (*modules.values(), *(c.__dict__ for c in classes))
        self._functions = [
            (f, traits_of(f)) for holder in holders for value in holder.values() for f in functions_in(value)
        ]
        self._contents = [
            (f"{name}.{key}", value, content_of(value))
            for name, names in modules.items()
            for key, value in names.items()
            if type(value) in (dict, list) and not key.startswith(("__", "_cache"))  # a cache fills when it is used
        ]

    def change(self) -> str | None:
        """Something that is not as it was, and how; None if there is nothing."""
        return next(self._changes(), None)

    def _changes(self) -> Iterator[str]:
        for names in self._modules:
            yield from names.damages(grown=False)  # what is new there is seen where it is named
        for names in self._classes:
            yield from names.damages(grown=True)
        for function, traits in self._functions:
            if any(now is not was for now, was in zip(traits_of(function), traits, strict=True)):
                yield f"{function.__module__}.{function.__qualname__} was changed"
        for name, value, content in self._contents:
            if content_of(value) != content:
                yield f"the content of {name} was changed"


def _may_be_written_to(kind: type) -> bool:
    return is_versioned(str(kind.__module__)) and kind.__flags__ & (_HEAP | _IMMUTABLE) == _HEAP


OTHERS = VersionedModules()
