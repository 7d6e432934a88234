"""Tables: a metric whose value on each instance is an unknown, and the conditions that axioms set on the unknowns.

On the lists (or pairs of rankings) up to a size, a metric is a table of numbers. The *subject* says which: for instance
scores of lists of at most four items. To ask what axioms imply, the values become unknowns, and the *law* of each
axiom, the function that says what it demands, is evaluated on every instance. A law that compares sums of values gives
a linear condition for each instance. Any other law raises :class:`NotAsked`, and so does a law that branches on a
value. :mod:`.asking` and :mod:`.lattice` decide the conditions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Literal, NoReturn

from flint import fmpq

from ...methods.instances import Combinations
from ...model.axiom import Axiom, Statement
from ...model.metric import BoundMetric, Metric
from ...model.relation import Bounded, Relation
from ...numbers.exact import Undefined
from ...numbers.forms import CONSTANT, LinearRing, NotLinear, coprime, form_of
from ...numbers.polynomials import Polynomial
from ...spaces import Space, binary_list, graded_lists, ranking
from .answer import AxiomInstance, Subject

ConditionOp = Literal[">=", ">", "==", "!="]
"""Relation between the left side of a condition and 0."""
MAX_INSTANCES = 200_000
"""Most instances of one axiom over one number of items; an axiom with more is refused."""
MAX_VALUES_OF_INSTANCE = 32
"""Most values of the table that an axiom may use on one instance."""
MAX_ENTRIES = 5_000
"""Most values of a table."""


class NotAsked(ValueError):
    """The axiom is not a set of linear conditions on a table; the message says why."""


@dataclass(frozen=True)
class Condition:
    """Condition of an axiom on an instance: ``sum of c_k x_k + constant  op  0``, with coprime whole coefficients."""

    axiom: str
    n: int
    values: Mapping[str, Any]
    """The instance: what the axiom quantifies over, by name."""
    terms: tuple[tuple[int, int], ...]
    """Pairs (k, c_k) of the number of an unknown, which is that of its entry in the table, and its coefficient."""
    constant: int
    op: ConditionOp
    scale: Any
    """The condition's left side times this rational is the law's left side minus its right (its right minus its left
    for <= and <). It is negative if the sign of an equation was changed."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The key of the condition: equal for instances, also of different axioms, that demand the same."""
        return self.terms, self.constant, self.op

    def at(self, values: Any) -> Any:
        """Return the left side at a table with these values."""
        return sum((c * values[k] for k, c in self.terms), start=fmpq(self.constant))

    def holds(self, values: Any) -> bool:
        """Return whether a table with these values satisfies the condition."""
        left = self.at(values)
        return bool({">=": left >= 0, ">": left > 0, "==": left == 0, "!=": left != 0}[self.op])


class _Unknowns:
    """Evaluates the table's metric: an instance in the table has an unknown of a linear ring as its value.

    It replaces the definitions of metrics when a law is evaluated: a bound metric calls :meth:`value` and
    :meth:`metric`. A law uses few values on one instance. So a small ring is enough, and faster than one with an
    unknown for each entry. Its unknowns are reassigned on each instance, in the order in which the law asks for
    values.
    """

    def __init__(self, entries: Sequence[tuple[Any, ...]]) -> None:
        self.entry_numbers = {arguments: number for number, arguments in enumerate(entries)}
        self.ring = LinearRing(MAX_VALUES_OF_INSTANCE)
        self.unknowns: dict[int, Polynomial] = {}
        """The unknowns that are assigned on this instance, by the number of the entry in the table."""
        self.asks_outside_table = False
        """Whether the law has asked for a value outside of the table on this instance."""

    def begin(self) -> None:
        """Begin a new instance."""
        self.unknowns.clear()
        self.asks_outside_table = False
        self.ring.refused = None

    def metric(self, name: str) -> NoReturn:
        """Refuse to look up another metric, which has no table."""
        raise NotLinear(f"it compares the metric with another one, {name}")

    def value(self, metric: Metric, *arguments_and_parameters: Any) -> Polynomial:
        """Return the unknown for the value on these arguments; the last argument is the parameters, always empty."""
        number = self.entry_numbers.get(arguments_and_parameters[:-1])
        if number is None:
            self.asks_outside_table = True
            raise Undefined("the table has no value there")
        if number not in self.unknowns:
            if len(self.unknowns) == len(self.ring.entries):
                raise NotLinear(f"it uses more than {MAX_VALUES_OF_INSTANCE} values on one instance")
            self.unknowns[number] = self.ring.entries[len(self.unknowns)]
        return self.unknowns[number]

    def renumbered(self, linear: Mapping[int, Any]) -> dict[int, Any]:
        """Return the coefficients by the number of the table's entry instead of the ring's unknown.

        The constant term keeps its key ``CONSTANT``.
        """
        entry_of_unknown = [*self.unknowns]
        return {CONSTANT if k == CONSTANT else entry_of_unknown[k]: c for k, c in linear.items()}


