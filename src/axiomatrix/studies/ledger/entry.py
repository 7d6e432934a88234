"""Entries: a claim with its evidence, and the verdict that follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import force_setattr

from ...evidence.formats import Record
from ...evidence.words import grouped
from ...model.registry import Unknown

Status = Literal["proved", "checked", "shown", "false", "open", "cites"]
"""Of one piece of evidence. ``shown``: an instance settles a statement of existence, or a statement said to fail."""
Word = Literal[
    "true (proved)",
    "true as far as checked",
    "false",
    "true of some readings",
    "true of some readings as far as checked",
    "shown by an instance",
    "open",
    "not checkable by machine",
]
WORDS: dict[Word, str] = {
    "true (proved)": "It holds for every n, or it is a finite statement that was computed exactly.",
    "true as far as checked": "Nothing contradicts it as far as the evidence named reaches; it is not proved.",
    "false": "A part of it fails under every reading: an exact witness or computation contradicts it. A reading "
    "that is listed as true is one of another part.",
    "true of some readings": "The source leaves something open; it holds under some readings and not under others.",
    "true of some readings as far as checked": "The source leaves something open; under some readings nothing "
    "contradicts it as far as the evidence named reaches, and it is proved under none.",
    "shown by an instance": "It says that something exists (or fails), and an exact instance shows it.",
    "open": "Nothing found proves or contradicts it.",
    "not checkable by machine": "It is not a statement about values; the literature that settles it is cited.",
}
"""The verdicts, and what they mean."""
CORRECTED: tuple[Word, ...] = ("false", "true of some readings", "true of some readings as far as checked")
"""With these the correct statement is shown."""
State = Literal["false", "open", "true as far as checked", "true"]
"""Of a reading: the weakest of its pieces."""
STATES: dict[Status, State] = {
    "proved": "true",
    "shown": "true",
    "checked": "true as far as checked",
    "open": "open",
    "false": "false",
}
"""What a piece makes of its reading; one that only cites makes nothing of it."""
WEAKEST: tuple[State, ...] = ("false", "open", "true as far as checked", "true")
HOLDING: frozenset[State] = frozenset({"true as far as checked", "true"})
_WITNESS = re.compile(r"witnesses/([A-Za-z0-9._-]{1,200})\.json")
Text = Annotated[str, Meta(min_length=1)]


class Piece(Record):
    """One piece of evidence: a cell of the compliance matrix, or a check that computes what the claim says in words."""

    kind: Literal["cell", "check"]
    title: Text
    status: Status
    said: Annotated[str, Meta(description="The verdict of the cell, or the sentence of the check.")]
    reach: str = ""
    strength: Annotated[
        tuple[int, ...], Meta(description="Of a cell: how strong its evidence is, compared from the left.")
    ] = ()
    readings: Annotated[
        tuple[str, ...],
        Meta(description="All readings that the claim is checked of here; none if there is only one."),
    ] = ()
    reading: Annotated[str, Meta(description="Which of them this is of.")] = ""
    sides: Annotated[str, Meta(description="The two sides on the witness.")] = ""
    instance: Annotated[str, Meta(description="The witness.")] = ""
    witness: Annotated[str | None, Meta(description="The file of the witness, which can be replayed.")] = None
    data: Annotated[dict[str, str], Meta(description="The numbers of a check, exact.")] = {}  # noqa: RUF012  # a copy each
    settles: Annotated[bool, Meta(description="Whether the check is all that the claim says, for every n.")] = False

    @property
    def slug(self) -> str:
        """The name of the page of the witness, if its file lies where witnesses are; else empty."""
        file = _WITNESS.fullmatch(self.witness or "")
        return file[1] if file else ""


class Entry(Record, kw_only=True):
    """A claim of a source, and what became of it; verdict, reach and readings are what follows from the evidence."""

    id: Text
    source: Text
    wording: Annotated[Text, Meta(description="The source's own words, as they are.")]
    supplied: Annotated[bool, Meta(description="Whether the wording is ours because the source is silent.")]
    statement: Annotated[Text, Meta(description="What it says, in our words.")]
    formalised: Annotated[str, Meta(description="How it was made precise.")]
    only: Annotated[str, Meta(description="Of what alone it is asked, where that is less than it says.")] = ""
    evidence: tuple[Piece, ...]
    verdict: Word = field(default_factory=lambda: "open")  # which is written, as a default that is a value is not
    reach: Annotated[str, Meta(description="How far the verdict reaches, or what is cited.")] = ""
    readings: Annotated[
        dict[State, list[str]],
        Meta(description="Where the readings do not agree: those of which it is true, false or open."),
    ] = {}  # noqa: RUF012  # a copy each
    instead: Annotated[
        tuple[Text, ...], Meta(description="What is true instead; only where the claim is wrong, and computed.")
    ] = ()

    def __post_init__(self) -> None:
        word = verdict(self.evidence)
        force_setattr(self, "verdict", word)
        force_setattr(self, "reach", "; ".join(filter(None, (reach(self.evidence, word), self.only))))
        force_setattr(self, "readings", disagreement(self.evidence))


def disagreement(pieces: Iterable[Piece]) -> dict[State, list[str]]:
    """Where the readings do not agree: those of which it is true, true as far as checked, false and open."""
    by_state: dict[State, list[str]] = {"true": [], "true as far as checked": [], "false": [], "open": []}
    for readings in _readings(pieces).values():
        if len(set(readings.values())) > 1 and set(readings.values()) - HOLDING:
            for name, state in readings.items():
                if name and name not in by_state[state]:
                    by_state[state].append(name)
    return {state: names for state, names in by_state.items() if names}


def _readings(pieces: Iterable[Piece]) -> dict[tuple[str, ...] | str, dict[str, State]]:
    """For each set of readings (or single piece) the state of each."""
    by_readings: dict[tuple[str, ...] | str, dict[str, State]] = {}
    for number, piece in enumerate(pieces):
        if piece.status in STATES:
            states = by_readings.setdefault(piece.readings or str(number), {})
            known = states.get(piece.reading, "true")
            states[piece.reading] = min(known, STATES[piece.status], key=WEAKEST.index)
    return by_readings


def verdict(pieces: Sequence[Piece]) -> Word:
    """The verdict of a claim that consists of these pieces.

    A claim is the conjunction of its pieces, but for the readings of one definition, of which one is enough: it is
    false if some piece is false under all its readings, true of some readings if it is then true under some of them.
    Where nothing contradicts it, a piece that settles it for every n proves it.
    """
    if pieces and all(piece.status == "cites" for piece in pieces):
        return "not checkable by machine"
    states = [set(readings.values()) for readings in _readings(pieces).values()]
    if any(state == {"false"} for state in states):
        return "false"
    if not states or any(not state & HOLDING for state in states):
        return "open"
    if any(state - HOLDING for state in states):
        is_known = all("true" in state for state in states if state - HOLDING)
        return "true of some readings" if is_known else "true of some readings as far as checked"
    statuses = {piece.status for piece in pieces if piece.status != "cites"}
    if "checked" in statuses and not any(piece.settles for piece in pieces):
        return "true as far as checked"
    return "shown by an instance" if statuses == {"shown"} else "true (proved)"


def reach(pieces: Sequence[Piece], word: Word) -> str:
    """Return the text in brackets behind the verdict."""
    cited = [f"not by machine: {piece.said}" for piece in pieces if piece.status == "cites"]
    if word == "not checkable by machine":
        return "; ".join(piece.said for piece in pieces)
    if word == "open":
        return "; ".join(piece.said for piece in pieces if piece.kind == "check" and piece.status == "open")
    if word == "true as far as checked":
        checked = [piece for piece in pieces if piece.status == "checked"]
        cells = [piece for piece in checked if piece.kind == "cell"]  # which can be compared
        weakest = min(cells or checked, key=lambda piece: piece.strength)
        several = len({piece.reach for piece in checked}) > 1
        return "; ".join([("at least " if several else "") + weakest.reach, *cited])
    return "; ".join(cited)


class Ledger(Record):
    """All entries, and what their cells were checked with."""

    profile: Annotated[str, Meta(description="The profile that the cells were checked with.")]
    seed: int
    sources: Annotated[dict[str, str], Meta(description="The title of each source, by its id.")]
    claims: tuple[Entry, ...]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.claims)

    def __getitem__(self, id: str) -> Entry:
        for entry in self.claims:
            if entry.id == id:
                return entry
        raise Unknown("claim", id, [entry.id for entry in self.claims])

    @property
    def by_source(self) -> dict[str, list[Entry]]:
        """The entries of each source."""
        return grouped(self.claims, lambda entry: entry.source)
