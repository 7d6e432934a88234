"""Metrics of lists with a bug planted by hand, and what is expected to find each, written down beforehand.

What finds it is an axiom or a relation that the original satisfies, with the size of the smallest witness; where no
axiom can tell the bug from another metric, it is an example of the sources or the independent implementation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mutation import CATALOGUE

from axiomatrix.model.registry import Registry


@dataclass(frozen=True)
class Planted:
    """A definition with a bug, in the place of a row; what finds it, and the size of the smallest witness."""

    name: str
    row: str
    definition: Callable[..., Any]
    finder: str
    n: int | None

    @property
    def rows(self) -> tuple[str, ...]:
        """The row with the bug."""
        return (self.row,)

    @property
    def registry(self) -> Registry:
        """The catalogue with the bug in it."""
        made = Registry(CATALOGUE)
        original = CATALOGUE.metrics[self.row]
        made.metrics[self.row] = replace(original, definition=self.definition, takes_variant=False)
        return made


PLANTED: list[Planted] = []


def planted(name: str, row: str, finder: str, n: int | None = None) -> Any:
    """Plant the decorated definition (which takes no variant) in that row.

    ``finder`` is the id of a statement, or ``example ID``, or ``reference``; ``n`` the size of the smallest witness, of
    an existential statement the size at which the original shows it and the bug does not.
    """

    def register(definition: Callable[..., Any]) -> Callable[..., Any]:
        PLANTED.append(Planted(name, row, definition, finder, n))
        return definition

    return register
