"""The executor of a single job: this very process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from .executor import Workers


class Here(Workers):
    """Work in the very process: what is submitted is done at once."""

    ahead = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # of the work's own making, whatever it is
            future.set_exception(error)
        return future
