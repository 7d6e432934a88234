"""Local search at one size: programs at some cases, the definition at their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .cases import Case, ScoredCase, by_score
from .problem import Problem

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

    def _walk(self, here: ScoredCase, until: int) -> None:
        """Go to better cases, or else to a near one that was not solved yet, until nothing comes of it."""
        local, idle = here, 0
        while idle < PATIENCE and self.budget.left > until and here.score is not None:
            below, others = self._descended(here)
            tried = [self.adapted(case) for case in ([below.case] if below is not None else others[:2])]
            near = sorted((scored for scored in tried if scored is not None), key=by_score)
            if not near:
                break
            here = near[0]
            local, idle = (here, 0) if here.beats(local) else (local, idle + 1)

    def _descended(self, here: ScoredCase) -> tuple[ScoredCase | None, list[Case]]:
        """Where better neighbours at the fixed parameter lead; and the first step's neighbours, best first."""
        last: ScoredCase | None = None
        others: list[Case] = []
        for step in range(DESCENT):
            at = last or here
            near: dict[Case, ScoredCase] = {}
            for _ in range(WIDTH):
                case = self.problem.neighbour(at.case, self.random)
                if case is None or case in near or case == at.case:
                    continue
                if (scored := self.problem.evaluated(case, here.value)) is not None:
                    near[case] = scored
            ranked = sorted(near.values(), key=by_score)
            if step == 0:
                others = [f.case for f in ranked if f.case not in self.solved]
            if not ranked or not ranked[0].beats(at):
                break
            last = ranked[0]
        return last, others
