"""What may kill a mutant of the metrics of lists: axioms, relations, worked examples, independent implementations.

An *axiom* is a cell of the row that the original does not violate when it is enumerated up to three items; it kills
when the mutant violates it there, raises, or no longer shows what the original showed. A *relation* is the same where
the axiom names another row. An *example* is of the sources, a *reference* another implementation of the row's formula.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any, Protocol

from list_edges import beyond
from list_examples import EXAMPLES
from mutation import CATALOGUE
from references import REFERENCES, plain

from axiomatrix.engine.row import statements_of
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.cases import enumerate_cases
from axiomatrix.methods.remembered import RememberedDefinitions
from axiomatrix.methods.search import SizeTally, TooMany
from axiomatrix.model.axiom import Statement
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Formal, Undefined, fraction


class Bugged(Protocol):
    """A catalogue with a bug in some rows."""

    @property
    def registry(self) -> Registry:
        """The catalogue."""
        ...

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows with the bug."""
        ...


# --- axioms and relations -------------------------------------------------------------------------------------

LARGEST = 3
"""The largest size at which axioms are asked."""
MOST = 2_500
"""The most cases of one size."""


@dataclass(frozen=True)
class Kill:
    """What killed a mutant: by which of the four, where, how, and at which size."""

    by: str
    row: str
    what: str
    how: str
    n: int | None = None


@dataclass(frozen=True)
class Fixed:
    """A cell that the original does not violate: a mutant that does is killed."""

    statement: Statement
    is_relation: bool
    sizes: int
    """Up to which size it is enumerated; of an existential one, the size at which the original shows it."""

    @property
    def exists(self) -> bool:
        """Whether it says that there is an instance."""
        return self.statement.axiom.quantifier == "there is"


@cache
def fixed_of(row: str) -> tuple[Fixed, ...]:
    """All cells of the original that are not violated, claimed and observed; the relations to other rows last."""
    metric, evaluator = CATALOGUE.metrics[row], RememberedDefinitions(Definitions(CATALOGUE))
    found = []
    for statement, _ in statements_of(metric, CATALOGUE):
        if statement.not_applicable(metric) is None and statement.axiom.quantifier != "extreme":
            is_relation = any(name == "other" for name, _ in statement.arguments)
            kept = _kept(metric, statement, is_relation, evaluator)
            if kept is not None:
                found.append(kept)
    return tuple(sorted(found, key=lambda cell: cell.is_relation))


def _kept(metric: Metric, statement: Statement, is_relation: bool, evaluator: RememberedDefinitions) -> Fixed | None:
    cases, reached = 0, 0
    for n, here in _enumerated(metric, statement, evaluator, LARGEST):
        reached = n
        cases += here.cases
        if here.fault or here.undecided:
            return None
        if here.hit is not None:
            return Fixed(statement, is_relation, n) if statement.axiom.quantifier == "there is" else None
    return Fixed(statement, is_relation, reached) if cases and statement.axiom.quantifier == "for all" else None


def _enumerated(
    metric: Metric, statement: Statement, evaluator: RememberedDefinitions, largest: int
) -> Iterator[tuple[int, SizeTally]]:
    for n in range(1, largest + 1):
        try:
            yield n, enumerate_cases(metric, statement, metric.parameters, n, evaluator, MOST)
        except TooMany:
            return


def killed_by_axioms(mutant: Bugged, *, relations: bool, rows: Sequence[str] = ()) -> Kill | None:
    """The first cell of the originals that the mutant violates: smallest sizes first, row by row."""
    registry = mutant.registry
    evaluator = RememberedDefinitions(Definitions(registry))
    for row in rows or mutant.rows:
        metric = registry.metrics[row]
        cells = [cell for cell in fixed_of(row) if cell.is_relation == relations]
        unshown = {id(cell) for cell in cells if cell.exists}
        for n in range(1, LARGEST + 1):
            for cell in cells:
                if n > cell.sizes and not cell.exists:
                    continue
                kill = _violated(cell, metric, evaluator, n, unshown)
                if kill is not None:
                    return Kill("relation" if relations else "axiom", row, cell.statement.id, kill, n)
    return None


def _violated(cell: Fixed, metric: Metric, evaluator: RememberedDefinitions, n: int, unshown: set[int]) -> str | None:
    if cell.exists and id(cell) not in unshown:
        return None
    try:
        found = enumerate_cases(metric, cell.statement, metric.parameters, n, evaluator, MOST)
    except TooMany:  # of an existential one alone: it is enumerated further than the original needed
        found = SizeTally()
        n = LARGEST
    if found.fault:
        return "error"
    if not cell.exists:
        return "refuted" if found.hit is not None else None
    if found.hit is not None or n == LARGEST:
        unshown.discard(id(cell))
    return "not shown" if found.hit is None and n == LARGEST else None


