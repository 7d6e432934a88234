"""What is said between a worker and whoever waits for it: whole messages with a check-sum, over a private descriptor.

A definition may write to every descriptor that it finds, and may end its process in the middle of a message. So each
message carries a mark that only the two ends know, its length and a check-sum; whoever waits takes what has come and
never blocks; and the worker's end has a high number, beyond those that programs open and close one by one.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import struct
import time
import zlib
from contextlib import suppress
from typing import Any

from ...evidence.instance import message_of

MARK = 8
"""Bytes of the mark."""
_HEAD = struct.Struct(f">{MARK}sII")
LONGEST = 1 << 27
"""Bytes of the longest message that is taken."""
CHUNK = 1 << 18
HIGH = 200
"""The worker's end has at least this number."""
SENDING = 30.0
"""Seconds that a message may wait to be taken."""


class ChannelClosed(Exception):
    """The other end is gone."""


class BadMessage(Exception):
    """What came is not a message."""


class Channel:
    """One end of a connection."""

    def __init__(self, end: socket.socket, mark: bytes) -> None:
        self.end = end
        """The socket itself, to be handed to the process that it is for."""
        self.mark = mark
        self._come = bytearray()

    @classmethod
    def pair(cls) -> tuple[Channel, Channel]:
        """Both ends: for whoever waits, and for the worker."""
        mark = secrets.token_bytes(MARK)
        here, there = socket.socketpair()
        return cls(here, mark), cls(there, mark)

    def lifted(self) -> Channel:
        """The same end under a high number; this one is closed."""
        if os.name != "posix":
            return self
        import fcntl
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError):  # so few descriptors are allowed that it stays where it is
            number = fcntl.fcntl(self.end.fileno(), fcntl.F_DUPFD_CLOEXEC, min(HIGH, max(3, most // 2)))
            self.end.close()
            self.end = socket.socket(fileno=number)
        return self

    def send(self, kind: str, content: Any = None) -> None:
        """Send a message; :class:`ChannelClosed` if nobody takes it."""
        text = json.dumps([kind, content]).encode("ascii")
        try:
            self.end.settimeout(SENDING)
            self.end.sendall(_HEAD.pack(self.mark, len(text), zlib.crc32(text)) + text)
        except (OSError, ValueError) as error:
            raise ChannelClosed(str(error)) from None

    def next(self) -> tuple[str, Any]:
        """The next message, however long it takes; :class:`ChannelClosed` if there is none."""
        while (message := self._whole()) is None:
            self._receive(None)
        return message

    def take(self) -> tuple[str, Any] | None:
        """The next message if it is there as a whole; nothing is waited for."""
        while (message := self._whole()) is None:
            if not self._receive(0):
                return None
        return message

    def _receive(self, patience: float | None) -> bool:
        """Take what has come; false if that is nothing."""
        try:
            self.end.settimeout(patience)
            come = self.end.recv(CHUNK)
        except BlockingIOError:
            return False
        except (OSError, ValueError) as error:
            raise ChannelClosed(str(error)) from None
        if not come:
            raise ChannelClosed("the other end is gone")
        self._come += come
        return True

    def _whole(self) -> tuple[str, Any] | None:
        """The message that has come first, if all of it has; :class:`BadMessage` for what is none."""
        if len(self._come) < _HEAD.size:
            if not self.mark.startswith(self._come[:MARK]):
                raise BadMessage("it does not begin as a message does")
            return None
        mark, length, digest = _HEAD.unpack_from(self._come)
        if mark != self.mark or length > LONGEST:
            raise BadMessage("it does not begin as a message does")
        if len(self._come) < _HEAD.size + length:
            return None
        text = bytes(self._come[_HEAD.size : _HEAD.size + length])
        del self._come[: _HEAD.size + length]
        if zlib.crc32(text) != digest:
            raise BadMessage("its check-sum is another")
        try:
            kind, content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadMessage(str(error)) from None
        return str(kind), content

    def close(self) -> None:
        """Nothing more is said or taken."""
        with suppress(OSError):
            self.end.close()


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
        except (ChannelClosed, BadMessage):
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
    return f"{type(error).__name__}: {on_one_line(message_of(error))}"


def on_one_line(text: str) -> str:
    """The first line of a text, without the addresses that are others in every run."""
    return re.sub(r"\b0x[0-9a-f]{6,}", "0x...", (text.splitlines() or ["no message"])[0][:600])
