"""Installed packages that register metrics: their entry points, found without an import, and loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from ..model.registry import REGISTRY, Unknown
from .import_guard import guarded, is_interrupt
from .loading import CannotImport, load_catalogue, registering
from .user_frames import text_of

GROUP = "axiomatrix.metrics"
"""The entry points by which an installed package says which of its modules register metrics."""
_loaded: dict[tuple[str, str], list[str]] = {}
"""What each entry point registered when it was loaded: a second import registers nothing."""


def installed_packages() -> dict[str, list[EntryPoint]]:
    """The installed distributions that register metrics, by name, with their entry points; nothing is imported."""
    packages: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (normal_name(p.dist.name) if p.dist else "", p.name)):
        if point.dist is not None:
            packages.setdefault(normal_name(point.dist.name), []).append(point)
    return packages


def load_entry_points(packages: Iterable[str] | None = None) -> list[str]:
    """Import what installed packages name under ``axiomatrix.metrics``; the names of the metrics that this registers.

    An entry point names a module whose import registers metrics (``[project.entry-points."axiomatrix.metrics"]``,
    ``anything = "my_package.metrics"``). ``packages`` selects distributions by name; all are loaded if it is None.
    Nothing of the kind happens unless asked: what a report says must not depend on what happens to be installed.

    Raises :class:`Unknown`, with the nearest name, for a package that registers none, and :class:`CannotImport` for
    one that fails to import.
    """
    installed = installed_packages()
    chosen = list(installed) if packages is None else [normal_name(name) for name in packages]
    names: list[str] = []
    for package in dict.fromkeys(chosen):
        if package not in installed:
            raise Unknown("package with metrics (entry points axiomatrix.metrics)", package, installed)
        for point in installed[package]:
            names += _registered_by(package, point)
    return [name for name in dict.fromkeys(names) if name in REGISTRY.metrics]


def _registered_by(package: str, point: EntryPoint) -> list[str]:
    before = set(load_catalogue().metrics)
    try:
        with registering(), guarded():
            point.load()
    except BaseException as error:
        if is_interrupt(error):
            raise
        what = f"package {package}: entry point {point.name} = {point.value}"
        raise CannotImport(f"{what}: {text_of(error)}") from error
    known = _loaded.setdefault((package, point.value), [])
    known += [name for name in REGISTRY.metrics if name not in before and name not in known]
    known += [name for name in _of_module(point.module) if name not in known]
    return known


def _of_module(module: str) -> list[str]:
    """The metrics of users that are defined in a module, which may already be imported."""
    inside = f"{module}."
    return [
        name
        for name, metric in REGISTRY.metrics.items()
        if metric.family == "user" and f"{metric.definition.__module__}.".startswith(inside)
    ]


def normal_name(package: str) -> str:
    """The name of a distribution, normalised as indexes do (PEP 503)."""
    return re.sub(r"[-_.]+", "-", package).lower()
