"""The verdict of a claim follows from its evidence, and from nothing else."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest
from verdict_words import in_words

from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Witness
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.status import strength_of
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.ledger.building import status_of
from axiomatrix.studies.ledger.entry import (
    VERDICT_MEANINGS,
    ClaimVerdict,
    Entry,
    Piece,
    Status,
    derive_reach,
    derive_verdict,
)

READINGS = ("one", "two")


def piece(status: Any, reading: str = "", **more: Any) -> Piece:
    return Piece("cell", "m: axiom", status, "said", readings=READINGS if reading else (), reading=reading, **more)


@pytest.mark.parametrize(
    ("pieces", "word"),
    [
        ([piece("proved")], "true (proved)"),
        ([piece("proved"), piece("shown")], "true (proved)"),
        ([piece("proved"), piece("checked")], "true as far as checked"),
        ([piece("proved", settles=True), piece("checked")], "true (proved)"),
        ([piece("proved", settles=True), piece("checked"), piece("false")], "false"),
        ([piece("proved", settles=True), piece("checked"), piece("open")], "open"),
        ([piece("proved", "one", settles=True), piece("false", "two"), piece("checked")], "true of some readings"),
        ([piece("shown"), piece("shown")], "shown by an instance"),
        ([piece("proved"), piece("false")], "false"),
        ([piece("open"), piece("false")], "false"),
        ([piece("proved"), piece("open")], "open"),
        ([], "open"),
        ([piece("cites")], "not checkable by machine"),
        ([piece("cites"), piece("checked")], "true as far as checked"),
        ([piece("proved", "one"), piece("false", "two")], "true of some readings"),
        ([piece("proved", "one"), piece("open", "two")], "true of some readings"),
        ([piece("false", "one"), piece("false", "two")], "false"),
        ([piece("open", "one"), piece("false", "two")], "open"),
        ([piece("checked", "one"), piece("false", "two")], "true of some readings as far as checked"),
        ([piece("checked", "one"), piece("shown", "two"), piece("proved", "two")], "true as far as checked"),
        ([piece("checked"), piece("proved", "one"), piece("open", "two")], "true of some readings"),
        ([piece("proved", "one"), piece("false", "one"), piece("proved", "two")], "true of some readings"),
        ([piece("proved", "one"), piece("false", "one"), piece("false", "two")], "false"),
        ([piece("proved", "one"), piece("false", "two"), piece("false")], "false"),
        ([piece("proved", "one"), piece("false", "two"), piece("open")], "open"),
    ],
)
def test_the_verdict_of_pieces(pieces: list[Piece], word: str) -> None:
    assert derive_verdict(pieces) == word


def test_no_combination_of_evidence_calls_true_what_some_piece_contradicts() -> None:
    statuses: tuple[Status, ...] = get_args(Status)
    kinds = [piece(s, r) for s in statuses for r in ("", "one", "two")]
    for pieces in product(kinds, repeat=3):
        word = derive_verdict(pieces)
        assert word in VERDICT_MEANINGS
        if any(p.status == "false" for p in pieces):
            assert word in ("false", "open") or word.startswith("true of some readings")
        if any(p.status == "false" and not p.reading for p in pieces):
            assert word == "false"
        if word in ("true (proved)", "true as far as checked", "shown by an instance"):
            assert all(p.status in ("proved", "checked", "shown", "cites") for p in pieces)
        if word == "true (proved)":
            assert all(p.status != "checked" for p in pieces)


def test_the_words_and_their_meanings_are_the_same() -> None:
    assert list(VERDICT_MEANINGS) == list(get_args(ClaimVerdict))


def checked(verdict: str, n: int) -> Piece:
    reach = Reach("linear" if verdict == "certified" else "enumeration", 1, n, 9, grid=verdict == "searched")
    strong = strength_of(Evidence(Verdict(verdict), reach=(reach,)))
    return piece("checked", reach=reach.text, strength=strong)


def test_the_reach_is_that_of_the_weakest_evidence() -> None:
    far, near = checked("exhausted", 6), checked("searched", 3)
    assert derive_reach([far, near], "true as far as checked") == in_words("at least grid n<=3")
    assert derive_reach([checked("certified", 3), checked("searched", 4)], "true as far as checked") == in_words(
        "at least grid n<=4"
    )
    assert derive_reach([far, far], "true as far as checked") == in_words("exhausted n<=6")
    cited = Piece("check", "t", "cites", "a theorem")
    assert derive_reach([far, cited], "true as far as checked") == in_words("exhausted n<=6; not by machine: a theorem")
    assert derive_reach([cited], "not checkable by machine") == "a theorem"


def cell(verdict: str, claimed: str, *, witness: bool = False, in_vain: bool = False) -> Cell:
    shown = (
        Witness(
            "m",
            "a",
            {},
            ParameterDomain.OPEN,
            n=2,
            instance={},
            parameters={},
            lhs="1",
            op="==",
            rhs="2",
            smallest=True,
            shows="shows",
            channel="exact",
        )
        if witness
        else None
    )
    sought = "an instance" if in_vain else ""
    evidence = Evidence(Verdict(verdict), reach=(Reach("enumeration", 1, 5, 9),), witness=shown, sought=sought)  # type: ignore[arg-type]  # from a table
    return Cell("m", "a", {}, ParameterDomain.OPEN, claims=(ClaimNote(claimed, "X1", "w"),), evidence=evidence)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (cell("refuted", "holds", witness=True), "false"),
        (cell("refuted", "fails", witness=True), "shown"),
        (cell("refuted", "conjectured", witness=True), "false"),
        (cell("proved", "conjectured"), "proved"),
        (cell("searched", "conjectured"), "open"),
        (cell("proved", "holds"), "proved"),
        (cell("proved", "holds", witness=True), "shown"),
        (cell("certified", "holds"), "checked"),
        (cell("exhausted", "holds"), "checked"),
        (cell("searched", "holds"), "checked"),
        (cell("searched", "holds", in_vain=True), "open"),
        (cell("searched", "fails"), "open"),
        (cell("proved", "fails"), "false"),
        (cell("error", "holds"), "open"),
        (cell("vacuous", "holds"), "open"),
        (cell("not applicable", "holds"), "open"),
    ],
)
def test_the_status_of_a_cell_is_what_its_evidence_says_of_the_claim(made: Cell, expected: str) -> None:
    assert status_of(made) == expected


def entry_of(*pieces: Piece) -> Entry:
    return Entry(id="X1", source="X", wording="w", supplied=False, statement="s", formalised="f", evidence=pieces)


def test_the_readings_that_do_not_agree_are_named() -> None:
    pieces = (piece("proved", "one"), piece("false", "two"), piece("proved"))
    entry = entry_of(*pieces)
    assert entry.readings == {"true": ["one"], "false": ["two"]}
    assert entry_of(piece("proved", "one"), piece("proved", "two")).readings == {}
