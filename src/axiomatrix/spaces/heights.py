"""Heights of the ranks: a positive number for each rank 1..n, such as the heights of the area measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..values.parameters import Parameter, exact_entry, listed
from .parameters import _Vectors


class Heights(Parameter):
    """Heights of the ranks: ``h[k]``, k = 1..n. They belong to the ranks and stay with them."""

    __slots__ = ()
    travels = False
    symbol = "h"

    @classmethod
    def of(cls, heights: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> Heights:
        """From h_1, h_2, ..., h_n, or from a mapping of 1..n to them; negative, nan and infinite ones are refused."""
        if isinstance(heights, Mapping):
            ranks = range(1, len(heights) + 1)
            if set(heights) != set(ranks):
                raise ValueError(f"h: the ranks are {list(heights)}; they must be 1..n, each once")
            heights = [heights[k] for k in ranks]
        pairs = enumerate(listed("h", heights), 1)
        return cls({k: exact_entry("h", f"h_{k}", v, positive=positive) for k, v in pairs})

    def __repr__(self) -> str:
        entries = [entry for _, entry in sorted(self.entries.items())]
        return f"Heights.of({[int(v.p) if getattr(v, 'q', 0) == 1 else str(v) for v in entries]})"


class HeightsSpace(_Vectors):
    """Heights h_1..h_n of the ranks; positive, or zero too; any order of sizes."""

    value_type = Heights

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return "positive heights of the ranks" if self.positive else "non-negative heights of the ranks"

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, n + 1)


def heights(*, positive: bool = True, has_boundary: bool = True) -> HeightsSpace:
    """Heights ``h[k]`` of the ranks k = 1..n.

    With ``has_boundary=False`` the metric has no value where all heights are zero, and nothing is asked of zeros.
    """
    return HeightsSpace(positive, has_boundary)
