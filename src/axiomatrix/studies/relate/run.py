"""Compare pairs of metrics for `axiomatrix relate`: choose pairs, evaluate each column once, relate two columns.

A *column* is all values of one metric on a domain (:mod:`.columns`), evaluated in this process or in workers. A
:class:`.joint.Joint` holds two columns at one size, and everything that is reported of a pair is derived from its
joints.
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
from .beyond import stronger_evidence
from .columns import FLOAT_DOUBT, SizeValues, ValueColumn, evaluate_column
from .defaults import DEFAULTS_IN_WORDS, cut_of, cut_settings, defaults_text
from .domains import Domain, common_domain, domain_key, domain_name, domain_sizes
from .joint import Joint, count_agreement, find_identity, instance_with_values, refuted_relations, smallest_disagreement

SMALLER_IS_BETTER = ("distance", "loss")
"""The kinds of metrics whose smaller values are better."""
Progress = Callable[[str, int, int], None]
"""Receives a text about the work, how many of its parts are done, and how many there are."""
ColumnKey = tuple[str, str, tuple[str, ...]]
"""(name of the metric, its cut-off or an empty text, key of the domain)."""


class NotRelated(ValueError):
    """Metrics cannot be compared; ``left_out`` has their names and the reason."""

    def __init__(self, why: str, *metrics: str) -> None:
        self.left_out = LeftOut(metrics, why)
        super().__init__(self.left_out)


@dataclass(frozen=True)
class MetricPair:
    """Two metrics, the cut-off under which they are compared, and the domain on which they are."""

    a: Metric
    b: Metric
    cut: str
    """``n`` or ``3``; empty if neither has a cut-off."""
    domain: Domain

    def column_keys(self) -> tuple[ColumnKey, ColumnKey]:
        """Return the keys of the two columns that the comparison needs."""
        domain = domain_key(self.domain)
        return ((self.a.name, cut_of(self.a, self.cut), domain), (self.b.name, cut_of(self.b, self.cut), domain))


def pairs_by_cut(a: Metric, b: Metric, given_lists: GivenLists | None = None) -> list[MetricPair]:
    """Pair the two metrics under each cut-off if one has any; return no pair if they have no common arguments.

    ``given_lists`` are a user's judged lists, on which the metrics are compared instead of all lists.
    """
    domain = common_domain(a, b, given_lists)
    return [] if domain is None else [MetricPair(a, b, cut, domain) for cut in cut_settings(a, b)]


def all_pairs(
    metrics: Sequence[Metric], partners: Sequence[Metric] | None = None, given_lists: GivenLists | None = None
) -> list[MetricPair]:
    """Pair every two of the metrics in order, or each of them with each of the partners."""
    if partners is None:
        return [pair for a, b in combinations(metrics, 2) for pair in pairs_by_cut(a, b, given_lists)]
    return [pair for a in metrics for b in partners if a is not b for pair in pairs_by_cut(a, b, given_lists)]


class Columns:
    """The columns of a registry's metrics, each evaluated once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.evaluated: dict[ColumnKey, ValueColumn] = {}

    def of(self, key: ColumnKey, domain: Domain) -> ValueColumn:
        """Return the column, and evaluate it in this process if no worker has done so."""
        if key not in self.evaluated:
            name, cut, _ = key
            self.evaluated[key] = evaluate_column(self.registry.metric(name), domain, cut, self.registry)
        return self.evaluated[key]

    def evaluate(
        self, pairs: Sequence[MetricPair], executor: Executor, plan: Plan, progress: Progress | None = None
    ) -> None:
        """Evaluate in workers the columns that the pairs need and that are not evaluated yet.

        The plan names the user's files and lists, which a worker reads itself. A column whose worker is lost twice has
        that as its fault.
        """
        missing: dict[ColumnKey, tuple[MetricPair, Metric]] = {}  # a pair that determines the domain, and the metric
        for pair in pairs:
            for key, metric in zip(pair.column_keys(), (pair.a, pair.b), strict=True):
                if key not in self.evaluated:
                    missing.setdefault(key, (pair, metric))
        # The longest first, so that no worker begins a long column when the others are done.
        waiting = sorted(missing, key=lambda key: (_instance_count(missing[key][0].domain), key), reverse=True)
        evaluated_before, lost = len(self.evaluated), set[ColumnKey]()

        def submit(key: ColumnKey) -> Future[list[Any]]:
            pair, metric = missing[key]
            _, cut, _ = key
            return executor.submit(evaluate_in_worker, plan, pair.a.name, pair.b.name, metric.name, cut)

        running = {submit(key): key for key in waiting}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                key = running.pop(future)
                pair, metric = missing[key]
                try:
                    self.evaluated[key] = _read_column(metric.name, pair.domain, future.result())
                except WorkerLost as loss:
                    if key not in lost:  # the worker may have ended for a reason that is not the metric: try once more
                        lost.add(key)
                        running[submit(key)] = key
                        continue
                    self.evaluated[key] = ValueColumn(metric.name, fault=loss.reason)
                if progress:
                    progress(f"evaluating {metric.name}", len(self.evaluated) - evaluated_before, len(missing))


