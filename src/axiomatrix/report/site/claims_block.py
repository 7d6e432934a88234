"""What the page of claims says: what the sources claim, and what became of each claim.

``{"profile", "seed", "sources": [[id, title] ...], "verdicts": [[word, sign, style, means] ...], "claims": [...]}``. A
claim is ``{"id", "source", "wording", "supplied", "statement", "formalised", "verdict", "reach",
"short", "readings", "evidence", "instead", "explored"}``: ``source`` and ``verdict`` are places in the lists above,
``short`` is the reach without what is cited, ``readings`` a list of
``[state, names]``, ``explored`` the explorations that ask it.

A piece of evidence is ``{"status", "word", "kind", "reading", "of": [[metric, title] ...], "said", "sides", "instance",
"slug", "data"}``; the metric is empty where it has no page, the slug where there is no witness page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...evidence.verdict import Tone
from ...studies.ledger import Piece
from ...studies.ledger.entry import WORDS
from ..claims.data import CLAIMS, ClaimData, ClaimsData, PieceData
from ..claims.page import STATUSES, AlikeEvidence, grouped
from ..matrix.data import BadReport
from .cell_words import BROKEN
from .seen import seen

if TYPE_CHECKING:
    from .inputs import Inputs

CITED = "not by machine: "
"""What begins the part of a reach that names literature."""
CLASSES = {
    "true (proved)": Tone.PROVED,
    "true as far as checked": Tone.SEARCHED,
    "false": BROKEN,
    "true of some readings": Tone.UNKNOWN,
    "true of some readings as far as checked": Tone.UNKNOWN,
    "shown by an instance": Tone.PROVED,
    "open": Tone.UNKNOWN,
    "not checkable by machine": Tone.NOTHING,
}
"""The class that colours a verdict; the words say the same without it."""
SIGNS = {
    "true (proved)": "✓",
    "true as far as checked": "~",
    "false": "✗",
    "true of some readings": "/",
    "true of some readings as far as checked": "/",
    "shown by an instance": "✓",
    "open": "?",
    "not checkable by machine": ".",
}
_WITNESS = re.compile(r"witnesses/([A-Za-z0-9._-]{1,200})\.json")


def taken(inputs: Inputs) -> ClaimsData | None:
    """The ledger, None without one; :class:`BadReport` for what is none."""
    if inputs.claims is None:
        return None
    try:
        return CLAIMS.taken(inputs.claims)
    except BadReport as error:
        raise BadReport(f"claims.json: {error}") from None


def brief(inputs: Inputs) -> list[list[Any]]:
    """Each claim as ``[id, verdict, statement, explorations]``; the verdict names the readings where they differ."""
    ledger, explored = taken(inputs), _explored(inputs)
    listed: list[list[Any]] = seen(
        [[one.id, _worded(one), one.statement, explored.get(one.id, [])] for one in (ledger.claims if ledger else ())]
    )
    return listed


def _worded(entry: ClaimData) -> str:
    readings = "; ".join(f"{state}: {', '.join(of)}" for state, of in entry.readings.items())
    return f"{entry.verdict} ({readings})" if readings else entry.verdict


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block, None without a ledger; :class:`BadReport` for what is none."""
    ledger = taken(inputs)
    if ledger is None:
        return None
    sources, words = list(ledger.sources), list(WORDS)
    explored = _explored(inputs)
    claims = []
    for entry in ledger.claims:
        if entry.source not in ledger.sources:
            raise BadReport(f"claims.json: claim {entry.id!r:.80}: there is no source {entry.source!r:.80}")
        claims.append(_claim(entry, sources, words, explored.get(entry.id, []), inputs))
    made: dict[str, Any] = seen(
        {
            "profile": ledger.profile,
            "seed": ledger.seed,
            "sources": [[id, title] for id, title in ledger.sources.items()],
            "verdicts": [[word, SIGNS[word], CLASSES[word], means] for word, means in WORDS.items()],
            "claims": claims,
        }
    )
    return made


def _claim(
    entry: ClaimData, sources: list[str], words: list[Any], explored: list[str], inputs: Inputs
) -> dict[str, Any]:
    names = {row.name for row in inputs.whole.rows}
    return {
        "id": entry.id,
        "source": sources.index(entry.source),
        "wording": entry.wording,
        "supplied": entry.supplied,
        "statement": entry.statement,
        "formalised": entry.formalised,
        "verdict": words.index(entry.verdict),
        "reach": entry.reach,
        "short": _short(entry),
        "readings": [[state, listed] for state, listed in entry.readings.items()],
        "evidence": [_group(group, names, inputs) for group in grouped(list(map(_piece, entry.evidence)))],
        "instead": entry.instead,
        "explored": explored,
    }


def _short(entry: ClaimData) -> str:
    """The reach where there is little room: what is cited has a line of its own."""
    if entry.verdict == "not checkable by machine":
        return "cites"
    return "; ".join(part for part in entry.reach.split("; ") if not part.startswith(CITED))


def _piece(given: PieceData) -> Piece:
    match = _WITNESS.fullmatch(given.witness or "")
    taken = ("kind", "title", "status", "said", "reach", "reading", "sides", "instance", "data")
    return Piece(**{name: getattr(given, name) for name in taken}, slug=match[1] if match else "")


def _group(group: AlikeEvidence, names: set[str], inputs: Inputs) -> dict[str, Any]:
    first = group.pieces[0]
    readings = dict.fromkeys(piece.reading for piece in group.pieces if piece.reading)
    return {
        "status": group.status,
        "word": STATUSES[group.status],
        "kind": first.kind,
        "reading": ", ".join(readings),
        "of": [_titled(piece, names) for piece in group.pieces],
        "said": group.said,
        "sides": first.sides,
        "instance": first.instance,
        "slug": first.slug if first.slug in inputs.accounts else "",
        "data": [[name, value] for piece in group.pieces for name, value in piece.data.items()],
    }


def _titled(piece: Piece, names: set[str]) -> list[str]:
    """The metric, if it has a page, and what follows it."""
    metric, colon, rest = piece.title.partition(": ")
    return [metric, rest] if piece.kind == "cell" and colon and metric in names else ["", piece.title]


def _explored(inputs: Inputs) -> dict[str, list[str]]:
    """The explorations that ask each claim; what is wrong with one is said where it is shown."""
    by_source: dict[str, list[str]] = {}
    for exploration in inputs.explorations.values():
        questions = exploration.answer.get("questions")
        for question in questions if isinstance(questions, list) else []:
            claims = question.get("claims") if isinstance(question, dict) else None
            for claim in claims if isinstance(claims, list) else []:
                source = claim.get("source") if isinstance(claim, dict) else None
                if isinstance(source, str) and exploration.id not in by_source.setdefault(source, []):
                    by_source[source].append(exploration.id)
    return by_source
