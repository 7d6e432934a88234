"""Tables from the values of one ranking: only of definitions that see nothing of their items but their places."""

from __future__ import annotations

from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from axiomatrix import REGISTRY, Ranking, metric, spaces
from axiomatrix.evidence.instance import Changed, Definitions
from axiomatrix.methods.lanes import grid
from axiomatrix.methods.table import Table, Tables
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.spaces.rankings import all_rankings

PLAIN = sorted(
    row.name
    for row in REGISTRY.metrics.values()
    if row.takes_rankings and row.exact and not any(space.value_type.travels for space in row.parameters.values())
)


def table(m: Metric, n: int, *, nameless: bool) -> Table:
    """The table of a metric on its grid."""
    return Table(m, grid(m, n), n, Definitions(REGISTRY), nameless=nameless)


def mine(definition: Any, **parameters: Any) -> Metric:
    """A metric of a user's own."""
    return metric("mine", kind="distance", parameters=parameters, registry=Registry(REGISTRY))(definition)


@pytest.mark.parametrize("name", PLAIN)
def test_the_values_are_those_of_the_definition_on_all_pairs(name: str) -> None:
    """They are compared with a table in which every pair was evaluated."""
    row = REGISTRY.metric(name)
    quick, whole = table(row, 4, nameless=True), table(row, 4, nameless=False)
    assert not whole.is_of_places
    assert (quick.met is None) == (whole.met is None)
    assert quick.met is None or np.array_equal(quick.met, whole.met)
    assert ((quick.column - whole.column).signs() == 0).all()


def test_rankings_are_enough_for_most_definitions_that_take_nothing_else() -> None:
    quick = {name for name in PLAIN if table(REGISTRY.metric(name), 4, nameless=True).is_of_places}
    assert {"kendall", "cayley", "ulam", "l-infinity", "spearman-distance[root]", "area-normalised[heights]"} <= quick


def first_named(a: Any, b: Any) -> Any:
    """Looks whether item 1 is first"""
    return abs(a[1] - b[1])


def sorts_items(a: Any, b: Any) -> Any:
    """Sorts the items by their names"""
    return a[min(a.order)] - b[min(b.order)]


def hashes_items(a: Any, b: Any) -> Any:
    """Goes through a set of items"""
    return sum(k * a[x] for k, x in enumerate(set(a.order)))


def lists_items(a: Any, b: Any) -> Any:
    """Weighs items by where they are listed"""
    return sum(k * abs(a[x] - b[x]) for k, x in enumerate(a.items))


ASKED: list[int] = []


def counts(a: Any, b: Any) -> Any:
    """Answers by how often it was asked"""
    ASKED.append(1)
    return len(ASKED) % 7


def caught(a: Any, b: Any) -> Any:
    """Catches what refuses, and goes on"""
    try:
        return a[1]
    except Exception:
        return sum(abs(a[x] - b[x]) for x in a.order)


RARE = all_rankings(4)[5], all_rankings(4)[9]  # of which no other way but all pairs evaluates the value
KNOWN = {RARE: 1}
HASH = hash(RARE)
FIRST, SECOND = RARE[0].positions, RARE[1].positions


def looks_up_a_pair(a: Any, b: Any) -> Any:
    """One more for a single pair of rankings, by a dict"""
    return KNOWN.get((a, b), 0) + sum(abs(a[x] - b[x]) for x in a.order)


def compares_a_pair(a: Any, b: Any) -> Any:
    """The same by comparing rankings"""
    return (a == RARE[0] and b == RARE[1]) + sum(abs(a[x] - b[x]) for x in a.order)


def hashes_a_pair(a: Any, b: Any) -> Any:
    """The same by a hash"""
    return (hash((a, b)) == HASH) + sum(abs(a[x] - b[x]) for x in a.order)


def compares_orders(a: Any, b: Any) -> Any:
    """The same by the items in their order"""
    return ((a.order, b.order) == (RARE[0].order, RARE[1].order)) + sum(abs(a[x] - b[x]) for x in a.order)


