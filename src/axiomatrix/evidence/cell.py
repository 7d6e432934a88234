"""Cell of the matrix: one statement about one metric on one space, with its claims, evidence and outcome.

The engine makes cells, and every report renders them. A cell has its *claims*, which are declared, its *evidence*, and
the *outcome* (:func:`outcome_of`): what the evidence means for the claims. :class:`CellKey` identifies a cell.

The space is the one that is declared for the metric's parameters (*open*), or its *closure*, in which parameters may
lie on the boundary, such as zero weights. The *status* of a claim is what it declares: the statement holds, fails, or
is conjectured to hold. The :class:`~.status.CellStatus` of a cell is what the evidence shows.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from msgspec import Meta
from msgspec.structs import force_setattr

from ..model.axiom import Statement
from ..model.axiom import label as label_of
from ..model.claim import Status
from ..model.showing import ShownInNotebooks, render
from ..spaces.parameters import ParameterDomain
from .evidence import Evidence
from .formats import Record
from .slug import OfOneCell
from .status import CellStatus, EvidenceGrade, status_of
from .verdict import Outcome

STATUS_WORDS: dict[Status, str] = {
    "holds": "declared to hold",
    "fails": "declared to fail",
    "conjectured": "conjectured",
}
"""The status of a claim in words."""


def arguments_of(statement: Statement) -> dict[str, int | str]:
    """Convert the arguments of a statement as a cell stores them: integers and strings unchanged, all else as text."""

    def convert(value: Any) -> int | str:
        is_stored = isinstance(value, (int, str)) and not isinstance(value, bool)  # True and False are ints
        return value if is_stored else str(value)

    return {name: convert(value) for name, value in statement.arguments}


class CellKey(NamedTuple):
    """Identity of a cell."""

    metric: str
    """The name of the metric, with its variant."""
    axiom: str
    """The id of the axiom."""
    label: str
    """The arguments of the axiom as text, such as ``factor=2, other=kendall``; empty without any."""
    space: ParameterDomain
    """Whether parameters are in the declared space, or in its closure."""

    @classmethod
    def of(cls, record: OfOneCell) -> CellKey:
        """Return the key of a cell, or of the cell that a witness (an exact instance as evidence) belongs to."""
        return cls(record.metric, record.axiom, label_of(record.arguments), record.space)

    @classmethod
    def of_statement(cls, metric: str, statement: Statement, space: ParameterDomain = ParameterDomain.OPEN) -> CellKey:
        """Return the key of the cell for a statement about a metric."""
        return cls(metric, statement.axiom.id, label_of(arguments_of(statement)), space)

    @property
    def statement(self) -> str:
        """The axiom with its arguments."""
        return f"{self.axiom}({self.label})" if self.label else self.axiom

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space if it is not the declared one."""
        return self.statement + self.space.suffix


class ClaimNote(Record):
    """A claim about a cell's statement."""

    status: Status
    source: str
    """The id of the source, such as ``KV3``; ``declared`` if the metric's own declaration makes the claim."""
    wording: str
    """The claim in the words of its source."""

    @property
    def stated_by(self) -> str:
        """The source of the claim, such as ``KV3``, or ``its declaration``."""
        return "its declaration" if self.source == "declared" else self.source

    @property
    def status_in_words(self) -> str:
        """The status as reports print it, such as ``declared to hold``."""
        return STATUS_WORDS[self.status]

    @property
    def quotation(self) -> str:
        """The claim for a list: ``KV3, declared to hold: "wording"``; a declaration has no further source to name."""
        source = "" if self.source == "declared" else f"{self.source}, "
        return f'{source}{self.status_in_words}: "{self.wording}"'

    @property
    def sentence(self) -> str:
        """The claim as a sentence: ``KV3 says that it holds: "wording"``."""
        statement = "conjectures that it holds" if self.status == "conjectured" else f"says that it {self.status}"
        return f'{self.stated_by} {statement}: "{self.wording}"'


