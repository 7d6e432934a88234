"""One case of a linear certificate: the inequality that the definition gives, and the multipliers that prove it.

A case fixes the rankings of a statement. :class:`Checker` evaluates the definition there on unknown parameters, which
gives an inequality between two linear forms, and :meth:`Reader.least` checks the multipliers that prove it. The format
of these is described in :mod:`axiomatrix.verify.linear`, which checks whole sizes with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import Bounded, Quantity, Relation
from ..numbers.exact import Undefined
from ..spaces import Places, Rankings
from ..values.rankings import Ranking
from .items import Item, ItemObserved, NotASum, Unlisted
from .numbers import ONE, Inside, Number, Sum, as_number, lowest
from .unknowns import Unknowns
from .world import SeededDraws, answer_of, items, parameter, ranked, renamed_entries, renaming

Case = tuple[Any, ...]
"""The arguments after the first ranking: each is the order of a ranking (items by number, best first) or a place.

The first ranking is 1, 2 ... n in every case: items are numbered by their place in it.
"""
MAX_EVALUATIONS_OF_A_SIZE = 20_000
"""Most evaluations of one size for a definition that looks at its items."""
POINTS = 3
"""Values of the parameter, each with other names of the items, at which an instance is compared with numbers."""


@dataclass(frozen=True)
class Inequality:
    """The inequality ``numerator >= c * denominator`` of a case.

    If ``is_ratio``, the statement is about the best c. Otherwise the numerator is a slack, the denominator the sum of
    all unknowns and 1, and the statement holds if c >= 0. A ratio whose denominator vanishes for all values is of this
    kind too.
    """

    numerator: Sum
    denominator: Sum
    is_ratio: bool
    factor: Number | None
    """The constant that the statement claims, negated for ``sup``; None if it claims none."""
    sense: str = "inf"
    is_two_sided: bool = False
    """Whether the ratio can be bounded from the other side too."""

    def same_as(self, other: Inequality | None) -> bool:
        """Return whether the two inequalities are equal, term by term."""
        if other is None or (self.is_ratio, self.factor, self.sense) != (
            other.is_ratio,
            other.factor,
            other.sense,
        ):
            return False
        return self.numerator.same_as(other.numerator) and self.denominator.same_as(other.denominator)

    def for_sense(self, sense: str) -> Inequality:
        """Return the inequality that bounds the ratio from below (``inf``) or from above (``sup``)."""
        if not self.is_two_sided or sense == self.sense:
            return self
        return Inequality(-self.numerator, self.denominator, self.is_ratio, None, sense, True)


class Reader:
    """Reads the answers of a statement on unknowns as inequalities, and the multipliers that prove them.

    ``followed`` names the parameters that are unknown: one, or several joined by `` + ``.
    """

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, followed: str, sense: str = ""
    ) -> None:
        self.sense = sense
        """The side of a ratio to bound; empty for the side that the statement is about."""
        self.registry = registry
        self.metric = metric
        self.statement = statement
        self.followed = followed
        self.unknowns = Unknowns(metric, followed)

    def _read(self, answer: Any, count: int) -> Inequality | None:
        """Convert an answer on ``count`` unknowns to an inequality; None if its condition does not hold.

        An answer is a relation (``lhs op rhs``), a quantity (a ratio whose extreme is asked), or a ``Bounded``, which
        has both.
        """
        relation = answer.relation if isinstance(answer, Bounded) else answer
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        sum_of_unknowns_and_one = Sum({**dict.fromkeys(range(count), 1), ONE: 1})
        if isinstance(relation, Relation):
            if relation.condition is False:
                return None
            if relation.condition is not True or relation.op not in ("<=", ">="):
                raise Refused(f"{self.statement.id} is not an inequality")
        elif not isinstance(relation, Quantity):
            raise Refused(f"{self.statement.id} is not an inequality")
        if isinstance(quantity, Quantity):
            numerator, denominator = Sum.of(quantity.numerator), Sum.of(quantity.denominator)
            if not denominator.insides and all(c > 0 for c in denominator.terms.values()):
                return self._ratio(relation, quantity.sense, numerator, denominator, sum_of_unknowns_and_one)
        if not isinstance(relation, Relation):
            raise Refused("the denominator of the ratio is not a sum of entries")
        return Inequality(Sum.of(relation.slack), sum_of_unknowns_and_one, False, None)

    def _ratio(
        self, relation: Any, sense: str, numerator: Sum, denominator: Sum, sum_of_unknowns_and_one: Sum
    ) -> Inequality:
        """Return the inequality of a ratio; refuse a relation that is not a bound on this ratio.

        A bound has the numerator on its left side and a multiple of the denominator on its right side. If the
        denominator vanishes for all values, the inequality says that the numerator is not negative.
        """
        sign = -1 if sense == "sup" else 1
        factor = None
        if isinstance(relation, Relation):
            rhs = Sum.of(relation.rhs)
            unknown = next(iter(denominator.terms), None)  # any will do, since both sides are compared below
            claimed: Number = 0
            if unknown is not None:
                claimed = lowest(Fraction(rhs.terms.get(unknown, 0)) / denominator.terms[unknown])
            fits = Sum.of(relation.lhs).same_as(numerator) and rhs.same_as(denominator.times(claimed))
            if not fits or relation.op != (">=" if sense == "inf" else "<="):
                raise Refused("the bound is not about the ratio whose extreme is asked")
            factor = sign * claimed
        if not denominator.terms:
            return Inequality(numerator.times(sign), sum_of_unknowns_and_one, False, None, sense, True)
        return Inequality(numerator.times(sign), denominator, True, factor, sense, True)

    def least(self, inequality: Inequality, tree: Any, n: int) -> Number:
        """Return the c that a proof tree proves, the smallest of its leaves; :class:`Refused` if a leaf is wrong."""
        return _Tree(inequality, self.unknowns.rows(n)).least(tree, [])


class Checker(Reader):
    """Derives the inequality of each case on opaque items, and checks the multipliers of single cases.

    For a definition that looks at its items, the inequality is derived on the items 1..n instead, under all names.
    """

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, followed: str, sense: str = ""
    ) -> None:
        super().__init__(registry, metric, statement, followed, sense)
        self.names = list(statement.axiom.over)
        """The names of the statement's arguments, rankings or places; the first is a ranking."""
        self.observed = ""
        """How the definition looked at its items, so that the result is for the items 1..n only; else empty."""
        first_space = next(iter(statement.axiom.over.values()), None)
        if type(first_space) is not Rankings or not statement.axiom.label_free:
            raise Refused(f"{statement.axiom.id} is not a statement that can be certified up to the names of the items")
        for name, over in statement.axiom.over.items():
            if not isinstance(over, (Rankings, Places)):
                raise Refused(f"{statement.axiom.id} quantifies over {name}, which is neither a ranking nor a place")

    def cases(self, n: int) -> Iterator[Case]:
        """Iterate over all cases of n items, the first ranking being 1, 2 ... n."""
        over = self.statement.axiom.over
        ranges = [
            list(permutations(range(1, n + 1))) if isinstance(over[name], Rankings) else range(1, n)
            for name in self.names[1:]
        ]
        return product(*ranges)

    def inequality(self, n: int, case: Case, fixed: Mapping[str, Sequence[Number]]) -> Inequality | None:
        """Return the inequality of the case; None if it has none.

        ``fixed`` has the entries of the parameters that are not followed. The inequality is derived on opaque items,
        so that it holds for items of any name. If the definition looks at them, it is derived under all names instead.
        """
        observations_before = ItemObserved.count
        try:
            answer, derived = self._derive(n, case, fixed, items(n))
        except ItemObserved as error:
            self.observed = self.observed or str(error)
        if ItemObserved.count != observations_before:
            # The definition may have caught the exception, but the count shows that it looked.
            self.observed = self.observed or "what an item refuses"
            answer, derived = self._under_all_names(n, case, fixed)
        self._compare_with_numbers(answer, n, case, fixed)
        return derived.for_sense(self.sense) if derived is not None and self.sense else derived

    def _under_all_names(
        self, n: int, case: Case, fixed: Mapping[str, Sequence[Number]]
    ) -> tuple[Any, Inequality | None]:
        """Return the answer and the inequality for the items 1..n; refuse them if they depend on the items' names."""
        count = factorial(n) * prod(factorial(n) if self._is_ranking(name) else n - 1 for name in self.names[1:])
        if count > MAX_EVALUATIONS_OF_A_SIZE:
            raise Refused(
                f"n = {n}: {self.metric.name} looks at its items ({self.observed}), so that all their names would have "
                f"to be gone through: {count:,} evaluations; up to {MAX_EVALUATIONS_OF_A_SIZE:,} are made"
            )
        answer, inequality = self._derive(n, case, fixed, range(1, n + 1))
        for names in permutations(range(1, n + 1)):
            _, other = self._derive(n, case, fixed, names)
            if not (other is None if inequality is None else inequality.same_as(other)):
                raise Refused(
                    f"n = {n}, {case}: {self.metric.name} depends on the names of its items ({self.observed})"
                )
        return answer, inequality

    def _is_ranking(self, name: str) -> bool:
        return isinstance(self.statement.axiom.over[name], Rankings)

    def _arguments(
        self, n: int, case: Case, items_by_number: Sequence[Any], ranking_type: type[Ranking]
    ) -> dict[str, Any]:
        """Return the statement's arguments; the k-th item of the first ranking is ``items_by_number[k - 1]``.

        A real ranking lists its items in increasing order, an :class:`.items.Unlisted` one in any order.
        """
        listed_items = list(items_by_number) if ranking_type is Unlisted else sorted(items_by_number)
        index_of = {number: listed_items.index(item) + 1 for number, item in enumerate(items_by_number, 1)}
        first_order = [index_of[k] for k in range(1, n + 1)]
        arguments: dict[str, Any] = {self.names[0]: ranked(listed_items, first_order, ranking_type)}
        for name, value in zip(self.names[1:], case, strict=True):
            is_ranking = self._is_ranking(name)
            arguments[name] = ranked(listed_items, [index_of[k] for k in value], ranking_type) if is_ranking else value
        return arguments

    def _derive(
        self, n: int, case: Case, fixed: Mapping[str, Sequence[Number]], items_by_number: Sequence[Any]
    ) -> tuple[Any, Inequality | None]:
        """Evaluate the statement on unknowns, and return its answer and its inequality.

        Both are None without a value. The inequality is also None if the condition does not hold.
        """
        is_opaque = n > 0 and type(items_by_number[0]) is Item
        arguments = self._arguments(n, case, items_by_number, Unlisted if is_opaque else Ranking)
        parameters = self.unknowns.parameters(n, items_by_number)
        for name, space in self.metric.parameters.items():
            if name not in parameters:
                parameters[name] = parameter(space, items_by_number, list(map(Sum.of, fixed[name])))
        refusals_before = NotASum.count
        inequality = answer = None
        try:
            answer = answer_of(self.registry, self.metric, self.statement, arguments, parameters)
            inequality = self._read(answer, self.unknowns.count(n))
        except NotASum as error:
            raise Refused(f"{self.metric.name} is not linear in {self.followed}: {error}") from None
        except Undefined:
            pass
        if NotASum.count != refusals_before:
            raise Refused(f"{self.metric.name} caught what refuses to answer for all values of {self.followed} at once")
        return answer, inequality

    def _compare_with_numbers(self, answer: Any, n: int, case: Case, fixed: Mapping[str, Sequence[Number]]) -> None:
        """Refuse a definition that gives another result on numbers and named items than on unknowns."""
        draws = SeededDraws(self.metric.name, n, case)
        sides_on_unknowns = None if answer is None else sides_of(answer)
        for point in self.unknowns.points(n, draws, POINTS):
            names = renaming(n, draws)
            arguments = self._arguments(n, case, names, Ranking)
            entries = {**fixed, **self.unknowns.entries(point, n)}
            parameters = {
                name: space.make(renamed_entries(space, entries[name], names), n)
                for name, space in self.metric.parameters.items()
            }
            try:
                sides = sides_of(answer_of(self.registry, self.metric, self.statement, arguments, parameters))
            except Undefined:
                sides = None
            if not are_sides_equal(sides, sides_on_unknowns, point):
                raise Refused(
                    f"{self.metric.name} says something else of numbers than of unknowns, at {case}, items called "
                    f"{names}, {self.followed} = ({', '.join(map(str, point))})"
                )


