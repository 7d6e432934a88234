"""Chunks of work in their order, with a journal of what is finished; the same on every executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

from ..workers.journal import Journal
from .desk import Desk, Errand

WINDOW = 1024
"""Chunks that may be begun beyond the first one that is not finished; what lies further ahead is not even drawn."""
GLANCE = 1.0
"""Seconds between looks at whether the workers still live, where nothing finishes."""

Result = dict[str, Any]
Work = Callable[[Any], Result]
Progress = Callable[[str, Result], None]


def run_chunks(
    work: Work,
    chunks: Iterable[tuple[str, Any]],
    executor: Executor,
    journal: Journal,
    progress: Progress = lambda chunk, result: None,
) -> Iterator[tuple[str, Result]]:
    """The results of ``work(payload)`` for all chunks ``(id, payload)``, with their ids and in the order of the chunks.

    What the journal has is taken from there; everything else enters it as it finishes, in whatever order.
    ``progress`` is told of each chunk once: as it finishes, or as it is found in the journal. Results are those that
    JSON gives back, whether they were found or made. Chunks are drawn and handed out a bounded number ahead.

    A chunk whose worker was lost is done again, ``RETRIES`` times, before ``WorkersLost`` is raised. What the work
    raises is raised as ``ChunkFailed``, after everything that had finished entered the journal. On these, on an
    interrupt and when the iterator is closed early, the workers are ended with what they have in hand; the executor
    can be used again, and whoever made it closes it.
    """
    run = _Run(work, chunks, executor, journal, progress)
    try:
        yield from run.results()
    finally:
        run.desk.stop()


class _Run:
    """One call of ``run_chunks``."""

    def __init__(
        self, work: Work, chunks: Iterable[tuple[str, Any]], executor: Executor, journal: Journal, progress: Progress
    ) -> None:
        self.chunks = iter(chunks)
        self.journal = journal
        self.progress = progress
        self.desk = Desk(executor, lambda payload: executor.submit(work, payload), self.keep)
        self.all_drawn = False
        self.ids: set[str] = set()
        self.order: deque[str] = deque()
        """Ids of chunks that were drawn and not yet yielded."""

    def results(self) -> Iterator[tuple[str, Result]]:
        """The results in order."""
        while self.order or not self.all_drawn:
            while self.desk.free and (drawn := self.draw()) is not None and self.desk.give(*drawn):
                pass
            self.desk.collect(GLANCE if not self.ready() else 0)
            while self.ready():
                chunk = self.order.popleft()
                yield chunk, self.journal.done[chunk]

    def ready(self) -> bool:
        """Whether the chunk that is next in order is finished."""
        return bool(self.order) and self.order[0] in self.journal.done

    def draw(self) -> tuple[str, Any] | None:
        """The next chunk that is not finished; None if there is none, or if it lies too far ahead."""
        while len(self.order) < WINDOW:
            if (drawn := next(self.chunks, None)) is None:
                self.all_drawn = True
                return None
            chunk, payload = drawn
            if chunk in self.ids:
                raise ValueError(f"two chunks have the id {chunk!r}; ids must differ")
            self.ids.add(chunk)
            self.order.append(chunk)
            if chunk not in self.journal.done:
                return chunk, payload
            self.progress(chunk, self.journal.done[chunk])
        return None

    def keep(self, errand: Errand, result: Result) -> Exception | None:
        """Put a result into the journal; what makes it no result is returned."""
        try:
            self.journal.append(errand.name, result)
        except (TypeError, ValueError) as error:
            return error
        self.progress(errand.name, result)
        return None