def _instance_count(domain: Domain) -> int:
    """Return the number of instances over all sizes, to which the time of a column is proportional."""
    return sum(len(size.instances) for size in domain_sizes(domain))


def evaluate_in_worker(plan: Plan, a: str, b: str, name: str, cut: str) -> list[Any]:
    """Evaluate, in a worker, the column of one of two metrics; return [fault, data of each size].

    ``a`` and ``b`` name the two metrics, which determine the domain, and ``name`` is one of them. The data has no
    instances, as the calling process has them.
    """
    registry = selection_of(plan).registry
    domain = common_domain(registry.metric(a), registry.metric(b), plan.judged_run.graded if plan.judged_run else None)
    assert domain is not None
    value_column = evaluate_column(registry.metric(name), domain, cut, registry, tick)
    return [value_column.fault, [values.to_data() for values in value_column.sizes]]


def _read_column(name: str, domain: Domain, data: Sequence[Any]) -> ValueColumn:
    """Read the data of :func:`evaluate_in_worker`."""
    fault, data_by_size = data
    return ValueColumn(name, tuple(map(SizeValues.from_data, domain_sizes(domain), data_by_size)), fault)


def metrics_without_partner(metrics: Sequence[Metric], pairs: Sequence[MetricPair]) -> list[LeftOut]:
    """List the metrics that have no partner to be compared with, with the reason."""
    paired = {metric.name for pair in pairs for metric in (pair.a, pair.b)}
    unpaired = [metric.name for metric in metrics if metric.name not in paired]
    return [LeftOut((name,), "no other metric has its arguments") for name in unpaired]


def relate_pairs(
    pairs: Sequence[MetricPair], columns: Columns, *, explained: bool = False, progress: Progress | None = None
) -> Related:
    """Relate the metrics of every pair; a pair without common values is listed with the reason."""
    related = Related(DEFAULTS_IN_WORDS, [], [])
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
    """Derive the relation of two metrics, their best constants and their agreement from their columns.

    ``explained`` adds the witnesses that refute stronger relations. Raises :class:`NotRelated` for a metric that has no
    column, or where no instance has both values.
    """
    metric_a, metric_b, cut, domain = pair.a, pair.b, pair.cut, pair.domain
    a, b = (columns.of(column_key, domain) for column_key in pair.column_keys())
    for value_column in (a, b):
        if value_column.fault:
            raise NotRelated(value_column.fault, value_column.metric)
    joints = [Joint(values_a, values_b) for values_a, values_b in _comparable_sizes(a, b)]
    compared = [joint for joint in joints if joint.compared]
    if not compared:
        raise NotRelated("no instance on which both have a value", metric_a.name, metric_b.name)
    strongest = find_identity(compared)
    is_opposed = (metric_a.kind in SMALLER_IS_BETTER) != (metric_b.kind in SMALLER_IS_BETTER)
    verdict = _verdict(compared, domain, is_refuted=strongest.kind == "none")
    beyond_enumeration = stronger_evidence(metric_a, metric_b, strongest.kind, strongest.formula, columns.registry)
    direction = -1 if is_opposed else 1
    agreements = tuple(count_agreement(joint, direction) for joint in compared)
    disagreeing = [joint for joint, counts in zip(compared, agreements, strict=True) if counts.differently]
    single_valued = [  # the metrics that have one value at each size
        metric.name
        for side, metric in enumerate((metric_a, metric_b))
        if all(joint.levels[side] == 1 for joint in compared)
    ]
    return MetricRelation(
        **asdict(strongest),
        a=metric_a.name,
        b=metric_b.name,
        a_given=defaults_text(metric_a, cut),
        b_given=defaults_text(metric_b, cut),
        cut=cut,
        sort=domain[0].sort,
        space=domain_name(domain),
        opposed=is_opposed,
        verdict=f"{verdict}; {beyond_enumeration}" if beyond_enumeration else verdict,
        sizes=tuple(
            Reached(
                n=joint.n,
                instances=len(joint.a.codes),
                compared=joint.compared,
                only_a=joint.only_a,
                only_b=joint.only_b,
                renamed=joint.a.size.is_up_to_renaming,
            )
            for joint in joints
        ),
        bounds=tuple(bounds for joint in compared if (bounds := best_constants(joint)) is not None),
        agreement=agreements,
        disagreement=_disagreement(disagreeing, direction),
        refusals=tuple(refuted_relations(compared, strongest, metric_a.name, metric_b.name)) if explained else (),
        single=tuple(single_valued),
    )


