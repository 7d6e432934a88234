"""The document of a topic of practice: a defect of evaluation code, such as an id that is retrieved twice.

It shows the smallest counterexample, and which metrics of the catalogue and of libraries have the defect. A topic names
the axioms that detect it, *rows* (metrics of the catalogue) to compare, and one row and axiom whose counterexample
shows it (``shown_by``). ``axiomatrix ask`` prints the document, and the site and ``docs/topics`` have a page for each
topic.

A *standing* is the known result for a metric and an axiom: cells of a report, decided by the ``deciding_cell``.
"""

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
from ...studies.ask.comparing import KnownCells, Standing
from ..document import Block, Document, Heading, Inline, Link, List, Mono, Note, Picture, Span, Table, Text
from ..libraries.data import LibraryReport
from . import witness
from .verdicts import brief_text
from .witness import value_text

MAX_TOPICS_NAMED = 2
"""Topics that a hint names."""
NameOf = Callable[[str, str], Mono | Link]
"""Maps ``metric`` or ``axiom`` and a name to that name, as a link if it has a page."""


def document(
    topic: PracticeTopic,
    matrix: Matrix,
    libraries: LibraryReport | None,
    registry: Registry,
    origin: str,
    other_topics: Sequence[PracticeTopic] = (),
    pictures: Sequence[Picture] = (),
    name_or_link: NameOf = lambda _, name: Mono(name),
) -> Document:
    """The document of a topic: a paragraph, the counterexample, metrics that differ, libraries, axioms that detect it.

    ``matrix`` has the cells of the catalogue, ``libraries`` those of libraries. ``origin`` says where both are from.
    ``other_topics`` are topics that the same words may mean, ``pictures`` show the counterexample.
    """
    cells = KnownCells(matrix)
    blocks: list[Block] = [*_counterexample(topic, cells, registry, pictures, name_or_link)]
    blocks += _rows(topic, cells, registry, name_or_link)
    if libraries is not None and topic.of_libraries:  # the axioms checked for libraries' metrics, if any
        blocks += _libraries(topic, libraries, name_or_link)
    axioms: list[Inline] = []
    for id in topic.axioms:
        axioms.append((name_or_link("axiom", id), f": {registry.axiom(id).sentence_of({})}"))
    blocks += [Heading("The axioms that catch it"), List(tuple(axioms))]
    blocks.append(_how_to_check(topic, matrix, registry))
    if topic.sources:
        blocks += [Heading("Sources"), List(tuple((Link(title, address),) for title, address in topic.sources))]
    blocks.append(Note(origin))
    if other_topics:
        blocks.insert(0, _topic_hints(other_topics))
    return Document(topic.title, topic.paragraph, tuple(blocks))


def telling_cell(topic: PracticeTopic, matrix: Matrix) -> Cell | None:
    """The cell whose witness is the counterexample of the topic; None if the matrix has none."""
    row, axiom = topic.shown_by
    cell = KnownCells(matrix).standing(row, [axiom]).deciding_cell
    return None if cell is None or cell.evidence.witness is None else cell


def _how_to_check(topic: PracticeTopic, matrix: Matrix, registry: Registry) -> Text:
    """The sentence on how to check a metric: by a command, or by a claim if the axiom takes arguments."""
    id = topic.axioms[0]  # the main one
    cell = telling_cell(topic, matrix)
    if cell is None or not registry.axiom(id).arguments:
        return Text(("To check your own metric: ", Mono(f"axiomatrix check FILE.py --axiom {id}")))
    arguments = ", ".join(f"{value!r}" for value in cell.arguments.values())
    return Text(("To declare it for your own metric: ", Mono(f"holds=[axioms.{id.replace('-', '_')}({arguments})]")))


