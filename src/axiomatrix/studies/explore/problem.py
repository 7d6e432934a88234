"""Score cases, to find the extreme ratio of a statement at one size, such as the largest F_D / K_D of 7 items.

A *case* fixes the rankings and some parameters. Other parameters enter the ratio linearly: its two sides are linear
forms in them, perhaps with absolute values, and linear programs find their best values. The two forms are the *goal* of
the case, whose numerator is negated for a supremum, so that programs always minimise. A :class:`Problem` has

* :meth:`Problem.evaluate`: the score of a case at given values of the linear parameters, by the definition;
* :meth:`Problem.adapt`: the score of a case at their best values, by linear programs;
* :meth:`Problem.neighbour`: a random neighbour of a case.

:func:`bound_of_case` turns the best case into a bound: it lowers the entries, and evaluates the definition once more.
``axiomatrix explore`` uses all this for ``--search`` (:mod:`.search`, which moves between cases) and for ``--family``
(:mod:`.family`, whose cases a user's function gives).
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
from ...evidence.instance import Changed, EvaluatedTwice, Instance, quantity_code
from ...evidence.witness import witness_of_instance
from ...methods.coordinates import entries_at
from ...methods.linear import Empty, Unbounded, minimum
from ...methods.program import Cone, Unsolved
from ...methods.traced import Goal, TracedStatement
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
from .cases import Case, ScoredCase, WholeWeights, moved, nudged, smaller_entries
from .results import Bound, Sense

MAX_SIGN_PROGRAMS = 8
"""Most programs after the first one at a case with concave terms. Each fixes the signs of these terms again."""
MAX_TURNS = 12
"""Most programs for one case where one group of parameters is improved at a time."""
MAX_REDUCTIONS_TRIED = 4000
"""Most smaller entries that are tried to simplify the instance that is reported."""


class NoRatio(ValueError):
    """No ratio to search for in the statement; the message says why."""


class Problem:
    """The ratio that a statement is about, over n items; ``sense`` says which extreme is sought.

    Each parameter of the metric is of one of three sorts:

    - ``linear`` names those that programs choose; several names are joined by ``TOGETHER``.
    - ``fixed`` has values over n items of those that do not change.
    - The others are ``free``: the search changes them, and a case has them as its weights. ``decreasing`` names those
      whose entries must not increase.

    Scores are smaller for better cases: the ratio or, for a supremum, the negated ratio. A score is None where the
    ratio is unbounded. Raises :class:`NoRatio` if nothing can be searched for.
    """

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
        self.definitions = EvaluatedTwice(registry)
        self.linear, self.fixed, self.decreasing = linear, dict(fixed or {}), tuple(decreasing)
        linear_names = linear.split(TOGETHER) if linear else []
        self.free = tuple(name for name in metric.parameters if name not in linear_names and name not in self.fixed)
        self.ranking_names = list(statement.axiom.over)
        """The names of the statement's rankings."""
        if len(self.ranking_names) < 2 or any(
            type(space) is Permutations or not isinstance(space, Rankings) for space in statement.axiom.over.values()
        ):
            raise NoRatio(f"{statement.id}: a search needs a statement about two or more rankings and nothing else")
        if not metric.exact:
            raise NoRatio(f"{metric.name} returns floats, but a bound must be exact")
        self.rankings_per_case = len(self.ranking_names) - 1
        """Number of rankings in a case; the first ranking of an instance is the identity, and no case has it."""
        self.traced = TracedStatement(metric, statement, self.definitions, linear) if linear else None
        """The statement as linear forms in the linear parameters; None if there are none."""
        self._trace_by_group: dict[str, TracedStatement | None] = {linear: self.traced} if linear else {}
        """The statement traced in each group of parameters so far; None for a group in which it is not linear."""

    # --- evaluating ---

    def _rankings(self, case: Case) -> dict[str, Ranking]:
        orders = (Ranking.identity(self.n), *map(Ranking.from_order, case.orders))
        return dict(zip(self.ranking_names, orders, strict=True))

    def instance(self, case: Case, linear_values: Mapping[str, Parameter] | None) -> Instance:
        """Return the case as an instance of the statement, at these values of the linear parameters, by name."""
        parameters = self._other_parameters(case) | dict(linear_values or {})
        return Instance(self.n, self._rankings(case), {name: parameters[name] for name in self.metric.parameters})

    def _other_parameters(self, case: Case) -> dict[str, Parameter]:
        """Return the parameters that are not linear: those that are fixed, and the weights of the case."""
        spaces = self.metric.parameters
        weights = {
            name: spaces[name].make([fmpq(numerator, denominator) for numerator in numerators], self.n)
            for name, numerators, denominator in case.weights
        }
        return {**self.fixed, **weights}

    def decide(self, instance: Instance) -> tuple[int, Any]:
        """Decide an instance by the definition; return its code, and its score where the code is ``HOLDS``.

        ``HOLDS`` means that the instance has a ratio, ``FAILS`` that no constant bounds it (see :func:`quantity_code`).
        """
        decision = self.definitions.decide(self.metric, self.statement, instance)
        quantity = decision.answer.quantity if isinstance(decision.answer, Bounded) else decision.answer
        if decision.answer is None or not isinstance(quantity, Quantity):
            return DISCARDED, None
        code = quantity_code(Quantity(quantity.numerator, quantity.denominator, self.sense))  # for the sense sought
        if code != HOLDS:
            return code, None
        return code, -quantity.ratio if self.sense == "sup" else quantity.ratio

    def evaluate(self, case: Case, linear_values: Mapping[str, Parameter] | None) -> ScoredCase | None:
        """Score the case at these values of the linear parameters; None where the definition gives no ratio."""
        instance = self.instance(case, linear_values)
        closures = {name: space.closure() for name, space in self.metric.parameters.items()}
        if not all(space.contains(instance.parameters[name], self.n) for name, space in closures.items()):
            return None  # not even on the boundary of the spaces, which their closures add
        code, score = self.decide(instance)
        if code not in (HOLDS, FAILS):
            return None
        return ScoredCase(case, score, linear_values)  # where the code is FAILS, the ratio is unbounded: no score

    # --- the linear parameters ---

    def goal(self, case: Case) -> Goal | None:
        """Return the ratio at a case, as forms in the linear parameters; None if it is not a ratio there."""
        assert self.traced is not None
        goal = self.traced.goal(self.n, self._rankings(case), self._other_parameters(case))
        return goal if goal is not None and goal.is_ratio else None

    def adapt(self, case: Case, spend: Callable[[], bool]) -> ScoredCase | None:
        """Score the case at the best values of the linear parameters; None if it has no ratio.

        They are the optimum if all terms of the ratio are convex, and else a local one. ``spend`` is called for every
        program. It takes one from the budget and returns whether any is left.
        """
        goal = self.goal(case)
        if goal is None:
            spend()  # so that cases without a ratio use up the budget too
            return None
        assert self.traced is not None
        values = self._best_values(goal, self.traced, spend)
        scored = None if values is None else self.evaluate(case, values)
        return None if scored is None else self._improve_in_turn(scored, spend)

    def _best_values(
        self, goal: Goal, traced: TracedStatement, spend: Callable[[], bool]
    ) -> Mapping[str, Parameter] | None:
        """Return the values of the traced parameters that are best for the goal; None if programs find none."""
        try:
            point = _best_point(goal.numerator_for(self.sense), goal.denominator, traced.cone(self.n), spend)
        except Unbounded as error:
            point = error.point  # it shows that no constant bounds the ratio
        except (Unsolved, Empty):
            return None
        return traced.values_at(goal, point, self.n)

    # --- parameters that enter linearly one at a time ---

    def _improve_in_turn(self, scored: ScoredCase, spend: Callable[[], bool]) -> ScoredCase:
        """Improve one group of parameters at a time by a program, with the others fixed, until no group improves.

        The groups are the linear parameters, which are at their best already, and each weight of the case. They take
        turns, until no group but the one improved last can be improved. The result need not be the best over all
        parameters together.
        """
        assert self.linear is not None
        groups = [self.linear, *(weights.name for weights in scored.case.weights)]
        idle = turn = 0  # idle counts the turns since the last improvement; the first turn is that of a weight
        while scored.score is not None and idle < len(groups) - 1 and turn < MAX_TURNS:
            turn += 1
            better = self._improve_group(scored, groups[turn % len(groups)])
            if better is not None and better.beats(scored):
                scored, idle = better, 0
            else:
                idle += 1
            if not spend():
                break
        return scored

    def _improve_group(self, scored: ScoredCase, name: str) -> ScoredCase | None:
        """Score the case at the best values of the group of that name; None if the group does not enter linearly."""
        assert scored.linear_values is not None
        if (traced := self._trace_of(name)) is None or name in self.decreasing:  # a program may make entries increase
            return None
        instance = self.instance(scored.case, scored.linear_values)
        other_parameters = {
            key: value for key, value in instance.parameters.items() if key not in traced.coordinates.names
        }
        try:
            goal = traced.goal(self.n, instance.values, other_parameters)
        except NotLinear:
            return None
        if goal is None or not goal.is_ratio:
            return None
        values = self._best_values(goal, traced, lambda: True)  # a turn counts as one program
        if values is None:
            return None
        if name == self.linear:
            return self.evaluate(scored.case, values)
        weights = tuple(
            WholeWeights(old.name, *_whole_entries(values[old.name])) if old.name in values else old
            for old in scored.case.weights
        )
        return self.evaluate(Case(scored.case.orders, weights), scored.linear_values)

    def _trace_of(self, name: str) -> TracedStatement | None:
        """Return the statement traced in one group of parameters; None if it is not linear in them."""
        if name not in self._trace_by_group:
            try:
                self._trace_by_group[name] = TracedStatement(self.metric, self.statement, self.definitions, name)
            except NotLinear:
                self._trace_by_group[name] = None
        return self._trace_by_group[name]

    def admits(self, case: Case) -> bool:
        """Return whether all weights of the case belong to their spaces with boundary, and decrease where they must."""
        return all(
            self.metric.parameters[name].admits(numerators, self.n)
            and (name not in self.decreasing or all(x >= y for x, y in pairwise(numerators)))
            for name, numerators, _ in case.weights
        )

    # --- moving ---

    def first_weights(self) -> tuple[WholeWeights, ...]:
        """Choose first values of the free parameters, inside their spaces: whole entries, all 1 where possible."""
        spaces = {name: self.metric.parameters[name] for name in self.free}
        inner_entries = {name: entries_at(space, space.inner_point(self.n), self.n) for name, space in spaces.items()}
        return tuple(WholeWeights(name, tuple(coprime(entries)[0]), 1) for name, entries in inner_entries.items())

    def neighbour(self, case: Case, random: Random) -> Case | None:
        """Return the case after a random move of one ranking or one free parameter; None if it leaves the space."""
        movable = [name for name, numerators, _ in case.weights if numerators]
        if not movable or random.randrange(2):  # half of the moves are of a ranking
            k = random.randrange(len(case.orders))
            orders = list(case.orders)
            orders[k] = moved(orders[k], random)
            return Case(tuple(orders), case.weights)
        name = movable[random.randrange(len(movable))]
        weights = tuple(
            nudged(old, random, decreasing=name in self.decreasing) if old.name == name else old for old in case.weights
        )
        candidate = Case(case.orders, weights)
        return candidate if self.admits(candidate) else None


