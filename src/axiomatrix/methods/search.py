"""State of rows and cells while methods decide them, the protocol of a method, and the tally of one size.

A row has the cells of one metric: a cell for each statement on the open space of its parameters, and perhaps another
on the closure. The engine makes a :class:`RowSearch` for the row, with a :class:`CellSearch` for each cell. The methods
run in sequence (:class:`Method`). Each reads and updates the searches, until all cells have a hit, a proof or a
fault.

* An *instance* is a choice of the statement's arguments, with values of the metric's parameters.
* A *hit* is an instance that settles a cell: a counterexample, or an example for a statement *there is*.
* A *reach* says how far a method went without a hit: its sizes and its numbers of cases.
* The *extreme* of a cell is the largest or the smallest ratio so far, for a statement that asks for a best constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from ..evidence.cell import Cell, CellKey, ClaimNote, arguments_of
from ..evidence.evidence import Evidence, Uncertified
from ..evidence.fault import Fault, FaultDetails, details_of_output
from ..evidence.instance import Definitions, Instance, Recorded, is_beyond, ratio_of
from ..evidence.reach import Reach, SearchStatistics
from ..evidence.verdict import Verdict
from ..evidence.words import grouped
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.promises import keeps_promise
from ..model.registry import Registry
from ..model.relation import DISCARDED, UNDECIDED, Answer, Bounded, Quantity
from ..spaces import GivenLists, Space
from ..spaces.parameters import ParameterDomain, are_inside

if TYPE_CHECKING:
    from ..catalogue.proofs import Proof


class BestRatio(NamedTuple):
    """The most extreme ratio of some cases."""

    ratio: Any
    instance: Instance
    """The instance that attains the ratio."""
    sense: str
    """``sup`` where the largest ratio is sought, ``inf`` where the smallest is."""


def more_extreme(best: BestRatio | None, candidate: BestRatio | None) -> BestRatio | None:
    """Return the more extreme of two ratios: the candidate only if it certainly goes beyond the best so far."""
    if candidate is None or best is None:
        return candidate or best
    return candidate if is_beyond(candidate.ratio, best.ratio, candidate.sense) else best


@dataclass(eq=False)
class CellSearch:
    """A cell while it is being decided: open until it has a hit, a proof or a fault."""

    statement: Statement
    space: ParameterDomain
    """The space that the metric declares for its parameters (open), or its closure, which adds the boundary."""
    claims: tuple[ClaimNote, ...]
    """Claims that sources make about the cell."""
    seed: int
    """The seed of the cell's random draws."""
    hit: Instance | None = None
    recorded_decision: Recorded | None = None
    """The recorded decision of the hit, from which the witness is made."""
    method: str = ""
    """The method that found the hit."""
    is_smallest: bool = False
    """Whether no smaller hit exists: every size below it was decided completely, and not on a grid."""
    enumeration_ended: bool = False
    """Whether the enumeration ended: the next size has too many instances, or a space has no values of it."""
    enumerated: int = 0
    """The largest size that was enumerated, even if it had no case."""
    extreme: BestRatio | None = None
    reach: list[Reach] = field(default_factory=list)
    """How far each finished method went."""
    enumeration_reach: Reach | None = None
    """How far the enumeration of this task has come; None where another task enumerates."""
    proof: Proof | None = None
    """A proof for every n whose steps hold on the definitions as far as they were checked."""
    fault: Fault | None = None
    """Why the cell has no verdict: the definition raised, or did not answer alike twice."""
    uncertified: Uncertified | None = None
    """Reason why no method certifies the cell, if one is known."""

    @property
    def open(self) -> bool:
        """Return whether the cell is still undecided."""
        return self.hit is None and self.fault is None and self.proof is None

    @property
    def is_existential(self) -> bool:
        """Return whether the statement says that there is an instance, so that a hit proves it."""
        return self.statement.axiom.quantifier == "there is"

    @property
    def certified(self) -> int:
        """The largest size up to which a method other than enumeration excludes hits for all parameters."""
        return max((r.largest for r in self.reach if r.excludes_all and r.method != "enumeration"), default=0)

    def choose_budget(self, budget: tuple[int, int]) -> int:
        """Choose from a pair of budgets: the first for a cell with claims, the second for one without."""
        return budget[0] if self.claims else budget[1]

    def fail(self, verdict: Verdict, reason: str, details: FaultDetails | None = None) -> None:
        """End the cell with a fault; a second fault is ignored."""
        if verdict is Verdict.FLAKY:
            details = details or details_of_output()
        self.fault = self.fault or Fault(verdict, reason, details)

    def take_extreme(self, extreme: BestRatio | None) -> None:
        """Keep a ratio if it goes beyond the best one so far."""
        self.extreme = more_extreme(self.extreme, extreme)


