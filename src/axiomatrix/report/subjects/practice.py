"""A topic of practice: what happens, the smallest counterexample, and what the catalogue and the libraries do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.metric_sentences import distinction, plain_sentence
from ...catalogue.practice import PracticeTopic
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined
from ...studies.ask.comparing import KnownCells
from ..document import Block, Document, Heading, Inline, Link, List, Mono, Note, Picture, Span, Table, Text
from ..libraries.data import LibraryReport
from . import witness
from .verdicts import short
from .witness import value_text

MOST_NAMED = 2
"""Other topics."""
Named = Callable[[str, str], Mono | Link]
"""Gives the name of a ``metric`` or an ``axiom``, which leads to its page if there is one."""


def document(
    topic: PracticeTopic,
    matrix: Matrix,
    libraries: LibraryReport | None,
    registry: Registry,
    origin: str,
    others: Sequence[PracticeTopic] = (),
    pictures: Sequence[Picture] = (),
    named: Named = lambda _, name: Mono(name),
) -> Document:
    """The paragraph; the counterexample with its values; the rows that differ; libraries; the axioms that see it.

    ``others`` are topics that the same words may mean, ``pictures`` those of the counterexample.
    """
    known = KnownCells(matrix)
    blocks: list[Block] = [*_counterexample(topic, known, registry, pictures, named)]
    blocks += _rows(topic, known, registry, named)
    blocks += _libraries(topic, libraries, named) if libraries is not None and topic.of_libraries else ()
    sees: tuple[Inline, ...] = tuple(
        (named("axiom", id), f": {registry.axiom(id).sentence_of({})}") for id in topic.axioms
    )
    blocks += [Heading("The axioms that see it"), List(sees)]
    blocks += [_asking(topic, matrix, registry)]
    if topic.sources:
        blocks += [Heading("Sources"), List(tuple((Link(title, address),) for title, address in topic.sources))]
    blocks += [Note(origin)]
    return Document(topic.title, topic.paragraph, (*([_also(others)] if others else []), *blocks))


def telling_cell(topic: PracticeTopic, matrix: Matrix) -> Cell | None:
    """The cell whose witness is the counterexample of the topic; None if the matrix has none."""
    row, axiom = topic.shown_by
    cell = KnownCells(matrix).standing(row, [axiom]).telling
    return None if cell is None or cell.evidence.witness is None else cell


def _asking(topic: PracticeTopic, matrix: Matrix, registry: Registry) -> Text:
    """Say how a user checks a metric: by the command, or by a claim where the axiom takes arguments."""
    id, cell = topic.axioms[0], telling_cell(topic, matrix)
    if cell is None or not registry.axiom(id).arguments:
        return Text(("Asked of a metric of yours: ", Mono(f"axiomatrix check FILE.py --axiom {id}")))
    arguments = ", ".join(f"{value!r}" for value in cell.arguments.values())
    return Text(("Declared of a metric of yours: ", Mono(f"holds=[axioms.{id.replace('-', '_')}({arguments})]")))


def _counterexample(
    topic: PracticeTopic, known: KnownCells, registry: Registry, pictures: Sequence[Picture], named: Named
) -> Iterator[Block]:
    """The instance on which the row breaks the axiom, and how to decide it again."""
    row, axiom = topic.shown_by
    cell = telling_cell(topic, known.matrix)
    shown = None if cell is None else account(cell, known.matrix, registry)
    if shown is None:
        return
    yield Heading((named("metric", row), " breaks ", named("axiom", axiom)))
    yield Text(witness.lead(shown))
    yield from witness.blocks(shown, None, pictures=pictures, level=3)


def _rows(topic: PracticeTopic, known: KnownCells, registry: Registry, named: Named) -> Iterator[Block]:
    """Yield what distinguishes the rows, their exact values on the example, and the axioms that they keep."""
    yield Heading("Rows of the catalogue")
    given = ", ".join(f"{name} = {value}" for name, value in topic.example.items())
    yield Text(("Their values are those for ", Mono(given), "."))
    standings = {name: [known.standing(name, [axiom]) for axiom in topic.axioms] for name in topic.rows}
    columns = [k for k in range(len(topic.axioms)) if any(each[k].applies for each in standings.values())]
    rows: list[tuple[Inline, ...]] = []
    for name, each in standings.items():
        row = registry.metric(name)
        says = distinction(row) or plain_sentence(row)
        rows.append((named("metric", name), _value(row, topic.example), *(short(each[k]) for k in columns), says))
    yield Table(("metric", "value", *(topic.axioms[k] for k in columns), "what it is"), tuple(rows))


def _value(row: Metric, example: Mapping[str, Any]) -> str:
    """The exact value on the arguments and parameters that the metric takes."""
    arguments = [example[name] for name in row.arguments]
    parameters = {name: example[name] for name in row.parameters}
    try:
        return value_text(str(row(*arguments, **parameters)))
    except Undefined:
        return "undefined"


def _libraries(topic: PracticeTopic, libraries: LibraryReport, named: Named) -> Iterator[Block]:
    """The measures of libraries that break one of the axioms asked of them, and how many do not."""
    known = KnownCells(libraries)
    standings = {row.name: [known.standing(row.name, [id]) for id in topic.of_libraries] for row in libraries.rows}
    applicable = {name: each for name, each in standings.items() if any(standing.applies for standing in each)}
    breaking = {name: each for name, each in applicable.items() if any(standing.holds is False for standing in each)}
    versions = ", ".join(f"{note.distribution} {note.version}" for note in libraries.libraries)
    yield Heading("Libraries")
    yield Text(f"{len(breaking)} of the {len(applicable)} measures of which it is asked break it ({versions}).")
    if breaking:
        rows: list[tuple[Inline, ...]] = [(named("metric", name), *map(short, each)) for name, each in breaking.items()]
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
