"""All there is to say of a witness, as data; :mod:`.making` makes it, the reports show it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from ..cell import ClaimNote
from ..evidence import Shows
from ..formats import Record
from .figures import Figure
from .trace import TraceStep
from .two_sides import NO_SIDE, Side

REPORTS = "reports"
_WORDS = {"refutes": "refuted", "shows": "shown", "attains": "attained", "rounds": "within rounding"}


class NamedValue(Record):
    """Quantified argument of a statement, or a parameter, with its value."""

    name: str
    text: str
    vector: str = ""
    """The rank vector of a ranking."""


class Term(Record):
    """A value of a metric that enters the statement."""

    call: str
    short: str
    """The call as the formula of the axiom writes it, such as ``d(a, b)``."""
    value: str
    steps: tuple[str, ...] = ()
    """How it comes about, term by term."""
    addends: tuple[TraceStep, ...] = ()
    """What the steps say, addend by addend."""
    metric: str = ""
    arguments: tuple[str, ...] = ()
    """What the call in short is about: ``d(a, reversed b; c w)`` is of a and reversed b."""
    is_changed: bool = False
    """Whether its parameters are others than those of the instance, as ``c w`` is there."""


class Account(Record):
    """All there is to say of a witness; every format shows this and nothing else."""

    slug: str
    metric: str
    statement: str
    formula: str
    definition: str
    claims: tuple[ClaimNote, ...]
    outcome: str
    n: int
    shows: Shows
    minimal: str
    sides: str
    """Such as ``5 <= 3 is false``."""
    values: tuple[NamedValue, ...]
    parameters: tuple[NamedValue, ...]
    terms: tuple[Term, ...]
    constructor: str
    note: str
    op: str = ""
    """What stands between the two sides; ``/`` where the best constant is attained."""
    left: Side = NO_SIDE
    right: Side = NO_SIDE
    figures: tuple[Figure, ...] = ()
    """What is to be drawn of the instance."""
    sentence: str = ""
    """What the statement says, for newcomers; empty where the axiom has no such sentence."""
    is_false: bool = False
    """Whether what the two sides say is false."""
    stands: bool = True
    """Whether the definition gives what is stored; else both are in the sides."""
    example: str = ""
    """The lines that repeat the instance in a test of the user's own; the last one stands above ``@given``."""
    needs_file: bool = False
    """Whether a file of the user's registers the metric."""

    @property
    def found(self) -> str:
        """Such as ``refuted at n = 3``."""
        return f"{self.word} at {self.where}"

    @property
    def word(self) -> str:
        """Such as ``refuted``."""
        return _WORDS[self.shows]

    @property
    def where(self) -> str:
        """Such as ``n = 3``."""
        return f"n = {self.n}{'' if self.stands else ' as it was stored; it does not stand'}"

    @property
    def title(self) -> str:
        return f"{self.metric}: {self.statement}"

    @property
    def has_rankings(self) -> bool:
        """Return whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[NamedValue, ...]:
        return (*self.values, *self.parameters)

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """The command that decides the witness again."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix verify", *map(shlex.quote, (path, *files))])
