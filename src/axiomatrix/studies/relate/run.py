"""All pairs: which metrics are compared on what, every column evaluated once, in this process or in workers."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from ...catalogue.loading import load_catalogue, load_file
from ...model.metric import Metric
from ...model.registry import REGISTRY, Registry
from ...spaces import GivenLists
from .answer import Relation
from .columns import Column, Values, column
from .compare import NotRelated, compared
from .defaults import cuts, own_cut
from .domains import Domain, common, key, sizes

Progress = Callable[[str, int, int], None]
Key = tuple[str, str, tuple[str, ...]]
"""The metric's name, its cut-off, the domain."""


@dataclass(frozen=True)
class Pair:
    """Two metrics, the cut-off under which they are compared, and what on."""

    a: Metric
    b: Metric
    cut: str
    domain: Domain

    def needs(self) -> tuple[Key, Key]:
        """The columns that it needs."""
        where = key(self.domain)
        return (
            (self.a.name, own_cut(self.a, self.cut), where),
            (self.b.name, own_cut(self.b, self.cut), where),
        )


def paired(one: Metric, other: Metric, given: GivenLists | None = None) -> list[Pair]:
    """The two under each cut-off that they share; nothing if they have no common arguments."""
    domain = common(one, other, given)
    return [] if domain is None else [Pair(one, other, cut, domain) for cut in cuts(one, other)]


def all_pairs(
    metrics: Sequence[Metric], partners: Sequence[Metric] | None = None, given: GivenLists | None = None
) -> list[Pair]:
    """Every two of the metrics in order, or each of them with each of the partners."""
    if partners is None:
        return [pair for a, b in combinations(metrics, 2) for pair in paired(a, b, given)]
    return [pair for a in metrics for b in partners if a is not b for pair in paired(a, b, given)]


class Columns:
    """The columns of a registry's metrics, each evaluated once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: dict[Key, Column] = {}

    def of(self, wanted: Key, domain: Domain) -> Column:
        """The column; evaluated here if no worker has done so."""
        if wanted not in self.known:
            name, cut, _ = wanted
            self.known[wanted] = column(self.registry.metric(name), domain, cut, self.registry)
        return self.known[wanted]

    def evaluate(
        self, pairs: Sequence[Pair], jobs: int, files: Sequence[str] = (), progress: Progress | None = None
    ) -> None:
        """Every column that the pairs need, in workers if there are several jobs."""
        wanted: dict[Key, Domain] = {}
        for pair in pairs:
            for one in pair.needs():
                if one not in self.known:
                    wanted.setdefault(one, pair.domain)
        tasks = sorted(wanted, key=lambda one: (_cost(wanted[one]), one), reverse=True)  # the long ones first
        if jobs > 1 and self.registry is REGISTRY and len(tasks) > 1:
            context = multiprocessing.get_context("spawn")
            with ProcessPoolExecutor(jobs, context, _prepared, (tuple(files),)) as pool:
                answers = pool.map(_evaluated, [(*one[:2], wanted[one]) for one in tasks])
                for done, (one, (fault, parts)) in enumerate(zip(tasks, answers, strict=True), 1):
                    values = tuple(Values(s, *part) for s, part in zip(sizes(wanted[one]), parts, strict=False))
                    self.known[one] = Column(one[0], values, fault)
                    if progress:
                        progress(f"evaluating {one[0]}", done, len(tasks))
            return
        for done, one in enumerate(tasks, 1):
            self.of(one, wanted[one])
            if progress:
                progress(f"evaluating {one[0]}", done, len(tasks))


def _cost(domain: Domain) -> int:
    return sum(len(size.instances) for size in sizes(domain))


def _prepared(files: tuple[str, ...]) -> None:
    """A worker begins: the catalogue, and the user's files."""
    load_catalogue()
    for file in files:
        load_file(Path(file))


def _evaluated(task: tuple[str, str, Domain]) -> tuple[str, list[tuple[Any, ...]]]:
    """A column without its instances, which the other side has."""
    name, cut, domain = task
    found = column(REGISTRY.metric(name), domain, cut, REGISTRY)
    return found.fault, [(values.codes, values.values, values.floats) for values in found.sizes]


def alone(metrics: Sequence[Metric], pairs: Sequence[Pair]) -> list[str]:
    """Why metrics without any partner are not compared."""
    together = {m.name for pair in pairs for m in (pair.a, pair.b)}
    return [f"{m.name}: no other metric has its arguments" for m in metrics if m.name not in together]


@dataclass
class Related:
    """All relations of the pairs that could be compared, and why the others could not."""

    relations: list[Relation]
    left_out: list[str]


def related_pairs(
    pairs: Sequence[Pair], columns: Columns, *, explained: bool = False, progress: Progress | None = None
) -> Related:
    """The relation of every pair whose metrics have values."""
    found = Related([], [])
    for done, pair in enumerate(pairs, 1):
        try:
            found.relations.append(relation_of(pair, columns, explained=explained))
        except NotRelated as reason:
            if str(reason) not in found.left_out:
                found.left_out.append(str(reason))
        if progress and done % 50 == 0:
            progress("comparing", done, len(pairs))
    return found


def relation_of(pair: Pair, columns: Columns, *, explained: bool = False) -> Relation:
    """The relation of one pair; :class:`NotRelated` says why there is none."""
    left, right = pair.needs()
    a, b = columns.of(left, pair.domain), columns.of(right, pair.domain)
    registry = columns.registry
    return compared(pair.a, pair.b, a, b, pair.domain, pair.cut, explained=explained, registry=registry)
