"""Evidence of a cell: the verdict, and the witness, bounds, proofs, faults and reaches that support it.

Methods and the engine fill these records. Reports, files and the checks of :mod:`.rules` read them. The main one is
:class:`Evidence`; a :class:`Witness` is the instance that refutes a statement, and an :class:`Extreme` the bound on a
best constant. A *reach* says how far a method went. An *existential* statement says that there is an instance.
Docstrings of records are part of the published JSON schema, docstrings of fields are not.
"""

from __future__ import annotations

from sys import intern
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from ..model.claim import ProofNote
from ..model.showing import ShownInNotebooks, render
from .derivation import Derivation, DerivedBound
from .fault import FaultDetails
from .formats import Record
from .notation import INFINITE as INFINITE  # re-exported
from .notation import with_decimal
from .reach import Reach
from .slug import Arguments as Arguments  # re-exported
from .slug import OfOneCell, slug_of
from .values import ValuesNote
from .verdict import REACHED_BY, Verdict

NO_FACTOR = "no factor exists"
"""Text for a ratio that no constant bounds."""

# --- the aim of a search ----------------------------------------------------------------------------------------------

Sought = Annotated[
    Literal["", "an instance", "a constant"],
    Meta(description="The search's aim, where it is not a counterexample."),
]
"""The aim of a search: an example (``an instance``), a best constant, or, if empty, a counterexample."""
NO_INSTANCE = "no instance found"
"""Text for a statement of existence that is left without an example."""
BEST_CONSTANT = "a best constant is asked for"
"""Text for an axiom that asks for a best constant, and so has nothing that could hold or fail."""
SOUGHT_BY: dict[str, Sought] = {"for all": "", "there is": "an instance", "extreme": "a constant"}
"""The search's aim, by the quantifier of the axiom."""
SOUGHT_TEXTS: dict[Sought, str] = {"": "", "an instance": NO_INSTANCE, "a constant": BEST_CONSTANT}
"""The reason in words why a search with that aim left a cell undecided."""

# --- types of fields --------------------------------------------------------------------------------------------------

Number = Annotated[
    str,
    Meta(
        min_length=1,
        description="An exact number as text: integers, + - * / **, log(p), sqrt(p); a decimal in the float channel.",
    ),
]
ParameterData = str | list[str | list[str | int | list[int]]] | dict[str, str]
"""A parameter in a file: a number, a list of numbers or of entries (key and number), or how a library was called."""
MAX_ITEMS_OF_AN_INSTANCE = 1000
"""Most items of an instance in a file."""
Items = Annotated[int, Meta(ge=1, le=MAX_ITEMS_OF_AN_INSTANCE, description="The number of items.")]
Values = Annotated[
    dict[str, Any],
    Meta(
        description="What the statement quantifies over, by name. A ranking lists the items, best first; a "
        "relabelling lists the new names of items 1, 2, ...; a judged list has the grades by rank and those "
        "missing from the list; a weak order lists its buckets; a place or rank is a whole number; any other "
        "number is exact, as text."
    ),
]
Parameters = Annotated[
    dict[str, ParameterData],
    Meta(
        description="The metric's parameters, by name: a list of entries (key and exact number), a number, or a "
        "list of numbers; for a call of a library, the options it was made with."
    ),
]
Operator = Annotated[str, Meta(pattern="^([<>]=?|[=!]=|/)$", description="The relation; / for a quantity.")]
Smallest = Annotated[
    bool, Meta(description="Whether every smaller size was exhausted or certified; otherwise it is the smallest found.")
]
Shows = Literal["refutes", "shows", "attains", "rounds"]
"""Role of a witness: it refutes a statement, is an example of it, attains a constant, or fails within rounding only."""
Channel = Literal["exact", "float"]
"""The arithmetic of a metric: exact numbers, or floats with a tolerance."""
Sense = Literal["sup", "inf"]
"""Whether a best constant is a supremum, which instances bound from below, or an infimum."""


