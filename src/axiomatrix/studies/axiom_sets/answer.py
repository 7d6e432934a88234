"""Answers about a set of axioms, as data: tables of values, and proofs that no table exists.

On the lists (or pairs of rankings) up to a size a metric is a table of values. An *instance* of an axiom, such as
symmetry at two rankings a and b, is a *condition* on the table: d(a, b) = d(b, a). An answer has a table that satisfies
all conditions of the axioms (a *model*), or multipliers under which some conditions add up to something false, such as
0 < 0.

:mod:`.asking` makes an answer, reports show it, and ``axiomatrix verify`` checks its file with independent code. The
file of :mod:`.lattice_file` has instances and proofs of the same form. The JSON schema repeats the docstrings of the
classes and the descriptions of their fields. Values are written as in the files of witnesses: a list as
its grades, a ranking as its items, best first.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ...evidence.evidence import Number
from ...evidence.files import json_by_entry
from ...evidence.formats import Format, Record
from ...evidence.reach import Count

FORMAT = "axiomatrix-axiom-set-1"
MAX_BYTES = 50_000_000
"""Largest file that is read."""
Length = Annotated[int, Meta(ge=1, le=12, description="The largest number of items.")]
"""The limit keeps a file from asking for a table that no computer holds."""
Outcome = Literal["satisfied", "contradictory", "implied", "separated"]
"""Outcome for some axioms and, in the last two, another one that may follow from them, the *conclusion*.

* ``satisfied``: a table satisfies the axioms.
* ``contradictory``: no table does.
* ``implied``: every table that satisfies the axioms satisfies the conclusion; each of its conditions is proved.
* ``separated``: a table satisfies the axioms and breaks the conclusion.
"""


class BadAxiomSet(ValueError):
    """Data that are not the answer about a set of axioms; the message says where and why."""


class Subject(Record):
    """The instances that a table has a value for."""

    sort: Annotated[Literal["judged lists", "rankings"], Meta(description="Lists, or pairs of rankings.")]
    length: Length
    grades: Annotated[int, Meta(ge=0, le=9, description="Highest grade of the lists; 0 for rankings.")] = 0

    @property
    def kind(self) -> Literal["score", "distance"]:
        """The kind of a value."""
        return "score" if self.sort == "judged lists" else "distance"

    def shorter(self, length: int) -> Subject:
        """The instances of at most ``length`` items among these."""
        return Subject(self.sort, length, self.grades)

    def __str__(self) -> str:
        if self.sort == "judged lists":
            return f"scores of lists of at most {self.length} items with grades 0..{self.grades}"
        return f"distances between rankings of at most {self.length} items"


class TableEntry(Record):
    """The value on one instance."""

    at: Annotated[tuple[Any, ...], Meta(description="The arguments, in the format of witness files.")]
    value: Number


class AxiomTableModel(Record):
    """A table that satisfies some axioms on every instance of at most ``length`` items."""

    axioms: tuple[str, ...]
    length: Length
    entries: tuple[TableEntry, ...]


class AxiomInstance(Record):
    """One instance of an axiom: a condition on the table."""

    axiom: str
    n: Length
    values: Annotated[
        dict[str, Any],
        Meta(description="Values of the variables that the axiom quantifies over, in the format of witness files."),
    ]
    asks: Annotated[str, Meta(description="The condition in symbols, for readers; no check relies on it.")] = ""


class MultipliedInstance(Record):
    """A condition and its multiplier in a sum."""

    instance: Annotated[Count, Meta(description="Its index in `instances`, from 0.")]
    times: Annotated[
        Number,
        Meta(
            description="Positive for an inequality, of either sign for an equation. A condition that is denied, or "
            "whose sign a split assumes, has the denied or assumed sign."
        ),
    ]


class SumOfConditions(Record, tag="sum"):
    """Conditions with multipliers whose sum is false, such as 0 < 0."""

    uses: tuple[MultipliedInstance, ...]
    leaves: Annotated[str, Meta(description="The sum, such as 0 < 0, for readers; no check relies on it.")] = ""


class CaseSplit(Record, tag="split"):
    """A case distinction: a difference that must not be zero is positive or negative, and both are contradictory.

    The difference is that of a condition !=, or of an equation of the conclusion that is denied.
    """

    instance: Annotated[Count, Meta(description="Its index in `instances`, from 0.")]
    above: Annotated[SumOfConditions | CaseSplit, Meta(description="The contradiction if the difference is positive.")]
    below: Annotated[SumOfConditions | CaseSplit, Meta(description="The contradiction if the difference is negative.")]


ContradictionTree = SumOfConditions | CaseSplit


class ProvedInstance(Record):
    """A condition of the conclusion, whose negation contradicts the axioms."""

    instance: Annotated[Count, Meta(description="Its index in `instances`, from 0.")]
    proof: ContradictionTree


class AxiomSetAnswer(Record):
    """Answer about a set of axioms at one size: whether a table satisfies them, or whether they imply another axiom.

    By outcome it has: ``satisfied``, a model. ``contradictory``, a minimal set, its contradiction, a model without each
    of its axioms, and a smaller table if the size is above 1. ``implied``, the proved conditions and a model.
    ``separated``, a model and the condition that it breaks. Proofs are made of the instances.
    """

    subject: Subject
    axioms: Annotated[tuple[str, ...], Meta(description="The axioms of the question, taken together.")]
    outcome: Outcome
    conclusion: Annotated[str, Meta(description="The axiom that may follow from them; empty if none was named.")] = ""
    minimal: Annotated[
        tuple[str, ...],
        Meta(description="A minimal contradictory set: without any one of its axioms there is no contradiction."),
    ] = ()
    instances: Annotated[tuple[AxiomInstance, ...], Meta(description="The instances that the proofs use.")] = ()
    contradiction: ContradictionTree | None = None
    models: Annotated[
        tuple[AxiomTableModel, ...],
        Meta(
            description="Tables that satisfy the axioms or, for a minimal set, all but one of them, which shows "
            "that it is minimal."
        ),
    ] = ()
    failing: Annotated[
        int, Meta(ge=-1, description="The instance of the conclusion that the table breaks, or -1.")
    ] = -1
    proved: tuple[ProvedInstance, ...] = ()
    smaller: Annotated[
        AxiomTableModel | None,
        Meta(
            description="A table over one item fewer that satisfies the minimal set, which shows that this size is "
            "the smallest."
        ),
    ] = None

    @property
    def smallest(self) -> int:
        """The smallest size at which the axioms contradict each other, if it is known; 0 otherwise."""
        is_smallest = self.contradiction is not None and (self.smaller is not None or self.subject.length == 1)
        return self.subject.length if is_smallest else 0


AXIOM_SET = Format(
    FORMAT,
    "axiom-set",
    AxiomSetAnswer,
    "Result for a set of axioms: a table of values that satisfies them, or a contradiction between instances.",
    BadAxiomSet,
    MAX_BYTES,
)


def dumps(answer: AxiomSetAnswer) -> str:
    """The answer as the content of its file, an entry a line; the same answer gives the same bytes."""
    return json_by_entry(AXIOM_SET.data(answer))
