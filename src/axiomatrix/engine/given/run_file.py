"""Runs in TREC's format: topic Q0 document rank score tag."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from .lines import BadFile, columns, number

COLUMNS = "topic Q0 document rank score tag"


@dataclass(frozen=True)
class Retrieved:
    """A document that a run retrieves for a topic: its score as written, and its place in the file."""

    document: str
    score: Fraction
    place: int


RunFile = dict[str, list[Retrieved]]
"""The documents by topic, in the order of the file."""


def read_run(path: Path) -> RunFile:
    """The documents that a run retrieves, by topic.

    The score decides the order, whatever the rank column says (as in trec_eval, which ignores it); the second and the
    last column are ignored. Raises :class:`BadFile` naming file and line: another number of columns than six, a score
    that is no finite number, a document that occurs twice for a topic, no line at all.
    """
    topics: RunFile = {}
    lines: dict[tuple[str, str], str] = {}
    for where, line in columns(path):
        if len(line) != 6:
            raise BadFile(f"{where}: there are {len(line)} columns; there must be 6: {COLUMNS}")
        topic, _, document, _, score, _ = line
        if (topic, document) in lines:
            before = lines[topic, document].rsplit(", ", 1)[1]
            raise BadFile(f"{where}: document {document!r} is retrieved twice for topic {topic!r}, first in {before}")
        lines[topic, document] = where
        listed = topics.setdefault(topic, [])
        listed.append(Retrieved(document, number(score, "score", where), len(listed) + 1))
    if not topics:
        raise BadFile(f"{path}: there is no line in it; a line is: {COLUMNS}")
    return topics