class Witness(OfOneCell, ShownInNotebooks, kw_only=True):
    """One exact instance that refutes a statement, shows an existential one or attains a constant; replayable."""

    n: Items
    instance: Values
    parameters: Parameters
    lhs: Number
    """The left side of the relation; of a quantity (``op`` is ``/``) the numerator."""
    op: Operator
    rhs: Number
    """The right side of the relation, or the denominator."""
    smallest: Smallest
    shows: Shows = "refutes"
    channel: Channel = "exact"

    def __post_init__(self) -> None:
        # msgspec leaves a field out of a file if it *is* the default object, so equal texts must be one object
        for name in ("shows", "channel"):
            force_setattr(self, name, intern(getattr(self, name)))

    @property
    def has_no_factor(self) -> bool:
        """Return whether no constant bounds the ratio: the denominator is zero, or has the wrong sign for the bound."""
        return self.op == "/" and (self.shows == "refutes" or self.rhs in ("0", "0.0"))

    @property
    def is_false(self) -> bool:
        """Return whether the relation between its sides is false."""
        return self.shows == "refutes" or self.has_no_factor

    @property
    def relation_with_truth(self) -> str:
        """Return the two sides, and whether the relation between them is true: ``4 == 2 is false``."""
        return self._with_truth(self.lhs, self.rhs)

    @property
    def relation_with_truth_and_decimals(self) -> str:
        """Return the two sides and the truth of the relation, with a decimal beside each formal constant."""
        return self._with_truth(with_decimal(self.lhs), with_decimal(self.rhs))

    @property
    def relation(self) -> str:
        """Return the two sides and the relation, such as ``4 == 2``, with a decimal beside each formal constant.

        Where no factor exists, it is the sentence that says so.
        """
        if self.has_no_factor:
            return self.relation_with_truth_and_decimals
        return f"{with_decimal(self.lhs)} {self.op} {with_decimal(self.rhs)}"

    def _with_truth(self, lhs: str, rhs: str) -> str:
        """Return the relation between these texts of the two sides, and whether it is true."""
        if self.has_no_factor:
            op = ">=" if self.lhs.startswith("-") else "<="  # a negative numerator is about a bound from below
            # a negative f would satisfy a negative denominator, but it is not a factor
            every = "every f >= 0" if self.rhs.startswith("-") else "every f"
            return f"no factor exists: {lhs} {op} f * {rhs} is false for {every}"
        words = {"refutes": " is false", "rounds": " is within rounding", "shows": " is true"}
        return f"{lhs} {self.op} {rhs}{words.get(self.shows, '')}"

    def picture(self) -> Any:
        """Return the drawing of the instance: SVG, which a notebook shows and ``save(path)`` writes."""
        return render("drawing", self)

    def __str__(self) -> str:
        return str(render("text", self))

    @property
    def slug(self) -> str:
        """Return the name from which the cell's files are named."""
        return slug_of(self)


class Extreme(Record):
    """The best constant found, with the instance that attains it; infinite where no constant bounds the ratio."""

    sense: Sense
    value: Number
    """The constant that the witness attains, or ``infinite``."""
    witness: Witness
    derived: DerivedBound | None = None
    """A better constant that follows from another cell."""

    @property
    def best(self) -> str:
        """Return the best constant that is known: what the instance attains, or what follows from another cell."""
        return self.derived.value if self.derived is not None else self.value

    @property
    def text(self) -> str:
        """Write the bound on the best constant, or say that none exists."""
        return NO_FACTOR if self.best == INFINITE else f"best {self.bound}"

    @property
    def bound(self) -> str:
        """Return a finite bound, such as ``>= 1/2``: a supremum is at least what an instance attains."""
        return f"{'>=' if self.sense == 'sup' else '<='} {self.best}"


class CallNote(Record):
    """One call of a library that a relation is about: code that needs only the library, and what it answered."""

    snippet: str
    """The code, which needs only the library."""
    answer: str
    """The value that the call returned, or the exception that it raised."""
    definition: str = ""
    """The value of the exact definition on the same input; empty if it has none."""
    raises: bool = False
    """True if the call raised an exception, so that a script ends there."""


class Comparison(Record):
    """A refutation of an implementation, compared with its definition and its documentation."""

    definition: Literal["fails too", "holds", "has no value", "none given"]
    """The answer of the metric's exact definition on the instance."""
    documentation: Literal["says that it holds", "says that it fails", "is silent"]
    """The library's documentation on the statement."""
    wording: Literal[
        "definition fails",
        "as documented",
        "deviates from its documentation",
        "deviates from its definition",
        "undocumented convention",
    ]
    """The conclusion from both: whether the library is at fault, or its documentation says so."""
    calls: tuple[CallNote, ...] = ()
    """The calls of the library that the relation is about."""


