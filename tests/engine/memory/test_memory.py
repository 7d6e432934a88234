"""What is taken from the memory of earlier runs, and what is not: other code, budgets, versions; and damaged files."""

from __future__ import annotations

import collections
import decimal
import enum
import functools
import json
import sqlite3
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import flint
import numpy as np
import pytest

from axiomatrix import REGISTRY, Metric, Registry, axiom, metric, relation, spaces
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.memory import known, store
from axiomatrix.engine.memory.known import OTHERS
from axiomatrix.engine.memory.memory import Memory, RowKeys
from axiomatrix.engine.memory.store import NAME, VARIABLE, Store, folder
from axiomatrix.engine.options import Options
from axiomatrix.engine.row import CheckedRow
from axiomatrix.engine.selection import Selection
from axiomatrix.engine.workers.premises import digest_of_package
from axiomatrix.engine.workers.record import FinishedRow
from axiomatrix.engine.workers.second_look import Differs, decided_here
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.verdict import Verdict

OPTIONS = Options(("footrule",), ("symmetry", "left-invariance"), profile="quick")


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file; and nothing has changed since this process began."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(known, "STARTED", time.time_ns() + 10**12)
    load_catalogue()
    yield tmp_path / "cache" / NAME


@pytest.fixture
def notes() -> list[str]:
    return []


def opened(notes: list[str], options: Options = OPTIONS, registry: Registry = REGISTRY, **more: Any) -> Memory:
    def again(cells: Any) -> dict[str, Any]:
        return {slug: shown for cell in cells for slug, shown in decided_here(cell, registry).items()}

    memory = Memory.opened(Selection(options, registry), again, notes.append, **more)
    assert memory is not None
    return memory


def decided(row: Metric, options: Options = OPTIONS, registry: Registry = REGISTRY) -> FinishedRow:
    checked = CheckedRow(row, Selection(options, registry))
    return FinishedRow(list(checked.cells()), checked.inapplicable)


def taken(
    notes: list[str], row: Metric, options: Options = OPTIONS, registry: Registry = REGISTRY
) -> FinishedRow | None:
    memory = opened(notes, options, registry)
    try:
        return memory.remembered([row]).get(row.name)
    finally:
        memory.close()


def kept(notes: list[str], row: Metric, options: Options = OPTIONS, registry: Registry = REGISTRY) -> FinishedRow:
    done = decided(row, options, registry)
    memory = opened(notes, options, registry)
    memory.keep(row, done.cells, done.inapplicable, {})
    memory.close()
    return done


