"""What a row needs of users' files and packages: its own, and those that register what its claims name.

A worker imports that and nothing else, so that no row shares a process with another file. An axiom of another file is
asked in a process of its own (a *part* of the row), which has imported that file too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ...catalogue.loading import CATALOGUE, origin_of_axiom, origin_of_file, origin_of_metric, origin_of_package
from ...model.metric import Metric
from ...model.registry import Registry, Unknown
from ..options import Options
from ..selection import Selection


def needed(metric: Metric, selection: Selection, part: str = "") -> Options:
    """The options of a worker for the row (or a part of it): with the files and packages that it needs, no others."""
    options = selection.options
    if metric.implementation is not None:
        return replace(options, files=(), packages=())  # all libraries: its values are compared with theirs
    origins = {origin_of_metric(other.name) for other in _named(metric, selection.registry)} | (
        {part} if part else set()
    )
    if None in origins:  # nobody knows where it is from: it has all there is
        return options
    return replace(
        options,
        files=tuple(file for file in options.files if origin_of_file(Path(file)) in origins),
        packages=tuple(package for package in options.packages if origin_of_package(package) in origins),
        libraries=(),
    )


def _named(metric: Metric, registry: Registry) -> Iterator[Metric]:
    """The metric, and those that its claims name."""
    yield metric
    for claim in metric.claims:
        for _, value in claim.statement.arguments:
            if isinstance(value, str):
                try:
                    yield from registry.rows(value)
                except Unknown:  # any other text
                    continue


def parts(metric: Metric, selection: Selection) -> list[str]:
    """The files and packages that the row does not need, and whose axioms are asked of it all the same."""
    own, options = needed(metric, selection), selection.options
    if own == options or metric.implementation is not None:
        return []
    others = _origins(options.files, options.packages) - _origins(own.files, own.packages)
    with_axioms = dict.fromkeys(origin_of_axiom(name) for name in selection.registry.axioms)
    return [origin for origin in with_axioms if origin in others]


def _origins(files: Iterable[str], packages: Iterable[str]) -> set[str]:
    return {*(origin_of_file(Path(file)) for file in files), *map(origin_of_package, packages)}


def view(registry: Registry, part: str = "", own: Options | None = None) -> Registry:
    """The registry with the axioms of that part only; or without a part, with those of ``own`` files and packages."""
    if part:
        axioms = {name: axiom for name, axiom in registry.axioms.items() if origin_of_axiom(name) == part}
    elif own is not None:
        here = {CATALOGUE, *_origins(own.files, own.packages)}
        axioms = {k: axiom for k, axiom in registry.axioms.items() if (origin_of_axiom(k) or CATALOGUE) in here}
    else:
        return registry
    if len(axioms) == len(registry.axioms):
        return registry
    seen = Registry(registry)
    seen.axioms = axioms
    return seen