DEVIATIONS = ("deviates from its documentation", "deviates from its definition")
"""The wordings by which a library is at fault."""


class Uncertified(Record):
    """Why a statement is searched and not certified."""

    why: str
    """The step that cannot be followed, in words."""
    refused: Annotated[bool, Meta(description="Whether the independent checker refused it, rather than a method.")] = (
        False
    )

    def __str__(self) -> str:
        return f"{'not decided: ' if self.refused else ''}{self.why}"


class Evidence(Record):
    """Evidence about one statement of one metric on one space."""

    verdict: Verdict
    method: str = ""
    """The method that gave the verdict, or the methods that searched, such as ``enumeration+hypothesis``."""
    reach: tuple[Reach, ...] = ()
    """How far each method went, in the order of :data:`~.rules.METHODS`."""
    witness: Witness | None = None
    """The instance that settles the cell; None if none does."""
    extreme: Extreme | None = None
    """The best constant found, where the statement is about one."""
    reason: str = ""
    """Reason that the verdict is not better, such as the error of a definition; mostly empty."""
    seed: int = 0
    """The seed of the search that drew its cases, from which it can be repeated."""
    proof: ProofNote | None = None
    """The proof of the catalogue that gave the verdict."""
    comparison: Comparison | None = None
    """For a refuted metric of a library: what its definition and documentation say about the same instance."""
    uncertified: Uncertified | None = None
    """Reason that it is not certified but searched: the step that a method or the independent checker cannot follow."""
    fault: FaultDetails | None = None
    """For a fault: the error of the definition, the user's line and what the call printed."""
    values: ValuesNote | None = None
    """For a refuted statement: the values of a single parameter for which it fails, where they can be computed."""
    sought: Sought = ""
    """The aim of the search, where it is not a counterexample: an example, or a best constant."""
    derivation: Derivation | None = None
    """How the verdict follows from other cells, where that is stronger than the search. The reach is the search's."""
    kernel: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX_ITEMS_OF_AN_INSTANCE,
            description="The number of items up to which Rocq's kernel checked the statement.",
        ),
    ] = 0

    @property
    def why(self) -> str:
        """Return the recorded ``reason``; if there is none, the reason that the aim of the search implies.

        Empty for most cells: they have no recorded reason, and their search aims at a counterexample.
        """
        return self.reason or SOUGHT_TEXTS[self.sought]

    @property
    def no_example_found(self) -> bool:
        """Return whether a statement of existence was left without an example."""
        return self.sought == "an instance"

    @property
    def by_family(self) -> bool:
        """Return whether no constant exists because the ratios of a family of instances grow beyond every number."""
        return self.proof is not None and self.extreme is not None and self.extreme.value == INFINITE

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """Return the instance that settles the cell and the one that attains the best constant, if they exist."""
        candidates = (self.witness, self.extreme.witness if self.extreme else None)
        return tuple(witness for witness in candidates if witness is not None)

    @property
    def cases(self) -> int:
        """Count the cases decided or undecided, over all methods; the steps of a proof are not cases."""
        return sum(reach.cases for reach in self.reach if reach.method != "proof")

    @property
    def undecided(self) -> int:
        """Count the cases that were not decided."""
        return sum(reach.undecided for reach in self.reach)

    @property
    def discarded(self) -> int:
        """Count the cases that do not meet the statement's condition, or in which the metric has no value."""
        return sum(reach.discarded for reach in self.reach)

    @property
    def settled_at(self) -> int:
        """Return the size of the instance that settles the cell; 0 if no instance does."""
        if self.derivation is not None and self.verdict in (Verdict.REFUTED, Verdict.PROVED):
            return self.derivation.n
        return self.witness.n if self.witness else 0

    def up_to(self, verdict: Verdict | None = None) -> int:
        """Return the largest n up to which some method supports the verdict (by default its own); 0 if none does.

        A derived verdict counts with the size of its derivation.
        """
        sizes = [reach.largest for reach in self.reach if reach.supports(verdict or self.verdict)]
        if self.derivation is not None and verdict in (None, self.verdict):
            if self.verdict is Verdict.REFUTED:
                return self.derivation.n  # the reach is that of a search that refuted nothing
            sizes.append(self.derivation.n)
        return max(sizes, default=0)

    @property
    def settled_up_to(self) -> int:
        """Return the size up to which every case is proved, certified or enumerated; else 0."""
        return self.up_to() if self.verdict in REACHED_BY else 0
