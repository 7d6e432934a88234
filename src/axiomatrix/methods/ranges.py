"""Ranges: the exact extremes of a ratio over all cases of a size, and whether a constant bounds it.

``explore`` tallies enumerated and drawn cases here.

A constant c bounds a ratio from above if ``numerator <= c * denominator`` in every case. That makes c at least the
ratio where the denominator is positive, and at most the ratio where it is negative. Where it is zero, no c helps a
numerator that is positive. A bound from below is the same with all signs of the numerator turned.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, get_args

from ..evidence.instance import Instance, is_beyond
from ..model.relation import Answer, Bounded, Quantity
from ..numbers.exact import Formal, sign
from ..numbers.formal import near
from .search import SizeTally

Sense = Literal["inf", "sup"]
SENSES: tuple[Sense, ...] = get_args(Sense)
OPPOSITE: dict[str, Sense] = {"inf": "sup", "sup": "inf"}
MARGIN = 1e-9
"""Relative distance in floats beyond which a worse ratio is not compared exactly."""


@dataclass
class RangeTally(SizeTally):
    """Tally of one size for a ratio: both extremes, each with the first instance that attains it."""

    goes_on: ClassVar[bool] = True
    best: dict[str, tuple[Any, Instance]] = field(default_factory=dict)
    """The extreme ratio of each sense where the denominator is positive."""
    limits: dict[str, tuple[Any, Instance]] = field(default_factory=dict)
    """Bounds on the constant of each sense from cases with negative denominators."""
    unbounded: dict[str, Instance] = field(default_factory=dict)
    """By sense, the first instance that excludes every constant."""
    is_irrational: bool = False
    """Whether a value was a formal number, with which a case takes much longer."""

    def take_ratio(self, answer: Answer | None, instance: Instance) -> None:
        """Update extremes and bounds by the ratio of one case."""
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        if not isinstance(quantity, Quantity):
            return
        self.is_irrational |= isinstance(quantity.numerator, Formal) or isinstance(quantity.denominator, Formal)
        numerator_sign, denominator_sign = sign(quantity.numerator), sign(quantity.denominator)
        if numerator_sign is None or denominator_sign is None:
            self.undecided += 1
        elif denominator_sign == 0 and numerator_sign:
            self.unbounded.setdefault("sup" if numerator_sign > 0 else "inf", instance)
        elif denominator_sign:
            value = quantity.ratio
            for sense in SENSES:
                kept = self.best if denominator_sign > 0 else self.limits
                towards = sense if denominator_sign > 0 else OPPOSITE[sense]
                if sense not in kept or _is_beyond(value, kept[sense][0], towards):
                    kept[sense] = value, instance

    def constant(self, sense: Sense) -> tuple[Any, Instance] | None:
        """Return the best constant of that sense, with the instance that attains it; None if there is none."""
        if sense in self.unbounded or self.has_opposite(sense):
            return None
        return self.best.get(sense)

    def has_opposite(self, sense: Sense) -> bool:
        """Return whether cases with a negative denominator exclude every constant that the other cases need."""
        if sense not in self.limits or sense not in self.best:
            return False
        return _is_beyond(self.best[sense][0], self.limits[sense][0], sense)


def _is_beyond(value: Any, best: Any, sense: str) -> bool:
    """Return whether a ratio is larger (``sup``) or smaller (``inf``) than the best; floats reject clear cases only."""
    if isinstance(value, Formal) or isinstance(best, Formal):
        new_value, best_value = float(near(value).mid()), float(near(best).mid())
        behind = best_value - new_value if sense == "sup" else new_value - best_value
        if behind > MARGIN * max(1.0, abs(best_value)):
            return False
    return is_beyond(value, best, sense)
