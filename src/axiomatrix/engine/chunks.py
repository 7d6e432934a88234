"""Chunks of a study: independent pieces of work, done by an executor and kept in the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any

from .process import TaskFailed, WorkerLost
from .store import Store, digest

RETRIES = 3
"""How often a chunk is tried again whose worker was lost."""

Result = dict[str, Any]
Progress = Callable[[str, Result], None]
"""Told of each chunk once, as it is finished or found in the store."""


class ChunkFailed(Exception):
    """A chunk raised, or its worker was lost again and again; what else was finished is in the store."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"chunk {name!r}: {error}")


def run_chunks(
    work: Callable[[Any], Result],
    chunks: Mapping[str, Any],
    executor: Executor,
    store: Store,
    run: str,
    progress: Progress = lambda name, result: None,
) -> Iterator[tuple[str, Result]]:
    """The results of ``work(payload)`` for all chunks, with their names, in the order of the chunks.

    ``run`` is a digest of everything that results depend on but for the payload. Results are plain data. Raises
    :class:`ChunkFailed`.
    """
    results: dict[str, Result] = {}
    losses = dict.fromkeys(chunks, 0)
    out: dict[Future[Result], str] = {}
    keys = {name: digest(run, name, payload) for name, payload in chunks.items()}

    def finish(name: str, result: Result) -> None:
        results[name] = result
        progress(name, result)

    for name, payload in chunks.items():
        stored = store.get("chunks", keys[name], Result)
        if stored is not None:
            finish(name, stored)
        else:
            out[executor.submit(work, payload)] = name
    order = iter(chunks)
    while out:
        for future in wait(out, return_when=FIRST_COMPLETED).done:
            name = out.pop(future)
            try:
                result = future.result()
            except WorkerLost as error:
                losses[name] += 1
                if losses[name] > RETRIES:
                    raise ChunkFailed(name, error) from error
                out[executor.submit(work, chunks[name])] = name
            except TaskFailed as error:
                raise ChunkFailed(name, error) from error
            else:
                store.put("chunks", keys[name], result)
                finish(name, result)
    for name in order:
        yield name, results[name]
