"""All there is to say of a witness, as data; :mod:`.making` makes it, the reports show it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..cell import ClaimNote
from ..evidence import Shows
from ..formats import Misfit, plain, taken
from .figures import Figure
from .trace import TraceStep
from .two_sides import NO_SIDE, Side

REPORTS = "reports"
_WORDS = {"refutes": "refuted", "shows": "shown", "attains": "attained", "rounds": "within rounding"}


class BadAccount(ValueError):
    """Data that are not an account of a witness, with what is wrong with them."""


@dataclass(frozen=True)
class NamedValue:
    """What the statement quantifies over, or a parameter, with its value."""

    name: str
    text: str
    vector: str = ""
    """The rank vector of a ranking."""


@dataclass(frozen=True)
class Term:
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
    is_false: bool = False
    """Whether what the two sides say is false."""
    stands: bool = True
    """Whether the definition gives what is stored; else both are in the sides."""
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
        """Whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[NamedValue, ...]:
        return (*self.values, *self.parameters)

    def to_data(self) -> dict[str, Any]:
        """The account as JSON data: the workers that find the witnesses make it."""
        data: dict[str, Any] = plain(self)
        return data

    @classmethod
    def from_data(cls, data: Any) -> Account:
        """The account that ``to_data`` wrote; :class:`BadAccount` says what is wrong with anything else."""
        try:
            account = taken(data, cls)
        except Misfit as error:
            raise BadAccount(str(error)) from None
        for name, side in (("left", account.left), ("right", account.right)):
            if not all(0 <= k < len(account.terms) for k in side.terms):
                terms = f"{list(side.terms)!r:.100}"
                raise BadAccount(f"{name}.terms: {terms} must list places among the {len(account.terms)} terms")
        return account

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """The command that decides the witness again."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix replay", *map(shlex.quote, (path, *files))])
