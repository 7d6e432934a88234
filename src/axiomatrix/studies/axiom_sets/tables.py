"""Tables: a metric whose value on each instance is an unknown, and what the laws of axioms ask of the unknowns.

A metric on the lists (or pairs of rankings) up to a size is a table of numbers. The laws of the registered
axioms are asked of a table of unknowns on every instance that is enumerated. A law that compares sums of values gives a
linear condition for each instance; any other law raises :class:`NotAsked`, and so does one that looks at a value.
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
MAX_INSTANCES = 200_000
"""How many instances of one axiom are asked; a table over more items is refused."""
FEW_VALUES = 32
"""For how many values an axiom may ask on one instance."""
MAX_ENTRIES = 5_000
"""How many values a table has at most."""


class NotAsked(ValueError):
    """The axiom is not a set of linear conditions on a table; the text says why."""


@dataclass(frozen=True)
class Condition:
    """``sum of c_k x_k + constant  op  0``, what an axiom asks on an instance, with coprime whole coefficients."""

    axiom: str
    n: int
    values: Mapping[str, Any]
    """What the axiom quantifies over, by name."""
    terms: tuple[tuple[int, int], ...]
    """Pairs of unknown and coefficient, in the order of unknowns."""
    constant: int
    op: ConditionOp
    scale: Any
    """The law's own form, its left side minus its right (turned where it says <= or <), divided by this one."""

    @property
    def key(self) -> tuple[Any, ...]:
        """A key that two conditions share if they ask the same thing."""
        return self.terms, self.constant, self.op

    def at(self, values: Any) -> Any:
        """The left side where the unknowns have these values."""
        return sum((c * values[k] for k, c in self.terms), start=fmpq(self.constant))

    def holds(self, values: Any) -> bool:
        """Return whether a table satisfies it."""
        left = self.at(values)
        return bool({">=": left >= 0, ">": left > 0, "==": left == 0, "!=": left != 0}[self.op])


class _Unknowns:
    """Gives each instance of the table an unknown of a linear ring as its value; others have no value.

    An axiom asks for few values on an instance. A small ring is enough for them, and faster than one for the table.
    """

    def __init__(self, entries: Sequence[tuple[Any, ...]]) -> None:
        self.numbers = {arguments: number for number, arguments in enumerate(entries)}
        self.ring = LinearRing(FEW_VALUES)
        self.unknowns: dict[int, Polynomial] = {}
        """The unknowns of the values that this instance asks for, by the number in the table."""
        self.left = False
        """Whether a value outside of the table was asked for on this instance."""

    def begin(self) -> None:
        """Begin a new instance."""
        self.unknowns.clear()
        self.left = False
        self.ring.refused = None

    def metric(self, name: str) -> NoReturn:
        raise NotLinear(f"it compares the metric with another one, {name}")

    def value(self, metric: Metric, *given: Any) -> Polynomial:
        number = self.numbers.get(given[:-1])
        if number is None:
            self.left = True
            raise Undefined("the table has no value there")
        if number not in self.unknowns:
            if len(self.unknowns) == len(self.ring.entries):
                raise NotLinear(f"on one instance it asks for more than {FEW_VALUES} values")
            self.unknowns[number] = self.ring.entries[len(self.unknowns)]
        return self.unknowns[number]

    def renumbered(self, linear: Mapping[int, Any]) -> dict[int, Any]:
        """The coefficients by the number in the table."""
        numbers = [*self.unknowns]
        return {CONSTANT if k == CONSTANT else numbers[k]: c for k, c in linear.items()}


