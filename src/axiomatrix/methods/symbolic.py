"""The symbolic method: equalities decided for all values of the parameters at once, ranking by ranking.

An example is symmetry, d(a, b) = d(b, a), of a weighted distance. The definitions are evaluated on polynomials in the
entries of the parameters (:mod:`.symbols`), so that both sides come out in normal form: a sum of distinct terms. Where
their difference is zero, the equality holds for all values of the parameters. Every ranking, relabelling,
permutation and place over the items 1..n is enumerated, and no ranking is fixed: a definition can see the order in
which its items are listed, even if they have no names.

* A factor c > 0 is one more symbol.
* Where a statement tests whether an entry is zero, both cases are decided. Similarities in which D[x, y] is zero have
  D[x, z] = D[y, z], by the triangle inequality.
* Each value on polynomials is compared with the definition on numbers. Each instance is also evaluated at random
  points, in plain Fractions (:mod:`~.spot_check`).
* Statements about whole-number weights (subdivision) cannot be evaluated on symbols and are not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flint import fmpq

from ..evidence.fault import message_of, raise_if_ours
from ..evidence.instance import Instance
from ..evidence.reach import Tally
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import FAILS, Relation
from ..numbers.exact import Undecided, Undefined
from ..numbers.polynomials import Polynomial
from ..numbers.ring import NotPolynomial
from ..spaces.parameters import ParameterDomain, are_inside
from .instances import Combinations, generators_first
from .judging import confirm_and_shrink, has_outcome, record_uncertified
from .search import CellSearch, RowSearch, by_statement
from .spot_check import SpotCheck, SpotCheckFailed
from .symbols import BeyondPolynomials, EntrySymbols, PolynomialValues, evaluate_at

MAX_INSTANCES_OF_A_SIZE = 20_000
"""Most instances of one size."""
PARAMETERS_TRIED = 400
"""Values of the parameters tried at an instance whose sides have different normal forms, to find a refutation."""
MAX_DIFFERENT_INSTANCES = 40
"""Most instances at which parameter values are tried."""
LEAST_LARGEST_SIZE = 3
"""Size up to which all sizes must be certified for a result. Larger sizes may have too many instances."""


@dataclass(frozen=True)
class EqualityResult:
    """Result of deciding an equality over n items, for all values of the parameters."""

    n: int
    verdict: Literal["certified", "differs", "not shown", "not confirmed", "not applicable"]
    """Outcome, as explained in :func:`certify`.

    ``not confirmed``: the normal forms are equal, but the definition differs or fails on numbers.
    """
    reason: str = ""
    """Why it is not certified; empty if it is."""
    instances: int = 0
    """Number of instances, where one that is split by a test for zero counts once for each case."""
    asked: int = 0
    """How many of them have a value of the metric and meet the condition."""
    hit: Instance | None = None
    """An instance in which the two sides differ by the definition; only if the verdict is ``differs``."""
    space: ParameterDomain = ParameterDomain.CLOSED
    """The space of the parameters for which the result holds.

    It is the closure, with its boundary, or ``open`` if a definition divides by a parameter, which excludes zero.
    """


class _ZeroTested(BaseException):
    """Raised where a statement tests whether a symbol is zero; no ``Exception``, so that no statement catches it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


# --- deciding -------------------------------------------------------------------------------------------------


@dataclass
class _Case:
    """An instance, with the assumptions about the symbols that the statement tests for zero."""

    values: dict[str, Any]
    """The statement's arguments by name."""
    zeros: frozenset[str] = frozenset()
    """Names of the symbols that are taken to be zero."""
    positive: frozenset[str] = frozenset()
    """Names of the symbols that are taken not to be zero."""


