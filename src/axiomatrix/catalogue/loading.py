"""Loading: the built-in catalogue, and the files of users.

A user's file runs in this process with the user's rights. Commands import it in a process of its own first
(:mod:`axiomatrix.engine.tasks`), so that a crash or an endless loop is a line about the file.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from ..model.names import near
from ..model.registry import REGISTRY, Registry
from ..spaces.checks import BadSpace, look_at
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
            look_at(space)


def load_catalogue() -> Registry:
    """The registry with the built-in axioms, sources and metrics in it, and the names that people use."""
    from . import axioms, metrics, names  # noqa: F401  # importing them registers them

    return REGISTRY


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
    """The file as a module of that name; :class:`CannotImport` naming the file, the line and what it raised.

    Whatever it does to streams, paths, modules and settings is put back. Its folder stays the first of ``sys.path``, as
    in ``python FILE.py``, so that a function of the file may import a module beside it when it is called.
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
