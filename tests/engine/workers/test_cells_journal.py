"""What is taken from the journal of a check, and what is not: cells lost, doubled, brought in, and evidence forged."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import whole as left_out
from journal_files import chained, content_of, counted, lines_of

from axiomatrix import REGISTRY
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.options import Options
from axiomatrix.engine.row import Plans
from axiomatrix.engine.selection import Selection
from axiomatrix.engine.workers.door import decided_again
from axiomatrix.engine.workers.record import NAME, CellsJournal, header
from axiomatrix.engine.workers.second_look import Differs, decided_here
from axiomatrix.evidence import cell_data
from axiomatrix.evidence.cell import Cell

METRICS = ("kendall", "footrule", "precision-at", "ulam")
OPTIONS = Options(METRICS, ("left-invariance", "confidence", "symmetry", "reversal-invariance"), profile="quick")
Data = list[Any]


def opened(path: Path, again: Any = None) -> tuple[CellsJournal, str]:
    about = header(Selection(OPTIONS, REGISTRY))
    return CellsJournal.opened(
        path, about, Plans(Selection(OPTIONS, REGISTRY)), again or partial(here), print, fresh=False
    )


def here(cells: list[Cell]) -> dict[str, Any]:
    return {slug: shown for cell in cells for slug, shown in decided_here(cell, REGISTRY).items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / NAME
    journal, text = opened(path)
    assert text == ""
    check_in_workers(OPTIONS, 1, lambda name, cell: None, journal)
    journal.close()
    return path.read_bytes()


def changed(whole: bytes, path: Path, change: Callable[[Data], Any], *, sealed: bool = True) -> str:
    """What is said of the journal after a change of its lines, as data."""
    lines = [json.loads(line) for line in lines_of(whole)]
    change(lines)
    made = [json.dumps(line, separators=(",", ":")).encode() for line in lines]
    path.write_bytes(content_of(chained(made)) if sealed else content_of(made, counted(whole)))
    journal, text = opened(path)
    assert text.startswith("the journal that was there is replaced: ") is not (len(journal) > 0), text
    journal.close()
    return text


def refuted(lines: Data) -> list[int]:
    cells = [(k, line["result"]) for k, line in enumerate(lines) if line.get("chunk", "").startswith("cell/")]
    return [k for k, cell in cells if cell["evidence"]["verdict"] == "refuted"]


def numbered(lines: Data) -> None:
    """The chunks with the numbers that they would have."""
    for place, line in enumerate(lines[1:]):
        line["chunk"] = f"{line['chunk'].split('/')[0]}/{place}"


def without_refuted(lines: Data) -> None:
    for k in reversed(refuted(lines)):
        del lines[k]


def without_refuted_and_renumbered(lines: Data) -> None:
    without_refuted(lines)
    numbered(lines)


def without_refuted_and_recounted(lines: Data) -> None:
    lost = [lines[k]["result"]["metric"] for k in refuted(lines)]
    without_refuted_and_renumbered(lines)
    for line in lines[1:]:
        if line["chunk"].startswith("row/"):
            line["result"]["cells"] -= lost.count(line["result"]["name"])


def cell_of(lines: Data) -> Any:
    return lines[refuted(lines)[0]]["result"]


def searched(lines: Data) -> None:
    cell = cell_of(lines)
    cell["outcome"] = "as declared" if left_out.whole(cell)["claims"] else "observed"
    cell["evidence"] |= {"verdict": "exhausted", "witness": None}
    cell["evidence"]["reach"] = [{**reach, "stop": "finished"} for reach in cell["evidence"]["reach"]]


def certified(lines: Data) -> None:
    searched(lines)
    reach = cell_of_exhausted(lines)["evidence"]
    reach |= {"verdict": "certified", "method": "enumeration+linear"}
    reach["reach"].append({**reach["reach"][0], "method": "linear"})


def cell_of_exhausted(lines: Data) -> Any:
    return next(
        line["result"]
        for line in lines[1:]
        if line["chunk"].startswith("cell/") and line["result"]["evidence"]["verdict"] == "exhausted"
    )


def another_axiom(lines: Data) -> None:
    cell_of(lines)["axiom"] = "unheard-of"


def another_metric(lines: Data) -> None:
    cell_of(lines)["metric"] = "unheard-of"


def no_witness(lines: Data) -> None:
    cell_of(lines)["evidence"]["witness"] = None


def another_instance(lines: Data) -> None:
    witness = cell_of(lines)["evidence"]["witness"]
    witness["instance"] = {name: sorted(value) for name, value in witness["instance"].items()}


def beyond(lines: Data) -> None:
    cell_of_exhausted(lines)["evidence"]["reach"][0]["largest"] = 40


def negative(lines: Data) -> None:
    cell_of_exhausted(lines)["evidence"]["reach"][0]["cases"] = -5


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without_refuted, "no run writes it there"),
        (without_refuted_and_renumbered, " cells, and "),
        (without_refuted_and_recounted, " is missing"),
        (certified, "the metric has no parameter"),
        (another_axiom, "there is no axiom 'unheard-of'"),
        (another_metric, "this run checks no metric 'unheard-of'"),
        (no_witness, "evidence.witness: there is none, in a cell that is refuted"),
        (another_instance, "the record says "),
        (beyond, "evidence.reach[0].largest is 40; quick ends at"),
        (negative, "evidence.reach[0].cases: expected `int` >= 0"),
        (lambda lines: lines.insert(3, lines[2]), "which an earlier entry is about"),
    ],
)
def test_a_journal_that_is_sealed_again_is_refused_where_it_says_what_the_run_cannot_come_to(
    change: Callable[[Data], Any], why: str, whole: bytes, tmp_path: Path
) -> None:
    assert why in changed(whole, tmp_path / NAME, change)


@pytest.mark.parametrize("change", [without_refuted, certified, another_axiom, negative])
def test_a_journal_that_is_changed_is_refused(change: Callable[[Data], Any], whole: bytes, tmp_path: Path) -> None:
    assert "is damaged, or not the one that was written after entry" in changed(
        whole, tmp_path / NAME, change, sealed=False
    )


def test_an_unchanged_journal_is_gone_on_with(whole: bytes, tmp_path: Path) -> None:
    assert changed(whole, tmp_path / NAME, lambda lines: None) == ""
    assert changed(whole, tmp_path / NAME, lambda lines: lines.pop()) == ""  # it died before that entry


def test_a_journal_that_lost_its_last_entry_is_refused(whole: bytes, tmp_path: Path) -> None:
    text = changed(whole, tmp_path / NAME, lambda lines: lines.pop(), sealed=False)
    assert " entries were written, and " in text


def test_witnesses_are_decided_again_in_a_process_of_their_own(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(whole)
    journal, text = opened(path, partial(decided_again, Selection(OPTIONS, REGISTRY)))
    assert text == "" and len(journal) > 3
    accounts = {slug: shown for _, done in journal.finished() for slug, shown in done.accounts.items()}
    found = [cell for _, done in journal.finished() for cell in done.cells]
    assert accounts == here(found) and accounts
    (cell, *_) = [cell for cell in found if cell.evidence.witness is not None]
    journal.close()
    data = cell_data.to_data(cell)
    data["evidence"]["witness"]["lhs"] = "1000"
    forged = cell_data.from_data(data)
    with pytest.raises(Differs, match="the record says 1000"):
        decided_again(Selection(OPTIONS, REGISTRY), [forged])
