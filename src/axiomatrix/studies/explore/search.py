"""Search: bounds beyond the exact sweep, from instances that are decided again by the definition.

What is looked for is an extreme ratio over rankings and parameters. At fixed rankings the best value of a parameter
that enters linearly is a linear program; at a fixed parameter the rankings are changed by local moves. Where no
parameter enters linearly, small whole entries are changed as the rankings are. All arithmetic is exact, and a budget
counts work and never seconds, so that one seed gives one result. What comes out is a bound and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from pathlib import Path
from random import Random
from typing import Any, Literal

from flint import fmpq

from ...catalogue.loading import load_catalogue, load_file, loaded
from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import Definitions, Instance, quantity_code
from ...evidence.witness import of_instance
from ...methods.classes import Order
from ...methods.linear import Asked, Empty, Traced, Unbounded, coprime, minimum
from ...methods.program import Cone, Unsolved
from ...methods.sweep import Spec, fixed_value
from ...model.axiom import Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import DISCARDED, FAILS, HOLDS, Bounded, Quantity
from ...numbers.forms import CONSTANT, Form
from ...spaces import Permutations, Rankings
from ...spaces.parameters import ParameterDomain
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from .answer import Bound, Sense

WIDTH = 32
"""How many neighbours of a case are looked at before the next program is solved."""
DESCENT = 8
"""How many steps are taken at a fixed parameter before the parameter is adapted again."""
PATIENCE = 12
"""After how many programs without progress a start is given up."""
SIGNS = 8
"""How often the signs of the atoms are fixed anew on the concave side."""
KEPT = 3
"""How many of the best orders of one size are extended to the next."""
SMALLEST = 5
"""The size at which a search without a start begins."""
MEMORY = 40
"""A plain search takes a step that is no worse than where it stood so many steps ago."""
STALLED = 400
"""After how many evaluations without progress a plain search starts anew."""
LARGEST = 4096
"""The largest entry of a parameter that a plain search tries."""
REDUCTIONS = 4000
"""How many smaller entries are tried on the instance that is reported."""


class NoRatio(ValueError):
    """A statement that a search has nothing to look for in, with why."""


# --- moves and starts -----------------------------------------------------------------------------------------


def moved(order: Order, random: Random) -> Order:
    """The order after one random local move: a transposition, an item or a block moved, a segment reversed."""
    n = len(order)
    items = list(order)
    i, j = sorted(random.sample(range(n), 2))
    kind = random.randrange(5)
    if kind == 0:
        i = random.randrange(n - 1)
        items[i], items[i + 1] = items[i + 1], items[i]
    elif kind == 1:
        items[i], items[j] = items[j], items[i]
    elif kind == 2:
        source, target = (i, j) if random.randrange(2) else (j, i)
        items.insert(target, items.pop(source))
    elif kind == 3:
        items[i : j + 1] = reversed(items[i : j + 1])
    else:  # the block i..j moved elsewhere
        block, rest = items[i : j + 1], items[:i] + items[j + 1 :]
        place = random.randrange(len(rest) + 1)
        items = rest[:place] + block + rest[place:]
    return tuple(items)


def inflated(outer: Order, inner: Sequence[Order]) -> Order:
    """The order in which the k-th item of ``outer`` is replaced by ``inner[k - 1]``, a block of neighbouring items."""
    start = [0]
    for block in inner:
        start.append(start[-1] + len(block))
    return tuple(start[item - 1] + x for item in outer for x in inner[item - 1])


def wrapped(order: Order) -> Order:
    """The last item first, the first item last, and the order between them."""
    return inflated((3, 2, 1), ((1,), order, (1,)))


def simple_orders(n: int) -> list[Order]:
    """The reversal, products of neighbouring swaps, rotations; each also turned around."""
    up = tuple(range(1, n + 1))
    found = [up[::-1]]
    for first in (0, 1):
        items = list(up)
        for i in range(first, n - 1, 2):
            items[i], items[i + 1] = items[i + 1], items[i]
        found.append(tuple(items))
    for k in sorted({1, n // 3, n // 2, n - 1} - {0, n}):
        found.append(up[k:] + up[:k])
    return list(dict.fromkeys([*found, *(order[::-1] for order in found), up]))


def structured_orders(n: int) -> list[Order]:
    """Simple orders, simple orders between exchanged ends, and simple orders inflated by simple orders."""
    found = simple_orders(n)
    found += [wrapped(order) for order in simple_orders(n - 2)] if n > 3 else []
    found += [wrapped(wrapped(order)) for order in simple_orders(n - 4)] if n > 5 else []
    for k in range(2, n // 2 + 1):
        if n % k == 0:
            found += [inflated(o, [i] * k) for o in simple_orders(k)[:6] for i in simple_orders(n // k)[:6]]
    up = tuple(range(1, n + 1))
    return [order for order in dict.fromkeys(found) if order != up]


def extended(order: Order, n: int, random: Random) -> list[Order]:
    """Orders of n items that a smaller order grows into."""
    found: list[Order] = []
    m = len(order)
    if m == n:
        return [order]
    if m > n:
        return []
    one = [(1,)] * m
    for more in sorted({min(2, n - m), 1}):
        bigger = [inflated((2, 1), (order, (1,))), inflated((2, 1), ((1,), order))] if more == 1 else [wrapped(order)]
        for item in range(m):
            for block in simple_orders(more + 1):
                bigger.append(inflated(order, [*one[:item], block, *one[item + 1 :]]))
        for _ in range(m):
            place, item = random.randrange(m + 1), random.randrange(1, m + 2)
            raised = [x + (x >= item) for x in order]
            if more == 1:
                bigger.append((*raised[:place], item, *raised[place:]))
        if m + more == n:
            found += bigger
        elif more == 2 or n - m == 1:
            found += [o for b in random.sample(bigger, min(6, len(bigger))) for o in extended(b, n, random)]
    return list(dict.fromkeys(found))


# --- cases ----------------------------------------------------------------------------------------------------

Weights = tuple[str, tuple[int, ...], int]
"""A parameter by its name: whole numerators, and their common denominator."""


@dataclass(frozen=True)
class Case:
    """All rankings but the first, which is 1, 2, 3 ..., and the parameters that are not left to a program."""

    orders: tuple[Order, ...]
    weights: tuple[Weights, ...] = ()


@dataclass(frozen=True)
class Found:
    """A case with its score (smaller is better; None for no bound at all) and the value of the linear parameter."""

    case: Case
    score: Any
    value: Parameter | None = None

    def beats(self, other: Found | None) -> bool:
        return other is None or (other.score is not None and (self.score is None or self.score < other.score))


def _by_score(found: Found) -> Any:
    """The best first."""
    return found.score is not None, found.score or 0


class Problem:
    """The ratio that a statement is about, at one size."""

    def __init__(
        self,
        metric: Metric,
        statement: Statement,
        registry: Registry,
        n: int,
        sense: Sense | None,
        *,
        linear: str | None = None,
        fixed: Mapping[str, Parameter] | None = None,
        decreasing: Sequence[str] = (),
    ) -> None:
        self.metric, self.statement, self.n = metric, statement, n
        self.definitions = Definitions(registry)
        self.linear, self.fixed, self.decreasing = linear, dict(fixed or {}), tuple(decreasing)
        for name in (*self.decreasing, *([linear] if linear else [])):
            if name not in metric.parameters:
                raise NoRatio(f"{metric.name} has no parameter {name!r}; it has {list(metric.parameters)}")
        self.free = tuple(name for name in metric.parameters if name != linear and name not in self.fixed)
        self.names = list(statement.axiom.over)
        if len(self.names) < 2 or any(
            type(space) is Permutations or not isinstance(space, Rankings) for space in statement.axiom.over.values()
        ):
            raise NoRatio(f"{statement.id}: a search needs a statement about two or more rankings and nothing else")
        if not metric.exact:
            raise NoRatio(f"{metric.name} has values in floats only; a bound must be exact")
        self.count = len(self.names) - 1
        """How many orders a case has."""
        self.traced = Traced(metric, statement, registry, self.definitions, linear) if linear else None
        self.sense: Sense = sense or self._asked_sense()

    def _asked_sense(self) -> Sense:
        """The extreme that the statement bounds; :class:`NoRatio` if it is about none."""
        orders = (tuple(range(self.n, 0, -1)),) * self.count
        parameters = {name: s.make([1] * len(s.keys(self.n)), self.n) for name, s in self.metric.parameters.items()}
        answer = self.definitions.answer(self.metric, self.statement, self._instance(orders, parameters))
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        if not isinstance(quantity, Quantity):
            raise NoRatio(f"{self.statement.id} is about no ratio; give one that returns a bound or a quantity")
        return quantity.sense

    # --- evaluating ---

    def _instance(self, orders: Sequence[Order], parameters: Mapping[str, Parameter]) -> Instance:
        rankings = [Ranking.identity(self.n), *(Ranking.from_order(order) for order in orders)]
        return Instance(self.n, dict(zip(self.names, rankings, strict=True)), parameters)

    def instance(self, found: Found) -> Instance:
        """The case as an instance of the statement."""
        return self._instance(found.case.orders, self._parameters(found.case, found.value))

    def _parameters(self, case: Case, value: Parameter | None) -> dict[str, Parameter]:
        given = {**self.fixed, **{name: self._made(w) for w in case.weights for name in (w[0],)}}
        if value is not None and self.linear is not None:
            given[self.linear] = value
        return {name: given[name] for name in self.metric.parameters}

    def _made(self, weights: Weights) -> Parameter:
        name, whole, below = weights
        return self.metric.parameters[name].make([fmpq(x, below) for x in whole], self.n)

    def decided(self, instance: Instance) -> tuple[int, Any]:
        """What the definition says of an instance: a code as :func:`quantity_code` has it, and the score."""
        decision = self.definitions.decide(self.metric, self.statement, instance)
        quantity = decision.answer.quantity if isinstance(decision.answer, Bounded) else decision.answer
        if decision.answer is None or not isinstance(quantity, Quantity):
            return DISCARDED, None
        code = quantity_code(Quantity(quantity.numerator, quantity.denominator, self.sense))
        if code != HOLDS:
            return code, None
        value = quantity.numerator / quantity.denominator
        return code, -value if self.sense == "sup" else value

    def evaluated(self, case: Case, value: Parameter | None) -> Found | None:
        """The case at a given value of the linear parameter; None where there is no ratio."""
        instance = self._instance(case.orders, self._parameters(case, value))
        closed = {name: space.closure() for name, space in self.metric.parameters.items()}
        if not all(space.contains(instance.parameters[name], self.n) for name, space in closed.items()):
            return None  # such as a zero weight where the metric has no value for it
        code, score = self.decided(instance)
        return Found(case, score, value) if code in (HOLDS, FAILS) else None

    # --- the parameter that enters linearly ---

    def asked(self, case: Case) -> Asked | None:
        """What is asked at a case for all values of the linear parameter; None if it is no ratio there."""
        assert self.traced is not None
        instance = self._instance(case.orders, {})
        others = {**self.fixed, **{w[0]: self._made(w) for w in case.weights}}
        asked = self.traced.asked(self.n, instance.values, others)
        return asked if asked is not None and asked.ratio else None

    def adapted(self, case: Case, solved: Callable[[], bool]) -> Found | None:
        """The case with the best value of the linear parameter: exact on the convex side, else local.

        ``solved`` is called for every program, and says whether there may be more.
        """
        asked = self.asked(case)
        if asked is None:
            solved()  # so that cases without a ratio use up the budget too
            return None
        assert self.traced is not None
        try:
            point = _best_point(asked.towards(self.sense), asked.denominator, self.traced.cone(self.n), solved)
        except Unbounded as error:
            point = error.point
        except (Unsolved, Empty):
            return None
        return self.evaluated(case, self.traced.value_at(asked, point, self.n))

    # --- what is reported ---

    def bound(self, found: Found, note: str, kind: Literal["search", "family"] = "search") -> Bound:
        """The bound that a case proves, decided once more by the definition."""
        instance = self.instance(found)
        code, score = self.decided(instance)
        if code not in (HOLDS, FAILS) or score != found.score:
            raise ArithmeticError(f"{self.metric.name}: the instance found is decided otherwise when asked again")
        value = INFINITE if score is None else str(-score if self.sense == "sup" else score)
        witness = attaining(self.metric, self.statement, instance, self.definitions)
        return Bound(kind, self.sense, self.n, value, witness, note)

    def reduced(self, found: Found) -> Found:
        """The same ratio with smaller entries, as far as lowering one entry after the other goes."""
        if self.linear is not None and found.value is not None:
            found = self._reduced_point(found)
        return self._reduced_weights(found)

    def _reduced_point(self, found: Found) -> Found:
        asked = self.asked(found.case)
        if asked is None or found.score is None or found.value is None or self.traced is None:
            return found
        entries = found.value.entries.values()
        point: dict[int, Any] = dict(enumerate(entries if asked.has_constants else coprime(entries)))
        facets = self.traced.space.facets(self.n) or ()
        meeting = {k: [facet for facet in facets if any(entry == k for entry, _ in facet)] for k in point}
        above = asked.towards(self.sense) - found.score * asked.denominator
        tries, lowered = 0, True
        while lowered and tries < REDUCTIONS:
            lowered = False
            for k, entry in list(point.items()):
                for less in _less(int(entry)):
                    tries += 1
                    point[k] = fmpq(less)
                    if (
                        all(sum(c * point[e] for e, c in facet) >= 0 for facet in meeting[k])
                        and asked.denominator.at(point) > 0
                        and above.at(point) == 0
                    ):
                        lowered = True
                        break
                    point[k] = entry
        value = self.traced.space.make(list(point.values()), self.n)
        again = self.evaluated(found.case, value)
        return again if again is not None and again.score == found.score else found

    def _reduced_weights(self, found: Found) -> Found:
        tries, lowered = 0, True
        while lowered and tries < REDUCTIONS:
            lowered = False
            for candidate in self._lighter(found.case):
                tries += 1
                if self.admits(candidate):
                    again = self.evaluated(candidate, found.value)
                    if again is not None and again.score == found.score:
                        found, lowered = again, True
                        break
        return found

    def _lighter(self, case: Case) -> Iterator[Case]:
        for place, (name, whole, below) in enumerate(case.weights):

            def with_(whole: Sequence[int], below: int, place: int = place, name: str = name) -> Case:
                changed = (name, tuple(whole), below)
                return Case(case.orders, (*case.weights[:place], changed, *case.weights[place + 1 :]))

            divisor = gcd(*whole)
            if below != 1:
                yield with_(whole, 1)
            if divisor > 1:
                yield with_([x // divisor for x in whole], below)
            for k, x in enumerate(whole):
                for less in _less(x):
                    yield with_([*whole[:k], less, *whole[k + 1 :]], below)

    def admits(self, case: Case) -> bool:
        """Whether all parameters of the case belong to their closed spaces, and decrease where they must."""
        return all(
            self.metric.parameters[name].admits(whole, self.n)
            and (name not in self.decreasing or all(x >= y for x, y in pairwise(whole)))
            for name, whole, _ in case.weights
        )

    # --- moving ---

    def first_weights(self) -> tuple[Weights, ...]:
        """All free entries 1."""
        return tuple((name, (1,) * len(self.metric.parameters[name].keys(self.n)), 1) for name in self.free)

    def neighbour(self, case: Case, random: Random) -> Case | None:
        """The case after a random move of one ranking or one free parameter; None if it leaves the space."""
        movable = [name for name, whole, _ in case.weights if whole]
        if not movable or random.randrange(2):
            which = random.randrange(len(case.orders))
            orders = list(case.orders)
            orders[which] = moved(orders[which], random)
            return Case(tuple(orders), case.weights)
        name = movable[random.randrange(len(movable))]
        weights = tuple(self._nudged(w, random) if w[0] == name else w for w in case.weights)
        candidate = Case(case.orders, weights)
        return candidate if self.admits(candidate) else None

    def _nudged(self, weights: Weights, random: Random) -> Weights:
        name, given, below = weights
        whole = list(given)
        k = random.randrange(len(whole))
        kind = random.randrange(8)
        if kind <= 1:
            whole[k] = max(0, whole[k] + (1 if kind else -1))
        elif kind == 2:
            whole[k] *= 2
        elif kind == 3:
            whole[k] //= 2
        elif kind == 4:
            whole[k] = whole[random.randrange(len(whole))]
        elif kind == 5:  # one end scaled
            end = range(k + 1) if random.randrange(2) else range(k, len(whole))
            whole = [2 * x if i in end else x for i, x in enumerate(whole)]
        elif kind == 6:
            whole[k] = random.randrange(2)
        elif random.randrange(2):  # all entries half as large, or twice
            below *= 2
        else:
            whole = [2 * x for x in whole]
        if name in self.decreasing:
            whole.sort(reverse=True)
        common = gcd(below, *whole)
        whole, below = [x // common for x in whole], below // common
        return weights if max(whole) > LARGEST or below > LARGEST else (name, tuple(whole), below)


def _less(entry: int) -> Iterator[int]:
    yield from dict.fromkeys(c for c in (0, 1, 2, 3, entry // 2, entry - 1) if 0 <= c < entry)


def _best_point(numerator: Form, denominator: Form, cone: Cone, solved: Callable[[], bool]) -> tuple[Any, ...]:
    """A point of a least ratio; where absolute values make it concave, of one that fixing their signs cannot lower.

    Raises what :func:`minimum` raises.
    """
    convex = {atom: a for atom, a in numerator.atoms.items() if a > 0}
    concave = sorted((atom, a) for atom, a in numerator.atoms.items() if a < 0)
    linear = Form(numerator.linear, convex)
    for atom, a in concave:  # first the sum of its terms in place of each, which is lower
        linear = linear + a * Form({key: abs(c) for key, c in atom})
    more = solved()
    try:
        best = minimum(linear, denominator, cone).point
    except Unbounded:
        if not concave:
            raise
        best = None
    if best is None:  # the sum of the terms says nothing: begin where all entries are 1
        best = (fmpq(1),) * cone.size
    for _ in range(SIGNS if concave else 0):
        if not more:
            break
        linear = Form(numerator.linear, convex)
        for atom, a in concave:
            linear = linear + (a if _at(Form(dict(atom)), best) >= 0 else -a) * Form(dict(atom))
        more = solved()
        point = minimum(linear, denominator, cone).point
        if point is None or _ratio(numerator, denominator, point) >= _ratio(numerator, denominator, best):
            break
        best = point
    return best


def _ratio(numerator: Form, denominator: Form, point: Sequence[Any]) -> Any:
    return _at(numerator, point) / _at(denominator, point)


def _at(form: Form, point: Sequence[Any]) -> Any:
    return form.at({CONSTANT: point[-1], **dict(enumerate(point))})


def attaining(metric: Metric, statement: Statement, instance: Instance, definitions: Definitions) -> Witness:
    """The witness of a ratio that an instance attains, decided by the definition."""
    answer = definitions.decide(metric, statement, instance).answer
    if answer is None:
        raise ArithmeticError(f"{metric.name}: the instance has no value any more")
    is_open = all(space.contains(instance.parameters[name], instance.n) for name, space in metric.parameters.items())
    space = ParameterDomain.OPEN if is_open else ParameterDomain.CLOSED
    return of_instance(metric, statement, instance, answer, space=space, shows="attains", smallest=False)


# --- search with linear programs ------------------------------------------------------------------------------


class _Budget:
    """Counts programs or evaluations."""

    def __init__(self, most: int, tick: Callable[[], None]) -> None:
        self.left, self.tick = most, tick

    def spend(self) -> bool:
        """One more done; whether there may be another."""
        self.left -= 1
        self.tick()
        return self.left > 0


class _Climb:
    """Local search at one size: programs at some cases, the definition at their neighbours."""

    def __init__(self, problem: Problem, random: Random, budget: _Budget) -> None:
        self.problem, self.random, self.budget = problem, random, budget
        self.solved: dict[Case, Found | None] = {}
        self.best: Found | None = None

    def adapted(self, case: Case) -> Found | None:
        """The case with its best parameter; solved once."""
        if case not in self.solved:
            self.solved[case] = found = self.problem.adapted(case, self.budget.spend)
            if found is not None and found.beats(self.best):
                self.best = found
        return self.solved[case]

    def run(self, starts: Sequence[Case], until: int) -> None:
        """Solve the starts, climb from the best of them, then from changed versions of the best case found."""
        first: list[Found] = []
        half = until + (self.budget.left - until) // 2
        for case in starts:
            if self.budget.left <= half and first:
                break
            if (found := self.adapted(case)) is not None:
                first.append(found)
        queue = sorted(first, key=_by_score)[: 2 * KEPT]
        while self.budget.left > until and self.best is not None and self.best.score is not None:
            if queue:
                self._walk(queue.pop(0), until)
                continue
            before = self.budget.left
            if (found := self.adapted(self._elsewhere(self.best.case, starts))) is not None:
                self._walk(found, until)
            if self.budget.left == before:
                self.budget.spend()  # everything near is solved already

    def _elsewhere(self, best: Case, starts: Sequence[Case]) -> Case:
        """Where to begin anew: near the best case, near a start, or at random orders."""
        kind = self.random.randrange(4)
        if kind == 3:
            orders = tuple(tuple(self.random.sample(order, len(order))) for order in best.orders)
            return Case(orders, best.weights)
        case = best if kind < 2 else starts[self.random.randrange(len(starts))]
        for _ in range(self.random.randrange(2, 5)):
            case = self.problem.neighbour(case, self.random) or case
        return case

    def _walk(self, here: Found, until: int) -> None:
        """Go to better cases, or else to a near one that was not solved yet, until nothing comes of it."""
        local, idle = here, 0
        while idle < PATIENCE and self.budget.left > until and here.score is not None:
            below, others = self._descended(here)
            tried = [self.adapted(case) for case in ([below.case] if below is not None else others[:2])]
            near = sorted((found for found in tried if found is not None), key=_by_score)
            if not near:
                break
            here = near[0]
            local, idle = (here, 0) if here.beats(local) else (local, idle + 1)

    def _descended(self, here: Found) -> tuple[Found | None, list[Case]]:
        """Where better neighbours at the fixed parameter lead; and the first step's neighbours, best first."""
        last: Found | None = None
        others: list[Case] = []
        for step in range(DESCENT):
            at = last or here
            near: dict[Case, Found] = {}
            for _ in range(WIDTH):
                case = self.problem.neighbour(at.case, self.random)
                if case is None or case in near or case == at.case:
                    continue
                if (found := self.problem.evaluated(case, here.value)) is not None:
                    near[case] = found
            ranked = sorted(near.values(), key=_by_score)
            if step == 0:
                others = [f.case for f in ranked if f.case not in self.solved]
            if not ranked or not ranked[0].beats(at):
                break
            last = ranked[0]
        return last, others


