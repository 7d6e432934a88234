"""The inequality of one case, derived from the definitions for all values of a parameter at once.

A *case* fixes the rankings of a statement. A parameter that is *followed* stays unknown: the definitions are evaluated
on unknown entries, which gives sums of multiples of these (:class:`.numbers.Sum`). Any other parameter has *fixed*
entries. For example, in the case a = 1 2 3, b = 3 2 1, the question for which c the similarity footrule is at least c
times the similarity Kendall distance becomes

    2 D13 + D12 + D23 + |D12 - D23|  >=  c (D12 + D13 + D23)

A statement answers with a *relation* of two sides (it may have a condition), with a *quantity* (a ratio whose extreme
is sought), or with both: a bound on a ratio.

* :class:`AnswerReader` converts what a statement answers on unknowns to such an :class:`Inequality`.
* :class:`CaseChecker` evaluates a statement in a case. It makes sure that the inequality is the same for items of any
  name, and that the definitions do not treat unknowns differently from numbers.

:mod:`.proof_tree` checks the multipliers that prove an inequality, and :mod:`.linear` whole certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import Relation
from ..numbers.exact import Undefined
from ..spaces import Places, Rankings
from ..values.rankings import Ranking
from .items import Item, ItemObserved, NotASum, Unlisted
from .numbers import ONE, Number, Sum, as_number, whole_as_int
from .proof_tree import ProofTree
from .unknowns import Unknowns
from .world import (
    SeededDraws,
    draw_renaming,
    evaluate_statement,
    make_parameter,
    opaque_items,
    parts_of,
    ranking_of_order,
    renamed_entries,
)

Case = tuple[Any, ...]
"""The arguments after the first ranking: each is the order of a ranking (items by number, best first) or a place.

The first ranking is 1, 2 ... n in every case: items are numbered by their place in it.
"""
FixedEntries = Mapping[str, Sequence[Number]]
"""The entries of each parameter that is not followed, by its name, in the order of the space's keys."""
MAX_EVALUATIONS_OF_A_SIZE = 20_000
"""Most evaluations for one size of a definition that looks at its items: one for each case and naming of the items."""
POINTS = 3
"""Values of the parameter, each with other names of the items, at which an instance is compared with numbers."""


@dataclass(frozen=True)
class Inequality:
    """The inequality ``numerator >= c * denominator`` of a case: for which c does it hold for all values?

    If ``is_ratio``, the statement is about the best c. Otherwise it is a comparison, such as the triangle inequality.
    Then the numerator is its slack, the larger side minus the smaller. The denominator is the sum of all unknowns and
    1, which is positive, so the statement holds if c >= 0. A ratio whose denominator vanishes for all values is of this
    kind too: it holds if the numerator is not negative.
    """

    numerator: Sum
    denominator: Sum
    is_ratio: bool
    factor: Number | None
    """The constant that the statement claims, negated for ``sup``; None if it claims none."""
    sense: str = "inf"
    """``inf`` if c bounds the ratio from below. ``sup`` if -c bounds it from above: then the numerator is negated."""
    is_two_sided: bool = False
    """Whether the ratio can be bounded from the other side too."""

    def equals(self, other: Inequality | None) -> bool:
        """Return whether the two inequalities are equal, term by term."""
        if other is None or (self.is_ratio, self.factor, self.sense) != (other.is_ratio, other.factor, other.sense):
            return False
        return self.numerator.equals(other.numerator) and self.denominator.equals(other.denominator)

    def for_sense(self, sense: str) -> Inequality:
        """Return the inequality that bounds the ratio from below (``inf``) or from above (``sup``).

        The claimed constant bounds one side only, so the other side has none.
        """
        if not self.is_two_sided or sense == self.sense:  # a comparison has one side only
            return self
        return Inequality(
            -self.numerator, self.denominator, is_ratio=self.is_ratio, factor=None, sense=sense, is_two_sided=True
        )


class Derived(NamedTuple):
    """A statement evaluated on unknowns."""

    answer: Any
    """The relation, quantity or both that the statement answers; None if the metric has no value."""
    inequality: Inequality | None
    """None if the metric has no value, or the condition of the statement does not hold."""


