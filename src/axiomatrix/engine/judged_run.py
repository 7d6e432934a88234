"""Judged lists from a user's run and judgements.

``axiomatrix evaluate`` computes measures on the lists of each :class:`Topic`. A check on a user's run decides axioms
over these lists alone, which :class:`JudgedRun` provides as a space.
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
    """A topic: its retrieved documents in order with their scores and grades, and the other judged documents.

    An unjudged document has the grade None. The methods make the lists that metrics take; these differ in the grade of
    unjudged and negatively judged documents.
    """

    name: str
    documents: tuple[str, ...]
    scores: tuple[Any, ...]
    grades: tuple[Grade | None, ...]
    missing: tuple[Grade, ...]
    """The grades of the judged documents that were not retrieved."""
    not_retrieved: tuple[str, ...] = ()
    """The names of these documents."""

    def graded(self) -> Judged:
        """The grades; unjudged documents, and negatively judged ones, have the grade 0 (as in trec_eval)."""
        return self._list(lambda grade: max(grade or 0, 0))

    def signed(self) -> Judged:
        """The grades as judged, negative ones too; unjudged documents have the grade 0."""
        return self._list(lambda grade: grade or 0)

    def binary(self, level: int = 1) -> Judged:
        """1 for a grade of at least ``level`` (trec_eval's -l), else 0."""
        return self._list(lambda grade: int(grade is not None and grade >= level))

    def judged_or_not(self, level: int = 1) -> Judged:
        """As ``binary``, and -1 for documents that are not judged or judged negatively (trec_eval's bpref)."""
        return self._list(lambda grade: -1 if grade is None or grade < 0 else int(grade >= level))

    def scored(self, level: int = 1) -> Scored:
        """The binary list with the scores, ties and all, in the order of this list."""
        x = self.binary(level)
        return Scored(x.grades, self.scores, x.missing)

    def ids(self, level: int | None = None) -> Retrieval:
        """The documents by name, with the grades of the judged ones: non-negative, or binary for a ``level``."""
        judged = [*zip(self.documents, self.grades, strict=True), *zip(self.not_retrieved, self.missing, strict=True)]
        grade_of: dict[str, Grade] = {
            d: max(g, 0) if level is None else int(g >= level) for d, g in judged if g is not None
        }
        return Retrieval.of(self.documents, grade_of)

    def arranged(self, order: Sequence[int]) -> Topic:
        """Reorder the documents with their grades; the scores stay at their ranks."""
        documents, grades = tuple(self.documents[k] for k in order), tuple(self.grades[k] for k in order)
        return replace(self, documents=documents, grades=grades)

    def _list(self, convert: Callable[[Grade | None], Grade]) -> Judged:
        """Make a judged list whose grades are converted by a function."""
        return Judged.of([convert(g) for g in self.grades], [convert(g) for g in self.missing])


TIES = {
    "trec-eval": "document ids descending, byte by byte",
    "id": "document ids ascending, byte by byte",
    "file": "the order of the file",
    "best": "the highest grade first",
    "worst": "the lowest grade first",
    "mean": "every order, and the mean of the values",
}
"""Orders of documents with equal scores, by name; within a grade, ``best`` and ``worst`` order as ``trec-eval``.

``mean`` lists documents as ``trec-eval`` does; callers average over the other orders.
"""


def topics(run: RunFile, qrels: Qrels, ties: str = "trec-eval", *, complete: bool = False) -> list[Topic]:
    """The topics that are both judged and retrieved, sorted by name (byte by byte, as in trec_eval).

    Documents are ordered by falling score, and by ``ties`` within a score. A judged topic that is missing from the run
    is left out, as in trec_eval; with ``complete`` (trec_eval's -c) it has an empty list. Unjudged topics of the run
    are left out.
    """
    chosen = [name for name in qrels if complete or name in run]
    return [_topic(name, run.get(name, []), qrels[name], ties) for name in sorted(chosen, key=str.encode)]


def in_single_precision(run: RunFile) -> RunFile:
    """Round the scores of a run to single precision, in which trec_eval 9 stores them."""
    return {name: [replace(r, score=_single(r.score)) for r in listed] for name, listed in run.items()}


def _single(score: Fraction) -> Fraction:
    largest: Any = sys.float_info.max
    single = c_float(float(max(-largest, min(score, largest)))).value  # infinity if the score is too large
    return Fraction(max(-largest, min(single, largest)))


def _topic(name: str, retrieved: list[Retrieved], judged: dict[str, Grade], ties: str) -> Topic:
    # stable sorts, the last criterion first: by id, then by grade, then by score
    listed = [*retrieved]
    if ties != "file":
        listed.sort(key=lambda r: r.document.encode(), reverse=ties != "id")
    if ties in ("best", "worst"):
        listed.sort(key=lambda r: max(judged.get(r.document, 0), 0), reverse=ties == "best")
    score_of = {r.document: r.score for r in sorted(listed, key=lambda r: r.score, reverse=True)}
    missing = {document: grade for document, grade in judged.items() if document not in score_of}
    return Topic(
        name,
        tuple(score_of),
        tuple(score_of.values()),
        tuple(map(judged.get, score_of)),
        tuple(missing.values()),
        tuple(missing),
    )


def list_for(space: Any, topic: Topic, level: int) -> Any:
    """The topic's list in the form of a space: scored, ids, judged or not, binary, signed, or graded from 0."""
    if space.sort == "scored lists":
        return topic.scored(level)
    if isinstance(space, RetrievedIds):
        if str not in space.ids:
            raise ValueError(f"the ids of a run are texts; the metric takes {space.name}")
        return topic.ids(level if max(space.levels) == 1 else None)
    assert isinstance(space, JudgedLists)
    if space.name == judged_or_not().name:
        return topic.judged_or_not(level)
    if space.levels == binary_list.levels:
        return topic.binary(level)
    return topic.signed() if min(space.levels) < 0 else topic.graded()


# --- the run as a space: the lists that are there, and no others -------------------------------------------------


DEPTH = 10
"""Default depth: documents of a topic that are listed, and most judged documents beyond these that are missing."""


@dataclass(frozen=True)
class JudgedRun:
    """A user's run and judgements, cut at a depth, as the space of a check."""

    run: str
    qrels: str
    depth: int = DEPTH

    @property
    def topics(self) -> Sequence[Topic]:
        """The judged topics of the run with at least one document. Raises ``BadFile`` naming file and line."""
        return _topics(self.run, self.qrels)

    @property
    def name(self) -> str:
        """Return the name of the space."""
        count = len(self.topics)
        return (
            f"the first {self.depth} documents of {count} topic{'s' * (count != 1)} of {Path(self.run).name}, "
            f"at most {self.depth} more of the highest grades missing"
        )

    def over(self, metric: Metric) -> Metric | None:
        """The metric over these lists in place of its own space; None if it does not take judged lists of a run."""
        (name, space), *more = metric.arguments.items()
        if more or not isinstance(space, JudgedLists):
            return None
        distinguishes_unjudged = space.name == judged_or_not().name
        lists = [
            _cut(list_for(space, topic, 1), self.depth, keep_zeros=distinguishes_unjudged) for topic in self.topics
        ]
        if isinstance(space, UnitGains) and any(g > 1 for x in lists for g in (*x.grades, *x.missing)):
            return None
        return replace(metric, arguments={name: GivenLists(self.name, lists, space)})

    def topics_of(self, metric: Metric, instance: Iterable[Any]) -> list[str]:
        """The topics whose list occurs in an instance, in the form of witnesses."""
        over = self.over(metric)
        space = next(iter(over.arguments.values())) if over else None
        if not isinstance(space, GivenLists):
            return []
        instance_lists = [data for data in instance if isinstance(data, dict)]
        return [
            topic.name for topic, x in zip(self.topics, space.given, strict=True) if space.encode(x) in instance_lists
        ]

    @property
    def graded(self) -> GivenLists:
        """The graded lists, which metrics of binary lists read as relevant or not."""
        return GivenLists(self.name, [_cut(topic.graded(), self.depth, keep_zeros=False) for topic in self.topics])

    def pairs(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """For each topic with at least ``depth`` documents: their order in the run, and their order by grade."""
        orders = []
        for topic in self.topics:
            if len(topic.documents) < self.depth:
                continue
            documents = topic.documents[: self.depth]
            grade = dict(zip(topic.documents, topic.grades, strict=True))
            orders.append((documents, tuple(sorted(documents, key=lambda d: -(grade[d] or 0)))))
        return orders


@lru_cache(maxsize=4)
def _topics(run: str, qrels: str) -> tuple[Topic, ...]:
    return tuple(topic for topic in topics(read_run(Path(run)), read_qrels(Path(qrels))) if topic.documents)


def _cut(x: Judged, depth: int, *, keep_zeros: bool) -> Judged:
    """Cut a list at a depth. Missing documents with grade 0 are dropped too, unless the metric distinguishes them."""
    head = x.head(depth)
    rest = [g for g in head.missing if g > 0 or (keep_zeros and g == 0)]
    return Judged(head.grades, tuple(rest[:depth]))
