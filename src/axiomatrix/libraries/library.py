"""Description of a library, its documentation as a source of claims, and its outcomes other than a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ..model.claim import Source, SourceClaim
from ..model.metric import Metric
from ..numbers.exact import Undefined

Row = Callable[[Callable[..., Any]], Metric]
"""Decorator that makes a row of an adapter's function."""


class LibraryRefused(Undefined):
    """Raised for a call that the library refuses by an exception, which the message names."""


class NoNumber(Undefined):
    """Raised for an answer of the library that is not a finite number, such as nan or None."""


class NotInstalled(Exception):
    """Raised for a library that is not installed, with the command that installs it."""


@dataclass(frozen=True)
class Library:
    """A library whose metrics are checked: ``distribution`` is its name on the package index, ``docs`` its pages."""

    id: str
    distribution: str
    docs: str
    adapter: str
    """The module that declares its implementations."""
    package: str = __package__
    """The package of that module; empty for a top-level module, such as a test's."""
    imports: tuple[str, ...] = ()
    """Modules that an interpreter imports before it is forked for each question.

    Named where the import takes a second or more, and starts no threads but those of NumPy's and SciPy's BLAS.
    """

    @property
    def module(self) -> str:
        """The full name of the adapter's module."""
        return f"{self.package}.{self.adapter}" if self.package else self.adapter

    @property
    def version(self) -> str:
        """The installed version. Raises :class:`NotInstalled` if there is none."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            raise NotInstalled(
                f'{self.id} is not installed; python -m pip install "axiomatrix[{self.id}]" installs it'
            ) from None

    def require_installed(self) -> None:
        """Raise :class:`NotInstalled` if no version of it is installed."""
        _ = self.version

    @property
    def is_installed(self) -> bool:
        """Return whether some version of it is installed."""
        try:
            return bool(self.version)
        except NotInstalled:
            return False


class Documentation(Source):
    """The documentation of a library as a source of claims: each with its wording and the page that says it."""

    def __init__(self, library: str, title: str) -> None:
        super().__init__(library, title)
        self.pages: dict[str, str] = {}

    def says(self, id: str, wording: str, page: str, formalised: str = "") -> SourceClaim:
        """A statement of the documentation: ``id`` without the library's name, the exact words, the page's address."""
        name = f"{self.id}/{id}"
        self.pages[name] = page
        return self.claim(name, wording, formalised)