class AnswerReader:
    """Converts the answers of a statement on unknowns to inequalities, and computes what proof trees prove of them.

    It is the base of :class:`CaseChecker` for rankings, and of the checker in :mod:`.forms` for instances of any sort.
    """

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, followed: str, sense: str = ""
    ) -> None:
        self.registry = registry
        self.metric = metric
        self.statement = statement
        self.followed = followed
        """The names of the parameters that are unknown: one, or several joined by `` + ``."""
        self.sense = sense
        """The side of a ratio to bound, ``inf`` or ``sup``; empty for the side that the statement is about."""
        self.unknowns = Unknowns(metric, followed)

    def derive(self, n: int, evaluate: Callable[[], Any]) -> Derived:
        """Return the statement's answer on the unknowns over n items, which ``evaluate`` computes, with its inequality.

        A definition that is not linear in the unknowns is refused, also if it catches the exception that says so.
        """
        refusals_before = NotASum.count
        inequality = answer = None  # what a metric without a value leaves
        try:
            answer = evaluate()
            inequality = self._read_inequality(answer, self.unknowns.count(n))
        except NotASum as error:
            raise Refused(f"{self.metric.name} is not linear in {self.followed}: {error}") from None
        except Undefined:
            pass
        if NotASum.count != refusals_before:
            raise Refused(
                f"{self.metric.name} caught an exception by which the unknown {self.followed} refuses an operation"
            )
        return Derived(answer, inequality)

    def _read_inequality(self, answer: Any, unknown_count: int) -> Inequality | None:
        """Convert an answer on ``unknown_count`` unknowns to an inequality; None if its condition does not hold.

        A ratio is preferred, since it also gives the best constant. Where its denominator is not a sum of entries, the
        slack of the claimed bound takes its place. Any other answer is refused.
        """
        relation, quantity = parts_of(answer)
        if relation is None and quantity is None:
            raise Refused(f"{self.statement.id} is not an inequality")
        if relation is not None:
            if relation.condition is False:
                return None
            if relation.condition is not True or relation.op not in ("<=", ">="):
                raise Refused(f"{self.statement.id} is not an inequality")
        sum_of_unknowns_and_one = Sum({**dict.fromkeys(range(unknown_count), 1), ONE: 1})
        if quantity is not None:
            numerator, denominator = Sum.of(quantity.numerator), Sum.of(quantity.denominator)
            # Unknowns are not negative, so such a denominator is not either, and may be multiplied by.
            if not denominator.insides and all(c > 0 for c in denominator.terms.values()):
                return self._ratio(relation, quantity.sense, numerator, denominator, sum_of_unknowns_and_one)
        if relation is None:
            raise Refused("the denominator of the ratio is not a sum of entries")
        return Inequality(Sum.of(relation.margin), sum_of_unknowns_and_one, is_ratio=False, factor=None)

    def _ratio(
        self, bound: Relation | None, sense: str, numerator: Sum, denominator: Sum, sum_of_unknowns_and_one: Sum
    ) -> Inequality:
        """Return the inequality of a ratio; refuse a relation that is not a bound on this ratio.

        ``bound`` has the numerator on its left side and a multiple of the denominator on its right side; it is None if
        the statement claims no constant. If the denominator vanishes for all values, the inequality says that the
        numerator is not negative.
        """
        sign = -1 if sense == "sup" else 1  # an upper bound on the ratio is a lower one on its negative
        factor = None  # the claimed constant, with that sign
        if bound is not None:
            rhs = Sum.of(bound.rhs)
            unknown = next(iter(denominator.terms), None)  # any will do, since both sides are compared below
            claimed: Number = 0
            if unknown is not None:
                claimed = whole_as_int(Fraction(rhs.terms.get(unknown, 0)) / denominator.terms[unknown])
            fits = Sum.of(bound.lhs).equals(numerator) and rhs.equals(denominator.times(claimed))
            if not fits or bound.op != (">=" if sense == "inf" else "<="):
                raise Refused("the bound is not on the ratio whose extreme is sought")
            factor = sign * claimed
        signed_numerator = numerator.times(sign)
        if not denominator.terms:
            return Inequality(
                signed_numerator, sum_of_unknowns_and_one, is_ratio=False, factor=None, sense=sense, is_two_sided=True
            )
        return Inequality(signed_numerator, denominator, is_ratio=True, factor=factor, sense=sense, is_two_sided=True)

    def proved_constant(self, inequality: Inequality, tree: Any, n: int) -> Number:
        """Return the c that a proof tree proves for an inequality over n items; :class:`Refused` if it is wrong."""
        return ProofTree(inequality.numerator, inequality.denominator, self.unknowns.rows(n)).proved_constant(tree)


