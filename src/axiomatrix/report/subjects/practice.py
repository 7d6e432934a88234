"""A topic of practice: what happens, the smallest counterexample, and what the catalogue and the libraries do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...catalogue.practice import PracticeTopic
from ...evidence.account.making import account
from ...evidence.matrix import Matrix
from ...model.registry import Registry
from ...studies.ask.standing import KnownCells
from ..ask.words import short
from ..document import Block, Document, Heading, Inline, List, Mono, Note, Span, Table, Text
from ..libraries.data import LibraryReport
from . import witness

MOST_NAMED = 2
"""Other topics."""


def document(
    topic: PracticeTopic,
    matrix: Matrix,
    libraries: LibraryReport | None,
    registry: Registry,
    origin: str,
    others: Sequence[PracticeTopic] = (),
) -> Document:
    """The paragraph; the counterexample with its values; the rows that differ; libraries; the axioms that see it.

    ``others`` are topics that the same words may mean.
    """
    known = KnownCells(matrix)
    blocks: list[Block] = [*_counterexample(topic, known, registry)]
    heads = ("metric", *topic.axioms, "formula")
    rows: list[tuple[Inline, ...]] = [
        (Mono(row), *(short(known.standing(row, [axiom])) for axiom in topic.axioms), registry.metric(row).formula)
        for row in topic.rows
    ]
    blocks += [Heading("Rows of the catalogue"), Table(heads, tuple(rows))]
    blocks += _libraries(topic, libraries) if libraries is not None and topic.of_libraries else ()
    sees: tuple[Inline, ...] = tuple((Mono(id), f": {registry.axiom(id).sentence_of({})}") for id in topic.axioms)
    blocks += [Heading("The axioms that see it"), List(sees), Note(origin)]
    return Document(topic.title, topic.text, (*([_also(others)] if others else []), *blocks))


def _counterexample(topic: PracticeTopic, known: KnownCells, registry: Registry) -> Iterator[Block]:
    """The instance on which the row breaks the axiom, and how to decide it again."""
    row, axiom = topic.shown_by
    cell = known.standing(row, [axiom]).telling
    shown = None if cell is None else account(cell, known.matrix, registry)
    if shown is None:
        return
    yield Heading((Mono(row), f" breaks {axiom}"))
    yield Text(witness.lead(shown))
    yield from witness.blocks(shown, None, level=3)


def _libraries(topic: PracticeTopic, libraries: LibraryReport) -> Iterator[Block]:
    """The measures of libraries that break one of the axioms asked of them, and how many do not."""
    known = KnownCells(libraries)
    standings = {row.name: [known.standing(row.name, [id]) for id in topic.of_libraries] for row in libraries.rows}
    asked = {name: each for name, each in standings.items() if any(standing.applies for standing in each)}
    breaking = {name: each for name, each in asked.items() if any(standing.holds is False for standing in each)}
    versions = ", ".join(f"{note.distribution} {note.version}" for note in libraries.libraries)
    yield Heading("Libraries")
    yield Text(f"{len(breaking)} of the {len(asked)} measures of which it is asked break it ({versions}).")
    if breaking:
        rows: list[tuple[Inline, ...]] = [(Mono(name), *map(short, each)) for name, each in breaking.items()]
        yield Table(("measure", *topic.of_libraries), tuple(rows))


def with_hint(known: Document, topics: Sequence[PracticeTopic]) -> Document:
    """An answer, and which topics say more."""
    return Document(known.title, known.summary, (_also(topics), *known.blocks))


def instead(known: Document, topic: Document) -> Document:
    """An answer that says nothing of what was asked, followed by the topic that does."""
    return Document(known.title, known.summary, (Heading(topic.title), Text(topic.summary), *topic.blocks))


def _also(topics: Sequence[PracticeTopic]) -> Text:
    """The commands that show these topics, of which the first say most."""
    named: list[Span] = []
    for topic in topics[:MOST_NAMED]:
        named += ["; " if named else "", Mono(f'axiomatrix ask "topic {topic.id}"'), f" ({topic.title})"]
    return Text(("Met in practice: ", *named))
