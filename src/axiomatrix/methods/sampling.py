"""Sampling: Hypothesis draws rankings and parameters, is led toward small slack, and shrinks what fails."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.errors import Flaky

from ..evidence.instance import Decision, Definitions, Instance, described, is_beyond, ratio_of
from ..evidence.reach import Tally
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import DISCARDED, FAILS, HOLDS, UNDECIDED, Bounded, Quantity, Relation
from ..numbers.exact import Undecided, Undefined
from ..spaces import GivenLists, ParameterSpace, Places, Rankings, Space
from ..spaces.choices import Drawn, HypothesisChooser, no_local_constants
from .table import Changed, FaultyDefinition

BATCH = 16
"""Cases drawn in one example: an example has a cost of its own that several cases share."""
PATIENCE = 4
"""How many draws a case may take before its example gives up on instances that the statement is about."""
MOST_DRAWS = 20
"""How many draws a case of the budget may take over the whole run."""


class _Enough(BaseException):
    """The budget of cases is spent; passes through Hypothesis, which counts examples."""


class _Hit(Exception):
    """The drawn instance is what was looked for."""


@dataclass
class Sampled:
    """What sampling said."""

    tally: Tally = field(default_factory=Tally)
    hit: Instance | None = None
    extreme: tuple[Any, Instance, str] | None = None
    stop: str = "budget of cases spent"


def draw_instance(
    draw: HypothesisChooser, over: Mapping[str, Space], spaces: Mapping[str, ParameterSpace], sizes: Sequence[int]
) -> Instance:
    """One instance over a number of items of one of the sizes."""
    largest = sizes[-1]
    choose = draw.pool(sum(space.bits(largest) for space in over.values()) // 8 + 2)
    n = sizes[choose.integer(0, len(sizes) - 1)]
    values: dict[str, Any] = {}
    before: list[Any] = []
    for name, space in over.items():
        values[name] = space.draw(choose, n, before)
        if type(space) is Rankings or space.sort not in ("", Rankings.sort):
            before.append(values[name])
    if spaces:
        choose = draw.pool(sum(space.bits(largest) for space in spaces.values()) // 8 + 1)
    return Instance(n, values, {name: space.draw(choose, n) for name, space in spaces.items()})


class Sampler:
    """A statement sampled on one space."""

    def __init__(
        self,
        metric: Metric,
        statement: Statement,
        spaces: Mapping[str, ParameterSpace],
        definitions: Definitions,
        budget: int,
        max_n: int,
    ) -> None:
        self.metric = metric
        self.statement = statement
        self.spaces = spaces
        self.definitions = definitions
        self.budget = budget
        self.max_n = max_n
        self.min_n = 1 if len(statement.axiom.over) == 1 and not self._has_places() else 2  # one item is no search
        self.over = statement.over(metric)
        given = [space.sizes for space in self.over.values() if isinstance(space, GivenLists)]
        self.sizes: Sequence[int] = given[0] if given else range(self.min_n, max_n + 1)
        self.wanted = HOLDS if statement.axiom.quantifier == "there is" else FAILS
        self.sampled = Sampled()
        self.latest: Instance | None = None
        self._faulty = False
        from .oracle import Oracle  # loads the solver

        self.oracle = Oracle(metric, statement, definitions.registry, definitions)

    def run(self, seed: int) -> Sampled:
        """Draw until the budget of cases is spent or something is found."""

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=max(1, self.budget),
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.target, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
            derandomize=False,
        )
        @hypothesis.given(Drawn(self._batch))
        def search(best: float | None) -> None:
            if best is not None:
                hypothesis.target(best)
            if self.latest is not None and self._fresh:
                raise _Hit
            spent = self.sampled.tally.cases >= self.budget or self.drawn >= MOST_DRAWS * self.budget
            if self._searching and spent:
                raise _Enough  # here, and not while drawing: an example that ends early would look inconsistent

        self._fresh = False
        with no_local_constants(), warnings.catch_warnings():
            warnings.simplefilter("ignore", hypothesis.errors.NonInteractiveExampleWarning)
            # a definition that uses ``random`` is evaluated while cases are drawn
            warnings.simplefilter("ignore", hypothesis.errors.HypothesisDeprecationWarning)
            try:
                search()
            except _Enough:
                pass
            except _Hit:
                self.sampled.hit, self.sampled.stop = self.latest, "found"
            except Flaky as error:
                raise Changed(f"{self.metric.name} answered differently on the same case: {error}") from None
        if self.sampled.hit is None and self.sampled.tally.cases < self.budget:
            exhausted = self.drawn < MOST_DRAWS * self.budget
            self.sampled.stop = "nothing new to draw" if exhausted else "most draws discarded"
        return self.sampled

    @property
    def _searching(self) -> bool:
        """Whether nothing is found yet: what Hypothesis draws to shrink what is found is neither counted nor ended."""
        return self.latest is None and not self._faulty

    def _has_places(self) -> bool:
        return any(isinstance(space, Places) for space in self.statement.axiom.over.values())

    @property
    def drawn(self) -> int:
        """All cases drawn, usable or not."""
        return self.sampled.tally.cases + self.sampled.tally.discarded

    def _batch(self, choose: HypothesisChooser) -> float | None:
        """Draw and decide a batch of cases; the largest strain among them."""
        self._fresh = False
        self.definitions.tick()
        best: float | None = None
        usable = 0
        for _ in range(BATCH * PATIENCE):
            try:
                instance = draw_instance(choose, self.over, self.spaces, self.sizes)
            except Undefined:  # so few items have no value of a space, such as a pair of ranks
                self.sampled.tally.discarded += self._searching
                continue
            decision = self._decide(instance)
            if decision.code == self.wanted:
                self._fresh, self.latest = True, instance
                return best
            usable += decision.code != DISCARDED
            strains = [best, self._strain(decision, instance)]
            if usable == 1 and decision.code != DISCARDED and (found := self.oracle.worse(instance)) is not None:
                worse, strain = found
                strains.append(strain)
                if self._decide(worse).code == self.wanted:
                    self._fresh, self.latest = True, worse
                    return best
            best = max((strain for strain in strains if strain is not None), default=None)
            if usable == BATCH:
                break
        return best

    def _decide(self, instance: Instance) -> Decision:
        try:
            decision = self.definitions.decide(self.metric, self.statement, instance)
        except Exception as error:
            self._faulty = True
            text = described(error, self.metric, instance)
            raise FaultyDefinition(text) from error
        tally = self.sampled.tally
        if self._searching and tally.cases < self.budget:
            discarded = decision.code == DISCARDED
            tally.take(instance.n, not discarded, discarded, decision.code == UNDECIDED)
        return decision

    def _strain(self, decision: Decision, instance: Instance) -> float | None:
        """What ``target()`` is to increase: how near the case is to what is looked for."""
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
        best = self.sampled.extreme
        if self._searching and (best is None or is_beyond(ratio, best[0], quantity.sense)):
            self.sampled.extreme = (ratio, instance, quantity.sense)
        return float(ratio) if quantity.sense == "sup" else -float(ratio)


def sample(
    metric: Metric,
    statement: Statement,
    spaces: Mapping[str, ParameterSpace],
    definitions: Definitions,
    *,
    budget: int,
    max_n: int,
    seed: int,
) -> Sampled:
    """Sample a statement on the spaces given for the metric's parameters."""
    return Sampler(metric, statement, spaces, definitions, budget, max_n).run(seed)
