"""Axioms about representation: neither the type of the numbers nor the scale of scores changes the value.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). A ``call_variant`` is a way of making the same call, such as with arrays in place of lists
(:mod:`..call_variants`), and ``same_as_plain`` states that the call in this call variant has the value of the plain
call. ``CallVariants("truth")`` are the call variants that differ from the plain one in the aspect ``truth``, the dtype
of grades; ``scores`` is that of scores. ``scored_inputs`` are a few scored items or orders, with and without ties
(:mod:`.inputs`). ``NOT_ASKED`` is returned for an input that the axiom says nothing of. The docstring of an axiom has
the formula first, then the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...model.axiom import Axiom, where
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, equal
from ...numbers.exact import Undefined, Whole
from ...spaces import FewValues, JudgedLists
from ...values.scored import Scored
from ..call_variants import DTYPES, CallVariant, CallVariants
from .common import (
    LISTS,
    VECTORS,
    NamedOutcome,
    all_of,
    call_variant_axiom,
    companion,
    implementation_axiom,
    needs_definition,
    outcome,
    refusal_accepted,
    same_as_plain,
)
from .inputs import scored_inputs, untied_inputs

_axiom = partial(implementation_axiom, group="representation")
_call_variant_axiom = partial(call_variant_axiom, group="representation")
NUMBER_DTYPES = tuple(dtype for dtype in DTYPES if dtype != "bool")
"""Dtypes of scores and ranks. Only grades may be bools."""


@_call_variant_axiom(
    "dtype-of-grades",
    scored_inputs,
    CallVariants("truth"),
    about=LISTS,
    sentence="The number type of the grades does not matter.",
)
def dtype_of_grades(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(grades as that dtype) = m(grades)

    For all scored items whose grades the dtype holds exactly. NumPy user guide, Data types (fixed-size integers
    overflow silently). Example: the gain 2^g computed in the dtype of the grade fails in uint8.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "dtype-of-scores",
    scored_inputs,
    CallVariants("scores", values=NUMBER_DTYPES),
    about=LISTS,
    sentence="The number type of the scores does not matter.",
)
def dtype_of_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(scores as that dtype) = m(scores)

    For all scored items whose scores the dtype holds exactly. NumPy user guide, Data types. Example: an order made by
    sorting the negated scores fails for unsigned integers, where -0 is 0 and -1 the largest.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "dtype-of-vectors",
    scored_inputs,
    CallVariants("truth", "scores", values=NUMBER_DTYPES),
    about=VECTORS,
    sentence="The number type of the two vectors does not matter.",
)
def dtype_of_vectors(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(both vectors as that dtype) = m(both vectors)

    For all pairs whose ranks or scores the dtype holds exactly. NumPy user guide, Data types. Example: the difference
    of two unsigned ranks fails, 1 - 2 being the largest number there is.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "container",
    scored_inputs,
    CallVariants("container"),
    sentence="A list, a tuple and an array of the same values give the same answer.",
)
def container(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(a list, a tuple, an array) = m(the usual container)

    For all inputs, in the containers that the call takes. Formalised here: equal sequences are equal arguments.
    Example: a function that adds two lists where it means two arrays fails.
    """
    return same_as_plain(m, call_variant, *at)


# --- scores that only order --------------------------------------------------------------------------------------


def _score_axiom(id: str, *transformations: str, **options: Any) -> Callable[[Callable[..., Any]], Axiom]:
    """Return the decorator of an axiom about scores under these transformations, names in TRANSFORMATIONS."""
    call_variants = CallVariants("transformation", values=transformations)
    return _call_variant_axiom(id, scored_inputs, call_variants, about=(*LISTS, *VECTORS), **options)


_needs_double_precision = where(
    lambda metric: not metric.implementation.options.get("single_precision"),
    why="its scores are the predictions of a model, which are in single precision",
)
"""Applicable where the caller chooses the precision, unlike a row with the option ``{"single_precision": True}``."""


@_score_axiom("shifted-scores", "plus 16", "plus 2^20", sentence="Adding a constant to all scores changes nothing.")
def shifted_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(scores + c) = m(scores)

    For all inputs with scores that matter through their order alone, c = 16 and 2^20. Stevens, On the theory of
    scales of measurement, Science 1946. Example: scores that go through a sigmoid fail, which is 1 for all that are
    large.
    """
    return same_as_plain(m, call_variant, *at)


@_score_axiom(
    "negative-scores",
    "minus 16",
    "to the power of 5 minus 40",
    sentence="Negative scores work like positive ones: only their order matters.",
)
def negative_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(scores - c) = m(scores), some or all of them negative

    For all inputs with scores that matter through their order alone, under two strictly increasing changes. Stevens
    1946; log-likelihoods are scores. Example: an array of zeros that scores are written into, or a rule that only
    positive scores count, fails.
    """
    return same_as_plain(m, call_variant, *at)


