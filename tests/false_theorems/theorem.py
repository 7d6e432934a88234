"""What a false theorem is: a definition, a statement that is false of it, and the instance at which it fails."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flint import fmpq

from axiomatrix import REGISTRY, ElementWeights, Metric, PositionWeights, Ranking, Registry, Relabelling, Similarity
from axiomatrix import metric as registered
from axiomatrix.model.axiom import Axiom, Statement, as_statement
from axiomatrix.model.metric import BoundMetric
from axiomatrix.model.relation import FAILS, Bounded, Quantity

Definition = Callable[..., Any]
NOT_LASTING = ("by_state",)
"""Kinds whose answers depend on what was asked before."""


@dataclass(frozen=True)
class FalseTheorem:
    """A statement that is false of a metric, and what is true of it all the same."""

    name: str
    definition: Definition
    statement: Statement
    instance: Mapping[str, Any]
    """What the statement quantifies over, and the metric's parameters, by name: there the statement fails."""
    true_up_to: int
    """The statement holds of 1..n items, for all parameters and all rankings, up to this n and no further."""
    twin: Definition | None = None
    """The formula without the trick, of which the statement is true."""
    calls: int = 1
    """How often the instance must be asked until it fails, where the answer depends on what was asked before."""
    at_most: Any = None
    """Of a statement about the extreme of a ratio: what the ratio is said never to exceed."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asked_to(self) -> int:
        """The size up to which methods are asked alone: beyond what is true, and three at least: one item says little.

        Four at most, since a definition is evaluated under all renamings there.
        """
        return min(max(self.true_up_to + 1, 3), 4)

    @property
    def kind(self) -> str:
        """The file that it is from."""
        return self.definition.__module__.rpartition(".")[2]

    def metric(self, registry: Registry | None = None) -> tuple[Metric, Registry]:
        """The metric with the false claim, by default in a registry of its own."""
        return self._registered(self.name, self.definition, registry)

    def honest(self) -> tuple[Metric, Registry]:
        """The twin with the claim, which is true of it."""
        assert self.twin is not None, f"{self.name} has no twin"
        return self._registered("honest", self.twin, None)

    def _registered(self, name: str, definition: Definition, registry: Registry | None) -> tuple[Metric, Registry]:
        known = Registry(REGISTRY) if registry is None else registry
        # the claim of an extreme has no arguments to hold; it is observed
        holds = [] if self.statement.axiom.quantifier == "extreme" else [self.statement]
        known.add_axiom(self.statement.axiom)
        return registered(name, registry=known, holds=holds, **self.options)(definition), known

    def at_instance(self, instance: Mapping[str, Any]) -> FalseTheorem:
        """The same theorem with another instance."""
        return replace(self, instance=instance)

    def fails(self) -> bool:
        """Whether the statement fails at the instance, by the definition alone and nothing of the engine's."""
        metric, registry = self.metric()
        over = list(self.statement.axiom.over)
        parameters = {name: self.instance[name] for name in metric.parameters}
        values = [self.instance[name] for name in over]
        return any(
            self._fails_once(BoundMetric(metric, parameters, _Alone(registry)), values)
            for _ in range(max(1, self.calls))
        )

    def _fails_once(self, bound: BoundMetric, values: list[Any]) -> bool:
        answer = self.statement.says(bound, *values)
        if isinstance(answer, Quantity):
            return bool(answer.numerator > self.at_most * answer.denominator)
        relation = answer.relation if isinstance(answer, Bounded) else answer
        return bool(relation.decide() == FAILS)

    def __repr__(self) -> str:
        return self.name


class _Alone:
    """Calls definitions and does nothing else."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def metric(self, name: str) -> Metric:
        return self.registry.metric(name)

    def value(self, metric: Metric, *given: Any) -> Any:
        *arguments, parameters = given
        more = {"variant": metric.variant} if metric.takes_variant else {}
        return metric.definition(*arguments, **parameters, **more)


THEOREMS: dict[str, FalseTheorem] = {}
"""All of them by name; the files of ``definitions`` fill it."""


def false(
    claimed: Axiom | Statement,
    instance: Mapping[str, Any],
    *,
    true_up_to: int,
    twin: Definition | None = None,
    calls: int = 1,
    at_most: Any = None,
    **options: Any,
) -> Callable[[Definition], Definition]:
    """Keep the definition as one of which the claim is false at the instance; ``options`` are those of a metric."""

    def keep(definition: Definition) -> Definition:
        name = definition.__name__.replace("_", "-")
        known = THEOREMS.get(name)  # a file may be run again, so that its memory is new
        assert known is None or known.definition.__module__ == definition.__module__, f"two are named {name}"
        THEOREMS[name] = FalseTheorem(
            name, definition, as_statement(claimed), instance, true_up_to, twin, calls, at_most, options
        )
        return definition

    return keep


# --- instances ----------------------------------------------------------------------------------------------------


def at(a: str = "", b: str = "", c: str = "", **more: Any) -> dict[str, Any]:
    """An instance: rankings as texts of one-digit items, best first; weights, costs and distances as lists."""
    made: dict[str, Any] = {
        name: Ranking.from_order(map(int, text)) for name, text in (("a", a), ("b", b), ("c", c)) if text
    }
    for name, value in more.items():
        match name:
            case "w":
                made[name] = ElementWeights({x: _number(v) for x, v in enumerate(value, 1)})
            case "delta":
                made[name] = PositionWeights({i: _number(v) for i, v in enumerate(value, 2)})
            case "D":
                made[name] = Similarity({(int(pair[0]), int(pair[1])): _number(v) for pair, v in value.items()})
            case "pi":
                made[name] = Relabelling(dict(enumerate(map(int, value), 1)))
            case "tau":
                made[name] = Ranking.from_order(map(int, value))
            case "factor":
                made["c"] = _number(value)
            case _:
                made[name] = value
    return made


def _number(value: Any) -> Any:
    return fmpq(*map(int, value.split("/"))) if isinstance(value, str) else fmpq(value)


def all_theorems() -> list[FalseTheorem]:
    """The whole corpus, the files of definitions in the order of their names."""
    for path in sorted((Path(__file__).parent / "definitions").glob("[a-z]*.py")):
        importlib.import_module(f"false_theorems.definitions.{path.stem}")
    return list(THEOREMS.values())


def anew(theorem: FalseTheorem) -> FalseTheorem:
    """The same theorem with its file run again: what definitions remember is forgotten."""
    importlib.reload(sys.modules[theorem.definition.__module__])
    return THEOREMS[theorem.name]
