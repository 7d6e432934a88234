"""All there is to say of a witness, as data; :mod:`.making` makes it, the reports show it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from ..cell import ClaimNote
from .figures import Figure
from .trace import TraceStep
from .two_sides import NO_SIDE, Side

REPORTS = "reports"
DECLARED = {"holds": "declared to hold", "fails": "declared to fail", "conjectured": "conjectured"}


@dataclass(frozen=True)
class Value:
    """What the statement quantifies over, or a parameter, with its value."""

    name: str
    text: str
    vector: str = ""
    """The rank vector of a ranking."""


@dataclass(frozen=True)
class Term:
    """A value of a metric that enters the statement."""

    call: str
    value: str
    steps: tuple[str, ...] = ()
    """How it comes about, term by term."""
    short: str = ""
    """The call as the formula of the axiom writes it, such as ``d(a, b)``."""
    addends: tuple[TraceStep, ...] = ()
    """What the steps say, addend by addend."""


@dataclass(frozen=True)
class Account:
    """All there is to say of a witness; every format shows this and nothing else."""

    slug: str
    metric: str
    statement: str
    formula: str
    definition: str
    claims: tuple[ClaimNote, ...]
    outcome: str
    n: int
    found: str
    """Such as ``refuted at n = 3; smallest``."""
    minimal: str
    sides: str
    """Such as ``5 <= 3 is false``."""
    values: tuple[Value, ...]
    parameters: tuple[Value, ...]
    terms: tuple[Term, ...]
    constructor: str
    note: str
    letter: str = "d"
    """What the axiom calls the metric."""
    op: str = ""
    """What stands between the two sides; ``/`` where the best constant is attained."""
    left: Side = NO_SIDE
    right: Side = NO_SIDE
    figures: tuple[Figure, ...] = ()
    """What is to be drawn of the instance."""

    @property
    def title(self) -> str:
        """Metric and statement."""
        return f"{self.metric}: {self.statement}"

    @property
    def has_rankings(self) -> bool:
        """Whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[Value, ...]:
        """Values and parameters."""
        return (*self.values, *self.parameters)

    @property
    def claimed(self) -> list[str]:
        """The claims in words, with their wording."""
        return [f'{c.source}, {DECLARED.get(c.status, c.status)}: "{c.wording}"' for c in self.claims]

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """The command that decides the witness again."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix replay", *map(shlex.quote, (path, *files))])
