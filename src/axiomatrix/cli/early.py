"""The checks of the ledger that no cell has a say in, in the hands of workers while rows are decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, Any

from ..engine.execution.executor import Workers
from ..engine.execution.processes import Processes

if TYPE_CHECKING:
    from ..studies.ledger import Result


class EarlyResults:
    """What the checks found; those that were not begun, or whose worker was lost, are left to whoever asks."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._errands: list[Future[Any]] = []
        self._beginning: Thread | None = None

    def begin(self, workers: Workers) -> None:
        """Have workers run the checks if they are wanted, on this machine where there are several."""
        if self._wanted and isinstance(workers, Processes) and workers.jobs > 1 and self._beginning is None:
            self._beginning = Thread(target=self._hand_out, args=(workers,), daemon=True)
            self._beginning.start()  # not to wait for the import of what is to be run

    def _hand_out(self, workers: Workers) -> None:
        from ..studies.ledger.alone import SHARES, found

        self._errands = [workers.submit(found, share) for share in range(SHARES)]

    def __call__(self) -> Mapping[str, Sequence[Result]]:
        """The results by the keys of the checks, when all are done."""
        from ..studies.ledger import Result

        if self._beginning is not None:
            self._beginning.join()
        results: dict[str, Sequence[Result]] = {}
        for errand in self._errands:
            try:
                told = errand.result()
            except Exception:  # whatever became of that worker, the checks can be run here
                continue
            results |= {key: [Result(**data) for data in made] for key, made in told.items()}
        return results
