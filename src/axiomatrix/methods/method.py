"""What a method is: a way to get evidence, as an object that the ladder runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .work import RowWork, Work


class Method(Protocol):
    """A way to get evidence; its budget is given when it is made.

    It decides nothing by itself: of an instance that it finds it says :func:`axiomatrix.methods.judging.settle`, which
    asks the definition; of what it went through without finding one it leaves a reach with the work.
    """

    @property
    def name(self) -> str:
        """What it is called in the evidence."""

    def decides(self, row: RowWork, work: Work) -> bool:
        """Whether it has anything to say of an open cell: of any, if the method does not say."""
        return True

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Go through the open cells that it decides, and leave hit, reach, best ratio or fault with them."""
