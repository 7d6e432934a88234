"""Heights of the ranks: a positive number for each rank 1..n, such as the heights of the area measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..values.parameters import Parameter, _placed
from .parameters import _Vectors


class Heights(Parameter):
    """Heights of the ranks: ``h[k]``, k = 1..n. They belong to the ranks and stay with them."""

    __slots__ = ()
    travels = False
    symbol = "h"

    @classmethod
    def of(cls, heights: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> Heights:
        """From h_1, h_2, ..., h_n, or from a mapping of 1..n to them; negative, nan and infinite ones are refused."""
        return cls(_placed("h", "ranks", 1, heights, positive))


class HeightsSpace(_Vectors):
    """Heights h_1..h_n of the ranks; positive, or zero too; any order of sizes."""

    value_type = Heights
    _values = "heights of the ranks"


def heights(*, positive: bool = True, has_boundary: bool = True) -> HeightsSpace:
    """Heights ``h[k]`` of the ranks k = 1..n.

    With ``has_boundary=False`` the metric has no value where all heights are zero, and nothing is asked of zeros.
    """
    return HeightsSpace(positive, has_boundary)
