"""An open statement during a Hypothesis search: decides its instances in each scene, and measures their strain.

:mod:`.drawing` makes one for every open cell of a row. A *scene* is one draw of Hypothesis (:mod:`.scenes`). A *hit* is
an instance that settles the statement. The *strain* of a case is a number that grows as the case comes nearer to a hit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ..evidence.fault import Fault, fault_of, raise_if_ours
from ..evidence.instance import Decision, Instance, ratio_of
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..model.relation import DISCARDED, FAILS, UNDECIDED, Bounded, Quantity, Relation
from ..numbers.exact import Undecided
from ..spaces import GivenLists, Places, Space
from ..spaces.parameters import ParameterDomain
from .scenes import Scene, case_key
from .search import BestRatio, CellSearch, RowSearch, more_extreme
from .worst_parameter import WorstParameter


@dataclass(eq=False)
class OpenStatement:
    """An open statement of a row, with the budget of its search and the results so far."""

    row: RowSearch
    search: CellSearch
    """The cell of the statement."""
    over: Mapping[str, Space]
    """The spaces that the statement quantifies over, by the names of its arguments."""
    domains: tuple[ParameterDomain, ...]
    """The parameter domains (declared spaces, or closures) of the open cells with this statement.

    They are that of this cell, and perhaps the other, so that both cells see the same draws.
    """
    smallest_size: int
    """The smallest size to draw."""
    cases: int
    """The number of cases to decide, over all sizes."""
    rounds: tuple[int, ...]
    """Scenes to draw of a size, round by round, in multiples of the least number that could give enough cases."""
    worst_parameter: WorstParameter
    """Finds the worst parameter of an instance."""
    deadline: float | None = None
    """Seconds that the decision of a case may take, by the user's settings of Hypothesis."""
    tally: Tally = field(default_factory=Tally)
    """The numbers of decided and of discarded cases, by size."""
    extreme: BestRatio | None = None
    hit: Instance | None = None
    fault: Fault | None = None
    repeated: int = 0
    """Number of cases that had been drawn before, and were not decided again."""
    strain: float | None = None
    """The largest strain of the cases so far; None if none has a strain."""
    is_slow: bool = False
    """True if a case exceeded the deadline. Such a fault is not shrunk, since it depends on the clock."""
    _strains: dict[object, list[float] | None] = field(default_factory=dict)
    """The strains by case, None for a discarded one, so that a repeated case is recognised and not counted."""

    @property
    def is_open(self) -> bool:
        """Return whether there is neither a hit nor a fault."""
        return self.hit is None and self.fault is None

    def has_outcome_of(self, before: tuple[Instance | None, Fault | None]) -> bool:
        """Return whether there is a hit if there was one ``before``, and a fault if there was one."""
        hit, fault = before
        return (hit is None or self.hit is not None) and (fault is None or self.fault is not None)

    def drawn_sizes(self, max_n: int) -> Sequence[int]:
        """Return the sizes to draw: up to ``max_n``, or the lengths of the user's lists."""
        given_sizes = [space.sizes for space in self.over.values() if isinstance(space, GivenLists)]
        if given_sizes:
            return given_sizes[0]
        spaces = list(self.search.statement.axiom.over.values())
        # with one item, there is something to search only for a statement about a single ranking or list
        smallest = 1 if len(spaces) == 1 and not isinstance(spaces[0], Places) else 2
        return range(smallest, max_n + 1)

    def decide_scene(self, scene: Scene, *, count: bool, use_worst_parameter: bool) -> float | None:
        """Decide the instances of the scene, up to the first hit or fault, which is kept.

        Returns the strain of the scene, the largest of its cases; None if there is a hit or no case has a strain.
        ``count`` adds the cases to the tally. ``use_worst_parameter`` also decides the first instance that is not
        discarded under its worst parameter.
        """
        if scene.is_closed and self.search.space is ParameterDomain.OPEN:  # its parameters may be outside
            return None
        strains: list[float] = []
        for instance in scene.instances(self.over):
            instance_strains = self._decide(instance, count=count)
            if not self.is_open:
                return None
            if instance_strains is None:
                continue  # discarded
            strains += instance_strains
            if use_worst_parameter and (worst_case := self.worst_parameter.applied_to(instance)) is not None:
                worse, strain = worst_case
                self._decide(worse, count=count)
                if not self.is_open:
                    return None
                if strain is not None:
                    strains.append(strain)
            use_worst_parameter = False  # a linear program is slow: one for each scene
        return max(strains, default=None)

    def _decide(self, instance: Instance, *, count: bool) -> list[float] | None:
        """Decide an instance, and keep it if it is a hit, or its fault.

        Returns its strains, if any can be measured; None for a discarded case.
        """
        key = case_key(instance)
        if count and key in self._strains:
            self.repeated += 1
            return self._strains[key]
        metric, statement, started = self.row.metric, self.search.statement, perf_counter()
        try:
            decision = self.row.definitions.decide(metric, statement, instance)
        except Exception as error:  # the definition or the axiom
            raise_if_ours(error)
            self.fault = fault_of(error, metric, instance)
            return None
        discarded = decision.code == DISCARDED  # without a value, or the condition does not hold
        if count:
            self.tally.take(instance.n, not discarded, discarded, decision.code == UNDECIDED)
        if decision.code == statement.axiom.sought_code:
            self.hit = instance
        elif self.deadline is not None and (seconds := perf_counter() - started) > self.deadline:
            self.fault, self.is_slow = _too_slow(seconds, self.deadline, instance), True
        self._strains[key] = None if discarded else self._strain(decision, instance)
        return self._strains[key]

    def _strain(self, decision: Decision, instance: Instance) -> list[float]:
        """Return the strain of a decided case: a list with a number that grows toward a hit, or an empty one.

        The strain is the ratio for a best constant, and for an inequality minus the margin by which it holds, relative
        to its sides (:meth:`.Relation.strain`). An equality that must hold has no strain: where it holds, it is not
        nearly broken.
        """
        answer = decision.answer
        if decision.code == UNDECIDED or answer is None:
            return []
        try:
            if isinstance(answer, (Bounded, Quantity)):
                quantity = answer.quantity if isinstance(answer, Bounded) else answer
                if (ratio := ratio_of(quantity)) is None:
                    return []
                self.extreme = more_extreme(self.extreme, BestRatio(ratio, instance, quantity.sense))
                strain = float(ratio) if quantity.sense == "sup" else -float(ratio)
            elif not isinstance(answer, Relation) or answer.op == "!=":
                return []
            elif answer.op == "==":
                if self.search.statement.axiom.sought_code == FAILS:  # see above
                    return []
                strain = -abs(answer.strain())
            else:
                strain = answer.strain()
        except (Undecided, OverflowError):
            return []
        return [strain] if math.isfinite(strain) else []


def _too_slow(seconds: float, deadline: float, instance: Instance) -> Fault:
    """Return the fault of a case that exceeded the deadline; both times are in seconds."""
    case = "; ".join(f"{name}: {value}" for name, value in {**instance.values, **instance.parameters}.items())
    return Fault(
        Verdict.TIMEOUT, f"a case took {seconds:.3g} s; Hypothesis is set to a deadline of {deadline:g} s (on {case})"
    )
