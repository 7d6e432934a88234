"""The claims ledger as Markdown, and the words that all its formats share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...evidence.safe import code, prose, visible
from ...evidence.words import counted, grouped
from ...studies.ledger.building import Ledger
from ...studies.ledger.entry import WORDS, Entry, Piece, reach
from ..tables import github
from .data import ClaimData

STATUSES = {
    "false": "contradicted",
    "open": "open",
    "shown": "shown by an instance",
    "proved": "proved or computed",
    "checked": "not contradicted as far as checked",
    "cites": "cited",
}
"""The statuses of evidence in the order in which they are shown, in words."""
WITH_INSTANCE = 3
"""So many instances of a claim are written out; of more, the sides are."""


@dataclass(frozen=True)
class AlikeEvidence:
    """Evidence of one status that says the same: several metrics, one line."""

    status: str
    text: str
    pieces: tuple[Piece, ...]

    @property
    def names(self) -> str:
        """What it is about."""
        return ", ".join(visible(piece.title) for piece in self.pieces)


def alike(pieces: Sequence[Piece]) -> list[AlikeEvidence]:
    """The evidence in the order of its weight; pieces without a witness that say the same together."""

    def key(piece: Piece) -> tuple[str, str, str]:
        return piece.status, piece.said, piece.title if piece.slug or piece.kind == "check" else ""

    order = list(STATUSES)
    groups = grouped(sorted(pieces, key=lambda piece: order.index(piece.status)), key)
    return [AlikeEvidence(status, text, tuple(same)) for (status, text, _), same in groups.items()]


def totals(ledger: Ledger) -> str:
    """How many claims have each verdict, in the order of the legend."""
    words = [entry.verdict for entry in ledger]
    return ", ".join(f"{words.count(word)} {word}" for word in WORDS if word in words)


def readings_text(entry: Entry | ClaimData) -> str:
    """Where the readings do not agree: which do what."""
    return "; ".join(f"{state}: {', '.join(names)}" for state, names in entry.readings.items())


def whole_verdict(entry: Entry) -> str:
    """The verdict with its reach."""
    return f"{entry.verdict} ({entry.reach})" if entry.reach else entry.verdict


def short_verdict(entry: Entry) -> str:
    """The verdict where there is little room: what is cited has its own line."""
    if entry.verdict == "not checkable by machine":
        return f"{entry.verdict} (cites)"
    less = reach([piece for piece in entry.evidence if piece.status != "cites"], entry.verdict)
    return f"{entry.verdict} ({less})" if less else entry.verdict


def page(ledger: Ledger) -> str:
    """The whole of ``claims.md``."""
    lines = [
        "# Claims ledger",
        "",
        f"{counted(len(ledger.claims), 'claim')} of {counted(len(ledger.by_source), 'source')}: {totals(ledger)}. "
        f"Cells checked with profile {prose(ledger.profile)}, seed {ledger.seed}.",
        "",
        "Each claim is quoted as the source words it, slips included, and judged by the evidence below it: cells of "
        "the [compliance matrix](compliance.md), and checks that compute what the source says in words. Verdicts are "
        "derived from the evidence.",
        "",
        "## What the verdicts mean",
        "",
        github(["verdict", "what it means"], [[prose(word), prose(means)] for word, means in WORDS.items()]),
        "",
        "## Summary",
        "",
    ]
    rows = [
        [f"[{prose(entry.id)}](#{anchor(entry)})", _marked(entry), prose(entry.statement)] for entry in ledger.claims
    ]
    lines += [github(["claim", "verdict", "what it says"], rows), ""]
    for source, entries in ledger.by_source.items():
        lines += [f"## {prose(source)}: {prose(ledger.sources[source])}", ""]
        for entry in entries:
            lines += _entry(entry)
    return "\n".join(lines).rstrip("\n") + "\n"


def anchor(entry: Entry) -> str:
    """Where the claim stands on a page."""
    return "".join(character for character in entry.id.lower() if character.isalnum() or character == "-")


def _marked(entry: Entry) -> str:
    verdict = prose(short_verdict(entry))
    return f"**{verdict}**" if entry.readings or entry.verdict == "false" else verdict


def _entry(entry: Entry) -> list[str]:
    lines = [f"### {prose(entry.id)}", "", f"> {prose(entry.wording)}", ""]
    lines += ["The wording is ours; the source is silent.", ""] if entry.supplied else []
    lines += [f"- What it says: {prose(entry.statement)}"] if entry.statement != entry.wording else []
    lines += [f"- Formalised: {prose(entry.formalised)}"] if entry.formalised else []
    lines.append(f"- Verdict: **{prose(whole_verdict(entry))}**")
    lines += [f"- Readings: {prose(readings_text(entry))}"] if entry.readings else []
    lines += [f"- What is true instead: {prose(correction)}" for correction in entry.instead]
    lines += ["", "Evidence:", ""]
    for group in alike(entry.evidence):
        lines += _group(group, entry)
    return [*lines, ""]


def _group(group: AlikeEvidence, entry: Entry) -> list[str]:
    first = group.pieces[0]
    if first.kind == "check":
        status = STATUSES[group.status] + (f" ({first.reading})" if first.reading else "")
        return [f"- {prose(status)}: {prose(first.title)}: {prose(group.text)}"]
    names = ", ".join(code(piece.title) for piece in group.pieces)
    line = f"- {prose(STATUSES[group.status])}: {names}: {prose(group.text)}"
    if not first.slug:
        return [line]
    line += f"; [{prose(first.sides)}](witnesses/{first.slug}.md)"
    instances = sum(piece.slug != "" and piece.status == group.status for piece in entry.evidence)
    few = group.status == "false" or instances <= WITH_INSTANCE
    return [line, *([f"  - {prose(first.instance)}"] if few and first.instance else [])]
