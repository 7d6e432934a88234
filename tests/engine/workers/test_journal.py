"""The journal of long runs: what is on the disk, and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from axiomatrix.engine.workers import journal as module
from axiomatrix.engine.workers.journal import BadJournal, Journal

HEADER = {"conjecture": "kv7", "max_n": 8, "readings": ["deck", "le"]}
RESULTS: dict[str, dict[str, Any]] = {
    "deck/2": {"classes": 1, "least": "1"},
    "deck/3": {"classes": 3, "least": "6/7", "text": 'é "quoted"\nand broken\u2028'},
    "deck/4": {},
}


def written(path: Path) -> bytes:
    """A journal of three chunks; its bytes."""
    with Journal.open(path, HEADER, resume=False) as journal:
        for chunk, result in RESULTS.items():
            journal.append(chunk, result)
    return path.read_bytes()


def refused(path: Path, header: dict[str, Any] = HEADER, resume: bool = True) -> str:
    """What is said of a journal that is refused; the file stays as it is."""
    before = path.read_bytes()
    with pytest.raises(BadJournal) as caught:
        Journal.open(path, header, resume)
    assert path.read_bytes() == before
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_what_is_appended_is_there_at_once_and_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal.open(path, HEADER, resume=False) as journal:
        for k, (chunk, result) in enumerate(RESULTS.items(), start=1):
            journal.append(chunk, result)
            assert len(path.read_bytes().splitlines()) == 1 + k
            assert journal.done[chunk] == result
        assert chunk in journal.done and "deck/5" not in journal.done
    with Journal.open(str(path), HEADER, resume=True) as journal:
        assert journal.done == RESULTS
        assert list(journal.done) == list(RESULTS)
        assert not journal.dropped
        journal.append("deck/5", {"classes": 71})
    assert journal.closed
    with Journal.open(path, HEADER, resume=True) as journal:
        assert journal.done == {**RESULTS, "deck/5": {"classes": 71}}


def test_the_lines_are_as_documented(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in written(tmp_path / "j.jsonl").splitlines()]
    assert lines[0] == {"format": "axiomatrix-journal-2", **HEADER}
    assert [(line["chunk"], line["result"]) for line in lines[1:]] == list(RESULTS.items())
    assert all(set(line) == {"chunk", "result", "check"} for line in lines[1:])


def test_every_append_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    path = tmp_path / "j.jsonl"
    whole = os.fsync

    def fsync(file: int) -> None:
        whole(file)
        synced.append(path.read_bytes())

    monkeypatch.setattr(module.os, "fsync", fsync)
    written(path)
    assert {len(content.splitlines()) for content in synced} == {1, 2, 3, 4}


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the disk where thousands of journals are opened to see what is read from them."""
    monkeypatch.setattr(module.os, "fsync", lambda file: None)


@pytest.mark.usefixtures("unsynced")
def test_truncation_at_every_byte_costs_only_the_torn_chunk(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    whole = written(path)
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        ends = whole[:length].count(b"\n")  # whole lines, of which one is the header
        with Journal.open(path, HEADER, resume=True) as journal:
            assert list(journal.done) == list(RESULTS)[: max(ends - 1, 0)], length
            assert journal.dropped == (length > 0 and not whole[:length].endswith(b"\n"))
            for chunk, result in RESULTS.items():
                if chunk not in journal.done:
                    journal.append(chunk, result)
        assert path.read_bytes() == whole, length


def chained(lines: list[bytes]) -> bytes:
    """The lines with digests that fit, as whoever can write the file can make them."""
    made, before = [lines[0]], module._digest(lines[0])
    for line in lines[1:]:
        data = json.loads(line)
        made.append(module._line(data["chunk"], data["result"], before))
        before = json.loads(made[-1])["check"].encode()
    return b"".join(made)


@pytest.mark.usefixtures("unsynced")
def test_any_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    whole = written(path)
    header = whole.index(b"\n") + 1
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        if place == len(whole) - 1:  # the end of the last line, which is then a torn one
            with Journal.open(path, HEADER, resume=True) as journal:
                assert journal.dropped
                assert list(journal.done) == list(RESULTS)[:2]
        elif place >= header:
            assert "is damaged, or not the one that was written after line" in refused(path)
        else:
            refused(path)


def test_a_damaged_middle_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[1], lines[2].replace(b"6/7", b"5/7"), lines[3]]))
    assert "line 3 is damaged" in refused(path)
    assert "keep its first 2 lines" in refused(path)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"6/7", b"5/7"), lines[3][:-1]]))
    assert "line 3 is damaged" in refused(path)  # and the torn last line stays, too
    path.write_bytes(b"".join(lines[:2]))
    with Journal.open(path, HEADER, resume=True) as journal:
        assert list(journal.done) == ["deck/2"]


