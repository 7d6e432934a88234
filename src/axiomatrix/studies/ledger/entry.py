"""Entries of the ledger: a claim with its pieces of evidence, and the verdict that follows from them.

:mod:`.building` makes them. Reports, the site and ``claims.json`` show them. No verdict is written by hand:
:func:`derive_verdict` derives it from the pieces, also when a file is read back.

A claim may have several *parts*, such as a lower and an upper bound, and a part several *readings*, where the source
leaves something open. The *cells* among the pieces come from the matrix: one statement about one metric each. Three
scales follow from each other: the *status* of a piece, the *state* of a reading, and the *verdict* of the claim. The
JSON schema repeats the descriptions of records and fields.
"""

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
"""Status of one piece of evidence. ``shown``: an instance proves that something exists, or that a statement fails
that is claimed to fail. ``cites``: the piece names literature, as there is nothing to compute."""
ClaimVerdict = Literal[
    "true (proved)",
    "true as far as checked",
    "false",
    "true of some readings",
    "true of some readings as far as checked",
    "shown by an instance",
    "open",
    "not checkable by machine",
]
VERDICT_MEANINGS: dict[ClaimVerdict, str] = {
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
CORRECTED_VERDICTS: tuple[ClaimVerdict, ...] = (
    "false",
    "true of some readings",
    "true of some readings as far as checked",
)
"""The verdicts whose entries also have a correction."""
State = Literal["false", "open", "true as far as checked", "true"]
"""State of one reading, set by its weakest piece."""
STATES: dict[Status, State] = {
    "proved": "true",
    "shown": "true",
    "checked": "true as far as checked",
    "open": "open",
    "false": "false",
}
"""The state of a reading whose only piece has that status; a piece that cites does not set a state."""
WEAKEST_FIRST: tuple[State, ...] = ("false", "open", "true as far as checked", "true")
"""The states in order: a reading has the first of the states of its pieces."""
HOLDING: frozenset[State] = frozenset({"true as far as checked", "true"})
"""The states of a reading that holds."""
_WITNESS = re.compile(r"witnesses/([A-Za-z0-9._-]{1,200})\.json")
"""The file of a witness. The group, its slug, is of a length and of characters that are safe in a page's address."""
Text = Annotated[str, Meta(min_length=1)]


class Piece(Record):
    """One piece of evidence: a cell of the compliance matrix, or a check that computes what the claim says in words."""

    kind: Literal["cell", "check"]
    title: Text
    status: Status
    said: Annotated[str, Meta(description="The verdict of the cell, or the sentence of the check.")]
    reach: str = ""
    strength: Annotated[
        tuple[int, ...], Meta(description="For a cell, the strength of its evidence, compared from the left.")
    ] = ()
    readings: Annotated[
        tuple[str, ...],
        Meta(description="All readings of this part of the claim; empty if there is only one."),
    ] = ()
    reading: Annotated[str, Meta(description="The reading that the piece is about.")] = ""
    sides: Annotated[str, Meta(description="The two sides of the statement on the witness.")] = ""
    instance: Annotated[str, Meta(description="The witness in words.")] = ""
    witness: Annotated[str | None, Meta(description="The file of the witness, which can be replayed.")] = None
    data: Annotated[dict[str, str], Meta(description="The numbers of a check, exact.")] = {}  # noqa: RUF012  # a copy each
    settles: Annotated[bool, Meta(description="True if the check proves all that the claim says, for every n.")] = False

    @property
    def slug(self) -> str:
        """The name of the page of the witness, if its file lies where witnesses are; else empty."""
        file = _WITNESS.fullmatch(self.witness or "")
        return file[1] if file else ""


class Entry(Record, kw_only=True):
    """A claim of a source with its evidence; verdict, reach and readings are derived from the evidence."""

    id: Text
    source: Text
    wording: Annotated[Text, Meta(description="The source's own words, verbatim.")]
    supplied: Annotated[bool, Meta(description="True if the wording is ours because the source is silent.")]
    statement: Annotated[Text, Meta(description="What the claim says, in our words.")]
    formalised: Annotated[str, Meta(description="How the claim was made precise.")]
    only: Annotated[str, Meta(description="The cases that are checked, if the claim covers more.")] = ""
    evidence: tuple[Piece, ...]
    verdict: ClaimVerdict = field(
        default_factory=lambda: "open"  # a factory, as msgspec leaves out a field equal to its default
    )
    reach: Annotated[str, Meta(description="How far the verdict reaches, or what is cited.")] = ""
    readings: Annotated[
        dict[State, list[str]],
        Meta(description="Where readings disagree: the readings under which the claim is true, false or open."),
    ] = {}  # noqa: RUF012  # a copy each
    instead: Annotated[
        tuple[Text, ...], Meta(description="What is true instead, computed; only for a claim that is wrong.")
    ] = ()

    def __post_init__(self) -> None:
        # The record is frozen: msgspec has a function to set derived fields.
        verdict = derive_verdict(self.evidence)
        force_setattr(self, "verdict", verdict)
        force_setattr(self, "reach", "; ".join(filter(None, (derive_reach(self.evidence, verdict), self.only))))
        force_setattr(self, "readings", disagreement(self.evidence))


def disagreement(pieces: Iterable[Piece]) -> dict[State, list[str]]:
    """Return the readings in each state, for the parts of a claim whose readings disagree; empty states are left out.

    Two states that both hold, one proved and one checked, do not disagree.
    """
    by_state: dict[State, list[str]] = {"true": [], "true as far as checked": [], "false": [], "open": []}
    for state_of_reading in _readings(pieces).values():
        states = set(state_of_reading.values())
        if len(states) > 1 and states - HOLDING:
            for name, state in state_of_reading.items():
                if name and name not in by_state[state]:
                    by_state[state].append(name)
    return {state: names for state, names in by_state.items() if names}


def _readings(pieces: Iterable[Piece]) -> dict[tuple[str, ...] | str, dict[str, State]]:
    """Return the state of each reading, part by part: by the key of the part, then by the reading.

    The pieces about one set of readings form a part of the claim, whose key is that set. A piece without readings is
    a separate part, whose key is its number. A reading is as weak as its weakest piece.
    """
    parts: dict[tuple[str, ...] | str, dict[str, State]] = {}
    for number, piece in enumerate(pieces):
        if piece.status in STATES:
            state_of_reading = parts.setdefault(piece.readings or str(number), {})
            state_before = state_of_reading.get(piece.reading, "true")
            state_of_reading[piece.reading] = min(state_before, STATES[piece.status], key=WEAKEST_FIRST.index)
    return parts


def derive_verdict(pieces: Sequence[Piece]) -> ClaimVerdict:
    """Derive the verdict of a claim from its pieces.

    A claim is the conjunction of its parts (see :func:`_readings`), and one reading is enough for a part to hold.

    1. It is false if some part is false under all its readings.
    2. It is open if some part holds under no reading.
    3. It is true of some readings if some part holds under some of its readings only.
    4. Otherwise it is true: as far as checked if some piece is only checked and no piece settles it for every n.
    """
    if pieces and all(piece.status == "cites" for piece in pieces):
        return "not checkable by machine"
    states_of_parts = [set(state_of_reading.values()) for state_of_reading in _readings(pieces).values()]
    if any(states == {"false"} for states in states_of_parts):
        return "false"
    if not states_of_parts or any(not states & HOLDING for states in states_of_parts):
        return "open"
    split_parts = [states for states in states_of_parts if states - HOLDING]  # some of their readings do not hold
    if split_parts:
        is_proved = all("true" in states for states in split_parts)
        return "true of some readings" if is_proved else "true of some readings as far as checked"
    statuses = {piece.status for piece in pieces if piece.status != "cites"}
    if "checked" in statuses and not any(piece.settles for piece in pieces):
        return "true as far as checked"
    return "shown by an instance" if statuses == {"shown"} else "true (proved)"


def derive_reach(pieces: Sequence[Piece], verdict: ClaimVerdict) -> str:
    """Write the text in brackets after the verdict: how far it reaches, what is open, and what is cited.

    A claim that is true as far as checked has the reach of its weakest piece.
    """
    cited = [f"not by machine: {piece.said}" for piece in pieces if piece.status == "cites"]
    if verdict == "not checkable by machine":
        return "; ".join(piece.said for piece in pieces)
    if verdict == "open":
        return "; ".join(piece.said for piece in pieces if piece.kind == "check" and piece.status == "open")
    if verdict == "true as far as checked":
        checked = [piece for piece in pieces if piece.status == "checked"]
        cells = [piece for piece in checked if piece.kind == "cell"]  # a check has no strength to compare
        weakest = min(cells or checked, key=lambda piece: piece.strength)
        reaches_differ = len({piece.reach for piece in checked}) > 1
        return "; ".join([("at least " if reaches_differ else "") + weakest.reach, *cited])
    return "; ".join(cited)


class Ledger(Record):
    """All entries, with the profile and the seed that their cells were checked with."""

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