def search(
    spec: Spec,
    n: int,
    sense: Sense,
    *,
    seed: int,
    budget: int,
    registry: Registry | None = None,
    start: Sequence[Order] = (),
    tick: Callable[[], None] = lambda: None,
) -> Bound | None:
    """A bound on the extreme of a ratio at n items, by at most about ``budget`` linear programs; None if none is found.

    The ratio must be linear in the parameter that the spec names, over two or more rankings. ``start`` gives orders of
    n or fewer items to begin from (such as the extreme ones of a sweep); without them the search works its way up from
    small sizes. Raises :class:`NotLinear` or :class:`NoRatio` where there is nothing to search.
    """
    _, problem_at = problem_of(spec, registry)

    def problem(size: int) -> Problem:
        return problem_at(size, sense)

    return _search(problem, n, seed=seed, budget=budget, start=start, tick=tick)


def search_mixed(
    metric: Metric | str,
    statement: Statement,
    n: int,
    *,
    linear: str,
    seed: int,
    budget: int,
    sense: Sense | None = None,
    decreasing: Sequence[str] = (),
    registry: Registry | None = None,
    start: Sequence[Order] = (),
    tick: Callable[[], None] = lambda: None,
) -> Bound | None:
    """As :func:`search`, with the parameters other than ``linear`` moved too, entry by entry.

    Those in ``decreasing`` keep their entries in decreasing order. ``sense`` is that of the statement if not given.
    """
    known = registry if registry is not None else load_catalogue()
    row = known.metric(metric) if isinstance(metric, str) else metric

    def problem(size: int) -> Problem:
        return Problem(row, statement, known, size, sense, linear=linear, decreasing=decreasing)

    return _search(problem, n, seed=seed, budget=budget, start=start, tick=tick)


