"""Loading: the built-in catalogue, and the files and metrics of users.

What is imported here is guarded (see :mod:`importing`), but it runs in this process. Commands go through
:func:`door.enter`, which sees first in a process of its own what the import of a file does.
"""

from __future__ import annotations

import difflib
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from ..model.registry import REGISTRY, Registry, Unknown
from .importing import guarded, is_interrupt, text_of

GROUP = "axiomatrix.metrics"
"""The entry points by which an installed package says which of its modules register metrics."""


CATALOGUE = ""
"""The origin of what is built in."""
_origins: dict[str, dict[str, str]] = {"metrics": {}, "axioms": {}}
"""From which file or package of a user's each metric and axiom of theirs was registered, by name."""


class CannotImport(Exception):
    """A metric file that fails to import, with what it raised."""


class NoSuchFile(CannotImport):
    """What is named is not there, or is not a Python file."""


def origin_of_file(path: Path) -> str:
    """What stands for a user's file wherever it is named from."""
    return f"file {path.resolve()}"


def origin_of_package(package: str) -> str:
    """What stands for an installed package, however its name is written."""
    return f"package {_normal(package)}"


def origin_of_metric(name: str) -> str | None:
    """The file or package that registered it, ``CATALOGUE`` if it is built in, None if nobody knows."""
    if name in _origins["metrics"]:
        return _origins["metrics"][name]
    metric = REGISTRY.metrics.get(name)
    return CATALOGUE if metric is not None and _is_ours(metric.definition.__module__) else None


def origin_of_axiom(name: str) -> str | None:
    """The file or package that registered it; None if it is built in, or nobody knows."""
    return _origins["axioms"].get(name)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "axiomatrix"


@contextmanager
def _registering(origin: str) -> Iterator[None]:
    """What is registered meanwhile is of that origin, unless it was there before."""
    known = {"metrics": set(REGISTRY.metrics), "axioms": set(REGISTRY.axioms)}
    try:
        yield
    finally:
        for what, there in (("metrics", REGISTRY.metrics), ("axioms", REGISTRY.axioms)):
            for name in there:
                if name not in known[what]:
                    _origins[what][name] = origin


def load_catalogue() -> Registry:
    """The registry with the built-in axioms, sources and metrics in it, and the names that people use."""
    from . import axioms, metrics, names  # noqa: F401  # importing them registers them

    return REGISTRY


def loaded(path: Path) -> bool:
    """Whether this process has imported that file of a user."""
    return _module_name(path) in sys.modules


def _module_name(path: Path) -> str:
    return f"axiomatrix_user_file_{path.stem}"


def check_file(path: Path) -> None:
    """Raise :class:`NoSuchFile` unless there is a file of that name, and the name is that of a Python file."""
    try:
        if not path.is_file():
            what = "is a folder; name a Python file" if path.is_dir() else "there is no such file"
            raise NoSuchFile(f"{path}: {what}")
        with path.open("rb"):
            pass
    except OSError as error:
        raise NoSuchFile(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise NoSuchFile(f"{path}: {error}") from None
    if path.suffix != ".py":
        raise NoSuchFile(f"{path}: not a Python file; its name must end in .py")


def load_file(path: Path) -> list[str]:
    """Import a user's file; the names of the metrics that it registers.

    Raises :class:`CannotImport` naming the file and what went wrong.
    """
    check_file(path)
    before = set(load_catalogue().metrics)  # else the catalogue were what the file registers
    with _registering(origin_of_file(path)):
        imported(path, _module_name(path))
    return [metric for metric in REGISTRY.metrics if metric not in before]


def installed_packages() -> dict[str, list[EntryPoint]]:
    """The installed distributions that register metrics, by name, with their entry points; nothing is imported."""
    packages: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (_normal(p.dist.name) if p.dist else "", p.name)):
        if point.dist is not None:
            packages.setdefault(_normal(point.dist.name), []).append(point)
    return packages


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


_loaded: dict[tuple[str, str], list[str]] = {}
"""What each entry point registered when it was loaded: a second import registers nothing."""


def _registered_by(package: str, point: EntryPoint) -> list[str]:
    before = set(load_catalogue().metrics)
    try:
        with _registering(origin_of_package(package)), guarded():
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
    """The file as a module of that name; :class:`CannotImport` naming the file, the line and what it raised.

    Whatever it does to streams, paths, modules and settings is put back.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoSuchFile(f"{path}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    try:
        with guarded():
            sys.modules[name] = module
            sys.path.insert(0, str(path.resolve().parent))
            spec.loader.exec_module(module)
    except BaseException as error:  # a file that ends the program does not end this one
        if is_interrupt(error):
            raise
        raise CannotImport(f"{path}{_line_in(path, error)}: {text_of(error)}{_nearest(error)}") from error
    return module


def _nearest(error: BaseException) -> str:
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
        if trace.tb_frame.f_code.co_filename in (str(path), str(path.resolve())):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