@pytest.mark.slow
def test_what_is_kept_is_taken_as_it_was_and_said(notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    assert taken(notes, row) is None
    done = kept(notes, row)
    again = taken(notes, row)
    assert again is not None and (again.cells, again.inapplicable) == (done.cells, done.inapplicable)
    memory = opened(notes)
    memory.remembered([row])
    assert memory.summary(10).startswith(f"10 cells: {len(done.cells) + len(done.inapplicable)} unchanged since 20")
    assert opened(notes, fresh=True).remembered([row]) == {}
    assert notes == []


@pytest.mark.parametrize(
    "changes",
    [{"seed": 1}, {"profile": "default"}, {"use_pins": False}, {"axioms": ("symmetry",)}, {"sources": ("KV",)}],
    ids=str,
)
def test_other_options_are_other_rows(changes: dict[str, Any], notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    assert taken(notes, row, replace(OPTIONS, **changes)) is None
    assert taken(notes, row, replace(OPTIONS, time_limit=5.0, memory_limit=512)) is not None


@pytest.mark.parametrize("what", ["digest_of_package", "python", "versions"])
def test_another_engine_python_or_library_is_another_row(
    what: str, notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    monkeypatch.setattr(f"{Memory.__module__}.{what}", lambda *but: {"numpy": "0.0"})
    assert taken(notes, row) is None


@pytest.mark.parametrize("what", ["decimals", "decimals of other contexts", "numpy", "balls"])
def test_what_is_set_for_the_process_makes_another_row(what: str, notes: list[str]) -> None:
    """A file of a user's may set it when it is imported; no code that is asked names it."""
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    bits, digits = flint.ctx.prec, decimal.DefaultContext.prec
    with decimal.localcontext() as context, np.errstate():
        if what == "decimals":
            context.prec = 3
        elif what == "decimals of other contexts":
            decimal.DefaultContext.prec += 1
        elif what == "numpy":
            np.seterr(over="raise")
        else:
            flint.ctx.prec = 20
        try:
            assert taken(notes, row) is None
        finally:
            flint.ctx.prec, decimal.DefaultContext.prec = bits, digits
    assert taken(notes, row) is not None


WRITTEN = {
    "a method of a class": (collections.Counter, "total", lambda self: 3),
    "a method that is new": (collections.UserDict, "total", lambda self: 3),
    "a property": (enum.Enum, "doubled", property(lambda self: 2 * self.value)),
    "a function that others call": (statistics, "_ss", lambda data: 3),
    "what a function does": (statistics.fmean, "__code__", (lambda data, weights=None: 3).__code__),
    "a default": (statistics.quantiles, "__kwdefaults__", {"n": 5, "method": "exclusive"}),
    "a class of numpy's": (np.poly1d, "__call__", lambda self, value: 3),
}


@pytest.mark.parametrize("what", WRITTEN)
def test_nothing_is_kept_or_taken_where_a_library_was_written_to(
    what: str, notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    monkeypatch.setattr(*WRITTEN[what], raising=False)
    memory = opened(notes)
    assert memory.remembered([row]) == {}
    assert "was" in memory.unseen["footrule"]
    monkeypatch.undo()
    assert OTHERS.change() is None


def test_what_the_tables_of_a_library_hold_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(functools._convert, "__lt__", [])  # type: ignore[attr-defined]  # where total_ordering looks
    assert OTHERS.change() == "the content of functools._convert was changed"


def test_a_module_that_came_later_is_not_known_by_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert known.is_versioned("statistics") and not known.is_versioned("copy")
    monkeypatch.setattr(known, "THERE", frozenset({"math"}))
    assert known.is_versioned("math") and not known.is_versioned("statistics")


def test_the_engines_digest_has_its_files_and_not_those_that_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of_package(known.is_followed)

    def otherwise(name: str) -> str:
        digest_of_package.cache_clear()
        monkeypatch.setattr(f"{digest_of_package.__module__}.digest_of_file", lambda path: f"{path.name == name}")
        return digest_of_package(known.is_followed)

    plain = otherwise("")
    try:
        assert otherwise("enumeration.py") != plain
        assert otherwise("rankings.py") != plain  # of values and spaces, and of metrics
        assert otherwise("catalogue_pins.json") != plain
        assert otherwise("plain.py") == plain  # catalogue/metrics: followed
        assert otherwise("markdown.py") == plain  # of reports alone
    finally:
        monkeypatch.undo()
        digest_of_package.cache_clear()
    assert digest_of_package(known.is_followed) == before


def of_users(says: int = 1, value: int = 1, low: int = 0, other: str = "kendall") -> tuple[Registry, Metric]:
    """A registry with a metric and an axiom of a user's."""
    registry = Registry(REGISTRY)

    class Mine(spaces.ranking.__class__):  # type: ignore[name-defined, misc]  # a space of a user's own
        lowest = low

    @axiom("users-bound", over={"a": Mine(), "b": Mine()})
    def bound(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) >= -c"""
        return relation.at_most(-says, d(a, b))

    @metric("users-metric", holds=[bound], registry=registry)
    def users(a: Any, b: Any) -> Any:
        """d"""
        return value * sum(a[x] != b[x] for x in a.items)

    return registry, users


@pytest.mark.slow
def test_another_axiom_definition_or_space_of_a_users_is_another_row(notes: list[str]) -> None:
    options = Options(("users-metric",), ("users-bound",), profile="quick")
    registry, row = of_users()
    kept(notes, row, options, registry)
    for changes in ({}, {"says": 2}, {"value": 2}, {"low": 1}):
        registry, row = of_users(**changes)
        assert (taken(notes, row, options, registry) is None) is bool(changes), changes
    assert notes == []


def test_a_metric_that_a_claim_names_belongs_to_the_row(notes: list[str]) -> None:
    def registered(scale: int) -> tuple[Registry, Metric]:
        from axiomatrix import axioms

        registry = Registry(REGISTRY)

        @metric("theirs", registry=registry)
        def theirs(a: Any, b: Any) -> Any:
            """d"""
            return scale * sum(a[x] != b[x] for x in a.items)

        @metric("mine", registry=registry, holds=[axioms.bounded_by("theirs")])
        def mine(a: Any, b: Any) -> Any:
            """d"""
            return sum(a[x] != b[x] for x in a.items)

        return registry, mine

    options = Options(("mine",), ("bounded-by",), profile="quick")
    registry, row = registered(1)
    kept(notes, row, options, registry)
    for wanted, scale in ((True, 1), (False, 2)):
        registry, row = registered(scale)
        assert (taken(notes, row, options, registry) is not None) is wanted


@pytest.mark.parametrize(("other", "belongs"), [("kendall", True), ("hamming", False), ("kendall-similarity", False)])
def test_a_metric_that_a_proof_of_the_row_asks_for_belongs_to_it(other: str, belongs: bool, notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    changed = Registry(REGISTRY)
    changed.metrics[other] = replace(changed.metrics[other], definition=lambda a, b, **given: 2)
    assert (taken(notes, row, registry=changed) is None) is belongs


def test_a_row_whose_proof_compares_it_with_one_that_is_not_there_is_not_kept() -> None:
    alone = Registry(REGISTRY)
    del alone.metrics["kendall"]
    with pytest.raises(known.HiddenDependency, match="footrule compares it with kendall, which is not registered"):
        RowKeys(Selection(OPTIONS, alone)).of(alone.metric("footrule"))


def test_a_row_with_a_fault_is_not_kept(notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    done = decided(row)
    cells = [replace(done.cells[0], evidence=Evidence(Verdict.ERROR, reason="no", seed=1)), *done.cells[1:]]
    opened(notes).keep(row, cells, done.inapplicable, {})
    assert taken(notes, row) is None


def test_nothing_is_kept_once_a_file_has_changed_under_the_run(
    notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = REGISTRY.metric("footrule")
    monkeypatch.setattr(known, "STARTED", 0)
    kept(notes, row)
    assert "has changed since it began" in notes[0]
    monkeypatch.setattr(known, "STARTED", time.time_ns() + 10**12)
    assert taken(notes, row) is None


def test_the_witnesses_of_a_users_metric_are_decided_again(notes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    registry, row = of_users()
    options = Options(("users-metric",), ("left-invariance",), profile="quick")
    done = kept(notes, row, options, registry)
    assert done.cells[0].evidence.verdict in (Verdict.REFUTED, Verdict.EXHAUSTED)

    def differs(cells: Any) -> dict[str, Any]:
        raise Differs("it is otherwise")

    memory = Memory.opened(Selection(options, registry), differs, notes.append)
    assert memory is not None and memory.remembered([row]) == {}
    assert "it is otherwise" in notes[0]


# --- the file -----------------------------------------------------------------------------------------------------


def forged(path: Path, change: Any, *, sealed: bool) -> None:
    with sqlite3.connect(path) as database:
        ((key, made, content),) = database.execute("SELECT key, made, content FROM entry").fetchall()
        data = json.loads(content)
        change(data)
        text = json.dumps(data)
        database.execute("UPDATE entry SET content = ?", (text,))
        if sealed:
            database.execute("UPDATE entry SET digest = ?", (store._digest(key, made, text),))
    database.close()


def proved(data: Any) -> None:
    data["cells"][0]["evidence"]["verdict"] = "proved"


def lost(data: Any) -> None:
    del data["cells"][0]


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("change", [proved, lost, lambda data: data.clear(), lambda data: data.update(cells=7)])
def test_an_entry_that_was_altered_is_not_taken(path: Path, change: Any, sealed: bool, notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    forged(path, change, sealed=sealed)
    assert taken(notes, row) is None
    assert len(notes) == sealed and all("decided anew" in note for note in notes)


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + b"\0" * 4096, b"text\n" * 1000])
def test_a_file_that_is_none_of_ours_is_put_aside(path: Path, content: bytes, notes: list[str]) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    assert len(notes) == 1 and "put aside" in notes[0]
    assert path.with_name(f"{NAME}.aside").read_bytes() == content
    assert taken(notes, row) is not None and len(notes) == 1


def test_another_version_is_put_aside(path: Path, notes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    row = REGISTRY.metric("footrule")
    kept(notes, row)
    monkeypatch.setattr(store, "FORMAT", "axiomatrix-memory-2")
    assert taken(notes, row) is None
    assert len(notes) == 1 and "another version" in notes[0]


@pytest.mark.slow
def test_a_damaged_page_costs_its_rows_and_no_traceback(path: Path, notes: list[str]) -> None:
    row = REGISTRY.metric("footrule")
    done = kept(notes, row)
    content = path.read_bytes()
    for start in range(0, len(content), len(content) // 8):
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        part = content[start : start + 512]
        path.write_bytes(content[:start] + bytes(b ^ 255 for b in part) + content[start + 512 :])
        found = taken(notes, row)
        assert found is None or found.cells == done.cells


@pytest.mark.parametrize("there", ["file", "folder"])
def test_where_none_can_be_kept_the_run_goes_without(path: Path, there: str, notes: list[str]) -> None:
    if there == "file":
        path.parent.write_text("not a folder", encoding="utf-8")
    else:
        path.mkdir(parents=True)
    memory = Memory.opened(Selection(OPTIONS, REGISTRY), lambda cells: {}, notes.append)
    if memory is not None:
        memory.close()
    assert len(notes) == 1 and "memory of earlier runs" in notes[0]


def test_an_empty_variable_means_none(monkeypatch: pytest.MonkeyPatch, notes: list[str]) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert folder() is None and Store.opened(notes.append) is None and notes == []
    monkeypatch.delenv(VARIABLE)
    assert folder() is not None and "axiomatrix" in str(folder())


def test_several_write_at_once(notes: list[str]) -> None:
    def write(number: int) -> None:
        with Store.opened(notes.append) as mine:  # type: ignore[union-attr]  # there is one
            for k in range(20):
                mine.put(f"{number}/{k}", "x" * 1000, 1)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store.opened(notes.append) as there:  # type: ignore[union-attr]
        assert there.extent()[0] == 80 and notes == []


@pytest.mark.slow
def test_many_begin_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: list[str]) -> None:
    """In a new folder each time: SQLite says at once that the file is locked where two begin a write-ahead log."""
    for k in range(100):
        monkeypatch.setenv(store.VARIABLE, str(tmp_path / str(k)))
        together = threading.Barrier(6)

        def begin() -> None:
            together.wait()  # noqa: B023  # all threads of this round end within it
            with Store.opened(notes.append) as there:  # type: ignore[union-attr]  # there is one
                there.put(threading.current_thread().name, "x", 1)

        threads = [threading.Thread(target=begin) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert notes == []


def test_what_was_not_used_for_the_longest_time_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 10_000)
    with Store.opened(print) as there:  # type: ignore[union-attr]
        for k in range(9):
            monkeypatch.setattr(time, "time", lambda k=k: 1000 + k)
            there.put(str(k), "x" * 1000, 1)
        monkeypatch.setattr(time, "time", lambda: 2000)
        there.used(["0"])
        there.put("more", "x" * 2000, 1)
        left = [k for k in (*map(str, range(9)), "more") if there.get(k) is not None]
        assert left == ["0", "3", "4", "5", "6", "7", "8", "more"]
        there.put("most", "x" * (store.LONGEST + 1), 1)
        assert there.get("most") is None
