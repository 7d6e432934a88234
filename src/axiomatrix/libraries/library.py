"""Libraries: what is known of one before it is imported, and what it may answer instead of a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ..model.claim import Source, SourceClaim
from ..model.metric import Metric
from ..numbers.exact import Undefined

Row = Callable[[Callable[..., Any]], Metric]  # what makes a row of an adapter's function


class LibraryRefused(Undefined):
    """The library raised, as the text says: it refuses the call."""


class NoNumber(Undefined):
    """The library answered something that is not a finite number, such as nan or None."""


class NotInstalled(Exception):
    """A library that is asked for and not there, with the command that installs it."""


@dataclass(frozen=True)
class Library:
    """A library whose metrics are checked: ``distribution`` is its name on the package index, ``docs`` its pages."""

    id: str
    distribution: str
    docs: str
    adapter: str
    """The module that declares its implementations."""
    package: str = __package__
    """Where that module is; empty for one that is in no package, such as a test's."""
    imports: tuple[str, ...] = ()
    """Modules that an interpreter imports before it is forked for each question.

    Named where the import takes a second or more, and starts no threads but those of NumPy's and SciPy's BLAS.
    """

    @property
    def module(self) -> str:
        """The whole path of that module."""
        return f"{self.package}.{self.adapter}" if self.package else self.adapter

    @property
    def version(self) -> str:
        """The version installed; :class:`NotInstalled` says how to install it."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            raise NotInstalled(
                f'{self.id} is not installed; python -m pip install "axiomatrix[{self.id}]" installs it'
            ) from None

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
