"""Rank vectors and nothing else: two vectors of ranks 1..n, which cannot be shifted, scaled or negative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..manner import Manner
from .base import Inexpressible
from .pairs import TwoVectors


class RankVectors(TwoVectors):
    """Variables ``x`` and ``y``: the rank of each item in two orders, held in arrays; no change of their scale."""

    def __init__(self) -> None:
        super().__init__(container="array")
        self.aspects = self.aspects - {"transformation"}

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        if manner.transformation:
            raise Inexpressible("ranks cannot be transformed")
        return super().variables(arguments, manner)
