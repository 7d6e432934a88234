"""Choose test vectors: few inputs whose values tell a metric from its mutants.

1. Each mutant is tried on the inputs, smallest first, until one has another value. Those without one survive.
2. Of the inputs that killed a mutant, a greedy cover takes the one that kills most of the mutants that are left.
3. The same again among the largest inputs alone: a wrong program that is not a mutant rarely agrees on those.
4. Each edge that none of these is on gets its simplest input. There the mutants are the conventions of other people:
   the value 0, the value 1, or none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...evidence.instance import Definitions
from ...model.metric import Metric
from ...model.registry import REGISTRY
from ...numbers.exact import Undefined
from .inputs import EDGES, MAX_ITEMS, VectorInput, inputs_of, unusual_inputs
from .mutants import Mutant, misreadings_of, mutants_of, neighbours_of

TOLERANCE = 1e-9
"""Values are the same up to this, relative to numbers above 1."""
CONVENTIONS: Mapping[str, float | None] = {"is 0": 0.0, "is 1": 1.0, "has no value": None}
"""What implementations say on an edge, and its value."""


@dataclass(frozen=True)
class ChosenVector:
    """An input, the value of the metric there, and the mutants that have another one."""

    given: VectorInput
    value: Any
    """None where the metric has no value."""
    reason: str
    """The reason that there is no value."""
    kills: tuple[str, ...]


@dataclass(frozen=True)
class ChosenVectors:
    """The vectors of a metric, and the mutants that no input tells from it."""

    metric: Metric[Any]
    vectors: tuple[ChosenVector, ...]
    mutants: int
    survivors: tuple[str, ...]
    inputs: int
    """How many inputs the survivors were tried on."""


def choose(metric: Metric[Any]) -> ChosenVectors:
    """The vectors of a metric."""
    trial = _Trial(metric)
    mutants = [*mutants_of(metric), *misreadings_of(metric), *neighbours_of(metric, REGISTRY.metrics.values())]
    killers = trial.killers(mutants, trial.usual)
    dying = [mutant for mutant in mutants if any(mutant.name in names for names in killers.values())]
    chosen = {*_cover(killers), *_cover(trial.killers(dying, trial.large[::-1]))}
    covered = {edge for k in chosen for edge in trial.inputs[k].edges}
    chosen |= {k for edge in EDGES if edge not in covered and (k := trial.simplest(edge)) is not None}
    vectors = tuple(trial.vector(mutants, k) for k in sorted(chosen))
    killed = {name for vector in vectors for name in vector.kills}
    survivors = tuple(mutant.name for mutant in mutants if mutant.name not in killed)
    return ChosenVectors(metric, vectors, len(mutants), survivors, len(trial.usual))


class _Trial:
    """The inputs, and the values of the metric there: those that its mutants are told from."""

    def __init__(self, metric: Metric[Any]) -> None:
        self.metric = metric
        small, large = ([*inputs_of(metric, sizes)] for sizes in (range(MAX_ITEMS), range(MAX_ITEMS, MAX_ITEMS + 1)))
        self.inputs = [*small, *large, *unusual_inputs(metric)]
        self.values = [self._asked(metric, k)[1] for k in range(len(self.inputs))]
        self.valued = [k for k, value in enumerate(self.values) if value is None or math.isfinite(value)]
        """Those at which the definition does not raise."""
        self.usual = [k for k in self.valued if k < len(small) + len(large)]
        self.large = [k for k in self.usual if k >= len(small)]

    def _asked(self, metric: Metric[Any], k: int) -> tuple[Any, float | None]:
        """The value at an input, and as a float: None for no value, nan for what raises."""
        given = self.inputs[k]
        try:
            value = Definitions(REGISTRY).value(metric, *given.values, dict(given.parameters))
            return value, float(value)
        except Undefined as error:
            return error, None
        except Exception:  # a mutant may raise anything
            return None, math.nan

    def is_killed(self, mutant: Mutant, k: int) -> bool:
        """Return whether the mutant has another value at that input."""
        return differs(self._asked(mutant.metric, k)[1], self.values[k])

    def killers(self, mutants: Sequence[Mutant], tried: Sequence[int]) -> dict[int, set[str]]:
        """Return for each mutant an input that kills it, with the names of all mutants that the input kills."""
        order: Counter[int] = Counter()
        for mutant in mutants:
            ahead = [k for k, _ in order.most_common()]
            ordered = [*ahead, *(k for k in tried if k not in order)]
            order.update(islice((k for k in ordered if self.is_killed(mutant, k)), 1))
        return {k: {mutant.name for mutant in mutants if self.is_killed(mutant, k)} for k in order}

    def simplest(self, edge: str) -> int | None:
        """The input on that edge that is on the fewest others, the smallest of these."""
        inputs_with_edge = [k for k in self.valued if edge in self.inputs[k].edges]
        return min(inputs_with_edge, key=lambda k: (len(self.inputs[k].edges), k), default=None)

    def vector(self, mutants: Sequence[Mutant], k: int) -> ChosenVector:
        """The vector of an input, with all that it kills: on an edge the other conventions too."""
        value, shown = self._asked(self.metric, k)
        kills = [mutant.name for mutant in mutants if self.is_killed(mutant, k)]
        for edge in self.inputs[k].edges:
            kills += [f"{edge}: {name}" for name, other in CONVENTIONS.items() if differs(other, shown)]
        if shown is None:
            return ChosenVector(self.inputs[k], None, str(value) or "no value", tuple(kills))
        return ChosenVector(self.inputs[k], value, "", tuple(kills))


def differs(one: float | None, other: float | None) -> bool:
    """Return whether a test with the tolerance tells two values apart."""
    if one is None or other is None:
        return one is not other
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _cover(killers: Mapping[int, set[str]]) -> list[int]:
    """Greedily few inputs that kill all that any of them kills."""
    left: set[str] = set().union(*killers.values())
    chosen: list[int] = []
    while left:
        chosen.append(max(killers, key=lambda k: len(killers[k] & left)))
        left -= killers[chosen[-1]]
    return chosen