@_score_axiom(
    "scaled-scores",
    "times 2^40",
    "times 2^-40",
    sentence="Multiplying all scores by a positive constant changes nothing.",
)
def scaled_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(c scores) = m(scores)

    For all inputs with scores that matter through their order alone, c = 2^40 and 2^-40. Stevens 1946. Example: scores
    cut to integers fail, and scores compared with a fixed tolerance.
    """
    return same_as_plain(m, call_variant, *at)


@_score_axiom(
    "huge-and-tiny-scores",
    "times 2^200",
    "times 2^-200",
    applies=_needs_double_precision,
    sentence="Very large and very small scores do no harm: only their order matters.",
)
def huge_and_tiny_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(2^200 scores) = m(2^-200 scores) = m(scores)

    For all inputs with scores that matter through their order alone; in float64 all these are numbers, in float32
    infinite and zero. Goldberg, What every computer scientist should know about floating-point arithmetic, 1991.
    Example: scores held in float32 fail.
    """
    return same_as_plain(m, call_variant, *at)


@_score_axiom(
    "scores-equal-in-float32",
    "plus 2^24",
    "1 plus 2^-40 times",
    applies=_needs_double_precision,
    sentence="Scores that differ only beyond single precision are distinguished.",
)
def scores_equal_in_float32(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(2^24 + scores) = m(1 + 2^-40 scores) = m(scores)

    For all inputs with scores that matter through their order alone; float64 tells these scores apart, float32 does
    not (its numbers have 24 bits). Goldberg 1991. Example: scores held in float32 fail, where the order then is that
    of ties.
    """
    return same_as_plain(m, call_variant, *at)


@_score_axiom("increasing-change-of-scores", "cubed", sentence="Only the order of the scores matters, not their size.")
def increasing_change_of_scores(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(scores^3) = m(scores)

    For all inputs with scores that matter through their order alone. Stevens 1946 (ordinal scales). Example: a weight
    made of the scores themselves fails.
    """
    return same_as_plain(m, call_variant, *at)


# --- grades ------------------------------------------------------------------------------------------------------


class GradeFactors(FewValues):
    """Powers of two that grades are multiplied by, with exponents up to ``max_exponent``."""

    complete = True
    exponents = (5, 10, 31, 40)
    """Grades times 2^31 do not fit into 32 bits; 2 to the power of 2^10 does not fit into a float64."""

    def __init__(self, max_exponent: int = 40) -> None:
        self.max_exponent = max_exponent
        self.name = ", ".join(f"2^{e}" for e in self.exponents if e <= max_exponent)  # type: ignore[misc]  # its own

    def of_metric(self, metric: Metric) -> GradeFactors:
        """Return the factors for a metric: only up to 2^10 where gains are exponential.

        The exact value with the gain 2 to the power of 2^31 would have billions of bits. All factors if the metric is
        no implementation.
        """
        has_exponential_gains = metric.implementation and metric.implementation.options.get("exponential_gains")
        return GradeFactors(10 if has_exponential_gains else 40)

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(2**e) for e in self.exponents if e <= self.max_exponent]

    def encode(self, value: Any) -> Any:
        return int(value)

    def decode(self, data: Any) -> Any:
        if type(data) is not int:
            raise ValueError("factor: it must be a whole number")
        return Whole(data)


def _is_graded(metric: Metric) -> bool:
    """Return whether the metric's lists have grades above 1."""
    space = next(iter(metric.arguments.values()))
    return isinstance(space, JudgedLists) and any(level > 1 for level in space.levels)


@_axiom(
    "huge-grades",
    over={"at": untied_inputs, "factor": GradeFactors()},
    about=LISTS,
    applies=all_of(needs_definition, where(_is_graded, why="its lists have no grades above 1")),
    sentence="Very large grades give what the documented formula gives.",
)
def huge_grades(m: BoundMetric, at: Any, factor: Any) -> Relation:
    """m(grades times 2^5, 2^10, 2^31, 2^40) = its exact definition there

    For all graded items without ties for which the definition has a value; where gains are exponential, the first two
    factors. Goldberg 1991. Example: grades held in 32 bits fail, and 2^g where g is 1024.
    """
    (x,) = at
    larger = Scored(tuple(g * factor for g in x.grades), x.scores)
    if max(larger.grades, default=0) <= 0:  # nothing is relevant, so that no gain becomes large
        return NOT_ASKED
    m(x)  # raises Undefined where the usual grades have no value: then huge grades are not to blame
    try:
        exact = float(companion(m)(larger))
    except OverflowError:
        exact = math.inf
    if not math.isfinite(exact):
        raise Undefined("no float is so large")
    return equal(outcome(m, larger), exact)


@_axiom(
    "fractional-grades",
    over={"at": untied_inputs},
    about=LISTS,
    applies=all_of(needs_definition, where(_is_graded, why="its lists have no grades above 1")),
    sentence="Fractional grades are refused, or give what the documented formula gives.",
)
def fractional_grades(m: BoundMetric, at: Any) -> Relation:
    """m(grades divided by 4) is refused, or its exact definition there

    For all graded items without ties for which the definition has a value. Formalised here: a grade such as 0.5 is
    refused, or it is a grade. Example: grades cut to whole numbers, of which 0.5 is 0, fail.
    """
    (x,) = at
    smaller = Scored(tuple(g / 4 for g in x.grades), x.scores)
    exact = companion(m)(smaller)
    answer = outcome(m, smaller)
    return refusal_accepted(answer) if isinstance(answer, NamedOutcome) else equal(answer, exact)
