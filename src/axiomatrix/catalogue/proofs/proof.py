"""Proofs: a theorem for all n, the steps that a machine checks, and those that remain on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...model.axiom import Statement
from ...model.claim import ProofNote
from ...model.metric import Metric, counterpart
from ...model.registry import REGISTRY, Registry
from ...spaces import Space
from ...spaces.parameters import ParameterDomain
from .family import GrowingFamily

FIRST_RANKINGS = (
    "beyond three items a few first rankings stand for all, since the definitions know items by their positions and "
    "by the parameters only, for which the steps have symbols"
)
"""What a proof argues whose steps are about pairs of rankings and symbols."""
CHECKED = 3
"""Up to how many items the steps of a lemma are run before it is used."""


def _same(row: Metric, other: Metric) -> bool:
    """Return whether two rows have one definition, one variant, and arguments and parameters of equal spaces."""
    same_definition = (row.definition, row.variant, row.parameters) == (
        other.definition,
        other.variant,
        other.parameters,
    )
    return same_definition and _arguments(row) == _arguments(other)


def _are_of_the_catalogue(names: Iterable[str], registry: Registry) -> bool:
    """Return whether the rows of these names are the catalogue's own."""
    return all(name in REGISTRY.metrics and _same(registry.metrics[name], REGISTRY.metrics[name]) for name in names)


def _arguments(metric: Metric) -> list[tuple[str, Any]]:
    return [(name, _traits(space)) for name, space in metric.arguments.items()]


def _traits(value: Any) -> Any:
    """All that two spaces of lists must have in common to be one; they are copied, and know no equality."""
    if isinstance(value, Space):
        return type(value), {name: _traits(attribute) for name, attribute in vars(value).items()}
    return value


class _Watched(Registry):
    """A registry that keeps which of its rows it is asked for, and gives no others than it may."""

    def __init__(self, registry: Registry, may: frozenset[str] | None = None) -> None:
        super().__init__(registry)
        self.rows_read: set[str] = set()
        self._may = may

    def metric(self, name: str | Metric) -> Metric:
        metric = super().metric(name)
        self.rows_read.add(metric.name)
        if self._may is not None and metric.name not in self._may:
            raise LookupError(f"the steps ask for {metric.name}, which they do not with one item")
        return metric


@dataclass(frozen=True)
class Step:
    """One step of an argument that can be checked at a given size."""

    name: str
    sentence: str
    """Claim that is checked, for all values of the parameters by default."""
    faults: Callable[[Registry, int], Iterable[str]]
    """What fails at that number of items, by the definitions of the registry; nothing if the step holds there."""

    def check(self, registry: Registry, n: int) -> str | None:
        """The first that fails; None if the step holds there."""
        return next(iter(self.faults(registry, n)), None)


@dataclass(frozen=True)
class Proof:
    """A theorem about one row of the matrix, for every number of items; the argument is its module's docstring."""

    id: str
    theorem: str
    metric: str
    """The name of the row."""
    statement: Statement
    argued: tuple[str, ...]
    """The steps that no machine checks, in order."""
    steps: tuple[Step, ...]
    space: ParameterDomain = ParameterDomain.CLOSED
    """Where it holds; what holds on the closed parameter space holds on the open one."""
    instances: str = FIRST_RANKINGS
    """Reason that the instances checked represent all."""
    family: GrowingFamily | None = None
    """The instances whose ratios no constant bounds, where that is the theorem."""

    @property
    def note(self) -> ProofNote:
        """Describe the theorem, the steps checked by machine, and those argued on paper."""
        return ProofNote(
            self.id, self.theorem, tuple(step.sentence for step in self.steps), (*self.argued, self.instances)
        )

    def is_about(self, registry: Registry) -> bool:
        """Return whether the argument is about the row and the row it is compared with.

        The argument is about the catalogue's formulas and their parameter spaces. It proves nothing about another
        definition or space under the same name, however far the steps hold.
        """
        return _are_of_the_catalogue(self.compared(registry), registry)

    def rows(self, registry: Registry) -> frozenset[str]:
        """The rows of the registry that the proof depends on.

        They are those whose definitions the steps ask for with one item; a step that asks for another with more items
        fails.
        """
        watched = _Watched(registry)
        first_failure(self.steps, watched, 1)
        return frozenset((*watched.rows_read, *self.compared(registry)))

    def proves(self, registry: Registry, n: int) -> bool:
        """Return whether it is about the registered definitions and every step holds at up to ``n`` items."""
        about = self.is_about(registry)
        if about and (failure := self.failure(registry, n)):
            raise RuntimeError(f"the proof {self.id} does not hold on the definitions: {failure}")
        return about

    def failure(self, registry: Registry, n: int) -> str | None:
        """The first step that fails with at most ``n`` items, and how; None if every step holds.

        A definition that raises fails the step too.
        """
        return first_failure(self.steps, _Watched(registry, self.rows(registry)), n)

    def compared(self, registry: Registry) -> list[str]:
        """The row, and the one that it is compared with."""
        others = [str(value) for name, value in self.statement.arguments if name == "other"]
        return [self.metric, *(counterpart(o, registry.metric(self.metric), registry.metric) for o in others)]


@dataclass(frozen=True)
class OrderBounds:
    """Bounds on the ratio of two rows at single pairs of rankings, for every value of their parameters.

    A pair is given as its order: the items of the second ranking, best first, numbered by their places in the first.
    """

    metric: str
    other: str
    least: Callable[[Sequence[int]], Fraction | None]
    """The largest c known with metric >= c * other; None if none is."""
    most: Callable[[Sequence[int]], Fraction | None]
    """The smallest c known with metric <= c * other; None if none is."""

    def constant(self, order: Sequence[int], sense: str) -> Fraction | None:
        """The bound as certificates have it: negated where the sense is ``sup``, so that larger is always stronger."""
        if sense == "inf":
            return self.least(order)
        largest = self.most(order)
        return None if largest is None else -largest


@dataclass(frozen=True)
class Lemma:
    """A theorem for every n that is not about a row of the matrix, such as one about some of its instances."""

    id: str
    theorem: str
    argued: tuple[str, ...]
    """The steps that no machine checks, in order."""
    steps: tuple[Step, ...]
    bounds: OrderBounds | None = None
    """What it says of a ratio at single pairs of rankings, if it does."""

    def bounds_ratio(self, metric: str, other: str, registry: Registry) -> bool:
        """Return whether it bounds the ratio of these rows; every step must hold up to :data:`CHECKED` items.

        It proves nothing about another definition or space under the name of a catalogue row.
        """
        about = self.bounds is not None and (self.bounds.metric, self.bounds.other) == (metric, other)
        if not about or not _are_of_the_catalogue((metric, other), registry):
            return False
        if failure := self.failure(registry, CHECKED):
            raise RuntimeError(f"the lemma {self.id} does not hold on the definitions: {failure}")
        return True

    def failure(self, registry: Registry, n: int) -> str | None:
        """The first step that fails with at most ``n`` items, and how; None if every step holds."""
        return first_failure(self.steps, registry, n)


def first_failure(steps: Sequence[Step], registry: Registry, n: int) -> str | None:
    """The first of the steps that fails with at most ``n`` items, and how; None if every step holds."""
    for size in range(1, n + 1):
        for step in steps:
            try:
                fault = step.check(registry, size)
            except Exception as error:  # a definition may raise anything
                fault = f"{type(error).__name__}: {error}"
            if fault is not None:
                return f"{step.name}, n = {size}: {fault}"
    return None
