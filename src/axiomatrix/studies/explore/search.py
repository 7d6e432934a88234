"""Search (``axiomatrix explore --search N``): bounds at sizes beyond the exact sweep, from single instances.

The search is for an extreme ratio over rankings and parameters. It alternates:

1. At fixed rankings, a linear program gives the best value of a parameter that enters linearly.
2. At a fixed parameter, local moves of the rankings lead to better ones, by evaluating the definition.

Where no parameter enters linearly (:func:`search_plain`), local moves change the rankings and small whole entries of
the parameters alike. A *case* is the rankings and the parameters that are moved, and its *score* is less for better
cases (:mod:`.problem`). A case is *solved* when programs have scored it.

All arithmetic is exact, and a budget counts programs or evaluations and never seconds, so that one seed gives one
result. The definition decides the best instance again. The result is a bound, not the extreme.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ...methods.coordinates import Order
from ...methods.sweep import Spec
from ...model.registry import Registry
from ...numbers.forms import NotLinear
from ...spaces import PositionWeightsSpace
from .cases import Case, ScoredCase, by_score, extended, moved, structured_orders
from .inquiry import Inquiry
from .problem import NoRatio, Problem, bound_of_case
from .results import Bound

CASES_EXTENDED = 3
"""Cases of one size, the best ones, whose orders are extended to the next size."""
FIRST_SIZE = 5
"""The size at which a search without a start begins."""
STEPS_REMEMBERED = 40
"""A plain search accepts a step that is not worse than its position this many steps ago."""
MAX_IDLE_EVALUATIONS = 400
"""Evaluations without progress after which a plain search restarts."""
EVALUATIONS_PER_PROGRAM = 20
"""Evaluations of a plain search that take about as long as one linear program."""
NEIGHBOURS_DRAWN = 32
"""Neighbours of a case that are drawn for one step at a fixed parameter."""
MAX_STEPS_OF_DESCENT = 8
"""Most steps at a fixed parameter before the parameter is adapted again."""
MAX_IDLE_PROGRAMS = 12
"""Programs without progress after which a start is given up."""
STARTS_CLIMBED = 6
"""Starts from which the search climbs: the best of all that were solved."""


class Budget:
    """Counts down programs or evaluations; it may go below 0, as work that has begun is finished."""

    def __init__(self, count: int) -> None:
        self.left = count
        """The number of programs or evaluations that may still begin."""

    def spend(self) -> bool:
        """Count one program or evaluation; return whether there may be another."""
        self.left -= 1
        return self.left > 0


class Climb:
    """Local search at one size: linear programs score some cases, and the definition scores their neighbours.

    The budget, which counts programs, is shared by the climbs at all sizes.
    """

    def __init__(self, problem: Problem, random: Random, budget: Budget) -> None:
        self.problem, self.random, self.budget = problem, random, budget
        self.solved: dict[Case, ScoredCase | None] = {}
        """The cases that were solved by programs; None for a case without a ratio."""
        self.best: ScoredCase | None = None
        """The best case in ``solved``."""

    def adapt(self, case: Case) -> ScoredCase | None:
        """Score the case at its best parameter, and keep the best case; each case is solved once."""
        if case not in self.solved:
            self.solved[case] = scored = self.problem.adapt(case, self.budget.spend)
            if scored is not None and scored.beats(self.best):
                self.best = scored
        return self.solved[case]

    def run(self, starts: Sequence[Case], reserve: int) -> None:
        """Solve the starts, climb from the best of them, then from changed versions of the best case so far.

        Ends when only ``reserve`` programs are left of the budget. Half of the programs until then are for the starts.
        """
        solved_starts: list[ScoredCase] = []
        left_after_starts = reserve + (self.budget.left - reserve) // 2
        for case in starts:
            if self.budget.left <= left_after_starts and solved_starts:
                break
            if (scored := self.adapt(case)) is not None:
                solved_starts.append(scored)
        queue = sorted(solved_starts, key=by_score)[:STARTS_CLIMBED]
        while self.budget.left > reserve and self.best is not None and self.best.score is not None:
            if queue:
                self._walk(queue.pop(0), reserve)
                continue
            left_before = self.budget.left
            if (scored := self.adapt(self._new_start(self.best.case, starts))) is not None:
                self._walk(scored, reserve)
            if self.budget.left == left_before:
                self.budget.spend()  # all cases nearby are solved already: without this the loop might not end

    def _new_start(self, best: Case, starts: Sequence[Case]) -> Case:
        """Choose a case near the best one (every second time), near a start, or with random orders."""
        choice = self.random.randrange(4)
        if choice == 3:
            orders = tuple(tuple(self.random.sample(order, len(order))) for order in best.orders)
            return Case(orders, best.weights)
        case = starts[self.random.randrange(len(starts))] if choice == 2 else best
        for _ in range(self.random.randrange(2, 5)):
            case = self.problem.neighbour(case, self.random) or case
        return case

    def _walk(self, current: ScoredCase, reserve: int) -> None:
        """Walk to better cases, or else to the better of two unsolved neighbours, which may be worse than this case.

        The walk ends after ``MAX_IDLE_PROGRAMS`` cases that are not better than its best one, or at an unbounded ratio.
        """
        best_of_walk, idle = current, 0
        while idle < MAX_IDLE_PROGRAMS and self.budget.left > reserve and current.score is not None:
            improved, unsolved = self._descend(current)
            candidates = [improved.case] if improved is not None else unsolved[:2]
            adapted = [scored for case in candidates if (scored := self.adapt(case)) is not None]
            if not adapted:
                break
            current = min(adapted, key=by_score)
            idle += 1
            if current.beats(best_of_walk):
                best_of_walk, idle = current, 0

    def _descend(self, current: ScoredCase) -> tuple[ScoredCase | None, list[Case]]:
        """Step to better and better neighbours, with the parameter fixed.

        Returns (last case, unsolved neighbours of the first step, best first); no case if no neighbour is better.
        """
        last: ScoredCase | None = None
        unsolved: list[Case] = []
        for step in range(MAX_STEPS_OF_DESCENT):
            position = last or current
            neighbours: dict[Case, ScoredCase] = {}
            for _ in range(NEIGHBOURS_DRAWN):
                case = self.problem.neighbour(position.case, self.random)
                if case is None or case in neighbours or case == position.case:
                    continue
                if (scored := self.problem.evaluate(case, current.linear_values)) is not None:
                    neighbours[case] = scored
            ranked = sorted(neighbours.values(), key=by_score)
            if step == 0:
                unsolved = [neighbour.case for neighbour in ranked if neighbour.case not in self.solved]
            if not ranked or not ranked[0].beats(position):
                break
            last = ranked[0]
        return last, unsolved


def search_sizes(
    inquiry: Inquiry,
    spec: Spec | None,
    sizes: Sequence[int],
    registry: Registry,
    *,
    seed: int,
    budget: int,
    start: Sequence[Order] = (),
) -> tuple[Bound, ...]:
    """Search the sizes in turn, each with ``budget`` linear programs; the best order of a size is a start for the next.

    ``spec`` names the parameters that programs choose; None if there are none. ``start`` has orders to begin from, such
    as the extreme ones of a sweep. Returns at most one bound for each size.

    If no bound is claimed and no parameter is linear, position weights must decrease, as they do in applications.
    With arbitrary position weights the ratio has no bound, which is not informative.
    """
    metric, linear = inquiry.metric, spec.parameter if spec is not None else None
    must_decrease = linear is None and inquiry.constant is None
    position_weights = [name for name, space in metric.parameters.items() if isinstance(space, PositionWeightsSpace)]

    def problem_at(size: int) -> Problem:
        decreasing = position_weights if must_decrease else ()
        return Problem(
            metric, inquiry.quantity_statement, registry, size, inquiry.sense, linear=linear, decreasing=decreasing
        )

    bounds: list[Bound] = []
    starts = list(start)
    for n in sizes:
        # If the added items keep their places, the ratio often stays the same.
        extended_starts = [(*order, *range(len(order) + 1, n + 1)) for order in starts]
        try:
            bound = search(problem_at, n, seed=seed, budget=budget, start=[*extended_starts, *starts])
        except (NoRatio, NotLinear):
            continue
        if bound is not None:
            bounds.append(bound)
            values = bound.witness.instance.values() if bound.witness is not None else ()
            rankings = [value for value in values if isinstance(value, list)]
            if len(rankings) == 2:  # the first is the identity, so the second is the order to extend
                starts = [*start, tuple(rankings[1])]
    return tuple(bounds)


def search(
    problem_at: Callable[[int], Problem], n: int, *, seed: int, budget: int, start: Sequence[Order] = ()
) -> Bound | None:
    """Search for a bound on the extreme of a ratio at n items, with about ``budget`` linear programs at most.

    The ratio must be linear in the parameter that the problem names. Other parameters are moved entry by entry. If the
    problem names none, :func:`search_plain` has :data:`EVALUATIONS_PER_PROGRAM` times as many evaluations of the
    definition instead.

    ``start`` gives orders of n or fewer items to begin from, such as the extreme ones of a sweep. The search works its
    way up from the smallest of them, or from :data:`FIRST_SIZE`, and extends the best orders of each size to the next.
    Half of the budget is for size n, and the smaller sizes share the other half. Returns None if no case has a ratio.
    Raises :class:`NotLinear` or :class:`NoRatio` where there is nothing to search.
    """
    problem_at_n = problem_at(n)
    if problem_at_n.linear is None:
        return search_plain(problem_at_n, seed=seed, budget=EVALUATIONS_PER_PROGRAM * budget, start=start)
    random = _random(seed, problem_at_n)
    programs = Budget(budget)
    start_orders: list[Order] = [tuple(order) for order in start if len(order) <= n]
    smallest = min([len(order) for order in start_orders] or [FIRST_SIZE])
    sizes = range(max(2, min(smallest, n)), n + 1)
    share = budget // (2 * max(1, len(sizes) - 1))  # of each size below n: together they have half of the budget
    for size in sizes:
        problem = problem_at_n if size == n else problem_at(size)
        climb = Climb(problem, random, programs)
        reserve = 0 if size == n else max(programs.left - share, 0)
        climb.run(_starts(problem, start_orders, random), reserve)
        if size == n:
            if climb.best is None:
                return None
            turns = f" in turn over {', '.join([problem.linear or '', *problem.free])}" if problem.free else ""
            note = f"the best of {budget - programs.left:,} linear programs{turns}, seed {seed}: a bound"
            return bound_of_case(problem, climb.best, note)
        ranked = sorted((scored for scored in climb.solved.values() if scored is not None), key=by_score)
        best_orders = dict.fromkeys(order for scored in ranked[:CASES_EXTENDED] for order in scored.case.orders)
        larger = [order for order in start_orders if len(order) > size]
        # Orders of the previous size stay too, since they can be extended by two items at once.
        start_orders = [*larger, *best_orders, *(order for order in start_orders if len(order) == size - 1)]
    return None


def _starts(problem: Problem, start_orders: Sequence[Order], random: Random) -> list[Case]:
    """Return the cases to begin from: smaller orders extended to n items and structured orders, in turn.

    The last ranking of a case has such an order. Its other rankings are a few random moves away from it.
    """
    grown = [order for smaller in start_orders for order in extended(smaller, problem.n, random)]
    structured = structured_orders(problem.n)
    alternating = [order for pair in zip(grown, structured, strict=False) for order in pair]
    orders = list(dict.fromkeys([*alternating, *grown, *structured]))
    other_count = problem.rankings_per_case - 1
    weights = problem.first_weights()
    return [Case((*(_moved_often(order, random) for _ in range(other_count)), order), weights) for order in orders]


def _moved_often(order: Order, random: Random) -> Order:
    """Return the order after 0 to 3 random moves."""
    for _ in range(random.randrange(4)):
        order = moved(order, random)
    return order


def _random(seed: int, problem: Problem) -> Random:
    """Make a generator seeded by text: the seed and the question. A hash as seed would differ between processes."""
    return Random(f"{seed}/{problem.metric.name}/{problem.statement.id}/{problem.n}/{problem.sense}")


def search_plain(problem: Problem, *, seed: int, budget: int, start: Sequence[Order] = ()) -> Bound | None:
    """Search for a bound on the extreme of any ratio by ``budget`` evaluations of its definition.

    Local searches follow one another, from the best case so far or from a start. All rankings but the first and all
    parameters are moved. Parameters have small whole entries over a common denominator. Returns None if no case has a
    ratio.
    """
    random = _random(seed, problem)
    evaluations = Budget(budget)
    starts = _starts(problem, [tuple(order) for order in start], random)
    best: ScoredCase | None = None
    while evaluations.left > 0 and starts and (best is None or best.score is not None):
        from_best = best is not None and random.randrange(2)
        case = best.case if best is not None and from_best else starts[random.randrange(len(starts))]
        current = problem.evaluate(case, None)
        evaluations.spend()
        best = _accept_late(problem, random, evaluations, current, best)
    if best is None:
        return None
    return bound_of_case(problem, best, f"the best of {budget - evaluations.left:,} evaluations, seed {seed}: a bound")


def _accept_late(
    problem: Problem, random: Random, evaluations: Budget, current: ScoredCase | None, best: ScoredCase | None
) -> ScoredCase | None:
    """Search from one case by late acceptance; return the better of the best case and the best of this search.

    A step is accepted if it is at least as good as the position, or as the position :data:`STEPS_REMEMBERED` steps ago.
    So the search leaves local optima, and needs no temperature.
    """
    if current is None:
        return best
    past_positions: list[ScoredCase] = [current] * STEPS_REMEMBERED  # a ring: step k is at index k % length
    idle = step = 0
    best_of_search = current
    while evaluations.left > 0 and idle < MAX_IDLE_EVALUATIONS and best_of_search.score is not None:
        case = problem.neighbour(current.case, random)
        neighbour = problem.evaluate(case, None) if case is not None else None
        evaluations.spend()
        step, idle = step + 1, idle + 1
        if neighbour is None:
            continue
        past_position = past_positions[step % STEPS_REMEMBERED]
        if not current.beats(neighbour) or not past_position.beats(neighbour):
            current = neighbour
        if current.beats(best_of_search):
            best_of_search, idle = current, 0
        past_positions[step % STEPS_REMEMBERED] = current
    return best_of_search if best_of_search.beats(best) else best
