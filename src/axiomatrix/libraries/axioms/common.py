"""Helpers of the axioms about implementations: where an axiom applies, other rows, and outcomes other than numbers.

An implementation is a row whose values a library computes. A *manner* says how the library is called: types, order,
names, faults (:mod:`..manner`). A *companion* is the definition that the library documents for the row. A *sibling* is
another row of the same library.
"""

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
"""What a relation shows as wanted where a refusal is as good as the right number."""
FAR = 1e300
"""The value that encodes an outcome other than a number. No slack reaches it from a number."""
Applies = Callable[..., str | None]
"""Takes a metric and returns the reason why an axiom does not apply to it, or None."""
Observe = Callable[[Metric], Iterable[Mapping[str, Any]]]
"""Takes a metric and returns the arguments with which an axiom is asked of it."""


# --- where an axiom applies --------------------------------------------------------------------------------------


def implementation_of(metric: Metric) -> Implementation:
    """Return the implementation of a row. Raises ``Undefined`` for a definition, which no library is called for."""
    if metric.implementation is None:
        raise Undefined("a definition has no manner of being called")
    implementation: Implementation = metric.implementation
    return implementation


any_implementation = where(lambda metric: metric.implementation is not None, "it is not a library's")
"""Applicable to implementations."""


def implementation_axiom(
    id: str,
    *,
    about: Sequence[str] = INPUTS,
    applies: Applies = any_implementation,
    observe: Observe | None = None,
    **options: Any,
) -> Callable[[Callable[..., Any]], Axiom]:
    """Declare an axiom of implementations: of all kinds and sorts unless ``about`` and ``applies`` say otherwise.

    ``applies`` and ``observe`` are called with implementations only.
    """
    if observe is not None:
        options["observe"] = lambda metric: observe(metric) if metric.implementation is not None else ()
    return axiom(id, kinds=KINDS, about=about, applies=all_of(any_implementation, applies), **options)


def needs(aspect: str, *values: str) -> Applies:
    """Applicable where the row's shape can express the aspect of a manner, with one of ``values`` if there are any."""

    def is_able(metric: Metric) -> bool:
        shape = metric.implementation.shape
        if aspect not in CHOICES:  # "company" has other queries as its value, and no choices
            return aspect in shape.aspects
        return any(shape.can(aspect, value) for value in values or CHOICES[aspect])

    if aspect == "fault":
        return where(is_able, f"a call of it has no way to have this fault: {' or '.join(values)}")
    return where(is_able, f"a call of it has no {aspect.replace('_', ' ')} to change")


def manner_axiom(id: str, at: Space, manners: Manners, **options: Any) -> Callable[[Callable[..., Any]], Axiom]:
    """Declare an axiom about calls in these manners, which applies where the shape can express their aspects."""
    over = {"at": at, "manner": manners}
    return implementation_axiom(id, over=over, applies=all_of(*map(needs, manners.aspects)), **options)


needs_cut_off = where(lambda metric: "k" in metric.parameters, "it has no parameter k")
"""Applicable where the implementation has a cut-off."""
needs_definition = where(
    lambda metric: metric.implementation.definition is not None, "its documentation gives no definition"
)
"""Applicable where the documentation gives a definition."""


def all_of(*conditions: Applies) -> Applies:
    """Applicable where all conditions hold; the first that does not gives the reason."""

    def applies(metric: Metric, **arguments: Any) -> str | None:
        return next((why for condition in conditions if (why := condition(metric, **arguments)) is not None), None)

    return applies


def implemented(m: BoundMetric) -> BoundMetric:
    """Return the metric as it is. Raises ``Undefined`` for a definition, of which an axiom about calls says nothing."""
    implementation_of(m.metric)
    return m


def faulty(m: BoundMetric, fault: str) -> BoundMetric:
    """Bind the metric to a plain call with this fault in its input. Raises ``Undefined`` for a definition."""
    return implemented(m).with_(manner=PLAIN.but("fault", fault))


# --- other rows --------------------------------------------------------------------------------------------------


