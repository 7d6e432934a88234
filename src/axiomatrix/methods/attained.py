"""Whether a claimed constant is attained: by positive parameters, only where they may be zero, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from flint import fmpq

from ..evidence.evidence import Witness
from ..evidence.instance import Instance
from ..numbers.forms import CONSTANT, Form
from ..spaces.parameters import ParameterDomain
from ..values.parameters import Parameter
from .classes import Order
from .extremal import Instances, worst
from .linear import Unbounded, minimum
from .program import Cone, Unsolved, least_ratio
from .sweep import Sweep

Attainment = Literal["attained", "attained on the closure", "not attained", "undecided"]
HALVINGS = 64
"""How often the way between two parameters is halved before it is given up that one on it attains the constant."""
LIFTS = (1, 2, 4, 8, 16, 64, 256)
"""By how much a parameter on the boundary outweighs the constant one that is added to it."""


class AttainedSupremum:
    """A supremum that is claimed to be attained, asked at orders of one size."""

    def __init__(self, sweep: Sweep, instances: Instances, constant: Any, sense: str) -> None:
        self.sweep = sweep
        self.instances = instances
        self.constant = constant
        self.sense = sense

    def verdict(
        self, value: Any, ties: list[Order], *, exact: bool, infinite: Order | None
    ) -> tuple[Attainment, Witness | None]:
        """The verdict of a size by its extreme and the orders that have it; ``infinite`` is one that has no bound.

        Where the extreme goes beyond the constant, values between it and the other extreme of the same order are
        attained, since the positive parameters are connected and come near every one.
        """
        sign = 1 if self.sense == "sup" else -1
        beyond = infinite is not None or (value is not None and sign * (value - self.constant) > 0)
        if not beyond and value != self.constant:
            return ("not attained" if exact else "undecided"), None
        instance = self.instance(ties if infinite is None else [infinite, *ties], beyond=beyond)
        if instance is not None and self.instances.lies_in(ParameterDomain.OPEN, instance):
            least = self.instances.minimal(instance, self.instances.holds, ParameterDomain.OPEN)
            return "attained", self.instances.witness(least, "shows", ParameterDomain.OPEN, False)
        if instance is not None:  # a parameter that is not followed is zero somewhere
            return "attained on the closure", None
        return ("undecided" if beyond or not exact else "attained on the closure"), None

    def _inside(self, order: Order) -> Iterator[Parameter]:
        """A parameter whose entries are at least 1 (scale does not change a ratio) where the extreme is attained."""
        asked, traced, n = self.sweep.needed(order), self.sweep.traced, len(order)
        constant = -self.constant if self.sense == "sup" else self.constant
        slack = asked.towards(self.sense) - asked.denominator * constant
        inside = _inside(traced.cone(n))
        least = minimum(slack, Form({CONSTANT: 1}), inside)
        if least.value == 0 and least.point is not None:
            yield traced.value_at(asked, _smallest(slack, least.point, inside), n)

    def _between(self, order: Order) -> Iterator[Parameter]:
        """A positive parameter on the way from one on whose one side the constant lies to one on the other."""
        asked, traced, n = self.sweep.needed(order), self.sweep.traced, len(order)
        slack = asked.towards("inf") - asked.denominator * self.constant
        ends = [self._positive(self._extreme(order, sense), slack, sign) for sense, sign in (("inf", -1), ("sup", 1))]
        if ends[0] is None or ends[1] is None:
            return
        point = _crossing(slack, ends[0], ends[1])
        if point is not None:
            yield traced.value_at(asked, _smallest(slack, point, _inside(traced.cone(n))), n)

    def _extreme(self, order: Order, sense: str) -> list[Any]:
        traced = self.sweep.traced
        try:
            point = worst(traced, self.sweep.needed(order), len(order), sense).point
        except Unbounded as error:
            point = error.point
        except Unsolved:
            return []
        parameter = traced.value_at(self.sweep.needed(order), point, len(order))
        return [fmpq(entry) for entry in parameter.entries.values()]

    def _positive(self, entries: list[Any], slack: Form, sign: int) -> tuple[Any, ...] | None:
        """The entries moved off the boundary, the slack still of that sign; None if none is near."""
        for lift in LIFTS if entries else ():
            point = (*(lift * entry + 1 for entry in entries), fmpq(1))
            if sign * slack.at(point) > 0:
                return point
        return None

    def instance(self, orders: Iterable[Order], *, beyond: bool) -> Instance | None:
        """The first instance with positive parameters that attains the constant by the definition.

        ``beyond``: the extreme at these orders goes beyond the constant; otherwise it is the constant.
        """
        for order in orders:
            for parameter in self._between(order) if beyond else self._inside(order):
                fixed = self.sweep.fixed(len(order))
                candidate = self.instances.at(order, {**fixed, self.sweep.spec.parameter: parameter})
                if self.instances.holds(candidate):
                    return candidate
        return None


def _inside(cone: Cone) -> Cone:
    """The part of the cone where every entry is at least the constant 1."""
    last = cone.size - 1
    return cone.cut(*(((k, 1), (last, -1)) for k in range(last)))


def _smallest(slack: Form, point: tuple[Any, ...], inside: Cone) -> tuple[Any, ...]:
    """Of the points where the slack is zero, and its absolute values have the signs of this one, one with small sum."""
    linear, cuts = Form(slack.linear), []
    for atom, a in slack.atoms.items():
        form = Form(dict(atom)) if Form(dict(atom)).at(point) >= 0 else -Form(dict(atom))
        linear = linear + form * a
        cuts.append(inside.row(form.linear))
    row = inside.row(linear.linear)
    piece = inside.cut(*cuts, row, tuple((k, -c) for k, c in row))
    try:
        return least_ratio(dict.fromkeys(range(inside.size - 1), 1), [], {CONSTANT: 1}, piece).point
    except Unsolved:
        return point


def _crossing(slack: Form, low: tuple[Any, ...], high: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Where the slack is zero between a point where it is negative and one where it is positive.

    It is linear in pieces, so that the secant is exact as soon as both ends lie in one piece.
    """
    for _ in range(HALVINGS):
        below, above = slack.at(low), slack.at(high)
        secant = _mixed(low, high, below / (below - above))
        if slack.at(secant) == 0:
            return secant
        middle = _mixed(low, high, fmpq(1, 2))
        value = slack.at(middle)
        if value == 0:
            return middle
        low, high = (middle, high) if value < 0 else (low, middle)
    return None


def _mixed(low: tuple[Any, ...], high: tuple[Any, ...], share: Any) -> tuple[Any, ...]:
    return tuple(a + share * (b - a) for a, b in zip(low, high, strict=True))
