"""Chunks of work in their order, with a journal of what is finished; the same on every executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..workers.journal import Journal
from .desk import Desk, Errand
from .executor import Workers

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
    workers: Workers,
    journal: Journal,
    progress: Progress = lambda chunk, result: None,
) -> Iterator[tuple[str, Result]]:
    """The results of ``work(payload)`` for all chunks ``(id, payload)``, with their ids and in the order of the chunks.

    What the journal has is taken from there; everything else enters it as it finishes, in whatever order.
    ``progress`` is told of each chunk once: as it finishes, or as it is found in the journal. Results are those that
    JSON gives back, whether they were found or made. Chunks are drawn and handed out a bounded number ahead.

    A chunk whose worker was lost is done again, ``RETRIES`` times, before ``WorkersLost`` is raised. What the work
    raises is raised as ``ChunkFailed``, after everything that had finished entered the journal. On these, on an
    interrupt and when the iterator is closed early, the workers are ended with what they have in hand; fresh ones
    come with the next chunk, and whoever made the executor closes it.
    """
    done, left, ids, order = journal.done, iter(chunks), set[str](), deque[str]()  # drawn and not yet yielded

    def draw() -> tuple[str, Any] | None:
        """The next chunk that is not finished; None if there is none, or if it lies too far ahead."""
        while len(order) < WINDOW and (drawn := next(left, None)) is not None:
            chunk, payload = drawn
            if chunk in ids:
                raise ValueError(f"two chunks have the id {chunk!r}; ids must differ")
            ids.add(chunk)
            order.append(chunk)
            if chunk not in done:
                return chunk, payload
            progress(chunk, done[chunk])
        return None

    def keep(errand: Errand, result: Result) -> Exception | None:
        """Put a result into the journal; what makes it no result is returned."""
        try:
            journal.append(errand.name, result)
        except (TypeError, ValueError) as error:
            return error
        progress(errand.name, result)
        return None

    desk = Desk(workers, lambda payload: workers.submit(work, payload), keep)
    try:
        while True:
            while desk.free and (drawn := draw()) is not None and desk.give(*drawn):
                pass
            if not order:
                return
            desk.collect(0 if order[0] in done else GLANCE)
            while order and order[0] in done:
                chunk = order.popleft()
                yield chunk, done[chunk]
    finally:
        desk.stop()
