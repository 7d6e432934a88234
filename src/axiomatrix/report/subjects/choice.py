"""Metrics that fit wishes, and what each of the others misses by."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.axiom import KIND_PLURALS
from ...studies.ask.choosing import Choice, Wish, behind
from ...studies.ask.comparing import Standing
from ..document import Block, Document, Heading, Inline, List, Mono, Nested, Note, Table
from .verdicts import AS_FAR, short

MOST_OTHERS = 12
"""Metrics that do not fit and are listed."""


def document(chosen: Choice, kind: str, about: str, readings: Iterable[str], origin: str) -> Document:
    """The metrics that fit, the sets of wishes that nothing fulfils together, and what the others miss.

    ``readings`` say how the names of axioms were read, ``origin`` where the verdicts are from.
    """
    metric = kind or "metric"
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
    return Document(lead(chosen, metric), blocks=(*blocks, Note(origin)))


def lead(chosen: Choice, metric: str) -> str:
    """How many metrics fit, of how many that the wishes are about."""
    every = len(chosen.fit) + len(chosen.others)
    plurals: dict[str, str] = {kind: plural for plural, kind in KIND_PLURALS.items()}
    verbs = {True: "satisfy", False: "do not satisfy"}
    names = {must: [wish.name for wish in chosen.wishes if wish.must is must] for must in verbs}
    predicate = " and ".join(f"{verbs[must]} {', '.join(listed)}" for must, listed in names.items() if listed)
    return f"{len(chosen.fit)} of {every:,} {plurals.get(metric, f'{metric}s')} {predicate}, {AS_FAR}."


def _why(wish: Wish, standing: Standing) -> str:
    if not standing.applies:
        return "it says nothing of it" if standing.cells else "not asked of it"
    return short(standing) if wish.must or standing.holds is None else f"nothing breaks it: {short(standing)}"