class AxiomTable:
    """The table of a subject: its entries, and the conditions of each axiom that was evaluated on it.

    An instance on which a law uses a value outside of the table, such as that of a longer list, gives no condition.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.metric = metric_of(subject)
        self.entries = entries_of(self.metric, subject.length)
        self._unknowns = _Unknowns(self.entries)
        self._axioms: dict[str, Axiom] = {}
        self._conditions: dict[str, tuple[Condition, ...]] = {}
        self.reach: dict[str, int] = {}
        """By axiom, the largest n such that all instances of at most n items stay within the table."""

    @property
    def size(self) -> int:
        """Number of values of the table, and of unknowns."""
        return len(self.entries)

    @property
    def without_items(self) -> int:
        """Number of values on lists of no items; they are the first ones."""
        return sum(not value.n for value, *_ in self.entries)

    def conditions(self, axiom: Axiom, *, may_be_empty: bool = False) -> tuple[Condition, ...]:
        """Conditions of the axiom on the table, each condition once.

        Raises :class:`NotAsked` if the axiom is not a set of linear conditions, or, unless it ``may_be_empty``, if it
        has no condition at all.
        """
        if axiom.id not in self._conditions:
            self._axioms[axiom.id] = axiom
            self._conditions[axiom.id] = self._conditions_of(_statement(axiom, self.metric))
        if not (self._conditions[axiom.id] or may_be_empty):
            raise NotAsked(f"no instance of at most {self.subject.length} items constrains the values")
        return self._conditions[axiom.id]

    def instance(self, condition: Condition) -> AxiomInstance:
        """The instance of a condition as JSON data, with the condition in symbols for readers."""
        over = _statement(self._axioms[condition.axiom], self.metric).over(self.metric)
        values = {name: over[name].encode(value) for name, value in condition.values.items()}
        return AxiomInstance(condition.axiom, condition.n, values, self._in_symbols(condition))

    def _in_symbols(self, condition: Condition) -> str:
        """The condition between sums without negative coefficients, such as ``m(0 1) < m(1 0)``."""
        negative: list[str] = []
        positive: list[str] = []
        for k, c in condition.terms:
            arguments = ", ".join(map(_argument_text, self.entries[k]))
            # a list has its own brackets
            value = f"m{arguments}" if self.subject.kind == "score" else f"d({arguments})"
            (positive if c > 0 else negative).append(value if abs(c) == 1 else f"{abs(c)} {value}")
        if condition.constant:
            (positive if condition.constant > 0 else negative).append(str(abs(condition.constant)))
        op = condition.op.replace(">", "<").replace("==", "=")  # negative terms are on the left, so > becomes <
        return f"{' + '.join(negative) or '0'} {op} {' + '.join(positive) or '0'}"

    def _conditions_of(self, statement: Statement) -> tuple[Condition, ...]:
        """Evaluate the statement on all instances of the table's sizes, and record its reach."""
        over = statement.over(self.metric)
        distinct: dict[tuple[Any, ...], Condition] = {}
        for n in range(1, self.subject.length + 1):
            instances = Combinations.of(over, n)
            if instances.count > MAX_INSTANCES:
                raise NotAsked(f"it has {instances.count:,} instances over {n} items; the limit is {MAX_INSTANCES:,}")
            stays_in_table = True
            for values in instances.by_name():
                condition = self._condition(statement, n, values)
                stays_in_table = stays_in_table and not self._unknowns.asks_outside_table
                if condition is not None:
                    distinct.setdefault(condition.key, condition)
            if stays_in_table and self.reach.get(statement.axiom.id, 0) == n - 1:
                self.reach[statement.axiom.id] = n
        return tuple(distinct.values())

    def _condition(self, statement: Statement, n: int, values: Mapping[str, Any]) -> Condition | None:
        """Condition of the statement on one instance.

        None if the law uses a value outside of the table or does not apply there, or if every table satisfies it.
        """
        ring, bound = self._unknowns.ring, BoundMetric(self.metric, {}, self._unknowns)
        self._unknowns.begin()
        try:
            with ring.definition():
                answer = statement.says(bound, *(values[name] for name in statement.names(self.metric)))
        except Undefined:
            return None
        except NotLinear as error:
            raise NotAsked(str(error)) from None
        if ring.refused is not None:  # the law caught the exception that an unknown raised, and went on
            raise NotAsked(str(ring.refused))
        relation = answer.relation if isinstance(answer, Bounded) else answer
        if not isinstance(relation, Relation) or not isinstance(relation.condition, bool):
            raise NotAsked("it does not state a single relation between values")
        if not relation.condition:
            return None
        try:
            is_inequality = relation.op in ("<=", ">=", "<", ">")
            form = form_of(relation.margin if is_inequality else relation.lhs - relation.rhs, "it")
        except NotLinear as error:
            raise NotAsked(str(error)) from None
        if form.atoms:
            raise NotAsked("not linear: it has an absolute value of a difference")
        return _normal(statement.axiom.id, n, values, self._unknowns.renumbered(form.linear), relation.op)


