"""Judged lists from a run and its judgements: the order, and what unjudged and negatively judged documents count as."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from ctypes import c_float
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...values.judged import Judged
from ...values.retrieval import Retrieval
from ...values.scored import Scored
from .files import Grade, Qrels, Retrieved, RunFile


@dataclass(frozen=True)
class Topic:
    """A topic's documents in order, with their grades as judged (None where they are not), and the rest that is judged.

    ``scores`` belong to the documents. The lists that metrics are given differ in what a grade below 1 counts as.
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
        return self._list(lambda g: max(g or 0, 0))

    def signed(self) -> Judged:
        """The grades as judged, negative ones too; unjudged documents have the grade 0."""
        return self._list(lambda g: g or 0)

    def binary(self, level: int = 1) -> Judged:
        """1 for a grade of at least ``level`` (trec_eval's -l), else 0."""
        return self._list(lambda g: int(g is not None and g >= level))

    def judged_or_not(self, level: int = 1) -> Judged:
        """As ``binary``, and -1 for documents that are not judged or judged negatively (trec_eval's bpref)."""
        return self._list(lambda g: -1 if g is None or g < 0 else int(g >= level))

    def scored(self, level: int = 1) -> Scored:
        """The binary list with the scores, ties and all, in the order of this list."""
        x = self.binary(level)
        return Scored(x.grades, self.scores, x.missing)

    def ids(self, level: int | None = None) -> Retrieval:
        """The documents by name, and the grades of the judged ones: from 0, or 1 from a ``level`` on and else 0."""
        judged = [*zip(self.documents, self.grades, strict=True), *zip(self.not_retrieved, self.missing, strict=True)]
        read: dict[str, Grade] = {
            d: max(g, 0) if level is None else int(g >= level) for d, g in judged if g is not None
        }
        return Retrieval.of(self.documents, read)

    def arranged(self, order: Sequence[int]) -> Topic:
        """The documents at these places, in this order; the scores stay where they are."""
        documents, grades = tuple(self.documents[k] for k in order), tuple(self.grades[k] for k in order)
        return replace(self, documents=documents, grades=grades)

    def _list(self, read: Callable[[Grade | None], Grade]) -> Judged:
        return Judged.of([read(g) for g in self.grades], [read(g) for g in self.missing])


TIES = {
    "trec-eval": "document ids descending, byte by byte",
    "id": "document ids ascending, byte by byte",
    "file": "the order of the file",
    "best": "the highest grade first",
    "worst": "the lowest grade first",
    "mean": "every order, and the mean of the values",
}
"""How documents of one score are ordered, by name; within one grade ``best`` and ``worst`` order as ``trec-eval``.

``mean`` lists them as ``trec-eval`` does: their other orders are for whoever evaluates to go through.
"""


def topics(run: RunFile, qrels: Qrels, ties: str = "trec-eval", *, complete: bool = False) -> list[Topic]:
    """The topics that are judged and retrieved, by name (byte by byte, as trec_eval lists them).

    Scores fall, documents of one score are ordered as ``ties`` says. A judged topic that the run does not have is left
    out, as in trec_eval; with ``complete`` (trec_eval's -c) it comes with an empty list. Topics of the run that are
    not judged are left out.
    """
    chosen = [name for name in qrels if complete or name in run]
    return [_topic(name, run.get(name, []), qrels[name], ties) for name in sorted(chosen, key=str.encode)]


def blurred(run: RunFile) -> RunFile:
    """The run with its scores in single precision, as trec_eval 9 keeps them."""
    return {name: [replace(r, score=_single(r.score)) for r in listed] for name, listed in run.items()}


def _single(score: Fraction) -> Fraction:
    largest: Any = sys.float_info.max
    single = c_float(float(max(-largest, min(score, largest)))).value  # infinite where it is too large
    return Fraction(max(-largest, min(single, largest)))


def _topic(name: str, retrieved: list[Retrieved], judged: dict[str, Grade], ties: str) -> Topic:
    listed = [*retrieved]
    if ties != "file":
        listed.sort(key=lambda r: r.document.encode(), reverse=ties != "id")
    if ties in ("best", "worst"):
        listed.sort(key=lambda r: max(judged.get(r.document, 0), 0), reverse=ties == "best")
    scores = {r.document: r.score for r in sorted(listed, key=lambda r: r.score, reverse=True)}
    missing = {document: grade for document, grade in judged.items() if document not in scores}
    return Topic(
        name,
        tuple(scores),
        tuple(scores.values()),
        tuple(map(judged.get, scores)),
        tuple(missing.values()),
        tuple(missing),
    )
