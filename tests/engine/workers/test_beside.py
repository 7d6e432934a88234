"""A copy of this process does some of the work; what it cannot do is done here."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from axiomatrix.engine.workers import COPIES
from axiomatrix.engine.workers.beside import in_a_copy


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no other thread ran: the runner of the tests may have some."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def says_who(path: Path) -> None:
    """Write down which process this is, and how often it was asked."""
    with path.open("a") as file:
        file.write(f"{os.getpid()}\n")


def who(path: Path) -> list[int]:
    return list(map(int, path.read_text().split()))


@pytest.mark.usefixtures("alone")
def test_a_copy_does_it_once(tmp_path: Path) -> None:
    with in_a_copy(lambda: says_who(tmp_path / "who")) as end:
        end()
    (by,) = who(tmp_path / "who")
    assert (by != os.getpid()) is COPIES


def test_it_is_done_here_where_other_threads_run(tmp_path: Path) -> None:
    ended = threading.Event()
    other = threading.Thread(target=ended.wait)
    other.start()
    with in_a_copy(lambda: says_who(tmp_path / "who")) as end:
        assert not (tmp_path / "who").exists()
        end()
    ended.set()
    other.join()
    assert who(tmp_path / "who") == [os.getpid()]


@pytest.mark.usefixtures("alone")
def test_it_is_done_here_where_no_copy_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", full)
    with in_a_copy(lambda: says_who(tmp_path / "who")) as end:
        end()
    assert who(tmp_path / "who") == [os.getpid()]


def dies(path: Path, here: int) -> None:
    """End the copy in the middle."""
    says_who(path)
    if os.getpid() != here:
        os._exit(3)


def raises(path: Path, here: int) -> None:
    """Raise, wherever it runs."""
    says_who(path)
    raise FileExistsError(f"in the way of {here}")


@pytest.mark.usefixtures("alone")
def test_what_a_copy_does_not_end_is_done_here(tmp_path: Path) -> None:
    here = os.getpid()
    with in_a_copy(lambda: dies(tmp_path / "who", here)) as end:
        end()
    assert who(tmp_path / "who")[-1] == here


@pytest.mark.usefixtures("alone")
def test_what_it_raises_is_raised_here(tmp_path: Path) -> None:
    with in_a_copy(lambda: raises(tmp_path / "who", 1)) as end, pytest.raises(FileExistsError, match="in the way"):
        end()
    assert who(tmp_path / "who")[-1] == os.getpid()


@pytest.mark.usefixtures("alone")
@pytest.mark.skipif(not COPIES, reason="there are no copies here")
def test_no_copy_is_left_behind(tmp_path: Path) -> None:
    """Also where what goes on meanwhile fails."""

    def meanwhile() -> Iterator[None]:
        with in_a_copy(lambda: says_who(tmp_path / "who")):
            yield
            raise ValueError("meanwhile")

    with pytest.raises(ValueError, match="meanwhile"):
        list(meanwhile())
    (copy,) = who(tmp_path / "who")
    with pytest.raises(ChildProcessError):
        os.waitpid(copy, os.WNOHANG)


@pytest.mark.usefixtures("alone")
@pytest.mark.skipif(not COPIES, reason="there are no copies here")
def test_neither_buffers_nor_exits_are_run_twice(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with in_a_copy(lambda: None) as end:
        sys.stdout.write("once")  # in a buffer until it is flushed
        end()
    assert capfd.readouterr().out.count("once") == 1