@dataclass(eq=False)
class RowSearch:
    """The search for all cells of one metric."""

    metric: Metric
    registry: Registry
    definitions: Definitions
    """Evaluates metrics and statements. Its ``tick()`` tells the supervising process that work continues."""
    searches: list[CellSearch]
    seed: int = 0
    meaningless: list[Cell] = field(default_factory=list)
    """Cells of declared statements that do not apply to the metric, such as one about a parameter that it lacks."""
    send_reach: Callable[[dict[CellKey, list[Reach]]], None] = lambda by_cell: None
    """Called with the reach of the open cells as the row progresses."""
    on_settled: Callable[[CellSearch], None] = lambda search: None
    """Called with each cell as soon as an instance settles it."""
    statistics: list[SearchStatistics] = field(default_factory=list)
    """Statistics of each Hypothesis search."""
    _last_sent: dict[CellSearch, list[Reach]] = field(default_factory=dict)
    """The reach of each cell as :meth:`report_reach` sent it last."""
    _records: dict[tuple[Statement, int], Recorded] = field(default_factory=dict)
    """The records of :meth:`record`, by statement and id of the instance."""

    @property
    def open_searches(self) -> list[CellSearch]:
        """The cells that are still open."""
        return [search for search in self.searches if search.open]

    def key(self, search: CellSearch) -> CellKey:
        """Return the key of the cell."""
        return CellKey.of_statement(self.metric.name, search.statement, search.space)

    def cell(self, search: CellSearch, evidence: Evidence) -> Cell:
        """Make the cell of this search with the evidence."""
        name, statement = self.metric.name, search.statement
        return Cell(
            name, statement.axiom.id, arguments_of(statement), search.space, claims=search.claims, evidence=evidence
        )

    def record(self, statement: Statement, instance: Instance) -> Recorded:
        """Record the definition's answer on the instance. It is evaluated once, so that all reports show one answer."""
        key = statement, id(instance)  # the record keeps the instance alive, so that no other object gets its id
        if key not in self._records:
            self._records[key] = self.definitions.record(self.metric, statement, instance)
        return self._records[key]

    def contains(self, search: CellSearch, parameters: Mapping[str, Any], n: int) -> bool:
        """Return whether parameters over n items lie in the space of the cell."""
        return are_inside(parameters, search.space.of(self.metric.parameters), n)

    def spaces_used(self, search: CellSearch) -> list[Space]:
        """Return the spaces of the cell's statement, and of the parameters that it uses."""
        return spaces_used(self.metric, search.statement)

    def is_grid(self, search: CellSearch) -> bool:
        """Return whether some space that the statement uses has more values than are enumerated."""
        return any(not space.complete for space in self.spaces_used(search))

    def has_no_smaller(self, search: CellSearch, n: int) -> bool:
        """Return whether every size below n was exhausted or certified without a hit.

        An enumeration of a metric in floats exhausts nothing, since rounding may hide a hit.
        """
        exhausted = 0
        if self.metric.exact:
            own_reach = search.enumeration_reach
            if own_reach is None:  # another task enumerated, and its reach is in the list
                exhausted = max((reach.largest for reach in search.reach if reach.excludes_all), default=0)
            elif own_reach.excludes_all:
                exhausted = search.enumerated
        return n - 1 <= max(exhausted, search.certified)

    @property
    def given_lists(self) -> GivenLists | None:
        """The user's lists, if the row is decided on these."""
        return next((s for s in self.metric.arguments.values() if isinstance(s, GivenLists)), None)

    def report_reach(self) -> None:
        """Send the reach of the open cells that have progressed, so that it survives a crash of this process."""
        progressed: dict[CellSearch, list[Reach]] = {}
        for search in self.open_searches:
            reach = list(search.reach)
            if not reach and search.enumeration_reach is not None:  # the enumeration has not finished
                reach = [search.enumeration_reach]
            if reach and reach != self._last_sent.get(search):
                progressed[search] = reach
        if progressed:
            self._last_sent |= progressed
            self.send_reach({self.key(search): reach for search, reach in progressed.items()})


