"""Search: bounds beyond the exact sweep, from instances that are decided again by the definition.

What is looked for is an extreme ratio over rankings and parameters. At fixed rankings the best value of a parameter
that enters linearly is a linear program; at a fixed parameter the rankings are changed by local moves. Where no
parameter enters linearly, small whole entries are changed as the rankings are. All arithmetic is exact, and a budget
counts work and never seconds, so that one seed gives one result. What comes out is a bound and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ...methods.classes import Order
from .answer import Bound
from .cases import Case, ScoredCase, by_score
from .climbing import Budget, Climb
from .orders import extended, moved, structured_orders
from .problem import NoRatio, Problem
from .reporting import reported

KEPT = 3
"""How many of the best orders of one size are extended to the next."""
SMALLEST = 5
"""The size at which a search without a start begins."""
MEMORY = 40
"""A plain search takes a step that is no worse than where it stood so many steps ago."""
STALLED = 400
"""After how many evaluations without progress a plain search starts anew."""


def search(
    problem_at: Callable[[int], Problem], n: int, *, seed: int, budget: int, start: Sequence[Order] = ()
) -> Bound | None:
    """A bound on the extreme of a ratio at n items, by at most about ``budget`` linear programs; None if none is found.

    The ratio must be linear in the parameter that the problem names; the others are moved entry by entry. ``start``
    gives orders of n or fewer items to begin from (such as the extreme ones of a sweep); without them the search works
    its way up from small sizes, the best orders of one extended to the next; half of the budget is for the last.
    Raises :class:`NotLinear` or :class:`NoRatio` where there is nothing to search.
    """
    last = problem_at(n)
    if last.linear is None:
        raise NoRatio(f"{last.metric.name}: no parameter is left to a linear program; a plain search is for that")
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
            note = f"the best of {budget - spent.left:,} linear programs, seed {seed}: a bound"
            return reported(problem, climb.best, note)
        good = [f for f in climb.solved.values() if f is not None]
        good.sort(key=by_score)
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
        here = problem.evaluated(best.case if best and again else starts[random.randrange(len(starts))], None)
        spent.spend()
        best = _late(problem, random, spent, here, best)
    if best is None:
        return None
    return reported(problem, best, f"the best of {budget - spent.left:,} evaluations, seed {seed}: a bound")


def _late(
    problem: Problem, random: Random, spent: Budget, here: ScoredCase | None, best: ScoredCase | None
) -> ScoredCase | None:
    """Local search from one case: a step is taken if it is no worse than where the search stood a while ago."""
    if here is None:
        return best
    past: list[ScoredCase] = [here] * MEMORY
    idle = step = 0
    local = here
    while spent.left > 0 and idle < STALLED and local.score is not None:
        case = problem.neighbour(here.case, random)
        neighbour = problem.evaluated(case, None) if case is not None else None
        spent.spend()
        step, idle = step + 1, idle + 1
        if neighbour is None:
            continue
        if not here.beats(neighbour) or not past[step % MEMORY].beats(neighbour):
            here = neighbour
        if here.beats(local):
            local, idle = here, 0
        past[step % MEMORY] = here
    return local if local.beats(best) else best
