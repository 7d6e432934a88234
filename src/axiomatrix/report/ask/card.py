"""A card: what is known of one metric and one axiom."""

from __future__ import annotations

from collections.abc import Sequence

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import Verdict
from ...evidence.witness import decode, statement_of
from ...evidence.words import lines
from ...model.axiom import Axiom
from ...model.metric import Metric
from ...model.names import Reading
from ...model.registry import Registry
from ...studies.ask.parting import MetricSide, answer_of
from ...studies.ask.question import Hit
from ..witness import instance_lines
from .words import paragraphs, relation, sentence, wrapped

MOST_HITS = 8


def card(matrix: Matrix, metric: Reading, axiom: Reading, registry: Registry, width: int) -> str:
    """The answer: in words, the evidence, the smallest instance, and where all of it is from."""
    row, asked = registry.metric(metric.name), registry.axiom(axiom.name)
    parts = [f"{metric.shown}: {axiom.shown}"]
    parts += wrapped(f"{row.name}: {row.formula}", width, hang="    ")
    parts += wrapped(f"{asked.id}: {asked.formula}", width, hang="    ")
    parts += [line for one in (metric, axiom) if not one.exact for line in wrapped(one.text, width, hang="    ")]
    statements = lines(matrix.at(row.name, asked.id))
    if not statements:
        why = "Nothing is known: no statement of it is asked of this metric."
        if row.about not in asked.about:
            why = f"The axiom says nothing of it: it is about {row.about}; the axiom is about {', '.join(asked.about)}."
        return "\n".join([*parts, *paragraphs([why], width)])
    for shown in statements:
        parts += _answer(shown.cell, shown.verdict, matrix, metric, registry, width)
    return "\n".join(line.rstrip() for line in [*parts, *_from(row, asked, width)])


def _answer(cell: Cell, verdict: str, matrix: Matrix, metric: Reading, registry: Registry, width: int) -> list[str]:
    title = "" if cell.title == cell.axiom else f"{cell.title}: "
    parts = paragraphs([title + sentence(cell)], width)
    if cell.evidence.verdict is not Verdict.NOT_APPLICABLE:
        parts += wrapped(f"{verdict}. {cell.evidence.verdict.does_not_mean}", width)
    if cell.evidence.proof is not None:
        parts += wrapped(f"{cell.evidence.proof.theorem} (proof {cell.evidence.proof.id})", width)
    if (shown := account(cell, matrix, registry)) is not None:
        parts += _instance(shown, cell, metric, registry, width)
    for claim in cell.claims:
        parts += paragraphs([claim.sentence], width)
    return parts


def _instance(shown: Account, cell: Cell, metric: Reading, registry: Registry, width: int) -> list[str]:
    parts = ["", *wrapped(f"{shown.found}{f' ({shown.minimal})' if shown.minimal else ''}:", width)]
    parts += [f"  {line}" for line in instance_lines(shown)]
    witness = cell.evidence.witness
    if witness is None or not metric.parameters:
        return parts
    row = registry.metric(metric.name)
    statement = statement_of(witness, registry, row)
    instance = decode(statement, row, witness)
    if all(instance.parameters.get(name) == value for name, value in metric.parameters.items()):
        return parts
    again = answer_of(MetricSide(metric.shown, row, metric.parameters, witness), statement, instance, registry)
    if again is None:
        return [*parts, *wrapped(f"With {metric.given} there is no value on this list.", width)]
    same = "the same" if again.true is (witness.shows == "shows") else "otherwise: this instance says nothing of it"
    return [*parts, *wrapped(f"With {metric.given} it is {same}: {relation(again.relation, true=again.true)}.", width)]


def _from(metric: Metric, axiom: Axiom, width: int) -> list[str]:
    """Where the definition and the axiom are from: what their docstrings say, and how they were registered."""
    docs = [" ".join(thing.doc.split("\n\n", 1)[-1].split()) for thing in (axiom, metric)]
    return paragraphs([f"{axiom.id}: {docs[0]}", f"{metric.name}: {docs[1]} {metric.source}".rstrip()], width)


def hits(places: Sequence[Hit], words: Sequence[str], width: int) -> str:
    """Where the words of a question are found."""
    parts = [f"{visible(' '.join(words))}: named by no metric and no axiom; found in"]
    for hit in places[:MOST_HITS]:
        parts += wrapped(f"{hit.what} {hit.name}: {hit.text}", width, hang="    ")
    more = len(places) - MOST_HITS
    return "\n".join([*parts, f"  and {more} more"] if more > 0 else parts)