class CaseChecker(AnswerReader):
    """Derives the inequality of each case over n items, and checks the multipliers of single cases.

    The statement must be about rankings and places alone, and label-free: the names of the items do not matter to it.
    """

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, followed: str, sense: str = ""
    ) -> None:
        super().__init__(registry, metric, statement, followed, sense)
        self.argument_names = list(statement.axiom.over)
        """The names of the statement's arguments, rankings or places; the first is a ranking."""
        self.observed = ""
        """How the definition looked at its items, so that the result is for the items 1..n only; else empty."""
        first_space = next(iter(statement.axiom.over.values()), None)
        if type(first_space) is not Rankings or not statement.axiom.label_free:
            raise Refused(f"{statement.axiom.id} is not a label-invariant statement about rankings")
        for name, over in statement.axiom.over.items():
            if not isinstance(over, (Rankings, Places)):
                raise Refused(f"{statement.axiom.id} quantifies over {name}, which is neither a ranking nor a place")

    def cases(self, n: int) -> Iterator[Case]:
        """Iterate over all cases of n items, the first ranking being 1, 2 ... n."""
        ranges = [
            list(permutations(range(1, n + 1))) if self._is_ranking(name) else range(1, n)
            for name in self.argument_names[1:]
        ]
        return product(*ranges)

    def derive_inequality(self, n: int, case: Case, fixed: FixedEntries) -> Inequality | None:
        """Derive the inequality of a case; None if the case has none.

        1. The definitions are evaluated on unknowns and opaque items, which refuse everything but comparison with each
           other, so that the inequality holds for items of any name.
        2. If a definition looks at the items nevertheless, it is evaluated on the items 1..n instead, under all names,
           and :attr:`observed` says so.
        3. The answer is compared with that on numbers and named items, at a few values of the parameter.
        """
        observations_before = ItemObserved.count
        try:
            derived = self._derive(n, case, fixed, opaque_items(n))
        except ItemObserved as error:
            self.observed = self.observed or str(error)
        if ItemObserved.count != observations_before:
            # The definition may have caught the exception, but the count shows that it looked.
            self.observed = self.observed or "an operation that an item refuses"
            derived = self._derive_under_all_names(n, case, fixed)
        self._compare_with_numbers(derived.answer, n, case, fixed)
        inequality = derived.inequality
        return inequality.for_sense(self.sense) if inequality is not None and self.sense else inequality

    def _derive_under_all_names(self, n: int, case: Case, fixed: FixedEntries) -> Derived:
        """Evaluate the statement on the items 1..n; refuse a definition whose inequality depends on their names."""
        later_names = self.argument_names[1:]
        # the number of names, times the number of cases
        count = factorial(n) * prod(factorial(n) if self._is_ranking(name) else n - 1 for name in later_names)
        if count > MAX_EVALUATIONS_OF_A_SIZE:
            raise Refused(
                f"n = {n}: {self.metric.name} looks at its items ({self.observed}), so all their names must be tried: "
                f"{count:,} evaluations, but at most {MAX_EVALUATIONS_OF_A_SIZE:,} are made"
            )
        derived = self._derive(n, case, fixed, range(1, n + 1))
        for names in permutations(range(1, n + 1)):
            renamed = self._derive(n, case, fixed, names)
            if not are_equal_inequalities(derived.inequality, renamed.inequality):
                raise Refused(
                    f"n = {n}, {case}: {self.metric.name} depends on the names of its items ({self.observed})"
                )
        return derived

    def _derive(self, n: int, case: Case, fixed: FixedEntries, items_by_number: Sequence[Any]) -> Derived:
        """Evaluate the statement on unknown parameters, with these items: opaque ones, or the numbers 1..n."""
        is_opaque = n > 0 and type(items_by_number[0]) is Item
        arguments = self._arguments(n, case, items_by_number, Unlisted if is_opaque else Ranking)
        parameters = self.unknowns.parameters(n, items_by_number)
        for name, space in self.metric.parameters.items():
            if name not in parameters:
                parameters[name] = make_parameter(space, items_by_number, list(map(Sum.of, fixed[name])))
        return self.derive(
            n, lambda: evaluate_statement(self.registry, self.metric, self.statement, arguments, parameters)
        )

    def _arguments(
        self, n: int, case: Case, items_by_number: Sequence[Any], ranking_type: type[Ranking]
    ) -> dict[str, Any]:
        """Return the statement's arguments; the k-th item of the first ranking is ``items_by_number[k - 1]``.

        A real ranking lists its items in increasing order, an :class:`.items.Unlisted` one in any order.
        """
        listed_items = list(items_by_number) if ranking_type is Unlisted else sorted(items_by_number)
        # Item number k of the case is item number index_of[k] of the list.
        index_of = {number: listed_items.index(item) + 1 for number, item in enumerate(items_by_number, 1)}

        def rank(order: Sequence[int]) -> Ranking:
            return ranking_of_order(listed_items, [index_of[k] for k in order], ranking_type)

        arguments: dict[str, Any] = {self.argument_names[0]: rank(range(1, n + 1))}
        for name, value in zip(self.argument_names[1:], case, strict=True):
            arguments[name] = rank(value) if self._is_ranking(name) else value
        return arguments

    def _is_ranking(self, argument_name: str) -> bool:
        return isinstance(self.statement.axiom.over[argument_name], Rankings)

    def _compare_with_numbers(self, answer: Any, n: int, case: Case, fixed: FixedEntries) -> None:
        """Refuse a definition that gives another result on numbers and named items than on unknowns."""
        draws = SeededDraws(self.metric.name, n, case)  # random choices, alike in every run
        sides_on_unknowns = None if answer is None else sides_of(answer)
        for point in self.unknowns.points(n, draws, POINTS):
            names = draw_renaming(n, draws)
            arguments = self._arguments(n, case, names, Ranking)
            entries = {**fixed, **self.unknowns.entries(point, n)}
            parameters = {
                name: space.make(renamed_entries(space, entries[name], names), n)
                for name, space in self.metric.parameters.items()
            }
            try:
                sides = sides_of(evaluate_statement(self.registry, self.metric, self.statement, arguments, parameters))
            except Undefined:
                sides = None
            if not are_sides_equal(sides, sides_on_unknowns, point):
                raise Refused(
                    f"{self.metric.name} gives another result on numbers than on unknowns, at {case}, items called "
                    f"{names}, {self.followed} = ({', '.join(map(str, point))})"
                )


def are_equal_inequalities(first: Inequality | None, second: Inequality | None) -> bool:
    """Return whether two inequalities are equal, term by term; None, for a case without one, equals None only."""
    return second is None if first is None else first.equals(second)


def sides_of(answer: Any) -> list[Any] | None:
    """Return the numbers in an answer: both sides of its relation, then numerator and denominator of its ratio.

    None if its condition does not hold.
    """
    relation, quantity = parts_of(answer)
    if relation is not None and relation.condition is False:
        return None
    sides = [] if relation is None else [relation.lhs, relation.rhs]
    return sides if quantity is None else [*sides, quantity.numerator, quantity.denominator]


def are_sides_equal(
    sides: Sequence[Any] | None, sides_on_unknowns: Sequence[Any] | None, point: Sequence[Number]
) -> bool:
    """Return whether the numbers of :func:`sides_of` equal the sides on unknowns, at these values of the unknowns.

    None means that a condition fails, or that a value is missing. Then both must be None.
    """
    numbers = None if sides is None else [*map(as_number, sides)]
    expected = None if sides_on_unknowns is None else [Sum.of(side).at(point) for side in sides_on_unknowns]
    return numbers == expected
