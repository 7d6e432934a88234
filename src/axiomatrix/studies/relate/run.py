"""All pairs: which metrics are compared on what, every column evaluated once, and what two columns say of each other.

Columns are evaluated in this process or in workers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from msgspec.structs import asdict

from ...engine.executor import WorkerLost
from ...engine.plan import Plan, selection_of
from ...engine.process import tick
from ...evidence.verdict import GRID, Verdict, written
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.formal import needed_sign
from ...spaces import GivenLists
from .answer import Bounds, LeftOut, MetricRelation, Reached, Related, ShownInstance
from .beyond import beyond
from .columns import NEAR, ValueColumn, Values, column
from .domains import DEFAULTS, Domain, common, cuts, key, name, own_cut, parameters_text, sizes
from .joint import Joint, agreement, identity, refusals, shown_instance, smallest_disagreement

SMALLER_IS_BETTER = ("distance", "loss")
Progress = Callable[[str, int, int], None]
Key = tuple[str, str, tuple[str, ...]]
"""The metric's name, its cut-off, the domain."""


class NotRelated(ValueError):
    """Two metrics that cannot be compared, and why."""

    def __init__(self, why: str, *metrics: str) -> None:
        self.left_out = LeftOut(metrics, why)
        super().__init__(self.left_out)


@dataclass(frozen=True)
class MetricPair:
    """Two metrics, the cut-off under which they are compared, and what on."""

    a: Metric
    b: Metric
    cut: str
    domain: Domain

    def needs(self) -> tuple[Key, Key]:
        """The columns that it needs."""
        where = key(self.domain)
        return ((self.a.name, own_cut(self.a, self.cut), where), (self.b.name, own_cut(self.b, self.cut), where))


def paired(one: Metric, other: Metric, given: GivenLists | None = None) -> list[MetricPair]:
    """The two under each cut-off that they share; nothing if they have no common arguments."""
    domain = common(one, other, given)
    return [] if domain is None else [MetricPair(one, other, cut, domain) for cut in cuts(one, other)]


def all_pairs(
    metrics: Sequence[Metric], partners: Sequence[Metric] | None = None, given: GivenLists | None = None
) -> list[MetricPair]:
    """Every two of the metrics in order, or each of them with each of the partners."""
    if partners is None:
        return [pair for a, b in combinations(metrics, 2) for pair in paired(a, b, given)]
    return [pair for a in metrics for b in partners if a is not b for pair in paired(a, b, given)]


