"""Pages about defects that people meet in practice (``docs/topics``): an index, and a page with a picture for each.

``python -m axiomatrix.report.topics docs/topics`` writes them. CI does so and compares with the committed pages.
``axiomatrix ask`` answers from the same topics. A topic is a defect or convention of evaluation code, such as ties in
scores, with the axiom that sees it and the metrics, or *rows*, that show it (``catalogue/practice.py``). One row and
axiom, ``shown_by``, have the topic's counterexample.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..catalogue import load_catalogue
from ..catalogue.practice import PRACTICE, PracticeTopic
from ..engine.check import check
from ..evidence.files import write_all
from ..model.registry import Registry
from .document import Document, Link, Mono, Picture, Table, Text
from .known import KnownMatrix, library_report_beside, matrix_with
from .render import markdown
from .results import witness_drawing
from .subjects import practice


def topic_matrix(topic: PracticeTopic, report: Path | None, registry: Registry) -> KnownMatrix:
    """The cells of a topic's rows and axioms, from a report that has its counterexample, or else decided now."""
    row, axiom = topic.shown_by
    rows = [registry.metric(name) for name in dict.fromkeys((row, *topic.rows))]
    axioms = list(dict.fromkeys((axiom, *topic.axioms)))
    source = matrix_with(report, rows, axioms, registry=registry)
    if practice.telling_cell(topic, source.matrix) is not None:
        return source
    matrix = check(*rows, axioms=axioms, profile="quick", registry=registry)
    return KnownMatrix(matrix, f"decided now, profile quick, since no counterexample to {axiom} by {row} is stored")


def topic_files() -> dict[str, str]:
    """The index, and for each topic its page and the picture of its counterexample, by file name."""
    registry = load_catalogue()
    libraries = library_report_beside(None)
    files = {"index.md": markdown.render(_index())}
    for topic in PRACTICE:
        source = topic_matrix(topic, None, registry)
        cell = practice.telling_cell(topic, source.matrix)
        pictures = []
        if cell is not None and cell.evidence.witness is not None:
            files[f"{topic.id}.svg"] = witness_drawing(cell.evidence.witness, registry)
            pictures = [Picture("", f"The counterexample to {topic.shown_by[1]}", file=f"{topic.id}.svg")]
        page = practice.document(topic, source.matrix, libraries, registry, source.origin, pictures=pictures)
        files[f"{topic.id}.md"] = markdown.render(page)
    return files


def _index() -> Document:
    """The page with a table of all topics."""
    rows = tuple((Link(topic.title, f"{topic.id}.md"), topic.looks, Mono(topic.axioms[0])) for topic in PRACTICE)
    how_to_ask = Text(
        (
            "Ask for them in your own words: ",
            Mono('axiomatrix ask "recall@10 over 100%"'),
            ". A page has the smallest counterexample, exact values of the rows of the catalogue, and what libraries "
            "do. The pages are generated from the reports by ",
            Mono("python -m axiomatrix.report.topics docs/topics"),
            ".",
        )
    )
    table = Table(("topic", "how it looks", "the axiom that catches it"), rows)
    summary = (
        "Twelve defects and conventions that people meet in evaluation code, by how often they came up in public "
        "threads from 2024 to 2026."
    )
    return Document("Met in practice", summary, (table, how_to_ask))


if __name__ == "__main__":
    write_all(topic_files(), Path(sys.argv[1]))
