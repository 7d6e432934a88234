"""Helpers of the axioms about implementations: where an axiom applies, other rows, and outcomes other than numbers.

Words that all these axioms use:

- An *implementation* is a row of the matrix whose values a library computes.
- Its *concept* is the metric that it claims to compute, such as ``P@k``.
- Its *companion* is the definition that the library documents for it.
- A *sibling* is another row of the same library.
- A *call variant* says how the library is called: types, order, names, faults (:mod:`..call_variants`).

In the axioms, ``m`` is the metric bound to its parameters, ``at`` the tuple of the arguments of one call, and ``other``
the arguments of another call, or the name of another row. Each axiom is also checked on the companion. A companion has
no call variant, so an axiom that changes the call variant raises ``Undefined`` there and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...model.axiom import KINDS, Axiom, axiom, where
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, at_most, equal, float_tolerance
from ...numbers.exact import Undefined
from ...spaces import Space
from ..call_variants import CHOICES, PLAIN_CALL, CallVariant, CallVariants
from ..implementation import FLOAT32, Implementation
from ..library import LibraryRefused, NoNumber

LISTS = ("judged lists",)
"""The sort of arguments of metrics that take one list."""
VECTORS = ("rankings", "weak orders", "scores")
"""Sorts of arguments that a library takes as vectors of numbers."""
PAIRS = (*VECTORS, "top lists")
"""Sorts of arguments of metrics that compare two of them."""
INPUTS = (*LISTS, *PAIRS)
"""All sorts of arguments that axioms of implementations are about."""
FAR = 1e300
"""Float that encodes an outcome other than a number. It is so far from every value that no tolerance makes it equal."""
Condition = Callable[..., str | None]
"""Takes a metric and returns None if an axiom applies to it, else the reason why it does not."""
Observe = Callable[[Metric], Iterable[Mapping[str, Any]]]
"""Takes a metric and returns the arguments with which an axiom is asked of it, a dictionary for each statement.

