"""What a worker sends to the process that waits for it."""

from __future__ import annotations

import os
import re
import time
from typing import Any

from .channel import Channel, ChannelClosed, Garbled


class Sender:
    """The channel of a worker to whoever waits for it."""

    def __init__(self, channel: Channel, patience: float) -> None:
        """``patience`` is for how many seconds nothing need be said."""
        self._channel = channel
        self._process = os.getpid()
        self._pause = min(1.0, patience / 4)
        self._last = time.monotonic()

    def next(self) -> tuple[str, Any] | None:
        """The next task; None at the end."""
        try:
            kind, content = self._channel.next()
        except (ChannelClosed, Garbled):
            return None
        return None if kind == "end" else (kind, content)

    def send(self, kind: str, content: Any = None) -> None:
        """Say something; if nobody listens any more, that is the end."""
        if os.getpid() != self._process:
            os._exit(0)  # a definition has forked, and this is the other one
        try:
            self._channel.send(kind, content)
        except ChannelClosed:
            os._exit(1)
        self._last = time.monotonic()

    def tick(self) -> None:
        """Give a sign of life, if the last one is a while ago."""
        if time.monotonic() - self._last >= self._pause:
            self.send("tick")


def described(error: BaseException) -> str:
    """What was raised, on one line that is the same in every run."""
    try:
        text = str(error)
    except BaseException:  # an exception of somebody's own, that cannot say what it is
        text = ""
    return f"{type(error).__name__}: {on_one_line(text)}"


def on_one_line(text: str) -> str:
    """The first line of a text, without the addresses that are others in every run."""
    return re.sub(r"\b0x[0-9a-f]+", "0x...", (text.splitlines() or ["no message"])[0][:600])
