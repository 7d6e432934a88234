"""Account of a witness: everything that reports show of it, as data, and the expressions of the two sides.

:mod:`.making` fills it, and every report renders it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from ...model.axiom import Statement
from ...model.metric import BoundMetric, Metric
from ...model.registry import Registry
from ...model.relation import sides_of
from ...spaces import Factors
from ..cell import ClaimNote
from ..evidence import Shows
from ..formats import Record
from ..instance import Instance
from ..verdict import Verdict
from .figures import Figure
from .trace import TracedNumber, TraceStep, Untraceable

Evaluations = Sequence[tuple[Any, ...]]
"""The evaluations of a decided case, in order: metric name, arguments, parameters and value."""
MARK = "\0"
"""Encloses the number of a call in an expression until the call's text replaces it. No other text contains it."""
_MARKED = re.compile(f"{MARK}([0-9]+){MARK}")


class Side(Record):
    """One side of a relation; only its value where the axiom could not be followed."""

    value: str
    symbols: str = ""
    """Such as ``d(a, b) + d(b, c)``."""
    numbers: str = ""
    """The same in numbers, such as ``1 + 1``."""
    terms: tuple[int, ...] = ()
    """Indexes, among the terms of the account, of the values that enter this side."""


NO_SIDE = Side("")


class _RecordedEvaluator:
    """Evaluator that returns recorded values as traced numbers, in the order in which they were evaluated.

    The axiom runs once more on it, so that the sides of its relation carry expressions. It must ask for exactly the
    values of the record; otherwise it cannot be traced.
    """

    def __init__(self, registry: Registry, evaluations: Evaluations) -> None:
        self.metric = registry.metric
        self.evaluations = evaluations
        self.position = 0

    def value(self, metric: Metric, *inputs: Any) -> Any:
        if self.position == len(self.evaluations):
            raise Untraceable("the axiom asks for more than it did")
        name, *points, parameters, value = self.evaluations[self.position]
        if metric.name != name or [*inputs[:-1]] != points or inputs[-1] != parameters:
            raise Untraceable("the axiom asks for something else than it did")
        self.position += 1
        return TracedNumber.leaf(value, f"{MARK}{self.position - 1}{MARK}")


def two_sides(
    registry: Registry,
    metric: Metric,
    statement: Statement,
    instance: Instance,
    evaluations: Evaluations,
    decided: tuple[str, str, str],
    called: Callable[[int], tuple[str, int]],
) -> tuple[Side, Side]:
    """Express the two sides of a relation that was decided as ``lhs op rhs`` by these evaluations.

    ``called`` returns the short text of each evaluation and the index of its term. A statement about numbers, such as a
    factor, is traced first with symbols for these and then, if that fails, with the numbers themselves. If neither
    gives the decided sides again, the sides have values only.
    """
    over = statement.over(metric)
    symbols = {k: TracedNumber.leaf(v, k) for k, v in instance.values.items() if isinstance(over[k], Factors)}
    attempts = [{**instance.values, **symbols}, instance.values] if symbols else [instance.values]
    for values in attempts:
        bound = BoundMetric(metric, instance.parameters, _RecordedEvaluator(registry, evaluations))
        sides = _traced_sides(bound, statement, values, best=decided[1] == "/")
        if sides is not None and (_value(sides[0]), sides[1], _value(sides[2])) == decided:
            return _side(sides[0], called), _side(sides[2], called)
    return Side(decided[0]), Side(decided[2])


def _traced_sides(
    bound: BoundMetric, statement: Statement, values: Mapping[str, Any], *, best: bool
) -> tuple[Any, str, Any] | None:
    """Return left side, operator and right side as the axiom computes them; None if it cannot be traced."""
    try:
        with redirect_stdout(StringIO()):
            return sides_of(statement.says(bound, *(values[name] for name in statement.names(bound.metric))), best=best)
    except Exception:  # an axiom may do anything with traced numbers; then there are no expressions
        return None


def _value(side: Any) -> str:
    return str(side.value if isinstance(side, TracedNumber) else side)


def _side(side: Any, called: Callable[[int], tuple[str, int]]) -> Side:
    traced = TracedNumber.of(side)
    if traced is None:  # a float that the axiom wrote
        return Side(str(side), str(side), str(side))
    written = traced.symbols.text
    calls = {int(mark): called(int(mark)) for mark in _MARKED.findall(written)}
    symbols = _MARKED.sub(lambda mark: calls[int(mark[1])][0], written)
    terms = tuple(dict.fromkeys(term for _, term in calls.values()))
    return Side(str(traced.value), symbols, traced.numbers.text, terms)


REPORTS = "reports"
_WORDS = {"refutes": Verdict.REFUTED.written, "shows": "shown", "attains": "attained", "rounds": "within rounding"}


class NamedValue(Record):
    """Quantified argument of a statement, or a parameter, with its value."""

    name: str
    text: str
    vector: str = ""
    """The rank vector of a ranking."""


class Term(Record):
    """A value of a metric that enters the statement."""

    call: str
    short: str
    """The call as the formula of the axiom writes it, such as ``d(a, b)``."""
    value: str
    steps: tuple[str, ...] = ()
    """How it comes about, term by term."""
    addends: tuple[TraceStep, ...] = ()
    """What the steps say, addend by addend."""
    metric: str = ""
    arguments: tuple[str, ...] = ()
    """What the call in short is about: ``d(a, reversed b; c w)`` is of a and reversed b."""
    is_changed: bool = False
    """Whether its parameters are others than those of the instance, as ``c w`` is there."""


class Account(Record):
    """All there is to say of a witness; every format shows this and nothing else."""

    slug: str
    metric: str
    statement: str
    formula: str
    definition: str
    claims: tuple[ClaimNote, ...]
    outcome: str
    n: int
    shows: Shows
    minimal: str
    sides: str
    """Such as ``5 <= 3 is false``."""
    values: tuple[NamedValue, ...]
    parameters: tuple[NamedValue, ...]
    terms: tuple[Term, ...]
    constructor: str
    note: str
    op: str = ""
    """What stands between the two sides; ``/`` where the best constant is attained."""
    left: Side = NO_SIDE
    right: Side = NO_SIDE
    figures: tuple[Figure, ...] = ()
    """What is to be drawn of the instance."""
    sentence: str = ""
    """What the statement says, for newcomers; empty where the axiom has no such sentence."""
    is_false: bool = False
    """Whether what the two sides say is false."""
    stands: bool = True
    """Whether the definition gives what is stored; else both are in the sides."""
    example: str = ""
    """The lines that repeat the instance in a test of the user's own; the last one stands above ``@given``."""
    needs_file: bool = False
    """Whether a file of the user's registers the metric."""

    @property
    def outcome_text(self) -> str:
        """Such as ``refuted at n = 3``."""
        return f"{self.word} at {self.where}"

    @property
    def word(self) -> str:
        """Such as ``refuted``."""
        return _WORDS[self.shows]

    @property
    def where(self) -> str:
        """Such as ``n = 3``."""
        return f"n = {self.n}{'' if self.stands else ' as it was stored; it does not stand'}"

    @property
    def title(self) -> str:
        return f"{self.metric}: {self.statement}"

    @property
    def has_rankings(self) -> bool:
        """Return whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[NamedValue, ...]:
        return (*self.values, *self.parameters)

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """The command that decides the witness again."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix verify", *map(shlex.quote, (path, *files))])
