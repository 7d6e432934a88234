"""Metrics that fit wishes, and what each of the others misses by."""

from __future__ import annotations

from collections.abc import Iterable

from ...evidence.words import counted
from ...studies.ask.choosing import Choice, Wish, behind
from ...studies.ask.standing import Standing
from ..ask.words import AS_FAR, short
from ..document import Block, Document, Heading, Inline, List, Mono, Nested, Note, Table

MOST_OTHERS = 12
"""Metrics that do not fit and are listed."""


def document(chosen: Choice, kind: str, about: str, readings: Iterable[str], origin: str) -> Document:
    """The metrics that fit, the sets of wishes that nothing fulfils together, and what the others miss.

    ``readings`` say how the names of axioms were read, ``origin`` where the verdicts are from.
    """
    metric = kind or "metric"
    wishes = ", ".join(wish.text for wish in chosen.wishes)
    title = f"{counted(len(chosen.fit), metric)} of {len(chosen.fit) + len(chosen.others)} with, {AS_FAR}: {wishes}"
    fit: list[tuple[Inline, ...]] = [
        (Mono(candidate.row.name), *(short(standing) for _, standing in candidate.standings))
        for candidate in chosen.fit
    ]
    whose = f"{metric} of {about}" if about else f"{metric} of the report"
    impossible = (
        Nested(
            f"no {whose} fulfils: {' and '.join(wish.text for wish in wish_set)}",
            tuple(f"theorem {clash.text}" for clash in behind(wish_set)),
        )
        for wish_set in chosen.impossible
    )
    blocks: list[Block] = [List(tuple(readings)), Table(("metric", *(wish.text for wish in chosen.wishes)), tuple(fit))]
    blocks.append(List(tuple(impossible)))
    if chosen.others:
        more = len(chosen.others) - MOST_OTHERS
        missed = [
            (
                Mono(other.row.name),
                ": ",
                "; ".join(f"{wish.text} ({_why(wish, standing)})" for wish, standing in other.missed),
            )
            for other in chosen.others[:MOST_OTHERS]
        ]
        blocks.append(Heading("The others, and what they miss"))
        blocks.append(Note("A metric with parameters fulfils a wish only if it does under all of them."))
        blocks.append(List((*missed, *([f"and {more} more"] if more > 0 else []))))
    return Document(title, blocks=(*blocks, Note(origin)))


def _why(wish: Wish, standing: Standing) -> str:
    if not standing.applies:
        return "it says nothing of it" if standing.cells else "not asked of it"
    return short(standing) if wish.must or standing.holds is None else f"nothing breaks it: {short(standing)}"
