"""Answers: what is known of two metrics together, in words and exact numbers as texts; what reports are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["identical", "affine", "monotone", "refines", "refined by", "constant", "none"]
SYMBOLS: dict[Kind, str] = {
    "identical": "=",
    "affine": "~",
    "monotone": "m",
    "refines": ">",
    "refined by": "<",
    "constant": "c",
    "none": "",
}
STRENGTH = tuple(SYMBOLS)


@dataclass(frozen=True)
class LeftOut:
    """Metrics that were not compared, and why."""

    metrics: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{' and '.join(self.metrics)}: {self.why}"


@dataclass(frozen=True)
class ShownInstance:
    """An instance as Python constructors, and the two values on it."""

    n: int
    arguments: tuple[str, ...]
    a: str
    b: str


@dataclass(frozen=True)
class Agreement:
    """Pairs of instances over n items on which both metrics have a value, counted."""

    n: int
    pairs: int
    alike: int
    """Both tell the two apart, and in the same order."""
    differently: int
    """Both tell the two apart, and in opposite orders."""
    only_a: int
    """Only the first metric tells them apart."""
    only_b: int


@dataclass(frozen=True)
class Reached:
    """What was gone through over n items."""

    n: int
    instances: int
    compared: int
    """On how many both metrics have a value."""
    only_a: int
    """On how many only the first one has a value."""
    only_b: int
    renamed: bool
    """Whether these are all instances only up to renaming the items."""

    @property
    def counted(self) -> str:
        """How many instances, in words."""
        return f"{self.instances:,}{' up to renaming' if self.renamed else ''}"


@dataclass(frozen=True)
class Slope:
    """b = c a + s on all instances over n items."""

    n: int
    c: str
    s: str


@dataclass(frozen=True)
class Bounds:
    """The largest c1 and the smallest c2 with c1 a <= b <= c2 a over n items, each where it is attained first."""

    n: int
    low: str | None
    """None where a is zero throughout."""
    low_at: ShownInstance | None
    high: str | None
    """None where a is zero throughout, or where it is zero and b is not."""
    high_at: ShownInstance | None
    unbounded: ShownInstance | None
    """The first instance with a = 0 < b, if there is one: then there is no c2."""


@dataclass(frozen=True)
class Refusal:
    """What does not hold, with the instances that show it."""

    sentence: str
    instances: tuple[ShownInstance, ...]


@dataclass(frozen=True)
class Identity:
    """How two metrics determine each other over the sizes that were gone through."""

    kind: Kind
    direction: int = 1
    """-1 where the larger value of one goes with the smaller one of the other."""
    coefficients: tuple[Slope, ...] = ()
    """For every n at which the first takes two values; at the others any will do."""
    formula: tuple[str, str] | None = None
    """c and s in b = c a + s, as texts in n, if one formula gives them at all those n."""
    latex: str = ""
    """What stands before a in s + c a, in LaTeX, if there is a formula with n in it."""


@dataclass(frozen=True, kw_only=True)
class MetricRelation(Identity):
    """Two metrics (the names of their rows) side by side on their common space."""

    a: str
    b: str
    a_given: str
    """The parameters of the first metric, such as ``k = n``."""
    b_given: str
    cut: str
    """The cut-off of metrics that have one: ``n`` (the whole list), ``3``; empty if neither has one."""
    sort: str
    """What the instances are: ``rankings``, ``judged lists`` ..."""
    space: str
    opposed: bool
    """Whether a large value of one means what a small one of the other means (a distance and a similarity)."""
    verdict: str
    """Verdict and reach, such as ``exhausted n<=4``."""
    sizes: tuple[Reached, ...]
    bounds: tuple[Bounds, ...] = ()
    """By n; empty where a metric takes negative values."""
    agreement: tuple[Agreement, ...] = ()
    disagreement: tuple[ShownInstance, ShownInstance] | None = None
    refusals: tuple[Refusal, ...] = ()
    """Why nothing stronger holds; only where it was asked for."""
    single: tuple[str, ...] = ()
    """The metrics that take a single value at each n."""

    @property
    def symbol(self) -> str:
        """What stands for the relation in the matrix, the first metric as row."""
        reversed_ = "-" if self.direction < 0 and self.kind in ("monotone", "refines", "refined by") else ""
        partly = "*" if self.kind not in ("none", "constant") and not self.same_domain else ""
        return SYMBOLS[self.kind] + reversed_ + partly

    @property
    def same_domain(self) -> bool:
        """Whether the two have a value on the same instances of two items or more."""
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
                equation = linear(b, a, *self.formula)
                sizes = [c.n for c in self.coefficients]
                return equation if "n" not in "".join(self.formula) else f"{equation} for n = {_listed(sizes)}"
            return "; ".join(f"n = {c.n}: {linear(b, a, c.c, c.s)}" for c in self.coefficients)
        if self.kind == "monotone":
            return f"at each n, {b} is {_way(self.direction, 'strictly ')} function of {a}"
        if self.kind == "refines":
            return f"at each n, {b} is {_way(self.direction)} function of {a}, and does not determine it"
        if self.kind == "refined by":
            return f"at each n, {a} is {_way(self.direction)} function of {b}, and does not determine it"
        if self.kind == "constant":
            return f"at each n, there is a single value of {' and of '.join(self.single)}"
        return "neither determines the other in one direction"

    @property
    def differently(self) -> int:
        """How many pairs of instances the two order differently, over all sizes."""
        return sum(one.differently for one in self.agreement)

    @property
    def pairs(self) -> int:
        """How many pairs of instances were compared, over all sizes."""
        return sum(one.pairs for one in self.agreement)


def _way(direction: int, how: str = "") -> str:
    phrase = f"{how}{'increasing' if direction > 0 else 'decreasing'}"
    return f"{'an' if phrase[0] == 'i' else 'a'} {phrase}"


def _listed(sizes: list[int]) -> str:
    if sizes == list(range(sizes[0], sizes[-1] + 1)) and len(sizes) > 1:
        return f"{sizes[0]}..{sizes[-1]}"
    return ", ".join(map(str, sizes))


@dataclass
class Related:
    """All relations of the pairs that could be compared, and why the others could not."""

    relations: list[MetricRelation]
    left_out: list[LeftOut]


def linear(b: str, a: str, c: str, s: str) -> str:
    """``b = s + c * a`` without what is not needed."""
    negative = c.startswith("-") and not _is_sum(c)
    size = c[1:] if negative else c
    times = a if size == "1" else f"({size}) * {a}" if _is_sum(size) else f"{size} * {a}"
    if s == "0":
        return f"{b} = {'-' if negative else ''}{times}"
    return f"{b} = {s} {'-' if negative else '+'} {times}"


def _is_sum(text: str) -> bool:
    """Whether the text is a sum of terms, outside of brackets."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            return True
    return False
