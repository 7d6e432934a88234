"""Search: bounds beyond the exact sweep, from instances that are decided again by the definition.

What is looked for is an extreme ratio over rankings and parameters. At fixed rankings the best value of a parameter
that enters linearly is a linear program; at a fixed parameter the rankings are changed by local moves. Where no
parameter enters linearly, small whole entries are changed as the rankings are. All arithmetic is exact, and a budget
counts work and never seconds, so that one seed gives one result. What comes out is a bound and no more.
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
from .problem import NoRatio, Problem, reported
from .results import Bound

KEPT = 3
"""How many of the best orders of one size are extended to the next."""
SMALLEST = 5
"""The size at which a search without a start begins."""
MEMORY = 40
"""A plain search accepts a step that is not worse than its position that many steps ago."""
STALLED = 400
"""After how many evaluations without progress a plain search starts anew."""
PLAIN = 20
"""How many plain evaluations are as good as one linear program."""
WIDTH = 32
"""How many neighbours of a case are looked at before the next program is solved."""
DESCENT = 8
"""How many steps are taken at a fixed parameter before the parameter is adapted again."""
PATIENCE = 12
"""After how many programs without progress a start is given up."""
STARTS = 6
"""From how many of the starts the search climbs."""


class Budget:
    """Counts programs or evaluations."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self) -> bool:
        """One more done; whether there may be another."""
        self.left -= 1
        return self.left > 0


class Climb:
    """Local search at one size: programs at some cases, the definition at their neighbours."""

    def __init__(self, problem: Problem, random: Random, budget: Budget) -> None:
        self.problem, self.random, self.budget = problem, random, budget
        self.solved: dict[Case, ScoredCase | None] = {}
        self.best: ScoredCase | None = None

    def adapted(self, case: Case) -> ScoredCase | None:
        """The case with its best parameter; solved once."""
        if case not in self.solved:
            self.solved[case] = scored = self.problem.adapted(case, self.budget.spend)
            if scored is not None and scored.beats(self.best):
                self.best = scored
        return self.solved[case]

    def run(self, starts: Sequence[Case], until: int) -> None:
        """Solve the starts, climb from the best of them, then from changed versions of the best case found."""
        first: list[ScoredCase] = []
        half = until + (self.budget.left - until) // 2
        for case in starts:
            if self.budget.left <= half and first:
                break
            if (scored := self.adapted(case)) is not None:
                first.append(scored)
        queue = sorted(first, key=by_score)[:STARTS]
        while self.budget.left > until and self.best is not None and self.best.score is not None:
            if queue:
                self._walk(queue.pop(0), until)
                continue
            before = self.budget.left
            if (scored := self.adapted(self._elsewhere(self.best.case, starts))) is not None:
                self._walk(scored, until)
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

    def _walk(self, current: ScoredCase, until: int) -> None:
        """Go to better cases, or else to a near one that was not solved yet, until nothing comes of it."""
        local, idle = current, 0
        while idle < PATIENCE and self.budget.left > until and current.score is not None:
            below, others = self._descended(current)
            tried = [self.adapted(case) for case in ([below.case] if below is not None else others[:2])]
            near = sorted((scored for scored in tried if scored is not None), key=by_score)
            if not near:
                break
            current = near[0]
            local, idle = (current, 0) if current.beats(local) else (local, idle + 1)

    def _descended(self, current: ScoredCase) -> tuple[ScoredCase | None, list[Case]]:
        """Where better neighbours at the fixed parameter lead; and the first step's neighbours, best first."""
        last: ScoredCase | None = None
        others: list[Case] = []
        for step in range(DESCENT):
            at = last or current
            near: dict[Case, ScoredCase] = {}
            for _ in range(WIDTH):
                case = self.problem.neighbour(at.case, self.random)
                if case is None or case in near or case == at.case:
                    continue
                if (scored := self.problem.evaluated(case, current.value)) is not None:
                    near[case] = scored
            ranked = sorted(near.values(), key=by_score)
            if step == 0:
                others = [f.case for f in ranked if f.case not in self.solved]
            if not ranked or not ranked[0].beats(at):
                break
            last = ranked[0]
        return last, others


def searched(
    inquiry: Inquiry,
    spec: Spec | None,
    sizes: Sequence[int],
    registry: Registry,
    *,
    seed: int,
    budget: int,
    start: Sequence[Order] = (),
) -> tuple[Bound, ...]:
    """The best instances found at these sizes, each also a start for the next.

    Where a factor is asked for that no bound limits, position weights decrease, as they do in applications.
    """
    metric, linear = inquiry.metric, spec.parameter if spec is not None else None
    freely = linear is not None or inquiry.constant is not None
    position = [name for name, space in metric.parameters.items() if isinstance(space, PositionWeightsSpace)]

    def problem_at(size: int) -> Problem:
        falling = () if freely else position
        return Problem(metric, inquiry.ratio, registry, size, inquiry.sense, linear=linear, decreasing=falling)

    bounds: list[Bound] = []
    starts = list(start)
    for n in sizes:
        longer = [(*order, *range(len(order) + 1, n + 1)) for order in starts]  # where sizes add up, as good as before
        try:
            bound = search(problem_at, n, seed=seed, budget=budget, start=[*longer, *starts])
        except (NoRatio, NotLinear):
            continue
        if bound is not None:
            bounds.append(bound)
            values = bound.witness.instance.values() if bound.witness is not None else ()
            rankings = [value for value in values if isinstance(value, list)]
            starts = [*start, tuple(rankings[1])] if len(rankings) == 2 else starts
    return tuple(bounds)


