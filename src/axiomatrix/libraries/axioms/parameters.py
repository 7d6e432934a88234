"""Axioms about parameters and values: parameters have an effect, values are in the documented range, weights count.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``own_inputs``, ``every_input`` and ``scored_inputs`` are small spaces of such arguments
(:mod:`.inputs`). A ``call_variant`` is a way of making a call, here with other weights of the items. ``NOT_ASKED`` is
returned for an input that the axiom says nothing of. The docstring of an axiom has the formula first, then the domain,
the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ...model.axiom import Axiom
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, at_least, at_most, differs, equal, less, more
from ...numbers.exact import fraction, rational
from ...spaces import CutOffs
from ...values.scored import Scored
from ..call_variants import CallVariant, CallVariants
from .common import LISTS, call_variant_axiom, implementation_axiom, require_implementation, same_as_plain
from .inputs import every_input, own_inputs, scored_inputs

_axiom = partial(implementation_axiom, group="parameters")


def _observe_parameters(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with each parameter of the metric; the call variant is axiomatrix's own."""
    return [{"parameter": name} for name in metric.parameters if name != "call_variant"]


def _another_value(m: BoundMetric, name: str) -> Any:
    """Return another value of the parameter ``name`` than that of ``m``.

    It is k + 1 for a cut-off. For another parameter it is the next larger value of its grid, or else the first value
    that differs. A parameter with a single value keeps it.
    """
    space, value = m.metric.parameters[name], m[name]
    if isinstance(space, CutOffs):
        return value + 1
    # the grid of a parameter is the same for every number of items, here 2
    others = [candidate for candidate in space.enumerate(2) if fraction(candidate) != fraction(value)]
    larger = [candidate for candidate in others if fraction(candidate) > fraction(value)]
    return next(iter([*larger, *others]), value)


@_axiom(
    "parameter-has-effect",
    over={"at": own_inputs},
    quantifier="there is",
    observe=_observe_parameters,
    sentence="The argument {parameter} is used: some value of it changes the answer.",
)
def parameter_has_effect(m: BoundMetric, at: Any, *, parameter: str) -> Relation:
    """m(x; p) != m(x; another p)

    There is an input and a value of the parameter such that the next value (k + 1, or the next one of the grid) gives
    another value. Formalised here: an argument that is accepted is used. Example: precision; a metric that takes k and
    evaluates the whole list never shows one.
    """
    if parameter not in m.parameters:  # a statement may name a parameter that this metric lacks
        return NOT_ASKED
    return differs(m(*at), m.with_(**{parameter: _another_value(m, parameter)})(*at))


@_axiom("documented-range", over={"at": every_input}, sentence="Every value lies in the documented range.")
def documented_range(m: BoundMetric, at: Any, *, low: int | str = "", high: int | str = "") -> Relation:
    """low <= m(x) <= high

    For all inputs, with and without ties, on which a value is answered. A bound is a number (as a text, such as
    ``"1/2"``), with ``"above "`` or ``"below "`` before it if it is not attained; an empty one is none. Asked where
    the documentation names a range. Formalised here. Example: a normalised gain that exceeds 1 where grades are
    negative.
    """
    value = m(*at)
    bounds: list[Relation] = []
    if low != "":
        text = str(low)
        relation = more if text.startswith("above ") else at_least
        bounds.append(relation(value, rational(text.removeprefix("above "))))
    if high != "":
        text = str(high)
        relation = less if text.startswith("below ") else at_most
        bounds.append(relation(value, rational(text.removeprefix("below "))))
    # Both must hold, so the bound with the least margin decides: the one that is violated most, or else is nearest.
    return min(bounds, key=lambda bound: float(bound.margin)) if bounds else NOT_ASKED


# --- weights of items --------------------------------------------------------------------------------------------


def _weight_axiom(id: str, call_variants: CallVariants, sentence: str) -> Callable[[Callable[..., Any]], Axiom]:
    """Return the decorator of an axiom about the weights of items."""
    return call_variant_axiom(id, scored_inputs, call_variants, about=LISTS, group="parameters", sentence=sentence)


@_weight_axiom(
    "equal-weights", CallVariants("weights", values=("all 2",)), "Weights that are all equal change nothing."
)
def equal_weights(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(x, all weights 2) = m(x, all weights 1)

    For all scored items, where items have weights and the value is a mean or a share. Formalised here: only their
    ratios matter. Example: a weighted sum that is divided by the number of items fails.
    """
    return same_as_plain(m, call_variant, *at)


@_weight_axiom(
    "weight-zero-is-absence", CallVariants("weights", values=("last 0",)), "An item of weight 0 counts for nothing."
)
def weight_zero_is_absence(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(x, the last weight 0) = m(x without the last item)

    For all scored items, two or more, ties and all, on which both have a value. Formalised here. Example: a curve
    that has a point for an item of weight 0, and is interpolated there, fails.
    """
    (x,) = at
    weighted = require_implementation(m).with_(call_variant=call_variant)
    if len(x) < 2:
        return NOT_ASKED
    return equal(weighted(x), m(Scored(x.grades[:-1], x.scores[:-1])))


@_weight_axiom(
    "weight-two-is-twice", CallVariants("weights", values=("last 2",)), "An item of weight 2 counts as two items."
)
def weight_two_is_twice(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(x, the last weight 2) = m(x with the last item twice)

    For all scored items, ties and all, on which both have a value; the two items have one grade and one score.
    Formalised here. Example: a weight that multiplies the gain of an item and not its cost fails.
    """
    (x,) = at
    weighted = require_implementation(m).with_(call_variant=call_variant)
    return equal(weighted(x), m(Scored((*x.grades, x.grades[-1]), (*x.scores, x.scores[-1]))))


AXIOMS_OF_WEIGHTS = ["agrees-with-definition", equal_weights.id, weight_zero_is_absence.id, weight_two_is_twice.id]
"""The axioms that rows with weights are asked: the other axioms are asked of the library's row without weights."""
