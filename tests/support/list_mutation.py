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
from typing import Any

from mutation import CATALOGUE

from axiomatrix.model.registry import Registry
from axiomatrix.studies.vectors.changes import changes, locals_of
from axiomatrix.studies.vectors.mutants import (
    cached_like,
    compile_mutant,
    definitions_reached,
    function_tree,
    replace_definition,
    variations,
)

PACKAGES = ("effectiveness", "correlation", "area", "overlap", "top_weighted")
HOME = "axiomatrix.catalogue.metrics."

# --- subjects -------------------------------------------------------------------------------------------------


def family_of(function: Callable[..., Any]) -> str | None:
    """The package that the function is from, if it is one of those of ``PACKAGES``."""
    module = function.__module__ or ""
    package = module.removeprefix(HOME).split(".")[0] if module.startswith(HOME) else None
    return package if package in PACKAGES else None


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
            reached = filter(family_of, definitions_reached(metric.definition))
            for function in sorted(reached, key=lambda f: (f.__module__, f.__name__)):
                rows.setdefault(function, []).append(row)
    return tuple(
        Subject(f"{f.__module__.split('.')[-1]}.{f.__name__}", str(family_of(f)), f, tuple(rows[f])) for f in rows
    )


def registry_with(subject: Subject, new: Callable[..., Any]) -> Registry:
    """The catalogue with the new function in the place of the subject."""
    made = Registry(CATALOGUE)
    for row in subject.rows:
        original = CATALOGUE.metrics[row]
        definition = replace_definition(original.definition, subject.function, new)
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
    made = compile_mutant(mutant.tree, function, dict(vars(sys.modules[function.__module__])))
    return registry_with(mutant.subject, cached_like(function, made))


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
