"""What code may name without being read: well-known functions, classes and modules, and the functions of this package.

A name, a class and an attribute say what they like. So a thing is known only if it is the very object that a module of
the standard library or of this package had when this one was loaded, and a function is of this package only if its code
is what one of our files compiles to.
"""

from __future__ import annotations

import builtins
import collections
import decimal
import fractions
import functools
import itertools
import math
import numbers
import operator
import sys
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    ModuleType,
)
from typing import Any

from ..model import relation
from ..numbers import exact
from ..values import grades, judged, orders, parameters, rankings

MODULES = (math, itertools, functools, operator, fractions, collections, numbers, decimal)
OURS = (exact, rankings, parameters, relation, orders, judged, grades)


class Exactly:
    """These very objects: what another says of itself, or that it equals one of them, does not count."""

    def __init__(self, *values: Any) -> None:
        self._held = {id(value): value for value in values}

    def __contains__(self, value: Any) -> bool:
        return id(value) in self._held


STANDARD = Exactly(*MODULES)
"""The modules of the standard library all of whose functions are well known."""
RATIONAL = type(exact.rational(1))
TYPES = (list, dict, set, frozenset, tuple, str, int, float, complex, bytes, range)
BUILTINS: tuple[Any, ...] = (
    *(abs, all, any, bin, bool, bytes, chr, complex, dict, divmod, enumerate, filter, float, format, frozenset, int),
    *(isinstance, iter, len, list, map, max, min, next, ord, pow, print, range, repr, reversed, round, set, slice),
    *(sorted, str, sum, tuple, zip),
)
TELLING = {"attrgetter", "methodcaller", "is_", "is_not", "format", "format_map"}
TELLING |= {"entries", "by_key", "later", "made_from", "handing_out", "cache_clear", "cache_info"}
"""Public names by which the inside of a value, its text, or an earlier call can be looked at."""
CHANGING = {"setitem", "delitem", "setcontext", "getcontext", "localcontext"}
CHANGING |= {"iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior", "ipow", "irshift"}
CHANGING |= {"isub", "itruediv", "ixor"}
"""Functions of the standard library that change what they are given, or how later numbers are rounded."""
WRITABLE = Exactly(collections.defaultdict, decimal.Context)
"""Classes whose objects change when they are asked: for a key that is new, or by what was rounded."""
_ROUNDING = (float, complex, pow, round, operator.truediv, operator.pow)
ROUNDED = Exactly(*_ROUNDING, *vars(math).values(), *vars(decimal).values())
"""What makes floats and decimals, whose sums depend on the order."""
ITERATING = Exactly(*vars(itertools).values(), iter, zip, map, filter, enumerate, reversed)
"""What makes iterators, each of which keeps how far it has come."""
_CONSTANTS = (exact.log, exact.sqrt, exact.root, exact.power)
"""What makes formal numbers, whose hashes are those of texts."""
TEXTS = Exactly(str, repr, chr, bin, bytes, format, grades.number_text, *_CONSTANTS)
"""What makes texts, whose hashes are others in each process."""
HELPERS: frozenset[Any] = frozenset({exact.rational, exact.fraction, *_CONSTANTS})
HELPERS |= {relation.at_most, relation.at_least, relation.equal, relation.less, relation.more, relation.differs}
HELPERS |= {relation.given, relation.either, relation.supremum, relation.bounded_above, relation.bounded_below}
"""Functions that refuse an unknown, or only put it into a relation: what users write axioms and definitions with."""
PACKAGE = Path(__file__).parent.parent
_PARTS = (str, bool, int, tuple, type, type(None), exact.Whole, MemberDescriptorType, GetSetDescriptorType)
"""What else stands in our classes."""
_READ_BY_PEOPLE = ("catalogue", "values")
"""The packages whose functions a definition may call: those of the others may tell an unknown from a number."""
_REMEMBERING = ("remembered.<locals>.value", "shared.<locals>.keeping.<locals>.made")
"""What our decorators make of a function, which is read in its place."""


def _public(module: ModuleType) -> list[Any]:
    """What a module makes, or names as its own."""
    named = getattr(module, "__all__", None)
    if named is not None:
        return [getattr(module, name) for name in named]
    shown = [value for name, value in vars(module).items() if name[0] != "_"]
    return [value for value in shown if str(getattr(value, "__module__", "")).strip("_") == module.__name__]


_listed = [value for module in OURS for value in _public(module)]
_listed += [kind for kind in vars(builtins).values() if isinstance(kind, type) and issubclass(kind, BaseException)]
_listed += [*BUILTINS, *TYPES, RATIONAL]
for _module in MODULES:
    _refused = [vars(_module).get(name) for name in TELLING | CHANGING]
    _functions = [value for value in _public(_module) if isinstance(value, (type, BuiltinFunctionType))]
    _listed += [value for value in _functions if value not in _refused]
KNOWN = Exactly(*_listed)
"""The functions and classes that need not be read."""


def is_of_package(function: FunctionType) -> bool:
    """Whether the function was made by a file of this package, as it stands there."""
    file = function.__code__.co_filename
    if not file.startswith(str(PACKAGE)):
        return False
    module = sys.modules.get(_module_of(file))
    return module is not None and function.__globals__ is vars(module) and function.__code__ in _codes_of(file)


def may_be_called(function: FunctionType) -> bool:
    """Whether a function of this package is one that a definition may call."""
    if function in HELPERS:
        return True
    package = Path(function.__code__.co_filename).relative_to(PACKAGE).parts[0]
    return package in _READ_BY_PEOPLE or function.__code__.co_qualname in _REMEMBERING


@lru_cache(maxsize=1024)
def is_class_of_package(kind: type) -> bool:
    """Whether all that a class does was made by files of this package."""
    return all(_is_plain(part) for base in kind.__mro__[:-1] for part in vars(base).values())


def _is_plain(part: Any) -> bool:
    """Whether a part of a class is data, or a function of this package."""
    kind = type(part)
    if kind is property:
        return all(_is_plain(function) for function in (part.fget, part.fset, part.fdel))
    if kind in (staticmethod, classmethod):
        return _is_plain(part.__func__)
    if kind in (dict, MappingProxyType):
        return all(map(_is_plain, part.values()))
    return is_of_package(part) if kind is FunctionType else kind in _PARTS


def _module_of(file: str) -> str:
    return ".".join((PACKAGE.name, *Path(file).relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


@lru_cache(maxsize=1024)
def _codes_of(file: str) -> frozenset[CodeType]:
    """All code that the file compiles to."""
    try:
        code = SourceFileLoader(_module_of(file), file).get_code(_module_of(file))
    except OSError:  # there is no such file
        return frozenset()
    codes, left = set[CodeType](), [code]
    while left:
        if isinstance(here := left.pop(), CodeType):
            codes.add(here)
            left += here.co_consts
    return frozenset(codes)