def _best_point(numerator: Form, denominator: Form, cone: Cone, spend: Callable[[], bool]) -> tuple[Any, ...]:
    """Find a point of least ratio, or a local one where the numerator has concave terms.

    A term is a factor times an absolute value (an atom of the form). A term with a positive factor is convex, and one
    with a negative factor is concave. If all are convex, one program finds the least ratio. Otherwise:

    1. The absolute value of a sum is replaced by the sum of absolute values, which lowers the numerator. The solution
       is the first point. If there is none, all entries are 1.
    2. Each concave term is replaced by the linear one that has its value at the point. The solution is the next point.
    3. Step 2 is repeated until the ratio falls no more, at most ``MAX_SIGN_PROGRAMS`` times.

    Step 2 gives no larger ratio: the linear term is nowhere below the concave one, and equal to it at the point.
    Raises what :func:`minimum` raises.
    """
    convex = {atom: factor for atom, factor in numerator.atoms.items() if factor > 0}
    concave = sorted((atom, factor) for atom, factor in numerator.atoms.items() if factor < 0)
    lowered = Form(numerator.linear, convex)  # step 1
    for atom, factor in concave:
        lowered = lowered + factor * Form({key: abs(coefficient) for key, coefficient in atom})
    has_budget = spend()
    try:
        best = minimum(lowered, denominator, cone).point
    except Unbounded:
        if not concave:
            raise
        best = None  # only the lowered ratio is known to be unbounded
    if best is None:
        best = (fmpq(1),) * cone.size
    for _ in range(MAX_SIGN_PROGRAMS if concave else 0):  # without concave terms the first point is the best
        if not has_budget:
            break
        linearised = Form(numerator.linear, convex)  # step 2
        for atom, factor in concave:
            inside = Form(dict(atom))
            linearised = linearised + (factor if inside.at(best) >= 0 else -factor) * inside
        has_budget = spend()
        point = minimum(linearised, denominator, cone).point
        if point is None or _ratio(numerator, denominator, point) >= _ratio(numerator, denominator, best):
            break
        best = point
    return best


