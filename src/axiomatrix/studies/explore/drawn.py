"""Search with Hypothesis at one size: draw scenes, climb toward the extreme ratio, and shrink the best instance.

:mod:`.run` uses it for questions that are enumerated, at sizes beyond the enumeration. One instance proves a lower
bound on a supremum, or an upper bound on an infimum. A *scene* holds several values that are drawn together, and gives
several *cases*, which are instances with their parameters. A *fault* is an error that a definition raises. The budget
counts scenes, so that one seed gives one result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import hypothesis
from hypothesis import Phase

from ...evidence.evidence import INFINITE
from ...evidence.fault import fault_of, raise_if_ours
from ...evidence.instance import EvaluatedTwice, Instance
from ...evidence.slug import derived_seed
from ...methods.drawing import REPRODUCIBLE, settings_of_search
from ...methods.ranges import RangeTally
from ...methods.scenes import Scene, case_key, scenes
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import DISCARDED, UNDECIDED, Bounded, Quantity
from ...numbers.exact import sign
from .inquiry import Inquiry
from .results import Bound

BOUND_WORDS = {"sup": "a lower bound on the constant", "inf": "an upper bound on the constant"}
"""By sense, the words for the bound that an instance proves, for its note."""


class _AsExtreme(Exception):
    """Raised in the test for a scene with an instance as extreme as the best, so that Hypothesis shrinks the scene."""


@dataclass
class DrawnSearch:
    """The search at one size, with its results so far; call :meth:`search` once.

    It runs twice over the same scenes. The first run finds the most extreme ratio, the second shrinks a scene that has
    it.
    """

    inquiry: Inquiry
    metric: Metric
    registry: Registry
    n: int
    tally: RangeTally = field(default_factory=RangeTally)
    """The extremes of the ratio so far."""
    distinct_cases: set[object] = field(default_factory=set)
    """The keys of the cases that were decided."""
    fault: str = ""
    """The reason of the first fault; empty if there is none."""
    best: Any = None
    """The most extreme ratio; None before the second run, and if an instance shows that no constant bounds it."""
    instance: Instance | None = None
    """The simplest instance with that ratio; None before one is found."""

    def __post_init__(self) -> None:
        self.definitions = EvaluatedTwice(self.registry)  # so that a definition that changes its answer is a fault
        self.spaces = self.inquiry.quantity_statement.over(self.metric)
        """The space of each argument of the statement, by name."""

    def search(self, seed: int, budget: int) -> Bound | None:
        """Draw ``budget`` scenes, and again as many to shrink the best instance; return the bound that it proves.

        Returns None if no case has a ratio, or if the definition raises (see ``fault``).
        """
        # In the phase `target` Hypothesis changes the scenes of the largest targets, to find larger ones.
        self._draw_scenes(self._decide_scene, seed, budget, Phase.generate, Phase.target)
        sense = self.inquiry.sense
        if self.fault:
            return None
        if sense in self.tally.unbounded:  # ``best`` stays None
            self.instance = self.tally.unbounded[sense]
        elif sense in self.tally.best:
            self.best, self.instance = self.tally.best[sense]
        else:
            return None
        self._draw_scenes(self._stop_if_as_extreme, seed, budget, Phase.generate, Phase.target, Phase.shrink)
        note = f"the best of {len(self.distinct_cases):,} cases drawn by Hypothesis, seed {seed}: {BOUND_WORDS[sense]}"
        witness = self.inquiry.witness(self.definitions, self.metric, self.instance, "attains")
        value = INFINITE if self.best is None else str(self.best)
        return Bound("search", sense, self.n, value, witness, note)

    def _draw_scenes(self, body: Callable[[Scene], object], seed: int, budget: int, *phases: Phase) -> None:
        """Run ``body`` on ``budget`` scenes of Hypothesis; one seed generates the same scenes in every run.

        ``body`` raises :class:`_AsExtreme` for a scene to shrink.
        """
        name = f"{self.metric.name} {self.inquiry.quantity_statement.id} {self.n}"

        @settings_of_search(REPRODUCIBLE, name, budget, phases)
        @hypothesis.seed(derived_seed(seed, name))
        @hypothesis.given(scenes([self.n], self.spaces, [self.metric.parameters]))
        def test(scene: Scene | None) -> None:
            if scene is None:
                hypothesis.reject()
            body(scene)

        with suppress(_AsExtreme):
            test()

    def _decide_scene(self, scene: Scene) -> list[tuple[Instance, Quantity]]:
        """Decide and return the instances of a scene, and give Hypothesis their most extreme ratio as its target."""
        decided = list(self._quantities(scene))
        targets = []
        for instance, quantity in decided:
            self.distinct_cases.add(case_key(instance))
            self.tally.take_ratio(quantity, instance)
            if sign(quantity.denominator) == 1:
                targets.append(float(quantity.ratio if self.inquiry.sense == "sup" else -quantity.ratio))
        if finite_targets := list(filter(math.isfinite, targets)):
            hypothesis.target(max(finite_targets), label="the ratio")
        return decided

    def _stop_if_as_extreme(self, scene: Scene) -> None:
        """Raise :class:`_AsExtreme` for a scene that has an instance as extreme as the best."""
        for instance, quantity in self._decide_scene(scene):
            denominator_sign = sign(quantity.denominator)
            if self.best is None:  # no constant bounds the ratio: the denominator is 0
                unbounded_sign = 1 if self.inquiry.sense == "sup" else -1
                is_as_extreme = denominator_sign == 0 and sign(quantity.numerator) == unbounded_sign
            else:
                is_as_extreme = denominator_sign == 1 and sign(quantity.ratio - self.best) == 0
            if is_as_extreme:
                self.instance = instance
                raise _AsExtreme

    def _quantities(self, scene: Scene) -> Iterator[tuple[Instance, Quantity]]:
        """Yield the instances of a scene that have a ratio, each with it; stop at the first fault."""
        for instance in scene.instances(self.spaces):
            try:
                decision = self.definitions.decide(self.metric, self.inquiry.quantity_statement, instance)
            except Exception as error:  # of the definition
                raise_if_ours(error)
                self.fault = self.fault or fault_of(error, self.metric, instance).reason
                return
            answer = decision.answer
            quantity = answer.quantity if isinstance(answer, Bounded) else answer
            if decision.code not in (DISCARDED, UNDECIDED) and isinstance(quantity, Quantity):
                yield instance, quantity
