"""Simple witnesses: among instances of one size, one that nothing simpler near it replaces.

What Hypothesis draws it shrinks itself. Other instances come from enumeration, from linear programs and from
identities, where every smaller size was gone through: what is left is to make their numbers small and whole, and their
rankings near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import Any

from flint import fmpq

from ..evidence.instance import Instance
from ..model.axiom import Statement
from ..numbers.exact import Formal, rational
from ..spaces import ParameterSpace, Permutations, Rankings, Relabellings
from ..spaces.parameters import are_inside
from ..values.rankings import Ranking, Relabelling, inverted_pairs

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