class _Tree:
    """The proof of an inequality: a tree of splits on signs of absolute values, with multipliers at its leaves.

    The data are those of a certificate, from an untrusted file. A leaf is ``[c, signs, multipliers]``: a multiplier s
    for each convex absolute value that is not split on, in their order, and pairs of the index of a facet and its
    multiplier mu. :mod:`.linear` says which identity they must satisfy.
    """

    def __init__(self, inequality: Inequality, rows: Sequence[Mapping[int, Number]]) -> None:
        self.inequality = inequality
        self.rows = rows
        self.insides: list[tuple[Inside, Number]] = sorted(inequality.numerator.insides.items())
        """The absolute values of the numerator, each with its weight a; a certificate numbers them in this order."""

    def least(self, tree: Any, path: list[tuple[int, int]]) -> Number:
        """Return the smallest c that the leaves below ``path`` prove.

        The path has the number of each absolute value that was split on, with the sign (1 or -1) assumed inside it.
        Only concave absolute values (a < 0) may be split on, since a convex one has a multiplier.
        """
        if isinstance(tree, Mapping):
            if set(tree) != {"split", "above", "below"} or not _is_index(tree["split"], len(self.insides)):
                raise Refused(f"a split must have 'split', 'above' and 'below': {tree!r:.80}")
            k = tree["split"]
            if any(k == split for split, _ in path) or self.insides[k][1] > 0:
                raise Refused(f"absolute value {k} is split on in vain")
            return min(self.least(tree["above"], [*path, (k, 1)]), self.least(tree["below"], [*path, (k, -1)]))
        if not isinstance(tree, list) or len(tree) != 3 or not all(isinstance(part, list) for part in tree[1:]):
            raise Refused(f"a leaf must be [c, signs, multipliers]: {tree!r:.80}")
        return self._leaf(tree, path)

    def _leaf(self, leaf: list[Any], path: list[tuple[int, int]]) -> Number:
        """Return the c that a leaf proves; refuse it unless its multipliers make the inequality an identity.

        First the absolute values of the numerator are replaced by linear forms that are nowhere larger. Then
        c * denominator and the multiples of the facets are subtracted. What remains must be 0.
        """
        c = number(leaf[0])
        sign_of = dict(path)
        numerator = Sum(self.inequality.numerator.terms)
        signs = list(leaf[1])
        for k, (inside, a) in enumerate(self.insides):
            form = Sum(dict(inside))
            if k in sign_of:  # the sign of the form is assumed here
                numerator = numerator + form.times(sign_of[k] * a)
            elif a < 0:  # |form| is at most the sum of its terms, each taken positive
                numerator = numerator + Sum({key: abs(v) for key, v in inside}).times(a)
            else:  # a |form| is at least s form for every s from -a to a
                if not signs:
                    raise Refused("a multiplier of an absolute value is missing")
                s = number(signs.pop(0))
                if not -a <= s <= a:
                    raise Refused(f"the multiplier {s} of an absolute value exceeds its weight {a}")
                numerator = numerator + form.times(s)
        if signs:
            raise Refused("there are more multipliers than absolute values")
        remainder = dict((numerator - self.inequality.denominator.times(c)).terms)
        split_facets = [{key: sign * v for key, v in self.insides[k][0]} for k, sign in path]
        rows = [*self.rows, *split_facets]
        used: set[int] = set()
        for entry in leaf[2]:
            is_pair = isinstance(entry, list) and len(entry) == 2
            if not is_pair or not _is_index(entry[0], len(rows)) or entry[0] in used:
                raise Refused(f"{entry!r:.60} is not a facet, given once, with its multiplier")
            facet_index, mu = entry[0], number(entry[1])
            used.add(facet_index)
            if mu <= 0:
                raise Refused(f"the multiplier {mu} of facet {facet_index} is not positive")
            for k, v in rows[facet_index].items():
                remainder[k] = remainder.get(k, 0) - mu * v
        if any(remainder.values()):
            raise Refused("the multipliers do not make the inequality an identity")
        return c


