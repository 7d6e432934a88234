"""Enumeration: a question about values of any sort, decided on every instance of a size, one size after the other.

It is for what no program follows: metrics of lists, of orders with ties, of a space of a user's own, or with values
that are not linear in a parameter. Parameters that are continuous have the values of their grid, which is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import prod
from typing import Any

from ...evidence.cell import arguments_of
from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import AskedTwice, Instance
from ...evidence.witness import of_instance
from ...methods.cases import CasesOfSize, enumerate_cases
from ...methods.encoding import exact_data
from ...methods.pairs_of_top_lists import EveryTopList, pairs_of_top_lists
from ...methods.ranges import SENSES, RangeTally
from ...methods.remembered import RememberedDefinitions
from ...methods.work import SizeTally, TooMany
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import rational
from ...spaces import Space, TopLists
from ...spaces.parameters import ParameterDomain
from .inquiry import Inquiry
from .results import Extremal, SizeAnswer, SizeVerdict

MOST_CASES = 400_000
"""Cases of one size, up to renaming the items, beyond which it is not enumerated."""
FEW_CASES = 8_000
"""Instances of one size up to which each is decided, also where renaming the items would spare some."""
MOST_IRRATIONAL = 40_000
"""The same where a smaller size has values with roots or logarithms."""


@dataclass
class Enumerated:
    """A question while its sizes are enumerated."""

    inquiry: Inquiry
    registry: Registry
    sizes: list[SizeAnswer] = field(default_factory=list)
    reason: str = ""
    """Why nothing more is enumerated, or why a size is undecided."""
    ended: bool = False
    is_irrational: bool = False

    def __post_init__(self) -> None:
        self.metric = over_all_items(self.inquiry.metric)
        self.definitions = AskedTwice(self.registry)
        self.evaluator = RememberedDefinitions(self.definitions)
        over = self.inquiry.ratio.over(self.metric).values()
        self.is_complete = all(space.complete for space in (*over, *self.metric.parameters.values()))

    @property
    def compared(self) -> list[Metric]:
        """The metrics whose values enter."""
        other = self.inquiry.divided_by
        return [self.inquiry.metric, *([self.registry.metric(other)] if other else [])]

    def enumerate(self, n: int) -> None:
        """Decide the next size."""
        if self.ended:
            return
        try:
            tally = self._tally(n)
        except TooMany:
            self.ended, self.reason = True, f"n = {n} has too many instances to enumerate; --search N looks beyond"
            return
        finally:
            self.evaluator.forget()
        if n == 1 and not tally.cases and tally.fault is None:
            return  # of one item nothing is asked
        self.is_irrational |= tally.is_irrational
        self.sizes.append(self._answer(n, tally))
        self.ended = tally.fault is not None

    def _tally(self, n: int) -> RangeTally:
        statement, parameters = self.inquiry.ratio, self.inquiry.metric.parameters
        most = MOST_IRRATIONAL if self.is_irrational else MOST_CASES
        over = list(statement.over(self.metric).values())
        pair = [space for space in over if isinstance(space, EveryTopList)]
        if len(over) == len(pair) == 2 and all(metric.is_of_places for metric in self.compared):
            size = CasesOfSize(self.metric, statement, parameters, n, self.evaluator, RangeTally)
            tally = size.decide(pairs_of_top_lists(n, pair[0], pair[1], most), self.evaluator)
        else:
            tally = self._by_orbits(n, most)
        assert isinstance(tally, RangeTally)
        return tally

    def _by_orbits(self, n: int, most: int) -> SizeTally:
        """Decide the first instance of each orbit under renaming where there are many instances, else every one."""
        statement, parameters = self.inquiry.ratio, self.inquiry.metric.parameters
        for at_most in (min(FEW_CASES, most), most):
            with suppress(TooMany):
                return enumerate_cases(self.metric, statement, parameters, n, self.evaluator, at_most, RangeTally)
        raise TooMany

    def _answer(self, n: int, tally: RangeTally) -> SizeAnswer:
        verdict: SizeVerdict = "exhausted" if self.is_complete else "grid"
        if tally.fault is not None:
            verdict, self.reason = "undecided", tally.fault.reason
        elif tally.hit is not None:
            verdict = "refuted"
        elif tally.undecided or not tally.cases:
            verdict = "undecided"
            none = "no case is left: the metric has no value, or none meets the condition"
            self.reason = f"n = {n}: {f'{tally.undecided:,} cases are undecided' if tally.cases else none}"
        smallest = self.is_complete and all(size.verdict == "exhausted" for size in self.sizes)
        return SizeAnswer(
            n=n,
            verdict=verdict,
            rankings=0,
            classes=0,
            cases=tally.cases,
            discarded=tally.discarded,
            extremes=tuple(self._extremes(tally)),
            refutation=self._witness(tally.hit, "refutes", smallest=smallest) if verdict == "refuted" else None,
        )

    def _extremes(self, tally: RangeTally) -> Iterator[Extremal]:
        for sense in SENSES:
            if (best := tally.constant(sense)) is not None:
                value, instance = best
                yield Extremal(sense, str(value), self._witness(instance, "attains"))
            elif sense in tally.unbounded or sense in tally.best:
                yield Extremal(sense, INFINITE)

    def _witness(self, instance: Instance | None, shows: str, *, smallest: bool = False) -> Witness | None:
        if instance is None:
            return None
        statement = self.inquiry.statement if shows == "refutes" else self.inquiry.ratio
        return of_instance(
            self.definitions,
            self.metric,
            statement,
            instance,
            space=ParameterDomain.OPEN,
            shows=shows,
            smallest=smallest,
        )

    def certificate(self) -> dict[str, Any] | None:
        """The certificate of the best constant up to the size that was seen through; None where there is none.

        A metric with parameters has more instances than can be listed, and irrational values are no fractions.
        """
        inquiry = self.inquiry
        if self.metric.parameters or self.is_irrational or not self.is_complete:
            return None
        sizes = list(takewhile(lambda size: self._constant(size) is not None or size.n == 1, self.sizes))
        if not sizes or sizes[-1].n < 2:
            return None
        by_n = {size.n: size for size in sizes}
        listed = [self._listed(n, by_n.get(n)) for n in range(1, sizes[-1].n + 1)]
        return {
            "kind": "exhaustive",
            "metric": inquiry.metric.name,
            "axiom": inquiry.statement.axiom.id,
            "arguments": arguments_of(inquiry.statement),
            "parameter": "",
            "space": ParameterDomain.CLOSED,
            "sense": inquiry.sense,
            "by": ["renaming"] if all(metric.is_of_places for metric in self.compared) else [],
            "items": "unnamed" if all(metric.is_of_places for metric in self.compared) else "numbered",
            "largest": sizes[-1].n,
            "sizes": listed,
        }

    def _constant(self, size: SizeAnswer) -> str | None:
        """The best constant of a size in the sense that is asked; None where it is not known, or none will do."""
        extreme = size.extreme(self.inquiry.sense)
        return None if extreme is None or extreme.value == INFINITE or size.verdict == "undecided" else extreme.value

    def _listed(self, n: int, size: SizeAnswer | None) -> dict[str, Any]:
        """A size as a certificate has it; of one that is not in the answer nothing is asked."""
        constant = None if size is None else self._constant(size)
        value = (
            None if constant is None else exact_data(-rational(constant) if self.inquiry.sense == "sup" else constant)
        )
        spaces = self.inquiry.ratio.over(self.metric).values()
        instances = prod(space.count(n) for space in spaces)
        asked = 0 if size is None else size.cases
        return {"n": n, "value": value, "instances": instances, "asked": asked, "facets": [], "classes": []}


def over_all_items(metric: Metric) -> Metric:
    """The metric over the top lists of all items that two of them can have, in the place of the few that are listed."""
    wider: dict[str, Space] = {
        name: EveryTopList(space.equal) if type(space) is TopLists else space
        for name, space in metric.arguments.items()
    }
    return replace(metric, arguments=wider) if wider != dict(metric.arguments) else metric
