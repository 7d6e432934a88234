"""Records of `axiomatrix relate`: relations of two metrics in words and exact numbers, as reports show them.

:mod:`.run` makes them. ``a`` is the first metric of a pair and ``b`` the second. The JSON schema repeats
the descriptions of fields. A relation is compared at each number of items n, at the default values of the parameters.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...evidence.formats import Record
from ...evidence.reach import Count

Kind = Literal["identical", "affine", "monotone", "refines", "refined by", "constant", "none"]
"""Relation of a to b. ``monotone``: each is a monotone function of the other; ``refines``: b is one of a alone."""
SYMBOLS: dict[Kind, str] = {
    "identical": "=",
    "affine": "~",
    "monotone": "m",
    "refines": ">",
    "refined by": "<",
    "constant": "c",
    "none": "",
}
"""By kind of relation its symbol in the matrix of all metrics."""
STRENGTH = tuple(SYMBOLS)
"""The kinds of relations, the strongest first."""
Direction = Literal[1, -1]
"""1 if larger values go with larger ones, -1 if they go with smaller ones."""
Items = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1)]


class LeftOut(Record):
    """Metrics that were not compared, and why."""

    metrics: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{' and '.join(self.metrics)}: {self.why}"


class ShownInstance(Record, array_like=True):
    """An instance as Python constructors, and the two values on it."""

    n: Items
    arguments: Annotated[tuple[str, ...], Meta(description="The arguments of both metrics, as Python constructors.")]
    a: Annotated[str, Meta(description="The value of the first metric.")]
    b: Annotated[str, Meta(description="The value of the second metric.")]


class Agreement(Record, array_like=True):
    """Pairs of instances over n items on which both metrics have a value, counted."""

    n: Items
    pairs: Count
    alike: Annotated[Count, Meta(description="Both distinguish the instances, and order them alike.")]
    differently: Annotated[Count, Meta(description="Both distinguish the instances, and order them oppositely.")]
    only_a: Annotated[Count, Meta(description="Only the first metric distinguishes them.")]
    only_b: Annotated[Count, Meta(description="Only the second metric distinguishes them.")]


class Reached(Record, array_like=True):
    """Numbers of instances over n items, and of those that were compared."""

    n: Items
    instances: Count
    compared: Annotated[Count, Meta(description="Number of instances on which both metrics have a value.")]
    only_a: Annotated[Count, Meta(description="Number of instances on which only the first metric has a value.")]
    only_b: Annotated[Count, Meta(description="Number of instances on which only the second metric has a value.")]
    renamed: Annotated[bool, Meta(description="Whether instances are counted up to renaming the items.")]

    @property
    def counted(self) -> str:
        """The number of instances, in words."""
        return f"{self.instances:,}{' up to renaming' if self.renamed else ''}"


class Slope(Record):
    """The constants of b = c a + s, which holds on all instances over n items."""

    n: int
    c: str
    s: str


class Bounds(Record, array_like=True):
    """The largest c1 and the smallest c2 with c1 a <= b <= c2 a over n items, each where it is attained first."""

    n: Items
    low: Annotated[str | None, Meta(description="c1; null if a is zero throughout.")]
    low_at: ShownInstance | None
    high: Annotated[
        str | None, Meta(description="c2; null if a is zero throughout, or zero on an instance where b is not.")
    ]
    high_at: ShownInstance | None
    unbounded: Annotated[
        ShownInstance | None,
        Meta(description="The first instance with a = 0 < b; if there is one, there is no c2."),
    ]


class Refusal(Record):
    """A relation stronger than the one that holds: why it fails, with the instances that show it."""

    sentence: str
    instances: tuple[ShownInstance, ...]


class Identity(Record):
    """The strongest relation of two metrics that holds at every size compared."""

    kind: Kind
    direction: Annotated[
        Direction,
        Meta(description="1 if larger values go with larger ones, -1 if they go with smaller ones."),
    ] = 1
    coefficients: Annotated[
        tuple[Slope, ...],
        Meta(
            description="Of an affine relation, c and s at every n at which the first metric takes two or more values."
        ),
    ] = ()
    formula: Annotated[
        tuple[str, str] | None,
        Meta(description="c and s in b = c a + s, as texts in n, if one formula gives them at all those n."),
    ] = None
    latex: Annotated[
        str, Meta(description="The part of b = s + c a before a, in LaTeX, if the formula contains n.")
    ] = ""


class MetricRelation(Identity, kw_only=True):
    """The relation of two metrics, named as their rows are, with their best constants and their agreement."""

    a: Name
    b: Name
    a_given: Annotated[str, Meta(description="The parameters of the first metric, such as k = n.")] = ""
    b_given: str = ""
    cut: Annotated[
        str, Meta(description="The cut-off of metrics that have one: n (the whole list) or 3; empty if neither does.")
    ] = ""
    sort: Annotated[str, Meta(description="What the instances are: rankings, judged lists ...")]
    space: Annotated[str, Meta(description="The common space of the two metrics' arguments.")]
    opposed: Annotated[
        bool, Meta(description="Whether larger values are better for one metric and worse for the other.")
    ]
    verdict: Annotated[str, Meta(description="Verdict and reach, such as exhausted n<=4.")]
    sizes: Annotated[tuple[Reached, ...], Meta(description="By n, the instances that were compared.")]
    bounds: Annotated[
        tuple[Bounds, ...], Meta(description="By n, the best constants; none where a metric takes negative values.")
    ] = ()
    agreement: Annotated[
        tuple[Agreement, ...], Meta(description="By n, the pairs of instances by how the metrics order them.")
    ] = ()
    disagreement: Annotated[
        tuple[ShownInstance, ShownInstance] | None,
        Meta(description="The smallest two instances that the metrics order oppositely; null if there are none."),
    ] = None
    refusals: Annotated[
        tuple[Refusal, ...], Meta(description="Why no stronger relation holds; empty unless asked for.")
    ] = ()
    single: Annotated[tuple[str, ...], Meta(description="The metrics that take a single value at each n.")] = ()

    @property
    def symbol(self) -> str:
        """The symbol of the relation in the matrix, where the first metric is the row.

        A minus means the opposite direction, a star that one of the two has no value on some instances of the other.
        Identical metrics have only one direction, and the slope of affine ones shows it.
        """
        minus = "-" if self.direction < 0 and self.kind in ("monotone", "refines", "refined by") else ""
        star = "*" if self.kind not in ("none", "constant") and not self.same_domain else ""
        return SYMBOLS[self.kind] + minus + star

    @property
    def same_domain(self) -> bool:
        """Return whether the two have a value on the same instances of two items or more.

        One item is left out: many a metric has no value there, which says little.
        """
        return not any(size.only_a or size.only_b for size in self.sizes if size.n > 1)

    @property
    def label_a(self) -> str:
        """The first metric with its parameters."""
        return f"{self.a} ({self.a_given})" if self.a_given else self.a

    @property
    def label_b(self) -> str:
        """The second metric with its parameters."""
        return f"{self.b} ({self.b_given})" if self.b_given else self.b

    @property
    def statement(self) -> str:
        """The relation as a sentence or a formula."""
        a, b = self.a, self.b
        if self.kind == "identical":
            return f"{b} = {a}"
        if self.kind == "affine":
            if self.formula:
                equation = equation_text(b, a, *self.formula)
                sizes = [slope.n for slope in self.coefficients]
                depends_on_n = "n" in "".join(self.formula)
                return f"{equation} for n = {_sizes_text(sizes)}" if depends_on_n else equation
            return "; ".join(f"n = {slope.n}: {equation_text(b, a, slope.c, slope.s)}" for slope in self.coefficients)
        if self.kind == "monotone":
            return f"at each n, {b} is {_monotone_phrase(self.direction, 'strictly ')} function of {a}"
        if self.kind == "refines":
            return f"at each n, {b} is {_monotone_phrase(self.direction)} function of {a}, and does not determine it"
        if self.kind == "refined by":
            return f"at each n, {a} is {_monotone_phrase(self.direction)} function of {b}, and does not determine it"
        if self.kind == "constant":
            return f"at each n, the value of {' and of '.join(self.single)} is constant"
        return "neither is a monotone function of the other"

    @property
    def differently(self) -> int:
        """The number of pairs of instances that the two order differently, over all sizes."""
        return sum(counts.differently for counts in self.agreement)

    @property
    def pairs(self) -> int:
        """The number of pairs of instances that were compared, over all sizes."""
        return sum(counts.pairs for counts in self.agreement)


def _monotone_phrase(direction: int, adverb: str = "") -> str:
    """Write ``an increasing`` or ``a decreasing``, or with an adverb ``a strictly increasing``."""
    phrase = f"{adverb}{'increasing' if direction > 0 else 'decreasing'}"
    return f"{'an' if phrase[0] == 'i' else 'a'} {phrase}"


def _sizes_text(sizes: list[int]) -> str:
    """Write sizes in increasing order: ``2..5``, or ``2, 4`` where some are missing."""
    if sizes == list(range(sizes[0], sizes[-1] + 1)) and len(sizes) > 1:
        return f"{sizes[0]}..{sizes[-1]}"
    return ", ".join(map(str, sizes))


class Related(Record):
    """All relations of the pairs that were compared, and the reasons why others were not."""

    defaults: Annotated[
        dict[str, str],
        Meta(description="The parameter values at which metrics are compared, by parameter space."),
    ]
    left_out: list[LeftOut]
    relations: list[MetricRelation]


def equation_text(b: str, a: str, c: str, s: str) -> str:
    """Write ``b = s + c * a`` without factors of 1 and terms of 0, such as ``b = 1 - 2 * a`` for c = -2 and s = 1."""
    is_negative = c.startswith("-") and not _is_sum(c)
    absolute = c[1:] if is_negative else c
    factor = f"({absolute})" if _is_sum(absolute) else absolute
    product = a if factor == "1" else f"{factor} * {a}"
    if s == "0":
        return f"{b} = {'-' if is_negative else ''}{product}"
    return f"{b} = {s} {'-' if is_negative else '+'} {product}"


def _is_sum(text: str) -> bool:
    """Return whether the text is a sum of terms, outside of brackets."""
    depth = 0  # number of brackets that are open
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            return True
    return False
