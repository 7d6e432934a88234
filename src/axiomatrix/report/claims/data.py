"""The claims ledger as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...evidence.files import by_line
from ...evidence.formats import Format, MustBe, Record
from ...studies.ledger.entry import Ledger, Piece, State, Status, Word
from ..matrix.data import MAX_BYTES, BadReport

Text = Annotated[str, Meta(min_length=1)]


class PieceData(Record):
    """A cell of the compliance matrix, or a check that computes what the claim says in words."""

    kind: Literal["cell", "check"]
    title: Text
    status: Status
    said: str
    reach: str
    reading: Annotated[str, Meta(description="The reading that it is of; empty if there is one only.")]
    sides: Annotated[str, Meta(description="The two sides on the witness.")]
    instance: Annotated[str, Meta(description="The witness.")]
    witness: Annotated[str | None, Meta(description="The file of the witness, which can be replayed.")]
    data: Annotated[dict[str, str], Meta(description="The numbers of a check, exact.")]


class ClaimData(Record):
    """A claim of a source, and what became of it."""

    id: Text
    source: Text
    wording: Annotated[Text, Meta(description="The source's own words, as they are.")]
    supplied: Annotated[bool, Meta(description="Whether the wording is ours because the source is silent.")]
    statement: Annotated[Text, Meta(description="What it says, in our words.")]
    formalised: Annotated[str, Meta(description="How it was made precise.")]
    verdict: Word
    reach: Annotated[str, Meta(description="How far the verdict reaches, or what is cited.")]
    readings: Annotated[
        dict[str, list[str]],
        MustBe(dict[State, list[str]]),
        Meta(description="Where the readings do not agree: those of which it is true, false or open."),
    ]
    evidence: Annotated[tuple[Piece, ...], MustBe(list[PieceData])]
    instead: Annotated[
        tuple[Text, ...], Meta(description="What is true instead; only where the claim is wrong, and computed.")
    ]


class ClaimsData(Record):
    """The claims ledger."""

    profile: Annotated[str, Meta(description="The profile that the cells were checked with.")]
    seed: int
    sources: Annotated[dict[str, str], Meta(description="The title of each source, by its id.")]
    claims: list[ClaimData]


CLAIMS = Format(
    "axiomatrix-claims-1",
    "claims ledger",
    ClaimsData,
    "Every claim of the sources: wording, formalisation, verdict and evidence.",
    BadReport,
    MAX_BYTES,
)


def dumps(ledger: Ledger) -> str:
    """The ledger as the content of ``claims.json``."""
    return by_line(CLAIMS.data(ledger))
