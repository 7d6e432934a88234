"""Relevance judgements in TREC's format: topic iteration document grade."""

from __future__ import annotations

from pathlib import Path

from .lines import BadFile, columns

COLUMNS = "topic iteration document grade"
Qrels = dict[str, dict[str, int]]
"""The grades by topic and document."""


def read_qrels(path: Path) -> Qrels:
    """The grades by topic and document; the second column is ignored.

    Grades are whole numbers; what a negative one means is for the metrics to say. Raises :class:`BadFile` naming file
    and line: another number of columns than four, a grade that is no whole number, a document that is judged twice for
    a topic (even with the same grade), no line at all.
    """
    grades: Qrels = {}
    lines: dict[tuple[str, str], str] = {}
    for where, line in columns(path):
        if len(line) != 4:
            raise BadFile(f"{where}: there are {len(line)} columns; there must be 4: {COLUMNS}")
        topic, _, document, grade = line
        digits = grade.removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise BadFile(f"{where}: the grade is {grade!r:.60}; it must be a whole number")
        if (topic, document) in lines:
            before = lines[topic, document].rsplit(", ", 1)[1]
            raise BadFile(f"{where}: document {document!r} is judged twice for topic {topic!r}, first in {before}")
        lines[topic, document] = where
        grades.setdefault(topic, {})[document] = int(grade)
    if not grades:
        raise BadFile(f"{path}: there is no line in it; a line is: {COLUMNS}")
    return grades
