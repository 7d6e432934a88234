"""Parts of the answer of an exploration, as data: sizes and extremes, bounds, proofs for every n, and readings.

:mod:`.answer` joins them in its questions; reports, pictures and the site read them. The description of a field is also
that of the JSON schema. The *quantity* of a question is the ratio or difference whose infimum (``inf``) or supremum
(``sup``) it asks for.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...evidence.evidence import INFINITE, Number, Witness
from ...evidence.formats import Record
from ...evidence.reach import Count
from ...evidence.verdict import written
from ..closed_forms import TENDS

Sense = Literal["inf", "sup"]
SizeVerdict = Literal[
    "certified", "exhausted", "grid", "refuted", "undecided", "attained", "attained on the closure", "not attained"
]
"""Verdict of one size.

- ``certified``: the statement holds, by linear programs for all values of a parameter.
- ``exhausted``: it holds, and every instance was decided.
- ``grid``: it holds on the instances that a space lists, which has others too.
- ``attained``, ``attained on the closure``, ``not attained``: verdicts of a statement that a constant is attained, by
  positive parameters, only where they may be 0, or not at all.
"""
REACHED: tuple[SizeVerdict, ...] = ("certified", "exhausted", "grid")
"""Verdicts of sizes at which nothing breaks the statement."""
Items = Annotated[int, Meta(ge=1, description="The number of items.")]


# --- one size ----------------------------------------------------------------------------------------------------


class NumberPlace(Record):
    """Value of a number, followed over all of its values, at which a ratio is extreme, and the instance."""

    parameter: str
    value: Annotated[str, Meta(description="An exact number or a root in words; infinity if it grows without bound.")]
    is_attained: Annotated[bool, Meta(description="Whether the value attains the extreme, or only leads there.")]
    instance: Annotated[str, Meta(description="The arguments of the instance, for a reader.")]

    @property
    def text(self) -> str:
        """The place in one line, such as ``p -> 1, a = [1, 2], b = [2, 1]``."""
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
            "is then a rational beyond it, by less than 10^-11."
        ),
    ] = ""
    place: Annotated[
        NumberPlace | None, Meta(description="Where a number that is followed over all of its values has it.")
    ] = None

    @property
    def only_approached(self) -> bool:
        """Return whether no instance attains a finite value, while ratios come arbitrarily near to it."""
        is_attained = self.witness is not None or (self.place is not None and self.place.is_attained)
        return not is_attained and self.value != INFINITE


class SizeAnswer(Record):
    """Results at one n."""

    n: Items
    verdict: SizeVerdict
    rankings: Annotated[Count, Meta(description="All rankings of that size: n!; 0 where instances are counted.")]
    classes: Annotated[Count, Meta(description="Classes of rankings that were solved.")]
    decomposed: Annotated[Count, Meta(description="Rankings settled as sums of smaller ones.")] = 0
    extremes: tuple[Extremal, ...] = ()
    refutation: Witness | None = None
    positive: Annotated[
        Witness | None,
        Meta(
            description="A refutation with a strictly positive parameter, or an instance with one that attains the "
            "constant."
        ),
    ] = None
    certificates: Annotated[Count, Meta(description="Certificates that were verified.")] = 0
    points: Annotated[
        tuple[tuple[Number, Number], ...],
        Meta(
            description="(denominator, numerator) of the quantity at vertices found, scaled so that the parameter's "
            "entries sum to 1."
        ),
    ] = ()
    by_lemma: Annotated[
        Count, Meta(description="Rankings of which a lemma proves that they do not lie beyond smaller ones.")
    ] = 0
    cases: Annotated[Count, Meta(description="Instances of an enumeration that were decided.")] = 0
    discarded: Annotated[Count, Meta(description="Those of an enumeration that have no value, or are not asked.")] = 0

    @property
    def written(self) -> str:
        """The verdict in the word for people."""
        return written(self.verdict)

    def extreme(self, sense: Sense) -> Extremal | None:
        """Return the extreme of that sense; None if it is not known."""
        return next((extreme for extreme in self.extremes if extreme.sense == sense), None)


# --- every n ----------------------------------------------------------------------------------------------------


class Argument(Record):
    """Argument for a theorem at every n: the steps that a machine checked, up to some size, and those on paper."""

    theorem: str
    up_to: Count
    checked: tuple[str, ...]
    argued: tuple[str, ...]
    no_factor: Annotated[bool, Meta(description="Whether the theorem is that no constant exists.")] = False

    @property
    def proves(self) -> str:
        """The theorem, as the reason why the statement is settled."""
        return self.theorem if self.no_factor else f"proved for all n: {self.theorem}"

    @property
    def steps(self) -> str:
        """The steps in one sentence: those checked by machine, and those on paper."""
        checked, argued = map("; ".join, (self.checked, self.argued))
        return f"checked by machine for n <= {self.up_to}: {checked}; on paper: {argued}"


class FamilyForm(Record):
    """A closed form that fits the values of some members of a family; it proves nothing about the others."""

    formula: Annotated[str, Meta(description="In m, such as 2 m/(3 m - 2).")]
    limit: Annotated[str, Meta(description="For m to infinity: an exact number, unbounded or unknown.")]
    ms: Annotated[tuple[int, ...], Meta(min_length=1, description="The m whose values it was recognised from.")]
    latex: Annotated[str, Meta(description="The formula in LaTeX.")] = ""

    @property
    def places(self) -> str:
        """The number of values that it was recognised from, and their range, such as ``4 values (m = 1..4)``."""
        return f"{len(self.ms)} values (m = {min(self.ms)}..{max(self.ms)})"

    @property
    def tends(self) -> str:
        """The form and its limit, in words."""
        return f"{self.formula}, {TENDS.get(self.limit, f'whose limit is {self.limit}')}"

    @property
    def sentence(self) -> str:
        """The form and its limit, with the warning that it is not proved."""
        return f"recognised from {self.places}, not proved: {self.tends}"


class Bound(Record):
    """Bound on the best constant that an instance proves, where nothing exact is known."""

    kind: Literal["search", "family"]
    sense: Sense
    n: Items
    value: Annotated[Number, Meta(description="An exact number as text, or infinite.")]
    witness: Witness | None = None
    note: str = ""
    form: Annotated[FamilyForm | None, Meta(description="Of the last member of a family, what all follow.")] = None


class Proved(Record):
    """A bound on the best constant for every n, with the argument that proves it."""

    sense: Annotated[Sense, Meta(description="inf: no ratio is smaller than the value; sup: none is larger.")]
    value: Number
    proof: Argument


# --- readings of a definition side by side ----------------------------------------------------------------------


class ClaimStanding(Record):
    """Outcome of one claim of the source in one reading."""

    claim: Annotated[str, Meta(description="The claim's id, such as KV5; empty where nobody claims it.")]
    statement: str
    outcome: str
    said: Annotated[
        str, Meta(description="The statement in a few words, for the head of a table; empty if its id is short enough.")
    ] = ""


class DefinitionReading(Record):
    """One reading of a definition and the claims of the source that it satisfies or not."""

    metric: str
    label: str
    standings: tuple[ClaimStanding, ...]
