"""The block ``asking``: the words by which a script reads a question, and the parts of answers besides the cells.

``{"words": {...}, "topics": {...}, "about": [...], "leads": {...}, "decided": table,
"practice": {...}, "origin": "..."}``

* ``words`` are the word lists of :mod:`.studies.ask.question` by their use; ``kinds`` maps plurals to kinds.
* ``topics`` maps folded phrases to ``[name, [[place of an axiom ...] ...], 1 if they are to hold, 1 if it is a group
  of axioms, [[axiom that the report lacks, kinds, sorts] ...]]``; a group has an empty name.
* ``about`` has for each axiom ``[kinds, sorts]`` of the metrics to which it applies.
* ``decided`` has verdicts on statements that nothing declares (see :mod:`.decided`), as a table like the cells.
* ``practice`` has the topics of practice and the words by which they are found.
* ``leads`` has the beginning of an answer for each reply.
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
from ..subjects.answer import LEADS, OPEN_QUESTIONS, statement_within_sentence
from . import links
from .blocks import table

if TYPE_CHECKING:
    from .inputs import Inputs

DECIDED = "decided.json"
"""File of verdicts that :mod:`.decided` writes, on statements that nothing declares."""


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block ``asking``."""
    registry = inputs.declarations
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
            "again": question.VERBS_AFTER_NEGATION.split(),
            "idle": question.IGNORED_WORDS.split(),
            "own_noun": question.CLASSIFYING_PHRASES,
            "around": question.PUNCTUATION,
            "open": OPEN_QUESTIONS,
            "kinds": {**KIND_PLURALS, **{kind: kind for kind in KINDS}},
            "longest": question.MAX_WORDS_OF_A_NAME,
            "most_characters": question.MAX_QUESTION_CHARACTERS,
            "misspelt": question.MISSPELT_SIMILARITY,
            "alike": question.TOPIC_SIMILARITY,
        },
        "topics": {phrase: readings for phrase, readings in _topics(inputs) if readings[1] or readings[-1]},
        "about": about,
        "decided": table(stored(inputs)),
        "leads": {str(reply): word for reply, word in LEADS.items()},
        "practice": practice_tables(),
        "origin": f"From the report of this site: profile {matrix.profile}, seed {matrix.seed}.",
    }


def _topics(inputs: Inputs) -> Iterator[tuple[str, list[Any]]]:
    """Yield the field ``topics``: groups of axioms, topics, and axioms that the report lacks, by phrase."""
    registry, places = inputs.declarations, inputs.column_places
    for group, axioms in grouped(registry.axioms.values(), lambda axiom: axiom.group).items():
        if " " in group:
            stating = [[places[axiom.id]] for axiom in axioms if axiom.quantifier != "extreme" and axiom.id in places]
            yield folded(group), ["", stating, 1, 1, []]
    missing = {
        id: [visible(f"{id} ({statement_within_sentence(axiom, {})})"), sorted(axiom.kinds), axiom.about]
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
    """The stored verdicts on metrics whose definition is the same in the report, with the places of row and column."""
    rows = {row.name: row.digest for row in inputs.whole.rows}
    content = json.loads(resources.files(__package__).joinpath(DECIDED).read_text(encoding="utf-8"))
    return [
        {
            "metric": inputs.row_places[verdict["metric"]],
            "axiom": inputs.column_places[verdict["axiom"]],
            # JSON has no tuples, and a table needs values that can be hashed
            **{name: tuple(value) if isinstance(value, list) else value for name, value in verdict["cell"].items()},
        }
        for verdict in content
        if rows.get(verdict["metric"]) == verdict["digest"] and verdict["axiom"] in inputs.column_places
    ]


def practice_tables() -> dict[str, Any]:
    """The tables of ``catalogue/practice_words`` by which the script finds topics of practice.

    ``topics`` are ``[id, page, title, text]`` each; ``spellings`` are regular expressions with their flags.
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
        "most_named": practice.MAX_TOPICS_NAMED,
    }
