"""Runs and judgements in TREC's formats, as lines of columns; what is wrong is said with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path

from ...evidence.untrusted import text_lines

Qrels = dict[str, dict[str, int]]
"""The grades by topic and document."""


class BadFile(ValueError):
    """A file that cannot be read as what it should be, with its name, the line and the rule."""


@dataclass(frozen=True)
class Retrieved:
    """A document that a run retrieves for a topic: its score as written."""

    document: str
    score: Fraction


RunFile = dict[str, list[Retrieved]]
"""The documents by topic, in the order of the file."""


def read_run(path: Path) -> RunFile:
    """The documents that a run retrieves, by topic.

    The score decides the order, whatever the rank column says (as in trec_eval, which ignores it); the second and the
    last column are ignored. Raises :class:`BadFile` naming file and line: another number of columns than six, a score
    that is not a finite number, a document that occurs twice for a topic, no line at all.
    """
    topics: RunFile = {}
    for where, (topic, _, document, _, score, _) in _lines(path, "topic Q0 document rank score tag", "retrieved"):
        topics.setdefault(topic, []).append(Retrieved(document, _score(score, where)))
    return topics


def read_qrels(path: Path) -> Qrels:
    """The grades by topic and document; the second column is ignored.

    Grades are whole numbers; what a negative one means is for the metrics to say. Raises :class:`BadFile` naming file
    and line: another number of columns than four, a grade that is not a whole number, a document that is judged twice
    for a topic (even with the same grade), no line at all.
    """
    grades: Qrels = {}
    for where, (topic, _, document, grade) in _lines(path, "topic iteration document grade", "judged"):
        if not re.fullmatch("[+-]?[0-9]{1,9}", grade):
            raise BadFile(f"{where}: the grade is {grade!r:.60}; it must be a whole number")
        grades.setdefault(topic, {})[document] = int(grade)
    return grades


def _lines(path: Path, columns: str, what: str) -> Iterator[tuple[str, list[str]]]:
    """The columns of each line, with where it stands; empty lines and lines that begin with ``#`` are passed over.

    Only blanks and tabs separate columns: a name may have other white space. A document is ``what`` once for a topic.
    """
    wanted = len(columns.split())
    known: dict[tuple[str, str], int] = {}
    for number, line in text_lines(path, BadFile, newline="\n"):
        fields = re.findall(r"[^ \t]+", line.rstrip("\r\n"))
        if not fields or fields[0].startswith("#"):
            continue
        where = f"{path}, line {number}"
        if len(fields) != wanted:
            raise BadFile(f"{where}: there are {len(fields)} columns; there must be {wanted}: {columns}")
        topic, _, document, *_ = fields
        first = known.setdefault((topic, document), number)
        if first != number:
            twice = f"document {document!r} is {what} twice for topic {topic!r}"
            raise BadFile(f"{where}: {twice}, first in line {first}")
        yield where, fields
    if not known:
        raise BadFile(f"{path}: there is no line in it; a line is: {columns}")


def _score(text: str, where: str) -> Fraction:
    """A decimal number exactly as it is written; nan, infinities and absurd exponents are refused."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadFile(f"{where}: the score is {text!r:.60}; it must be a number") from None
    if not value.is_finite():
        raise BadFile(f"{where}: the score is {text!r:.60}; it must be a finite number")
    if not -400 <= value.adjusted() <= 400 or len(text) > 400:
        raise BadFile(f"{where}: the score is {text!r:.60}; it must be of a size that a float can have")
    return Fraction(value)