def _search(
    problem_of: Callable[[int], Problem],
    n: int,
    *,
    seed: int,
    budget: int,
    start: Sequence[Order],
    tick: Callable[[], None],
) -> Bound | None:
    """Size after size, the best orders of one extended to the next; half of the budget is for the last."""
    last = problem_of(n)
    if last.linear is None:
        raise NoRatio(f"{last.metric.name}: no parameter is left to a linear program; a plain search is for that")
    random = _random(seed, last)
    spent = _Budget(budget, tick)
    kept: list[Order] = [tuple(order) for order in start if len(order) <= n]
    smallest = min([len(order) for order in kept] or [SMALLEST])
    sizes = range(max(2, min(smallest, n)), n + 1)
    share = budget // (2 * max(1, len(sizes) - 1))
    for size in sizes:
        problem = last if size == n else problem_of(size)
        climb = _Climb(problem, random, spent)
        until = 0 if size == n else max(spent.left - share, 0)
        climb.run(_starts(problem, kept, random), until)
        if size == n:
            if climb.best is None:
                return None
            best = problem.reduced(climb.best)
            return problem.bound(best, f"the best of {budget - spent.left:,} linear programs, seed {seed}: a bound")
        good = [f for f in climb.solved.values() if f is not None]
        good.sort(key=_by_score)
        orders = dict.fromkeys(order for f in good[:KEPT] for order in f.case.orders)
        kept = [*(o for o in kept if len(o) > size), *orders, *(o for o in kept if len(o) == size - 1)]
    return None


