"""Parameters: the vectors and matrices that a metric takes besides rankings or lists, such as item weights.

*Element data* (weights, similarities) belongs to the items and travels with them when they are renamed. *Position
data* (the costs of adjacent swaps, heights, discounts) stays with the positions. Entries are exact numbers, or in an
evaluation stand-ins: symbols, or columns with a number in each *lane*. Definitions of metrics read entries (``w[x]``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from numbers import Integral, Rational, Real
from types import MappingProxyType
from typing import Any, ClassVar, Self

from flint import fmpq

from ..numbers.columns import Column
from ..numbers.evaluation import stands_for_numbers
from ..numbers.exact import Formal, Number, Whole, log, parse, rational, sign
from ..numbers.frozen import Frozen, build, read_only
from .grades import as_list
from .rankings import Item, Relabelling, sorted_items

Key = Any
"""What an entry belongs to: an item, a position, a rank, a grade, or a pair of items."""


def exact_entry(argument: str, place: str, value: Any, *, positive: bool = False) -> Any:
    """Convert a user's number to a non-negative (or ``positive``) exact number; floats are read at their exact value.

    The ``ValueError`` that anything else raises begins with ``argument`` and ``place``, such as "the weight of item 3".
    Stand-ins for many numbers are returned unchanged.
    """
    if stands_for_numbers(value):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        value = int(value)
    elif isinstance(value, Real) and not isinstance(value, Rational):  # floats of any width, read at their exact value
        if not math.isfinite(value):
            raise ValueError(f"{argument}: {place} is {value!r}; it must be a finite number")
        value = Fraction(float(value))
    try:
        convert = parse if isinstance(value, str) else rational
        number = value if isinstance(value, Formal) else convert(value)
    except (TypeError, ValueError) as error:
        why = f" ({error})" if isinstance(value, str) else ""
        raise ValueError(f"{argument}: {place} is {value!r:.80}; it must be a number{why}") from None
    number_sign = sign(number)
    if number_sign is None or number_sign < 0:
        raise ValueError(f"{argument}: {place} is {value}; it must not be negative")
    if positive and number_sign == 0:
        raise ValueError(f"{argument}: {place} is 0; it must be positive")
    return number


def _hash_of(value: Parameter) -> int:
    return hash(frozenset(value.by_key().items()))  # equal parameters may list their entries in different orders


class Parameter(Frozen):
    """Exact numbers under keys (items, positions, pairs of items); immutable.

    A subclass declares what the entries are called (``symbol``) and whether they belong to the items (``travels``).
    """

    __slots__ = ("_hash", "entries")
    made_from = ("entries",)
    lazy = MappingProxyType({"_hash": _hash_of})
    _hash: int
    travels: ClassVar[bool]
    """Whether this is element data, which travels with the items when they are renamed."""
    symbol: ClassVar[str]
    """The name of the parameter in formulas and messages, such as ``w``."""
    note: ClassVar[str] = ""
    """Advice at the end of the message for a missing entry."""

    entries: Mapping[Key, Number]

    def __new__(cls, entries: Mapping[Key, Any]) -> Self:
        """For the engine, which guarantees validity; users call the ``of`` of the subclass."""
        return build(cls, entries=read_only(entries))

    def mapped(self, change: Callable[[Any], Any]) -> Self:
        """Apply ``change`` to every entry, keeping the keys."""
        return type(self)({key: change(entry) for key, entry in self.entries.items()})

    def scaled(self, factor: Any) -> Self:
        """Every entry multiplied by ``factor``."""
        return self.mapped(lambda entry: factor * entry)

    def constant(self, value: Any) -> Self:
        """Replace every entry by ``value``, a rational, keeping the keys."""
        return self.mapped(lambda _: rational(value))

    def renamed(self, relabelling: Relabelling) -> Self:
        """Element data: the data of x becomes the data of ``relabelling(x)``. Position data stays.

        Where the keys are the same as before, so is their order, since texts and JSON list the entries in it.
        """
        if not self.travels:
            return self
        renamed = {self.renamed_key(key, relabelling): entry for key, entry in self.entries.items()}
        if renamed.keys() == self.entries.keys():
            renamed = {key: renamed[key] for key in self.entries}
        return type(self)(renamed)

    @classmethod
    def renamed_key(cls, key: Key, relabelling: Relabelling) -> Key:
        """Return the key under which the entry of ``key`` is found after the renaming."""
        return relabelling(key) if cls.travels else key

    @classmethod
    def packed(cls, values: Sequence[Self]) -> Self:
        """Pack several values into one whose entries are columns, with a lane for each of ``values``."""
        return cls({key: Column.of([value[key] for value in values]) for key in values[0].entries})

    def __hash__(self) -> int:
        return self._hash

    def by_key(self) -> Mapping[Any, Any]:
        """Return the entries under keys that determine equality: two parameters are equal if these mappings are."""
        return self.entries

    def __getitem__(self, key: Key) -> Number:
        try:
            return self.entries[key]
        except KeyError:
            keys = f"the keys are {list(self.entries)}{self.note}"
            raise KeyError(f"{self.symbol}[{key!r}]: there is no such entry; {keys}") from None

    def text(self) -> str:
        """Write the entries on one line."""
        return ", ".join(f"{self.entry_name(key)} = {entry}" for key, entry in self.entries.items())

    def entry_name(self, key: Key) -> str:
        """Write the name of an entry, such as ``w[2]``."""
        index = ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)
        return f"{self.symbol}[{index}]"

    def __repr__(self) -> str:
        if self.travels:
            return f"{type(self).__name__}.of({_as_literals(self.entries)})"
        return f"{type(self).__name__}.of({list(_as_literals(dict(sorted(self.entries.items()))).values())})"


class ElementWeights(Parameter):
    """Weights of items: ``w[x]``."""

    __slots__ = ()
    travels = True
    symbol = "w"

    @classmethod
    def of(cls, weights: Mapping[Item, Any] | Sequence[Any], *, positive: bool = False) -> ElementWeights:
        """From a mapping, or from the weights of items 1, 2, 3 ...; negative, nan and infinite ones are refused."""
        pairs = dict(weights) if isinstance(weights, Mapping) else dict(enumerate(as_list("w", weights), 1))

        def exact_weight(x: Item, value: Any) -> Any:
            if stands_for_numbers(value):  # before x is formatted: symbolic items raise when they are
                return value
            return exact_entry("w", f"the weight of item {x!r}", value, positive=positive)

        return cls({x: exact_weight(x, value) for x, value in pairs.items()})


def _numbered_entries(symbol: str, noun: str, first: int, numbers: Any, positive: bool) -> dict[int, Any]:
    """Exact entries under the keys first..n, from a list, or from a mapping with just these keys.

    ``noun`` is for the error message: the plural of what the keys number, such as ``positions``.
    """
    if isinstance(numbers, Mapping):
        expected_keys = range(first, len(numbers) + first)
        if set(numbers) != set(expected_keys):
            raise ValueError(f"{symbol}: the {noun} are {list(numbers)}; they must be {first}..n, each once")
        numbers = [numbers[k] for k in expected_keys]
    pairs = enumerate(as_list(symbol, numbers), first)
    return {k: exact_entry(symbol, f"{symbol}_{k}", entry, positive=positive) for k, entry in pairs}


def _costs_of(delta: PositionWeights) -> tuple[Any, ...]:
    """The costs p_i = delta_2 + ... + delta_i at index i = 1..n; index 0 is unused."""
    costs: list[Any] = [None, fmpq(0)]
    for i in sorted(delta.entries):
        costs.append(costs[-1] + delta.entries[i])
    return tuple(costs)


MAX_WEIGHTS_TABULATED = 11
"""For up to this number of position weights, the mean costs of all pairs of positions are computed at once."""


def _mean_costs_of(delta: PositionWeights) -> Mapping[tuple[int, int], Any]:
    """The values of :meth:`PositionWeights.mean_cost`, by pair of positions."""
    costs = _costs_of(delta)
    positions = range(1, len(costs))
    return MappingProxyType({(i, j): (costs[i] - costs[j]) / (i - j) for i in positions for j in positions if i != j})


class PositionWeights(Parameter):
    """Costs of adjacent swaps: ``delta[i]``, i = 2..n, is the cost of swapping positions i-1 and i."""

    __slots__ = ("_costs", "_mean_costs")
    lazy = MappingProxyType({"_costs": _costs_of, "_mean_costs": _mean_costs_of, "_hash": _hash_of})
    _costs: tuple[Number, ...]
    _mean_costs: Mapping[tuple[int, int], Number]
    travels = False
    symbol = "delta"
    note = "; delta[i] is the cost of exchanging positions i - 1 and i, so that it begins at i = 2"

    @classmethod
    def of(cls, deltas: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> PositionWeights:
        """From delta_2, delta_3, ..., delta_n, or from a mapping of 2..n to them."""
        return cls(_numbered_entries("delta", "positions", 2, deltas, positive))

    @classmethod
    def unit(cls, n: int) -> PositionWeights:
        """delta_i = 1."""
        return cls({i: fmpq(1) for i in range(2, n + 1)})

    @classmethod
    def dcg(cls, n: int, base: Any = None) -> PositionWeights:
        """delta_i = 1/log i - 1/log(i+1); natural logarithms unless a base is given (the source names none)."""
        if base is not None and rational(base) <= 1:
            raise ValueError(f"base: {base!r}; the base of the logarithm must be above 1")
        return cls({i: 1 / log(i, base) - 1 / log(i + 1, base) for i in range(2, n + 1)})

    @classmethod
    def geometric(cls, n: int, ratio: Any = Fraction(1, 2)) -> PositionWeights:
        """delta_i = ratio^(i-2)."""
        exact = exact_entry("delta", "the ratio", ratio)
        return cls({i: exact ** (i - 2) for i in range(2, n + 1)})

    @classmethod
    def top_k(cls, n: int, k: int) -> PositionWeights:
        """delta_i = 1 for swaps that touch the first k positions (i <= k + 1), else 0."""
        if not isinstance(k, int) or isinstance(k, bool) or k < 0:
            raise ValueError(f"k: {k!r}; the number of positions must be a whole number, not negative")
        return cls({i: fmpq(1 if i <= k + 1 else 0) for i in range(2, n + 1)})

    def cost(self, i: int) -> Number:
        """p_i = delta_2 + ... + delta_i: the cost of moving from position 1 to position i."""
        return self._costs[i]

    def mean_cost(self, i: int, j: int) -> Number:
        """(p_i - p_j) / (i - j): the mean cost of a swap on the way between two positions, which are not the same."""
        # positions of another type, such as those that record how a value is computed, must be computed with
        if len(self.entries) > MAX_WEIGHTS_TABULATED or not type(i) is type(j) is Whole:
            return (self.cost(i) - self.cost(j)) / (i - j)
        return self._mean_costs[i, j]

    def is_decreasing(self) -> Any:
        """Return whether delta_2 >= delta_3 >= ...; for columns, the answers for all numbers that they hold."""
        result: Any = True
        for i in range(3, len(self.entries) + 2):
            result = result & (self.entries[i - 1] >= self.entries[i])  # not ``and``, which columns cannot answer
        return result


class Similarity(Parameter):
    """Distances between items: ``D[x, y]``, symmetric, zero on the diagonal.

    ``entries`` has one of the keys (x, y) and (y, x) for each pair of different items, and no diagonal.
    """

    __slots__ = ()
    travels = True
    symbol = "D"

    def __getitem__(self, key: Key) -> Number:
        entry = self.entries.get(key)
        if entry is not None:
            return entry
        x, y = key
        if x == y:
            return fmpq(0)
        if (y, x) in self.entries:
            return self.entries[y, x]
        raise KeyError(f"D[{x!r}, {y!r}]: there is no such entry; the pairs are {list(self.entries)}")

    @classmethod
    def renamed_key(cls, key: Key, relabelling: Relabelling) -> Key:
        x, y = relabelling(key[0]), relabelling(key[1])
        try:
            return (x, y) if x <= y else (y, x)  # type: ignore[operator]  # unorderable labels keep their order
        except TypeError:
            return x, y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Similarity) and self.by_key() == other.by_key()

    __hash__ = Parameter.__hash__

    def by_key(self) -> Mapping[Any, Any]:
        return {frozenset(pair): entry for pair, entry in self.entries.items()}

    @classmethod
    def of(cls, matrix: Sequence[Sequence[Any]] | Mapping[tuple[Item, Item], Any], *, level: str = "any") -> Similarity:
        """From a square matrix over the items 1..n, or a mapping from pairs of items, in either order or both.

        ``level`` is ``"any"`` (symmetric, zero diagonal), ``"pseudometric"`` (triangle inequality too) or
        ``"metric"`` (and positive off the diagonal). What breaks it is named: entry, asymmetric pair, or triple.
        """
        if level not in ("any", "pseudometric", "metric"):
            raise ValueError(f"level: {level!r}; it must be 'any', 'pseudometric' or 'metric'")
        if isinstance(matrix, Mapping):
            by_pair = dict(matrix)
            for pair in by_pair:
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise ValueError(f"D: {pair!r} is not a pair of items")
        else:
            rows = [as_list("D", row) for row in as_list("D", matrix)]
            for k, row in enumerate(rows, 1):
                if len(row) != len(rows):
                    raise ValueError(f"D: row {k} has {len(row)} entries for {len(rows)} items; D must be square")
            by_pair = {(i, j): v for i, row in enumerate(rows, 1) for j, v in enumerate(row, 1)}
        entries: dict[tuple[Item, Item], Any] = {}  # one of (x, y) and (y, x) for each pair: the first in ``by_pair``
        for (x, y), value in by_pair.items():
            if stands_for_numbers(value):  # which cannot be compared with the entry of (y, x)
                if x != y and (y, x) not in entries:
                    entries[x, y] = value
                continue
            number = exact_entry("D", f"D[{x!r}, {y!r}]", value, positive=level == "metric" and x != y)
            if x == y:
                if number != 0:
                    raise ValueError(f"D: D[{x!r}, {x!r}] is {value}; the diagonal must be zero")
            elif (y, x) in entries:
                if entries[y, x] != number:
                    other = f"D[{y!r}, {x!r}] is {entries[y, x]}"
                    raise ValueError(f"D: D[{x!r}, {y!r}] is {value} but {other}; D must be symmetric")
            else:
                entries[x, y] = number
        built = cls(entries)
        items = sorted_items({x for pair in by_pair for x in pair})
        for x, y in combinations(items, 2):
            if (x, y) not in entries and (y, x) not in entries:
                raise ValueError(f"D: D[{x!r}, {y!r}] is missing; D must have an entry for each pair of its items")
        if level != "any" and (broken := built.broken_triple(items)):
            x, y, z = broken
            raise ValueError(
                f"D: D[{x!r}, {z!r}] = {built[x, z]} > D[{x!r}, {y!r}] + D[{y!r}, {z!r}] = "
                f"{built[x, y]} + {built[y, z]}; D must satisfy the triangle inequality"
            )
        return built

    def broken_triple(self, items: Sequence[Item]) -> tuple[Item, Item, Item] | None:
        """Return the first (x, y, z) with D[x, z] > D[x, y] + D[y, z], or None."""
        distance = {pair: self[pair] for pair in permutations(items, 2)}
        triples = ((x, y, z) for x, z in combinations(items, 2) for y in items if y not in (x, z))
        return next(((x, y, z) for x, y, z in triples if distance[x, z] > distance[x, y] + distance[y, z]), None)


def _as_literals(entries: Mapping[Key, Any]) -> dict[Key, Any]:
    """Convert entries to what a user can paste into ``of``: ints where whole, and else strings such as "1/2"."""
    return {k: int(v.p) if isinstance(v, fmpq) and v.q == 1 else str(v) for k, v in entries.items()}


class Heights(Parameter):
    """Heights of the ranks: ``h[k]``, k = 1..n. They belong to the ranks and stay with them."""

    __slots__ = ()
    travels = False
    symbol = "h"

    @classmethod
    def of(cls, heights: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> Heights:
        """From h_1, h_2, ..., h_n, or from a mapping of 1..n to them; negative, nan and infinite ones are refused."""
        return cls(_numbered_entries("h", "ranks", 1, heights, positive))


class RankWeights(Parameter):
    """Weights of the ranks of a list, such as discounts: ``d[i]``, i = 1..n. They stay with the ranks."""

    __slots__ = ()
    travels = False
    symbol = "d"
    note = "; where ranks beyond the list have weights too, declare spaces.rank_weights(beyond=...)"

    @classmethod
    def of(cls, weights: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> RankWeights:
        """From d_1, d_2, ..., d_n, or from a mapping of 1..n to them; negative, nan and infinite ones are refused."""
        return cls(_numbered_entries("d", "ranks", 1, weights, positive))


class GradeGains(Parameter):
    """Gains of the grades: ``gain[g]``, g = 1..top, and ``gain[0]``, which is 0. They belong to the scale."""

    __slots__ = ()
    travels = False
    symbol = "gain"

    @classmethod
    def of(cls, gains: Sequence[Any] | Mapping[int, Any], *, positive: bool = False) -> GradeGains:
        """From the gains of the grades 1, 2, ..., top, or from a mapping of 1..top to them."""
        return cls(_numbered_entries("gain", "grades", 1, gains, positive))

    def __getitem__(self, grade: Any) -> Number:
        return Whole(0) if grade == 0 else super().__getitem__(grade)
