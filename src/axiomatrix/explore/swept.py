"""A sweep while it grows: what its chunks amount to, size by size."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..exact import fraction, rational
from ..methods.classes import SPLIT, Order
from ..methods.extremal import Instances, grown_to
from ..methods.instance import Instance
from ..methods.linear import FAR
from ..methods.sweep import Sweep

FARTHER = (1, 2, 4, 16, 64)
"""How far out a refutation is looked for where it lies at infinity: these powers of :data:`FAR`."""


@dataclass
class Swept:
    """One sweep while it grows: what its chunks amount to, by size."""

    sweep: Sweep
    sizes: dict[int, dict[str, Any]] = field(default_factory=dict)
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """The least value so far in each sense (numerators negated for a supremum), and the first order that has it."""
    infinite: dict[str, tuple[Order, tuple[Any, ...]]] = field(default_factory=dict)
    """The first order at which no constant will do (or a mere relation fails), and a point that shows it."""
    seconds: dict[int, float] = field(default_factory=dict)
    """The computing time of each size, over all processes and, where it was resumed, over all runs."""
    every_tie: bool = False
    """Whether all orders that attain an extreme are asked for, and not only whether one lies beyond it."""

    def floors(self) -> tuple[tuple[str, str], ...]:
        """What is known from smaller sizes, where a ranking of these is one of larger size too."""
        if SPLIT not in self.sweep.by or self.every_tie:
            return ()
        return tuple((sense, str(value)) for sense, (value, _) in sorted(self.best.items()))

    def add(self, n: int, results: Sequence[Mapping[str, Any]]) -> None:
        """Put the chunks of one size together, in their order."""
        total: dict[str, Any] = {"rankings": 0, "classes": 0, "split": 0, "floored": False}
        total |= {"infinite": {}, "undecided": [], "points": set(), "proofs": {}}
        here: dict[str, tuple[Any, Order]] = {}
        ties: dict[str, list[Order]] = {}
        for result in results:
            self.seconds[n] = self.seconds.get(n, 0.0) + result["seconds"]
            for key in ("rankings", "classes", "split"):
                total[key] += result[key]
            total["undecided"] += result["undecided"]
            total["floored"] |= result["floored"]
            total["points"] |= {tuple(point) for point in result["points"]}
            for sense, found_ in result["unbounded"].items():
                for order_, point in found_:
                    total["infinite"].setdefault(sense, (tuple(order_), tuple(map(rational, point))))
            for sense, lines in result["proofs"].items():
                total["proofs"].setdefault(sense, []).extend(lines)
            for sense, (text, order) in result["best"].items():
                value = rational(text)
                if sense not in here or value < here[sense][0]:
                    here[sense] = (value, tuple(order))
                    ties[sense] = []
                if value == here[sense][0]:
                    ties[sense] += [tuple(o) for o in result["ties"][sense]]
        if SPLIT in self.sweep.by:
            total["infinite"] = {**total["infinite"], **self.infinite}
        self.infinite = total["infinite"]
        total["ties"] = ties
        carried = dict(self.best) if SPLIT in self.sweep.by else {}
        for sense, found in here.items():
            if sense not in carried or found[0] < carried[sense][0]:
                carried[sense] = found
        total["best"] = self.best = carried
        self.sizes[n] = total

    def instance(
        self, instances: Instances, order: Order, point: tuple[Any, ...], n: int, *, far: int = FAR
    ) -> Instance:
        """The instance of n items at an order of at most as many, the parameter that is followed at a point."""
        traced = self.sweep.traced
        value = traced.value_at(self.sweep.needed(order), point, len(order), far=far)
        grown = grown_to(n, len(order), value, traced.space)
        longer = (*order, *range(len(order) + 1, n + 1))
        return instances.at(longer, {**self.sweep.fixed(n), traced.parameter: grown})

    def certificate(self, sense: str, statement: Any) -> dict[str, Any]:
        """The certificate of the best constant in this sense, for all sizes swept."""
        spec = self.sweep.spec
        sizes = []
        for n, total in sorted(self.sizes.items()):
            value = total["best"].get(sense)
            size: dict[str, Any] = {"n": n, "value": None if value is None else _plain(value[0])}
            if spec.fixed:
                size["fixed"] = {
                    name: [_plain(v) for v in p.entries.values()] for name, p in self.sweep.fixed(n).items()
                }
            sizes.append({**size, "classes": [json.loads(line) for line in total["proofs"].get(sense, ())]})
        return {
            "kind": "linear",
            "metric": spec.metric,
            "axiom": statement.axiom.id,
            "arguments": {k: v if isinstance(v, (int, str)) else str(v) for k, v in statement.arguments},
            "parameter": spec.parameter,
            "space": "closed",
            "sense": sense,
            "by": list(self.sweep.by),
            "largest": max(self.sizes),
            "sizes": sizes,
        }


def _plain(value: Any) -> Any:
    read = fraction(value)
    return read.numerator if read.denominator == 1 else str(read)
