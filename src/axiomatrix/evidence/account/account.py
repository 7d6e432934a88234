"""Account of a witness: everything that reports show of it, as data.

A witness of a broken triangle inequality, say, stores three rankings, and that 5 <= 4 is false. Its :class:`Account`
adds the formula of the axiom, the values of the metric on these rankings with their computation (:class:`Term`), and
Python that repeats them. :func:`two_sides` also expresses the two sides of the relation: 4 is ``d(a, b) + d(b, c)`` in
symbols, and ``1 + 3`` in numbers. :mod:`.making` makes accounts, and every report renders them.

A witness *refutes* a statement, *shows* a statement of existence, *attains* a best constant, or *rounds*: it fails by
no more than rounding explains. An *evaluation* is a call of a metric that the axiom made, with its value.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, NamedTuple

from ...model.axiom import Statement
from ...model.metric import BoundMetric, Metric
from ...model.registry import Registry
from ...model.relation import sides_of
from ...spaces import Factors
from ..cell import ClaimNote
from ..evidence import Shows
from ..formats import Record
from ..instance import MetricCall
from ..verdict import Verdict
from ..witness import WitnessSubject
from .figures import Figure
from .trace import TracedNumber, TraceStep, Untraceable

REPORTS = "reports"
"""The folder of reports in commands, unless another is named."""
_WORDS = {"refutes": Verdict.REFUTED.written, "shows": "shown", "attains": "attained", "rounds": "within rounding"}
"""The finding of an account in a word, by what its witness shows."""


class NamedValue(Record):
    """Quantified argument of a statement, or a parameter, with its value."""

    name: str
    text: str
    """The value in words or numbers, such as ``1 > 3 > 2``."""
    vector: str = ""
    """The rank vector of a ranking, such as ``(1, 3, 2)``; empty for any other value."""


class Term(Record):
    """A value of a metric that enters the statement."""

    call: str
    """The call in full, with derived values written out."""
    short: str
    """The call as the formula of the axiom writes it, such as ``d(a, b)``."""
    value: str
    """The value as text, exact unless the metric computes in floats."""
    steps: tuple[str, ...] = ()
    """The computation of the value as lines to read, addend by addend; empty if it cannot be traced."""
    addends: tuple[TraceStep, ...] = ()
    """The addends in ``steps`` as data."""
    metric: str = ""
    """The name of the called metric; an axiom may compare the account's metric with another one."""
    arguments: tuple[str, ...] = ()
    """The arguments of the short call, such as ``a`` and ``reversed b`` in ``d(a, reversed b; c w)``."""
    is_changed: bool = False
    """True if its parameters differ from the instance's, such as ``c w`` in that call."""


class Side(Record):
    """One side of a relation; only its value where the axiom could not be followed."""

    value: str
    symbols: str = ""
    """The side as an expression in calls of the metric, such as ``d(a, b) + d(b, c)``."""
    numbers: str = ""
    """The expression in ``symbols`` with the values of the calls, such as ``1 + 1``."""
    terms: tuple[int, ...] = ()
    """Indexes, among the terms of the account, of the values that enter this side."""


NO_SIDE = Side("")


class Account(Record):
    """All there is to say of a witness; every format shows this and nothing else."""

    slug: str
    """The name of its files, without the suffix."""
    metric: str
    statement: str
    """The axiom with its arguments, and the space where it is not the declared one."""
    formula: str
    """The formula of the axiom; empty if it is not registered."""
    definition: str
    """The formula of the metric; empty if it is not registered."""
    claims: tuple[ClaimNote, ...]
    """The claims of its cell; none for a witness without a cell."""
    outcome: str
    """What the evidence means for these claims, in words; empty without a cell."""
    n: int
    """The number of items."""
    shows: Shows
    minimal: str
    """Whether a smaller instance can exist, in words; empty for an instance that attains a constant."""
    sides: str
    """The relation of the two sides with its truth, such as ``5 <= 3 is false``."""
    values: tuple[NamedValue, ...]
    """What the statement quantifies over, such as the rankings ``a`` and ``b``."""
    parameters: tuple[NamedValue, ...]
    """The parameters of the metric."""
    terms: tuple[Term, ...]
    """The values of metrics that enter the statement; none if they could not be computed again."""
    constructor: str
    """Python that builds the instance and prints the two sides; empty if the metric is not registered."""
    note: str
    """A remark, such as that the definition has changed; mostly empty."""
    op: str = ""
    """The operator between the two sides; ``/`` where the best constant is attained."""
    left: Side = NO_SIDE
    right: Side = NO_SIDE
    figures: tuple[Figure, ...] = ()
    """The figures of the instance, to be drawn."""
    sentence: str = ""
    """The statement in plain words, for newcomers; empty where the axiom has no such sentence."""
    is_false: bool = False
    """True if the relation of the two sides is false."""
    stands: bool = True
    """True if the definition still gives the stored relation. If not, ``sides`` has the stored and the present one."""
    example: str = ""
    """The lines that repeat the instance in a user's own test; the last one goes above ``@given``."""
    needs_file: bool = False
    """True if a user's file registers the metric."""

    @property
    def outcome_text(self) -> str:
        """Write the finding with its size, such as ``refuted at n = 3``."""
        return f"{self.word} at {self.where}"

    @property
    def word(self) -> str:
        """Write the finding in a word, such as ``refuted``."""
        return _WORDS[self.shows]

    @property
    def where(self) -> str:
        """Write the size, such as ``n = 3``, with a remark if the witness no longer stands."""
        size = f"n = {self.n}"
        return size if self.stands else f"{size} as stored, but it no longer stands"

    @property
    def title(self) -> str:
        """Return the metric and the statement."""
        return f"{self.metric}: {self.statement}"

    @property
    def has_rankings(self) -> bool:
        """Return whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[NamedValue, ...]:
        """Return all values of the instance: arguments, then parameters."""
        return (*self.values, *self.parameters)

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """Write the command that decides the witness again; ``files`` register the metric."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix verify", *map(shlex.quote, (path, *files))])