def number(value: Any) -> Number:
    """Decode a number of a certificate: an int, or a string such as ``"3/2"`` in lowest terms."""
    if type(value) is int:
        return value
    if isinstance(value, str) and len(value) < 200 and "e" not in value.lower():  # 1e999999999 takes all memory
        try:
            fraction = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise Refused(f"{value!r:.60} is not a number") from None
        if f"{fraction.numerator}/{fraction.denominator}" == value:
            return fraction
    raise Refused(f"{value!r:.60} is not a number in lowest terms")


def are_sides_equal(sides: Sequence[Any] | None, sides_on_unknowns: Sequence[Any] | None, point: Any) -> bool:
    """Return whether the numbers of :func:`sides_of` are those on unknowns, evaluated at this point.

    None means that a condition does not hold, or that there is no value. Then both must be None.
    """
    numbers = None if sides is None else [*map(as_number, sides)]
    expected = None if sides_on_unknowns is None else [Sum.of(side).at(point) for side in sides_on_unknowns]
    return numbers == expected


def _is_index(value: Any, size: int) -> bool:
    return type(value) is int and 0 <= value < size


def sides_of(answer: Any) -> list[Any] | None:
    """Return the numbers in an answer: both sides of its relation and of its ratio.

    None if its condition does not hold.
    """
    relation = answer.relation if isinstance(answer, Bounded) else answer
    quantity = answer.quantity if isinstance(answer, Bounded) else answer
    if isinstance(relation, Relation) and relation.condition is False:
        return None
    sides = [relation.lhs, relation.rhs] if isinstance(relation, Relation) else []
    return sides + ([quantity.numerator, quantity.denominator] if isinstance(quantity, Quantity) else [])
