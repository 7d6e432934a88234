"""Sampling: cases are drawn at random and near the best so far, each from one number; Hypothesis runs the search.

A case takes a few dozen choices, and drawing them as the strategies of :mod:`axiomatrix.spaces.strategies` do costs ten
times as much as deciding it. So Hypothesis draws the bytes of a case at once, and the spaces make the case from them.
What is found is made small by :mod:`.minimal` and not by Hypothesis: its shrinker sees bytes here and no rankings, ends
by the clock, and cannot shrink what it has not drawn, such as a case whose parameter a linear program gave.
Nor does ``hypothesis.target`` lead an alternative backend: :class:`DrawnNumbers` does.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from ..evidence.instance import Changed, Decision, Definitions, Instance, fault_of, raise_if_ours, ratio_of
from ..evidence.reach import Stop, Tally
from ..evidence.verdict import Verdict
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import DISCARDED, FAILS, UNDECIDED, Bounded, Quantity, Relation
from ..numbers.exact import Undecided, Undefined
from ..spaces import GivenLists, ParameterSpace, Places
from ..values.parameters import Parameter
from .backend import Choices, DrawnNumbers, backend, draw_instance
from .extremal import Oracle
from .judging import settle
from .table import FaultyDefinition
from .work import Best, RowWork, Work, further

BATCH = 16
"""Cases drawn in one example: an example has a cost of its own that several cases share."""
BLOCK = 8
"""Cases whose numbers are drawn at once: a draw has a cost too."""
PATIENCE = 4
"""How many draws a case may take before its example gives up on instances that the statement is about."""
MOST_DRAWS = 20
"""How many draws a case of the budget may take over the whole run."""
SMALLER = 100
"""How many batches of fewer items are looked through once something is found: few steps lead from size to size."""


class _Enough(BaseException):
    """The budget of cases is spent; passes through Hypothesis, which counts examples."""


class _Hit(Exception):
    """The drawn instance is what was looked for."""


class Sampler:
    """A statement sampled on the spaces given for the metric's parameters, and what that says.

    Of each size up to ``enumerated`` half as many cases are drawn, and none if the enumeration was of the ``whole``.
    """

    def __init__(
        self,
        metric: Metric,
        statement: Statement,
        spaces: Mapping[str, ParameterSpace],
        definitions: Definitions,
        *,
        budget: int,
        max_n: int,
        enumerated: int = 0,
        whole: bool = False,
    ) -> None:
        self.metric = metric
        self.statement = statement
        self.spaces = spaces
        self.definitions = definitions
        self.budget = budget
        asked_of = list(statement.axiom.over.values())
        least = 1 if len(asked_of) == 1 and not isinstance(asked_of[0], Places) else 2  # one item is not a search
        self.over = statement.over(metric)
        given = [space.sizes for space in self.over.values() if isinstance(space, GivenLists)]
        self.sizes: Sequence[int] = given[0] if given else _sizes(least, enumerated, max_n, whole)
        bits = sum(space.bits(self.sizes[-1]) for space in (*self.over.values(), *spaces.values()))
        self.size = bits // 8 + 3
        self.blocks = st.binary(min_size=BLOCK * self.size, max_size=BLOCK * self.size)
        self.wanted = statement.axiom.sought
        self.tally = Tally()
        self.hit: Instance | None = None
        self.extreme: Best | None = None
        self.stop = Stop.SPENT
        self.latest: Instance | None = None
        self._cases: set[object] = set()
        """What was counted: a case that comes again says nothing new, and those near the best come again and again."""
        self._discarded: set[object] = set()
        self._repeated = 0
        self._faulty = False
        self.oracle = Oracle(metric, statement, definitions)

    def run(self, seed: int) -> Self:
        """Draw until the budget of cases is spent or something is found, and then look for less of it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", hypothesis.errors.NonInteractiveExampleWarning)
            # a definition that uses ``random`` is evaluated while cases are drawn
            warnings.simplefilter("ignore", hypothesis.errors.HypothesisDeprecationWarning)
            self._search(seed, max(1, self.budget))
            while self.latest is not self.hit and self.latest is not None:
                self.hit, self.stop = self.latest, Stop.FOUND
                self.sizes = [n for n in self.sizes if n < self.latest.n]
                if self.sizes:
                    self._search(seed, SMALLER)
        if self.hit is None and self.tally.cases < self.budget:
            again = self._repeated > self.tally.discarded
            self.stop = Stop.REPEATED if again else Stop.DISCARDED
        self._cases.clear()  # Hypothesis keeps what it has run in circles, and this with it
        self._discarded.clear()
        return self

    def _search(self, seed: int, batches: int) -> None:
        """Have Hypothesis ask for so many batches of cases, or until one has what is looked for."""
        self.numbers = DrawnNumbers(seed, self.size)
        with backend(self.numbers) as name:
            try:
                self._batches(seed, batches, name)
            except (_Enough, _Hit):
                pass
            except Flaky as error:  # what is drawn from us may have failed, and not the metric
                for cause in getattr(error, "exceptions", ()):
                    if not isinstance(cause, (_Hit, FaultyDefinition)):
                        raise_if_ours(cause)
                raise Changed(f"{self.metric.name} answered differently on the same case: {error}") from None

    def _batches(self, seed: int, batches: int, name: str) -> None:
        @hypothesis.seed(seed)
        @hypothesis.settings(
            backend=name,
            max_examples=batches,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
            derandomize=False,
        )
        @hypothesis.given(_batch_of(self))
        def search(is_hit: bool) -> None:
            # it ends here, and not while drawing: an example that ends early would look inconsistent
            if is_hit:
                raise _Hit
            drawn = self.tally.cases + self.tally.discarded + self._repeated
            if self._searching and (self.tally.cases >= self.budget or drawn >= MOST_DRAWS * self.budget):
                raise _Enough

        search()

    @property
    def _searching(self) -> bool:
        """Whether nothing is found yet: what is decided afterwards is not counted."""
        return self.latest is None and not self._faulty

    def batch(self, draw: st.DrawFn) -> bool:
        """Draw and decide a batch of cases; whether what is looked for was among them."""
        self.definitions.tick()
        usable, numbers, before, case = 0, list[int](), -1, None
        for _ in range(BATCH * PATIENCE):
            if usable == BATCH:
                break
            numbers = numbers or self.numbers.numbers(draw(self.blocks))
            number = numbers.pop()
            if number != before:  # Hypothesis begins with the simplest bytes, whose cases are all one
                before, case = number, self._case(number)
            if case is None:
                self.tally.discarded += self._searching
                continue
            instance, key, taken = case
            if self._searching and key in self._discarded:
                self.tally.discarded += 1
                continue
            if self._searching and key in self._cases:
                self._repeated += 1
                self.numbers.again()
                usable += 1  # as it does when Hypothesis asks for the same batch once more
                continue
            decision = self._decide(instance)
            if decision.code == self.wanted:
                self.latest = instance
                return True
            if decision.code == DISCARDED:
                self._discarded.add(key)
                continue
            usable += 1
            keys = [key]
            strain = self._strain(decision, instance)
            if usable == 1 and (answer := self.oracle.worse(instance)) is not None:
                worse, most = answer
                decision = self._decide(worse)
                if decision.code == self.wanted:
                    self.latest = worse
                    return True
                keys += [_key(worse)] * (decision.code != DISCARDED)
                strain = max((s for s in (strain, most) if s is not None), default=None)
            if strain is not None:
                self.numbers.led_by(strain, taken)
            if self._searching:
                self._cases.update(keys)  # last: what fails is asked again, and has to fail again
        return False

    def _case(self, number: int) -> tuple[Instance, object, list[tuple[int, int]]] | None:
        """The case that a number makes, what it is known by, and its choices; None if it makes none.

        So few items may have no value of a space, such as a pair of ranks.
        """
        choose = Choices(number)
        try:
            instance = draw_instance(choose, self.over, self.spaces, self.sizes)
        except Undefined:
            return None
        return instance, _key(instance), choose.taken

    def _decide(self, instance: Instance) -> Decision:
        try:
            decision = self.definitions.decide(self.metric, self.statement, instance)
        except Exception as error:  # the definition or the axiom
            raise_if_ours(error)
            self._faulty = True
            raise FaultyDefinition(*fault_of(error, self.metric, instance)) from error
        if self._searching and self.tally.cases < self.budget:
            discarded = decision.code == DISCARDED
            self.tally.take(instance.n, not discarded, discarded, decision.code == UNDECIDED)
        return decision

    def _strain(self, decision: Decision, instance: Instance) -> float | None:
        """What is to be made larger: how near the case is to what is looked for."""
        answer = decision.answer
        if decision.code in (DISCARDED, UNDECIDED) or answer is None:
            return None
        try:
            if isinstance(answer, (Bounded, Quantity)):
                strain = self._ratio(answer.quantity if isinstance(answer, Bounded) else answer, instance)
            elif not isinstance(answer, Relation) or answer.op == "!=" or (answer.op == "==" and self.wanted == FAILS):
                return None
            else:
                strain = -abs(answer.strain()) if answer.op == "==" else answer.strain()
        except (Undecided, OverflowError):
            return None
        return strain if strain is not None and math.isfinite(strain) else None

    def _ratio(self, quantity: Quantity, instance: Instance) -> float | None:
        ratio = ratio_of(quantity)
        if ratio is None:
            return None
        if self._searching:
            self.extreme = further(self.extreme, (ratio, instance, quantity.sense))
        return float(ratio) if quantity.sense == "sup" else -float(ratio)


