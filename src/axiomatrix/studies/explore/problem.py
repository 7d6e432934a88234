"""The problem of a search: the ratio that a statement is about, at one size.

At fixed rankings the best value of a parameter that enters linearly is a linear program. What is reported of a case is
the bound that it proves, decided once more by the definition, with smaller entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import lcm
from random import Random
from typing import Any, Literal

from flint import fmpq

from ...evidence.certificate import TOGETHER
from ...evidence.evidence import INFINITE
from ...evidence.instance import AskedTwice, Changed, Instance, quantity_code
from ...evidence.witness import of_instance
from ...methods.coordinates import entries_at
from ...methods.linear import Empty, Goal, TracedStatement, Unbounded, minimum
from ...methods.program import Cone, Unsolved
from ...model.axiom import Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import DISCARDED, FAILS, HOLDS, Bounded, Quantity
from ...numbers.exact import rational
from ...numbers.forms import Form, NotLinear, coprime
from ...spaces import Permutations, Rankings
from ...spaces.parameters import ParameterDomain
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from .cases import Case, ScoredCase, Weights, moved, nudged, smaller
from .results import Bound, Sense

SIGNS = 8
"""How often the signs of the atoms are fixed anew on the concave side."""
ALTERNATIONS = 12
"""How many programs about one group of parameters at a time are solved for one case."""
REDUCTIONS = 4000
"""How many smaller entries are tried on the instance that is reported."""


class NoRatio(ValueError):
    """A statement that a search has nothing to look for in, with why."""


class Problem:
    """The ratio that a statement is about, at one size."""

    def __init__(
        self,
        metric: Metric,
        statement: Statement,
        registry: Registry,
        n: int,
        sense: Sense,
        *,
        linear: str | None = None,
        fixed: Mapping[str, Parameter] | None = None,
        decreasing: Sequence[str] = (),
    ) -> None:
        self.metric, self.statement, self.n, self.sense = metric, statement, n, sense
        self.definitions = AskedTwice(registry)
        self.linear, self.fixed, self.decreasing = linear, dict(fixed or {}), tuple(decreasing)
        followed = linear.split(TOGETHER) if linear else []
        self.free = tuple(name for name in metric.parameters if name not in followed and name not in self.fixed)
        self.names = list(statement.axiom.over)
        if len(self.names) < 2 or any(
            type(space) is Permutations or not isinstance(space, Rankings) for space in statement.axiom.over.values()
        ):
            raise NoRatio(f"{statement.id}: a search needs a statement about two or more rankings and nothing else")
        if not metric.exact:
            raise NoRatio(f"{metric.name} has values in floats only; a bound must be exact")
        self.count = len(self.names) - 1
        """How many orders a case has."""
        self.traced = TracedStatement(metric, statement, self.definitions, linear) if linear else None
        self._traced: dict[str, TracedStatement | None] = {linear: self.traced} if linear else {}

    # --- evaluating ---

    def _rankings(self, case: Case) -> dict[str, Ranking]:
        orders = (Ranking.identity(self.n), *map(Ranking.from_order, case.orders))
        return dict(zip(self.names, orders, strict=True))

    def instance(self, case: Case, value: Mapping[str, Parameter] | None) -> Instance:
        """The case as an instance of the statement, at a value of the linear parameters."""
        given = self._given(case) | dict(value or {})
        return Instance(self.n, self._rankings(case), {name: given[name] for name in self.metric.parameters})

    def _given(self, case: Case) -> dict[str, Parameter]:
        """The parameters that are not left to a program."""
        spaces = self.metric.parameters
        weights = {name: spaces[name].make([fmpq(x, b) for x in whole], self.n) for name, whole, b in case.weights}
        return {**self.fixed, **weights}

    def decided(self, instance: Instance) -> tuple[int, Any]:
        """Decide an instance by the definition: a code as :func:`quantity_code` has it, and the score."""
        decision = self.definitions.decide(self.metric, self.statement, instance)
        quantity = decision.answer.quantity if isinstance(decision.answer, Bounded) else decision.answer
        if decision.answer is None or not isinstance(quantity, Quantity):
            return DISCARDED, None
        code = quantity_code(Quantity(quantity.numerator, quantity.denominator, self.sense))
        if code != HOLDS:
            return code, None
        value = quantity.ratio
        return code, -value if self.sense == "sup" else value

    def evaluated(self, case: Case, value: Mapping[str, Parameter] | None) -> ScoredCase | None:
        """The case at a given value of the linear parameter; None where there is no ratio."""
        instance = self.instance(case, value)
        closed = {name: space.closure() for name, space in self.metric.parameters.items()}
        if not all(space.contains(instance.parameters[name], self.n) for name, space in closed.items()):
            return None  # such as a zero weight where the metric has no value for it
        code, score = self.decided(instance)
        return ScoredCase(case, score, value) if code in (HOLDS, FAILS) else None

    # --- the parameter that enters linearly ---

    def goal(self, case: Case) -> Goal | None:
        """Return the goal at a case for all values of the linear parameter; None if it is not a ratio there."""
        assert self.traced is not None
        goal = self.traced.goal(self.n, self._rankings(case), self._given(case))
        return goal if goal is not None and goal.ratio else None

    def adapted(self, case: Case, solved: Callable[[], bool]) -> ScoredCase | None:
        """The case with the best value of the linear parameter: exact on the convex side, else local.

        ``solved`` is called for every program, and says whether there may be more.
        """
        goal = self.goal(case)
        if goal is None:
            solved()  # so that cases without a ratio use up the budget too
            return None
        assert self.traced is not None
        try:
            point = _best_point(goal.towards(self.sense), goal.denominator, self.traced.cone(self.n), solved)
        except Unbounded as error:
            point = error.point
        except (Unsolved, Empty):
            return None
        return self._alternated(self.evaluated(case, self.traced.values_at(goal, point, self.n)), solved)

    # --- parameters that enter linearly one at a time ---

    def _alternated(self, scored: ScoredCase | None, solved: Callable[[], bool]) -> ScoredCase | None:
        """The case after programs about one group of parameters at a time, in turn, the others fixed.

        It ends where no program betters the ratio. The ratio is a bound, not the extreme over all groups together.
        """
        groups = [self.linear, *(name for name, _, _ in scored.case.weights)] if scored is not None else []
        if len(groups) == 1:
            return scored
        idle = turn = 0
        while scored is not None and scored.score is not None and idle < len(groups) - 1 and turn < ALTERNATIONS:
            turn += 1
            better = self._bettered(scored, groups[turn % len(groups)])
            if better is not None and better.beats(scored):
                scored, idle = better, 0
            else:
                idle += 1
            if not solved():
                break
        return scored

    def _bettered(self, scored: ScoredCase, name: str | None) -> ScoredCase | None:
        """The case with the best value of these parameters, all others fixed; None where they do not enter linearly."""
        assert scored.value is not None and name is not None
        if (traced := self._followed(name)) is None or name in self.decreasing:
            return None
        instance = self.instance(scored.case, scored.value)
        others = {k: value for k, value in instance.parameters.items() if k not in traced.coordinates.names}
        try:
            goal = traced.goal(self.n, instance.values, others)
        except NotLinear:
            return None
        if goal is None or not goal.ratio:
            return None
        try:
            towards, cone = goal.towards(self.sense), traced.cone(self.n)
            point = _best_point(towards, goal.denominator, cone, lambda: True)
        except Unbounded as error:
            point = error.point
        except (Unsolved, Empty):
            return None
        values = traced.values_at(goal, point, self.n)
        if name == self.linear:
            return self.evaluated(scored.case, values)
        weights = tuple((k, *_over_one(values[k])) if k in values else (k, w, b) for k, w, b in scored.case.weights)
        return self.evaluated(Case(scored.case.orders, weights), scored.value)

    def _followed(self, name: str) -> TracedStatement | None:
        if name not in self._traced:
            try:
                self._traced[name] = TracedStatement(self.metric, self.statement, self.definitions, name)
            except NotLinear:
                self._traced[name] = None
        return self._traced[name]

    def admits(self, case: Case) -> bool:
        """Return whether all parameters of the case belong to their closed spaces, and decrease where they must."""
        return all(
            self.metric.parameters[name].admits(whole, self.n)
            and (name not in self.decreasing or all(x >= y for x, y in pairwise(whole)))
            for name, whole, _ in case.weights
        )

    # --- moving ---

    def first_weights(self) -> tuple[Weights, ...]:
        """Free parameters inside their spaces: all entries 1, if that is possible."""
        spaces = {name: self.metric.parameters[name] for name in self.free}
        inner = {name: entries_at(space, space.inner(self.n), self.n) for name, space in spaces.items()}
        return tuple((name, tuple(coprime(entries)[0]), 1) for name, entries in inner.items())

    def neighbour(self, case: Case, random: Random) -> Case | None:
        """The case after a random move of one ranking or one free parameter; None if it leaves the space."""
        movable = [name for name, whole, _ in case.weights if whole]
        if not movable or random.randrange(2):
            which = random.randrange(len(case.orders))
            orders = list(case.orders)
            orders[which] = moved(orders[which], random)
            return Case(tuple(orders), case.weights)
        name = movable[random.randrange(len(movable))]
        weights = tuple(
            nudged(w, random, decreasing=name in self.decreasing) if w[0] == name else w for w in case.weights
        )
        candidate = Case(case.orders, weights)
        return candidate if self.admits(candidate) else None


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
            linear = linear + (a if Form(dict(atom)).at(best) >= 0 else -a) * Form(dict(atom))
        more = solved()
        point = minimum(linear, denominator, cone).point
        if point is None or _ratio(numerator, denominator, point) >= _ratio(numerator, denominator, best):
            break
        best = point
    return best


def _over_one(value: Parameter) -> tuple[tuple[int, ...], int]:
    """The entries over a common denominator."""
    exact = [rational(entry) for entry in value.entries.values()]
    below = lcm(*(int(x.q) for x in exact))
    return tuple(int((x * below).p) for x in exact), below


def _ratio(numerator: Form, denominator: Form, point: Sequence[Any]) -> Any:
    return numerator.at(point) / denominator.at(point)


# --- what is reported ------------------------------------------------------------------------------------------


def reported(problem: Problem, scored: ScoredCase, note: str, kind: Literal["search", "family"] = "search") -> Bound:
    """The bound that a case proves, its entries lowered one after the other as far as the ratio stays the same."""
    scored = _reduced_weights(problem, _reduced_point(problem, scored))
    instance = problem.instance(scored.case, scored.value)
    code, score = problem.decided(instance)
    definitions, metric, statement = problem.definitions, problem.metric, problem.statement
    if code not in (HOLDS, FAILS) or score != scored.score:
        raise Changed(f"{metric.name}: the instance found is decided otherwise when asked again")
    value = INFINITE if score is None else str(-score if problem.sense == "sup" else score)
    is_open = all(space.contains(instance.parameters[name], instance.n) for name, space in metric.parameters.items())
    space = ParameterDomain.OPEN if is_open else ParameterDomain.CLOSED
    witness = of_instance(definitions, metric, statement, instance, space=space, shows="attains", smallest=False)
    return Bound(kind, problem.sense, problem.n, value, witness, note)


def _reduced_point(problem: Problem, scored: ScoredCase) -> ScoredCase:
    if scored.score is None or scored.value is None or problem.traced is None:
        return scored
    goal, coordinates = problem.goal(scored.case), problem.traced.coordinates
    if goal is None or any(space.rays(problem.n) is not None for _, space in coordinates.spaces):
        return scored
    entries = [entry for value in scored.value.values() for entry in value.entries.values()]
    point: list[Any] = [*(entries if goal.has_constants else coprime(entries)[0]), fmpq(1)]
    facets = coordinates.cone(problem.n).facets
    meeting = [[facet for facet in facets if any(entry == k for entry, _ in facet)] for k in range(len(entries))]
    above = goal.towards(problem.sense) - scored.score * goal.denominator
    tries, lowered = 0, True
    while lowered and tries < REDUCTIONS:
        lowered = False
        for k, entry in enumerate(point[:-1]):
            for less in smaller(int(entry)):
                tries += 1
                point[k] = fmpq(less)
                if (
                    all(sum(c * point[e] for e, c in facet) >= 0 for facet in meeting[k])
                    and goal.denominator.at(point) > 0
                    and above.at(point) == 0
                ):
                    lowered = True
                    break
                point[k] = entry
    again = problem.evaluated(scored.case, coordinates.values(point, problem.n))
    return again if again is not None and again.score == scored.score else scored


def _reduced_weights(problem: Problem, scored: ScoredCase) -> ScoredCase:
    tries, lowered = 0, True
    while lowered and tries < REDUCTIONS:
        lowered = False
        for candidate in scored.case.lighter():
            tries += 1
            if problem.admits(candidate):
                again = problem.evaluated(candidate, scored.value)
                if again is not None and again.score == scored.score:
                    scored, lowered = again, True
                    break
    return scored
