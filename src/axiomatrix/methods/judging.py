"""Judging: what a method found counts only if the definition says so, twice, number by number."""

from __future__ import annotations

from collections.abc import Iterable

from ..evidence.evidence import Uncertified
from ..evidence.instance import Instance, is_ours, ratio_of
from ..evidence.verdict import Verdict
from ..model.relation import FAILS, HOLDS, Bounded
from ..numbers.forms import NotLinear
from ..spaces.parameters import ParameterDomain
from .minimal import minimal
from .simplest import simplest
from .work import RowWork, Work


def is_hit(row: RowWork, work: Work, instance: Instance) -> bool:
    """Whether the instance is what is looked for: it fails, or of a statement *there is* it holds."""
    wanted = HOLDS if work.statement.axiom.quantifier == "there is" else FAILS
    try:
        return row.definitions.decide(row.metric, work.statement, instance).code == wanted
    except Exception as error:  # a simpler candidate outside what the definition can do is no witness
        if is_ours(error):
            raise
        return False


def settle(row: RowWork, work: Work, instance: Instance, *, by: str, complete: bool, of_least_size: bool) -> None:
    """Decide the instance again by the definition, twice, and make it minimal; what is not confirmed is flaky.

    ``complete``: every smaller size was decided completely, and not on a grid. ``of_least_size``: the method went
    through the sizes in turn, so that only parameters and rankings of this size can be simpler.
    """
    if not is_hit(row, work, instance) or not is_hit(row, work, instance):
        text = f"{row.metric.name} did not give the same answer again on a case that had been decided"
        work.fail(Verdict.FLAKY, text)
        return
    work.complete = complete
    take_hit(row, work, _shrunk(row, work, instance, of_least_size), by=by)


def take_hit(row: RowWork, work: Work, instance: Instance, *, by: str) -> None:
    """Keep a hit; what refutes a bound says something of the best constant too."""
    work.hit, work.method = instance, by
    answer = row.definitions.decide(row.metric, work.statement, instance).answer
    if isinstance(answer, Bounded) and (ratio := ratio_of(answer.quantity)) is not None:
        work.take_extreme((ratio, instance, answer.quantity.sense))
    row.settled(work)


def _shrunk(row: RowWork, work: Work, instance: Instance, of_least_size: bool) -> Instance:
    def still(candidate: Instance) -> bool:
        return is_hit(row, work, candidate)

    if row.metric.takes_rankings and row.metric.implementation is None:
        spaces = row.parameter_spaces(work.space)
        return minimal(row.metric, work.statement, spaces, instance, still, keep_n=of_least_size)
    return instance if of_least_size else simplest(row.metric, work.statement, instance, still)


def not_certified(row: RowWork, works: Iterable[Work], error: Exception) -> None:
    """Keep why statements are not certified: of a user's metric, and wherever the independent checker refuses."""
    refused = not isinstance(error, NotLinear)
    for work in works:
        if refused or (row.metric.is_foreign and not work.uncertified):
            work.uncertified = Uncertified(str(error), refused)


def distrust(row: RowWork) -> None:
    """A metric that answered differently once is not believed anywhere, unless another one may have done so."""
    flaky = [work for work in row.works if work.fault and work.fault[0] is Verdict.FLAKY]
    if all(_asks_another(row, work) for work in flaky):
        return
    for work in row.works:
        work.complete = False
        if work.open:
            work.fail(Verdict.FLAKY, f"{row.metric.name} answers differently when asked again: see its other cells")


def _asks_another(row: RowWork, work: Work) -> bool:
    """Whether the statement is about another metric too."""
    named = {value for _, value in work.statement.arguments if isinstance(value, str)}
    return any({metric.id, metric.name} & named for metric in row.registry.metrics.values())


def share_with_closure(row: RowWork) -> None:
    """The closure contains the open space, and so what is attained and what is found there."""
    opened = {work.statement: work for work in row.works if work.space is ParameterDomain.OPEN}
    for work in row.works:
        inner = opened.get(work.statement)
        if work.space is not ParameterDomain.CLOSED or not work.open or inner is None:
            continue
        work.take_extreme(inner.extreme)
        if inner.hit is not None and is_hit(row, work, inner.hit):
            work.hit, work.method, work.complete = inner.hit, inner.method, False
