"""Loading: the built-in catalogue, and the files and metrics of users."""

from __future__ import annotations

import difflib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from .registry import REGISTRY, Registry


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
        raise CannotImport(f"{path}: there is no such file")
    before = set(REGISTRY.metrics)
    imported(path, _module_name(path))
    return [metric for metric in REGISTRY.metrics if metric not in before]


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