def _whole_entries(value: Parameter) -> tuple[tuple[int, ...], int]:
    """Write the entries as whole numerators over their common denominator."""
    entries = [rational(entry) for entry in value.entries.values()]
    denominator = lcm(*(int(x.q) for x in entries))
    return tuple(int((x * denominator).p) for x in entries), denominator


def _ratio(numerator: Form, denominator: Form, point: Sequence[Any]) -> Any:
    return numerator.at(point) / denominator.at(point)


# --- reporting ------------------------------------------------------------------------------------------------


def bound_of_case(
    problem: Problem, scored: ScoredCase, note: str, kind: Literal["search", "family"] = "search"
) -> Bound:
    """Return the bound that a case proves, after lowering entries one by one as long as the ratio stays the same.

    Raises ``Changed`` if the definition has another ratio when it is evaluated again.
    """
    scored = _with_smaller_weights(problem, _with_smaller_linear_values(problem, scored))
    instance = problem.instance(scored.case, scored.linear_values)
    code, score = problem.decide(instance)
    definitions, metric, statement = problem.definitions, problem.metric, problem.statement
    if code not in (HOLDS, FAILS) or score != scored.score:
        raise Changed(f"{metric.name} gave a different result when the instance found was evaluated again")
    value = INFINITE if score is None else str(-score if problem.sense == "sup" else score)
    is_open = all(space.contains(instance.parameters[name], instance.n) for name, space in metric.parameters.items())
    space = ParameterDomain.OPEN if is_open else ParameterDomain.CLOSED
    witness = witness_of_instance(
        definitions, metric, statement, instance, space=space, shows="attains", smallest=False
    )
    return Bound(kind, problem.sense, problem.n, value, witness, note)


