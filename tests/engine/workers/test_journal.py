"""The journal of long runs: what is on the disk, and what is refused."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from journal_files import chained, content_of, counted, lines_of

from axiomatrix.engine.workers import journal as module
from axiomatrix.engine.workers.journal import BadJournal, Journal, JournalInUse, header_of, move, remove

HEADER = {"conjecture": "kv7", "max_n": 8, "readings": ["deck", "le"]}
RESULTS: dict[str, dict[str, Any]] = {
    "deck/2": {"classes": 1, "least": "1"},
    "deck/3": {"classes": 3, "least": "6/7", "text": 'é "quoted"\nand broken\u2028'},
    "deck/4": {},
}


def written(path: Path) -> bytes:
    """A journal of three chunks; its bytes."""
    with Journal.open(path, HEADER) as journal:
        for chunk, result in RESULTS.items():
            journal.append(chunk, result)
    return path.read_bytes()


def refused(path: Path, header: dict[str, Any] = HEADER) -> str:
    """What is said of a journal that is refused; the file stays as it is."""
    before = path.read_bytes()
    with pytest.raises(BadJournal) as caught:
        Journal.open(path, header)
    assert path.read_bytes() == before
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_appended_is_there_at_once_and_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with Journal.open(path, HEADER) as journal:
        for chunk, result in RESULTS.items():
            journal.append(chunk, result)
            assert journal.done[chunk] == result
        assert chunk in journal.done and "deck/5" not in journal.done
    before = path.read_bytes()
    with Journal.open(str(path), HEADER) as journal:
        assert journal.done == RESULTS
        assert list(journal.done) == list(RESULTS)
    assert path.read_bytes() == before  # reading it writes nothing
    with Journal.open(path, HEADER) as journal:
        journal.append("deck/5", {"classes": 71})
    with Journal.open(path, HEADER) as journal:
        assert journal.done == {**RESULTS, "deck/5": {"classes": 71}}
    assert list(tmp_path.iterdir()) == [path]


def test_the_tables_are_as_documented(tmp_path: Path) -> None:
    header, *entries = [json.loads(line) for line in lines_of(written(tmp_path / "j.sqlite"))]
    assert header == {"format": "axiomatrix-journal-3", **HEADER}
    assert [(entry["chunk"], entry["result"]) for entry in entries] == list(RESULTS.items())
    assert counted((tmp_path / "j.sqlite").read_bytes()) == (3, entries[-1]["check"])


@pytest.mark.parametrize(("lasting", "level"), [(True, 2), (False, 0)])
def test_what_lasts_is_synchronised_with_the_disk(tmp_path: Path, lasting: bool, level: int) -> None:
    with Journal.open(tmp_path / "j.sqlite", HEADER, lasting=lasting) as journal:
        assert journal._database.execute("PRAGMA synchronous").fetchone() == (level,)


KILLED = """
import sys
from axiomatrix.engine.workers.journal import Journal
with Journal.open(sys.argv[1], {"conjecture": "kv7"}, lasting=sys.argv[2] == "lasting") as journal:
    for k in range(len(journal.done), 100_000):
        journal.append(f"c{k}", {"k": k, "long": "x" * (997 * k % 50_000)})
        print(k, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
@pytest.mark.parametrize("lasting", ["lasting", "not lasting"])
def test_kill_minus_nine_at_any_moment_costs_at_most_what_was_being_written(tmp_path: Path, lasting: str) -> None:
    path, draw, last = tmp_path / "j.sqlite", random.Random(lasting), -1
    for _ in range(8):
        command = [sys.executable, "-c", KILLED, str(path), lasting]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None and process.stderr is not None
            for _ in range(draw.randrange(1, 60)):
                last = int(process.stdout.readline())
            signal.sigtimedwait([], draw.random() / 100)
            process.kill()
            last = max([last, *map(int, process.stdout.read().split())])
            assert process.stderr.read() == ""
        with Journal.open(path, {"conjecture": "kv7"}) as journal:
            assert last + 1 <= len(journal.done) <= last + 2
            assert all(journal.done[f"c{k}"]["k"] == k for k in range(len(journal.done)))


def readable(path: Path) -> dict[str, Any] | None:
    """What is taken from the journal; None if it is refused, with a line."""
    try:
        with Journal.open(path, HEADER) as journal:
            return dict(journal.done)
    except BadJournal as error:
        assert str(error).startswith(str(path)) and "\n" not in str(error)
        return None


def test_a_truncated_journal_is_refused_or_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    whole = written(path)
    for length in [*range(0, len(whole), 101), len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert readable(path) == ({} if length == 0 else None), length


def test_a_changed_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    whole = written(path)
    places = [k for k, byte in enumerate(whole) if byte]
    assert len(places) > 500
    found = []
    for place in [*places, *range(0, len(whole), 97)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        taken = readable(path)
        assert taken in (None, RESULTS), place
        found.append(taken)
    assert found.count(None) > 500


@pytest.mark.parametrize("place", range(4))
def test_a_changed_letter_of_header_or_entries_is_noticed(tmp_path: Path, place: int) -> None:
    path = tmp_path / "j.sqlite"
    whole = written(path)
    text = [b"kv7", b'"least":"1"', b"6/7", b"deck/4"][place]
    assert whole.count(text) == 1
    for k in range(whole.index(text), whole.index(text) + len(text)):
        path.write_bytes(whole[:k] + bytes([whole[k] ^ 1]) + whole[k + 1 :])
        message = refused(path)
        assert "another run" in message if place == 0 else f"entry {place} is damaged" in message


@pytest.mark.parametrize("order", [(0, 2, 3), (0, 1, 3), (0, 1, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (0, 1, 2, 3, 3)])
def test_an_entry_lost_doubled_or_moved_is_noticed(tmp_path: Path, order: tuple[int, ...]) -> None:
    path = tmp_path / "j.sqlite"
    lines = lines_of(written(path))
    path.write_bytes(content_of([lines[k] for k in order]))
    assert "is damaged, or not the one that was written after entry" in refused(path)


def test_the_last_entries_cannot_be_lost_unnoticed(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    whole = written(path)
    for kept in (1, 2, 3):
        path.write_bytes(content_of(lines_of(whole)[:kept], counted(whole)))
        assert f"3 entries were written, and {kept - 1} are there" in refused(path)


def test_an_entry_that_is_there_twice_is_named_though_it_is_sealed(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    lines = lines_of(written(path))
    path.write_bytes(content_of(chained([*lines, lines[1]])))
    assert "entry 4 is about chunk 'deck/2', which an earlier entry is about" in refused(path)


@pytest.mark.parametrize("result", [b"[1]", b"null", b'{"a":1,"a":2}', b'{"a":NaN}', b"{", b"[" * 100_000])
def test_what_is_no_result_is_refused_though_it_is_sealed(tmp_path: Path, result: bytes) -> None:
    path = tmp_path / "j.sqlite"
    lines = lines_of(written(path))
    path.write_bytes(content_of(chained([*lines, b'{"chunk":"deck/9","result":' + result + b',"check":""}'])))
    assert "entry 4 is damaged" in refused(path)


def test_an_entry_of_the_journal_of_another_run_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    lines = lines_of(written(path))
    with Journal.open(tmp_path / "other", {**HEADER, "max_n": 9}) as journal:
        for chunk, result in RESULTS.items():
            journal.append(chunk, result)
    other = lines_of((tmp_path / "other").read_bytes())
    path.write_bytes(content_of([lines[0], *other[1:]]))
    assert "entry 1 is damaged, or not the one" in refused(path)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM run; END",
        "CREATE VIEW more AS SELECT * FROM entry",
        "CREATE INDEX more ON entry (key)",
        "ALTER TABLE entry ADD COLUMN more",
        "DROP TABLE entry",
        "DELETE FROM run",
        "INSERT INTO run SELECT * FROM run",
        "UPDATE run SET entries = '3 of them'",
        "UPDATE run SET header = CAST(header AS BLOB)",
    ],
)
def test_tables_that_no_journal_has_are_refused(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement)
    assert "is not a journal" in refused(path)


@pytest.mark.parametrize("value", ["NULL", "3", "X'00'", "CAST(X'ff' AS TEXT)"])
@pytest.mark.parametrize("column", ["key", "result", "digest"])
def test_values_of_other_types_are_refused(tmp_path: Path, column: str, value: str) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        try:
            database.execute(f"UPDATE entry SET {column} = {value} WHERE place = 1")
        except sqlite3.IntegrityError:
            return  # SQLite itself sees to it
    assert "damaged" in refused(path)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({**HEADER, "conjecture": "kv6"}, 'conjecture is "kv7" in the journal and "kv6" in this run'),
        ({**HEADER, "max_n": 9}, "max_n is 8 in the journal and 9 in this run"),
        ({**HEADER, "seed": 1}, "seed is absent in the journal and 1 in this run"),
        ({"conjecture": "kv7", "max_n": 8}, 'readings is ["deck", "le"] in the journal and absent in this run'),
    ],
)
def test_the_journal_of_another_run_says_what_differs(tmp_path: Path, header: dict[str, Any], message: str) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    text = refused(path, header)
    assert message in text
    assert text.count(" in the journal and ") == 1
    assert "or give another path" in text


def test_of_what_is_long_or_a_digest_only_the_name_is_said(tmp_path: Path) -> None:
    path, here = (
        tmp_path / "j.sqlite",
        {"version": {"axiomatrix": "1", "text": "0123456789abcdef"}, "questions": ["q"] * 99},
    )
    Journal.open(path, here).close()
    other = {"version": {"axiomatrix": "1", "text": "fedcba9876543210"}, "questions": ["r"]}
    assert "of another run: text is another one; questions is another one. Resume" in refused(path, other)


def test_a_header_is_compared_as_json(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    with Journal.open(path, {**HEADER, "readings": ("deck", "le")}) as journal:
        assert journal.done


def test_another_version_of_the_format(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(written(path).replace(b"axiomatrix-journal-3", b"axiomatrix-journal-7"))
    text = refused(path)
    assert "axiomatrix-journal-7" in text and "axiomatrix-journal-3" in text


@pytest.mark.parametrize(
    "content",
    [b"n,F,K\n6,6,7\n", b"\x00\xff\x00\n", b"{}\n", b"\n", b"{", b"n", b"x" * 3_000_000, b"SQLite format 3\x00"],
    ids=["csv", "binary", "object", "empty line", "brace", "letter", "long", "the beginning of one"],
)
def test_what_is_no_journal_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(content)
    assert "is not a journal" in refused(path)
    assert header_of(path) is None


def test_what_is_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    monkeypatch.setattr(module, "LARGEST", path.stat().st_size - 1)
    assert "a journal is at most" in refused(path)


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "j.sqlite").write_bytes(b"")
    with Journal.open(tmp_path / "j.sqlite", HEADER) as journal:
        assert not journal.done


def test_places_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadJournal, match="is a folder; give the path of a file"):
        Journal.open(tmp_path, HEADER)
    with pytest.raises(BadJournal, match=r"there is no folder .*make it, or give another path"):
        Journal.open(tmp_path / "none" / "j.sqlite", HEADER)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadJournal, match="cannot be read and written: Not a directory"):
        Journal.open(tmp_path / "file" / "j.sqlite", HEADER)
    if Path(os.devnull).exists():
        with pytest.raises(BadJournal, match="not an ordinary file"):
            Journal.open(os.devnull, HEADER)

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module.sqlite3, "connect", denied)
    with pytest.raises(BadJournal, match=r"cannot be read and written: .*Permission denied"):
        Journal.open(tmp_path / "j.sqlite", HEADER)


