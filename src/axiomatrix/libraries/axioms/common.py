"""Parts that axioms of implementations share: their subjects, and outcomes that are not numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...model.axiom import KINDS, Axiom, axiom, where
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, at_most, equal, float_slack
from ...numbers.exact import Undefined
from ...spaces import Space
from ..implementation import FLOAT32, Implementation
from ..library import LibraryRefused, NoNumber
from ..manner import CHOICES, PLAIN, Manner, Manners

LISTS = ("judged lists",)
VECTORS = ("rankings", "weak orders", "scores")
PAIRS = (*VECTORS, "top lists")
INPUTS = (*LISTS, *PAIRS)
REFUSED = "is refused, or answers that"
"""What is wanted where a refusal is as good as the right number."""
FAR = 1e300
"""How far outcomes that are not numbers lie from any other: no slack reaches so far."""
Applies = Callable[..., str | None]
Observe = Callable[[Metric], Iterable[Mapping[str, Any]]]


# --- whom an axiom is about --------------------------------------------------------------------------------------


def implementation_of(metric: Metric) -> Implementation:
    """The implementation of a row; ``Undefined`` for a definition, which has no manner of being called."""
    if metric.implementation is None:
        raise Undefined("a definition has no manner of being called")
    implementation: Implementation = metric.implementation
    return implementation


any_implementation = where(lambda metric: metric.implementation is not None, "it is not a library's")
"""Applicable to whatever a library computes."""


def implementation_axiom(
    id: str,
    *,
    about: Sequence[str] = INPUTS,
    applies: Applies = any_implementation,
    observe: Observe | None = None,
    **options: Any,
) -> Callable[[Callable[..., Any]], Axiom]:
    """Declare an axiom of implementations: whatever they take and whoever's they are, unless it says otherwise.

    ``applies`` and ``observe`` are asked of implementations alone.
    """
    if observe is not None:
        options["observe"] = lambda metric: observe(metric) if metric.implementation is not None else ()
    return axiom(id, kinds=KINDS, about=about, applies=all_of(any_implementation, applies), **options)


def needs(aspect: str, *values: str) -> Applies:
    """Applicable where the shape can express the aspect (one of the values, if they are named)."""

    def is_able(metric: Metric) -> bool:
        shape = metric.implementation.shape
        if aspect not in CHOICES:  # company: whatever else there is
            return aspect in shape.aspects
        return any(shape.can(aspect, value) for value in values or CHOICES[aspect])

    if aspect == "fault":
        return where(is_able, f"a call of it has no way to have this fault: {' or '.join(values)}")
    return where(is_able, f"a call of it has no {aspect.replace('_', ' ')} to change")


def manner_axiom(id: str, at: Space, manners: Manners, **options: Any) -> Callable[[Callable[..., Any]], Axiom]:
    """Declare an axiom of calls in these manners, asked where the shape can express their aspects."""
    over = {"at": at, "manner": manners}
    return implementation_axiom(id, over=over, applies=all_of(*map(needs, manners.aspects)), **options)


needs_cut_off = where(lambda metric: "k" in metric.parameters, "it has no parameter k")
"""Applicable where the implementation has a cut-off."""
needs_definition = where(
    lambda metric: metric.implementation.definition is not None, "its documentation gives no definition"
)
"""Applicable where the documentation gives a definition."""


def all_of(*conditions: Applies) -> Applies:
    """Applicable where all conditions let it be; the first one that does not says why."""

    def applies(metric: Metric, **arguments: Any) -> str | None:
        return next((why for one in conditions if (why := one(metric, **arguments)) is not None), None)

    return applies


def faulty(m: BoundMetric, fault: str) -> BoundMetric:
    """Called plainly but for that fault; ``Undefined`` for a definition."""
    implementation_of(m.metric)
    return m.with_(manner=PLAIN.but("fault", fault))


# --- other rows --------------------------------------------------------------------------------------------------


def companion(m: BoundMetric) -> BoundMetric:
    """The documented definition with the same parameters; ``Undefined`` where there is none."""
    exact = implementation_of(m.metric).companion(m.metric)
    if exact is None:
        raise Undefined("the documentation gives no definition")
    return BoundMetric(exact, m.parameters, m.evaluator)


def sibling(m: BoundMetric, name: str, **changed: Any) -> BoundMetric:
    """Another row with the parameters that it shares with this one, and those changed.

    Where a definition replaces this row, the other row's definition replaces that one.
    """
    other = m.evaluator.metric(name)
    if m.metric.implementation is None:
        exact = other.implementation.companion(other) if other.implementation else None
        if exact is None:
            raise Undefined(f"the documentation of {name} gives no definition")
        other = exact
    shared = {key: m.parameters[key] for key in other.parameters if key in m.parameters}
    return BoundMetric(other, {**shared, **changed}, m.evaluator)


def rows_of(metric: Metric) -> list[Metric]:
    """All implementations that are loaded with this one, in the order of the registry."""
    registry = metric.implementation.registry
    return [m for m in registry.metrics.values() if m.implementation] if registry is not None else []


def place_of(metric: Metric) -> int:
    """Return its place among them, by its name: it may be a copy whose definition is not to be called."""
    return [other.name for other in rows_of(metric)].index(metric.name)


def is_sibling(metric: Metric, other: Metric) -> bool:
    """Return whether both are of one library and, if both have one, of one variant, and the other asks no more."""
    if metric.name == other.name or metric.implementation.library != other.implementation.library:
        return False
    together = None in (metric.variant, other.variant) or metric.variant == other.variant
    return together and metric.about == other.about and len(metric.arguments) == len(other.arguments)


def beside(concepts: Mapping[str, Iterable[str]], also: Iterable[str] = ("k",)) -> Observe:
    """Observes the axiom of rows of a concept, with each sibling (argument ``other``) of one of the concepts beside it.

    ``also`` are parameters that the axiom itself gives to the sibling.
    """

    def observe(metric: Metric) -> Iterable[Mapping[str, Any]]:
        wanted = concepts.get(metric.implementation.concept, ())
        shared = {*metric.parameters, *also}
        return [
            {"other": other.name}
            for other in (rows_of(metric) if wanted else ())
            if is_sibling(metric, other) and other.implementation.concept in wanted and set(other.parameters) <= shared
        ]

    return observe


# --- outcomes ----------------------------------------------------------------------------------------------------


class NamedOutcome(float):
    """A number that encodes an outcome, and is shown as its name."""

    text: str

    def __new__(cls, value: float, text: str) -> NamedOutcome:
        """The outcome ``value`` (equal outcomes compare equal), shown as ``text``."""
        self = super().__new__(cls, value)
        self.text = text
        return self

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def outcome(m: BoundMetric, *arguments: Any) -> Any:
    """The number that is answered; what came instead of one as a :class:`NamedOutcome` far from all numbers."""
    try:
        return m(*arguments)
    except (LibraryRefused, NoNumber) as instead:
        return NamedOutcome(FAR, str(instead))


def came(is_wanted: bool, text: str, wanted: str) -> Relation:
    """State that the outcome is the expected one."""
    return equal(NamedOutcome(0 if is_wanted else FAR, text), NamedOutcome(0, wanted))


def has_value(m: BoundMetric, *arguments: Any) -> Relation:
    """State that the answer is a number; a call without a value fails, one that cannot be expressed is skipped."""
    wanted = "answers a number"
    try:
        value = outcome(m, *arguments)
    except Undefined as reason:
        return NOT_ASKED if m.metric.implementation is not None else came(False, f"has no value: {reason}", wanted)
    is_number = not isinstance(value, NamedOutcome)
    return came(is_number, f"answers {value}" if is_number else str(value), wanted)


def is_refused(m: BoundMetric, *arguments: Any) -> Relation:
    """State that the call is refused: an exception, or an answer that is not a number, such as nan."""
    try:
        value = outcome(m, *arguments)
    except Undefined:
        return NOT_ASKED
    is_refusal = isinstance(value, NamedOutcome)
    return came(is_refusal, str(value) if is_refusal else f"answers {value}", "refuses")


def same(m: BoundMetric, manner: Manner, *arguments: Any) -> Relation:
    """State that the value in this manner is the plain one, where the plain call has a value.

    Where the library answers the plain call and not the other one, the relation fails and says what came instead. What
    is handed over in single precision may come back in single precision.
    """
    usual, value = m(*arguments), outcome(m.with_(manner=manner), *arguments)
    if "float32" in (manner.truth, manner.scores):
        difference, slack = abs(value - usual), float_slack(abs(usual) + 1.0, FLOAT32)
        return at_most(difference, slack) if difference <= slack else equal(value, usual)
    return equal(value, usual)


def same_outcome(first: BoundMetric, second: BoundMetric, *arguments: Any) -> Relation:
    """State that both answer the same number, or neither answers one."""
    values = [outcome(m, *arguments) for m in (first, second)]
    return NOT_ASKED if all(isinstance(value, NamedOutcome) for value in values) else equal(*values)