class _EqualityOfSize:
    """The decision of an equality over n items, instance by instance.

    With ``generators``, relabellings and permutations are represented by generators of their group.
    """

    def __init__(self, metric: Metric, statement: Statement, n: int, registry: Registry, *, generators: bool) -> None:
        self.generators = generators
        self.metric = metric
        self.statement = statement
        self.n = n
        self.symbols = EntrySymbols(metric, statement, n)
        """A symbol for each parameter entry and each factor of the statement, all in one ``ring`` of polynomials."""
        self.evaluator = PolynomialValues(registry, self.symbols)
        self.instances = 0
        """The number of instances so far, as in :class:`EqualityResult`."""
        self.asked: list[tuple[Any, ...]] = []
        """The arguments of the instances in which the condition holds and the metric has a value."""
        self.different: list[tuple[_Case, Any]] = []
        """Cases whose normal forms differ, each with the difference of the two sides."""

    def run(self) -> None:
        """Decide all instances; :class:`BeyondPolynomials` for a statement that cannot be evaluated on symbols."""
        if self.statement.axiom.quantifier != "for all":
            raise BeyondPolynomials("it is not a 'for all' statement")
        over = self.statement.axiom.over
        for name, space in over.items():
            if not space.complete and name not in self.symbols.factors:
                raise BeyondPolynomials(f"it is about {space.name}, which cannot be enumerated completely")
        factors = {name: [Polynomial.symbol(self.symbols.ring, name)] for name in self.symbols.factors}
        instances = Combinations({**Combinations.of(over, self.n, generators=self.generators).lists, **factors})
        if instances.count > MAX_INSTANCES_OF_A_SIZE:
            raise BeyondPolynomials(
                f"n = {self.n} has {instances.count:,} instances; at most {MAX_INSTANCES_OF_A_SIZE:,} are decided"
            )
        for values in instances.by_name():
            self._decide_instance(_Case(values))

    def _decide_instance(self, case: _Case) -> None:
        """Decide an instance; where it tests whether a symbol is zero, decide both cases instead."""
        try:
            self._decide_case(case)
        except _ZeroTested as test:
            self.instances -= 1  # the two cases count instead
            self._decide_instance(_Case(case.values, case.zeros | {test.name}, case.positive))
            self._decide_instance(_Case(case.values, case.zeros, case.positive | {test.name}))

    def _decide_case(self, case: _Case) -> None:
        """Compare the two sides of one case, and keep it if their normal forms differ."""
        self.instances += 1

        def is_zero(name: str) -> bool:  # called for a symbol that is tested; zeros are no longer symbols
            if name not in case.positive:
                raise _ZeroTested(name)
            return False

        ring = self.symbols.ring
        bound = BoundMetric(self.metric, self.symbols.parameters(case.zeros), self.evaluator)
        ring.is_zero = is_zero
        try:
            answer = self.statement.says(bound, *case.values.values())
        except Undefined:
            return
        finally:
            ring.is_zero = None
        caught_error = self.evaluator.first_error or ring.refused  # the statement may have caught it
        if caught_error is not None:
            raise caught_error
        if not isinstance(answer, Relation) or answer.op != "==":
            raise BeyondPolynomials("it is not an equality")
        if answer.condition is False:
            return
        if answer.condition is not True:
            raise BeyondPolynomials(f"its condition is {answer.condition!r}")
        difference = answer.lhs - answer.rhs
        self.asked.append(tuple(case.values.values()))
        # a polynomial in normal form is zero if it has no terms
        differs = bool(difference.terms) if isinstance(difference, Polynomial) else difference != 0
        if differs and len(self.different) < MAX_DIFFERENT_INSTANCES:
            self.different.append((case, difference))

    def refutation(self) -> Instance | None:
        """Find parameter values at which the definition refutes the statement, for the first instance that has some.

        They are off the boundary, unless the statement is about the boundary only.
        """
        space = ParameterDomain.CLOSED if self.statement.axiom.closed_only else ParameterDomain.OPEN
        for case, difference in self.different:
            for point in self._points():
                if evaluate_at(difference, point) == 0:
                    continue
                values = {name: evaluate_at(value, point) for name, value in case.values.items()}
                parameters = {
                    name: value.mapped(lambda e, at=point: evaluate_at(e, at))  # type: ignore[misc]  # bound at once
                    for name, value in self.symbols.parameters(case.zeros).items()
                }
                instance = Instance(self.n, values, parameters)
                inside = are_inside(instance.parameters, space.of(self.metric.parameters), self.n)
                if inside and has_outcome(FAILS, self.evaluator.on_numbers, self.metric, self.statement, instance):
                    return instance
        return None

    def _points(self) -> Iterator[dict[str, fmpq]]:
        """Yield values for the symbols: all 1, then one of them 2 or 3, then pseudorandom ones that grow.

        Odd trials draw from 1 .. size. Even ones draw from size .. 2 size - 1, where any three numbers satisfy the
        triangle inequality.
        """
        names = self.symbols.ring.names
        yield dict.fromkeys(names, fmpq(1))
        for high in (2, 3):
            for raised_name in names:
                yield {name: fmpq(high if name == raised_name else 1) for name in names}
        state = 1
        for trial in range(2 * len(names) + 1, PARAMETERS_TRIED):
            size = 2 + trial * 8 // PARAMETERS_TRIED  # grows from 2 to 9
            smallest = 1 if trial % 2 else size
            point = {}
            for name in names:
                # the linear congruential generator of the C standard: any fixed sequence would do
                state = (1103515245 * state + 12345) % 2**31
                point[name] = fmpq((state >> 16) % size + smallest)  # the high bits are the more random ones
            yield point