class Cell(OfOneCell, ShownInNotebooks, kw_only=True):
    """One statement about one metric on one space, its claims, its evidence, and what the evidence means for them."""

    # OfOneCell has the fields that identify the cell: metric and axiom (names), arguments (by name) and space.
    claims: tuple[ClaimNote, ...] = ()
    evidence: Evidence
    expected: Annotated[Outcome | None, Meta(description="The outcome that is expected, if there is one.")] = None
    outcome: Annotated[Outcome, Meta(description="What the evidence means for the claims.")] = Outcome.OBSERVED

    def __post_init__(self) -> None:
        # The outcome is a field so that files have it, but it always follows from the evidence and the claims.
        force_setattr(self, "outcome", outcome_of(self.status, {claim.status for claim in self.claims}))

    @cached_property
    def key(self) -> CellKey:
        """Return the identity of the cell."""
        return CellKey.of(self)

    @property
    def label(self) -> str:
        """The axiom's arguments as text, such as ``factor=2, other=kendall``."""
        return label_of(self.arguments)

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space where it is not the declared one."""
        return self.key.title

    @property
    def claimed_by(self) -> str:
        """The sources of its claims with their statuses, such as ``KV3 holds``."""
        return ", ".join(f"{claim.source} {claim.status}" for claim in self.claims)

    def picture(self) -> Any:
        """Draw the counterexample or example of the cell; ``ValueError`` if it has none."""
        if not self.evidence.witnesses:
            raise ValueError(f"{self.metric}: {self.title}: no instance to draw")
        return self.evidence.witnesses[0].picture()

    def __str__(self) -> str:
        return str(render("text", self))

    @cached_property
    def status(self) -> CellStatus:
        """Return whether the cell holds, how strongly, and in which words.

        The claims change only its tone: where one declares a failure, an enumeration without a counterexample has the
        colour of a search.
        """
        return status_of(self.evidence, {claim.status for claim in self.claims})


def outcome_of(status: CellStatus, declared: Collection[Status]) -> Outcome:
    """Return what the status of a cell means for its claims; ``declared`` are the statuses of these.

    By the strongest evidence, for a claim that

    ===========  =========  ================  ============  ============================
    declares     refuted    proof             certificate   weaker, such as a search
    ===========  =========  ================  ============  ============================
    holds        broken     as declared       as declared   as declared, or unconfirmed
    fails        confirmed  broken            broken        unconfirmed
    conjectured  settled    settled           open          open
    ===========  =========  ================  ============  ============================

    A claim that holds is unconfirmed if it needs an example and none was found. Without evidence for or against the
    statement every claim is unresolved. Without claims the evidence is only observed. Of claims that differ, the one
    that is contradicted decides. If none is, a refutation settles a conjecture; without one, a claim that fails comes
    first, then one that holds.
    """
    if not declared:
        return Outcome.OBSERVED if status.is_asked else Outcome.NOT_APPLICABLE  # is_asked: the axiom applies
    if status.holds == "no":
        if "holds" in declared:
            return Outcome.BROKEN
        return Outcome.SETTLED if "conjectured" in declared else Outcome.CONFIRMED
    if status.grade is EvidenceGrade.NONE:  # undecided, not applicable, or at fault
        return Outcome.UNRESOLVED
    # From here on the statement holds as far as was looked, or no example of a statement of existence was found.
    if "fails" in declared:
        # A search that finds no counterexample may have missed it; a certificate or a proof leaves none.
        return Outcome.BROKEN if status.grade >= EvidenceGrade.CERTIFIED else Outcome.UNCONFIRMED
    if "holds" in declared:
        return Outcome.UNCONFIRMED if status.no_example_found else Outcome.AS_DECLARED
    # Only a conjecture is left, which a proof alone settles.
    return Outcome.SETTLED if status.grade is EvidenceGrade.PROVED else Outcome.OPEN
