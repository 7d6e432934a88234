"""Enumeration case by case: decide every instance of a statement, size by size, on cached values.

It serves metrics that cannot be tabulated (:mod:`.enumeration`): of lists, of orders with ties, or with a number as the
parameter. An *instance* is a choice of the statement's arguments, and a *case* is an instance together with values of
the metric's parameters. An *orbit* is a set of instances that differ only in the names of their items. Where renaming
the items is known to change no value, one instance of each orbit is decided.

:class:`CaseByCase` is the method. :func:`enumerate_cases` decides one size for it. :func:`find_smaller` uses the same
enumeration to tell whether a witness is the smallest.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from ..evidence.evidence import Witness
from ..evidence.fault import fault_of, raise_if_ours
from ..evidence.instance import Changed, Definitions, Instance
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..evidence.witness import over_space_of, statement_of
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.promises import keeps_promise
from ..model.registry import Registry
from ..model.relation import DISCARDED, ROUNDED, UNDECIDED, Bounded, Quantity
from ..numbers.exact import Formal
from ..spaces import Permutations, Relabellings, Space
from .instances import Combinations, InvariantValues, NoRenamings, are_nameless, generators_first, named_items
from .judging import ENUMERATION, record_reach, record_size
from .profile import Profile
from .remembered import RememberedDefinitions
from .search import CellSearch, Method, RowSearch, SizeTally, TooMany

CASES_BETWEEN_TICKS = 4096
"""Cases between two calls of ``tick()``, which tells the supervising process that this one is alive."""
MAX_CASES_OF_A_SIZE = 20_000
"""Most cases of a size that :func:`find_smaller` enumerates."""
Smallness = Literal["smallest", "not smallest", "not decided"]
"""Whether no counterexample has fewer items than a witness."""
MAX_VALUES_INSPECTED = 500
"""Most values that are inspected for irrational ones, whose exact arithmetic is slow."""
MAX_SIZE_OF_FEW_CASES = 30
"""Largest size tried. In practice the number of cases ends the enumeration before."""
MAX_IRRATIONAL_CASES = 40_000
"""Most cases of one size with irrational values: such a case takes as long as a hundred with rational values."""
MAX_LARGE_IRRATIONAL_CASES = 2_000
"""Most such cases of a size above ``max_n_irrational + 1``, where each takes as long as a thousand rational ones."""
ENOUGH_IRRATIONAL_CASES = (2_000, 600)
"""Decided cases after which no larger size is tried with irrational values, for claims and for other statements."""
SIZE_INSPECTED = 3
"""Size at which values are inspected for irrational ones; smaller sizes have few."""


def enumerate_cases(
    metric: Metric,
    statement: Statement,
    parameters: Mapping[str, Space],
    n: int,
    evaluator: RememberedDefinitions,
    max_instances: int,
    new_tally: Callable[[], SizeTally] = SizeTally,
) -> SizeTally:
    """Decide every instance over n items, up to the first hit unless the tally continues after it.

    A *hit* is an instance that settles the statement. ``parameters`` has the space of each parameter of the metric. A
    statement about a group is decided on generators if the axiom allows, and on the whole group only if a case has no
    value. With more than ``max_instances``, the first of each orbit is decided, provided that renaming the items is
    known to change nothing. Raises :class:`TooMany` if orbits cannot be used, or are more than that too.
    """
    size = CasesOfSize(metric, statement, parameters, n, evaluator, new_tally)
    over = statement.over(metric)
    for generators in generators_first(statement.axiom):
        if not generators and any(space.count(n) > max_instances for space in over.values()):
            raise TooMany  # before the values of the spaces are listed
        instances = Combinations.of(over, n, generators=generators)
        if instances.count * size.parameter_values.count > max_instances:
            return size.decide_orbits(instances, max_instances)
        tally = size.decide(((values, 1) for values in instances), evaluator)  # each stands for itself alone
        if tally.hit is not None or tally.fault is not None or not tally.discarded:
            break
    return tally


@dataclass
class CasesOfSize:
    """The cases of a statement about a metric over n items, with parameters in these spaces."""

    metric: Metric
    statement: Statement
    parameters: Mapping[str, Space]
    n: int
    evaluator: RememberedDefinitions
    new_tally: Callable[[], SizeTally] = SizeTally

    @property
    def parameter_values(self) -> Combinations:
        """All combinations of enumerated parameter values."""
        return Combinations.of(self.parameters, self.n)

    def decide_orbits(self, instances: Combinations, max_instances: int) -> SizeTally:
        """Decide the first instance of each orbit, counted for the whole orbit.

        Raises :class:`TooMany` unless the statement, the parameters and the metric's values are independent of names.
        """
        spaces, over = self.statement.over(self.metric).values(), tuple(instances.lists.values())
        has_group = any(isinstance(space, (Permutations, Relabellings)) for space in spaces)
        if has_group or not keeps_promise(self.statement.axiom, "label_free") or not are_nameless(self.parameters):
            raise TooMany
        try:
            firsts = self.evaluator.first_of_orbits(over, max_instances // self.parameter_values.count)
        except NoRenamings:
            raise TooMany from None
        values = self.evaluator.invariant(
            self.metric, [*self.parameter_values.by_name()], self.n, named_items(over), max_instances
        )
        if values is None:
            raise TooMany
        tally = self.decide(firsts, values)
        if values.outside and tally.hit is None and tally.fault is None:
            raise TooMany  # the statement evaluated values that were not checked for invariance
        return tally

    def decide(
        self,
        instances: Iterable[tuple[tuple[Any, ...], int]],
        evaluator: RememberedDefinitions | InvariantValues,
    ) -> SizeTally:
        """Decide instances under all parameter values, up to the first hit unless the tally continues after it.

        An instance is the values of the arguments, with the number of instances that it represents: its orbit's size.
        """
        names, metric, statement = list(self.statement.over(self.metric)), self.metric, self.statement
        sought_code = statement.axiom.sought_code
        tally = self.new_tally()

        def instance(values: tuple[Any, ...], parameters: Mapping[str, Any]) -> Instance:
            return Instance(self.n, dict(zip(names, values, strict=True)), parameters)

        bound_metrics = [
            (parameters, evaluator.bound(metric, parameters)) for parameters in self.parameter_values.by_name()
        ]
        cases = (
            (values, count, parameters, bound) for values, count in instances for parameters, bound in bound_metrics
        )
        for number, (values, count, parameters, bound) in enumerate(cases):
            if number % CASES_BETWEEN_TICKS == 0:
                evaluator.tick()
            try:
                code, answer, _ = evaluator.decide_values(statement, bound, values)
            except Exception as error:  # the definition or the axiom
                raise_if_ours(error)
                tally.fault = fault_of(error, metric, instance(values, parameters))
                return tally
            tally.count(code, count)
            if isinstance(answer, (Quantity, Bounded)) and code not in (DISCARDED, UNDECIDED):
                tally.take_ratio(answer, instance(values, parameters))
            if code == ROUNDED:  # a case in floats that fails by rounding at most; reports show the first
                evaluator.rounded.setdefault((metric.name, statement), instance(values, parameters))
            if code == sought_code:
                tally.hit = tally.hit or instance(values, parameters)
                if not tally.continues_after_hit:
                    break
        return tally


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CaseByCase(Method):
    """The method ``enumeration`` case by case: sizes 1, 2, 3 ..., or the sizes of a user's lists."""

    budget: Profile
    is_proved: Callable[[RowSearch, CellSearch], bool]
    """Whether a theorem settles a cell for every n. Then only small sizes are enumerated, unless it has a ratio."""
    name: str = ENUMERATION

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Enumerate the sizes in turn, and record for each cell how far it went."""
        tallies = {search: Tally() for search in searches}
        proved = {search for search in searches if self.is_proved(row, search)}
        evaluator = RememberedDefinitions(row.definitions)
        is_irrational = False  # until values are inspected
        largest_of_proved = self.budget.max_n_proved[-1]  # the last entry is for the enumeration case by case
        sizes = row.given_lists.sizes if row.given_lists else range(1, MAX_SIZE_OF_FEW_CASES + 1)
        for n in sizes:
            if n == SIZE_INSPECTED and not row.given_lists:
                is_irrational = _has_roots_or_logarithms(row)
            # a proved cell needs small sizes only, unless it has a ratio, whose best constant larger sizes may improve
            searches = [
                search
                for search in searches
                if n <= largest_of_proved or search not in proved or search.extreme is not None
            ]
            open_searches = [search for search in searches if search.open]
            for search in searches:
                if row.given_lists or self._needs_size(row, search, n, tallies[search], is_irrational):
                    self._enumerate_size(
                        row, search, n, evaluator, tallies[search], self._case_limit(search, n, is_irrational)
                    )
            try:
                evaluator.spot_check(row.metric)
            except Changed as error:
                for search in open_searches:
                    search.fail(Verdict.FLAKY, str(error))
            evaluator.forget()  # values of this size do not occur at the next
            row.report_reach()
            if not any(search.open and not search.enumeration_ended for search in searches):
                break
        record_reach(row, tallies)

    def _case_limit(self, search: CellSearch, n: int, is_irrational: bool) -> int:
        """Return the largest number of cases of a size that are decided."""
        limit = search.choose_budget(self.budget.cases)
        if not is_irrational:
            return limit
        is_small = n <= self.budget.max_n_irrational + 1
        return min(limit, MAX_IRRATIONAL_CASES if is_small else MAX_LARGE_IRRATIONAL_CASES)

    def _needs_size(self, row: RowSearch, search: CellSearch, n: int, tally: Tally, is_irrational: bool) -> bool:
        """Return whether to enumerate a size: within the budget, or beyond it after too few cases.

        A size beyond the budget at which a space has no values ends the enumeration of the cell.
        """
        enough = search.choose_budget(self.budget.enough_cases)
        if is_irrational:
            enough = min(enough, search.choose_budget(ENOUGH_IRRATIONAL_CASES))
        if n <= search.choose_budget(self.budget.max_n_case_by_case):
            return not is_irrational or n <= self.budget.max_n_irrational + 1 or tally.cases < enough
        if tally.cases >= enough:
            return False
        search.enumeration_ended = search.enumeration_ended or not all(
            _has_values(space, n) for space in row.spaces_used(search)
        )
        return not search.enumeration_ended

    def _enumerate_size(
        self, row: RowSearch, search: CellSearch, n: int, evaluator: RememberedDefinitions, tally: Tally, max_cases: int
    ) -> None:
        """Enumerate one size of one cell, if it has at most ``max_cases`` cases, and record the result in its tally."""
        if not search.open or search.enumeration_ended:
            return
        row.definitions.tick()
        try:
            parameters = search.statement.parameters(row.metric.parameters)
            size_tally = enumerate_cases(row.metric, search.statement, parameters, n, evaluator, max_cases)
        except TooMany:
            search.enumeration_ended = True
        else:
            record_size(row, search, size_tally, n, tally)


def _has_values(space: Space, n: int) -> bool:
    """Return whether a space has values of a size beyond the budget; a user's space may have a largest size."""
    if type(space).__module__.startswith("axiomatrix."):
        return True
    try:
        return len(space.enumerate(n)) > 0
    except Exception as error:  # the space may raise anything for a size that it lacks; errors from elsewhere pass
        frames = traceback.walk_tb(error.__traceback__)
        if not any(frame.f_globals.get("__name__") == type(space).__module__ for frame, _ in frames):
            raise
        return False


