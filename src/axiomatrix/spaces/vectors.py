"""Spaces of rank weights (discounts) and of gains of grades.

Many metrics of lists, such as DCG, are linear in these parameters, so that linear programs decide axioms about them.
A space may be restricted to weights that fall or gains that rise, as a cone: a set given by linear inequalities.

>>> from axiomatrix import spaces
>>> values = spaces.gains(2, rising=True).closure().enumerate(n=3)  # gains depend on the grades, not on n
>>> [list(value.entries.values()) for value in values]
[[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..values.parameters import GradeGains, RankWeights
from .cones import InequalityCone, cone
from .parameters import ParameterSpace, Vectors


class RankWeightsSpace(Vectors):
    """Space of nonnegative weights d_1..d_m of the ranks, m = n + ``beyond``.

    ``beyond`` more ranks after the n-th have weights, for a metric that also ranks missing items, such as an ideal
    list.
    """

    value_type = RankWeights
    _noun = "weights of the ranks"

    def __init__(self, beyond: int = 0) -> None:
        super().__init__(positive=False)
        self.beyond = beyond

    @property
    def name(self) -> str:  # type: ignore[override]  # a property, since it depends on ``beyond``
        return super().name + (f" up to {self.beyond} beyond the list" if self.beyond else "")

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, n + self.beyond + 1)

    def closure(self) -> ParameterSpace:
        return self  # weights of 0 belong to the space already


class GradeGainsSpace(Vectors):
    """Space of nonnegative gains of the grades 1..top; grade 0 gains nothing."""

    value_type = GradeGains
    _noun = "gains of the grades"

    def __init__(self, top: int) -> None:
        super().__init__(positive=False)
        self.top = top

    @property
    def name(self) -> str:  # type: ignore[override]  # a property, since it depends on ``top``
        return f"{super().name} 1..{self.top}"

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, self.top + 1)

    def closure(self) -> ParameterSpace:
        return self  # gains of 0 belong to the space already


def rank_weights(*, falling: bool = False, beyond: int = 0) -> RankWeightsSpace | InequalityCone:
    """Return the space of nonnegative weights ``d[i]`` of the ranks 1..n, such as discounts.

    ``falling``: d[i] >= d[i + 1]. ``beyond`` more ranks after the n-th have weights, for a metric that also ranks
    missing items, such as an ideal list.
    """
    if type(beyond) is not int or beyond < 0:
        raise ValueError(f"rank_weights: beyond is {beyond!r}; it must be a whole number, 0 or more")
    space = RankWeightsSpace(beyond)
    return _monotone(space, f"falling {space.name}", 1) if falling else space


def gains(top: int, *, rising: bool = False) -> GradeGainsSpace | InequalityCone:
    """Return the space of nonnegative gains ``gain[g]`` of the grades 0..top, gain[0] = 0.

    ``rising``: gain[g] <= gain[g + 1].
    """
    if type(top) is not int or top < 1:
        raise ValueError(f"gains: top is {top!r}; it must be a whole number, 1 or more")
    space = GradeGainsSpace(top)
    return _monotone(space, f"rising {space.name}", -1) if rising else space


def _monotone(base: ParameterSpace, name: str, sign: int) -> InequalityCone:
    """Return the part of the space whose entries fall (``sign`` 1) or rise (``sign`` -1) in the order of their keys."""

    def differences(value: Any, n: int) -> list[Any]:
        keys = base.keys(n)
        return [sign * (value[k] - value[k + 1]) for k in keys[:-1]]

    monotone_part = cone(base, name, inequalities=differences)
    assert isinstance(monotone_part, InequalityCone)
    return monotone_part
