"""Description of a library: its package and pages, the claims of its documentation, and its failures as exceptions.

An adapter is the module that registers the metrics of a library as *rows*, which are checked like metrics of the
catalogue: axioms are asked of them, and the results are a row of a table. Every adapter has a :class:`Library`, and a
:class:`Documentation` if it quotes the library's pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ..model.claim import Source, SourceClaim
from ..model.metric import Metric
from ..numbers.exact import Undefined

Row = Callable[[Callable[..., Any]], Metric]
"""Decorator that registers an adapter's function as a row and returns the row's metric."""


class LibraryRefused(Undefined):
    """Raised where the library raises an exception, which the message names: there is no value."""


class NoNumber(Undefined):
    """Raised for an answer of the library that is not a finite number, such as nan or None."""


class NotInstalled(Exception):
    """Raised for a library that is not installed, with the command that installs it."""


@dataclass(frozen=True)
class Library:
    """A library whose metrics are checked."""

    id: str
    """Its name on the command line and in the ids of its rows."""
    distribution: str
    """Its name on the package index."""
    docs: str
    """The address of its documentation."""
    adapter: str
    """The module that declares its implementations, without the package."""
    package: str = __package__
    """The package of the adapter; empty for a top-level module, such as a test's."""
    imports: tuple[str, ...] = ()
    """Modules that an interpreter imports before it is forked for each question.

    Modules are listed where the import takes a second or more, unless it starts threads other than those of NumPy's
    and SciPy's BLAS: a forked process has only the forking thread, and could wait for the others forever.
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
        """True if some version of it is installed."""
        try:
            return bool(self.version)
        except NotInstalled:
            return False


class Documentation(Source):
    """The documentation of a library as a source of claims; ``pages`` maps the id of each claim to its address."""

    def __init__(self, library: str, title: str) -> None:
        super().__init__(library, title)
        self.pages: dict[str, str] = {}

    def says(self, id: str, wording: str, page: str, formalised: str = "") -> SourceClaim:
        """Record a statement of the documentation.

        ``id`` names it, without the library's name. ``wording`` is quoted exactly, ``page`` is an address, and
        ``formalised`` says what the axioms make of the wording where that is not obvious.

        The result is attached to axioms: ``docs.says(...).holds(axiom)``, or ``.fails(axiom)`` where the documentation
        says that the axiom fails, or that its input is not valid. Each returns a list of claims, which is passed to the
        rows that the statement is about.
        """
        claim_id = f"{self.id}/{id}"
        self.pages[claim_id] = page
        return self.claim(claim_id, wording, formalised)