# --- the two sides as expressions ------------------------------------------------------------------------------------

MARK = "\0"
"""Encloses the index of a call in an expression until the call's text replaces it. No other text contains it."""
_MARKED = re.compile(f"{MARK}([0-9]+){MARK}")


class CallInAccount(NamedTuple):
    """A call of a metric as an account shows it."""

    short: str
    """Such as ``d(a, b)``."""
    term: int
    """The index of its value among the terms of the account."""


def two_sides(
    registry: Registry,
    subject: WitnessSubject,
    evaluations: Sequence[MetricCall],
    *,
    decided: tuple[str, str, str],
    call_of: Callable[[int], CallInAccount],
) -> tuple[Side, Side]:
    """Express the two sides of a relation that was decided by these evaluations, in their order.

    ``decided`` is the relation as text: left side, operator, right side, where ``/`` denotes a ratio whose extreme
    is attained. ``call_of`` finds the call of an evaluation, by its index.

    The axiom is evaluated once more, on numbers that carry their expressions. A statement about numbers, such as a
    factor, is traced first with symbols for these and then, if that fails, with the numbers themselves. If neither
    gives the decided sides again, the sides have values only.
    """
    metric, statement, instance = subject
    spaces = statement.over(metric)
    symbols = {
        name: TracedNumber.leaf(value, name)
        for name, value in instance.values.items()
        if isinstance(spaces[name], Factors)
    }
    attempts = [{**instance.values, **symbols}, instance.values] if symbols else [instance.values]
    for values in attempts:
        bound = BoundMetric(metric, instance.parameters, _RecordedEvaluator(registry, evaluations))
        traced = _traced_sides(bound, statement, values, best=decided[1] == "/")
        if traced is None:
            continue
        lhs, op, rhs = traced
        if (_value(lhs), op, _value(rhs)) == decided:
            return _side(lhs, call_of), _side(rhs, call_of)
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


def _side(side: Any, call_of: Callable[[int], CallInAccount]) -> Side:
    """Make a side from its traced number, and replace the marked indexes of calls in its expression by their texts."""
    traced = TracedNumber.of(side)
    if traced is None:  # a float that the axiom wrote
        return Side(str(side), str(side), str(side))
    marked_text = traced.symbols.text
    calls = {int(number): call_of(int(number)) for number in _MARKED.findall(marked_text)}
    symbols = _MARKED.sub(lambda match: calls[int(match[1])].short, marked_text)
    terms = tuple(dict.fromkeys(call.term for call in calls.values()))
    return Side(str(traced.value), symbols, traced.numbers.text, terms)


class _RecordedEvaluator:
    """Evaluator that returns recorded values as traced numbers, in the order in which they were evaluated.

    The axiom runs once more on it, so that the sides of its relation carry expressions. It must ask for exactly the
    values of the record; otherwise it cannot be traced.
    """

    def __init__(self, registry: Registry, evaluations: Sequence[MetricCall]) -> None:
        self.metric = registry.metric
        self.evaluations = evaluations
        self.position = 0

    def value(self, metric: Metric, *inputs: Any) -> Any:
        if self.position == len(self.evaluations):
            raise Untraceable("the axiom evaluates more values than before")
        call = self.evaluations[self.position]
        if metric.name != call.metric.name or inputs[:-1] != call.arguments or inputs[-1] != call.parameters:
            raise Untraceable("the axiom evaluates other values than before")
        self.position += 1
        return TracedNumber.leaf(call.value, f"{MARK}{self.position - 1}{MARK}")