For example, ``{"other": name}`` asks about another row.
"""


# --- where an axiom applies --------------------------------------------------------------------------------------


def implementation_of(metric: Metric) -> Implementation:
    """Return the implementation of a row. Raises ``Undefined`` for a definition, which has none."""
    if metric.implementation is None:
        raise Undefined("a definition has no variants of its call")
    implementation: Implementation = metric.implementation
    return implementation


any_implementation = where(lambda metric: metric.implementation is not None, why="it is not a library's")
"""Applicable to implementations. ``why`` is the reason that is shown where an axiom does not apply."""


def implementation_axiom(
    id: str,
    *,
    about: Sequence[str] = INPUTS,
    applies: Condition = any_implementation,
    observe: Observe | None = None,
    **options: Any,
) -> Callable[[Callable[..., Any]], Axiom]:
    """Return the decorator that declares an axiom of implementations.

    It is about all kinds and all sorts of arguments, unless ``about`` names sorts or ``applies`` gives a reason
    against it. ``applies`` and ``observe`` are called with implementations only. ``options`` are those of
    :func:`~axiomatrix.model.axiom.axiom`, such as ``over`` (the spaces over which the axiom quantifies) and
    ``sentence``.
    """
    if observe is not None:
        options["observe"] = lambda metric: observe(metric) if metric.implementation is not None else ()
    return axiom(id, kinds=KINDS, about=about, applies=all_of(any_implementation, applies), **options)


def needs(aspect: str, *values: str) -> Condition:
    """Make a condition: the row's shape can express one of these values of an aspect of the call variant.

    The shape is what makes the library's input of our values. Without values, any value of the aspect will do.
    """

    def can_express(metric: Metric) -> bool:
        shape = metric.implementation.shape
        if aspect not in CHOICES:  # "company": its values are other queries, which cannot be listed
            return aspect in shape.aspects
        return any(shape.can_express(aspect, value) for value in values or CHOICES[aspect])

    if aspect == "fault":
        return where(can_express, why=f"a call of it has no way to have this fault: {' or '.join(values)}")
    return where(can_express, why=f"a call of it has no {aspect.replace('_', ' ')} to change")


def call_variant_axiom(
    id: str, at: Space, call_variants: CallVariants, *, applies: Condition = any_implementation, **options: Any
) -> Callable[[Callable[..., Any]], Axiom]:
    """Return the decorator that declares an axiom about these call variants, for all inputs of the space ``at``.

    It applies where the shape can express the aspects of the call variants, unless ``applies`` gives a reason against
    it.
    """
    over = {"at": at, "call_variant": call_variants}
    return implementation_axiom(id, over=over, applies=all_of(*map(needs, call_variants.aspects), applies), **options)


needs_cut_off = where(lambda metric: "k" in metric.parameters, why="it has no parameter k")
needs_definition = where(
    lambda metric: metric.implementation.definition is not None, why="its documentation gives no definition"
)


def all_of(*conditions: Condition) -> Condition:
    """Make a condition: all of these hold. The first that does not hold gives the reason."""

    def applies(metric: Metric, **arguments: Any) -> str | None:
        for condition in conditions:
            reason = condition(metric, **arguments)
            if reason is not None:
                return reason
        return None

    return applies


def require_implementation(m: BoundMetric) -> BoundMetric:
    """Return an implementation unchanged. Raises ``Undefined`` for a definition, which has no call variant."""
    implementation_of(m.metric)
    return m


def with_fault(m: BoundMetric, fault: str) -> BoundMetric:
    """Bind the metric to a call with this fault in its input. Raises ``Undefined`` for a definition."""
    return require_implementation(m).with_(call_variant=PLAIN_CALL.with_aspect("fault", fault))


# --- other rows --------------------------------------------------------------------------------------------------


def companion(m: BoundMetric) -> BoundMetric:
    """Bind the documented definition to the same parameters. Raises ``Undefined`` where there is none."""
    definition = implementation_of(m.metric).companion(m.metric)
    if definition is None:
        raise Undefined("the documentation gives no definition")
    return BoundMetric(definition, m.parameters, m.evaluator)


def sibling(m: BoundMetric, name: str, **changed: Any) -> BoundMetric:
    """Bind the row of this name to the parameters that it shares with ``m``, except for those that are ``changed``.

    Where ``m`` is the definition of a row, the definition of the other row is bound. Raises ``Undefined`` where there
    is none.
    """
    row = m.evaluator.metric(name)
    if m.metric.implementation is None:
        definition = row.implementation.companion(row) if row.implementation else None
        if definition is None:
            raise Undefined(f"the documentation of {name} gives no definition")
        row = definition
    shared = {key: m.parameters[key] for key in row.parameters if key in m.parameters}
    return BoundMetric(row, {**shared, **changed}, m.evaluator)


def rows_of(metric: Metric) -> list[Metric]:
    """List all implementations in the registry of this row, itself included, in the order of registration."""
    registry = metric.implementation.registry
    return [row for row in registry.metrics.values() if row.implementation] if registry is not None else []


def row_index(metric: Metric) -> int:
    """Return the index of the row in :func:`rows_of`. It is looked up by name, since the metric may be a copy."""
    return [other.name for other in rows_of(metric)].index(metric.name)


def is_sibling(metric: Metric, other: Metric) -> bool:
    """Return whether these are two rows of one library that take arguments of the same sort.

    Two rows with different variants are not siblings: a variant may have other conventions. A row without a variant is
    a sibling of all.
    """
    if metric.name == other.name or metric.implementation.library != other.implementation.library:
        return False
    are_variants_alike = None in (metric.variant, other.variant) or metric.variant == other.variant
    return are_variants_alike and metric.about == other.about and len(metric.arguments) == len(other.arguments)


def observe_siblings(concepts: Mapping[str, Iterable[str]], set_by_axiom: Iterable[str] = ("k",)) -> Observe:
    """Ask an axiom of each row whose concept is a key, with each sibling of one of the key's concepts as ``other``.

    With ``{"AP": ("RR",)}`` it is asked of each average precision and each reciprocal rank of one library. A sibling
    may have only parameters that the row has, too, and those in ``set_by_axiom``, which the axiom sets.
    """

    def observe(metric: Metric) -> Iterable[Mapping[str, Any]]:
        sibling_concepts = concepts.get(metric.implementation.concept, ())
        if not sibling_concepts:
            return []
        known_parameters = {*metric.parameters, *set_by_axiom}
        return [
            {"other": row.name}
            for row in rows_of(metric)
            if is_sibling(metric, row)
            and row.implementation.concept in sibling_concepts
            and set(row.parameters) <= known_parameters
        ]

    return observe


# --- outcomes ----------------------------------------------------------------------------------------------------


class NamedOutcome(float):
    """A float that encodes an outcome, so that relations can compare it, and is shown as a text.

    Outcomes compare as their floats do: two refusals are equal whatever their texts.
    """

    text: str

    def __new__(cls, value: float, text: str) -> NamedOutcome:
        self = super().__new__(cls, value)
        self.text = text
        return self

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def outcome(m: BoundMetric, *arguments: Any) -> Any:
    """Return the number that is answered; otherwise the failure as a :class:`NamedOutcome`, far from all numbers."""
    try:
        return m(*arguments)
    except (LibraryRefused, NoNumber) as failure:
        return NamedOutcome(FAR, str(failure))


def outcome_relation(is_as_expected: bool, actual: str, expected: str) -> Relation:
    """State that an outcome is the expected one; the texts of both are shown as the two sides."""
    expected_value = 0.0
    actual_value = expected_value if is_as_expected else FAR
    return equal(NamedOutcome(actual_value, actual), NamedOutcome(expected_value, expected))


def refusal_accepted(refusal: NamedOutcome) -> Relation:
    """State, as a relation that holds, that a call was refused where a refusal is as good as the right number."""
    return outcome_relation(True, str(refusal), "is refused, or answers that")


def answers_number(m: BoundMetric, *arguments: Any) -> Relation:
    """State that the call answers a number. A definition without a value fails; an inexpressible call is skipped."""
    expected = "answers a number"
    try:
        answer = outcome(m, *arguments)
    except Undefined as reason:
        if m.metric.implementation is not None:  # the call is inexpressible
            return NOT_ASKED
        return outcome_relation(False, f"has no value: {reason}", expected)
    if isinstance(answer, NamedOutcome):
        return outcome_relation(False, str(answer), expected)
    return outcome_relation(True, f"answers {answer}", expected)


def refuses_call(m: BoundMetric, *arguments: Any) -> Relation:
    """State that the call is refused: an exception, or an answer that is not a number, such as nan."""
    expected = "refuses"
    try:
        answer = outcome(m, *arguments)
    except Undefined:  # a definition, or a call that is inexpressible
        return NOT_ASKED
    if isinstance(answer, NamedOutcome):
        return outcome_relation(True, str(answer), expected)
    return outcome_relation(False, f"answers {answer}", expected)


def same_as_plain(m: BoundMetric, call_variant: CallVariant, *arguments: Any) -> Relation:
    """State that a call in this call variant has the value of the plain call, where that has a value.

    Where the library answers only the plain call, the relation fails and shows the other outcome. Input in single
    precision (float32) may be answered in single precision: then the two values may differ by float32's tolerance.
    """
    expected = m(*arguments)
    value = outcome(m.with_(call_variant=call_variant), *arguments)
    if "float32" in (call_variant.truth, call_variant.scores):
        difference, tolerance = abs(value - expected), float_tolerance(abs(expected) + 1.0, FLOAT32)
        if difference <= tolerance:
            return at_most(difference, tolerance)
        # it fails as ``at_most`` would; stated as an equality, it shows the two values
    return equal(value, expected)


def same_outcome(first: BoundMetric, second: BoundMetric, *arguments: Any) -> Relation:
    """State that both calls have the same number as their outcome; not asked where neither has a number."""
    outcomes = [outcome(m, *arguments) for m in (first, second)]
    return NOT_ASKED if all(isinstance(o, NamedOutcome) for o in outcomes) else equal(*outcomes)
