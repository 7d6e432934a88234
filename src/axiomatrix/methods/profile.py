"""Profiles: budgets of a run, such as ``quick`` or ``thorough``, in sizes and cases and never in seconds.

Every method takes its limits from the profile of the run. Budgets in seconds would make verdicts depend on the machine.

A *size* is a number n of items, and a *case* is an instance of a statement with values of the metric's parameters.
Pairs of budgets are for claimed statements and for unclaimed ones, which get less. Triples are for metrics with no
parameter, with one, and with several, unless another meaning is given: each further parameter multiplies the cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..model.registry import Unknown

CASES = ("drawn_cases", "climbs", "cases", "enough_cases", "library_cases")
"""Fields of :class:`Profile` that count cases. The others are sizes, but for the limits of one table."""


@dataclass(frozen=True)
class Profile:
    """Budgets of one run."""

    name: str
    """The name that users pass and reports show, such as ``default`` or ``default-x4``."""
    sizes: tuple[int, int, int]
    """Largest n enumerated by tables, for metrics with no parameter, one, and several."""
    max_n_irrational: int
    """Largest n enumerated where values are irrational and exact arithmetic is slow."""
    floats: tuple[int, int, int]
    """Largest n enumerated by tables for metrics that exist in floats only, as in ``sizes``."""
    drawn_cases: tuple[int, int]
    """Cases that Hypothesis draws: for claims, and for unclaimed statements."""
    climbs: int
    """Scenes that Hypothesis draws to climb toward a counterexample of one open statement (:mod:`.drawing`)."""
    max_n: int
    """Largest n that Hypothesis draws."""
    max_n_of_lists: int
    """Largest n that it draws for lists and orders with ties, whose values are fast to compute."""
    linear: tuple[int, int, int] = (0, 0, 0)
    """Largest n certified by linear programs: claims about two rankings, other claims, and unclaimed statements."""
    symbolic: int = 0
    """Largest n at which equalities are decided for all values of the parameters."""
    proofs: int = 0
    """Largest n at which the steps of a proof are checked; with 0 no proof is looked for."""
    max_n_proved: tuple[int, int, int, int] = (4, 3, 2, 3)
    """Largest n enumerated of a cell that a theorem settles for every n.

    For tables with no parameter, one, and several, and last for the enumeration case by case.
    """
    max_n_fractional: int = 4
    """Largest n enumerated for a metric without parameters whose values are fractions: they are tabulated slowly."""
    max_n_case_by_case: tuple[int, int] = (4, 3)
    """Largest size enumerated case by case (lists, orders with ties): for claims, and for unclaimed statements."""
    cases: tuple[int, int] = (20_000, 5_000)
    """Most cases of one size that are enumerated case by case: for claims, and for unclaimed statements."""
    enough_cases: tuple[int, int] = (0, 0)
    """Cases below which the enumeration case by case continues beyond its largest size: a few cases say little."""
    library_cases: tuple[int, int] = (1_000, 500)
    """Most cases of one size that are enumerated for a library's metric, as slow as a hundred formulas in each call."""
    max_table_values: int = 1 << 23
    """Most values that one table may hold."""
    max_evaluated_pairs: int = 1 << 15
    """Most pairs of rankings on which a user's metric is evaluated for one table: all pairs of up to five items."""

    methods: tuple[str, ...] = ()
    """The methods that run, by name; all of them if none is named."""

    def only(self, methods: Sequence[str]) -> Profile:
        """Return the profile restricted to these methods."""
        return replace(self, name=f"{self.name}, {' and '.join(methods)} alone", methods=tuple(methods))

    def up_to(self, n: int) -> Profile:
        """Return the profile with every method limited to n, even where cases are few."""
        sizes = {field.name for field in fields(self)} - {
            *CASES,
            "name",
            "max_table_values",
            "max_evaluated_pairs",
            "methods",
        }
        limited = self._changed(sizes, lambda size: min(size, n))
        return replace(self, name=f"{self.name}, n <= {n}", enough_cases=(0, 0), **limited)

    def times(self, factor: int) -> Profile:
        """Return the profile with ``factor`` times the cases."""
        return replace(self, name=f"{self.name}-x{factor}", **self._changed(CASES, lambda cases: cases * factor))

    def _changed(self, names: Iterable[str], change: Callable[[int], int]) -> dict[str, Any]:
        """Apply a change to each number of these budgets."""
        budgets = {name: getattr(self, name) for name in names}
        return {name: tuple(map(change, b)) if isinstance(b, tuple) else change(b) for name, b in budgets.items()}

    def enumerated(self, parameters: int, exact: bool = True) -> int:
        """Return the largest n enumerated for a metric with that many parameters."""
        return (self.sizes if exact else self.floats)[min(parameters, 2)]

    def of_libraries(self) -> Profile:
        """Return the budgets for libraries' metrics, which are slow: fewer cases, and none drawn without a claim."""
        lists, drawn = (min(self.max_n_case_by_case[0], 5), self.max_n_case_by_case[1]), (self.drawn_cases[0] // 4, 0)
        return replace(
            self,
            cases=self.library_cases,
            max_n_case_by_case=lists,
            enough_cases=(0, 0),
            drawn_cases=drawn,
            max_n_of_lists=self.max_n,
        )


PROFILES = {
    "quick": Profile(
        "quick",
        sizes=(5, 3, 2),
        max_n_irrational=3,
        floats=(3, 2, 2),
        drawn_cases=(200, 0),
        climbs=10,
        max_n=6,
        max_n_of_lists=6,
        linear=(4, 2, 2),
        symbolic=2,
        proofs=3,
    ),
    "default": Profile(
        "default",
        sizes=(6, 4, 3),
        max_n_irrational=3,
        floats=(4, 3, 2),
        drawn_cases=(2_500, 150),
        climbs=50,
        max_n=8,
        max_n_of_lists=12,
        linear=(6, 3, 3),
        symbolic=3,
        proofs=4,
        max_n_fractional=5,
        max_n_case_by_case=(6, 4),
        cases=(40_000, 10_000),
        enough_cases=(1_000, 300),
        library_cases=(6_000, 4_500),  # triples of three items, whose values are those of 256 calls
    ),
    "thorough": Profile(
        "thorough",
        sizes=(6, 5, 3),
        max_n_irrational=4,
        floats=(4, 3, 3),
        drawn_cases=(25_000, 3_000),
        climbs=500,
        max_n=10,
        max_n_of_lists=14,
        linear=(7, 4, 4),
        symbolic=4,
        proofs=5,
        max_n_proved=(6, 5, 3, 8),
        max_evaluated_pairs=1 << 20,
        max_n_fractional=6,
        max_n_case_by_case=(8, 6),
        cases=(200_000, 50_000),
        enough_cases=(10_000, 3_000),
        library_cases=(100_000, 40_000),
    ),
}

DEEPER = ("quick", "quick-x4", "quick-x16", "default", "default-x4", "thorough", "thorough-x4", "thorough-x16")
"""Profiles in the order in which a run with a time limit tries them: each takes a few times as long as the last."""


def profile_named(name: str, what: str = "profile") -> Profile:
    """Return the budgets of a name such as ``default``, or ``default-x4`` with four times the cases.

    Another name raises :class:`Unknown`, which suggests the nearest one and calls it a ``what``.
    """
    name = str(name)
    base_name, _, factor = name.rpartition("-x")
    is_multiplied = base_name and re.fullmatch("[1-9][0-9]{0,5}", factor)  # at most six digits: budgets stay finite
    if is_multiplied and base_name in PROFILES:
        return PROFILES[base_name].times(int(factor))
    if name not in PROFILES:
        raise Unknown(what, name, [f"{base}-x{factor}" for base in PROFILES] if is_multiplied else PROFILES)
    return PROFILES[name]
