"""Block ``asking``: what a question in the box is read by, and what its answer is made of beside the cells.

``{"words": {...}, "topics": {...}, "about": [...], "leads": {...}, "decided": table,
"practice": {...}, "origin": "..."}``

* ``words`` are those of :mod:`.studies.ask.question` by their use; ``kinds`` maps plurals to kinds of metrics.
* ``topics`` are phrases, folded, each ``[name, [[place of an axiom ...] ...], 1 if they are asked to hold, 1 if it
  is a group of axioms, [[axiom that the report has not, kinds, sorts] ...]]``; a group has no name of its own.
* ``about`` has for each axiom ``[kinds, sorts]`` of the metrics that it is about.
* ``decided`` has statements that nothing declares and that are decided when they are asked; a table as that of
  the cells.
* ``practice`` has the topics of practice and the words that they are found by.
* ``leads`` is how an answer begins, by reply.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any

from ...catalogue import practice_words
from ...catalogue.practice import PRACTICE
from ...evidence.safe import visible
from ...evidence.words import grouped
from ...model.axiom import KIND_PLURALS, KINDS
from ...model.names import folded
from ...studies.ask import question
from ..subjects import practice
from ..subjects.answer import LEADS, OPEN_QUESTIONS, in_brackets
from . import links
from .blocks import table

if TYPE_CHECKING:
    from .inputs import Inputs

DECIDED = "decided.json"
"""Verdicts that :mod:`.decided` writes, of statements that are decided when they are asked."""


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block."""
    registry = inputs.known
    sorts = list(dict.fromkeys(row.about for row in inputs.whole.rows))
    about = []
    for column in inputs.whole.columns:
        axiom = registry.axioms.get(column.id)
        if axiom is None:
            about.append([KINDS, list(map(visible, sorts))])
        else:
            about.append([sorted(axiom.kinds), [visible(sort) for sort in sorts if axiom.is_about_sort(sort)]])
    matrix = inputs.matrix
    return {
        "words": {
            "negations": question.NEGATIONS.split(),
            "again": question.AGAIN.split(),
            "idle": question.IDLE.split(),
            "own_noun": question.ITS_OWN_NOUN,
            "around": question.AROUND,
            "open": OPEN_QUESTIONS,
            "kinds": {**KIND_PLURALS, **{kind: kind for kind in KINDS}},
            "longest": question.MAX_WORDS_OF_A_NAME,
            "most_characters": question.MOST_CHARACTERS,
            "misspelt": question.MISSPELT,
            "alike": question.ALIKE,
        },
        "topics": {phrase: readings for phrase, readings in _topics(inputs) if readings[1] or readings[-1]},
        "about": about,
        "decided": table(stored(inputs)),
        "leads": {str(reply): word for reply, word in LEADS.items()},
        "practice": asked_topics(),
        "origin": f"From the report of this site: profile {matrix.profile}, seed {matrix.seed}.",
    }


def _topics(inputs: Inputs) -> Iterator[tuple[str, list[Any]]]:
    """Groups of axioms, topics, and axioms that the report has not, by their phrases."""
    registry, places = inputs.known, inputs.column_places
    for group, axioms in grouped(registry.axioms.values(), lambda axiom: axiom.group).items():
        if " " in group:
            stating = [[places[axiom.id]] for axiom in axioms if axiom.quantifier != "extreme" and axiom.id in places]
            yield folded(group), ["", stating, 1, 1, []]
    missing = {
        id: [visible(f"{id} ({in_brackets(axiom, {})})"), sorted(axiom.kinds), axiom.about]
        for id, axiom in registry.axioms.items()
    }
    missing = {id: entry for id, entry in missing.items() if id not in places}
    for phrase, id in {**registry.axiom_names.spelled, **{id: id for id in missing}}.items():
        if id in missing:
            yield folded(phrase), ["", [], 1, 1, [missing[id]]]
    for phrase, topic in registry.topics.items():
        parts = ([places[id] for id in part if id in places] for part in topic.parts)
        outside = [missing[part[0]] for part in topic.parts if not any(id in places for id in part)]
        yield phrase, [topic.shown, [part for part in parts if part], int(topic.holds), 0, outside]


def stored(inputs: Inputs) -> list[dict[str, Any]]:
    """The stored verdicts on metrics of the report as they are defined now, with the places of metric and axiom."""
    rows = {row.name: row.digest for row in inputs.whole.rows}
    content = json.loads(resources.files(__package__).joinpath(DECIDED).read_text(encoding="utf-8"))
    return [
        {
            "metric": inputs.row_places[one["metric"]],
            "axiom": inputs.column_places[one["axiom"]],
            **{name: tuple(value) if isinstance(value, list) else value for name, value in one["cell"].items()},
        }  # JSON has no tuples, and a table needs cells that can be hashed
        for one in content
        if rows.get(one["metric"]) == one["digest"] and one["axiom"] in inputs.column_places
    ]


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
