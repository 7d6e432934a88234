"""Compare pairs of metrics for `axiomatrix relate`: choose pairs, evaluate each column once, relate two columns.

`relate`, `compare` and the site use it. A *domain* is a tuple of spaces, one for each argument, that both metrics take.
A *column* is all values of one metric on a domain (:mod:`.columns`), evaluated in this process or in workers. A size of
a column has the values over n items. A :class:`.joint.Joint` joins one size of two columns: it has a row for each
different pair of values, with the number of instances that have them. All that is reported of a pair of metrics is
derived from its joints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from msgspec.structs import asdict

from ...engine.executor import WorkerLost
from ...engine.plan import Plan, selection_of
from ...engine.process import tick
from ...evidence.verdict import GRID, Verdict, written
from ...model.metric import Metric
from ...model.registry import Registry
from ...spaces import GivenLists
from .answer import LeftOut, MetricRelation, Reached, Related, ShownInstance
from .beyond import stronger_evidence
from .columns import SizeValues, ValueColumn, evaluate_column
from .constants import best_constants
from .defaults import DEFAULTS_IN_WORDS, cut_of, cut_settings, defaults_text
from .domains import Domain, common_domain, domain_key, domain_name, domain_sizes
from .joint import (
    Joint,
    count_agreement,
    instance_with_values,
    refuted_relations,
    smallest_disagreement,
    strongest_relation,
)

SMALLER_IS_BETTER = ("distance", "loss")
"""The kinds of metrics whose smaller values are better."""
PAIRS_BETWEEN_REPORTS = 50
"""Number of compared pairs between two calls of ``progress``."""
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
    """Two metrics, and the cut-off and the domain (a space for each argument) for which they are compared."""

    a: Metric
    b: Metric
    cut: str
    """The number of ranks that count: ``n`` (the whole list) or ``3``; empty if neither metric has a cut-off."""
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
    """The columns of a registry's metrics, each evaluated once. Metrics without a cut-off have one column for all."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.evaluated: dict[ColumnKey, ValueColumn] = {}

    def of(self, key: ColumnKey, domain: Domain) -> ValueColumn:
        """Return the column, evaluated in this process unless :meth:`evaluate` has done so in workers."""
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
        missing: dict[ColumnKey, tuple[MetricPair, Metric]] = {}  # a pair that has the domain, and one of its metrics
        for pair in pairs:
            for key, metric in zip(pair.column_keys(), (pair.a, pair.b), strict=True):
                if key not in self.evaluated:
                    missing.setdefault(key, (pair, metric))
        # The longest first, so that no worker begins a long column when the others are done.
        waiting = sorted(missing, key=lambda key: (_instance_count(missing[key][0].domain), key), reverse=True)
        evaluated_before = len(self.evaluated)
        lost_once = set[ColumnKey]()

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
                    if key not in lost_once:  # perhaps another process ended the worker, and not the metric: try again
                        lost_once.add(key)
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

    ``a`` and ``b`` name the two metrics, and ``name`` is one of them. They are sent instead of the domain, which need
    not be picklable: the worker derives it again. Nor are instances sent back, as the calling process has them.
    """
    registry = selection_of(plan).registry  # with the metrics of the user's files, which this loads
    given_lists = plan.judged_run.graded if plan.judged_run else None  # the user's lists, if the command names some
    domain = common_domain(registry.metric(a), registry.metric(b), given_lists)
    assert domain is not None  # else the calling process would not have paired the two
    # The worker is ended after a time without a sign of life, which `tick` gives after each value.
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
    related = Related(defaults=DEFAULTS_IN_WORDS, left_out=[], relations=[])
    for done, pair in enumerate(pairs, 1):
        try:
            related.relations.append(relation_of(pair, columns, explained=explained))
        except NotRelated as reason:
            if reason.left_out not in related.left_out:
                related.left_out.append(reason.left_out)
        if progress and done % PAIRS_BETWEEN_REPORTS == 0:
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
    valued_joints = [joint for joint in joints if joint.compared_count]
    if not valued_joints:
        raise NotRelated("no instance on which both have a value", metric_a.name, metric_b.name)
    strongest = strongest_relation(valued_joints)
    verdict = _verdict(valued_joints, domain, is_refuted=strongest.kind == "none")
    verdict_beyond = stronger_evidence(metric_a, metric_b, strongest.kind, strongest.formula, columns.registry)
    is_opposed = (metric_a.kind in SMALLER_IS_BETTER) != (metric_b.kind in SMALLER_IS_BETTER)
    direction = -1 if is_opposed else 1  # -1: the better instance has the larger value of one metric only
    agreements = tuple(count_agreement(joint, direction) for joint in valued_joints)
    disagreeing = [joint for joint, counts in zip(valued_joints, agreements, strict=True) if counts.differently]
    single_valued = [  # the metrics that have one value at each size
        metric.name
        for side, metric in enumerate((metric_a, metric_b))
        if all(joint.distinct_counts[side] == 1 for joint in valued_joints)
    ]
    return MetricRelation(
        **asdict(strongest),  # a relation has the fields of its Identity: kind, direction, coefficients, formula, latex
        a=metric_a.name,
        b=metric_b.name,
        a_given=defaults_text(metric_a, cut),
        b_given=defaults_text(metric_b, cut),
        cut=cut,
        sort=domain[0].sort,  # the first argument's sort names the domain
        space=domain_name(domain),
        opposed=is_opposed,
        verdict=f"{verdict}; {verdict_beyond}" if verdict_beyond else verdict,
        sizes=tuple(
            Reached(
                n=joint.n,
                instances=len(joint.a.size.instances),
                compared=joint.compared_count,
                only_a=joint.only_a,
                only_b=joint.only_b,
                renamed=joint.a.size.is_up_to_renaming,
            )
            for joint in joints
        ),
        bounds=tuple(bounds for joint in valued_joints if (bounds := best_constants(joint)) is not None),
        agreement=agreements,
        disagreement=_disagreement(disagreeing, direction),
        refusals=tuple(refuted_relations(valued_joints, strongest, metric_a.name, metric_b.name)) if explained else (),
        single=tuple(single_valued),
    )


def _comparable_sizes(a: ValueColumn, b: ValueColumn) -> list[tuple[SizeValues, SizeValues]]:
    """Pair the sizes of both columns, up to the smaller number of sizes.

    A size that has its instances only up to renaming the items counts only if both metrics are label-invariant.
    """
    pairs = list(zip(a.sizes, b.sizes, strict=False))  # a column may end before the other
    if any(x.size.is_up_to_renaming for x, _ in pairs) and not (a.is_invariant and b.is_invariant):
        return [(x, y) for x, y in pairs if not x.size.is_up_to_renaming]
    return pairs


def _verdict(joints: Sequence[Joint], domain: Domain, *, is_refuted: bool) -> str:
    """Write the verdict with its reach, such as ``exhausted n<=4``; ``is_refuted`` says that no relation holds."""
    if isinstance(domain[0], GivenLists):  # a sample: the verdict gives the number of lists even if a relation fails
        return f"{Verdict.SEARCHED.written} {sum(joint.compared_count for joint in joints):,} given lists"
    if is_refuted:
        return Verdict.REFUTED.written
    sizes_of_all = [joint.n for joint in joints if not joint.a.size.is_up_to_renaming]
    sizes_up_to_renaming = [joint.n for joint in joints if joint.a.size.is_up_to_renaming]
    lists_all_values = all(space.complete for space in domain)  # a space may list only a grid of its values
    reaches = []
    if sizes_of_all:
        word = written(Verdict.EXHAUSTED if lists_all_values else GRID)
        reaches.append(f"{word} n<={sizes_of_all[-1]}")
    if sizes_up_to_renaming:
        reaches.append(f"up to renaming n<={sizes_up_to_renaming[-1]}")
    return ", ".join(reaches)


def _disagreement(joints: Sequence[Joint], direction: int) -> tuple[ShownInstance, ShownInstance] | None:
    """Return the smallest two instances that the metrics order differently; None if there are none."""
    for joint in joints:
        if (pair := smallest_disagreement(joint, direction)) is not None:
            earlier, later = pair
            return instance_with_values(joint, earlier), instance_with_values(joint, later)
    return None
