"""The ladder: the methods for a metric in their order, and the run of a row through them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ..evidence.cell import Cell, CellKey
from ..evidence.pins import Pin
from ..evidence.verdict import Verdict
from ..methods.case_by_case import CaseByCase
from ..methods.drawing import Sampling
from ..methods.identities import Symbolic
from ..methods.judging import distrust, share_with_closure
from ..methods.linear_programs import LinearPrograms
from ..methods.method import Method
from ..methods.proof import Proofs
from ..methods.replay import PinnedReplay
from ..methods.tabulation import Tabulation
from ..methods.work import RowWork, Work, by_statement
from ..model.metric import Metric
from ..model.registry import Unknown
from .profile import Profile
from .recording import cell_of


def methods_for(metric: Metric, profile: Profile, pins: Mapping[CellKey, Pin] | None = None) -> list[Method]:
    """The methods that a row of the metric is decided by, in their order: with tables and programs, or case by case."""
    replay, proofs = PinnedReplay(pins or {}), Proofs(profile.proofs)
    is_proved, proved = partial(_is_decided_by, proofs), profile.proved
    if metric.implementation is not None:
        profile = profile.of_libraries()
    elif metric.takes_rankings:
        largest = profile.enumerated(len(metric.parameters), metric.exact)
        return [
            replay,
            Tabulation(
                largest,
                profile.irrational,
                profile.fractional,
                profile.table,
                is_proved,
                proved[min(len(metric.parameters), 2)],
            ),
            proofs,
            LinearPrograms(profile.linear),
            Symbolic(profile.symbolic),
            Sampling((profile.claimed, profile.observed), profile.max_n),
        ]
    return [
        replay,
        CaseByCase(profile.lists, profile.cases, profile.enough, profile.irrational, is_proved, proved[3]),
        proofs,
        Sampling(profile.drawn, profile.max_n, profile.longest, again=False, enough=profile.enough),
    ]


def decided(row: RowWork, methods: Sequence[Method]) -> Iterator[Cell]:
    """All cells of the row, each as soon as it is decided; what is decided is not asked further."""
    for method in methods:
        before = row.open
        _run(method, row, [work for work in before if _is_decided_by(method, row, work)])
        distrust(row)
        row.tell_reach()
        for work in before:
            if not work.open:
                yield cell_of(row, work)
    left = row.open
    share_with_closure(row)
    for work in left:
        yield cell_of(row, work)


def _is_decided_by(method: Method, row: RowWork, work: Work) -> bool:
    try:
        return method.decides(row, work)
    except Exception as error:  # a bug of the method
        _blame(method, [work], error)
        return False


def _run(method: Method, row: RowWork, works: Sequence[Work]) -> None:
    """Run the method; after a bug of it each statement alone, so that only those which meet the bug are lost."""
    before = [work.copied() for work in works]
    try:
        if works:
            method.run(row, works)
    except Exception:  # a bug of the method, met again below
        for work, kept in zip(works, before, strict=True):
            if work.open:
                work.restore(kept)
        for same in by_statement(work for work in works if work.open).values():
            try:
                method.run(row, same)
            except Exception as error:  # the bug: an error, and not less evidence
                _blame(method, same, error)


def _blame(method: Method, works: Sequence[Work], error: Exception) -> None:
    for work in works:
        if work.open:
            what = f"{type(error).__name__}: {error}"
            is_named = isinstance(error, Unknown)  # by an argument of the statement: nobody of us has failed
            work.fail(Verdict.ERROR, str(error) if is_named else f"the method {method.name} failed: {what}")
