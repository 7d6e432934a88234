"""Where the definition of a metric stands, in words that say nothing of the machine."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path

from ...model.metric import Metric


@dataclass(frozen=True)
class SourcePlace:
    """A file and a line. The path is relative, with forward slashes."""

    path: str
    line: int
    inside: bool
    """Whether the path starts at the working directory; otherwise it starts where the defining package is installed."""


def place(metric: Metric, root: Path) -> SourcePlace | None:
    """The place of the definition, its path relative to the directory ``root`` if it is in there.

    The definition begins with its first decorator: that is where the claims are. None where there is no file, as for
    a metric typed into a notebook.
    """
    try:
        definition = inspect.unwrap(metric.definition)
        file = Path(inspect.getsourcefile(definition) or "").resolve()
    except (TypeError, ValueError):  # an object that is called like a function; wrappers that go round in a circle
        return None
    if not file.is_file():
        return None
    try:
        line = max(1, inspect.getsourcelines(definition)[1])
    except (OSError, TypeError):  # the file is not the text any more that was compiled
        line = 1
    if file.is_relative_to(root.resolve()):
        return SourcePlace(file.relative_to(root.resolve()).as_posix(), line, True)
    return SourcePlace(file.relative_to(_above_package(file)).as_posix(), line, False)


def _above_package(file: Path) -> Path:
    """The folder that the outermost package of the file is in."""
    folder = file.parent
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder
