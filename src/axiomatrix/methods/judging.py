"""Confirm and shrink the instances that methods find, and record the results of methods in cells.

A cell (:class:`.search.CellSearch`) is *settled* by a *hit*: a counterexample, or an example for a statement *there
is*. Methods compute with columns or symbols and may be mistaken, and a definition may be nondeterministic. So
:func:`confirm_and_shrink` takes four steps:

1. The definition decides the instance twice, on single numbers. Unless it confirms it both times, the cell is flaky:
   a verdict that says that the definition does not answer alike twice.
2. The instance is shrunk (:func:`shrink`), if the metric takes rankings: its numbers get smaller and its rankings
   nearer. Its size stays, since Hypothesis has shrunk it already, and the other methods enumerate smaller sizes first.
3. The definition decides it a last time, which is recorded (:func:`record_hit`).
4. The cell keeps the hit, and whether a smaller one may exist.

The other functions record what enumeration counted, and mark a row as flaky.
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
from ..evidence.witness import encode_and_decode
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import Bounded
from ..numbers.exact import Formal, rational
from ..numbers.forms import NotLinear
from ..spaces import ParameterSpace, Permutations, Rankings, Relabellings
from ..spaces.parameters import ParameterDomain, are_inside
from ..values.parameters import Parameter
from ..values.rankings import Ranking, Relabelling, inverted_pairs
from .search import BestRatio, CellSearch, RowSearch, SizeTally

ENUMERATION, GIVEN = "enumeration", "given"
"""Names of the method in evidence: enumeration of all values of the spaces, or of the lists that a user gave."""


def has_outcome(code: int, definitions: Definitions, metric: Metric, statement: Statement, instance: Instance) -> bool:
    """Return whether the definition decides the instance with that code, such as ``FAILS``; not if it raises."""
    try:
        return definitions.decide(metric, statement, instance).code == code
    except Exception as error:  # the definition may fail on a shrunk candidate, which is then no witness
        raise_if_ours(error)
        return False


def is_hit(row: RowSearch, search: CellSearch, instance: Instance) -> bool:
    """Return whether the instance settles the cell: the law fails on it, or holds for a statement *there is*."""
    return has_outcome(search.statement.axiom.sought_code, row.definitions, row.metric, search.statement, instance)


def confirm_and_shrink(row: RowSearch, search: CellSearch, instance: Instance, *, by: str, complete: bool) -> None:
    """Confirm an instance that the method ``by`` found, shrink it and record it; if that fails, the cell is flaky.

    ``complete`` says that the method itself decided every smaller size completely, and not on a grid of parameters, so
    that the hit is the smallest.
    """
    if not is_hit(row, search, instance) or not is_hit(row, search, instance):
        reason = f"{row.metric.name} gave a different answer on a case that had been decided"
        search.fail(Verdict.FLAKY, reason)
        return
    if row.metric.takes_rankings and row.metric.implementation is None:  # a library's metric is slow to call
        spaces = search.space.of(row.metric.parameters)
        instance = shrink(search.statement, spaces, instance, partial(is_hit, row, search))
    try:
        record_hit(row, search, instance, by=by, complete=complete)
    except Exception as error:  # raised by the definition, which decided the instance before and now answers otherwise
        if not isinstance(error, Changed):  # which we raise ourselves
            raise_if_ours(error)
        reason = f"{row.metric.name} gave a different answer when evaluated again for the witness: {error}"
        search.fail(Verdict.FLAKY, reason)


def record_hit(row: RowSearch, search: CellSearch, instance: Instance, *, by: str, complete: bool) -> None:
    """Decide a hit for the last time, record it and close the cell; :class:`Changed` unless it is still a hit.

    The hit is the smallest if its method, or those before it, exhausted or certified every smaller size. Its ratio is
    kept too, since an instance that refutes a bound also bounds the best constant.
    """
    if row.metric.implementation is None:  # the witnesses of libraries have separate pages
        # decide the instance as a replay reads it from a file: a definition may depend on the identity of objects
        with suppress(Exception):  # a user's space may be unable to read its own values; the replay reports it
            instance = encode_and_decode(search.statement, row.metric, instance)
    code, answer, reason = row.record(search.statement, instance).decision
    if code != search.statement.axiom.sought_code:
        raise Changed(reason or "the relation now has another outcome")
    search.hit, search.method = instance, by
    search.is_smallest = complete or row.has_no_smaller(search, instance.n)
    if isinstance(answer, Bounded) and (ratio := ratio_of(answer.quantity)) is not None:
        search.take_extreme(BestRatio(ratio, instance, answer.quantity.sense))
    row.on_settled(search)


def record_uncertified(row: RowSearch, searches: Iterable[CellSearch], error: Exception) -> None:
    """Record why cells have no certificate: for a user's metric, and wherever the independent checker refused one.

    A metric of the catalogue that is not linear is left out, since many are not.
    """
    refused = not isinstance(error, NotLinear)
    for search in searches:
        if refused or (row.metric.is_foreign and not search.uncertified):
            search.uncertified = Uncertified(str(error), refused)


def record_size(row: RowSearch, search: CellSearch, size_tally: SizeTally, n: int, tally: Tally) -> None:
    """Record the result of enumerating one size for a cell: its extreme, fault or hit, and its counts in the tally."""
    if not search.open:
        return
    search.enumerated = n
    tally.take(n, size_tally.cases, size_tally.discarded, size_tally.undecided)
    search.enumeration_reach = _reach(row, search, tally)
    search.take_extreme(size_tally.extreme)
    if size_tally.fault is not None:
        search.fail(*size_tally.fault)
    elif size_tally.hit is not None:
        complete = not row.is_grid(search) and not tally.undecided
        confirm_and_shrink(row, search, size_tally.hit, by=ENUMERATION, complete=complete)


def record_reach(row: RowSearch, tallies: Mapping[CellSearch, Tally]) -> None:
    """Record how far the enumeration of each cell went, and whether it stopped at a hit or at the end of its budget."""
    for search, tally in tallies.items():
        if tally.by_size:
            search.reach.append(
                _reach(row, search, tally, Stop.FOUND if search.method == ENUMERATION else Stop.FINISHED)
            )


def _reach(row: RowSearch, search: CellSearch, tally: Tally, stop: Stop = Stop.FINISHED) -> Reach:
    """Return the reach of an enumeration: of all values of the spaces, or of the lists that a user gave."""
    return tally.reach(GIVEN if row.given_lists else ENUMERATION, grid=row.is_grid(search), stop=stop)


def mark_row_flaky(row: RowSearch) -> None:
    """Fail the open cells of a row with a flaky cell, and call none of its counterexamples the smallest.

    Nothing happens if each flaky statement names another metric, since that metric may be the nondeterministic one.
    """
    flaky = [search for search in row.searches if search.fault and search.fault.verdict is Verdict.FLAKY]
    names = {name for metric in row.registry.metrics.values() for name in (metric.id, metric.name)} if flaky else ()
    if all(any(value in names for _, value in search.statement.arguments) for search in flaky):
        return
    for search in row.searches:
        search.is_smallest = False
        if search.open:
            search.fail(
                Verdict.FLAKY, f"{row.metric.name} gives different answers to the same call: see its other cells"
            )


def share_with_closure(row: RowSearch) -> None:
    """Give open cells on the closure the ratio and the hit of the open space, which the closure contains.

    The closure adds the boundary, such as zero weights, to the declared (open) space of the parameters.
    """
    on_open_space = {search.statement: search for search in row.searches if search.space is ParameterDomain.OPEN}
    for search in row.searches:
        inner = on_open_space.get(search.statement)
        if search.space is not ParameterDomain.CLOSED or not search.open or inner is None:
            continue
        search.take_extreme(inner.extreme)
        if inner.hit is not None:
            search.hit, search.method = inner.hit, inner.method
            search.is_smallest = row.has_no_smaller(search, inner.hit.n)


# --- shrinking: simpler instances of the same size ----------------------------------------------------------------


MAX_SHRINK_CANDIDATES = 4000
"""The most candidates that are tried for one instance."""


def shrink(
    statement: Statement,
    spaces: dict[str, ParameterSpace],
    instance: Instance,
    still_settles: Callable[[Instance], bool],
) -> Instance:
    """Shrink an instance of rankings without a change of its size; every step still settles the statement.

    A step takes the first candidate inside the parameter spaces that ``still_settles`` accepts. The candidates of the
    new instance are then tried, until none is accepted. They are, in this order:

    1. the items renamed so that the first ranking is 1, 2, 3 ...;
    2. one entry of a parameter replaced by a smaller whole number;
    3. one ranking replaced by one nearer to the ranking before it.

    ``spaces`` has the parameter spaces by name. This ends, since a renamed instance is not renamed again, and every
    other step makes an entry simpler or a ranking nearer. The number of candidates is limited too.
    """

    def is_accepted(candidate: Instance) -> bool:
        return are_inside(candidate.parameters, spaces, candidate.n) and still_settles(candidate)

    tries = 0
    while True:
        candidates = chain(
            _with_items_renamed(statement, instance),
            _smaller_entries(instance),
            _with_nearer_rankings(statement, instance),
        )
        for candidate in candidates:
            tries += 1
            if is_accepted(candidate):
                instance = candidate
                break
            if tries >= MAX_SHRINK_CANDIDATES:
                return instance
        else:
            return instance


def _with_items_renamed(statement: Statement, instance: Instance) -> Iterator[Instance]:
    """Yield the instance with its items and their data renamed so that the first ranking is the identity.

    Yields nothing if it already is, or if the instance has a relabelling, which renaming would have to change too.
    """
    over = statement.axiom.over
    ranking_names = [
        name
        for name, value in instance.values.items()
        if type(value) is Ranking and type(over.get(name)) is Rankings  # not a permutation of positions
    ]
    if not ranking_names or any(isinstance(space, Relabellings) for space in over.values()):
        return
    first: Ranking = instance.values[ranking_names[0]]
    if first.order == tuple(range(1, instance.n + 1)):
        return
    relabelling = Relabelling({x: int(first[x]) for x in first.items})
    values = {
        name: value.renamed(relabelling) if name in ranking_names else value for name, value in instance.values.items()
    }
    renamed_parameters = {
        name: value.renamed(relabelling) for name, value in instance.parameters.items() if isinstance(value, Parameter)
    }
    # with their entries in the order of the items, as before
    parameters = {name: type(value)(dict(sorted(value.entries.items()))) for name, value in renamed_parameters.items()}
    yield Instance(instance.n, values, {**instance.parameters, **parameters})


def _smaller_entries(instance: Instance) -> Iterator[Instance]:
    """Yield the instance with one entry of one parameter replaced by a simpler number."""
    vectors = {name: value for name, value in instance.parameters.items() if isinstance(value, Parameter)}
    for name, value in vectors.items():
        for key, entry in value.entries.items():
            for number in _simpler_numbers(entry):
                changed = type(value)({**value.entries, key: number})
                yield Instance(instance.n, instance.values, {**instance.parameters, name: changed})


def _simpler_numbers(entry: Any) -> Iterator[Any]:
    """Yield whole numbers that are simpler than the entry: 0 to 4, half of its floor, floor - 1 and the floor."""
    if isinstance(entry, Formal):
        yield from (fmpq(0), fmpq(1), fmpq(2))
        return
    entry = rational(entry)
    floor = int(entry.p) // int(entry.q)
    for candidate in (*range(5), floor // 2, floor - 1, floor):
        is_smaller = candidate < entry
        is_whole_for_fraction = entry.q != 1 and candidate <= entry + 1  # it may be larger, but is simpler to read
        if candidate >= 0 and (is_smaller or is_whole_for_fraction):
            yield fmpq(candidate)


def _with_nearer_rankings(statement: Statement, instance: Instance) -> Iterator[Instance]:
    """Yield the instance with one ranking replaced by one nearer to the ranking before it.

    The candidates are the ranking before, those one adjacent swap from it, and those with one inversion less.
    """
    over = statement.axiom.over.items()
    names = [
        name
        for name, space in over
        if isinstance(space, Rankings)
        and not isinstance(space, Permutations)  # permutations of positions, which are near to no ranking
        and type(instance.values.get(name)) is Ranking
    ]
    places = range(1, instance.n)
    for before, name in pairwise(names):
        earlier, ranking = instance.values[before], instance.values[name]
        inversions = len(inverted_pairs(earlier, ranking))
        nearer = [earlier] if inversions > 0 else []
        nearer += [earlier.swapped(i) for i in places] if inversions > 1 else []
        nearer += [ranking.swapped(i) for i in places if not ranking.ascends(i, earlier)] if inversions > 2 else []
        for candidate in nearer:
            yield Instance(instance.n, {**instance.values, name: candidate}, instance.parameters)
