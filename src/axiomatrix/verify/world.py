"""Evaluation of definitions in the checker: on opaque items and unknown numbers, and on real ones to compare.

:mod:`.inequality` derives an inequality on opaque items and unknowns, which then holds for all items and numbers, and
compares it with the values on some real ones. The checkers of other kinds evaluate their instances with it.
:func:`look_up_subject` finds the metric and the statement of a certificate.

Items are numbered from 1. The argument ``items_by_number`` lists them: opaque ones, or the numbers 1..n in some order,
which are then the names of the items. The *keys* of a parameter space are what a value has entries for: items, pairs of
items, or positions. *Element data* belong to the items, as weights do, and follow them when they are renamed
(``travels``). *Position data*, such as discounts, stay. The *bare* definition of a metric is its function, called on
the values without caching or conversion.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry, Unknown
from ..model.relation import Bounded, Quantity, Relation
from ..numbers.frozen import new, read_only
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import ParameterSpace
from ..values.parameters import Parameter
from ..values.rankings import Ranking
from .items import Item, ItemObserved, Observed, Unlisted, is_package_asking
from .numbers import Number, Sum, as_number


class BareDefinitions:
    """Evaluator that calls the bare definition of a metric."""

    def __init__(self, registry: Registry) -> None:
        self.metric = registry.metric

    def value(self, metric: Metric, *inputs: Any) -> Any:
        """Return the value on these arguments and, last, parameters."""
        return metric.evaluate(*inputs)


class BareDefinitionsOrFractions(BareDefinitions):
    """Evaluator that calls a bare definition again on Fractions if it raises ``TypeError``.

    A definition that builds Fractions itself cannot mix them with flint's rationals. The parameters may hold unknowns,
    which stay unchanged.
    """

    def value(self, metric: Metric, *inputs: Any) -> Any:
        """Return the value on these arguments and, last, parameters."""
        try:
            return metric.evaluate(*inputs)
        except Observed:  # also a TypeError, raised where an item or unknown refuses to be examined
            raise
        except TypeError:
            *arguments, parameters = inputs
            converted = {name: value.mapped(_as_fraction) for name, value in parameters.items()}
            with fractions_instead_of_flint():
                return metric.evaluate(*arguments, converted)


def _as_fraction(value: Any) -> Any:
    return value if type(value) is Sum else Fraction(as_number(value))


def evaluate_statement(
    registry: Registry, metric: Metric, statement: Statement, values: Mapping[str, Any], parameters: Mapping[str, Any]
) -> Any:
    """Return the statement's answer by the bare definitions; ``values`` are its arguments by name."""
    bound = BoundMetric(metric, parameters, BareDefinitionsOrFractions(registry))
    return statement.says(bound, *(values[name] for name in statement.axiom.over))


class AnswerParts(NamedTuple):
    """The relation and the quantity in the answer of a statement, each None if the answer has none.

    A relation compares two sides, and may have a condition. A quantity is a ratio whose extreme is sought.
    """

    relation: Relation | None
    quantity: Quantity | None


def parts_of(answer: Any) -> AnswerParts:
    """Return the parts of an answer: a relation, a quantity, or a ``Bounded``, which has both."""
    if isinstance(answer, Bounded):
        return AnswerParts(answer.relation, answer.quantity)
    if isinstance(answer, Relation):
        return AnswerParts(answer, None)
    return AnswerParts(None, answer if isinstance(answer, Quantity) else None)


# --- opaque items -----------------------------------------------------------------------------------------------------


def opaque_items(n: int) -> tuple[Item, ...]:
    """Make n opaque items."""
    return tuple(Item() for _ in range(n))


def ranking_of_order(
    items_by_number: Sequence[Any], order: Sequence[int], ranking_type: type[Ranking] = Unlisted
) -> Ranking:
    """Return the ranking whose first item is number ``order[0]``, whose second is number ``order[1]``, and so on."""
    place_of = {number: place for place, number in enumerate(order, 1)}
    places = tuple(place_of[number] for number in range(1, len(items_by_number) + 1))
    return ranking_type(tuple(items_by_number), places)


def make_parameter(space: ParameterSpace, items_by_number: Sequence[Any], entries: Sequence[Any]) -> Parameter:
    """Make a parameter of these entries, which are in the order of the space's keys over item numbers.

    Over opaque items it is a parameter that does not reveal the order in which its items are listed.
    """
    keys = space.keys(len(items_by_number))
    if not space.value_type.travels:
        return space.value_type(dict(zip(keys, entries, strict=True)))
    if not items_by_number or type(items_by_number[0]) is not Item:
        # A parameter over numbers lists its keys in increasing order, regardless of the order of the items here.
        return space.value_type(dict(zip(keys, renamed_entries(space, entries, items_by_number), strict=True)))

    def key_of_items(key: Any) -> Any:
        """Replace the item numbers in a key, an item or a pair of items, by the items."""
        return tuple(items_by_number[k - 1] for k in key) if isinstance(key, tuple) else items_by_number[key - 1]

    value_type: Any = space.value_type
    value: Parameter = _unlisted(value_type)(
        {key_of_items(key): entry for key, entry in zip(keys, entries, strict=True)}
    )
    return value


