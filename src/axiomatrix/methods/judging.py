"""Judging: an instance that a method finds counts only if the definition confirms it, twice, number by number.

A confirmed instance is made simple before it is recorded. Hypothesis shrinks what it draws itself. Other instances come
from enumeration, from linear programs and from identities, which have gone through every smaller size: what is left is
to make their numbers small and whole, and their rankings near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from typing import Any

from flint import fmpq

from ..evidence.evidence import Uncertified
from ..evidence.fault import raise_if_ours
from ..evidence.instance import Changed, Definitions, Instance, ratio_of
from ..evidence.reach import Reach, Stop, Tally
from ..evidence.verdict import Verdict
from ..evidence.witness import read_back
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import Bounded
from ..numbers.exact import Formal, rational
from ..numbers.forms import NotLinear
from ..spaces import ParameterSpace, Permutations, Rankings, Relabellings
from ..spaces.parameters import ParameterDomain, are_inside
from ..values.rankings import Ranking, Relabelling, inverted_pairs
from .search import CellSearch, RowSearch, SizeTally

ENUMERATION, GIVEN = "enumeration", "given"
"""What the evidence calls enumeration: of all values of the spaces, and of the lists that a user gave."""


def has_outcome(code: int, definitions: Definitions, metric: Metric, statement: Statement, instance: Instance) -> bool:
    """Return whether the definition decides the instance with that code."""
    try:
        return definitions.decide(metric, statement, instance).code == code
    except Exception as error:  # a simpler candidate outside what the definition can do is not a witness
        raise_if_ours(error)
        return False


def is_hit(row: RowSearch, search: CellSearch, instance: Instance) -> bool:
    """Return whether the instance is a hit: it fails, or for a statement *there is* it holds."""
    return has_outcome(search.statement.axiom.sought, row.definitions, row.metric, search.statement, instance)


def confirm_and_shrink(row: RowSearch, search: CellSearch, instance: Instance, *, by: str, complete: bool) -> None:
    """Decide the instance again by the definition, twice, make it simple and record it; else the cell is flaky.

    ``complete`` says that the method itself decided every smaller size completely, and not on a grid.
    """
    if not is_hit(row, search, instance) or not is_hit(row, search, instance):
        text = f"{row.metric.name} did not give the same answer again on a case that had been decided"
        search.fail(Verdict.FLAKY, text)
        return
    still = partial(is_hit, row, search)
    if row.metric.takes_rankings and row.metric.implementation is None:
        spaces = search.space.of(row.metric.parameters)
        instance = minimal(search.statement, spaces, instance, still)
    try:
        record_hit(row, search, instance, by=by, complete=complete)
    except Exception as error:  # a definition: the instance had been decided, and now it has no value or another one
        if not isinstance(error, Changed):
            raise_if_ours(error)
        text = f"{row.metric.name} did not give the same answer again when asked for the witness: {error}"
        search.fail(Verdict.FLAKY, text)


def record_hit(row: RowSearch, search: CellSearch, instance: Instance, *, by: str, complete: bool) -> None:
    """Record a hit, and keep it: the last time that it is decided here. Raises :class:`Changed` if it is none.

    It is the smallest if its method, or those before it, exhausted or certified every smaller size. What refutes a
    bound says something of the best constant too.
    """
    if row.metric.implementation is None:  # the witnesses of libraries have pages of their own
        with suppress(Exception):  # of a user's space, which cannot read its own values: a replay says so
            instance = read_back(search.statement, row.metric, instance)
    code, answer, reason = row.record(search.statement, instance).decision
    if code != search.statement.axiom.sought:
        raise Changed(reason or "the relation is decided otherwise")
    search.hit, search.method = instance, by
    search.complete = complete or row.has_no_smaller(search, instance.n)
    if isinstance(answer, Bounded) and (ratio := ratio_of(answer.quantity)) is not None:
        search.take_extreme((ratio, instance, answer.quantity.sense))
    row.settled(search)


def not_certified(row: RowSearch, searches: Iterable[CellSearch], error: Exception) -> None:
    """Keep why statements are not certified: of a user's metric, and wherever the independent checker refuses."""
    refused = not isinstance(error, NotLinear)
    for search in searches:
        if refused or (row.metric.is_foreign and not search.uncertified):
            search.uncertified = Uncertified(str(error), refused)


def take_size(row: RowSearch, search: CellSearch, size_tally: SizeTally, n: int, tally: Tally) -> None:
    """Record the result of enumerating one size for a cell."""
    if not search.open:
        return
    search.enumerated = n
    tally.take(n, size_tally.cases, size_tally.discarded, size_tally.undecided)
    search.so_far = _reach(row, search, tally)
    search.take_extreme(size_tally.extreme)
    if size_tally.fault is not None:
        search.fail(*size_tally.fault)
    elif size_tally.hit is not None:
        complete = not row.is_grid(search) and not tally.undecided
        confirm_and_shrink(row, search, size_tally.hit, by=ENUMERATION, complete=complete)


