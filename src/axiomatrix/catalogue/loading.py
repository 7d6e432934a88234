"""Loading what users wrote: files, and installed packages that register metrics.

A user's file runs in this process with the user's rights. Commands import it in a separate process first
(:mod:`axiomatrix.engine.user_files`), so that a crash or an endless loop is reported in a line about the file.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from ..model.names import near
from ..model.registry import REGISTRY, Unknown
from ..spaces.checks import BadSpace, check_space
from . import load_catalogue
from .import_guard import StreamChanged, guarded, is_interrupt
from .user_frames import USER_FILE, spaces_of_users, text_of


class CannotImport(Exception):
    """A metric file that fails to import, with what it raised."""


class NoSuchFile(CannotImport):
    """The named file does not exist, or is not a Python file."""


@contextmanager
def registering() -> Iterator[None]:
    """Within, metrics and axioms are registered; then the spaces of the user's own among them are looked at."""
    metrics, axioms = set(REGISTRY.metrics), set(REGISTRY.axioms)
    yield
    with guarded():
        for space in spaces_of_users(REGISTRY.metrics.keys() - metrics, REGISTRY.axioms.keys() - axioms):
            check_space(space)


def loaded(path: Path) -> bool:
    """Return whether this process has imported that file of a user."""
    return _module_name(path) in sys.modules


def _module_name(path: Path) -> str:
    return f"{USER_FILE}{path.stem}"


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

    Metrics of a module that the file imports are not among them. Raises :class:`CannotImport` naming the file and what
    went wrong.
    """
    check_file(path)
    load_catalogue()  # else the catalogue were what the file registers
    try:
        with registering():
            imported(path, _module_name(path))
    except BadSpace as error:
        raise CannotImport(f"{path}{_line_in(path, error.__cause__ or error)}: {error}") from None
    registered = {file for file in {*REGISTRY.registered_in.values()} if Path(file).resolve() == path.resolve()}
    return [name for name in REGISTRY.metrics if REGISTRY.registered_in.get(name) in registered]


def imported(path: Path, name: str) -> ModuleType:
    """The file as a module of that name; :class:`CannotImport` naming the file, the line and the error.

    Its changes to streams, paths, modules and settings are undone. Its folder stays first in ``sys.path``, as in
    ``python FILE.py``, so that a function of the file may import a module from that folder when it is called.
    """
    folder = str(path.resolve().parent)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoSuchFile(f"{path}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    try:
        with guarded():
            sys.modules[name] = module
            sys.path.insert(0, folder)
            spec.loader.exec_module(module)
    except StreamChanged as error:
        raise CannotImport(f"{path}: {error}; do so under if __name__ == '__main__':") from None
    except BaseException as error:  # a file that ends the program does not end this one
        if is_interrupt(error):
            raise
        raise CannotImport(f"{path}{_line_in(path, error)}: {text_of(error)}{_nearest(error)}") from error
    sys.path[:] = [folder, *(other for other in sys.path if other != folder)]
    return module


def _nearest(error: BaseException) -> str:
    """Return the nearest name that the module does have, if there is one."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, ModuleType):
        return ""
    meant = near(str(error.name), dir(error.obj))
    return f"; did you mean {meant[0]!r}?" if meant else ""


def _line_in(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.lineno:
        return f":{error.lineno}"
    paths = (str(path), str(path.resolve()))
    lines = [f":{line}" for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename in paths]
    return lines[-1] if lines else ""


# --- Installed packages that register metrics: their entry points, found without an import, and loaded ------------

GROUP = "axiomatrix.metrics"
"""The entry points by which an installed package says which of its modules register metrics."""
_loaded: dict[tuple[str, str], list[str]] = {}
"""What each entry point registered when it was loaded: a second import registers nothing."""


def installed_packages() -> dict[str, list[EntryPoint]]:
    """Installed distributions that register metrics, by name, with their entry points. Imports nothing."""
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
