"""Drawn instances: Hypothesis draws cases of a question, is led toward the extreme, and shrinks the best instance.

What comes out is what one instance proves of the best constant: a lower bound on a supremum, an upper bound on an
infimum. The budget counts scenes, each of several cases, so that one seed gives one result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
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

SIDES = {"sup": "a lower bound on the constant", "inf": "an upper bound on the constant"}


class _AsExtreme(Exception):
    """The scene has an instance that is as extreme as the best."""


@dataclass
class Drawn:
    """The search at one size."""

    inquiry: Inquiry
    metric: Metric
    registry: Registry
    n: int
    tally: RangeTally = field(default_factory=RangeTally)
    known: set[object] = field(default_factory=set)
    fault: str = ""
    best: Any = None
    """The extreme that was found; None where no constant bounds what was."""
    instance: Instance | None = None
    """The simplest instance that has it."""

    def __post_init__(self) -> None:
        self.definitions = EvaluatedTwice(self.registry)
        self.over = self.inquiry.ratio.over(self.metric)

    def search(self, seed: int, budget: int) -> Bound | None:
        """Draw so many scenes; the bound that the best instance proves, or None where no case has a ratio."""
        self._test(self._look, seed, budget, Phase.generate, Phase.target)
        sense = self.inquiry.sense
        if self.fault:
            return None
        if sense in self.tally.unbounded:
            self.instance = self.tally.unbounded[sense]
        elif sense in self.tally.best:
            self.best, self.instance = self.tally.best[sense]
        else:
            return None
        self._test(self._look_again, seed, budget, Phase.generate, Phase.target, Phase.shrink)
        cases = f"the best of {len(self.known):,} cases drawn by Hypothesis, seed {seed}: {SIDES[sense]}"
        witness = self.inquiry.witness(self.definitions, self.metric, self.instance, "attains")
        value = INFINITE if self.best is None else str(self.best)
        return Bound("search", sense, self.n, value, witness, cases)

    def _test(self, body: Any, seed: int, budget: int, *phases: Phase) -> None:
        """Run Hypothesis over the scenes; the same seed and phases come by the same scenes."""
        name = f"{self.metric.name} {self.inquiry.ratio.id} {self.n}"

        @settings_of_search(REPRODUCIBLE, name, budget, phases)
        @hypothesis.seed(derived_seed(seed, name))
        @hypothesis.given(scenes([self.n], self.over, [self.metric.parameters]))
        def test(scene: Scene | None) -> None:
            if scene is None:
                hypothesis.reject()
            body(scene)

        with suppress(_AsExtreme):
            test()

    def _look(self, scene: Scene) -> list[tuple[Instance, Quantity]]:
        """Decide the instances of a scene, and tell Hypothesis how far the best of them goes."""
        ratios = list(self._quantities(scene))
        reached = []
        for instance, quantity in ratios:
            self.known.add(case_key(instance))
            self.tally.take_ratio(quantity, instance)
            if sign(quantity.denominator) == 1:
                reached.append(float(quantity.ratio if self.inquiry.sense == "sup" else -quantity.ratio))
        if finite := list(filter(math.isfinite, reached)):
            hypothesis.target(max(finite), label="the ratio")
        return ratios

    def _look_again(self, scene: Scene) -> None:
        """Raise :class:`_AsExtreme` for a scene that has an instance as extreme as the best."""
        for instance, quantity in self._look(scene):
            below = sign(quantity.denominator)
            if self.best is None:
                again = below == 0 and sign(quantity.numerator) == (1 if self.inquiry.sense == "sup" else -1)
            else:
                again = below == 1 and sign(quantity.ratio - self.best) == 0
            if again:
                self.instance = instance
                raise _AsExtreme

    def _quantities(self, scene: Scene) -> Iterator[tuple[Instance, Quantity]]:
        """The instances of a scene that have a ratio, each with it."""
        for instance in scene.instances(self.over):
            try:
                decision = self.definitions.decide(self.metric, self.inquiry.ratio, instance)
            except Exception as error:  # the definition
                raise_if_ours(error)
                self.fault = self.fault or fault_of(error, self.metric, instance).reason
                return
            answer = decision.answer
            quantity = answer.quantity if isinstance(answer, Bounded) else answer
            if decision.code not in (DISCARDED, UNDECIDED) and isinstance(quantity, Quantity):
                yield instance, quantity
