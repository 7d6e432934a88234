"""Parameters as symbols, and the evaluation of definitions on polynomials in them, for :mod:`.symbolic`.

The weights w of three items become the symbols w[1], w[2] and w[3]. A metric's own definition is called on these where
it expects numbers, and returns a polynomial: its value for all weights at once. A definition that needs more of its
numbers than polynomials can do, such as a comparison, is refused. All symbols of a statement belong to one *ring*. It
does the arithmetic of polynomials, and keeps the first operation that it refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flint import fmpq

from ..evidence.account.call_names import entry_name
from ..evidence.instance import Definitions
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.exact import Formal, Undefined
from ..numbers.polynomials import Polynomial
from ..numbers.rationals import as_rational, fractions_instead_of_flint
from ..numbers.ring import NotPolynomial, Ring
from ..spaces import Factors, SimilaritySpace
from ..values.parameters import Parameter
from ..values.rankings import Ranking


class BeyondPolynomials(ValueError):
    """Raised with the reason for a statement that polynomials cannot decide."""


class EntrySymbols:
    """Symbols for the parameter entries of a metric over n items, and for the factors of the statement.

    A *factor* is an argument that may be any positive number, such as c in ``d(a, b; c w) = c d(a, b; w)``. Entries may
    be zero, factors may not.
    """

    def __init__(self, metric: Metric, statement: Statement, n: int) -> None:
        self.spaces = metric.parameters
        self.n = n
        entries = [entry_name(name, key) for name, space in self.spaces.items() for key in space.keys(n)]
        self.factors = [name for name, space in statement.axiom.over.items() if isinstance(space, Factors)]
        self.ring = Ring([*entries, *self.factors], positive=self.factors)

    def parameters(self, zeros: frozenset[str]) -> dict[str, Parameter]:
        """Return the parameters with symbols as entries, and with 0 in place of those that ``zeros`` names."""
        parameters: dict[str, Parameter] = {}
        for name, space in self.spaces.items():
            keys = list(space.keys(self.n))
            if isinstance(space, SimilaritySpace):
                parameters[name] = space.value_type(dict(zip(keys, self._distances(name, keys, zeros), strict=True)))
            else:
                parameters[name] = space.value_type({key: self._symbol(entry_name(name, key), zeros) for key in keys})
        return parameters

    def _symbol(self, name: str, zeros: frozenset[str]) -> Any:
        return fmpq(0) if name in zeros else Polynomial.symbol(self.ring, name)

    def _distances(self, name: str, keys: Sequence[tuple[int, int]], zeros: frozenset[str]) -> Iterator[Any]:
        """Yield the entries of a similarity.

        Items at distance zero are merged into classes, since the triangle inequality makes all their other distances
        equal. Each item is represented by the smallest of its class.
        """
        representative = {item: item for item in range(1, self.n + 1)}
        for i, j in keys:
            if entry_name(name, (i, j)) in zeros:
                smaller, larger = sorted((representative[i], representative[j]))
                for item, own_representative in representative.items():
                    if own_representative == larger:
                        representative[item] = smaller
        for i, j in keys:
            first, second = sorted((representative[i], representative[j]))
            yield fmpq(0) if first == second else Polynomial.symbol(self.ring, entry_name(name, (first, second)))

    @property
    def point(self) -> dict[str, fmpq]:
        """Return distinct numbers for the symbols, at which the triangle inequality holds: k + 1, k + 2 ... 2k."""
        count = len(self.ring.names)
        return {name: fmpq(number) for number, name in enumerate(self.ring.names, count + 1)}


def evaluate_at(value: Any, point: Mapping[str, Any]) -> Any:
    """Evaluate a polynomial at numbers for its symbols; any other value is returned unchanged."""
    return value.at(point) if isinstance(value, Polynomial) else value


class PolynomialValues:
    """Evaluator of definitions on polynomials; every value is compared with the definition on numbers."""

    def __init__(self, registry: Registry, symbols: EntrySymbols) -> None:
        self.metric = registry.metric
        self.ring = symbols.ring
        self.point = symbols.point
        self.on_numbers = Definitions(registry)
        self.first_error: Exception | None = None
        """The first exception of an evaluation, kept since the statement may catch it."""
        self._cache: dict[Any, Any] = {}

    def value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """Return the value as a polynomial or a rational, cached."""
        entry_texts = tuple(
            tuple((key, str(number)) for key, number in value.entries.items()) for value in parameters.values()
        )
        case = (metric.name, a, b, entry_texts)
        if case not in self._cache:
            try:
                self._cache[case] = self._evaluate(metric, a, b, parameters)
            except Exception as error:  # kept for the caller, whoever is at fault
                self.first_error = self.first_error or error
                raise
        answer = self._cache[case]
        if isinstance(answer, Undefined):
            raise answer
        return answer

    def _evaluate(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """Return the value as a polynomial or a rational, or the :class:`Undefined` that the definition raised.

        Raises :class:`BeyondPolynomials` for any other value, and if the definition on numbers has another value.
        """
        if not metric.exact:
            raise BeyondPolynomials(f"{metric.name} is available in floats only")
        number_parameters = {
            name: value.mapped(lambda entry: evaluate_at(entry, self.point)) for name, value in parameters.items()
        }
        try:
            value = self._call_definition(metric, a, b, parameters)
        except Undefined as reason:
            return reason
        if self.ring.refused is not None:  # the ring refused an operation, and the definition caught the exception
            raise self.ring.refused
        if isinstance(value, Formal):
            raise BeyondPolynomials(f"{metric.name} has the irrational value {value}")
        result = value if isinstance(value, Polynomial) else as_rational(value)
        if result is None:
            raise BeyondPolynomials(f"{metric.name} returned {value!r:.60}, which is not an exact number")
        if self.on_numbers.value(metric, a, b, number_parameters) != evaluate_at(result, self.point):
            raise BeyondPolynomials(
                f"{metric.name} has another value for numbers than for symbols: it looks at what it is given"
            )
        return result

    def _call_definition(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """Call the definition on symbols; once more, dividing in Fractions, if it mixes them with flint's rationals."""
        with self.ring.definition():
            try:
                return metric.evaluate(a, b, parameters)
            except (NotPolynomial, Undefined):
                raise
            except TypeError as error:  # flint's rationals and Fractions do not mix
                if "Fraction" not in str(error) and "fmpq" not in str(error):
                    raise
            # The definition builds Fractions itself, so divide in Fractions.
            with fractions_instead_of_flint():
                return metric.evaluate(a, b, parameters)
