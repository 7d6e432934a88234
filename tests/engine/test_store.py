"""The store: what is in it is taken, whatever is wrong with it costs time only, and keys name results by content."""

from __future__ import annotations

import sqlite3
from importlib import import_module
from pathlib import Path

import pytest

from axiomatrix import REGISTRY, check
from axiomatrix.engine import store as module
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses, Serial
from axiomatrix.engine.plan import Plan
from axiomatrix.engine.store import CACHE, FILE_NAME, Store, StoredRow, digest, digest_of_imports, program_digest
from axiomatrix.methods.profile import PROFILES

PLAN = Plan(("kendall", "footrule"), ("symmetry", "upper-bound"), budgets=PROFILES["quick"], use_pins=False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE, str(tmp_path))
    return tmp_path


class Nobody(Serial):
    """An executor that must not be asked."""

    def submit(self, fn, /, *args, **kwargs):
        raise AssertionError(f"{fn.__name__} was to be decided again")


def test_what_was_put_is_there_until_fresh_is_asked_for(folder: Path) -> None:
    with Store.open() as store:
        assert store.get("chunks", "one", list[int]) is None
        store.put("chunks", "one", [1, 2])
        assert store.get("chunks", "one", list[int]) == [1, 2]
        assert store.get("chunks", "one", dict[str, int]) is None  # it is not of that type
    with Store.open(fresh=True) as store:
        assert store.get("chunks", "one", list[int]) is None
        store.put("chunks", "one", [3])
    with Store.open() as store:
        assert store.get("chunks", "one", list[int]) == [3]


def test_finished_rows_of_the_catalogue_are_not_decided_again(folder: Path) -> None:
    with Store.open() as store, LocalProcesses(1) as executor:
        whole = check_in_workers(PLAN, executor, store)
    with Store.open() as store:
        again = check_in_workers(PLAN, Nobody(), store)
    assert again.cells == whole.cells and again.accounts == whole.accounts
    assert whole.cells == check("kendall", "footrule", axioms=PLAN.axioms, profile="quick", use_pins=False).cells
    with Store.open() as store, pytest.raises(AssertionError):
        check_in_workers(Plan(PLAN.metrics, PLAN.axioms, budgets=PLAN.budgets, use_pins=False, seed=1), Nobody(), store)


def test_a_users_row_is_never_stored(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "stored_metrics.py"
    file.write_text(
        "from axiomatrix import axioms, metric\n\n@metric('stored', holds=[axioms.symmetry])\n"
        "def stored(a, b):\n    return 0\n",
        encoding="utf-8",
    )
    from axiomatrix.catalogue.loading import load_file

    load_file(file)
    plan = Plan(("stored", "kendall"), ("symmetry",), budgets=PROFILES["quick"], files=(str(file),))
    try:
        with Store.open() as store, LocalProcesses(1, tasks_each=1) as executor:
            check_in_workers(plan, executor, store)
    finally:
        del REGISTRY.metrics["stored"]
    rows = sqlite3.connect(folder / FILE_NAME).execute("SELECT count(*) FROM rows").fetchone()
    assert rows == (0,)  # of the catalogue's row neither: a file of the user's was loaded beside it


@pytest.mark.parametrize("content", [b"", b"nonsense" * 200, b"SQLite format 3\0" + b"\xff" * 2000])
def test_a_damaged_file_is_begun_anew(content: bytes, folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(content)
    with Store.open() as store:
        store.put("rows", "one", 1)
        assert store.get("rows", "one", int) == 1


def test_a_damaged_entry_is_not_there(folder: Path) -> None:
    with Store.open() as store:
        store.put("rows", "one", 1)
    database = sqlite3.connect(folder / FILE_NAME)
    database.execute("UPDATE rows SET result = x'00ff'")
    database.commit()
    with Store.open() as store:
        assert store.get("rows", "one", int) is None


def test_a_row_of_another_format_is_not_read(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:  # its key is another one, and what lies under a key is of the type that is asked for
        store.put("rows", "one", {"cells": [{"metric": "kendall", "axiom": "symmetry", "verdict": "proved"}]})
        assert store.get("rows", "one", StoredRow) is None
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    keys = set()
    for text in ("cells: list[Cell]", "cells: list[CellData]"):
        (tmp_path / "format.py").write_text(text, encoding="utf-8")
        keys.add(program_digest.__wrapped__())
    assert len(keys) == 2


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for nowhere in ("", str(tmp_path / "file")):
        monkeypatch.setenv(CACHE, nowhere)
        with Store.open() as store:
            store.put("rows", "one", 1)
            assert store.get("rows", "one", int) is None


def test_a_store_that_grows_too_large_loses_what_was_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 4000)
    monkeypatch.setattr(module.zlib, "compress", lambda content, level: content)
    monkeypatch.setattr(module.zlib, "decompress", lambda content: content)
    with Store.open() as store:
        for k in range(8):
            store.put("chunks", str(k), "x" * 500)
        store.get("chunks", "0", str)
    with Store.open() as store:
        kept = [k for k in range(8) if store.get("chunks", str(k), str)]
    assert kept == [0, 5, 6, 7]


def test_keys_name_what_results_depend_on(tmp_path: Path) -> None:
    assert digest(("a", 1)) != digest(("a", "1")) != digest("a", 1)
    (tmp_path / "conjecture.py").write_text("import helper_of_conjecture\n", encoding="utf-8")
    (tmp_path / "helper_of_conjecture.py").write_text("FACTOR = 1\n", encoding="utf-8")
    from axiomatrix.catalogue.loading import load_file

    file = tmp_path / "conjecture.py"
    load_file(file)
    before = digest_of_imports([str(file)])
    (tmp_path / "helper_of_conjecture.py").write_text("FACTOR = 2\n", encoding="utf-8")
    assert digest_of_imports([str(file)]) != before


def test_a_module_of_the_users_counts_wherever_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "shared_of_conjecture.py").write_text("FACTOR = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(elsewhere)
    import_module("shared_of_conjecture")
    before = digest_of_imports([str(elsewhere / "none.py")])
    (elsewhere / "shared_of_conjecture.py").write_text("FACTOR = 2\n", encoding="utf-8")
    assert digest_of_imports([str(elsewhere / "none.py")]) != before
