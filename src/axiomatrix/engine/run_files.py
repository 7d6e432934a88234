"""Readers of runs and judgements, as lines of columns (TREC, BEIR, ir_datasets) or of JSON objects.

A *run* is what a search system retrieved for each topic (query), and *judgements* (qrels) are the grades that assessors
gave to documents. Errors name the file and the line. :mod:`.judged_run` makes judged lists of both files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ..evidence.files import from_json, text_lines

Grade = int | Fraction
Qrels = dict[str, dict[str, Grade]]
"""The grades by topic and document."""


class BadFile(ValueError):
    """Error for a file that does not have the expected format, with its name, the line and the rule."""


@dataclass(frozen=True)
class Retrieved:
    """A document retrieved for a topic, with its score exactly as written."""

    document: str
    score: Fraction


RunFile = dict[str, list[Retrieved]]
"""The documents by topic, in the order of the file."""


TOPIC_NAMES = ("query_id", "query-id", "qid", "topic", "topic_id")
"""Names of the topic in files with a header (ir_datasets, BEIR, and others) and in JSON objects."""
DOCUMENT_NAMES = ("doc_id", "corpus-id", "corpus_id", "docid", "docno", "document", "pid")
"""Names of the document there."""
NUMBER_NAMES = ("score", "relevance", "rel", "grade", "label")
"""Names of the score of a run, or of the grade of a judgement, there."""
NAMES_IN_ORDER = (TOPIC_NAMES, DOCUMENT_NAMES, NUMBER_NAMES)
"""All of these, in the order of an entry."""
TREC_LAYOUTS = {6: (0, 2, 4), 4: (0, 2, 3)}
"""Indexes of topic, document and number in TREC's formats, by number of columns: six for a run, four for judgements."""
UNUSED_VALUES = frozenset(("0", "Q0"))
"""Values of an unused column of iterations."""
GRADE_LIMIT = 1_000_000_000
"""Grades are below this."""


def read_run(path: Path) -> RunFile:
    """Read the retrieved documents of a run, by topic.

    A line has six columns (TREC's: topic, Q0, document, rank, score, tag), or three (topic, document, score), or is a
    JSON object with these; the first line may name the columns; a file that ends in ``.gz`` is decompressed. The score
    decides the order, and a rank column is ignored (as by trec_eval). Raises :class:`BadFile` naming file and line for
    other columns, a score that is not a finite number, a document that occurs twice for a topic, or no line at all.
    """
    topics: RunFile = {}
    for entry in _entries(path, "topic Q0 document rank score tag", "retrieved"):
        score = _number(entry.number, entry.place, "score")
        topics.setdefault(entry.topic, []).append(Retrieved(entry.document, score))
    return topics


def read_qrels(path: Path) -> Qrels:
    """Read the grades of judgements, by topic and document.

    A line has four columns (TREC's: topic, iteration, document, grade; or as ir_datasets exports TSV: topic, document,
    grade, iteration), or three (topic, document, grade), or is a JSON object with these; the first line may name the
    columns, as BEIR's does; a file that ends in ``.gz`` is decompressed. In a folder, the file that
    :func:`judgement_file` finds is read. Grades are numbers as written. The metrics define what a negative grade means.
    Raises :class:`BadFile` naming file and line for other columns, a grade that is not a number, a document that is
    judged twice for a topic (even with the same grade), or no line at all.
    """
    grades: Qrels = {}
    for entry in _entries(judgement_file(path), "topic iteration document grade", "judged"):
        grade = _number(entry.number, entry.place, "grade")
        if abs(grade) >= GRADE_LIMIT:
            raise BadFile(f"{entry.place}: the grade is {entry.number!r:.60}; it must be below {GRADE_LIMIT:,}")
        grades.setdefault(entry.topic, {})[entry.document] = int(grade) if grade.denominator == 1 else grade
    return grades


def judgement_file(path: Path) -> Path:
    """Return the file itself; for the folder of a BEIR corpus ``qrels/test.tsv``, or its only file of judgements.

    Raises :class:`BadFile` naming the files of a folder that has several, none of them ``test.tsv``.
    """
    if not path.is_dir():
        return path
    folder = path / "qrels" if (path / "qrels").is_dir() else path
    files = sorted(file for file in folder.iterdir() if file.name.endswith((".tsv", ".tsv.gz")))
    chosen = [file for file in files if file.name.startswith("test.tsv")] or files  # test.tsv or test.tsv.gz
    if len(chosen) != 1:
        hint = f"name one of {', '.join(map(str, files))}" if files else "there is no .tsv file"
        raise BadFile(f"{path}: a folder must have qrels/test.tsv or one .tsv file; {hint}")
    return chosen[0]


class _Entry(NamedTuple):
    """A document of a topic with its score or grade, as a line of a file has them."""

    place: str
    """The file and the line, for messages."""
    topic: str
    document: str
    number: str
    """The score or grade as written."""


@dataclass(frozen=True)
class _Line:
    """A line of a file, and its columns."""

    line_number: int
    """From 1."""
    text: str
    fields: list[str]


def _lines(path: Path) -> Iterator[_Line]:
    """Yield the lines that are not empty and do not begin with ``#``.

    Only blanks and tabs separate columns, since a name may contain other white space.
    """
    for line_number, text in text_lines(path, BadFile, newline="\n"):
        fields = re.findall(r"[^ \t]+", text.rstrip("\r\n"))
        if fields and not fields[0].startswith("#"):
            yield _Line(line_number, text, fields)