def companion(m: BoundMetric) -> BoundMetric:
    """Bind the documented definition to the same parameters. Raises ``Undefined`` where there is none."""
    definition = implementation_of(m.metric).companion(m.metric)
    if definition is None:
        raise Undefined("the documentation gives no definition")
    return BoundMetric(definition, m.parameters, m.evaluator)


def sibling(m: BoundMetric, name: str, **changed: Any) -> BoundMetric:
    """Bind another row to the parameters that it shares with this one, with ``changed`` in place of theirs.

    Where ``m`` is the definition of a row, the definition of the other row is bound.
    """
    other = m.evaluator.metric(name)
    if m.metric.implementation is None:
        definition = other.implementation.companion(other) if other.implementation else None
        if definition is None:
            raise Undefined(f"the documentation of {name} gives no definition")
        other = definition
    shared = {key: m.parameters[key] for key in other.parameters if key in m.parameters}
    return BoundMetric(other, {**shared, **changed}, m.evaluator)


def rows_of(metric: Metric) -> list[Metric]:
    """List all implementations in the registry of this one, in its order."""
    registry = metric.implementation.registry
    return [m for m in registry.metrics.values() if m.implementation] if registry is not None else []


def place_of(metric: Metric) -> int:
    """Return the place of the row in :func:`rows_of`. It is looked up by name, since the metric may be a copy."""
    return [other.name for other in rows_of(metric)].index(metric.name)


def is_sibling(metric: Metric, other: Metric) -> bool:
    """Return whether both are rows of one library that take the same arguments, and not of two different variants."""
    if metric.name == other.name or metric.implementation.library != other.implementation.library:
        return False
    is_of_variant = None in (metric.variant, other.variant) or metric.variant == other.variant
    return is_of_variant and metric.about == other.about and len(metric.arguments) == len(other.arguments)


def with_siblings(concepts: Mapping[str, Iterable[str]], also: Iterable[str] = ("k",)) -> Observe:
    """Ask an axiom of each row whose concept is a key, with each sibling of one of the key's concepts as ``other``.

    A sibling must have no parameter that the row has not, except ``also``: the axiom itself gives it these.
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
    """A number that encodes an outcome and is shown as the text of it."""

    text: str

    def __new__(cls, value: float, text: str) -> NamedOutcome:
        """Make the outcome ``value`` (equal outcomes compare equal), shown as ``text``."""
        self = super().__new__(cls, value)
        self.text = text
        return self

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def outcome(m: BoundMetric, *arguments: Any) -> Any:
    """Return the number that is answered, or what came instead as a :class:`NamedOutcome` far from all numbers."""
    try:
        return m(*arguments)
    except (LibraryRefused, NoNumber) as instead:
        return NamedOutcome(FAR, str(instead))


def came(is_wanted: bool, text: str, wanted: str) -> Relation:
    """State that an outcome is the wanted one; ``text`` and ``wanted`` are shown as the two sides."""
    return equal(NamedOutcome(0 if is_wanted else FAR, text), NamedOutcome(0, wanted))


def has_value(m: BoundMetric, *arguments: Any) -> Relation:
    """State that the answer is a number. A definition without a value fails; an inexpressible call is skipped."""
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
    """State that a call in this manner has the value of the plain call, where that has one.

    Where the library answers only the plain call, the relation fails and says what came instead. Input in single
    precision may have an answer in single precision.
    """
    expected, value = m(*arguments), outcome(m.with_(manner=manner), *arguments)
    if "float32" in (manner.truth, manner.scores):
        difference, slack = abs(value - expected), float_slack(abs(expected) + 1.0, FLOAT32)
        return at_most(difference, slack) if difference <= slack else equal(value, expected)
    return equal(value, expected)


def same_outcome(first: BoundMetric, second: BoundMetric, *arguments: Any) -> Relation:
    """State that both answer the same number; not asked where neither answers one."""
    values = [outcome(m, *arguments) for m in (first, second)]
    return NOT_ASKED if all(isinstance(value, NamedOutcome) for value in values) else equal(*values)