def test_a_line_that_is_there_twice_is_named(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[1]]))
    assert "line 5 is damaged, or not the one that was written after line 4" in refused(path)
    path.write_bytes(chained([*lines, lines[1]]))
    assert "line 5 is about chunk 'deck/2'" in refused(path)


@pytest.mark.parametrize("order", [(0, 2, 3), (0, 1, 3), (0, 1, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (0, 1, 2, 3, 3)])
def test_a_line_lost_doubled_or_moved_is_noticed(tmp_path: Path, order: tuple[int, ...]) -> None:
    path = tmp_path / "j.jsonl"
    lines = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join(lines[k] for k in order))
    assert "is damaged, or not the one that was written after line" in refused(path)
    assert path.read_bytes() == b"".join(lines[k] for k in order)  # it is as it was


def test_a_line_of_the_journal_of_another_run_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = written(path).splitlines(keepends=True)
    with Journal.open(tmp_path / "other", {**HEADER, "max_n": 9}, resume=False) as journal:
        for chunk, result in RESULTS.items():
            journal.append(chunk, result)
    other = (tmp_path / "other").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], *other[1:]]))
    assert "line 2 is damaged, or not the one" in refused(path)


def test_an_existing_journal_is_not_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    assert "--resume, or delete it" in refused(path, resume=False)


def test_resuming_what_was_never_begun_begins_it(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal.open(path, HEADER, resume=True) as journal:
        assert not journal.done and not journal.dropped
    path.write_bytes(b"")
    with Journal.open(path, HEADER, resume=False) as journal:
        assert not journal.done


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({**HEADER, "conjecture": "kv6"}, 'conjecture is "kv7" in the journal and "kv6" in this run'),
        ({**HEADER, "max_n": 9}, "max_n is 8 in the journal and 9 in this run"),
        ({**HEADER, "seed": 1}, "seed is absent in the journal and 1 in this run"),
        ({"conjecture": "kv7", "max_n": 8}, 'readings is ["deck", "le"] in the journal and absent in this run'),
    ],
)
def test_the_journal_of_another_run_says_what_differs(tmp_path: Path, header: dict[str, Any], said: str) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    text = refused(path, header)
    assert said in text
    assert text.count(" in the journal and ") == 1
    assert "or give another path" in text


def test_a_header_is_compared_as_json(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    with Journal.open(path, {**HEADER, "readings": ("deck", "le")}, resume=True) as journal:
        assert journal.done


def test_another_version_of_the_format(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(written(path).replace(b"axiomatrix-journal-2", b"axiomatrix-journal-1"))
    text = refused(path)
    assert "axiomatrix-journal-1" in text and "axiomatrix-journal-2" in text


@pytest.mark.parametrize(
    "content",
    [b"n,F,K\n6,6,7\n", b"\x00\xff\x00\n", b"{}\n", b"[1]\n", b"\n", b"{", b"n", b"x" * 3_000_000, b'{"format":3}\n'],
    ids=["csv", "binary", "empty object", "list", "empty line", "brace", "letter", "no end", "format"],
)
def test_what_is_no_journal_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(content)
    if content == b"{":  # which is how a header begins: the process died as it wrote it
        with Journal.open(path, HEADER, resume=True) as journal:
            assert journal.dropped
        return
    assert "is no journal" in refused(path)
    assert "there is a journal already" in refused(path, resume=False)


def test_places_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadJournal, match="is a folder; give the path of a file"):
        Journal.open(tmp_path, HEADER, resume=True)
    with pytest.raises(BadJournal, match=r"there is no folder .*make it, or give another path"):
        Journal.open(tmp_path / "none" / "j.jsonl", HEADER, resume=False)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadJournal, match="cannot be read and written"):
        Journal.open(tmp_path / "file" / "j.jsonl", HEADER, resume=False)
    if Path(os.devnull).exists():
        with pytest.raises(BadJournal, match="no ordinary file"):
            Journal.open(os.devnull, HEADER, resume=False)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module.io, "FileIO", denied)
    with pytest.raises(BadJournal, match="cannot be read and written: Permission denied"):
        Journal.open(tmp_path / "j.jsonl", HEADER, resume=False)


