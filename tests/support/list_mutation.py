"""Mutants of the metrics of lists, of orders with ties and of correlations.

A *subject* is a definition of a row, or a helper of several, in one of the families of ``PACKAGES``; the subjects are
found by following the names that the definitions use. A mutant takes the place of the subject in a child registry,
under the same names: every function that uses it, directly or through others and in whatever module, is made anew
with the mutant in its globals, so that all rows that it is part of are mutated together, as they would be by a bug.
What may kill them is in ``list_kills``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

from list_changes import changes, locals_of
from mutation import CATALOGUE, compiled, function_tree, variations

from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import remembered

PACKAGES = ("effectiveness", "correlation", "area", "overlap", "top_weighted")
HOME = "axiomatrix.catalogue.metrics."

# --- subjects -------------------------------------------------------------------------------------------------


def family_of(function: Callable[..., Any]) -> str | None:
    """The package that the function is from, if it is one of those of ``PACKAGES``."""
    module = function.__module__ or ""
    package = module.removeprefix(HOME).split(".")[0] if module.startswith(HOME) else None
    return package if package in PACKAGES else None


@cache
def used_by(function: Callable[..., Any]) -> dict[str, Any]:
    """The functions and metrics of the families that a function names, by the name under which it finds them."""
    names: set[str] = set()
    codes: list[CodeType] = [unwrap(function).__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    home = unwrap(function).__globals__
    return {name: home[name] for name in sorted(names) if name in home and _definition(home[name]) is not None}


def _definition(value: Any) -> Callable[..., Any] | None:
    """The function of the families that the value is, or that is its definition; it may remember its values."""
    made = value.definition if isinstance(value, Metric) else value
    is_function = isinstance(made, FunctionType) or hasattr(made, "cache_info")
    return made if is_function and family_of(made) else None


@cache
def reached_from(function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """The function and all that it uses, directly or through others."""
    found, ahead = {function}, [function]
    while ahead:
        for value in used_by(ahead.pop()).values():
            made = _definition(value)
            if made is not None and made not in found:
                found.add(made)
                ahead.append(made)
    return frozenset(found)


@dataclass(frozen=True)
class Subject:
    """A function that mutants are made of, and the rows that it is part of."""

    name: str
    family: str
    function: Callable[..., Any]
    rows: tuple[str, ...]


@cache
def subjects() -> tuple[Subject, ...]:
    """All subjects, in the order in which the rows of the catalogue lead to them."""
    rows: dict[Callable[..., Any], list[str]] = {}
    for row, metric in CATALOGUE.metrics.items():
        if family_of(metric.definition):
            for function in sorted(reached_from(metric.definition), key=lambda f: (f.__module__, f.__name__)):
                rows.setdefault(function, []).append(row)
    return tuple(
        Subject(f"{f.__module__.split('.')[-1]}.{f.__name__}", str(family_of(f)), f, tuple(rows[f])) for f in rows
    )


def with_in_place(function: Callable[..., Any], old: Callable[..., Any], new: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the new one in the place of the old one, also in what it uses."""
    if function is old:
        return new
    if old not in reached_from(function):
        return function
    changed: dict[str, Any] = {}
    for name, value in used_by(function).items():
        inner = _definition(value)
        if inner is not None and inner is not function and old in reached_from(inner):
            made = with_in_place(inner, old, new)
            changed[name] = replace(value, definition=made) if isinstance(value, Metric) else made
    bare = unwrap(function)
    home = {**bare.__globals__, **changed}
    made = FunctionType(bare.__code__, home, bare.__name__, bare.__defaults__, bare.__closure__)
    made.__kwdefaults__ = bare.__kwdefaults__
    return _remembering_as(function, made)


def _remembering_as(original: Callable[..., Any], made: Callable[..., Any]) -> Callable[..., Any]:
    """The function, remembering its values if the original does: under a memory of its own."""
    if hasattr(original, "cache_info"):
        return lru_cache(maxsize=64)(made)
    return remembered(made) if hasattr(original, "__wrapped__") else made


def registry_with(subject: Subject, new: Callable[..., Any]) -> Registry:
    """The catalogue with the new function in the place of the subject."""
    made = Registry(CATALOGUE)
    for row in subject.rows:
        original = CATALOGUE.metrics[row]
        definition = with_in_place(original.definition, subject.function, new)
        made.metrics[row] = replace(original, definition=definition)
    return made


# --- mutants --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A subject with one change."""

    name: str
    subject: Subject
    tree: Any

    @property
    def registry(self) -> Registry:
        """The catalogue with the mutant in it."""
        return _registry_of(self)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that the mutant is part of."""
        return self.subject.rows


@lru_cache(maxsize=2)
def _registry_of(mutant: Mutant) -> Registry:
    function = mutant.subject.function
    made = compiled(mutant.tree, dict(vars(sys.modules[function.__module__])))
    return registry_with(mutant.subject, _remembering_as(function, made))


@cache
def mutants_of(subject: Subject) -> tuple[Mutant, ...]:
    """All mutants of a subject, in the order of its source, each change once."""
    tree = function_tree(subject.function)
    bound = locals_of(tree)
    found = variations(subject.name, tree, lambda node, scope: changes(node, scope | bound))
    return tuple(Mutant(name, subject, changed) for name, changed in found)


def all_mutants() -> tuple[Mutant, ...]:
    """The mutants of all subjects."""
    return tuple(mutant for subject in subjects() for mutant in mutants_of(subject))
