"""A user's run as the space over which axioms and relations are asked: the lists that are there, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...model.metric import Metric
from ...spaces import GivenLists, JudgedLists
from ...spaces.gains import UnitGains, judged_or_not
from ...values.judged import Judged
from .files import read_qrels, read_run
from .lists import Topic, topics
from .measures import list_for

DEPTH = 10
"""How many documents of a topic are listed unless told otherwise, and how many judged ones may be missing."""


@dataclass(frozen=True)
class JudgedRun:
    """A run and its judgements, and how deep the lists go."""

    run: str
    qrels: str
    depth: int = DEPTH

    @property
    def topics(self) -> Sequence[Topic]:
        """The judged topics of the run that list anything. Raises ``BadFile`` naming file and line."""
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
        """The metric over these lists instead of its own space; None if it is not about lists that a run has."""
        (name, space), *more = metric.arguments.items()
        if more or not isinstance(space, JudgedLists):
            return None
        unjudged = space.name == judged_or_not().name
        lists = [_cut(list_for(space, topic, 1), self.depth, keep_zeros=unjudged) for topic in self.topics]
        if isinstance(space, UnitGains) and any(g > 1 for x in lists for g in (*x.grades, *x.missing)):
            return None
        return replace(metric, arguments={name: GivenLists(self.name, lists, space)})

    def topics_of(self, metric: Metric, instance: Iterable[Any]) -> list[str]:
        """The topics that have one of the lists in an instance, which is given as witnesses write it."""
        over = self.over(metric)
        space = next(iter(over.arguments.values())) if over else None
        if not isinstance(space, GivenLists):
            return []
        wanted = [data for data in instance if isinstance(data, dict)]
        return [topic.name for topic, x in zip(self.topics, space.given, strict=True) if space.encode(x) in wanted]

    @property
    def graded(self) -> GivenLists:
        """The graded lists, which metrics of binary lists read as relevant or not."""
        return GivenLists(self.name, [_cut(topic.graded(), self.depth, keep_zeros=False) for topic in self.topics])

    def pairs(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return for each topic of that size the order of the run and the documents sorted by grade, best first."""
        orders = []
        for topic in self.topics:
            if len(topic.documents) < self.depth:
                continue
            shown = topic.documents[: self.depth]
            grade = dict(zip(topic.documents, topic.grades, strict=True))
            orders.append((shown, tuple(sorted(shown, key=lambda d: -(grade[d] or 0)))))
        return orders


@lru_cache(maxsize=4)
def _topics(run: str, qrels: str) -> tuple[Topic, ...]:
    return tuple(topic for topic in topics(read_run(Path(run)), read_qrels(Path(qrels))) if topic.documents)


def _cut(x: Judged, depth: int, *, keep_zeros: bool) -> Judged:
    """The head of a list; what is not relevant may as well be absent, unless the metric counts what is judged so."""
    head = x.head(depth)
    rest = [g for g in head.missing if g > 0 or (keep_zeros and g == 0)]
    return Judged(head.grades, tuple(rest[:depth]))