def test_a_full_disk_costs_nothing_that_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.jsonl"
    whole = written(path)

    def full(file: Any, content: bytes) -> None:
        file.write(content[:7])
        raise OSError(28, "No space left on device")

    with Journal.open(path, HEADER, resume=True) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(module, "_write", full)
            with pytest.raises(BadJournal, match="No space left on device"):
                journal.append("deck/5", {"classes": 71})
        assert path.read_bytes() == whole
        assert "deck/5" not in journal.done
        journal.append("deck/5", {"classes": 71})  # there is room again
    with Journal.open(path, HEADER, resume=True) as journal:
        assert journal.done == {**RESULTS, "deck/5": {"classes": 71}}


def test_an_interrupted_append_can_be_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.jsonl"
    written(path)

    def interrupted(file: int) -> None:
        raise KeyboardInterrupt

    with Journal.open(path, HEADER, resume=True) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(module.os, "fsync", interrupted)
            with pytest.raises(KeyboardInterrupt):
                journal.append("deck/5", {"classes": 71, "long": "x" * 100})
        journal.append("deck/6", {"classes": 461})
    with Journal.open(path, HEADER, resume=True) as journal:
        assert journal.done == {**RESULTS, "deck/6": {"classes": 461}}


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    whole = written(path)
    with Journal.open(path, HEADER, resume=True) as journal:
        for result in ({"x": object()}, {"x": {1, 2}}, ["x"], None):
            with pytest.raises(TypeError):
                journal.append("deck/5", result)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="JSON"):
            journal.append("deck/5", {"x": float("nan")})
        with pytest.raises(ValueError, match="'deck/2' is already in the journal"):
            journal.append("deck/2", {})
    assert path.read_bytes() == whole
    with pytest.raises(ValueError, match="must hold JSON values"):
        Journal.open(path, {"conjecture": object()}, resume=True)
    with pytest.raises(ValueError, match="another key than 'format'"):
        Journal.open(path, {"format": "mine"}, resume=True)


HOLD = """
import sys
from axiomatrix.engine.workers.journal import Journal
with Journal.open(sys.argv[1], {"conjecture": "kv7"}, resume=True) as journal:
    journal.append("here", {})
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        for resume in (True, False):
            with pytest.raises(BadJournal, match="another process is writing it; wait for it to end"):
                Journal.open(path, {"conjecture": "kv7"}, resume)
        holder.kill()
    with Journal.open(path, {"conjecture": "kv7"}, resume=True) as journal:  # death gave up the lock
        assert list(journal.done) == ["here"]
        with pytest.raises(BadJournal, match="another process"):
            Journal.open(path, {"conjecture": "kv7"}, resume=True)


def test_a_line_that_changes_while_the_journal_is_open_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    whole = written(path)
    with Journal.open(path, HEADER, resume=True) as journal:
        path.write_bytes(whole.replace(b"6/7", b"5/7"))
        assert journal.done["deck/2"] == RESULTS["deck/2"]
        with pytest.raises(BadJournal, match="changed while it was open"):
            journal.done["deck/3"]
