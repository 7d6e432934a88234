"""Claims: metric x statement x status x source, in the source's wording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from .axiom import Axiom, Statement, as_statement

Status = Literal["holds", "fails", "conjectured"]


@dataclass(frozen=True)
class SourceClaim:
    """One numbered claim of a source: its id, its wording as it is, and how it was formalised."""

    id: str
    wording: str
    formalised: str = ""
    supplied: bool = False
    """Whether the wording is ours because the source is silent."""
    latex: str = ""
    """What it says as a formula in LaTeX, on as many lines as it needs; empty if it says nothing of that kind."""
    only: str = ""
    """Of what alone it is asked, where that is less than it says: the verdict says so."""

    def holds(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source says that these hold."""
        return [Claim(as_statement(c), "holds", self) for c in claimed]

    def fails(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source says that these fail."""
        return [Claim(as_statement(c), "fails", self) for c in claimed]

    def conjectured(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source conjectures these."""
        return [Claim(as_statement(c), "conjectured", self) for c in claimed]


@dataclass
class Source:
    """A document and its claims by id."""

    id: str
    title: str
    claims: dict[str, SourceClaim] = field(default_factory=dict)

    def claim(
        self, id: str, wording: str, formalised: str = "", supplied: bool = False, latex: str = "", only: str = ""
    ) -> SourceClaim:
        """Add a claim; an id can be given once."""
        if id in self.claims:
            raise ValueError(f"source {self.id}: the claim {id} is declared twice")
        self.claims[id] = SourceClaim(id, wording, formalised, supplied, latex, only)
        return self.claims[id]

    def numbered(self, wording: str, formalised: str = "", **more: Any) -> SourceClaim:
        """Add a claim, as :meth:`claim` does, under the source's id and the next number: ``KV1``, ``KV2``, ..."""
        return self.claim(f"{self.id}{len(self.claims) + 1}", wording, formalised, **more)


@dataclass(frozen=True)
class Claim:
    """What a source says of a metric."""

    statement: Statement
    status: Status
    source: SourceClaim