def certify(metric: Metric, statement: Statement, n: int, registry: Registry) -> EqualityResult:
    """Decide an equality over n items for all values of the parameters.

    ``certified``: the two sides agree in every instance. ``differs``: they differ in ``hit``. ``not shown``: normal
    forms differ in some instance, but no values were found at which the definition refutes the statement.
    ``not applicable``, with the reason: no equality, too many instances, or a definition that asks of parameters what
    polynomials do not answer.
    """
    reason = statement.not_applicable(metric)
    if reason is not None:
        return EqualityResult(n, "not applicable", reason)
    for generators in generators_first(statement.axiom):  # generators of groups, and then perhaps whole groups
        size = _EqualityOfSize(metric, statement, n, registry, generators=generators)
        try:
            size.run()
        except (BeyondPolynomials, NotPolynomial, Undecided) as error:
            return EqualityResult(n, "not applicable", str(error))
        except Exception as error:  # of a definition; enumeration reports it
            raise_if_ours(error)
            message = f"a definition raised {type(error).__name__}: {message_of(error)[:200]}"
            return EqualityResult(n, "not applicable", message)
        if len(size.asked) == size.instances:
            break  # generators are enough if every instance has a value; otherwise enumerate the whole groups
    try:
        return _result_of(size, registry)
    except SpotCheckFailed as error:
        return EqualityResult(n, "not confirmed", str(error))
    except Exception as error:  # of a definition on numbers
        raise_if_ours(error)
        return EqualityResult(
            n, "not confirmed", f"a definition raised {type(error).__name__}: {message_of(error)[:200]}"
        )


def _result_of(size: _EqualityOfSize, registry: Registry) -> EqualityResult:
    """Return the result of a size whose instances are decided: refute what differs, and spot-check what agrees."""
    verdict: Literal["certified", "differs", "not shown", "not applicable"] = "certified"
    hit, reason = None, ""
    space = ParameterDomain.OPEN if size.symbols.ring.divided else ParameterDomain.CLOSED
    if size.different:
        hit = size.refutation()
        verdict = "not shown" if hit is None else "differs"
        reason = "the normal forms of the two sides differ"
    elif size.instances and not size.asked:
        verdict, reason = "not applicable", "it has no cases when the parameters are symbols"
    else:
        check = SpotCheck(size.metric, size.statement, size.n, registry)
        check.check(size.asked, closed=space is ParameterDomain.CLOSED)
    return EqualityResult(size.n, verdict, reason, size.instances, len(size.asked), hit, space)


def certified_up_to(metric: Metric, statement: Statement, largest: int, registry: Registry) -> list[EqualityResult]:
    """Decide the sizes 1, 2 ... up to the largest, or to the first that is not certified."""
    sizes: list[EqualityResult] = []
    for n in range(1, largest + 1):
        sizes.append(certify(metric, statement, n, registry))
        if sizes[-1].verdict != "certified":
            break
    return sizes


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Symbolic:
    """The method ``symbolic``: equalities at sizes 1, 2, 3 ..."""

    largest: int
    """The largest n; 0 turns the method off."""
    name: str = "symbolic"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether the metric has parameters and the statement is about all instances and depends on them."""
        axiom = search.statement.axiom
        depends_on_parameters = bool(row.metric.parameters) and not axiom.ignores_parameters
        return self.largest > 0 and depends_on_parameters and axiom.quantifier == "for all"

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Compare the two sides of each equality."""
        for statement, searches_of_statement in by_statement(searches).items():
            row.definitions.tick()
            self._decide_statement(row, statement, searches_of_statement)

    def _decide_statement(self, row: RowSearch, statement: Statement, searches: Sequence[CellSearch]) -> None:
        """Decide a statement size by size, and record a refutation or the certified sizes in its cells."""
        sizes = certified_up_to(row.metric, statement, self.largest, row.registry)
        for k, size in enumerate(sizes):
            if size.hit is not None:  # its verdict is ``differs``
                for search in searches:
                    if search.open and row.contains(search, size.hit.parameters, size.hit.n):
                        complete = all(_certifies(before, search) for before in sizes[:k])
                        confirm_and_shrink(row, search, size.hit, by=self.name, complete=complete)
        if sizes[-1].verdict == "not confirmed":
            record_uncertified(row, searches, ValueError(sizes[-1].reason))
            return
        certified = [size for size in sizes if size.verdict == "certified"]
        ends_in_difference = len(certified) < len(sizes) and sizes[-1].verdict != "not applicable"
        if ends_in_difference or len(certified) < min(self.largest, LEAST_LARGEST_SIZE):
            return
        tally = Tally()
        for size in certified:
            tally.take(size.n, size.asked, size.instances - size.asked, 0)
        for search in searches:
            if search.open and _certifies(certified[-1], search):
                search.reach.append(tally.reach(self.name))


def _certifies(size: EqualityResult, search: CellSearch) -> bool:
    """Return whether the size is certified on the space of the cell, or on one that contains it."""
    contains = search.space is ParameterDomain.OPEN or size.space is ParameterDomain.CLOSED
    return size.verdict == "certified" and contains
