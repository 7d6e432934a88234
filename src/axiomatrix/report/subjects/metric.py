"""Metrics: what a metric is, its formula, and what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...model.metric import Metric
from ...model.registry import Registry
from ..document import Block, Code, Details, Document, Formula, Heading, Inline, List, Mono, Table, Text


def declaration_document(metric: Metric, registry: Registry) -> Document:
    """A metric by itself, without any evidence: its formula, what it takes, its code."""
    latex = (Heading("In LaTeX"), Code(metric.latex, "latex")) if metric.latex else ()
    code = (Details("The definition in Python", (Code(metric.code, "python"),)),) if metric.code else ()
    blocks = (*declaration(metric, registry), *latex, *code)
    return Document(metric.name, f"{metric.kind.capitalize()} of {metric.about}.", blocks)


def declaration(metric: Metric, registry: Registry) -> Iterator[Block]:
    """The formula, as it is typed and in LaTeX, the rest of the docstring, and the arguments and parameters."""
    if metric.formula:
        yield Formula(metric.formula, metric.latex)
    yield from paragraphs(metric.doc)
    if metric.source:
        yield Text(metric.source)
    spaces = chain(() if metric.takes_rankings else metric.arguments.items(), metric.parameters.items())
    items: list[Inline] = [(Mono(name), f": {registry.name_of_space(metric, space)}") for name, space in spaces]
    if items:
        yield List(tuple(items))
    if not metric.exact:
        yield Text("Its values are floats: a failure that rounding may explain has a verdict of its own.")


def paragraphs(doc: str) -> Iterator[Text]:
    """The paragraphs of a docstring below its formula, each on one line."""
    for paragraph in doc.split("\n\n")[1:]:
        if words := " ".join(paragraph.split()):
            yield Text(words)


def list_document(registry: Registry) -> Document:
    """A line for each metric that is registered."""
    rows: list[tuple[Inline, ...]] = []
    for metric in registry.metrics.values():
        formula = metric.formula + ("" if metric.exact else " (floats)")
        takes = ", ".join(metric.parameters)
        rows.append((Mono(metric.name), metric.kind, metric.about, metric.family, takes, formula))
    heads = ("metric", "kind", "of", "family", "parameters", "formula")
    return Document("Metrics", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))
