"""Runs and judgements, as lines of columns (TREC, BEIR) or of JSON; what is wrong is said with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path

from ...evidence.untrusted import from_json, text_lines

Grade = int | Fraction
Qrels = dict[str, dict[str, Grade]]
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


TOPIC = ("query_id", "query-id", "qid", "topic", "topic_id")
DOCUMENT = ("doc_id", "corpus-id", "corpus_id", "docid", "docno", "document", "pid")
SCORE = ("score", "relevance", "rel", "grade", "label")
"""What columns are called in files that name them (ir_datasets, BEIR, and others)."""


def read_run(path: Path) -> RunFile:
    """The documents that a run retrieves, by topic.

    A line has six columns (TREC's: topic, Q0, document, rank, score, tag), or three (topic, document, score), or is a
    JSON object with these; the first line may name the columns; a file that ends in ``.gz`` is decompressed. The score
    decides the order, whatever a rank column says (as in trec_eval, which ignores it). Raises :class:`BadFile` naming
    file and line: other columns, a score that is not a finite number, a document that occurs twice for a topic, no line
    at all.
    """
    topics: RunFile = {}
    for where, topic, document, score in _rows(path, 6, "topic Q0 document rank score tag", "retrieved"):
        topics.setdefault(topic, []).append(Retrieved(document, _number(score, where, "score")))
    return topics


def read_qrels(path: Path) -> Qrels:
    """The grades by topic and document.

    A line has four columns (TREC's: topic, iteration, document, grade), or three (topic, document, grade), or is a JSON
    object with these; the first line may name the columns, as BEIR's does; a file that ends in ``.gz`` is decompressed.
    Grades are numbers as they are written; what a negative one means is for the metrics to say. Raises
    :class:`BadFile` naming file and line: other columns, a grade that is not a number, a document that is judged twice
    for a topic (even with the same grade), no line at all.
    """
    grades: Qrels = {}
    for where, topic, document, written in _rows(path, 4, "topic iteration document grade", "judged"):
        grade = _number(written, where, "grade")
        if abs(grade) >= MOST_GRADE:
            raise BadFile(f"{where}: the grade is {written!r:.60}; it must be below {MOST_GRADE:,}")
        grades.setdefault(topic, {})[document] = int(grade) if grade.denominator == 1 else grade
    return grades


def _rows(path: Path, wanted: int, columns: str, what: str) -> Iterator[tuple[str, str, str, str]]:
    """Where each line stands, its topic, its document, and its number as it is written.

    Empty lines and lines that begin with ``#`` are passed over. Only blanks and tabs separate columns: a name may have
    other white space. A document is ``what`` once for a topic.
    """
    places: dict[int, tuple[int, ...]] = {wanted: TREC[wanted], 3: (0, 1, 2)}
    known: dict[tuple[str, str], int] = {}
    for number, line in text_lines(path, BadFile, newline="\n"):
        where = f"{path}, line {number}"
        fields = re.findall(r"[^ \t]+", line.rstrip("\r\n"))
        if not fields or fields[0].startswith("#"):
            continue
        if fields[0].startswith("{"):
            topic, document, written = _from_object(line, where)
        elif not known and fields[0].casefold() in TOPIC:
            heads = [field.casefold() for field in fields]
            places = {len(heads): tuple(_head(heads, names, where) for names in (TOPIC, DOCUMENT, SCORE))}
            continue
        elif len(fields) not in places:
            raise BadFile(f"{where}: there are {len(fields)} columns; there must be {_wanted(places, columns)}")
        else:
            places = {len(fields): places[len(fields)]}  # a line that is cut off would be read as another format
            topic, document, written = (fields[k] for k in places[len(fields)])
        first = known.setdefault((topic, document), number)
        if first != number:
            twice = f"document {document!r} is {what} twice for topic {topic!r}"
            raise BadFile(f"{where}: {twice}, first in line {first}")
        yield where, topic, document, written
    if not known:
        raise BadFile(f"{path}: there is no line in it; a line is: {columns}")


TREC = {6: (0, 2, 4), 4: (0, 2, 3)}
"""Where topic, document and number stand in TREC's formats."""
MOST_GRADE = 1_000_000_000


def _wanted(places: Collection[int], columns: str) -> str:
    """How many columns there must be, and which."""
    short = f"topic document {'score' if 'score' in columns else 'grade'}"
    every = {len(columns.split()): columns, 3: short}
    return ", or ".join(
        f"{count}: {every[count]}" if count in every else f"{count}, as in the first line" for count in places
    )


def _head(heads: list[str], names: tuple[str, ...], where: str) -> int:
    """Where a column of one of these names stands."""
    columns = [k for k, head in enumerate(heads) if head in names]
    if len(columns) != 1:
        raise BadFile(f"{where}: one column must be called {' or '.join(names[:3])}; they are {', '.join(heads)}")
    return columns[0]


def _from_object(line: str, where: str) -> tuple[str, str, str]:
    """Topic, document and number of a JSON object."""
    try:
        row = from_json(line)
    except (ValueError, RecursionError):
        raise BadFile(f"{where}: it begins as a JSON object, and is none") from None
    values = [[row[name] for name in names if name in row] for names in (TOPIC, DOCUMENT, SCORE)]
    for given, names in zip(values, (TOPIC, DOCUMENT, SCORE), strict=True):
        if len(given) != 1 or isinstance(given[0], bool) or not isinstance(given[0], (str, int, float)):
            raise BadFile(f"{where}: one of {', '.join(names)} must be a text or a number there")
    topic, document, number = (str(given[0]) for given in values)
    return topic, document, number


def _number(text: str, where: str, what: str) -> Fraction:
    """A decimal number exactly as it is written; nan, infinities and absurd exponents are refused."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be a number") from None
    if not value.is_finite():
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be a finite number")
    if not -400 <= value.adjusted() <= 400 or len(text) > 400:
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be of a size that a float can have")
    return Fraction(value)
