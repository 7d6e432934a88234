"""Libraries that need not be installed, each with the extra of axiomatrix that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec


class MissingExtra(ImportError):
    """A library that is needed is not installed; the message says which, what for, and how to install it."""

    def format_message(self) -> str:
        """Return the message, for the command line to print."""
        return str(self)


@contextmanager
def needed_for(purpose: str, extra: str) -> Iterator[None]:
    """Context for imports: a library that is missing raises :class:`MissingExtra` with the purpose and the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"{purpose} needs {error.name}, which is not installed; {installation(extra)} installs it"
        ) from error


def installation(extra: str) -> str:
    """Return the command that installs an extra of axiomatrix."""
    return f'python -m pip install "axiomatrix[{extra}]"'


def can_draw() -> bool:
    """Return whether the library that draws pictures is installed."""
    return find_spec("matplotlib") is not None
