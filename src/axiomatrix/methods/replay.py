"""Replay: stored witnesses are decided again; they save time and decide nothing by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..evidence.cell import CellKey
from ..evidence.pins import Pin
from ..evidence.reach import Reach
from ..evidence.witness import find_pinned
from .judging import is_hit, take_hit
from .work import RowWork, Work


@dataclass(frozen=True)
class PinnedReplay:
    """The method that looks at what is known before anything is searched."""

    pins: Mapping[CellKey, Pin]
    name: str = "replay"

    def decides(self, row: RowWork, work: Work) -> bool:
        """Where a witness is stored."""
        return row.key(work) in self.pins

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Take the stored witnesses that stand."""
        for work in works:
            witness = self.pins[row.key(work)].witness
            instance = None if witness is None else find_pinned(row.metric, work.statement, witness)
            if witness is not None and instance is not None and is_hit(row, work, instance):
                work.complete = witness.smallest
                work.reach.append(Reach(self.name, instance.n, instance.n, 1))
                take_hit(row, work, instance, by=self.name)