def test_a_full_disk_costs_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    with Journal.open(path, HEADER) as journal:
        (pages,) = journal._database.execute("PRAGMA page_count").fetchone()
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(BadJournal, match="cannot be read and written: database or disk is full"):
            journal.append("deck/5", {"classes": 71, "long": "x" * 100_000})
        assert "deck/5" not in journal.done
        journal._database.execute("PRAGMA max_page_count = 1000")
        journal.append("deck/5", {"classes": 71})  # there is room again
    with Journal.open(path, HEADER) as journal:
        assert journal.done == {**RESULTS, "deck/5": {"classes": 71}}


@pytest.mark.parametrize("moment", ["entry", "run", "COMMIT", "after"])
def test_an_interrupted_append_can_be_followed_by_another(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "j.sqlite"
    written(path)

    class Interrupting:
        """A connection that an interrupt meets at some moment."""

        def __init__(self, whole: sqlite3.Connection) -> None:
            self.whole, self.armed = whole, True

        def __getattr__(self, name: str) -> Any:
            return getattr(self.whole, name)

        def execute(self, statement: str, *given: Any) -> Any:
            if self.armed and moment in statement:
                self.armed = False
                raise KeyboardInterrupt
            return self.whole.execute(statement, *given)

        def __enter__(self) -> None:
            self.whole.__enter__()

        def __exit__(self, *raised: Any) -> None:
            if self.armed and moment == "COMMIT":
                raised = (KeyboardInterrupt, None, None)
            self.whole.__exit__(*raised)
            if self.armed and moment in ("COMMIT", "after"):
                self.armed = False
                raise KeyboardInterrupt

    with Journal.open(path, HEADER) as journal:
        journal._database = Interrupting(journal._database)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            journal.append("deck/5", {"classes": 71, "long": "x" * 100})
        journal.append("deck/6", {"classes": 461})
    with Journal.open(path, HEADER) as journal:
        assert journal.done == {**RESULTS, "deck/6": {"classes": 461}}


def test_what_is_no_result_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.sqlite"
    whole = written(path)
    with Journal.open(path, HEADER) as journal:
        for result in ({"x": object()}, {"x": {1, 2}}, ["x"], None):
            with pytest.raises(TypeError):
                journal.append("deck/5", result)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="JSON"):
            journal.append("deck/5", {"x": float("nan")})
        with pytest.raises(ValueError, match="'deck/2' is already in the journal"):
            journal.append("deck/2", {})
        monkeypatch.setattr(module, "LONGEST", 100)
        with pytest.raises(ValueError, match="at most 50 characters"):
            journal.append("deck/5", {"x": "y" * 60})
    assert path.read_bytes() == whole
    with pytest.raises(ValueError, match="must hold JSON values"):
        Journal.open(path, {"conjecture": object()})
    with pytest.raises(ValueError, match="another key than 'format'"):
        Journal.open(path, {"format": "mine"})