def leave_reach(row: RowSearch, tallies: Mapping[CellSearch, Tally]) -> None:
    """How far the enumeration went: it found something, or came to the end of its budget."""
    for search, tally in tallies.items():
        if tally.by_size:
            search.reach.append(
                _reach(row, search, tally, Stop.FOUND if search.method == ENUMERATION else Stop.FINISHED)
            )


def _reach(row: RowSearch, search: CellSearch, tally: Tally, stop: Stop = Stop.FINISHED) -> Reach:
    return tally.reach(GIVEN if row.given_lists else ENUMERATION, grid=row.is_grid(search), stop=stop)


def mark_row_flaky(row: RowSearch) -> None:
    """A metric that answered differently once is not believed anywhere, unless another one may have done so."""
    flaky = [search for search in row.searches if search.fault and search.fault.verdict is Verdict.FLAKY]
    metrics = {name for metric in row.registry.metrics.values() for name in (metric.id, metric.name)} if flaky else ()
    if all(any(value in metrics for _, value in search.statement.arguments) for search in flaky):
        return
    for search in row.searches:
        search.complete = False
        if search.open:
            search.fail(Verdict.FLAKY, f"{row.metric.name} answers differently when asked again: see its other cells")


def share_with_closure(row: RowSearch) -> None:
    """The closure contains the open space, and so what is attained and what is found there."""
    opened = {search.statement: search for search in row.searches if search.space is ParameterDomain.OPEN}
    for search in row.searches:
        inner = opened.get(search.statement)
        if search.space is not ParameterDomain.CLOSED or not search.open or inner is None:
            continue
        search.take_extreme(inner.extreme)
        if inner.hit is not None:
            search.hit, search.method = inner.hit, inner.method
            search.complete = row.has_no_smaller(search, inner.hit.n)


# --- simpler instances of the same size --------------------------------------------------------------------------


TRIES = 4000
"""How many candidates are tried at most."""


def minimal(
    statement: Statement,
    spaces: dict[str, ParameterSpace],
    instance: Instance,
    still: Callable[[Instance], bool],
) -> Instance:
    """The instance made simpler, step by step, as long as it is ``still`` a witness.

    In turn: items renamed so that the first ranking reads 1, 2, 3 ..., smaller whole parameter entries, rankings nearer
    to their predecessor.
    """

    def wanted(candidate: Instance) -> bool:
        return are_inside(candidate.parameters, spaces, candidate.n) and still(candidate)

    tries = 0
    while True:
        simpler = chain(_renamed(statement, instance), _smaller_entries(instance), _nearer(statement, instance))
        for candidate in simpler:
            tries += 1
            if wanted(candidate):
                instance = candidate
                break
            if tries >= TRIES:
                return instance
        else:
            return instance


def _renamed(statement: Statement, instance: Instance) -> Iterator[Instance]:
    """Items renamed, with their data, so that the first ranking is the identity."""
    names = [name for name, space in statement.axiom.over.items() if type(space) is Rankings]
    if not names or any(isinstance(s, Relabellings) for s in statement.axiom.over.values()):
        return
    first: Ranking = instance.values[names[0]]
    if first.order == tuple(range(1, instance.n + 1)):
        return
    relabelling = Relabelling({x: int(first[x]) for x in first.items})
    values = {k: v.renamed(relabelling) if k in names else v for k, v in instance.values.items()}
    renamed = {name: value.renamed(relabelling) for name, value in instance.parameters.items()}
    parameters = {name: type(value)(dict(sorted(value.entries.items()))) for name, value in renamed.items()}
    yield Instance(instance.n, values, parameters)


def _smaller_entries(instance: Instance) -> Iterator[Instance]:
    for name, value in instance.parameters.items():
        for key, entry in value.entries.items():
            for lower in _lower(entry):
                changed = type(value)({**value.entries, key: lower})
                yield Instance(instance.n, instance.values, {**instance.parameters, name: changed})


def _lower(entry: Any) -> Iterator[Any]:
    """Simpler numbers than the entry: small whole ones, its whole part, half of it."""
    if isinstance(entry, Formal):
        yield from (fmpq(0), fmpq(1), fmpq(2))
        return
    entry = rational(entry)
    floor = int(entry.p) // int(entry.q)
    for candidate in (*range(5), floor // 2, floor - 1, floor):
        if candidate >= 0 and ((entry.q != 1 and candidate <= entry + 1) or candidate < entry):
            yield fmpq(candidate)


def _nearer(statement: Statement, instance: Instance) -> Iterator[Instance]:
    """Each ranking but the first nearer to the one before it: equal, one adjacent swap away, or one swap back."""
    names = [n for n, s in statement.axiom.over.items() if isinstance(s, Rankings) and not isinstance(s, Permutations)]
    places = range(1, instance.n)
    for before, name in pairwise(names):
        earlier, ranking = instance.values[before], instance.values[name]
        steps = len(inverted_pairs(earlier, ranking))
        nearer = [earlier] if steps > 0 else []
        nearer += [earlier.swapped(i) for i in places] if steps > 1 else []
        nearer += [ranking.swapped(i) for i in places if not ranking.ascends(i, earlier)] if steps > 2 else []
        for candidate in nearer:
            yield Instance(instance.n, {**instance.values, name: candidate}, instance.parameters)