@lru_cache(maxsize=64)
def _unlisted(value_type: Any) -> Any:
    """Make a subclass of a parameter type that does not reveal the order in which its items are listed.

    Code of this package may read the entries; a definition that does raises :class:`.items.ItemObserved`.
    """
    # the descriptor by which the stored entries are read and set, since a property of this name hides them
    slot: Any = vars(Parameter)["entries"]

    def equal(self: Parameter, other: object) -> bool:
        if type(other) is not type(self):
            raise ItemObserved("the comparison of a parameter with one of other items")
        return bool(value_type.__eq__(self, other))

    def for_package_only(name: str) -> Any:
        """Make the method of that name for code of this package only."""

        def method(self: Parameter, *arguments: Any) -> Any:
            if not is_package_asking():
                raise ItemObserved(f"{name} of a parameter, which iterates over its entries as they are listed")
            return vars(Parameter)[name](self, *arguments)

        return method

    def read_entries(self: Parameter) -> Any:
        if not is_package_asking():
            raise ItemObserved("the entries of a parameter, whose order reveals the names of the items")
        return slot.__get__(self)

    def create(cls: Any, entries: Mapping[Any, Any]) -> Any:
        value = new(cls)
        slot.__set__(value, read_only(entries))
        return value

    members: dict[str, Any] = {
        "__slots__": (),
        "__new__": create,
        "entries": property(read_entries),
        "__eq__": equal,
        "__hash__": value_type.__hash__,
    }
    members |= {name: for_package_only(name) for name in ("mapped", "renamed")}
    return type(value_type.__name__, (value_type,), members)


# --- real items and numbers -------------------------------------------------------------------------------------------


class SeededDraws:
    """Random choices for spaces, determined by a seed such as a case, so that every run draws the same values."""

    def __init__(self, *seed: Any) -> None:
        self.random = random.Random(repr(seed))

    def integer(self, low: int, high: int) -> int:
        """Return a whole number, low and high included."""
        return self.random.randint(low, high)


def draw_points(space: ParameterSpace, n: int, draws: SeededDraws, count: int) -> Iterator[list[Number]]:
    """Yield values of the closed space as vectors of entries: small whole numbers, and draws of the space."""
    closed, keys = space.closure(), list(space.keys(n))
    for k in range(count):
        is_wide = draws.integer(0, 1) == 0  # half of them
        low, high = (0, 9) if is_wide else (5, 10)  # distances of 5 to 10 satisfy the triangle inequality
        vector: list[Number] = [draws.integer(low, high) for _ in keys]
        if k % 2 or not admits(closed, vector, n):  # every second vector is one that the space draws
            value = closed.draw(draws, n)
            vector = [as_number(value[key]) for key in keys]
        yield vector


def admits(space: ParameterSpace, vector: Sequence[Number], n: int) -> bool:
    """Return whether a value with these entries belongs to the space."""
    try:
        return space.contains(space.make(vector, n), n)
    except ValueError:
        return False


def draw_renaming(n: int, draws: SeededDraws) -> list[int]:
    """Draw a random renaming as the list of the new names of the items 1, 2 ... n."""
    names = list(range(1, n + 1))
    draws.random.shuffle(names)
    return names


def renamed_entries(space: ParameterSpace, entries: Sequence[Any], names: Sequence[int]) -> list[Any]:
    """Reorder the entries of a parameter for a renaming (see :func:`draw_renaming`); position data stay unchanged.

    The entries are in the order of the space's keys, before and after.
    """
    if not space.value_type.travels:
        return list(entries)
    reordered = list(entries)
    for place, entry in zip(renamed_places(space, names), entries, strict=True):
        reordered[place] = entry
    return reordered


def renamed_places(space: ParameterSpace, names: Sequence[int], n: int = 0) -> list[int]:
    """Return the new index of each entry after a renaming, in the order of the space's keys.

    With n, the names belong to some of n items, and an index counts the entries over these n items.
    """
    index_of = {_items_of(key): k for k, key in enumerate(space.keys(n or len(names)))}
    return [index_of[frozenset(names[x - 1] for x in _items_of(key))] for key in space.keys(len(names))]


def _items_of(key: Any) -> frozenset[int]:
    """Return the items of an entry's key: one item, or an unordered pair of items."""
    return frozenset(key if isinstance(key, tuple) else (key,))


def look_up_subject(registry: Registry, data: Mapping[str, Any]) -> tuple[Metric, Statement]:
    """Look up the metric and the statement of a certificate; :class:`Refused` if one is not registered.

    A statement that is claimed of the metric comes first, since its arguments are objects that the certificate has only
    as text. Any other statement is made of the axiom and these texts.
    """
    try:
        metric, axiom = registry.metric(str(data["metric"])), registry.axiom(str(data["axiom"]))
    except Unknown as error:
        raise Refused(f"{error}; if it is yours, name its file: axiomatrix verify CERTIFICATE FILE.py") from None
    if metric.name != data["metric"]:
        raise Refused(f"there is no metric {data['metric']!r:.60}; write {metric.name!r}")
    arguments = {str(k): str(v) for k, v in dict(data["arguments"]).items()}
    candidates = [c.statement for c in metric.claims if c.statement.axiom is axiom] + axiom.statements_about(metric)
    for statement in candidates:
        if {k: str(v) for k, v in statement.arguments} == arguments:
            return metric, statement
    try:
        return metric, axiom(**dict(data["arguments"]))
    except TypeError as error:
        raise Refused(str(error)) from None