def _counterexample(
    topic: PracticeTopic, cells: KnownCells, registry: Registry, pictures: Sequence[Picture], name_or_link: NameOf
) -> Iterator[Block]:
    """Yield the instance on which the topic's row breaks the topic's axiom."""
    row, axiom = topic.shown_by
    cell = telling_cell(topic, cells.matrix)
    witness_account = None if cell is None else account(cell, cells.matrix, registry)
    if witness_account is None:
        return
    yield Heading((name_or_link("metric", row), " breaks ", name_or_link("axiom", axiom)))
    yield Text(witness.lead(witness_account))
    yield from witness.blocks(witness_account, directory=None, pictures=pictures, level=3)


def _rows(topic: PracticeTopic, cells: KnownCells, registry: Registry, name_or_link: NameOf) -> Iterator[Block]:
    """Yield the table of the topic's rows: their values on the example, the axioms that they keep, how they differ.

    The example is one input that all rows take, by the names of their arguments and parameters. Axioms that apply to
    none of the rows have no column.
    """
    yield Heading("Rows of the catalogue")
    example = ", ".join(f"{name} = {value}" for name, value in topic.example.items())
    yield Text(("Their values for ", Mono(example), ":"))
    axioms = [axiom for axiom in topic.axioms if any(cells.standing(name, [axiom]).applies for name in topic.rows)]
    rows: list[tuple[Inline, ...]] = []
    for name in topic.rows:
        metric = registry.metric(name)
        verdicts = (brief_text(cells.standing(name, [axiom])) for axiom in axioms)
        description = distinction(metric) or plain_sentence(metric)
        rows.append((name_or_link("metric", name), _value(metric, topic.example), *verdicts, description))
    yield Table(("metric", "value", *axioms, "what it is"), tuple(rows))


def _value(metric: Metric, example: Mapping[str, Any]) -> str:
    """The exact value of a metric on the example, which has an entry for each of its arguments and parameters."""
    arguments = [example[name] for name in metric.arguments]
    parameters = {name: example[name] for name in metric.parameters}
    try:
        return value_text(str(metric(*arguments, **parameters)))
    except Undefined:
        return "undefined"


def _libraries(topic: PracticeTopic, libraries: LibraryReport, name_or_link: NameOf) -> Iterator[Block]:
    """Yield the libraries' measures that break one of the topic's axioms, and the number of those that do not."""
    cells = KnownCells(libraries)
    number_applicable = 0
    breaking: dict[str, list[Standing]] = {}
    """For each measure that breaks an axiom, the result on each axiom."""
    for row in libraries.rows:
        standings = [cells.standing(row.name, [id]) for id in topic.of_libraries]
        if any(standing.applies for standing in standings):
            number_applicable += 1
            if any(standing.holds is False for standing in standings):
                breaking[row.name] = standings
    versions = ", ".join(f"{note.distribution} {note.version}" for note in libraries.libraries)
    yield Heading("Libraries")
    yield Text(f"{len(breaking)} of the {number_applicable} measures to which it applies break it ({versions}).")
    if breaking:
        rows: list[tuple[Inline, ...]] = []
        for name, standings in breaking.items():
            rows.append((name_or_link("metric", name), *map(brief_text, standings)))
        yield Table(("measure", *topic.of_libraries), tuple(rows))


def with_hint(answer: Document, topics: Sequence[PracticeTopic]) -> Document:
    """The document of an answer, with a hint at topics that say more."""
    return Document(answer.title, answer.summary, (_topic_hints(topics), *answer.blocks))


def with_topic_instead(answer: Document, topic: Document) -> Document:
    """Title and summary of an answer that does not apply, followed by the topic that the question may mean."""
    return Document(answer.title, answer.summary, (Heading(topic.title), Text(topic.summary), *topic.blocks))


def _topic_hints(topics: Sequence[PracticeTopic]) -> Text:
    """The commands that show these topics; only the first :data:`MAX_TOPICS_NAMED` are named."""
    commands: list[Span] = []
    for topic in topics[:MAX_TOPICS_NAMED]:
        commands += ["; " if commands else "", Mono(f'axiomatrix ask "topic {topic.id}"'), f" ({topic.title})"]
    return Text(("Met in practice: ", *commands))
