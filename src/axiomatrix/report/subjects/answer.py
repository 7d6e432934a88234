"""Answers to questions in words: what is known of a metric and an axiom, or where the words are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.witness import decode, statement_of
from ...evidence.words import lines
from ...model.names import Reading
from ...model.registry import Registry
from ...studies.ask.parting import MetricSide, answer_of
from ...studies.ask.question import Hit
from ..ask.words import relation, sentence
from ..document import Block, Code, Document, Heading, Inline, List, Mono, Note, Text
from ..witness import term_lines

MOST_HITS = 8


def document(cards: Sequence[tuple[Reading, Reading]], matrix: Matrix, registry: Registry, origin: str) -> Document:
    """For each metric and axiom the answer, the evidence, the smallest instance, and where all of it is from."""
    titles = [f"{metric.shown}: {axiom.shown}" for metric, axiom in cards]
    blocks: list[Block] = []
    for title, (metric, axiom) in zip(titles, cards, strict=True):
        blocks += [Heading(title)] if len(cards) > 1 else []
        blocks += _card(matrix, metric, axiom, registry)
    return Document("; ".join(titles), blocks=(*blocks, Note(origin)))


def _card(matrix: Matrix, metric: Reading, axiom: Reading, registry: Registry) -> Iterator[Block]:
    row, asked = registry.metric(metric.name), registry.axiom(axiom.name)
    statements = lines(matrix.at(row.name, asked.id))
    for line in statements:
        yield from _answer(line.cell, line.verdict, matrix, metric, registry)
    if not statements and row.about in asked.about:
        yield Text("Nothing is known: no statement of it is asked of this metric.")
    elif not statements:
        about = f"it is about {row.about}; the axiom is about {', '.join(asked.about)}."
        yield Text(f"The axiom says nothing of it: {about}")
    readings = [reading.text for reading in (metric, axiom) if not reading.exact]
    yield List((f"{row.name}: {row.formula}", f"{asked.id}: {asked.formula}", *readings))
    if statements:  # where both are from: what their docstrings say, and how they were registered
        docs = [" ".join(thing.doc.split("\n\n", 1)[-1].split()) for thing in (asked, row)]
        yield Text(f"{asked.id}: {docs[0]}")
        yield Text(f"{row.name}: {docs[1]} {row.source}".rstrip())


def _answer(cell: Cell, verdict: str, matrix: Matrix, metric: Reading, registry: Registry) -> Iterator[Block]:
    title = "" if cell.title == cell.axiom else f"{cell.title}: "
    yield Text(title + sentence(cell))
    if cell.status.is_asked:
        yield Text(f"{verdict}. {cell.evidence.verdict.notation.does_not_mean}")
    if cell.evidence.proof is not None:
        yield Text(f"{cell.evidence.proof.theorem} (proof {cell.evidence.proof.id})")
    if (shown := account(cell, matrix, registry)) is not None:
        yield from _instance(shown, cell, metric, registry)
    for claim in cell.claims:
        yield Text(claim.sentence)


def _instance(shown: Account, cell: Cell, metric: Reading, registry: Registry) -> Iterator[Block]:
    yield Text(f"{shown.found}{f' ({shown.minimal})' if shown.minimal else ''}:")
    vectors = (f", rank vector {value.vector}" if value.vector else "" for value in shown.values)
    values = (f"{v.name} = {v.text}{vector}" for v, vector in zip(shown.values, vectors, strict=True))
    yield List((*values, *(value.text for value in shown.parameters)))  # whose entries carry its name
    if shown.terms:
        yield Code("\n".join(term_lines(shown.terms)))
    yield Text(shown.sides)
    witness = cell.evidence.witness
    if witness is None or not metric.parameters:
        return
    row = registry.metric(metric.name)
    statement = statement_of(witness, registry, row)
    instance = decode(statement, row, witness)
    if all(instance.parameters.get(name) == value for name, value in metric.parameters.items()):
        return
    again = answer_of(MetricSide(metric.shown, row, metric.parameters, witness), statement, instance, registry)
    if again is None:
        yield Text(f"With {metric.given} there is no value on this list.")
        return
    same = "the same" if again.true is (witness.shows == "shows") else "otherwise: this instance says nothing of it"
    yield Text(f"With {metric.given} it is {same}: {relation(again.relation, true=again.true)}.")


def hits_document(places: Sequence[Hit], words: Sequence[str]) -> Document:
    """Where the words of a question are found."""
    items: list[Inline] = [(f"{hit.what} ", Mono(hit.name), f": {hit.text}") for hit in places[:MOST_HITS]]
    more = len(places) - MOST_HITS
    title = f"{' '.join(words)}: named by no metric and no axiom; found in"
    return Document(title, blocks=(List((*items, *([f"and {more} more"] if more > 0 else []))),))