# --- examples -------------------------------------------------------------------------------------------------

TOLERANCE = 1e-9


def is_value(found: Any, expected: Fraction | float | None) -> bool:
    """Whether a value of the package (None where there is none) is the expected one."""
    if found is None or expected is None:
        return found is expected
    if isinstance(expected, float):
        near = float(found) if isinstance(found, Formal) else float(fraction(found))
        return math.isclose(near, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return not isinstance(found, Formal) and fraction(found) == expected


def killed_by_examples(mutant: Bugged) -> Kill | None:
    """The first worked example that the mutant does not reproduce."""
    for example in EXAMPLES:
        if example.row in mutant.rows:
            try:
                found = mutant.registry.metrics[example.row](*example.arguments, **example.parameters)
                how = "" if is_value(found, example.value) else "another value"
            except Exception as error:
                how = type(error).__name__
            if how:
                return Kill("example", example.row, example.source, how)
    return None


# --- references -----------------------------------------------------------------------------------------------

UP_TO = 4
"""The largest size at which values are compared."""
PER_SIZE = 400
"""How many instances of one size are compared with a reference: all of them, or as many at equal distances."""


def sampled(row: str, n: int, most: int) -> Iterator[tuple[Any, ...]]:
    """The instances of a size (arguments, then parameters): all, or about ``most`` at equal distances."""
    metric = CATALOGUE.metrics[row]
    values = [space.enumerate(n) for space in (*metric.arguments.values(), *metric.parameters.values())]
    step = -(-math.prod(map(len, values)) // most) or 1
    while any(math.gcd(step, len(v)) > 1 for v in values) and step > 1:
        step += 1  # so that no value of an argument is passed over each time
    yield from islice(product(*values), 0, None, step)


@cache
def expected_of(row: str, n: int) -> tuple[tuple[tuple[Any, ...], Fraction | float | None], ...]:
    """The instances that are compared (at size 0: beyond what is enumerated), and what the reference says of them."""
    instances = sampled(row, n, PER_SIZE) if n else beyond(CATALOGUE.metrics[row])
    return tuple((given, REFERENCES[row](*map(plain, given))) for given in instances)


def value_of(metric: Metric, evaluator: Definitions, given: tuple[Any, ...]) -> Any:
    """The value on arguments and parameters in a row, or None where there is none."""
    count = len(metric.arguments)
    try:
        return evaluator.value(metric, *given[:count], dict(zip(metric.parameters, given[count:], strict=True)))
    except Undefined:
        return None


QUICKLY = (1, 2, 0, *range(3, UP_TO + 1))
"""An order of the sizes in which most mutants are killed early; size 0 is what no space enumerates."""


def killed_by_references(mutant: Bugged, sizes: Sequence[int] = QUICKLY) -> Kill | None:
    """The first instance on which the mutant is not what the reference says."""
    evaluator = Definitions(mutant.registry)
    for n in sizes:
        for row in mutant.rows:
            metric = mutant.registry.metrics[row]
            for given, expected in expected_of(row, n):
                try:
                    how = "" if is_value(value_of(metric, evaluator, given), expected) else "another value"
                except Exception as error:
                    how = type(error).__name__
                if how:
                    return Kill("reference", row, ", ".join(map(str, given)), how, n)
    return None


# --- equivalence ----------------------------------------------------------------------------------------------


COMPARED = 6_000
"""How many instances of one size a mutant is compared with its original on: all (of top lists of three items or more,
which are more, as many at equal distances)."""


@cache
def originals_of(row: str, n: int, most: int) -> tuple[tuple[tuple[Any, ...], Any], ...]:
    """The instances of a size and the values of the original there."""
    evaluator = Definitions(CATALOGUE)
    instances = sampled(row, n, most) if n else beyond(CATALOGUE.metrics[row])
    return tuple((given, value_of(CATALOGUE.metrics[row], evaluator, given)) for given in instances)


def differs(mutant: Bugged, largest: int = UP_TO, most: int = COMPARED) -> str | None:
    """Where the mutant first has another value than the original, compared exactly, or None."""
    evaluator = Definitions(mutant.registry)
    for row in mutant.rows:
        metric = mutant.registry.metrics[row]
        for n in range(largest + 1):
            for given, known in originals_of(row, n, most):
                try:
                    found = value_of(metric, evaluator, given)
                except Exception as error:
                    return f"{row} on {given}: {type(error).__name__}"
                if (found is None) != (known is None) or (found is not None and found != known):
                    return f"{row} on {given}: {found}, not {known}"
    return None
