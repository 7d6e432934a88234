"""The part ``asking`` of the block ``cells``: what a script needs to answer questions in words, besides the cells.

The home page answers questions such as "is nDCG symmetric?" like ``axiomatrix ask``, but in the browser:
``static/answers.js`` and ``static/topics.js`` read these fields:

* ``words`` are the word lists of :mod:`.studies.ask.question` by their use; ``kinds`` maps plurals to kinds.
* ``topics`` maps phrases, as ``model.names.folded`` writes them, to topics: axioms that people ask about in one phrase,
  such as *metric space*. A topic is a list of the fields of :class:`TopicData`. Places are indexes in the list
  ``axioms`` of the block.
* ``about`` has for each axiom ``[kinds, sorts]`` of the metrics to which it applies.
* ``decided`` has verdicts on statements that nothing declares (see :mod:`.decided`), as a table like the cells.
* ``leads`` has the beginning of an answer for each reply (yes, no ...).
* ``practice`` has the topics of practice and the words by which they are found, see :func:`practice_tables`.
* ``origin`` is a sentence that says from which run the answers are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

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


class TopicData(NamedTuple):
    """A topic in the block, which JSON has as a list."""

    name: str
    """The topic as shown; empty for a group of axioms, and for an axiom that the report lacks."""
    parts: list[list[int]]
    """For each axiom of the topic the places of its alternatives; the first that applies counts."""
    holds: int
    """1 if the axioms are to hold, 0 if they are to fail."""
    is_group: int
    """1 for a group of axioms, else 0. An axiom named by the same phrase has precedence over a group."""
    missing: list[list[Any]]
    """Axioms that the report lacks: ``[axiom with its statement, kinds, sorts]`` each."""


def block(inputs: Inputs) -> dict[str, Any]:
    """Return the data of the part ``asking``."""
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
        "topics": {phrase: list(topic) for phrase, topic in _topics(inputs) if topic.parts or topic.missing},
        "about": _kinds_and_sorts(inputs),
        "decided": table(stored_verdicts(inputs)),
        "leads": {str(reply): word for reply, word in LEADS.items()},
        "practice": practice_tables(),
        "origin": f"From the report of this site: profile {matrix.profile}, seed {matrix.seed}.",
    }


def _kinds_and_sorts(inputs: Inputs) -> list[list[Any]]:
    """Return the field ``about``; an axiom that the registry does not declare is taken to apply to everything."""
    sorts = list(dict.fromkeys(row.about for row in inputs.whole.rows))
    about: list[list[Any]] = []
    for column in inputs.whole.columns:
        axiom = inputs.declarations.axioms.get(column.id)
        if axiom is None:
            about.append([KINDS, list(map(visible, sorts))])
        else:
            about.append([sorted(axiom.kinds), [visible(sort) for sort in sorts if axiom.is_about_sort(sort)]])
    return about


def _topics(inputs: Inputs) -> Iterator[tuple[str, TopicData]]:
    """Yield the field ``topics``: groups of axioms, axioms that the report lacks, and declared topics, by phrase.

    A later topic replaces an earlier one of the same phrase.
    """
    registry, places = inputs.declarations, inputs.column_places
    for group, axioms in grouped(registry.axioms.values(), lambda axiom: axiom.group).items():
        if " " in group:  # as in question.find_axioms: a single word does not name a group
            members = [[places[axiom.id]] for axiom in axioms if axiom.quantifier != "extreme" and axiom.id in places]
            yield folded(group), TopicData("", members, holds=1, is_group=1, missing=[])
    missing = {
        id: [visible(f"{id} ({statement_within_sentence(axiom, {})})"), sorted(axiom.kinds), axiom.about]
        for id, axiom in registry.axioms.items()
        if id not in places
    }
    for phrase, id in {**registry.axiom_names.spelled, **{id: id for id in missing}}.items():  # names, then ids
        if id in missing:
            yield folded(phrase), TopicData("", [], holds=1, is_group=1, missing=[missing[id]])
    for phrase, topic in registry.topics.items():
        parts: list[list[int]] = []
        missing_parts: list[list[Any]] = []
        for alternatives in topic.parts:
            present = [places[id] for id in alternatives if id in places]
            if present:
                parts.append(present)
            else:
                missing_parts.append(missing[alternatives[0]])
        yield phrase, TopicData(topic.shown, parts, holds=int(topic.holds), is_group=0, missing=missing_parts)


def stored_verdicts(inputs: Inputs) -> list[dict[str, Any]]:
    """Return the stored verdicts on metrics with the same definition here, with the places of row and column.

    The digest of a row is the digest of the file that defines the metric.
    """
    digests = {row.name: row.digest for row in inputs.whole.rows}
    content = json.loads(resources.files(__package__).joinpath(DECIDED).read_text(encoding="utf-8"))
    return [
        {
            "metric": inputs.row_places[verdict["metric"]],
            "axiom": inputs.column_places[verdict["axiom"]],
            # JSON has no tuples, and a table needs values that can be hashed
            **{name: tuple(value) if isinstance(value, list) else value for name, value in verdict["cell"].items()},
        }
        for verdict in content
        if digests.get(verdict["metric"]) == verdict["digest"] and verdict["axiom"] in inputs.column_places
    ]


def practice_tables() -> dict[str, Any]:
    r"""Return the tables of ``catalogue/practice_words`` by which the script finds topics of practice.

    ``topics`` are ``[id, page, title, text]`` each. ``spellings`` are regular expressions, each with its flags and the
    text that replaces it, in the syntax of JavaScript: flags are separate, and groups are ``$1`` instead of ``\1``.
    """
    spellings = [
        (pattern.removeprefix("(?i)"), "gi" if pattern.startswith("(?i)") else "g", replacement.replace("\\", "$"))
        for pattern, replacement in practice_words.SPELLINGS.items()
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
