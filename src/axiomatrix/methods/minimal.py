"""Minimal witnesses: from any instance that does what is wanted to one that nothing simpler near it replaces.

Hypothesis cannot do this here: it shrinks the choices of a case that it has drawn, and these instances come from
enumeration, from linear programs and from stored witnesses too; and it stops by the clock, where one seed is to give
one witness.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from flint import fmpq

from ..evidence.instance import Instance
from ..model.axiom import Statement
from ..model.metric import Metric
from ..numbers.exact import Formal, rational
from ..spaces import ParameterSpace, Permutations, Rankings, Relabellings
from ..spaces.parameters import are_inside
from ..values.parameters import Parameter
from ..values.rankings import Ranking, Relabelling, inverted_pairs

PAIRS = 10
"""Up to how many items two are taken out together."""
TRIES = 4000
"""How many candidates are tried at most."""


def minimal(
    statement: Statement,
    spaces: dict[str, ParameterSpace],
    instance: Instance,
    still: Callable[[Instance], bool],
    *,
    keep_n: bool = False,
) -> Instance:
    """The instance made simpler, step by step, as long as it is ``still`` a witness.

    In turn: fewer items, items renamed so that the first ranking reads 1, 2, 3 ..., smaller whole parameter entries,
    rankings nearer to their predecessor.
    """

    def wanted(candidate: Instance) -> bool:
        return are_inside(candidate.parameters, spaces, candidate.n) and still(candidate)

    return _stepwise(instance, lambda candidate: _simpler(statement, spaces, candidate, keep_n), wanted, TRIES)


def simplest(metric: Metric, statement: Statement, instance: Instance, still: Callable[[Instance], bool]) -> Instance:
    """The same of lists, orders with ties and single numbers: each space says which of its values are simpler."""
    return _stepwise(instance, lambda candidate: _simpler_by_spaces(metric, statement, candidate), still, math.inf)


def _stepwise(
    instance: Instance,
    simpler: Callable[[Instance], Iterator[Instance]],
    wanted: Callable[[Instance], bool],
    most: float,
) -> Instance:
    """The instance replaced by the first simpler one that is wanted, again and again, in so many tries at most."""
    tries = 0
    while tries < most:
        for candidate in simpler(instance):
            tries += 1
            if wanted(candidate):
                instance = candidate
                break
            if tries >= most:
                return instance
        else:
            break
    return instance


def _simpler(
    statement: Statement, spaces: dict[str, ParameterSpace], instance: Instance, keep_n: bool
) -> Iterator[Instance]:
    if not keep_n:
        smaller = list(_without_one(statement, spaces, instance, 1))
        yield from (candidate for _, candidate in smaller)
        if instance.n <= PAIRS:  # what depends on a parity survives only the loss of two
            for first, one_less in smaller:
                yield from (candidate for _, candidate in _without_one(statement, spaces, one_less, first))
    if (renamed := _renamed(statement, instance)) is not None:
        yield renamed
    yield from _smaller_entries(instance)
    yield from _nearer(statement, instance)


def _without_one(
    statement: Statement, spaces: dict[str, ParameterSpace], instance: Instance, first: int
) -> Iterator[tuple[int, Instance]]:
    """The items from the first on that can be taken out, but for the last one that there is, and what is left."""
    for item in range(first, instance.n + 1) if instance.n > 1 else ():
        if (smaller := _without(statement, spaces, instance, item)) is not None:
            yield item, smaller


def _without(statement: Statement, spaces: dict[str, ParameterSpace], instance: Instance, item: int) -> Instance | None:
    """One item taken out; the labels above it close up."""
    n = instance.n - 1
    values: dict[str, Any] = {}
    for name, space in statement.axiom.over.items():
        value = instance.values[name]
        if isinstance(space, Relabellings | Rankings):
            value = space.without(value, item, instance.n)
        elif isinstance(value, int):
            value = min(value, n - 1) if n > 1 else None
        if value is None:
            return None
        values[name] = value

    def old(x: int) -> int:
        return x + (x >= item)

    parameters: dict[str, Parameter] = {}
    for name, space in spaces.items():
        entries = instance.parameters[name].entries
        if space.value_type.travels:
            kept = {key: entries[tuple(map(old, key)) if isinstance(key, tuple) else old(key)] for key in space.keys(n)}
        else:
            kept = {key: entries[key] for key in space.keys(n)}
        parameters[name] = space.value_type(kept)
    return Instance(n, values, parameters)


def _renamed(statement: Statement, instance: Instance) -> Instance | None:
    """Items renamed, with their data, so that the first ranking is the identity."""
    names = [name for name, space in statement.axiom.over.items() if type(space) is Rankings]
    if not names or any(isinstance(s, Relabellings) for s in statement.axiom.over.values()):
        return None
    first: Ranking = instance.values[names[0]]
    if first.order == tuple(range(1, instance.n + 1)):
        return None
    relabelling = Relabelling({x: int(first[x]) for x in first.items})
    values = {k: v.renamed(relabelling) if k in names else v for k, v in instance.values.items()}
    renamed = {name: value.renamed(relabelling) for name, value in instance.parameters.items()}
    parameters = {name: type(value)(dict(sorted(value.entries.items()))) for name, value in renamed.items()}
    return Instance(instance.n, values, parameters)


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


# --- by what the spaces say ------------------------------------------------------------------------------------


def _simpler_by_spaces(metric: Metric, statement: Statement, instance: Instance) -> Iterator[Instance]:
    """The instance with one of its n items taken out everywhere, or with one of its values made simpler."""
    over, n = statement.over(metric), instance.n

    def is_valid(one: Instance) -> bool:
        return are_inside(one.values, over, one.n) and are_inside(one.parameters, metric.parameters, one.n)

    for k in range(1, n + 1) if n > 1 else ():
        values = {name: space.without(instance.values[name], k, n) for name, space in over.items()}
        parameters = {name: space.without(instance.parameters[name], k, n) for name, space in metric.parameters.items()}
        if all(value is not None for value in (*values.values(), *parameters.values())):
            candidate = Instance(n - 1, values, parameters)
            if is_valid(candidate):
                yield candidate
    for name, space in over.items():
        for value in space.simpler(instance.values[name]):
            candidate = Instance(n, {**instance.values, name: value}, instance.parameters)
            if is_valid(candidate):
                yield candidate
    for name, parameter in metric.parameters.items():
        for value in parameter.simpler(instance.parameters[name]):
            yield Instance(n, instance.values, {**instance.parameters, name: value})
