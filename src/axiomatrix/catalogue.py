"""Loading: the built-in catalogue, and the files and metrics of users."""

from __future__ import annotations

import difflib
import importlib.util
import re
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from .registry import REGISTRY, Registry, Unknown

GROUP = "axiomatrix.metrics"
"""The entry points by which an installed package says which of its modules register metrics."""


class CannotImport(Exception):
    """A metric file that fails to import, with what it raised."""


def load_catalogue() -> Registry:
    """The registry with the built-in axioms, sources and metrics in it."""
    from . import axioms, metrics  # noqa: F401  # importing them registers them

    return REGISTRY


def loaded(path: Path) -> bool:
    """Whether this process has imported that file of a user."""
    return _module_name(path) in sys.modules


def _module_name(path: Path) -> str:
    return f"axiomatrix_user_file_{path.stem}"


def load_file(path: Path) -> list[str]:
    """Import a user's file; the names of the metrics that it registers.

    Raises :class:`CannotImport` naming the file and what went wrong.
    """
    if not path.is_file():
        raise CannotImport(f"{path}: {'is a folder; name a Python file' if path.is_dir() else 'there is no such file'}")
    before = set(REGISTRY.metrics)
    imported(path, _module_name(path))
    return [metric for metric in REGISTRY.metrics if metric not in before]


def installed_packages() -> dict[str, list[EntryPoint]]:
    """The installed distributions that register metrics, by name, with their entry points; nothing is imported."""
    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (_normal(p.dist.name) if p.dist else "", p.name)):
        if point.dist is not None:
            found.setdefault(_normal(point.dist.name), []).append(point)
    return found


def load_entry_points(packages: Iterable[str] | None = None) -> list[str]:
    """Import what installed packages name under ``axiomatrix.metrics``; the names of the metrics that this registers.

    An entry point names a module whose import registers metrics (``[project.entry-points."axiomatrix.metrics"]``,
    ``anything = "my_package.metrics"``). ``packages`` selects distributions by name; all are loaded if it is None.
    Nothing of the kind happens unless asked: what a report says must not depend on what happens to be installed.

    Raises :class:`Unknown`, with the nearest name, for a package that registers none, and :class:`CannotImport` for
    one that fails to import.
    """
    there = installed_packages()
    chosen = list(there) if packages is None else [_normal(name) for name in packages]
    names: list[str] = []
    for package in dict.fromkeys(chosen):
        if package not in there:
            raise Unknown("package with metrics (entry points axiomatrix.metrics)", package, there)
        for point in there[package]:
            names += _registered_by(package, point)
    return [name for name in dict.fromkeys(names) if name in REGISTRY.metrics]


_LOADED: dict[tuple[str, str], list[str]] = {}
"""What each entry point registered when it was loaded: a second import registers nothing."""


def _registered_by(package: str, point: EntryPoint) -> list[str]:
    before = set(REGISTRY.metrics)
    try:
        point.load()
    except Exception as error:
        said = f"package {package}: entry point {point.name} = {point.value}: {type(error).__name__}: {error}"
        raise CannotImport(said) from error
    known = _LOADED.setdefault((package, point.value), [])
    known += [name for name in REGISTRY.metrics if name not in before and name not in known]
    known += [name for name in _of_module(point.module) if name not in known]
    return known


def _of_module(module: str) -> list[str]:
    """The metrics of users that are defined in a module, which somebody may have imported before."""
    inside = f"{module}."
    return [
        name
        for name, metric in REGISTRY.metrics.items()
        if metric.family == "user" and f"{metric.definition.__module__}.".startswith(inside)
    ]


def _normal(name: str) -> str:
    """The name of a distribution, normalised as indexes do (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(path: Path, name: str) -> ModuleType:
    """The file as a module of that name; :class:`CannotImport` naming the file, the line and what it raised."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CannotImport(f"{path}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = _line_in(path, error)
        raise CannotImport(f"{path}{line}: {type(error).__name__}: {error}{_nearest(error)}") from error
    finally:
        sys.path.pop(0)
    return module


def _nearest(error: Exception) -> str:
    """What was meant by a name that a module does not have, if there is one like it."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, ModuleType):
        return ""
    near = difflib.get_close_matches(str(error.name), dir(error.obj), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _line_in(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.lineno:
        return f":{error.lineno}"
    trace, line = error.__traceback__, ""
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path.resolve() or trace.tb_frame.f_code.co_filename == str(path):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
