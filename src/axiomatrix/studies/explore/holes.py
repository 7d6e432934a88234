"""Templates: families with holes, and the search for the filling whose family has the most extreme ratios.

``axiomatrix explore --family FILE:FUNCTION`` uses it if the function has holes.

A hole is a keyword-only parameter whose default lists its values, as in ``def orders(m=2, *, size=range(1, 4),
inside=("kept", "reversed"))``. A filling gives each hole one of its values and makes a family of the template.

1. A filling is scored by the exact ratio of its largest member of at most 12 items, so that all are compared at about
   one number of items. Fillings that give no orders are skipped and counted.
2. If there are no more fillings than the budget, all are tried. Otherwise Hypothesis draws them, and ``target`` steers
   it to the worse ones.
3. Of the worst filling the members are evaluated further, and the closed form of their values is recognised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

from flint import fmpq

from ...methods.drawing import REPRODUCIBLE
from ...methods.sweep import Spec
from ...model.registry import Registry
from .family import BadFamily, Family, Member, holes_of, load_family, members, with_form
from .inquiry import Inquiry
from .results import Bound

MAX_ITEMS_SCORED = 12
"""The most items of the members by which fillings are compared."""
MAX_ITEMS_EVALUATED = 20
"""The most items of the members of the worst filling."""
MAX_CHOICES = 100
"""The most values of one hole."""
UNBOUNDED = 1e9
"""Target for Hypothesis if no constant bounds the ratio: larger than the ratios that are bounded."""

Filling = tuple[Any, ...]
"""One value for each hole, in the order of the holes."""


class Template:
    """A family with holes, for one question. The *worst* filling has the most extreme ratio in the question's sense.

    ``spec`` names the parameters that linear programs can choose; None if there are none. Raises :class:`BadFamily` for
    a hole without values, or with too many.
    """

    def __init__(self, function: Family, inquiry: Inquiry, spec: Spec | None, registry: Registry) -> None:
        self.function, self.inquiry, self.spec, self.registry = function, inquiry, spec, registry
        self.holes: Mapping[str, Sequence[Any]] = holes_of(function)
        for name, values in self.holes.items():
            if not 1 <= len(values) <= MAX_CHOICES:
                raise BadFamily(f"family: the hole {name} has {len(values)} values; it must have 1 to {MAX_CHOICES}")
        self.filling_count = prod(map(len, self.holes.values()))
        self.members_by_filling: dict[Filling, list[Member]] = {}
        """The members of each filling that was tried and gives a family, smallest first."""
        self.skipped: dict[Filling, BadFamily] = {}
        """The error of each filling that was tried and gives none."""

    def worst(self, budget: int, seed: int) -> tuple[Filling, str]:
        """Return the worst filling and a note on how many were tried; :class:`BadFamily` if none gives a family."""
        is_exhaustive = self.filling_count <= budget
        if is_exhaustive:
            for filling in product(*self.holes.values()):
                self._score(filling)
        else:
            self._draw(budget, seed)
        if not self.members_by_filling:
            raise next(iter(self.skipped.values()))
        worst_filling = min(self.members_by_filling, key=self._rank)
        tried = "all" if is_exhaustive else f"{len(self.members_by_filling) + len(self.skipped)} of"
        skipped = f", {len(self.skipped)} without orders" if self.skipped else ""
        return worst_filling, f"the worst of {tried} {self.filling_count} fillings{skipped}"

    def members(self, filling: Filling, max_items: int | None) -> list[Member]:
        """Return the first members of a filling; after the first only those of at most ``max_items`` items."""
        family = partial(self.function, **dict(zip(self.holes, filling, strict=True)))
        return list(members(family, self.inquiry, self.spec, self.registry, max_items))

    def _draw(self, budget: int, seed: int) -> None:
        """Let Hypothesis fill the holes, steered to the worse families."""
        import hypothesis  # late: it takes a while to load, and only large templates need it
        from hypothesis import strategies

        @hypothesis.seed(seed)
        @hypothesis.settings(
            REPRODUCIBLE, max_examples=budget, suppress_health_check=list(hypothesis.HealthCheck), print_blob=False
        )
        @hypothesis.given(strategies.tuples(*map(strategies.sampled_from, self.holes.values())))
        def score_filling(filling: Filling) -> None:
            score = self._score(filling)
            if score is not None:
                hypothesis.target(score)

        score_filling()

    def _score(self, filling: Filling) -> float | None:
        """Evaluate the members of a filling, once; return the target: larger is worse, None if it gives no family."""
        if filling not in self.members_by_filling and filling not in self.skipped:
            try:
                self.members_by_filling[filling] = self.members(filling, MAX_ITEMS_SCORED)
            except BadFamily as error:
                self.skipped[filling] = error
        if filling in self.skipped:
            return None
        score = self.members_by_filling[filling][-1].scored.score  # less is worse; None if the ratio is unbounded
        return UNBOUNDED if score is None else -float(fmpq(score))

    def _rank(self, filling: Filling) -> tuple[Any, ...]:
        """Return the sort key that puts the worst first, and equal ones in the order in which the holes list values."""
        score = self.members_by_filling[filling][-1].scored.score  # None, the worst, if no constant bounds the ratio
        indices = tuple(values.index(value) for values, value in zip(self.holes.values(), filling, strict=True))
        return (score is not None, score if score is not None else 0, indices)


def bounds_of_family(
    inquiry: Inquiry, spec: Spec | None, file_and_function: str, registry: Registry, *, seed: int, budget: int
) -> tuple[Bound, ...]:
    """Return the bounds of a user's family or, if it has holes, of the worst family that its fillings give.

    At most ``budget`` fillings are tried. Raises :class:`BadFamily`.
    """
    template = Template(load_family(file_and_function), inquiry, spec, registry)
    if not template.holes:
        return with_form(template.members((), None))
    filling, tried = template.worst(budget, seed)
    holes = ", ".join(f"{name} = {value!r:.40}" for name, value in zip(template.holes, filling, strict=True))
    return with_form(template.members(filling, MAX_ITEMS_EVALUATED), f"{holes} ({tried}), ")
