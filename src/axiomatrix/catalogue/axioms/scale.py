"""Scale: what happens to the value when a parameter is multiplied by a factor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ...model.axiom import Reason, axiom
from ...model.metric import Metric
from ...model.relation import Relation, equal
from ...numbers.exact import exact_value, rational
from ...spaces import ParameterSpace, ScalarSpace, factor, ranking
from ...values.rankings import Ranking


def _vectors(metric: Metric) -> dict[str, ParameterSpace]:
    """The parameters that can be scaled: not cut-offs and other single numbers."""
    return {name: space for name, space in metric.parameters.items() if not isinstance(space, ScalarSpace)}


def _has_parameter(metric: Metric, parameter: str, **_: Any) -> Reason | None:
    if parameter not in metric.parameters:
        return f"it has no parameter {parameter}"
    return None if parameter in _vectors(metric) else f"its parameter {parameter} is a single number"


def _each_parameter(metric: Metric) -> Iterable[Mapping[str, Any]]:
    return [{"parameter": name} for name in _vectors(metric)]


def _as_it_is(value: Any) -> Any:
    return value


def _suggested_degrees(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """For each parameter the degree that one unit instance suggests; whether it holds is for the search to say."""
    number = _as_it_is if metric.exact else float
    read: Callable[[Any], Any] = partial(exact_value, what=metric.name) if metric.exact else float
    if len(_vectors(metric)) < len(metric.parameters):
        return []  # what the other parameters are set to would have to be made up
    unit = {name: space.make([1] * len(space.keys(3)), 3).mapped(number) for name, space in metric.parameters.items()}
    a = Ranking.identity(3)
    suggested = []
    for name, value in unit.items():
        try:
            before, after = (
                read(metric.evaluate(a, a.reversed(), {**unit, name: value.scaled(factor).mapped(number)}))
                for factor in (1, 2)
            )
            degrees = [k for k in range(-4, 5) if before != 0 and after == number(rational(2) ** k) * before]
        except Exception:  # a definition that fails here fails in its cells too, and is reported there
            continue
        suggested += [{"parameter": name, "degree": degree} for degree in degrees]
    return suggested


scale_axiom = partial(axiom, group="scale", applies=_has_parameter, label_free=True)


@scale_axiom(
    "scale-free",
    over={"a": ranking, "b": ranking, "c": factor},
    observe=_suggested_degrees,
    latex=r"d(a,b;\,c\cdot\mathrm{parameter})=c^{\mathrm{degree}}\,d(a,b;\,\mathrm{parameter})",
    kept_by=("kendall-element",),
    sentence="Multiplying {parameter} by a number multiplies the value by that number to the power {degree}.",
)
def scale_free(d: Any, a: Any, b: Any, c: Any, *, parameter: str, degree: int) -> Relation:
    """d(a, b; c w) = c^degree d(a, b; w)

    Homogeneity of a definite degree in one parameter, for all rankings a, b and factors c > 0. Kumar and
    Vassilvitskii 2010 ("scale free", not defined there). Example: K_w has degree 2 in w.
    """
    return equal(d.with_(**{parameter: d[parameter].scaled(c)})(a, b), c**degree * d(a, b))


@scale_axiom(
    "scale-free-normalised",
    over={"a": ranking, "b": ranking, "e": ranking, "f": ranking, "c": factor},
    observe=_each_parameter,
    latex=r"d(a,b;\,c\cdot\mathrm{parameter})\,d(e,f)=d(e,f;\,c\cdot\mathrm{parameter})\,d(a,b)",
    kept_by=("kendall-element",),
    sentence="Multiplying {parameter} by a number changes all values by the same factor.",
)
def scale_free_normalised(d: Any, a: Any, b: Any, e: Any, f: Any, c: Any, *, parameter: str) -> Relation:
    """d(a, b; c w) d(e, f; w) = d(e, f; c w) d(a, b; w)

    For all rankings a, b, e, f and factors c > 0: scaling the parameter multiplies all values alike, so that the
    value over its maximum does not change. The second reading of "scale free" (Kumar and Vassilvitskii 2010).
    Example: any homogeneous distance; 1 + K_w fails.
    """
    scaled = d.with_(**{parameter: d[parameter].scaled(c)})
    return equal(scaled(a, b) * d(e, f), scaled(e, f) * d(a, b))
