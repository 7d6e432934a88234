"""Cut-offs: how much of a list is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..numbers.exact import Whole
from ..values.grades import grade
from .base import Chooser
from .scalars import ScalarSpace


class CutOffs(ScalarSpace):
    """Cut-offs k = 1, 2, ...; enumerated are 1..n+1.

    A grid: n+1 represents every cut-off beyond the list, and a definition need not treat them alike. Where a statement
    makes longer lists of n items, ``longest`` says how long they are, and that length stands in the place of n.
    """

    draws_enumerated = True

    def __init__(self, longest: Callable[[int], int] = int) -> None:
        super().__init__("cut-offs (enumerated: 1..n+1)")
        self._longest = longest

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(k) for k in range(1, self._longest(n) + 2)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        longest = self._longest(n)
        if choose.integer(0, 1):  # statements about the ranks inside the cut-off have hardly a case where it is small
            return Whole(longest + choose.integer(0, 1))
        return Whole(choose.integer(1, longest + 1))

    def admitted(self, value: Any) -> Any:
        cut_off = grade("k", "it", value)
        if not isinstance(cut_off, int) or cut_off < 1:
            raise ValueError(f"k is {value!r}; a cut-off must be a whole number 1, 2, ...")
        return cut_off
