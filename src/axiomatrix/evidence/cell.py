"""A cell of the matrix: one statement about one metric on one space, what is declared of it, and its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ..model.axiom import Statement, label
from ..model.claim import Status
from ..spaces.parameters import ParameterDomain
from .evidence import Evidence
from .verdict import FAULTS, Outcome, Verdict


def arguments_of(statement: Statement) -> dict[str, int | str]:
    """The arguments of a statement as a cell has them: whole numbers and texts as they are, anything else as text."""
    plain = (int, str)
    return {k: v if isinstance(v, plain) and not isinstance(v, bool) else str(v) for k, v in statement.arguments}


class _Place(Protocol):
    """What is about one cell: the cell itself, or a witness in it."""

    @property
    def metric(self) -> str: ...
    @property
    def axiom(self) -> str: ...
    @property
    def arguments(self) -> Mapping[str, Any]: ...
    @property
    def space(self) -> ParameterDomain: ...


class CellKey(NamedTuple):
    """What identifies a cell."""

    metric: str
    axiom: str
    label: str
    """The arguments of the axiom, as they stand in the cell."""
    space: ParameterDomain

    @classmethod
    def of(cls, place: _Place) -> CellKey:
        """The key of a cell, or of the one that a witness is about."""
        return cls(place.metric, place.axiom, label(place.arguments), place.space)

    @classmethod
    def asked(cls, metric: str, statement: Statement, space: ParameterDomain = ParameterDomain.OPEN) -> CellKey:
        """The key of the cell in which the statement is asked of the metric."""
        return cls(metric, statement.axiom.id, label(arguments_of(statement)), space)

    @property
    def statement(self) -> str:
        """The axiom with its arguments."""
        return f"{self.axiom}({self.label})" if self.label else self.axiom

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space where it is not the declared one."""
        return self.statement + self.space.suffix


@dataclass(frozen=True)
class ClaimNote:
    """A claim as it stands in a cell."""

    status: Status
    source: str
    wording: str


@dataclass(frozen=True)
class Cell:
    """One statement about one metric on one space, its claims, and its evidence."""

    metric: str
    axiom: str
    arguments: dict[str, int | str]
    space: ParameterDomain
    claims: tuple[ClaimNote, ...]
    evidence: Evidence

    def __post_init__(self) -> None:
        if type(self.space) is not ParameterDomain:
            object.__setattr__(self, "space", ParameterDomain(self.space))

    @cached_property
    def key(self) -> CellKey:
        """What identifies the cell."""
        return CellKey.of(self)

    @property
    def label(self) -> str:
        """The axiom's arguments, as they stand in the cell."""
        return label(self.arguments)

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space where it is not the declared one."""
        return self.key.title

    @cached_property
    def outcome(self) -> Outcome:
        """What the evidence means for what is declared; reports ask it many times."""
        verdict = self.evidence.verdict
        if verdict is Verdict.NOT_APPLICABLE:
            return Outcome.UNRESOLVED if self.claims else Outcome.NOT_APPLICABLE
        statuses = {claim.status for claim in self.claims}
        if not statuses:
            return Outcome.OBSERVED
        if verdict in (*FAULTS, Verdict.UNDECIDED, Verdict.VACUOUS, Verdict.ROUNDING):
            return Outcome.UNRESOLVED
        if verdict is Verdict.REFUTED:
            contradicted = Outcome.SETTLED if "conjectured" in statuses else Outcome.CONFIRMED
            return Outcome.BROKEN if "holds" in statuses else contradicted
        if "fails" in statuses:
            return Outcome.BROKEN if verdict in (Verdict.PROVED, Verdict.CERTIFIED) else Outcome.UNCONFIRMED
        if "holds" in statuses:
            return Outcome.UNCONFIRMED if self.evidence.in_vain else Outcome.AS_DECLARED
        return Outcome.SETTLED if verdict is Verdict.PROVED else Outcome.OPEN
