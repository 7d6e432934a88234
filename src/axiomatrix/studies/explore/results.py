"""Parts of the answer of an exploration, as data: sizes and extremes, bounds, proofs for every n, and readings.

:mod:`.answer` joins them in its questions; reports, pictures and the site read them. The JSON schema repeats
the descriptions of fields.

The *quantity* of a question is the ratio or difference whose infimum (``inf``) or supremum (``sup``) it asks for. A
value is *beyond* another if it is smaller for an infimum, or larger for a supremum. A question is answered at each
number of items n in one of two ways: by linear programs, one for each class of rankings, or by enumeration, which
decides every instance. Beyond the sizes answered, single instances bound the best constant (:class:`Bound`).
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from ...evidence.evidence import INFINITE, Number, Witness
from ...evidence.formats import Record
from ...evidence.reach import Count
from ...evidence.verdict import written
from ..closed_forms import TENDS

Sense = Literal["inf", "sup"]
"""Which extreme of a quantity is meant: its infimum or its supremum."""
SENSES: tuple[Sense, ...] = get_args(Sense)
SizeVerdict = Literal[
    "certified", "exhausted", "grid", "refuted", "undecided", "attained", "attained on the closure", "not attained"
]
"""Verdict of one size.

- ``certified``: the statement holds, by linear programs for all values of a parameter.
- ``exhausted``: it holds, and every instance was decided.
- ``grid``: it holds on the instances that a space lists, which has others too.
- ``refuted``: an instance breaks it.
- ``undecided``: some instances were not decided, and none that was breaks it.
- ``attained``, ``attained on the closure``, ``not attained``: verdicts of a statement that a constant is attained, by
  positive parameters, only where they may be 0, or not at all.
"""
VERDICTS_THAT_HOLD: tuple[SizeVerdict, ...] = ("certified", "exhausted", "grid")
"""Verdicts of sizes at which a statement for all instances holds; none is about a constant that is attained."""
Items = Annotated[int, Meta(ge=1, description="The number of items.")]


# --- one size ----------------------------------------------------------------------------------------------------


class NumberPlace(Record):
    """Where in the range of a numeric parameter the quantity is extreme, and on which instance.

    For a metric with one number as parameter, such as the p of a penalty, whose values are all taken into account.
    """

    parameter: Annotated[str, Meta(description="The name of the numeric parameter.")]
    value: Annotated[str, Meta(description="An exact number or a root in words; infinity if it grows without bound.")]
    is_attained: Annotated[
        bool, Meta(description="True if the extreme is attained at the value, and false if it is only approached.")
    ]
    instance: Annotated[str, Meta(description="The arguments of the instance, for a reader.")]

    @property
    def text(self) -> str:
        """The parameter's value and the instance in one line, such as ``p -> 1, a = [1, 2], b = [2, 1]``."""
        return f"{self.parameter} {'=' if self.is_attained else '->'} {self.value}, {self.instance}"


class Extremal(Record):
    """The exact infimum or supremum of the quantity at one size, with an instance that attains it."""

    sense: Sense
    value: Annotated[Number, Meta(description="An exact number as text, or infinite.")]
    witness: Witness | None = None
    root: Annotated[
        str,
        Meta(
            description="The exact value in words, where it is the root of a polynomial of degree 3 or more; `value` "
            "is then a rational beyond it (below an infimum, above a supremum) by less than 10^-11."
        ),
    ] = ""
    place: Annotated[
        NumberPlace | None,
        Meta(description="For a metric with a numeric parameter: the value at which the quantity is extreme."),
    ] = None

    @property
    def is_only_approached(self) -> bool:
        """Return whether the value is finite and no instance attains it, although instances come arbitrarily near."""
        is_attained = self.witness is not None or (self.place is not None and self.place.is_attained)
        return not is_attained and self.value != INFINITE


class SizeAnswer(Record):
    """Results at one n.

    ``rankings``, ``classes``, ``decomposed``, ``by_lemma`` and ``certificates`` count what linear programs did, and are
    0 for an enumeration. ``cases`` and ``discarded`` count the instances of an enumeration.
    """

    n: Items
    verdict: SizeVerdict
    rankings: Annotated[Count, Meta(description="All rankings of that size: n!; 0 for an enumeration, see `cases`.")]
    classes: Annotated[
        Count,
        Meta(
            description="Classes of rankings under the question's symmetries, each solved by programs for one ranking."
        ),
    ]
    decomposed: Annotated[
        Count,
        Meta(description="Rankings without a program: they split in two parts, and are no more extreme than these."),
    ] = 0
    extremes: tuple[Extremal, ...] = ()
    refutation: Witness | None = None
    positive: Annotated[
        Witness | None,
        Meta(
            description="With strictly positive parameters: a refutation or, for a statement that a constant is "
            "attained, an instance that attains it. Null if none was found."
        ),
    ] = None
    certificates: Annotated[Count, Meta(description="Certificates that were verified.")] = 0
    points: Annotated[
        tuple[tuple[Number, Number], ...],
        Meta(
            description="(denominator, numerator) of the quantity at vertices of the parameter's space that programs "
            "found, scaled so that the parameter's entries sum to 1; for pictures."
        ),
    ] = ()
    by_lemma: Annotated[
        Count,
        Meta(description="Rankings without a program: a lemma bounds their quantity by that of smaller rankings."),
    ] = 0
    cases: Annotated[
        Count,
        Meta(description="Instances of an enumeration; counts those in `discarded` too if `followed` is not empty."),
    ] = 0
    discarded: Annotated[
        Count, Meta(description="Instances of an enumeration without a value, or that the statement leaves out.")
    ] = 0

    @property
    def written(self) -> str:
        """The verdict in the word that people read."""
        return written(self.verdict)

    def extreme(self, sense: Sense) -> Extremal | None:
        """Return the extreme of that sense; None if it is not known."""
        return next((extreme for extreme in self.extremes if extreme.sense == sense), None)


