"""Default values of parameters, at which metrics are compared: weights of 1, the whole list, the first of a grid.

`axiomatrix relate` compares metrics at these values alone. `difference` and `ask` use them for a parameter that only
one of the metrics has. A metric with a cut-off is compared twice: on the whole list, and on its first three ranks.

A *cut* is the value of a cut-off k as a text: ``n`` for the whole list, ``3``, or empty where no metric compared has a
cut-off.
"""

from __future__ import annotations

from typing import Any

from ...model.metric import Metric
from ...numbers.exact import Whole
from ...spaces import CutOffs, Numbers, ParameterSpace

CUTS: tuple[str, ...] = ("n", "3")
"""The cuts at which metrics with a cut-off are compared. Of fewer than three items, the first three are all."""
DEFAULTS_IN_WORDS = {
    "cut-offs": "k = n (the whole list), and again k = 3",
    "persistences": "1/2",
    "half-lives": "2",
    "bases": "2",
    "positive numbers": "1",
    "element weights": "1 for every item",
    "position weights": "1 for every position",
    "similarities": "1 for every two items",
}
"""The default values in words, by the name of the parameter's space. They repeat what :func:`default_parameters` does.

A number is the first of its space's grid, which is defined with the space.
"""


def has_cut(metric: Metric) -> bool:
    """Return whether a parameter of the metric is a cut-off."""
    return any(isinstance(space, CutOffs) for space in metric.parameters.values())


def default_parameters(metric: Metric, n: int, cut: str) -> dict[str, Any]:
    """Return the default value of each parameter over n items, by name.

    Weights are 1, and a number is the first of its grid. ``cut`` is ``n`` or the number of ranks as a text. A metric
    without a cut-off ignores ``cut``, which may then be empty.
    """
    return {name: _default_value(space, n, cut) for name, space in metric.parameters.items()}


def _default_value(space: ParameterSpace, n: int, cut: str) -> Any:
    """Return the default of a parameter of this space over n items; arguments as for :func:`default_parameters`."""
    if isinstance(space, CutOffs):
        return Whole(n if cut == "n" else int(cut))  # a whole number whose quotients are exact, not floats
    if isinstance(space, Numbers):
        return space.values[0]
    try:
        return space.make([1] * len(space.keys(n)), n)
    except NotImplementedError:  # a user-defined space whose values have no keys: its simplest value
        return space.enumerate(n)[0]


def defaults_text(metric: Metric, cut: str) -> str:
    """Write the default values, such as ``k = n, p = 1/2``; empty if the metric has none."""
    return ", ".join(_default_text(name, space, cut) for name, space in metric.parameters.items())


def _default_text(name: str, space: ParameterSpace, cut: str) -> str:
    if isinstance(space, CutOffs):
        return f"{name} = {cut}"
    value = _default_value(space, 2, cut)  # two items are enough to see whether all entries are equal
    entries = _entries(value)
    if len(set(entries)) == 1:
        return f"{name} = {entries[0]}"
    return f"{name} = {value}"  # entries that differ, such as of a user-defined space, are those of two items


def _entries(value: Any) -> tuple[Any, ...]:
    """Return the entries of a vector; a number is its own only entry."""
    entries = tuple(getattr(value, "entries", {}).values())  # of weights of items or positions
    weights = tuple(getattr(value, "weights", ()))  # of discounts and gains
    return entries or weights or (value,)


def cut_settings(*metrics: Metric) -> tuple[str, ...]:
    """Return the cuts to compare the metrics at; one empty cut if none of them has a cut-off."""
    return CUTS if any(map(has_cut, metrics)) else ("",)


def cut_of(metric: Metric, cut: str) -> str:
    """Return ``cut``, or an empty text if the metric has no cut-off.

    It is a part of the key of the metric's values in :mod:`.run`. A metric without a cut-off has equal values at every
    cut, and so one key for all.
    """
    return cut if has_cut(metric) else ""