def spaces_used(metric: Metric, statement: Statement) -> list[Space]:
    """Return the spaces of a statement about a metric, and of the parameters that it uses."""
    ignores = keeps_promise(statement.axiom, "ignores_parameters")
    return [*statement.over(metric).values(), *(() if ignores else metric.parameters.values())]


def by_statement(searches: Iterable[CellSearch]) -> dict[Statement, list[CellSearch]]:
    """Group searches by statement: a statement is searched on the open space and on the closure together."""
    return grouped(searches, lambda search: search.statement)


class Method(Protocol):
    """A way to get evidence; its budget is fixed at construction.

    A method only proposes. It passes an instance that it finds to
    :func:`axiomatrix.methods.judging.confirm_and_shrink`, which evaluates the definition. Where it finds none, it adds
    to the search a reach that says how far it went.
    """

    @property
    def name(self) -> str:
        """Return the name of the method in the evidence."""

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether the method can decide an open cell; by default it can decide any."""
        return True

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Search the open cells that it can decide, and set their hit, reach, best ratio or fault."""


# --- the tally of one size ---------------------------------------------------------------------------------------


class TooMany(Exception):
    """Raised if a size has more instances than the limits of enumeration allow."""


@dataclass
class SizeTally:
    """Result of enumerating one size of a statement."""

    continues_after_hit: ClassVar[bool] = False
    """Whether cases are still decided after the first hit; subclasses may change it."""
    cases: int = 0
    """Cases in which the metric has a value and the condition holds, undecided ones included."""
    discarded: int = 0
    """Cases in which the metric has no value, or the condition does not hold."""
    undecided: int = 0
    """Cases in which an exact comparison was not decided, such as one of irrational numbers."""
    hit: Instance | None = None
    """The first instance that settles the statement."""
    extreme: BestRatio | None = None
    fault: Fault | None = None
    _rank: tuple[int, ...] | None = None
    """The hit's place in the order of instances: lane, index of the other arguments, indices of the rankings."""

    @property
    def counts(self) -> tuple[int, int, int, bool, bool]:
        """Return the counts on which two enumerations of the same cases must agree."""
        return self.cases, self.discarded, self.undecided, self.hit is None, self.fault is None

    def count(self, code: int, times: int = 1) -> None:
        """Count a case by its code (:mod:`..model.relation`), ``times`` over if it represents several."""
        self.cases += times * (code != DISCARDED)
        self.discarded += times * (code == DISCARDED)
        self.undecided += times * (code == UNDECIDED)

    def take_ratio(self, answer: Answer | None, instance: Instance) -> None:
        """Keep the ratio of a case, if its answer is about a ratio."""
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        if isinstance(quantity, Quantity) and (ratio := ratio_of(quantity)) is not None:
            self.extreme = more_extreme(self.extreme, BestRatio(ratio, instance, quantity.sense))

    def record_hit(self, rank: tuple[int, ...], instance: Instance) -> None:
        """Keep the hit of the lowest rank: simplest parameters, then first rankings."""
        if self._rank is None or rank < self._rank:
            self._rank, self.hit = rank, instance