def _with_smaller_linear_values(problem: Problem, scored: ScoredCase) -> ScoredCase:
    """Lower the entries of the linear parameters; the goal says whether the ratio stays the same.

    Evaluating the goal at a point is much faster than the definition, which is evaluated once, at the end.
    """
    if scored.score is None or scored.linear_values is None or problem.traced is None:
        return scored
    goal, coordinates = problem.goal(scored.case), problem.traced.coordinates
    if goal is None or any(space.rays(problem.n) is not None for _, space in coordinates.spaces):
        return scored  # a space of rays has no facets, which are what the entries are tested against
    entries = [entry for value in scored.linear_values.values() for entry in value.entries.values()]
    # Without constant terms the scale is free, so that whole entries will do. The last coordinate is the constant's.
    point: list[Any] = [*(entries if goal.has_constants else coprime(entries)[0]), fmpq(1)]
    facets = coordinates.cone(problem.n).facets
    # A facet is an inequality of the space, as pairs (index of an entry, factor). An entry is tested against its own.
    facets_of = [[facet for facet in facets if any(entry == k for entry, _ in facet)] for k in range(len(entries))]
    excess = goal.numerator_for(problem.sense) - scored.score * goal.denominator  # 0 where the ratio is the score
    tries, is_lowered = 0, True
    while is_lowered and tries < MAX_REDUCTIONS_TRIED:
        is_lowered = False
        for k, entry in enumerate(point[:-1]):
            for smaller in smaller_entries(int(entry)):
                tries += 1
                point[k] = fmpq(smaller)
                is_in_space = all(sum(factor * point[e] for e, factor in facet) >= 0 for facet in facets_of[k])
                if is_in_space and goal.denominator.at(point) > 0 and excess.at(point) == 0:
                    is_lowered = True
                    break
                point[k] = entry
    again = problem.evaluate(scored.case, coordinates.values(point, problem.n))
    return again if again is not None and again.score == scored.score else scored


def _with_smaller_weights(problem: Problem, scored: ScoredCase) -> ScoredCase:
    """Lower the weights of the case; the definition says whether the ratio stays the same."""
    tries, is_lowered = 0, True
    while is_lowered and tries < MAX_REDUCTIONS_TRIED:
        is_lowered = False
        for candidate in scored.case.lighter():
            tries += 1
            if problem.admits(candidate):
                again = problem.evaluate(candidate, scored.linear_values)
                if again is not None and again.score == scored.score:
                    scored, is_lowered = again, True
                    break
    return scored
