"""Places in a user's code where an error was raised, by the frames of its traceback."""

from __future__ import annotations

import linecache
import os
import sysconfig
from collections.abc import Collection, Iterable
from pathlib import Path
from traceback import walk_tb
from types import FrameType, FunctionType
from typing import Any

from ..model.registry import REGISTRY
from ..spaces import Space

USER_FILE = "axiomatrix_user_file_"
"""Prefix of the module name of a user's file."""


PACKAGE = Path(__file__).parents[1]
_LIBRARIES = tuple(map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")))
_NOT_A_USERS = tuple(f"{folder}{os.sep}" for folder in (PACKAGE, *_LIBRARIES))


def is_file_of_user(path: str) -> bool:
    """Return whether a file is neither of this package, nor of the standard library, nor installed."""
    return not path.startswith(_NOT_A_USERS)


def raised_in_file(error: BaseException) -> str:
    """The place in user code where an error was raised, and the error; empty if raised elsewhere."""
    theirs = _modules_of_users()
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        if (name := str(frame.f_globals.get("__name__"))).startswith(USER_FILE) or name in theirs:
            return f"{Path(frame.f_code.co_filename).name}:{line}: {text_of(error)}"
    return "" if error.__cause__ is None else raised_in_file(error.__cause__)


def last_line_of_user(error: BaseException) -> tuple[str, int] | None:
    """File and line of the last frame of user code, or None.

    Frames of this package, the standard library and installed packages are not user code, except in installed
    packages that register metrics.
    """
    theirs = _modules_of_users()
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        if _is_of_user(frame, line, theirs):
            return frame.f_code.co_filename, line
    return None if error.__cause__ is None else last_line_of_user(error.__cause__)


def _is_of_user(frame: FrameType, line: int, theirs: Collection[str]) -> bool:
    module, file = str(frame.f_globals.get("__name__")), frame.f_code.co_filename
    if module.partition(".")[0] == "axiomatrix" or "__name__" not in frame.f_globals:  # compiled, such as Cython
        return False
    if file.startswith("<"):  # generated, such as the methods of a dataclass, unless typed at a prompt
        return file == "<stdin>" or bool(linecache.getline(file, line))
    return module.startswith(USER_FILE) or module in theirs or is_file_of_user(file)


def _modules_of_users() -> set[str]:
    """Where metrics, axioms and their spaces are defined that are not built in."""
    defined = [*(m.definition for m in REGISTRY.metrics.values()), *(axiom.says for axiom in REGISTRY.axioms.values())]
    defined += map(type, spaces_of_users(REGISTRY.metrics, REGISTRY.axioms))
    written = (thing for thing in defined if isinstance(thing, FunctionType | type))  # not a partial, of functools
    return {thing.__module__ for thing in written if not _is_ours(thing)}


def spaces_of_users(metrics: Iterable[str], axioms: Iterable[str]) -> list[Space]:
    """The spaces of these metrics and axioms that are not built in."""
    rows = [REGISTRY.metrics[name] for name in sorted(metrics)]
    spaces = [space for row in rows for space in (*row.arguments.values(), *row.parameters.values())]
    spaces += [space for name in sorted(axioms) for space in REGISTRY.axioms[name].over.values()]
    return [space for space in {id(space): space for space in spaces}.values() if not _is_ours(type(space))]


def _is_ours(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith("axiomatrix.")


def text_of(error: BaseException) -> str:
    """The kind of an exception, and what it says; some cannot say it."""
    try:
        text = str(error)
        return f"{type(error).__name__}: {text}" if text else type(error).__name__
    except BaseException:  # a user's exception class, whose __str__ is user code too
        return type(error).__name__