def _entries(path: Path, trec_columns: str, what: str) -> Iterator[_Entry]:
    """Yield the entry of each line.

    ``trec_columns`` are the names of the columns in TREC's format. A document may be ``what``, either ``judged`` or
    ``retrieved``, only once for a topic.

    A header, or else the first line, fixes the number of columns of all lines, since a line that is cut off would be
    read as another format.
    """
    lines: Iterable[_Line] = _lines(path)
    column_count = len(trec_columns.split())
    # by number of columns, the indexes of topic, document and number
    layouts: dict[int, tuple[int, ...]] = {column_count: TREC_LAYOUTS[column_count], 3: (0, 1, 2)}
    if column_count == 4:  # judgements, which ir_datasets writes in another order; the whole file is needed to tell
        all_lines = list(lines)
        if _ends_with_iteration(all_lines):
            layouts[4] = (0, 1, 2)
        lines = all_lines
    first_lines: dict[tuple[str, str], int] = {}  # by topic and document, the line that has them
    for line in lines:
        place, fields = f"{path}, line {line.line_number}", line.fields
        if fields[0].startswith("{"):
            topic, document, number = _from_object(line.text, place)
        elif not first_lines and fields[0].casefold() in TOPIC_NAMES:  # a header, before all entries
            heads = [field.casefold() for field in fields]
            layouts = {len(heads): tuple(_column_index(heads, names, place) for names in NAMES_IN_ORDER)}
            continue
        elif len(fields) not in layouts:
            accepted = _expected_columns(layouts, trec_columns)
            raise BadFile(f"{place}: {len(fields)} columns; expected {accepted}")
        else:
            layouts = {len(fields): layouts[len(fields)]}  # all other lines must have as many columns
            topic, document, number = (fields[k] for k in layouts[len(fields)])
        first_line = first_lines.setdefault((topic, document), line.line_number)
        if first_line != line.line_number:
            twice = f"document {document!r} is {what} twice for topic {topic!r}"
            raise BadFile(f"{place}: {twice}, first in line {first_line}")
        yield _Entry(place, topic, document, number)
    if not first_lines:
        raise BadFile(f"{path}: the file has no entries; a line has the columns {trec_columns}")


def _ends_with_iteration(lines: Sequence[_Line]) -> bool:
    """Return whether four columns are topic, document, grade and iteration, as ir_datasets exports TSV.

    TREC's order is topic, iteration, document, grade. Columns are not TREC's if tabs separate them, the third column
    has only numbers, and one of these is true:

    * the fourth column, TREC's grade, has texts other than numbers;
    * the second column, TREC's iteration, has texts other than numbers and Q0;
    * the fourth column is always 0 or Q0, and the second is not.
    """
    complete = [line for line in lines if len(line.fields) == 4]  # another line is refused in either layout
    seconds, thirds, fourths = ({line.fields[k] for line in complete} for k in (1, 2, 3))
    if not complete or not all("\t" in line.text for line in complete) or not all(map(_is_number, thirds)):
        return False
    is_trec = all(map(_is_number, fourths)) and all(text in UNUSED_VALUES or _is_number(text) for text in seconds)
    return not is_trec or (fourths <= UNUSED_VALUES and not seconds <= UNUSED_VALUES)


def _expected_columns(layouts: Collection[int], trec_columns: str) -> str:
    """Describe the accepted numbers of columns, such as ``6: topic Q0 ... tag, or 3: topic document score``."""
    number = "score" if "score" in trec_columns else "grade"
    names_by_count = {len(trec_columns.split()): trec_columns, 3: f"topic document {number}"}
    accepted = []
    for count in layouts:
        if count in names_by_count:
            accepted.append(f"{count}: {names_by_count[count]}")
        else:  # a header may have any number of columns
            accepted.append(f"{count}, as in the first line")
    return ", or ".join(accepted)


def _column_index(heads: list[str], names: tuple[str, ...], place: str) -> int:
    """Return the index of the column whose head is one of these names."""
    columns = [k for k, head in enumerate(heads) if head in names]
    if len(columns) != 1:
        raise BadFile(f"{place}: one column must be called {' or '.join(names[:3])}; the file has {', '.join(heads)}")
    return columns[0]


def _from_object(line: str, place: str) -> tuple[str, str, str]:
    """Read topic, document and number, as text, from a line that is a JSON object."""
    try:
        row = from_json(line, as_written=True)
    except (ValueError, RecursionError):
        raise BadFile(f"{place}: the line starts like a JSON object but cannot be read as one") from None
    texts = []
    for names in NAMES_IN_ORDER:
        values = [row[name] for name in names if name in row]
        if len(values) != 1 or isinstance(values[0], bool) or not isinstance(values[0], (str, int)):
            hint = f"it has {', '.join(map(str, row))}" if row else "it has nothing"
            raise BadFile(f"{place}: the object needs one of {', '.join(names)}, a string or a number; {hint:.200}")
        texts.append(str(values[0]))
    topic, document, number = texts
    return topic, document, number


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False


def _number(text: str, place: str, what: str) -> Fraction:
    """Parse a decimal number exactly; nan, infinities and exponents beyond those of floats are refused.

    ``what`` is ``score`` or ``grade``, for the message.
    """
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadFile(f"{place}: the {what} is {text!r:.60}; it must be a number") from None
    if not value.is_finite():
        raise BadFile(f"{place}: the {what} is {text!r:.60}; it must be a finite number")
    if not -400 <= value.adjusted() <= 400 or len(text) > 400:
        raise BadFile(f"{place}: the {what} is {text!r:.60}; it must be within the range of a float")
    return Fraction(value)
