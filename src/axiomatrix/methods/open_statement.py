"""A statement that is open while scenes are drawn: its instances are decided, and how near they come is kept."""

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
from .extremal import Oracle
from .scenes import Scene, case_key
from .search import Best, CellSearch, RowSearch, further


@dataclass(eq=False)
class OpenStatement:
    """An open statement while scenes are drawn: its question, and their results."""

    row: RowSearch
    search: CellSearch
    over: Mapping[str, Space]
    domains: tuple[ParameterDomain, ...]
    """Where the statement is asked, in this cell and in another one."""
    least: int
    """The least size that it is asked at."""
    cases: int
    """How many cases are wanted, all sizes together."""
    rounds: tuple[int, ...]
    """How many scenes are drawn of a size, in multiples of those that could be enough."""
    oracle: Oracle
    deadline: float | None = None
    """How many seconds the decision of a case may take, if a user's settings of Hypothesis say so."""
    tally: Tally = field(default_factory=Tally)
    extreme: Best | None = None
    hit: Instance | None = None
    fault: Fault | None = None
    repeated: int = 0
    strain: float | None = None
    """How near the cases have come to what is looked for; None if that cannot be said."""
    is_slow: bool = False
    """Whether a case took longer than the deadline. Another clock would say otherwise, so nothing is shrunk then."""
    _strains: dict[object, list[float] | None] = field(default_factory=dict)
    """How near each case comes, None where it was discarded: a case that comes again says nothing new."""

    @property
    def is_open(self) -> bool:
        """Return whether nothing was found."""
        return self.hit is None and self.fault is None

    def is_like(self, before: tuple[Instance | None, Fault | None]) -> bool:
        """Return whether the two have the same outcome: an instance, a fault, or nothing."""
        hit, fault = before
        return (hit is None or self.hit is not None) and (fault is None or self.fault is not None)

    def drawn_sizes(self, max_n: int) -> Sequence[int]:
        """The sizes that are drawn for it; those of lists that a user gave are their lengths."""
        given = [space.sizes for space in self.over.values() if isinstance(space, GivenLists)]
        asked_of = list(self.search.statement.axiom.over.values())
        least = 1 if len(asked_of) == 1 and not isinstance(asked_of[0], Places) else 2  # one item is not a search
        return given[0] if given else range(least, max_n + 1)

    def ask(self, scene: Scene, *, count: bool, worsen: bool) -> float | None:
        """Decide the instances in the scene until there is one that is looked for, or that the definition cannot do.

        It is kept. The answer is how near the scene comes, if that can be said. With ``worsen`` the first instance is
        decided under its worst parameter too.
        """
        if scene.is_closed and self.search.space is ParameterDomain.OPEN:
            return None
        strains: list[float] = []
        for instance in scene.instances(self.over):
            of_instance = self._decide(instance, count=count)
            if not self.is_open:
                return None
            if of_instance is None:
                continue
            strains += of_instance
            if worsen and (answer := self.oracle.worse(instance)) is not None:
                worse, strain = answer
                self._decide(worse, count=count)
                if not self.is_open:
                    return None
                strains += [] if strain is None else [strain]
            worsen = False
        return max(strains, default=None)

    def _decide(self, instance: Instance, *, count: bool) -> list[float] | None:
        """How near the instance comes, if that can be said; None if it is discarded.

        It is kept if it is what is looked for, or if it cannot be decided.
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
        discarded = decision.code == DISCARDED
        if count:
            self.tally.take(instance.n, not discarded, discarded, decision.code == UNDECIDED)
        if decision.code == statement.axiom.sought:
            self.hit = instance
        elif self.deadline is not None and (seconds := perf_counter() - started) > self.deadline:
            self.fault, self.is_slow = _too_slow(seconds, self.deadline, instance), True
        self._strains[key] = None if discarded else self._strain(decision, instance)
        return self._strains[key]

    def _strain(self, decision: Decision, instance: Instance) -> list[float]:
        """Return the targets to be maximised, if any: how near the case is to a hit."""
        answer = decision.answer
        if decision.code == UNDECIDED or answer is None:
            return []
        try:
            if isinstance(answer, (Bounded, Quantity)):
                quantity = answer.quantity if isinstance(answer, Bounded) else answer
                if (ratio := ratio_of(quantity)) is None:
                    return []
                self.extreme = further(self.extreme, (ratio, instance, quantity.sense))
                strain = float(ratio) if quantity.sense == "sup" else -float(ratio)
            elif not isinstance(answer, Relation) or answer.op == "!=":
                return []
            elif answer.op == "==":
                if self.search.statement.axiom.sought == FAILS:  # an equality that holds is never nearly broken
                    return []
                strain = -abs(answer.strain())
            else:
                strain = answer.strain()
        except (Undecided, OverflowError):
            return []
        return [strain] if math.isfinite(strain) else []


def _too_slow(seconds: float, deadline: float, instance: Instance) -> Fault:
    """A case whose decision took longer than the deadline."""
    case = "; ".join(f"{name}: {value}" for name, value in {**instance.values, **instance.parameters}.items())
    return Fault(
        Verdict.TIMEOUT, f"a case took {seconds:.3g} s; Hypothesis is set to a deadline of {deadline:g} s (on {case})"
    )
