"""Parameters do something, and values keep to the range that is documented."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, at_least, at_most, differs, less, more
from ...numbers.exact import fraction, rational
from ...spaces import CutOffs
from .common import implementation_axiom
from .inputs import every_input, own_inputs

_axiom = partial(implementation_axiom, group="parameters")


def _own_parameters(metric: Metric) -> Iterable[Mapping[str, Any]]:
    return [{"parameter": name} for name in metric.parameters if name != "manner"]


def _next(m: BoundMetric, name: str) -> Any:
    """Another value of the parameter: k + 1, or the next one of its grid."""
    space, value = m.metric.parameters[name], m[name]
    if isinstance(space, CutOffs):
        return value + 1
    grid = [known for known in space.enumerate(2) if fraction(known) != fraction(value)]
    later = [known for known in grid if fraction(known) > fraction(value)]
    return next(iter([*later, *grid]), value)


@_axiom(
    "parameter-has-effect",
    over={"at": own_inputs},
    quantifier="there is",
    observe=_own_parameters,
    sentence="The argument {parameter} is used: some value of it changes the answer.",
)
def parameter_has_effect(m: BoundMetric, at: Any, *, parameter: str) -> Relation:
    """m(x; p) != m(x; another p)

    There is an input and a value of the parameter such that the next value (k + 1, or the next one of the grid) gives
    another value. Formalised here: an argument that is accepted is used. Example: precision; a metric that takes k and
    evaluates the whole list never shows one.
    """
    if parameter not in m.parameters:
        return NOT_ASKED
    return differs(m(*at), m.with_(**{parameter: _next(m, parameter)})(*at))


@_axiom("documented-range", over={"at": every_input}, sentence="Every value lies in the documented range.")
def documented_range(m: BoundMetric, at: Any, *, low: int | str = "", high: int | str = "") -> Relation:
    """low <= m(x) <= high

    For all inputs, with and without ties, on which a value is answered. A bound is a number (as a text, such as
    ``"1/2"``), with ``"above "`` or ``"below "`` before it if it is not attained; an empty one is none. Asked where
    the documentation names a range. Formalised here. Example: a normalised gain that exceeds 1 where grades are
    negative.
    """
    value = m(*at)
    sides: list[Relation] = []
    if low != "":
        text = str(low)
        sides.append((more if text.startswith("above ") else at_least)(value, rational(text.removeprefix("above "))))
    if high != "":
        text = str(high)
        sides.append((less if text.startswith("below ") else at_most)(value, rational(text.removeprefix("below "))))
    return min(sides, key=lambda side: float(side.slack)) if sides else NOT_ASKED