@st.composite
def _batch_of(draw: st.DrawFn, sampler: Sampler) -> bool:
    """A batch, of whichever sampler: Hypothesis reads the source of a strategy each time that one is made."""
    return sampler.batch(draw)


def _key(instance: Instance) -> object:
    """What is equal for equal cases; of values that cannot be hashed each is one of its own."""
    parameters = (  # rationals are written sooner than they are hashed
        tuple(map(str, value.entries.values())) if isinstance(value, Parameter) else value
        for value in instance.parameters.values()
    )
    key = *instance.values.items(), *parameters
    try:
        hash(key)
    except TypeError:
        return object()
    return key


def _sizes(least: int, enumerated: int, most: int, whole: bool) -> Sequence[int]:
    """The sizes that are drawn, those that were not enumerated twice if some were."""
    known, larger = range(least, min(enumerated, most) + 1), range(max(least, enumerated + 1), most + 1)
    return [*known, *larger, *larger] if known and not (whole and larger) else larger


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sampling:
    """Cases drawn of each statement: for what is claimed, and for what nobody declared."""

    budget: tuple[int, int]
    max_n: int
    longest: int = 0
    """The largest size where all spaces are ours, if that is more; what was enumerated whole is not drawn then."""
    again: bool = True
    """Whether what nobody declared is drawn too where the draws are values that were enumerated."""
    enough: tuple[int, int] = (0, 0)
    """Cases that are decided in all, the enumerated ones included, where draws can be usable."""
    name: str = "sampling"

    def decides(self, row: RowWork, work: Work) -> bool:
        """Where the budget has cases for it."""
        return self._cases(row, work) > 0

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Draw the cases of each statement."""
        for work in works:
            self._sample(row, work)

    def _cases(self, row: RowWork, work: Work) -> int:
        if row.given:
            return self.budget[0] if work.beyond else 0
        if self._goes_beyond(row, work) and not row.is_grid(work) and work.enumerated >= self.longest:
            return 0  # there is nothing left to draw
        budget = work.share(self.budget)
        known = sum(reach.cases for reach in work.reach)
        if known < work.share(self.enough):
            return max(budget, work.share(self.enough) - known)
        if not self.again and not work.claims and known and not self._goes_beyond(row, work):
            draws_others = any(not space.complete and not space.draws_enumerated for space in row.used(work))
            return budget if draws_others else 0  # more of the same draws would say nothing new
        return budget

    def _goes_beyond(self, row: RowWork, work: Work) -> bool:
        """Whether sizes up to the longest are drawn; of a space of a user's own nobody knows where it ends."""
        return self.longest > self.max_n and all(type(s).__module__.startswith("axiomatrix.") for s in row.used(work))

    def _sample(self, row: RowWork, work: Work) -> None:
        beyond = self._goes_beyond(row, work)
        try:
            sampled = Sampler(
                row.metric,
                work.statement,
                work.statement.parameters(work.space.of(row.metric.parameters)),
                row.definitions,
                budget=self._cases(row, work),
                max_n=self.longest if beyond else self.max_n,
                enumerated=work.enumerated if beyond else 0,
                whole=not row.is_grid(work),
            ).run(work.seed)
        except FaultyDefinition as error:
            work.fail(*error.args)
            return
        except Changed as error:
            work.fail(Verdict.FLAKY, str(error))
            return
        work.reach.append(sampled.tally.reach(self.name, stop=sampled.stop))
        work.take_extreme(sampled.extreme)
        if sampled.hit is not None:
            settle(row, work, sampled.hit, by=self.name, complete=False, of_least_size=False)
