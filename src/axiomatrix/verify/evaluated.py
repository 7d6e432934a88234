"""Values of definitions on symbols, for the checker of identities, each compared with values on numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.exact import Undefined, rational
from ..spaces import ParameterSpace
from ..values.rankings import Ranking, Relabelling
from .reading import readable
from .refusal import Refused
from .sealed import ItemObserved
from .symbols import NotFollowed, Symbols, SymbolValue, as_fraction
from .world import SeededDraws, inside, plainly, renaming, unnamed

POINTS = 2
"""At how many values of the parameters each value is compared with the one on numbers."""


class ItemsLookedAt(Exception):
    """A definition looks at its items."""


class SymbolicValues:
    """Values of registered metrics on symbols: by their definitions, on items without names unless ``numbered``."""

    def __init__(self, registry: Registry, symbols: Symbols, spaces: Mapping[str, ParameterSpace], *, numbered: bool):
        self.metric = registry.metric
        self.symbols = symbols
        self.spaces = spaces
        self.numbered = numbered
        self.stopped: Exception | None = None
        """What was raised first for want of a value; kept, since a statement may catch it."""
        self.known: dict[Any, Any] = {}
        self.asked: list[tuple[Metric, Ranking, Ranking, Mapping[str, Any]]] = []

    def value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """The value, compared with the one on numbers."""
        case = _key(metric, a, b, parameters)
        if case not in self.known:
            try:
                self.known[case] = self._derived(metric, a, b, parameters)
                self._compare(self.known[case], metric, a, b, parameters)
            except Exception as error:
                self.stopped = self.stopped or error
                raise
            self.asked.append((metric, a, b, parameters))
        if isinstance(self.known[case], Undefined):
            raise self.known[case]
        return self.known[case]

    def again(self, most: int) -> None:
        """Derive some values once more, the last first: they must not depend on what was asked before."""
        for asked in self.asked[:: -max(1, len(self.asked) // most)]:
            first, second = self.known[_key(*asked)], self._derived(*asked)
            if isinstance(first, Undefined) and isinstance(second, Undefined):
                continue
            if text_of(first) != text_of(second):
                raise Refused(f"{asked[0].name} answers otherwise when it is asked again")

    def _derived(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        readable(metric)
        try:
            with self.symbols.within():
                value = self._symbolic(metric, a, b, parameters)
        except Undefined as reason:
            value = reason
        if self.symbols.refused is not None:
            raise self.symbols.refused
        if isinstance(value, Undefined) or type(value) is SymbolValue:
            return value
        number = as_fraction(value)
        if number is None:
            raise Refused(f"{metric.name} returned {value!r:.60}, which is not a rational number")
        return rational(number)  # what axioms calculate with

    def _symbolic(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        if self.numbered:
            return plainly(metric, a, b, parameters)
        before = ItemObserved.count
        first, second, renamed = unnamed(a, b, parameters)
        try:
            value: Any = plainly(metric, first, second, renamed)
        except NotFollowed:
            raise
        except Undefined as reason:
            value = reason
        except Exception:
            plainly(metric, a, b, parameters)  # what raises here too is not for want of names
            raise ItemsLookedAt from None
        if ItemObserved.count != before:
            raise ItemsLookedAt
        return value

    # --- on numbers -----------------------------------------------------------------------------------------------

    def _compare(self, value: Any, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> None:
        """Refuse a definition that says something else of numbers, and of items with other names."""
        n = len(a.items)
        draws = SeededDraws(metric.name, n, a.positions, b.positions)
        for k in range(POINTS):
            point = self._point(n, draws)
            numbers = {name: p.mapped(lambda e, at=point: rational(_number(e, at))) for name, p in parameters.items()}
            first, second = a, b
            if k and not self.numbered:
                names = Relabelling(dict(zip(a.items, [a.items[x - 1] for x in renaming(n, draws)], strict=True)))
                first, second = a.renamed(names), b.renamed(names)
                numbers = {name: p.renamed(names) for name, p in numbers.items()}
            try:
                answer = as_fraction(plainly(metric, first, second, numbers))
            except Undefined:
                answer = None
            if (None if isinstance(value, Undefined) else _number(value, point)) != answer:
                raise Refused(f"{metric.name} answers otherwise when it is given numbers")

    def _point(self, n: int, draws: SeededDraws) -> dict[str, Fraction]:
        """Positive numbers for the symbols, which belong to the spaces of the parameters."""
        point = {name: Fraction(draws.integer(1, 9), draws.integer(1, 3)) for name in self.symbols.names}
        for name, space in self.spaces.items():
            vector = inside(space, n, draws)
            point |= {entry_name(name, key): Fraction(v) for key, v in zip(space.keys(n), vector, strict=True)}
        return point


def _key(metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
    texts = [[(key, text_of(e)) for key, e in value.entries.items()] for value in parameters.values()]
    return metric.name, a.items, a.positions, b.items, b.positions, str(texts)


def text_of(value: Any) -> str:
    """The normal form as text."""
    return value.text() if type(value) is SymbolValue else str(value)


def _number(value: Any, point: Mapping[str, Fraction]) -> Fraction:
    return value.at(point) if type(value) is SymbolValue else Fraction(as_fraction(value) or 0)


def entry_name(name: str, key: Any) -> str:
    """The symbol of an entry."""
    return f"{name}[{','.join(map(str, key))}]" if isinstance(key, tuple) else f"{name}[{key}]"