def _has_roots_or_logarithms(row: RowSearch) -> bool:
    """Return whether one of the metric's first values on three items is irrational."""
    metric, n = row.metric, SIZE_INSPECTED
    all_arguments, all_parameters = Combinations.of(metric.arguments, n), Combinations.of(metric.parameters, n)
    calls = ((arguments, parameters) for arguments in all_arguments for parameters in all_parameters.by_name())
    for arguments, parameters in islice(calls, MAX_VALUES_INSPECTED):
        try:
            value = row.definitions.value(metric, *arguments, parameters)
        except Exception as error:  # of the definition; the enumeration reports it
            raise_if_ours(error)
            continue
        if isinstance(value, Formal):
            return True
    return False


# --- whether a witness is the smallest ---------------------------------------------------------------------------


def find_smaller(witness: Witness, registry: Registry) -> Smallness:
    """Look for a smaller instance that settles the statement of a witness, and say whether the witness is the smallest.

    It is not decided where a space is continuous, where a size has too many cases or an undecided one, and where the
    definition fails.
    """
    if witness.n == 1:
        return "smallest"
    if witness.shows not in ("refutes", "shows"):  # such as one that attains a constant
        return "not decided"
    metric = over_space_of(registry.metric(witness.metric), witness)
    statement = statement_of(witness, registry, metric)
    parameters = witness.space.of(metric.parameters)
    spaces = (*statement.over(metric).values(), *parameters.values())
    evaluator = RememberedDefinitions(Definitions(registry))
    is_complete = all(space.complete for space in spaces)  # every value of a complete space is enumerated
    for n in range(1, witness.n):
        try:
            tally = enumerate_cases(metric, statement, parameters, n, evaluator, MAX_CASES_OF_A_SIZE)
        except (TooMany, Changed):
            return "not decided"
        if tally.hit is not None:
            return "not smallest"
        is_complete = is_complete and not tally.undecided and tally.fault is None
        evaluator.forget()
    return "smallest" if is_complete else "not decided"