def search(
    problem_at: Callable[[int], Problem], n: int, *, seed: int, budget: int, start: Sequence[Order] = ()
) -> Bound | None:
    """A bound on the extreme of a ratio at n items, by at most about ``budget`` linear programs; None if none is found.

    The ratio must be linear in the parameter that the problem names; the others are moved entry by entry. Where it
    names none, the search is a plain one, by :data:`PLAIN` times as many evaluations of the definition. ``start`` gives
    orders of n or fewer items to begin from (such as the extreme ones of a sweep); without them the search works its
    way up from small sizes, the best orders of one extended to the next; half of the budget is for the last.
    Raises :class:`NotLinear` or :class:`NoRatio` where there is nothing to search.
    """
    last = problem_at(n)
    if last.linear is None:
        return search_plain(last, seed=seed, budget=PLAIN * budget, start=start)
    random = _random(seed, last)
    spent = Budget(budget)
    kept: list[Order] = [tuple(order) for order in start if len(order) <= n]
    smallest = min([len(order) for order in kept] or [SMALLEST])
    sizes = range(max(2, min(smallest, n)), n + 1)
    share = budget // (2 * max(1, len(sizes) - 1))
    for size in sizes:
        problem = last if size == n else problem_at(size)
        climb = Climb(problem, random, spent)
        until = 0 if size == n else max(spent.left - share, 0)
        climb.run(_starts(problem, kept, random), until)
        if size == n:
            if climb.best is None:
                return None
            turns = f" in turn over {', '.join([problem.linear or '', *problem.free])}" if problem.free else ""
            note = f"the best of {budget - spent.left:,} linear programs{turns}, seed {seed}: a bound"
            return reported(problem, climb.best, note)
        good = [f for f in climb.solved.values() if f is not None]
        good.sort(key=by_score)
        orders = dict.fromkeys(order for f in good[:KEPT] for order in f.case.orders)
        kept = [*(o for o in kept if len(o) > size), *orders, *(o for o in kept if len(o) == size - 1)]
    return None


def _starts(problem: Problem, kept: Sequence[Order], random: Random) -> list[Case]:
    """Cases to begin from: what grew out of smaller orders, and structured orders, in turn."""
    grown = [order for smaller in kept for order in extended(smaller, problem.n, random)]
    structured = structured_orders(problem.n)
    mixed = [order for pair in zip(grown, structured, strict=False) for order in pair]
    orders = list(dict.fromkeys([*mixed, *grown, *structured]))
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


def search_plain(problem: Problem, *, seed: int, budget: int, start: Sequence[Order] = ()) -> Bound | None:
    """A bound on the extreme of any ratio, by ``budget`` evaluations of its definition; None if none is found.

    All rankings but the first and all parameters are moved; parameters have small whole entries over a common
    denominator.
    """
    random = _random(seed, problem)
    spent = Budget(budget)
    starts = _starts(problem, [tuple(order) for order in start], random)
    best: ScoredCase | None = None
    while spent.left > 0 and starts and (best is None or best.score is not None):
        again = best is not None and random.randrange(2)
        current = problem.evaluated(best.case if best and again else starts[random.randrange(len(starts))], None)
        spent.spend()
        best = _late(problem, random, spent, current, best)
    if best is None:
        return None
    return reported(problem, best, f"the best of {budget - spent.left:,} evaluations, seed {seed}: a bound")


def _late(
    problem: Problem, random: Random, spent: Budget, current: ScoredCase | None, best: ScoredCase | None
) -> ScoredCase | None:
    """Local search from one case: a step is accepted if it is not worse than the position a while ago."""
    if current is None:
        return best
    past: list[ScoredCase] = [current] * MEMORY
    idle = step = 0
    local = current
    while spent.left > 0 and idle < STALLED and local.score is not None:
        case = problem.neighbour(current.case, random)
        neighbour = problem.evaluated(case, None) if case is not None else None
        spent.spend()
        step, idle = step + 1, idle + 1
        if neighbour is None:
            continue
        if not current.beats(neighbour) or not past[step % MEMORY].beats(neighbour):
            current = neighbour
        if current.beats(local):
            local, idle = current, 0
        past[step % MEMORY] = current
    return local if local.beats(best) else best