class AxiomTable:
    """The table of a subject: its entries, and the conditions of each axiom that was asked.

    An instance that asks for a value outside of the table, such as that of a longer list, asks nothing.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.metric = metric_of(subject)
        self.entries = entries_of(self.metric, subject.length)
        self._unknowns = _Unknowns(self.entries)
        self._axioms: dict[str, Axiom] = {}
        self._known: dict[str, tuple[Condition, ...]] = {}
        self.reach: dict[str, int] = {}
        """Up to how many items all instances of an axiom stay within the table."""

    @property
    def size(self) -> int:
        """How many values the table has."""
        return len(self.entries)

    @property
    def without_items(self) -> int:
        """How many of them, the first ones, are on lists of no items."""
        return sum(not value.n for value, *_ in self.entries)

    def conditions(self, axiom: Axiom, *, may_be_empty: bool = False) -> tuple[Condition, ...]:
        """Conditions of the axiom on the table, each condition once; :class:`NotAsked` where it asks something else."""
        if axiom.id not in self._known:
            self._axioms[axiom.id] = axiom
            self._known[axiom.id] = self._enumerated(_statement(axiom, self.metric))
        if not (self._known[axiom.id] or may_be_empty):
            raise NotAsked(f"no instance of at most {self.subject.length} items asks anything of the values")
        return self._known[axiom.id]

    def instance(self, condition: Condition) -> AxiomInstance:
        """The instance of a condition as it is written, with the condition in words."""
        over = _statement(self._axioms[condition.axiom], self.metric).over(self.metric)
        values = {name: over[name].encode(value) for name, value in condition.values.items()}
        return AxiomInstance(condition.axiom, condition.n, values, self._in_words(condition))

    def _in_words(self, condition: Condition) -> str:
        """The condition between sums without negative coefficients, such as ``m(0 1) < m(1 0)``."""
        letter = "m" if self.subject.kind == "score" else "d"
        sides: dict[bool, list[str]] = {True: [], False: []}
        for k, c in condition.terms:
            at = ", ".join(map(_written, self.entries[k]))
            value = f"{letter}{at}" if letter == "m" else f"{letter}({at})"
            sides[c > 0].append(value if abs(c) == 1 else f"{abs(c)} {value}")
        if condition.constant:
            sides[condition.constant > 0].append(str(abs(condition.constant)))
        left, right = (" + ".join(sides[side]) or "0" for side in (False, True))
        return f"{left} {condition.op.replace('>', '<').replace('==', '=')} {right}"

    def _enumerated(self, statement: Statement) -> tuple[Condition, ...]:
        over = statement.over(self.metric)
        distinct: dict[tuple[Any, ...], Condition] = {}
        for n in range(1, self.subject.length + 1):
            instances = Combinations.of(over, n)
            if instances.count > MAX_INSTANCES:
                raise NotAsked(
                    f"it has {instances.count:,} instances over {n} items; at most {MAX_INSTANCES:,} are asked"
                )
            stays = True
            for values in instances.by_name():
                condition = self._condition(statement, n, values)
                stays = stays and not self._unknowns.left
                if condition is not None:
                    distinct.setdefault(condition.key, condition)
            if stays and self.reach.get(statement.axiom.id, 0) == n - 1:
                self.reach[statement.axiom.id] = n
        return tuple(distinct.values())

    def _condition(self, statement: Statement, n: int, values: Mapping[str, Any]) -> Condition | None:
        """Condition of the statement on one instance; None where it asks nothing, or what is true of every table."""
        ring, bound = self._unknowns.ring, BoundMetric(self.metric, {}, self._unknowns)
        self._unknowns.begin()
        try:
            with ring.definition():
                answer = statement.says(bound, *(values[name] for name in statement.names(self.metric)))
        except Undefined:
            return None
        except NotLinear as error:
            raise NotAsked(str(error)) from None
        if ring.refused is not None:  # caught by the axiom
            raise NotAsked(str(ring.refused))
        relation = answer.relation if isinstance(answer, Bounded) else answer
        if not isinstance(relation, Relation) or not isinstance(relation.condition, bool):
            raise NotAsked("its answer is not one relation between values")
        if not relation.condition:
            return None
        try:
            form = form_of(
                relation.slack if relation.op in ("<=", ">=", "<", ">") else relation.lhs - relation.rhs, "it"
            )
        except NotLinear as error:
            raise NotAsked(str(error)) from None
        if form.atoms:
            raise NotAsked("not linear: it has an absolute value of a difference")
        return _normal(statement.axiom.id, n, values, self._unknowns.renumbered(form.linear), relation.op)


def _written(value: Any) -> str:
    """A list by its grades, and a ranking as it writes itself."""
    if not hasattr(value, "missing"):
        return str(value)
    missing = f"; missing {', '.join(map(str, value.missing))}" if value.missing else ""
    return f"({', '.join(map(str, value.grades))}{missing})"


def _normal(axiom: str, n: int, values: Mapping[str, Any], linear: dict[int, Any], op: str) -> Condition | None:
    unknowns = sorted(k for k in linear if k != CONSTANT)
    (*whole, constant), content = coprime([*(linear[k] for k in unknowns), linear.get(CONSTANT, 0)])
    kind: ConditionOp = {"<=": ">=", "<": ">", ">=": ">=", ">": ">", "==": "==", "!=": "!="}[op]  # type: ignore[assignment]
    sign = -1 if kind in ("==", "!=") and whole and whole[0] < 0 else 1
    terms = tuple((k, sign * c) for k, c in zip(unknowns, whole, strict=True))
    condition = Condition(axiom, n, values, terms, sign * constant, kind, content * sign)
    return None if not terms and condition.holds(()) else condition


def _statement(axiom: Axiom, metric: Metric) -> Statement:
    if axiom.quantifier != "for all":
        raise NotAsked("it does not say something of all instances")
    try:
        statement = axiom()
    except TypeError as error:
        raise NotAsked(str(error)) from None
    if reason := statement.not_applicable(metric):
        raise NotAsked(reason)
    return statement


def metric_of(subject: Subject) -> Metric:
    """The metric shared by all tables of a subject: it has a kind and spaces, and no definition."""
    arguments: Mapping[str, Space] = {"a": ranking, "b": ranking}
    if subject.sort == "judged lists":
        arguments = {"x": binary_list if subject.grades == 1 else graded_lists(subject.grades)}
    return Metric(id="table", kind=subject.kind, definition=_nowhere, parameters={}, arguments=arguments)


def entries_of(metric: Metric, length: int) -> list[tuple[Any, ...]]:
    """The arguments of every value of a table: all lists of at most ``length`` items, or pairs of rankings."""
    shortest = 0 if metric.about == "judged lists" else 1
    spaces = list(metric.arguments.values())
    count = sum(prod(space.count(n) for space in spaces) for n in range(shortest, length + 1))
    if count > MAX_ENTRIES:
        raise NotAsked(f"a table over {length} items has {count:,} values; at most {MAX_ENTRIES:,} are asked")
    sizes = range(shortest, length + 1)
    return [arguments for n in sizes for arguments in product(*(space.enumerate(n) for space in spaces))]


def _nowhere(*given: Any) -> NoReturn:
    raise Undefined("a table of unknowns has no formula")
