"""Judged lists: a user's run (what a search system retrieved) joined with judgements (the grades of documents).

Grades are whole numbers or fractions: 0 means not relevant, and more is better. Judgements call a document with a
negative grade spam or worse than irrelevant. A document without a grade is *unjudged*. Metrics take lists of several
*spaces*, which differ in the grades that they admit (the ``levels``): the methods of :class:`Topic` convert to each.

Judged lists have two uses. ``axiomatrix evaluate`` computes measures topic by topic: :func:`join_topics` joins the two
files, and each :class:`Topic` gives its list in the forms that metrics take. With ``--instances RUN QRELS`` other
commands look at the lists of a run alone: :class:`JudgedRun` cuts these at a depth, and gives a metric a space that
contains no other lists.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from ctypes import c_float
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..model.metric import Metric
from ..spaces import GivenLists, JudgedLists, binary_list
from ..spaces.lists import UnitGains, judged_or_not
from ..spaces.retrieved import RetrievedIds
from ..values.judged import Judged
from ..values.retrieval import Retrieval
from ..values.scored import Scored
from .run_files import Grade, Qrels, Retrieved, RunFile, read_qrels, read_run


@dataclass(frozen=True)
class Topic:
    """A topic (query): its retrieved documents in order with scores and grades, and the other judged documents.

    The methods return the lists that metrics take, which differ in the grades of unjudged and negatively judged
    documents.
    """

    name: str
    documents: tuple[str, ...]
    """The ids of the retrieved documents, best first."""
    scores: tuple[Any, ...]
    """The score of each of them, a Fraction."""
    grades: tuple[Grade | None, ...]
    """The grade of each of them; None for an unjudged document."""
    missing_grades: tuple[Grade, ...]
    """The grades of the judged documents that were not retrieved."""
    missing_documents: tuple[str, ...] = ()
    """The ids of the documents that were not retrieved, in the same order; :meth:`ids` alone needs them."""

    def graded(self) -> Judged:
        """The grades; unjudged documents, and negatively judged ones, have the grade 0 (as in trec_eval)."""
        return self._with_grades(lambda grade: max(grade or 0, 0))

    def signed(self) -> Judged:
        """The grades as judged, negative ones too; unjudged documents have the grade 0."""
        return self._with_grades(lambda grade: grade or 0)

    def binary(self, level: int = 1) -> Judged:
        """1 for a grade of at least ``level`` (trec_eval's -l), else 0."""
        return self._with_grades(lambda grade: int(grade is not None and grade >= level))

    def with_unjudged(self, level: int = 1) -> Judged:
        """As ``binary``, and -1 for documents that are not judged or judged negatively (trec_eval's bpref)."""
        return self._with_grades(lambda grade: -1 if grade is None or grade < 0 else int(grade >= level))

    def scored(self, level: int = 1) -> Scored:
        """The binary list with the scores, ties and all, in the order of this list."""
        judged = self.binary(level)
        return Scored(judged.grades, self.scores, judged.missing)

    def ids(self, level: int | None = None) -> Retrieval:
        """The documents by id with the grades of the judged ones.

        Without a ``level`` a negative grade becomes 0; with one, grades are binary as in :meth:`binary`.
        """
        retrieved = zip(self.documents, self.grades, strict=True)
        missing = zip(self.missing_documents, self.missing_grades, strict=True)
        grade_of: dict[str, Grade] = {}
        for document, grade in (*retrieved, *missing):
            if grade is not None:
                grade_of[document] = max(grade, 0) if level is None else int(grade >= level)
        return Retrieval.of(self.documents, grade_of)

    def reordered(self, order: Sequence[int]) -> Topic:
        """Reorder the documents with their grades; the scores stay at their ranks.

        ``order`` has for each new rank the old index, from 0.
        """
        documents = tuple(self.documents[k] for k in order)
        return replace(self, documents=documents, grades=tuple(self.grades[k] for k in order))

    def _with_grades(self, convert: Callable[[Grade | None], Grade]) -> Judged:
        """Return the judged list with all grades converted by a function."""
        return Judged.of([convert(g) for g in self.grades], [convert(g) for g in self.missing_grades])


TIES = {
    "trec-eval": "document ids descending, byte by byte",
    "id": "document ids ascending, byte by byte",
    "file": "the order of the file",
    "best": "the highest grade first",
    "worst": "the lowest grade first",
    "mean": "every order, and the mean of the values",
}
"""Orders of documents with equal scores, by name, described in words.

Within a grade, ``best`` and ``worst`` order as ``trec-eval`` does. ``mean`` lists documents as ``trec-eval`` does.
Callers average over the other orders (:meth:`Topic.reordered`).
"""


def join_topics(run: RunFile, qrels: Qrels, ties: str = "trec-eval", *, complete: bool = False) -> list[Topic]:
    """Join a run with judgements: the topics that are in both, sorted by name (byte by byte, as in trec_eval).

    Documents are ordered by falling score, and by ``ties`` within a score. A judged topic that is missing from the run
    is left out, as in trec_eval; with ``complete`` (trec_eval's -c) it has an empty list. Unjudged topics of the run
    are left out.
    """
    names = sorted((name for name in qrels if complete or name in run), key=str.encode)
    return [_make_topic(name, run.get(name, []), qrels[name], ties) for name in names]


def in_single_precision(run: RunFile) -> RunFile:
    """Round the scores of a run to single precision, in which trec_eval 9 stores them."""
    rounded: RunFile = {}
    for topic, retrieved in run.items():
        rounded[topic] = [replace(entry, score=_single(entry.score)) for entry in retrieved]
    return rounded


LARGEST_DOUBLE: Any = sys.float_info.max
"""The score in place of an infinite one: a Fraction cannot be infinite, and no single-precision number is as large."""


def _single(score: Fraction) -> Fraction:
    """Round a score to single precision."""
    double = float(max(-LARGEST_DOUBLE, min(score, LARGEST_DOUBLE)))  # float() refuses a Fraction beyond this range
    single = c_float(double).value  # infinite if the score is too large for single precision
    return Fraction(max(-LARGEST_DOUBLE, min(single, LARGEST_DOUBLE)))


def _make_topic(name: str, retrieved: list[Retrieved], judged: dict[str, Grade], ties: str) -> Topic:
    """Order the documents of a topic by score and ``ties``, and look up their grades."""
    # Stable sorts, the least important criterion first: by id, then by grade, then by score. Ids are in descending
    # order for all values of ``ties`` but "id" and "file".
    listed = [*retrieved]
    if ties != "file":
        listed.sort(key=lambda entry: entry.document.encode(), reverse=ties != "id")
    if ties in ("best", "worst"):
        listed.sort(key=lambda entry: max(judged.get(entry.document, 0), 0), reverse=ties == "best")
    listed.sort(key=lambda entry: entry.score, reverse=True)
    score_of = {entry.document: entry.score for entry in listed}  # a dict keeps the order of the list
    missing = {document: grade for document, grade in judged.items() if document not in score_of}
    return Topic(
        name=name,
        documents=tuple(score_of),
        scores=tuple(score_of.values()),
        grades=tuple(map(judged.get, score_of)),
        missing_grades=tuple(missing.values()),
        missing_documents=tuple(missing),
    )


def list_for(space: Any, topic: Topic, level: int) -> Any:
    """Return the topic's list in the form that a space of judged lists, scored lists or retrieved ids takes.

    Grades from ``level`` on are relevant where the space takes lists of two grades. Raises ``ValueError`` if the
    ids of the space are not texts.
    """
    if space.sort == "scored lists":
        return topic.scored(level)
    if isinstance(space, RetrievedIds):
        if str not in space.id_types:  # the ids of a space are types, such as str
            raise ValueError(f"the ids of a run are strings; the metric takes {space.name}")
        return topic.ids(level if max(space.levels) == 1 else None)  # a space whose highest grade is 1 is binary
    assert isinstance(space, JudgedLists)
    if _distinguishes_unjudged(space):
        return topic.with_unjudged(level)
    if space.levels == binary_list.levels:
        return topic.binary(level)
    return topic.signed() if min(space.levels) < 0 else topic.graded()


def _distinguishes_unjudged(space: JudgedLists) -> bool:
    """Return whether -1 means an unjudged document in the lists of a space."""
    return space.name == judged_or_not().name


# --- the run as the lists of a check ------------------------------------------------------------------------------


DEPTH = 10
"""Default depth: documents listed for each topic, and the most grades that count as missing from it."""


@dataclass(frozen=True)
class JudgedRun:
    """A user's run and judgements, cut at a depth. :meth:`over` puts a metric over its lists."""

    run_path: str
    qrels_path: str
    """The file of the judgements."""
    depth: int = DEPTH
    """The number of documents at which each list is cut, and of missing grades that it keeps."""

    @property
    def topics(self) -> Sequence[Topic]:
        """The judged topics of the run with at least one document. Raises ``BadFile`` naming file and line."""
        return _read_topics(self.run_path, self.qrels_path)

    @property
    def space_name(self) -> str:
        """The name of the space of these lists."""
        count = len(self.topics)
        return (
            f"the first {self.depth} documents of {count} topic{'s' * (count != 1)} of {Path(self.run_path).name}, "
            f"at most {self.depth} more of the highest grades missing"
        )

    def over(self, metric: Metric) -> Metric | None:
        """Return the metric restricted to these lists; None if it does not take them."""
        (name, space), *other_arguments = metric.arguments.items()
        if other_arguments or not isinstance(space, JudgedLists):
            return None
        keep_zeros = _distinguishes_unjudged(space)
        lists = [_cut(list_for(space, topic, 1), self.depth, keep_zeros=keep_zeros) for topic in self.topics]
        highest = max((grade for judged in lists for grade in (*judged.grades, *judged.missing)), default=0)
        if isinstance(space, UnitGains) and highest > 1:
            return None  # the metric takes gains from 0 to 1, and these lists have higher grades
        return replace(metric, arguments={name: GivenLists(self.space_name, lists, space)})

    def topic_names_of_witness(self, metric: Metric, stored_values: Iterable[Any]) -> list[str]:
        """Return the names of the topics whose lists occur among the stored values of a witness."""
        metric_over_run = self.over(metric)
        space = next(iter(metric_over_run.arguments.values())) if metric_over_run else None
        if not isinstance(space, GivenLists):
            return []
        stored_lists = [data for data in stored_values if isinstance(data, dict)]  # lists are stored as objects
        return [
            topic.name
            for topic, judged in zip(self.topics, space.collection, strict=True)
            if space.encode(judged) in stored_lists
        ]

    @property
    def graded(self) -> GivenLists:
        """The graded lists, which metrics of binary lists read as relevant or not."""
        lists = [_cut(topic.graded(), self.depth, keep_zeros=False) for topic in self.topics]
        return GivenLists(self.space_name, lists)

    def orders_by_run_and_grade(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return two orders of the first ``depth`` documents of each topic: the run's, and by falling grade.

        Topics with fewer documents are left out, so that all orders have one length.
        """
        orders = []
        for topic in self.topics:
            if len(topic.documents) < self.depth:
                continue
            documents = topic.documents[: self.depth]
            grade_of = dict(zip(topic.documents, topic.grades, strict=True))
            by_grade = tuple(sorted(documents, key=lambda d: -(grade_of[d] or 0)))  # unjudged ones count as 0
            orders.append((documents, by_grade))
        return orders


@lru_cache(maxsize=4)
def _read_topics(run_path: str, qrels_path: str) -> tuple[Topic, ...]:
    run, qrels = read_run(Path(run_path)), read_qrels(Path(qrels_path))
    return tuple(topic for topic in join_topics(run, qrels) if topic.documents)


def _cut(judged: Judged, depth: int, *, keep_zeros: bool) -> Judged:
    """Cut a list at a depth.

    Documents beyond the depth count as missing; at most ``depth`` missing grades are kept, the highest. Negative ones
    are dropped, and so are zeros unless ``keep_zeros``: only a metric that distinguishes them from -1 (unjudged) needs
    them.
    """
    head = judged.head(depth)  # its missing grades are in falling order
    missing = [g for g in head.missing if g > 0 or (keep_zeros and g == 0)]
    return Judged(head.grades, tuple(missing[:depth]))
