"""What the independent implementations have in common: their table, and the values of the package as plain ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores

Value = Fraction | float | None
List = tuple[list[Fraction], list[Fraction]]
"""The grades by rank, and the grades of what is missing."""
REFERENCES: dict[str, Callable[..., Value]] = {}
"""By the name of the row; arguments and parameters by position, in the order of the row's own."""


def plain(value: Any) -> Any:
    """A value of the package as plain lists and Fractions."""
    if isinstance(value, Judged):
        return [_number(g) for g in value.grades], [_number(g) for g in value.missing]
    if isinstance(value, Run):
        return [plain(x) for x in value.lists]
    if isinstance(value, Scored):
        return [[_number(v) for v in part] for part in (value.grades, value.scores, value.missing)]
    if isinstance(value, Retrieval):
        return list(value.ids), {one: _number(g) for one, g in value.judgments}
    if isinstance(value, Scores):
        return [_number(v) for v in value.values]
    if isinstance(value, Ranking):
        return [int(value[x]) for x in range(1, len(value) + 1)]
    if isinstance(value, WeakOrder):
        return [int(level) for level in value.levels]
    if isinstance(value, PartialOrder):
        return len(value.items), {(int(x), int(y)) for x, y in value.preferences}
    if isinstance(value, TopList):
        return [int(x) for x in value.order]
    if hasattr(value, "weights"):
        return [_number(v) for v in value.weights]
    if hasattr(value, "entries"):
        return [_number(value[k]) for k in sorted(value.entries)]
    return _number(value)


def _number(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, int) else Fraction(int(value.p), int(value.q))


def reference(*rows: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Enter the decorated function for these rows."""

    def enter(function: Callable[..., Value]) -> Callable[..., Value]:
        for row in rows:
            assert row not in REFERENCES
            REFERENCES[row] = function
        return function

    return enter


def rows_of(id: str, *variants: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Enter the decorated function, which takes the variant first, for each variant."""

    def enter(function: Callable[..., Value]) -> Callable[..., Value]:
        for variant in variants:
            reference(f"{id}[{variant}]")(lambda *given, v=variant: function(v, *given))
        return function

    return enter


def mean(values: Sequence[Any]) -> Any:
    return sum(values) / Fraction(len(values)) if not isinstance(values[0], float) else sum(values) / len(values)