def _comparable_sizes(a: ValueColumn, b: ValueColumn) -> list[tuple[SizeValues, SizeValues]]:
    """Pair the sizes of both columns, up to the smaller number of sizes.

    Sizes with pairs of orders only up to renaming are dropped unless renaming is known to change no value.
    """
    pairs = list(zip(a.sizes, b.sizes, strict=False))
    if any(x.size.is_up_to_renaming for x, _ in pairs) and not (a.is_invariant and b.is_invariant):
        return [(x, y) for x, y in pairs if not x.size.is_up_to_renaming]
    return pairs


def _verdict(joints: Sequence[Joint], domain: Domain, *, is_refuted: bool) -> str:
    """Write the verdict with its reach; ``is_refuted`` says that no relation holds."""
    if isinstance(domain[0], GivenLists):
        return f"{Verdict.SEARCHED.written} {sum(joint.compared for joint in joints):,} given lists"
    if is_refuted:
        return Verdict.REFUTED.written
    complete = [joint.n for joint in joints if not joint.a.size.is_up_to_renaming]
    up_to_renaming = [joint.n for joint in joints if joint.a.size.is_up_to_renaming]
    word = written(GRID if any(not space.complete for space in domain) else Verdict.EXHAUSTED)
    reaches = [f"{word} n<={complete[-1]}"] if complete else []
    reaches += [f"up to renaming n<={up_to_renaming[-1]}"] if up_to_renaming else []
    return ", ".join(reaches)


def _disagreement(joints: Sequence[Joint], direction: int) -> tuple[ShownInstance, ShownInstance] | None:
    """Return the smallest two instances that the metrics order differently; None if there are none."""
    for joint in joints:
        if (pair := smallest_disagreement(joint, direction)) is not None:
            return instance_with_values(joint, pair[0]), instance_with_values(joint, pair[1])
    return None


# --- the largest c1 and the smallest c2 with c1 a <= b <= c2 a over n items, and the instances that attain them -----


def best_constants(joint: Joint) -> Bounds | None:
    """Return the best constants; None if a metric takes a negative value or no instance has both values.

    They are the extremes of b / a over the instances with a > 0. Floats choose the rows of nearly extreme ratios, and
    exact numbers decide among these. If a = 0 < b on some instance, there is no c2.
    """
    if not joint.compared or joint.a.has_negative or joint.b.has_negative:
        return None
    zero_a, zero_b = _index_of_zero(joint.a.values), _index_of_zero(joint.b.values)
    unbounded_rows = np.flatnonzero((joint.in_a == zero_a) & (joint.in_b != zero_b))
    unbounded = instance_with_values(joint, int(joint.first[unbounded_rows].min())) if len(unbounded_rows) else None
    rows = np.flatnonzero(joint.in_a != zero_a)
    if not len(rows):
        return Bounds(joint.n, None, None, None, None, unbounded)
    ratios = joint.b.floats[joint.in_b[rows]] / joint.a.floats[joint.in_a[rows]]
    low, low_at = _extreme_ratio(joint, rows[ratios <= ratios.min() * (1 + FLOAT_DOUBT)], -1)
    high, high_at = None, None
    if unbounded is None:
        high, high_at = _extreme_ratio(joint, rows[ratios >= ratios.max() * (1 - FLOAT_DOUBT)], 1)
    return Bounds(joint.n, low, low_at, high, high_at, unbounded)


def _index_of_zero(values: tuple[Any, ...]) -> int:
    """Return the index of 0 among non-negative values in increasing order, or -1."""
    return 0 if values and values[0] == 0 else -1


def _extreme_ratio(joint: Joint, rows: Any, sense: int) -> tuple[str, ShownInstance]:
    """Return the exactly largest (``sense`` 1) or smallest (-1) ratio b / a among the rows, and its first instance.

    Floats have chosen the rows: they do not tell their ratios apart.
    """
    extreme: Any = None
    first_instance = -1
    for row in rows[np.argsort(joint.first[rows])].tolist():
        ratio = joint.b.values[int(joint.in_b[row])] / joint.a.values[int(joint.in_a[row])]
        if extreme is None or (ratio != extreme and sense * needed_sign(ratio - extreme) > 0):
            extreme, first_instance = ratio, int(joint.first[row])
    assert extreme is not None  # floats choose at least one row
    return str(extreme), instance_with_values(joint, first_instance)
