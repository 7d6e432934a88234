"""Ranges: the exact extremes of a ratio over all cases of a size, and whether a constant bounds it.

``explore`` tallies enumerated and drawn cases here. A *sense* says which bound is sought: ``sup`` for the least
constant that bounds the ratio from above, ``inf`` for the largest that bounds it from below.

A constant c bounds a ratio from above if ``numerator <= c * denominator`` in every case. What a case says about c
depends on the sign of its denominator:

* positive: c must be at least the ratio;
* negative: c must be at most the ratio;
* zero: if the numerator is positive, no c bounds the ratio; if not, every c does.

For a bound from below, exchange *at least* and *at most*, and *positive numerator* and *negative numerator*.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, get_args

from ..evidence.instance import Instance, is_beyond
from ..model.relation import Answer, Bounded, Quantity
from ..numbers.exact import Formal, sign
from ..numbers.formal import enclose
from .search import SizeTally

Sense = Literal["inf", "sup"]
"""The bound that is sought: from below or from above."""
SENSES: tuple[Sense, ...] = get_args(Sense)
OPPOSITE: dict[str, Sense] = {"inf": "sup", "sup": "inf"}
MARGIN = 1e-9
"""Relative distance in floats beyond which a worse ratio is not compared exactly."""


@dataclass
class RangeTally(SizeTally):
    """Tally of one size for a ratio: both extremes, each with the first instance that attains it."""

    continues_after_hit: ClassVar[bool] = True
    best: dict[str, tuple[Any, Instance]] = field(default_factory=dict)
    """By sense, the extreme ratio among cases with a positive denominator: the constant must reach it."""
    limits: dict[str, tuple[Any, Instance]] = field(default_factory=dict)
    """By sense, the limit from cases with a negative denominator: the constant must not go beyond it.

    For ``sup`` it is the smallest of their ratios, for ``inf`` the largest.
    """
    unbounded: dict[str, Instance] = field(default_factory=dict)
    """By sense, the first instance with denominator zero that excludes every constant."""
    is_irrational: bool = False
    """True if a numerator or denominator was a formal number, which makes a case much slower."""

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
        elif denominator_sign:  # 0/0 excludes no constant
            ratio = quantity.ratio
            is_positive = denominator_sign > 0
            extremes = self.best if is_positive else self.limits
            for sense in SENSES:
                direction = sense if is_positive else OPPOSITE[sense]
                if sense not in extremes or _is_beyond(ratio, extremes[sense][0], direction):
                    extremes[sense] = ratio, instance

    def constant(self, sense: Sense) -> tuple[Any, Instance] | None:
        """Return the best constant of that sense, with the instance that attains it; None if no constant exists."""
        if sense in self.unbounded or self.has_opposite(sense):
            return None
        return self.best.get(sense)

    def has_opposite(self, sense: Sense) -> bool:
        """Return whether the cases with a negative denominator exclude every constant that the other cases allow."""
        if sense not in self.limits or sense not in self.best:
            return False
        return _is_beyond(self.best[sense][0], self.limits[sense][0], sense)


def _is_beyond(ratio: Any, best: Any, sense: str) -> bool:
    """Return whether a ratio is larger (``sup``) or smaller (``inf``) than the best.

    Exact comparison of formal numbers is slow, so floats first reject a ratio that is clearly worse.
    """
    if isinstance(ratio, Formal) or isinstance(best, Formal):
        ratio_float, best_float = float(enclose(ratio).mid()), float(enclose(best).mid())
        deficit = best_float - ratio_float if sense == "sup" else ratio_float - best_float
        if deficit > MARGIN * max(1.0, abs(best_float)):
            return False
    return is_beyond(ratio, best, sense)