def _starts(problem: Problem, kept: Sequence[Order], random: Random) -> list[Case]:
    """Cases to begin from: what grew out of smaller orders, and structured orders, in turn."""
    grown = [order for smaller in kept for order in extended(smaller, problem.n, random)]
    plain = structured_orders(problem.n)
    mixed = [order for pair in zip(grown, plain, strict=False) for order in pair]
    orders = list(dict.fromkeys([*mixed, *grown, *plain]))
    rest = problem.count - 1
    weights = problem.first_weights()
    if not rest:
        return [Case((order,), weights) for order in orders]
    return [Case((*(_shuffled(order, random) for _ in range(rest)), order), weights) for order in orders]


def _shuffled(order: Order, random: Random) -> Order:
    """An order a few moves away."""
    for _ in range(random.randrange(4)):
        order = moved(order, random)
    return order


def _random(seed: int, problem: Problem) -> Random:
    """A source of choices that depends on what is searched, and on no hash."""
    return Random(f"{seed}/{problem.metric.name}/{problem.statement.id}/{problem.n}/{problem.sense}")


# --- search without linear programs ---------------------------------------------------------------------------


def search_plain(
    metric: Metric | str,
    statement: Statement,
    n: int,
    *,
    seed: int,
    budget: int,
    sense: Sense | None = None,
    decreasing: Sequence[str] = (),
    registry: Registry | None = None,
    start: Sequence[Order] = (),
    tick: Callable[[], None] = lambda: None,
) -> Bound | None:
    """A bound on the extreme of any ratio at n items, by ``budget`` evaluations of its definition; None if none is.

    All rankings but the first and all parameters are moved; parameters have small whole entries over a common
    denominator, in decreasing order for those in ``decreasing``. ``sense`` is that of the statement if not given.
    """
    known = registry if registry is not None else load_catalogue()
    row = known.metric(metric) if isinstance(metric, str) else metric
    problem = Problem(row, statement, known, n, sense, decreasing=decreasing)
    random = _random(seed, problem)
    spent = _Budget(budget, tick)
    starts = _starts(problem, [tuple(order) for order in start], random)
    best: Found | None = None
    while spent.left > 0 and starts and (best is None or best.score is not None):
        again = best is not None and random.randrange(2)
        here = problem.evaluated(best.case if best and again else starts[random.randrange(len(starts))], None)
        spent.spend()
        best = _late(problem, random, spent, here, best)
    if best is None:
        return None
    best = problem.reduced(best)
    return problem.bound(best, f"the best of {budget - spent.left:,} evaluations, seed {seed}: a bound")


