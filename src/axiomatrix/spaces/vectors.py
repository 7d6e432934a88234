"""Parameters that a metric of lists is linear in: weights of the ranks, and gains of the grades.

>>> from axiomatrix import spaces
>>> [[*value.entries.values()] for value in spaces.gains(2, rising=True).closure().enumerate(3)]
[[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..values.parameters import GradeGains, RankWeights
from .cones import InequalityCone, cone
from .parameters import ParameterSpace, Vectors


class RankWeightsSpace(Vectors):
    """Weights d_1..d_m of the ranks, m = n + ``beyond``, none of them negative."""

    value_type = RankWeights
    _values = "weights of the ranks"

    def __init__(self, beyond: int = 0) -> None:
        super().__init__(positive=False)
        self.beyond = beyond

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the ranks
        return super().name + (f" up to {self.beyond} beyond the list" if self.beyond else "")

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, n + self.beyond + 1)

    def closure(self) -> ParameterSpace:
        return self


class GradeGainsSpace(Vectors):
    """Gains of the grades 1..top, none of them negative; grade 0 gains nothing."""

    value_type = GradeGains
    _values = "gains of the grades"

    def __init__(self, top: int) -> None:
        super().__init__(positive=False)
        self.top = top

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the scale
        return f"{super().name} 1..{self.top}"

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, self.top + 1)

    def closure(self) -> ParameterSpace:
        return self


def rank_weights(*, falling: bool = False, beyond: int = 0) -> RankWeightsSpace | InequalityCone:
    """Weights ``d[i]`` of the ranks 1..n, such as discounts, none of them negative; ``falling``: d[i] >= d[i + 1].

    With ``beyond=m`` m ranks more have weights, for a metric that ranks missing items too, such as an ideal list.
    """
    if type(beyond) is not int or beyond < 0:
        raise ValueError(f"rank_weights: beyond is {beyond!r}; it must be a whole number, 0 or more")
    space = RankWeightsSpace(beyond)
    return _monotone(space, f"falling {space.name}", 1) if falling else space


def gains(top: int, *, rising: bool = False) -> GradeGainsSpace | InequalityCone:
    """Gains ``gain[g]`` of the grades 0..top, of which gain[0] is 0; ``rising``: gain[g] <= gain[g + 1]."""
    if type(top) is not int or top < 1:
        raise ValueError(f"gains: top is {top!r}; it must be a whole number, 1 or more")
    space = GradeGainsSpace(top)
    return _monotone(space, f"rising {space.name}", -1) if rising else space


def _monotone(base: ParameterSpace, name: str, sign: int) -> InequalityCone:
    """The part of the space whose entries fall (1) or rise (-1) in the order of their keys."""

    def steps(value: Any, n: int) -> list[Any]:
        keys = base.keys(n)
        return [sign * (value[k] - value[k + 1]) for k in keys[:-1]]

    part = cone(base, name, inequalities=steps)
    assert isinstance(part, InequalityCone)
    return part