HOLD = """
import sys
from axiomatrix.engine.workers.journal import Journal
with Journal.open(sys.argv[1], {"conjecture": "kv7"}) as journal:
    journal.append("here", {})
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        for use in (lambda: Journal.open(path, {"conjecture": "kv7"}), lambda: remove(path), lambda: header_of(path)):
            with pytest.raises(JournalInUse, match="another process is writing it; wait for it to end"):
                use()
        with pytest.raises(JournalInUse):
            move(path, tmp_path / "aside")
        holder.kill()
    with Journal.open(path, {"conjecture": "kv7"}) as journal:  # death gave up the lock
        assert list(journal.done) == ["here"]
        with pytest.raises(JournalInUse, match="another process"):
            Journal.open(path, {"conjecture": "kv7"})
    assert header_of(path) == {"format": "axiomatrix-journal-3", "conjecture": "kv7"}


def test_an_entry_that_changes_while_the_journal_is_open_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    with Journal.open(path, HEADER) as journal:
        journal._database.execute("UPDATE entry SET result = replace(result, '6/7', '5/7')")
        assert journal.done["deck/2"] == RESULTS["deck/2"]
        with pytest.raises(BadJournal, match="changed while it was open"):
            journal.done["deck/3"]


def test_a_journal_that_is_removed_or_moved_leaves_nothing_that_a_new_one_would_take(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    written(path)
    (tmp_path / "j.sqlite-journal").write_bytes(b"left behind")
    move(path, tmp_path / "aside")
    assert not path.exists() and not (tmp_path / "j.sqlite-journal").exists()
    with Journal.open(tmp_path / "aside", HEADER) as journal:
        assert journal.done == RESULTS
    (tmp_path / "aside-journal").write_bytes(b"left behind")
    remove(tmp_path / "aside")
    assert not list(tmp_path.iterdir())