def _late(problem: Problem, random: Random, spent: _Budget, here: Found | None, best: Found | None) -> Found | None:
    """Local search from one case: a step is taken if it is no worse than where the search stood a while ago."""
    if here is None:
        return best
    past: list[Found] = [here] * MEMORY
    idle = step = 0
    local = here
    while spent.left > 0 and idle < STALLED and local.score is not None:
        case = problem.neighbour(here.case, random)
        found = problem.evaluated(case, None) if case is not None else None
        spent.spend()
        step, idle = step + 1, idle + 1
        if found is None:
            continue
        if not here.beats(found) or not past[step % MEMORY].beats(found):
            here = found
        if here.beats(local):
            local, idle = here, 0
        past[step % MEMORY] = here
    return local if local.beats(best) else best


def problem_of(spec: Spec, registry: Registry | None = None) -> tuple[Metric, Callable[..., Problem]]:
    """The metric of a spec, and what makes its problem at ``(n, sense, values of further parameters)``.

    The spec's parameter is left to a program unless a value of it is given.
    """
    known = registry if registry is not None else load_catalogue()
    for file in map(Path, spec.files):
        if not loaded(file):
            load_file(file)
    metric, statement = known.metric(spec.metric), known.axiom(spec.axiom)(**dict(spec.arguments))

    def make(n: int, sense: Sense | None, values: Mapping[str, Parameter] | None = None) -> Problem:
        fixed = {name: fixed_value(kind, metric.parameters[name], n) for name, kind in spec.fixed}
        fixed |= values or {}
        linear = spec.parameter if spec.parameter and spec.parameter not in fixed else None
        return Problem(metric, statement, known, n, sense, linear=linear, fixed=fixed)

    return metric, make
