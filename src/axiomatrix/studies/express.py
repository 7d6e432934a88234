r"""Decide whether the loss of a score of judged lists from the ideal list is a Kendall distance.

The items of a list stand in their ideal order, by falling grades, or in another. The loss is the score of the ideal
order less that of the other. Items of one grade count as never inverted.

*K_D, K_w, K.* If the loss is K_D, then exchanging two neighbours x and y of grades g > h, the better one first, costs
D_xy wherever they stand. A score sees grades only, so that x and y can be put at any two places with these grades: all
such exchanges cost the same, also where D is not a function of the grades. Conversely, if each such exchange has one
cost D_gh, the loss is K_D with it: every order is reached from the ideal one by such exchanges, one for each inverted
pair. So two exchanges with different costs refute K_D (the sum of their four losses, with signs, is 0 for every D),
and a table of costs shows it. It is K_w if the costs are products of weights of the grades, and K if all are equal.

*K\*.* For three items let E_ij = w_i w_j D_ij, delta = (1, t). In the orders 213, 132, 231 and 312 no inverted item
stands still, and their four equations determine t from the losses, whatever E is: t = (2 L312 - L213 + L132) / (2 L231
+ L213 - L132). Position weights are not the items', so that two lists with different t refute K* for every w, D and
delta, and every convention for items that stand still.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any

from ..model.metric import Metric
from ..numbers.exact import Undefined, Whole, sign
from ..values.judged import Judged

Word = tuple[Any, ...]
"""Grades by rank."""
MAX_SETTINGS = 8
"""Largest number of parameter settings that are checked for each size."""


def decided_sign(x: Any) -> int:
    """Return the sign of a number; raise if it is undecided, so that nothing is concluded from it."""
    decided = sign(x)
    if decided is None:
        raise ArithmeticError(f"the sign of {x} is not decided")
    return decided


@dataclass(frozen=True)
class Exchange:
    """Two neighbours exchanged, with the cost of the exchange."""

    before: Word
    after: Word
    cost: Any


@dataclass(frozen=True)
class Refutation:
    """Two exchanges of the same grades with different costs, or one of negative cost."""

    parameters: Mapping[str, Any]
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True)
class CostTable:
    """The cost of every pair of grades in the lists with these grades."""

    grades: Word
    parameters: Mapping[str, Any]
    costs: Mapping[tuple[Any, Any], Any]

    @property
    def is_pseudometric(self) -> bool:
        """Return whether the costs satisfy the triangle inequality; those of one grade are 0."""

        def cost(g: Any, h: Any) -> Any:
            return Whole(0) if g == h else self.costs[max(g, h), min(g, h)]

        levels = sorted(set(self.grades))
        return all(decided_sign(cost(f, g) + cost(g, h) - cost(f, h)) >= 0 for f, g, h in product(levels, repeat=3))

    @property
    def is_product(self) -> bool:
        """Return whether the costs are products of one weight for each grade."""
        positive = sorted({g for pair, cost in self.costs.items() if decided_sign(cost) for g in pair})
        if any(not decided_sign(self.costs[h, g]) for g, h in combinations(positive, 2)):
            return False
        cost = {frozenset(pair): value for pair, value in self.costs.items()}

        def product_of(pair: tuple[Any, Any], other: tuple[Any, Any]) -> Any:
            return cost[frozenset(pair)] * cost[frozenset(other)]

        quadruples = permutations(positive, 4)
        return not any(
            decided_sign(product_of((e, f), (g, h)) - product_of((e, g), (f, h))) for e, f, g, h in quadruples
        )

    @property
    def is_constant(self) -> bool:
        """Return whether all costs are equal."""
        return all(not decided_sign(x - y) for x, y in pairwise(self.costs.values()))


def parameter_settings(metric: Metric, n: int) -> Iterator[dict[str, Any]]:
    """Return the first combinations of parameter values."""
    names = list(metric.parameters)
    values = [list(islice(metric.parameters[name].enumerate(n), MAX_SETTINGS)) for name in names]
    return (dict(zip(names, chosen, strict=True)) for chosen in islice(product(*values), MAX_SETTINGS))


def grades_of(metric: Metric, n: int) -> list[Word]:
    """Return the grades of the lists of n items with nothing missing, each in falling order."""
    lists = metric.arguments["x"].enumerate(n)
    return list(dict.fromkeys(x.ideal.grades for x in lists if not x.missing))


def exchanges(metric: Metric, grades: Word, parameters: Mapping[str, Any]) -> Iterator[Exchange]:
    """Yield every exchange of two neighbours, the better one first, in every order of these grades."""
    values = {word: metric.evaluate(Judged(word), dict(parameters)) for word in dict.fromkeys(permutations(grades))}
    sign_of_loss = -1 if metric.kind == "loss" else 1
    for word in values:
        for k, (g, h) in enumerate(pairwise(word)):
            if g > h:
                after = (*word[:k], h, g, *word[k + 2 :])
                yield Exchange(word, after, sign_of_loss * (values[word] - values[after]))


def _exchanged(exchange: Exchange) -> tuple[Any, Any]:
    k = next(k for k, (g, h) in enumerate(zip(exchange.before, exchange.after, strict=True)) if g != h)
    return exchange.before[k], exchange.before[k + 1]


def decide(metric: Metric, grades: Word, parameters: Mapping[str, Any]) -> CostTable | Refutation:
    """Return the costs of the grades, or exchanges that contradict every D."""
    first: dict[tuple[Any, Any], Exchange] = {}
    for exchange in exchanges(metric, grades, parameters):
        earlier = first.setdefault(_exchanged(exchange), exchange)
        if decided_sign(exchange.cost) < 0:
            return Refutation(parameters, (exchange,))
        if decided_sign(earlier.cost - exchange.cost):
            return Refutation(parameters, (earlier, exchange))
    return CostTable(grades, parameters, {pair: exchange.cost for pair, exchange in first.items()})


@dataclass(frozen=True)
class Expressed:
    """The result for a score and one setting of its parameters, up to a number of items."""

    metric: str
    parameters: Mapping[str, Any]
    reach: int
    """The largest size checked, or the smallest size with a refutation."""
    tables: tuple[CostTable, ...]
    refutation: Refutation | None

    @property
    def verdicts(self) -> dict[str, bool]:
        """Return for multiples of K, K_w and K_D (D a pseudometric) if the loss is that in all lists looked at."""
        holds = self.refutation is None
        return {
            "K": holds and all(table.is_constant for table in self.tables),
            "K_w": holds and all(table.is_product for table in self.tables),
            "K_D": holds and all(table.is_pseudometric for table in self.tables),
        }


def express(metric: Metric, n: int) -> list[Expressed]:
    """Decide all lists of up to n items, for each value of the parameters; lists without a value are left out."""
    return [_expressed(metric, parameters, n) for parameters in parameter_settings(metric, n)]


def _expressed(metric: Metric, parameters: Mapping[str, Any], n: int) -> Expressed:
    tables: list[CostTable] = []
    for size in range(2, n + 1):
        for grades in grades_of(metric, size):
            try:
                answer = decide(metric, grades, parameters)
            except Undefined:
                continue
            if isinstance(answer, Refutation):
                return Expressed(metric.name, parameters, size, tuple(tables), answer)
            tables.append(answer)
    return Expressed(metric.name, parameters, n, tuple(tables), None)


def is_confirmed(metric: Metric, answer: CostTable | Refutation) -> bool:
    """Check an answer on the values of the metric alone, by sums over inverted pairs."""
    sign_of_loss = -1 if metric.kind == "loss" else 1

    def value(word: Word) -> Any:
        return sign_of_loss * metric.evaluate(Judged(word), dict(answer.parameters))

    if isinstance(answer, CostTable):
        ideal = value(answer.grades)
        for word in dict.fromkeys(permutations(answer.grades)):
            inverted = sum((answer.costs[h, g] for g, h in combinations(word, 2) if g < h), Whole(0))
            if decided_sign(ideal - value(word) - inverted):
                return False
        return True
    multiples: dict[tuple[Any, Any], int] = {}
    total: Any = Whole(0)
    for factor, exchange in zip((1, -1), answer.exchanges, strict=False):
        for part, word in ((factor, exchange.after), (-factor, exchange.before)):
            total = total - part * value(word)
            for g, h in combinations(word, 2):
                if g < h:
                    multiples[g, h] = multiples.get((g, h), 0) + part
    if len(answer.exchanges) == 1:
        return min(multiples.values()) >= 0 and decided_sign(total) < 0
    return not any(multiples.values()) and decided_sign(total) != 0


def second_step(metric: Metric, grades: Sequence[Any], parameters: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return numerator and denominator of t = delta_3 / delta_2, which K* of three items needs for these grades."""
    first, second, third = grades
    ideal = metric.evaluate(Judged((first, second, third)), dict(parameters))

    def loss(*word: Any) -> Any:
        return ideal - metric.evaluate(Judged(word), dict(parameters))

    # sigma lists the places of the items: 312 has the second item first
    l213, l132 = loss(second, first, third), loss(first, third, second)
    l312, l231 = loss(second, third, first), loss(third, first, second)
    return 2 * l312 - l213 + l132, 2 * l231 + l213 - l132


def needs_two_position_weights(
    metric: Metric, grades_a: Sequence[Any], grades_b: Sequence[Any], parameters: Mapping[str, Any]
) -> bool:
    """Return whether two lists of three items need different delta, so that no delta makes the loss K* of both."""
    (a, b), (c, d) = (second_step(metric, grades, parameters) for grades in (grades_a, grades_b))
    return decided_sign(a * d - b * c) != 0  # a delta_2 = b delta_3 and c delta_2 = d delta_3