def compares_its_own(a: Any, b: Any) -> Any:
    """The same by comparing with a ranking of its own"""
    one, other = Ranking.from_positions(FIRST), Ranking.from_positions(SECOND)
    return (a == one and b == other) + sum(abs(a[x] - b[x]) for x in a.order)


def looks_up_its_own(a: Any, b: Any) -> Any:
    """The same by a dict of its own"""
    one, other = Ranking.from_positions(FIRST), Ranking.from_positions(SECOND)
    return {one: 1}.get(a, 0) * {other: 1}.get(b, 0) + sum(abs(a[x] - b[x]) for x in a.order)


LOOKING = [
    first_named,
    sorts_items,
    hashes_items,
    lists_items,
    caught,
    looks_up_a_pair,
    compares_a_pair,
    hashes_a_pair,
    compares_orders,
    compares_its_own,
    looks_up_its_own,
]


@pytest.mark.parametrize("definition", LOOKING)
def test_a_definition_that_looks_at_its_items_is_evaluated_on_all_pairs(definition: Any) -> None:
    row = mine(definition)
    quick = table(row, 4, nameless=True)
    assert not quick.is_of_places
    assert ((quick.column - table(row, 4, nameless=False).column).signs() == 0).all()


def test_a_definition_that_cannot_be_read_is_not_asked_on_items_without_names() -> None:
    asked = []
    for nameless in (False, True):
        ASKED.clear()
        with pytest.raises(Changed):
            table(mine(counts), 4, nameless=nameless)
        asked.append(len(ASKED))
    assert asked[0] == asked[1]


def test_data_of_items_are_not_renamed_away() -> None:
    def weighed(a: Any, b: Any, p: Any) -> Any:
        """The footrule with weights"""
        return sum(p[x] * abs(a[x] - b[x]) for x in a.order)

    assert not table(mine(weighed, p=spaces.element_weights()), 4, nameless=True).is_of_places


def test_what_is_said_of_other_names_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a definition taken for one that sees no names, some of its values under other names would give it away."""
    monkeypatch.setattr("axiomatrix.methods.table.is_same_without_names", lambda *_: True)
    quick = table(mine(first_named), 4, nameless=True)
    assert not quick.is_of_places


def test_statements_about_names_are_decided_on_all_pairs() -> None:
    kendall = REGISTRY.metric("kendall")
    tables = Tables(kendall, grid(kendall, 4), 4, Definitions(REGISTRY))
    tables.nameless = True
    quick, _ = tables._find(kendall, {})
    tables.nameless = False
    whole, _ = tables._find(kendall, {})
    assert quick.is_of_places and not whole.is_of_places
    tables.nameless = True
    assert tables._find(kendall, {})[0] in (quick, whole)


def test_fractions_of_a_users_own_are_no_matter() -> None:
    def halved(a: Any, b: Any) -> Any:
        """Half of the footrule, in Fractions"""
        return Fraction(1, 2) * sum(abs(a[x] - b[x]) for x in a.order)

    row = mine(halved)
    both = [table(row, 4, nameless=nameless).column for nameless in (True, False)]
    assert ((both[0] - both[1]).signs() == 0).all()


def test_equal_code_with_another_sum_does_not_see_the_list_of_items() -> None:
    """The items are listed for code that only sums; what it calls must be what was read."""

    def second(a: Any, b: Any) -> Any:
        """1 where an item is second in a, and b exchanges the last two of a"""
        return sum(a[x] == 2 for x in a.items) if tuple(b[x] for x in a.order) == (1, 2, 4, 3) else 0

    def first(values: Any) -> Any:
        head, *_ = values
        return 1 * head

    assert table(mine(second), 4, nameless=True).is_of_places
    row = mine(FunctionType(second.__code__, {"sum": first}))
    quick = table(row, 4, nameless=True)
    assert ((quick.column - table(row, 4, nameless=False).column).signs() == 0).all()
