"""The topics of practice: a page for each, their list, and what the box of the home page knows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...catalogue import load_catalogue, practice_words
from ...catalogue.practice import PRACTICE, PracticeTopic
from ...evidence.account.making import account
from ..document import Document, Inline, Link, Mono, Table
from ..subjects import practice
from . import links
from .pictures import pictures
from .shells import TOPICS, Files
from .subject_pages import document_page

if TYPE_CHECKING:
    from .inputs import Inputs

INTRO = "What people run into with the code that evaluates rankings: each with its smallest counterexample."


def topic_pages(inputs: Inputs) -> Files:
    """A page for each topic, and the list of them; none where no results are at hand."""
    files: Files = {}
    rows: list[tuple[Inline, ...]] = []
    for topic in PRACTICE:
        files |= _page(topic, inputs)
        rows.append((Link(topic.title, links.topic(topic.id)), topic.text.partition(". ")[0] + "."))
    table = Table(("topic", "what happens"), tuple(rows))
    return files | document_page(
        inputs, TOPICS, TOPICS.file, [("list", Document(TOPICS.title, INTRO, (table,)))], says=TOPICS.says
    )


def _page(topic: PracticeTopic, inputs: Inputs) -> Files:
    """The page of a topic: of this run where that has its metrics, else of the results that come with the package."""
    registry, stored = load_catalogue(), inputs.stored
    is_own = inputs.row_places.keys() >= set(topic.rows) or stored is None
    matrix = inputs.matrix if is_own or stored is None else stored.matrix
    libraries = stored.libraries if inputs.libraries is None and stored is not None else inputs.libraries
    source = "the report of this site" if is_own or stored is None else stored.origin
    origin = f"From {source}: profile {matrix.profile}, seed {matrix.seed}."
    cell = practice.telling_cell(topic, matrix)
    shown = account(cell, matrix, registry) if cell is not None else None

    def named(kind: str, name: str) -> Mono | Link:
        has_page = name in (inputs.row_places if kind == "metric" else inputs.column_places)
        return inputs.context.named(kind, name) if has_page else Mono(name)

    document = practice.document(topic, matrix, libraries, registry, origin, named=named)
    return document_page(
        inputs,
        TOPICS,
        links.topic(topic.id),
        [("topic", document)],
        says=topic.text.partition(". ")[0] + ".",
        drawn=pictures(shown.figures) if shown is not None else (),
    )


def asked_topics() -> dict[str, Any]:
    """Return the tables by which the box finds topics: those of ``catalogue/practice_words``, with flags.

    ``topics`` are ``[id, page, title, text]`` each.
    """
    spellings = [
        (written.removeprefix("(?i)"), "gi" if written.startswith("(?i)") else "g", spelling.replace("\\", "$"))
        for written, spelling in practice_words.SPELLINGS.items()
    ]
    return {
        "topics": [[topic.id, links.topic(topic.id), topic.title, topic.paragraph] for topic in PRACTICE],
        "spellings": spellings,
        "skipped": practice_words.SKIPPED.split(),
        "concepts": {concept: phrases.split(", ") for concept, phrases in practice_words.CONCEPTS.items()},
        "cues": practice_words.CUES,
        "enough": practice_words.ENOUGH,
        "gap": practice_words.GAP,
        "endings": practice_words.ENDINGS,
        "most_named": practice.MOST_NAMED,
    }
