"""Defaults: the parameters under which metrics are compared, the same ones for all metrics that share them."""

from __future__ import annotations

from typing import Any

from ...model.metric import Metric
from ...numbers.exact import Whole
from ...spaces import CutOffs, Numbers, ParameterSpace

CUTS: tuple[str, ...] = ("n", "3")
"""Cut-offs: the whole list, and the first three ranks."""
DEFAULTS = {
    "cut-offs": "k = n (the whole list), and again k = 3",
    "persistences": "1/2",
    "half-lives": "2",
    "bases": "2",
    "positive numbers": "1",
    "element weights": "1 for every item",
    "position weights": "1 for every position",
    "similarities": "1 for every two items",
}
"""What the parameters are, by the space that they come from."""


def has_cut(metric: Metric) -> bool:
    """Return whether a parameter of the metric is a cut-off."""
    return any(isinstance(space, CutOffs) for space in metric.parameters.values())


def parameters(metric: Metric, n: int, cut: str) -> dict[str, Any]:
    """The parameters of the metric over n items: cut-offs as given, vectors of ones, numbers as their grid begins."""
    return {name: _default(space, n, cut) for name, space in metric.parameters.items()}


def _default(space: ParameterSpace, n: int, cut: str) -> Any:
    if isinstance(space, CutOffs):
        return Whole(n if cut == "n" else int(cut))
    if isinstance(space, Numbers):
        return space.values[0]
    try:
        return space.make([1] * len(space.keys(n)), n)
    except NotImplementedError:  # a parameter of a user's own kind: the simplest value
        return space.enumerate(n)[0]


def parameters_text(metric: Metric, cut: str) -> str:
    """The parameters in words, such as ``k = n, p = 1/2``; empty if there are none."""
    return ", ".join(_parameter_text(name, space, cut) for name, space in metric.parameters.items())


def _parameter_text(name: str, space: ParameterSpace, cut: str) -> str:
    if isinstance(space, CutOffs):
        return f"{name} = {cut}"
    value = _default(space, 2, cut)
    entries = getattr(value, "entries", {}).values() or getattr(value, "weights", (value,))
    return f"{name} = {value if len(set(entries)) > 1 else next(iter(entries))}"


def cuts(*metrics: Metric) -> tuple[str, ...]:
    """The cut-offs under which metrics are compared with each other; one nameless setting if none has any."""
    return CUTS if any(map(has_cut, metrics)) else ("",)


def own_cut(metric: Metric, cut: str) -> str:
    """The setting under which the metric itself is evaluated: nameless if it has no cut-off."""
    return cut if has_cut(metric) else ""
