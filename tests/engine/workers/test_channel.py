"""Whoever waits for a worker takes whole messages, and never waits for the rest of one."""

from __future__ import annotations

import os

import pytest

from axiomatrix.engine.workers.channel import HIGH, BadMessage, Channel, ChannelClosed


@pytest.fixture
def ends() -> tuple[Channel, Channel]:
    return Channel.pair()


def test_messages_come_as_they_were_sent(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    assert here.take() is None
    there.send("cell", {"x": [1, "é"]})
    there.send("done")
    assert [here.take(), here.take(), here.take()] == [("cell", {"x": [1, "é"]}), ("done", None), None]
    here.send("check", 1)
    assert there.next() == ("check", 1)
    there.close()
    with pytest.raises(ChannelClosed):
        here.take()
    here.close()


def test_half_of_a_message_is_not_waited_for(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    there.end.sendall(there.mark + b"\0\0\0\x09")
    assert here.take() is None
    there.close()
    with pytest.raises(ChannelClosed):
        here.take()
    here.close()


@pytest.mark.parametrize("noise", [b"x", b"noise that somebody writes to every descriptor", None])
def test_what_is_no_message_is_noticed(noise: bytes | None, ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    there.end.sendall(noise or there.mark + b"\0\0\0\x02\0\0\0\0{}")
    with pytest.raises(BadMessage):
        here.take()
    here.close()
    there.close()


@pytest.mark.skipif(os.name != "posix", reason="descriptors have numbers")
def test_the_worker_has_its_end_under_a_high_number(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    lifted = there.lifted()
    assert lifted.end.fileno() >= HIGH
    lifted.send("ready")
    assert here.take() == ("ready", None)
    here.close()
    lifted.close()
