"""The checks of the ledger that no cell has a say in, in the hands of workers while rows are decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from ..engine.execution.executor import Workers
from ..engine.execution.processes import Processes

if TYPE_CHECKING:
    from ..studies.ledger.check import Result


RESULTS_OF_SHARE = "axiomatrix.studies.ledger.check", "results_of_share"
"""The function that runs a share of the checks, which is imported where it is called."""
SHARES = 4
"""Into how many errands the checks are divided; one check takes half of the time of all."""


class EarlyResults:
    """What the checks found; those that were not begun, or whose worker was lost, are left to whoever asks."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._errands: list[Future[Any]] = []
        self._done_with: Workers | None = None

    def begin(self, workers: Workers) -> None:
        """Have workers run the checks if they are wanted, on this machine where there are several."""
        if self._wanted and isinstance(workers, Processes) and workers.jobs > 1 and not self._errands:
            self._errands = [workers.call(*RESULTS_OF_SHARE, share, SHARES) for share in range(SHARES)]

    def rest(self, workers: Workers) -> None:
        """Let the workers go as soon as these results are there; nothing else is asked of them."""
        self._done_with = workers
        if not self._errands:
            self._let_go()

    def _let_go(self) -> None:
        if self._done_with is not None:
            self._done_with.rest()
            self._done_with.reset()

    def __call__(self) -> Mapping[str, Sequence[Result]]:
        """The results by the keys of the checks, when all are done."""
        from ..studies.ledger.check import Result

        results: dict[str, Sequence[Result]] = {}
        for errand in self._errands:
            try:
                share = errand.result()
            except Exception:  # whatever became of that worker, the checks can be run here
                continue
            results |= {key: [Result(**data) for data in records] for key, records in share.items()}
        self._let_go()
        return results