# --- every n ----------------------------------------------------------------------------------------------------


class Argument(Record):
    """Proof of a theorem for every n: the steps that a machine checked, up to some size, and those argued on paper."""

    theorem: str
    up_to: Annotated[Count, Meta(description="The largest n at which the machine checked its steps.")]
    checked: Annotated[tuple[str, ...], Meta(description="The steps that the machine checked, as sentences.")]
    argued: Annotated[tuple[str, ...], Meta(description="The steps argued on paper, as sentences.")]
    no_factor: Annotated[bool, Meta(description="True if the theorem says that no constant exists.")] = False

    @property
    def theorem_text(self) -> str:
        """The theorem, in words that say why the statement is settled; that no constant exists speaks for itself."""
        return self.theorem if self.no_factor else f"proved for all n: {self.theorem}"

    @property
    def steps(self) -> str:
        """The steps in one sentence: those checked by machine, and those on paper."""
        checked, argued = map("; ".join, (self.checked, self.argued))
        return f"checked by machine for n <= {self.up_to}: {checked}; on paper: {argued}"


class FamilyForm(Record):
    """A closed form that fits the values of some members of a family of instances, numbered by m.

    It proves nothing about the other members.
    """

    formula: Annotated[str, Meta(description="In m, the number of the member, such as 2 m/(3 m - 2).")]
    limit: Annotated[str, Meta(description="Limit as m goes to infinity: an exact number, unbounded or unknown.")]
    ms: Annotated[tuple[int, ...], Meta(min_length=1, description="The m whose values it was recognised from.")]
    latex: Annotated[str, Meta(description="The formula in LaTeX.")] = ""

    @property
    def source_text(self) -> str:
        """The number of values that the form was recognised from, and their range, such as ``4 values (m = 1..4)``."""
        return f"{len(self.ms)} values (m = {min(self.ms)}..{max(self.ms)})"

    @property
    def formula_with_limit(self) -> str:
        """The form and its limit, in words: ``2 m/(3 m - 2), whose limit is 2/3``."""
        return f"{self.formula}, {TENDS.get(self.limit, f'whose limit is {self.limit}')}"

    @property
    def sentence(self) -> str:
        """The form and its limit, with the warning that it is not proved."""
        return f"recognised from {self.source_text}, not proved: {self.formula_with_limit}"


class Bound(Record):
    """Bound on the best constant that an instance proves, at a size where the best constant is not known."""

    kind: Annotated[
        Literal["search", "family"],
        Meta(description="Whether a search found the instance, or a user's family gave it."),
    ]
    sense: Sense
    n: Items
    value: Annotated[Number, Meta(description="An exact number as text, or infinite.")]
    witness: Witness | None = None
    note: Annotated[str, Meta(description="How the instance was found, in words.")] = ""
    form: Annotated[
        FamilyForm | None,
        Meta(description="The closed form that the members of a family follow; on the bound of its last member only."),
    ] = None


class Proved(Record):
    """A bound on the best constant for every n, with its proof."""

    sense: Annotated[Sense, Meta(description="inf: no ratio is smaller than the value; sup: none is larger.")]
    value: Number
    proof: Argument


# --- readings of a definition side by side ----------------------------------------------------------------------


class ClaimStanding(Record):
    """Outcome of one claim of the source in one reading of a definition that the source leaves open."""

    claim: Annotated[str, Meta(description="The claim's id, such as KV5; empty where nobody claims it.")]
    statement: Annotated[str, Meta(description="The id of the statement.")]
    outcome: Annotated[str, Meta(description="The verdict with its reach, such as certified n<=4.")]
    said: Annotated[
        str, Meta(description="The statement in a few words, for the head of a table; empty if its id is short enough.")
    ] = ""


class DefinitionReading(Record):
    """One reading of a definition and the claims of the source that it satisfies or not."""

    metric: Annotated[str, Meta(description="The name of the row of this reading.")]
    label: Annotated[str, Meta(description="The name of the variant.")]
    standings: tuple[ClaimStanding, ...]