def _argument_text(value: Any) -> str:
    """Write a list as its grades and those of missing items, and a ranking as its own text."""
    if not hasattr(value, "missing"):  # only lists have missing items
        return str(value)
    missing = f"; missing {', '.join(map(str, value.missing))}" if value.missing else ""
    return f"({', '.join(map(str, value.grades))}{missing})"


def _normal(axiom: str, n: int, values: Mapping[str, Any], linear: dict[int, Any], op: str) -> Condition | None:
    """Return ``linear op 0`` in normal form: coprime, and for == and != with a positive first coefficient.

    ``linear`` is the slack of an inequality, so that <= becomes >=. Returns None if every table satisfies it.
    """
    unknowns = sorted(k for k in linear if k != CONSTANT)
    (*whole, constant), content = coprime([*(linear[k] for k in unknowns), linear.get(CONSTANT, 0)])
    normal_op: ConditionOp = {"<=": ">=", "<": ">", ">=": ">=", ">": ">", "==": "==", "!=": "!="}[op]  # type: ignore[assignment]
    sign = -1 if normal_op in ("==", "!=") and whole and whole[0] < 0 else 1
    terms = tuple((k, sign * c) for k, c in zip(unknowns, whole, strict=True))
    condition = Condition(axiom, n, values, terms, sign * constant, normal_op, content * sign)
    return None if not terms and condition.holds(()) else condition


def _statement(axiom: Axiom, metric: Metric) -> Statement:
    """Return the axiom's statement without arguments; :class:`NotAsked` if it is not about all instances."""
    if axiom.quantifier != "for all":
        raise NotAsked("it is not a statement about all instances")
    try:
        statement = axiom()
    except TypeError as error:
        raise NotAsked(str(error)) from None
    if reason := statement.not_applicable(metric):
        raise NotAsked(reason)
    return statement


def metric_of(subject: Subject) -> Metric:
    """Return the metric of all tables of a subject: it has a kind and spaces, and a definition without values."""
    arguments: Mapping[str, Space] = {"a": ranking, "b": ranking}
    if subject.sort == "judged lists":
        arguments = {"x": binary_list if subject.grades == 1 else graded_lists(subject.grades)}
    return Metric(id="table", kind=subject.kind, definition=_undefined, parameters={}, arguments=arguments)


def entries_of(metric: Metric, length: int) -> list[tuple[Any, ...]]:
    """Return the arguments of every value of a table: all lists of at most ``length`` items, or pairs of rankings."""
    shortest = 0 if metric.about == "judged lists" else 1
    spaces = list(metric.arguments.values())
    count = sum(prod(space.count(n) for space in spaces) for n in range(shortest, length + 1))
    if count > MAX_ENTRIES:
        raise NotAsked(f"a table over {length} items has {count:,} values; the limit is {MAX_ENTRIES:,}")
    sizes = range(shortest, length + 1)
    return [arguments for n in sizes for arguments in product(*(space.enumerate(n) for space in spaces))]


def _undefined(*arguments: Any) -> NoReturn:
    raise Undefined("a table of unknowns has no formula")