class Columns:
    """The columns of a registry's metrics, each evaluated once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: dict[Key, ValueColumn] = {}

    def of(self, wanted: Key, domain: Domain) -> ValueColumn:
        """The column; evaluated here if no worker has done so."""
        if wanted not in self.known:
            name, cut, _ = wanted
            self.known[wanted] = column(self.registry.metric(name), domain, cut, self.registry)
        return self.known[wanted]

    def evaluate(
        self, pairs: Sequence[MetricPair], executor: Executor, plan: Plan, progress: Progress | None = None
    ) -> None:
        """Every column that the pairs need and nobody has evaluated, each by a worker.

        The plan names the user's files and lists. A column whose worker is lost twice has that as its fault.
        """
        wanted: dict[Key, tuple[MetricPair, Metric]] = {}
        for pair in pairs:
            for one, metric in zip(pair.needs(), (pair.a, pair.b), strict=True):
                if one not in self.known:
                    wanted.setdefault(one, (pair, metric))
        # the long ones are taken first
        waiting = sorted(wanted, key=lambda one: (_cost(wanted[one][0].domain), one), reverse=True)
        before, lost = len(self.known), set[Key]()

        def hand_out(one: Key) -> Future[list[Any]]:
            pair, metric = wanted[one]
            return executor.submit(evaluated, plan, pair.a.name, pair.b.name, metric.name, one[1])

        out = {hand_out(one): one for one in waiting}
        while out:
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                one = out.pop(future)
                try:
                    self.known[one] = _read(one[0], wanted[one][0].domain, future.result())
                except WorkerLost as loss:
                    if one not in lost:  # what it ended by may have nothing to do with the metric
                        lost.add(one)
                        out[hand_out(one)] = one
                        continue
                    self.known[one] = ValueColumn(one[0], fault=loss.reason)
                if progress:
                    progress(f"evaluating {one[0]}", len(self.known) - before, len(wanted))


def _cost(domain: Domain) -> int:
    return sum(len(size.instances) for size in sizes(domain))


def evaluated(plan: Plan, a: str, b: str, name: str, cut: str) -> list[Any]:
    """In a worker: the column of one of two metrics over what they have in common; its fault comes first.

    The instances are not in it: whoever asked has them.
    """
    registry = selection_of(plan).registry
    domain = common(registry.metric(a), registry.metric(b), plan.given.graded if plan.given else None)
    assert domain is not None
    value_column = column(registry.metric(name), domain, cut, registry, tick)
    return [value_column.fault, [values.to_data() for values in value_column.sizes]]


def _read(name: str, domain: Domain, column: Sequence[Any]) -> ValueColumn:
    """The column that a worker has evaluated, or why there is none."""
    fault, parts = column
    return ValueColumn(name, tuple(map(Values.from_data, sizes(domain), parts)), fault)


def alone(metrics: Sequence[Metric], pairs: Sequence[MetricPair]) -> list[LeftOut]:
    """Why metrics without any partner are not compared."""
    together = {m.name for pair in pairs for m in (pair.a, pair.b)}
    return [LeftOut((m.name,), "no other metric has its arguments") for m in metrics if m.name not in together]


def related_pairs(
    pairs: Sequence[MetricPair], columns: Columns, *, explained: bool = False, progress: Progress | None = None
) -> Related:
    """The relation of every pair whose metrics have values."""
    related = Related(DEFAULTS, [], [])
    for done, pair in enumerate(pairs, 1):
        try:
            related.relations.append(relation_of(pair, columns, explained=explained))
        except NotRelated as reason:
            if reason.left_out not in related.left_out:
                related.left_out.append(reason.left_out)
        if progress and done % 50 == 0:
            progress("comparing", done, len(pairs))
    return related


def relation_of(pair: MetricPair, columns: Columns, *, explained: bool = False) -> MetricRelation:
    """All that the columns of the two say of each other; ``explained`` adds why nothing stronger holds.

    Raises :class:`NotRelated` for a metric that has no column, or where no instance has both values.
    """
    one, other, cut, domain = pair.a, pair.b, pair.cut, pair.domain
    a, b = (columns.of(wanted, domain) for wanted in pair.needs())
    for side in (a, b):
        if side.fault:
            raise NotRelated(side.fault, side.metric)
    joints = [Joint(x, y) for x, y in _sizes(a, b)]
    compared = [j for j in joints if j.compared]
    if not compared:
        raise NotRelated("no instance on which both have a value", one.name, other.name)
    strongest = identity(compared)
    opposed = (one.kind in SMALLER_IS_BETTER) != (other.kind in SMALLER_IS_BETTER)
    verdict = _verdict(compared, domain, strongest.kind == "none")
    more = beyond(one, other, strongest.kind, strongest.formula, columns.registry)
    direction = -1 if opposed else 1
    counts = tuple(agreement(j, direction) for j in compared)
    return MetricRelation(
        **asdict(strongest),
        a=one.name,
        b=other.name,
        a_given=parameters_text(one, cut),
        b_given=parameters_text(other, cut),
        cut=cut,
        sort=domain[0].sort,
        space=name(domain),
        opposed=opposed,
        verdict=f"{verdict}; {more}" if more else verdict,
        sizes=tuple(Reached(j.n, len(j.a.codes), j.compared, j.only_a, j.only_b, j.a.size.renamed) for j in joints),
        bounds=tuple(bounds for j in compared if (bounds := constants(j)) is not None),
        agreement=counts,
        disagreement=_disagreement([j for j, n in zip(compared, counts, strict=True) if n.differently], direction),
        refusals=tuple(refusals(compared, strongest, one.name, other.name)) if explained else (),
        single=tuple(m.name for k, m in enumerate((one, other)) if all(j.levels[k] == 1 for j in compared)),
    )


def _sizes(a: ValueColumn, b: ValueColumn) -> list[tuple[Values, Values]]:
    """The sizes of both; those up to renaming only where renaming changes neither, as all pairs of rankings say."""
    pairs = list(zip(a.sizes, b.sizes, strict=False))
    if any(x.size.renamed for x, _ in pairs) and not (a.keeps_renaming and b.keeps_renaming):
        return [(x, y) for x, y in pairs if not x.size.renamed]
    return pairs


def _verdict(joints: Sequence[Joint], domain: Domain, none: bool) -> str:
    """How far it reaches; for what does not hold, at which size that shows first."""
    if isinstance(domain[0], GivenLists):
        return f"{Verdict.SEARCHED.written} {sum(j.compared for j in joints):,} given lists"
    if none:
        return Verdict.REFUTED.written
    whole, renamed = ([j.n for j in joints if j.a.size.renamed is which] for which in (False, True))
    word = written(GRID if any(not space.complete for space in domain) else Verdict.EXHAUSTED)
    reaches = [f"{word} n<={whole[-1]}"] if whole else []
    reaches += [f"up to renaming n<={renamed[-1]}"] if renamed else []
    return ", ".join(reaches)


def _disagreement(joints: Sequence[Joint], direction: int) -> tuple[ShownInstance, ShownInstance] | None:
    for j in joints:
        if (pair := smallest_disagreement(j, direction)) is not None:
            return shown_instance(j, pair[0]), shown_instance(j, pair[1])
    return None


# --- the largest c1 and the smallest c2 with c1 A <= B <= c2 A over n items, and what attains them -----------------


def constants(j: Joint) -> Bounds | None:
    """The best constants; None where one of the metrics takes a negative value, or neither is compared."""
    if not j.compared or j.a.has_negative or j.b.has_negative:
        return None
    zero_a, zero_b = _zero(j.a.values), _zero(j.b.values)
    open_ended = np.flatnonzero((j.in_a == zero_a) & (j.in_b != zero_b))
    unbounded = shown_instance(j, int(j.first[open_ended].min())) if len(open_ended) else None
    rows = np.flatnonzero(j.in_a != zero_a)
    if not len(rows):
        return Bounds(j.n, None, None, None, None, unbounded)
    ratios = j.b.floats[j.in_b[rows]] / j.a.floats[j.in_a[rows]]
    low, low_at = _best(j, rows[ratios <= ratios.min() * (1 + NEAR)], -1)
    high, high_at = _best(j, rows[ratios >= ratios.max() * (1 - NEAR)], 1) if unbounded is None else (None, None)
    return Bounds(j.n, low, low_at, high, high_at, unbounded)


def _zero(values: tuple[Any, ...]) -> int:
    """The number of the value 0 among non-negative values in increasing order; -1 if it is none of them."""
    return 0 if values and values[0] == 0 else -1


def _best(j: Joint, rows: Any, side: int) -> tuple[str, ShownInstance]:
    """The exactly largest (or smallest) ratio among candidates that floats do not tell apart, where it is first."""
    best: tuple[Any, int] | None = None
    for row in rows[np.argsort(j.first[rows])].tolist():
        value = j.b.values[int(j.in_b[row])] / j.a.values[int(j.in_a[row])]
        if best is None or (value != best[0] and side * needed_sign(value - best[0]) > 0):
            best = value, int(j.first[row])
    assert best is not None  # there is at least the one that floats found
    return str(best[0]), shown_instance(j, best[1])
