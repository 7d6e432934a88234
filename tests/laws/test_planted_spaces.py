"""Each law of spaces finds the space or value that is planted against it, so that no law holds for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from axiomatrix import Judged, Ranking, WeakOrder, spaces
from axiomatrix.values.parameters import ElementWeights

from . import space_laws
from .every_space import BY_DEFINITION, LEFT_OUT
from .space_laws import DATA_SUITES, SIZE_SUITES, VALUE_SUITES
from .suite import counterexamples

every = spaces.ranking.enumerate
weights = spaces.element_weights()


def changed(kind: type, **methods: Any) -> Any:
    """A space, or a value, of a kind some of whose methods are others."""
    return type(f"Planted{kind.__name__}", (kind,), {"complete": True, **methods})


def lists(listed: Callable[[int], Any]) -> Any:
    return changed(spaces.Rankings, enumerate=lambda self, n: listed(n))()


class Mirrored(Ranking):
    """A ranking whose renaming and reversal are wrong."""

    __slots__ = ()

    def renamed(self, relabelling: Any) -> Ranking:
        return Ranking.identity(3)

    def reversed(self) -> Ranking:
        return Ranking.identity(3)


class Kept(Judged):
    """A list from which nothing is taken out."""

    __slots__ = ()

    def without(self, i: int) -> Judged:
        return self


FEW = lists(lambda n: every(n)[:1])
MIRRORED = Mirrored((1, 2, 3), (3, 1, 2))
HEAVIEST_FIRST = changed(spaces.ElementWeightsSpace, enumerate=lambda self, n: weights.enumerate(n)[::-1])(True)
WITH_ZEROS = changed(
    spaces.ElementWeightsSpace, enumerate=lambda self, n: spaces.element_weights(positive=False).enumerate(n)
)(True)
NEGATIVE = changed(
    spaces.ElementWeightsSpace,
    special_values=lambda self, n: [("minus one", ElementWeights(dict.fromkeys((1, 2, 3), -1)))],
)(True)
WIDER = changed(spaces.WeakOrders, validate=lambda self, value, n: None)()

PLANTED: dict[str, list[tuple[Any, ...]]] = {
    "listing": [(lists(lambda n: every(n) * 2), 2), (lists(lambda n: [*every(n), WeakOrder.of([[1, 2]])]), 2),
                (lists(lambda n: iter(every(n))), 2)],
    "count": [(changed(spaces.Rankings, count=lambda self, n: 0)(), 2)],
    "generation": [(changed(spaces.Rankings, generators=lambda self, n: every(n + 1))(), 2)],
    "coherence": [(lists(lambda n: set(every(n))), 1), (FEW, 1)],
    "completeness": [(FEW, 2), (lists(lambda n: [*every(n), *every(n + 1)]), 2)],
    "closedness": [(WIDER, 2)],
    "omission": [(spaces.ranking, 2)],
    "boundary": [(WITH_ZEROS, 2)],
    "simplicity": [(HEAVIEST_FIRST, 2)],
    "special_values": [(NEGATIVE, 3)],
    "membership": [(spaces.ranking, 2, every(3)[0]), (weights, 2, Judged.of([1, 0]))],
    "coverage": [(FEW, 2, every(2)[1])],
    "round_trip": [(changed(spaces.Rankings, decode=lambda self, data: every(3)[0])(), 3, every(3)[1])],
    "renaming": [(spaces.ranking, 3, MIRRORED), (FEW, 4, MIRRORED)],
    "reversal": [(spaces.ranking, 3, MIRRORED)],
    "removal": [(spaces.binary_list, 2, Kept.of([1, 0]))],
    "refusal": [(changed(spaces.Rankings, decode=lambda self, data: data["order"])(), {}),
                (changed(spaces.Rankings, decode=lambda self, data: every(2)[0])(), [[1, 2]])],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments"), [(name, arguments) for name, cases in PLANTED.items() for arguments in cases]
)
def test_law_finds_what_is_planted_against_it(
    name: str, arguments: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = type(arguments[0])
    if (kind := planted.__mro__[1]) in BY_DEFINITION:
        monkeypatch.setitem(BY_DEFINITION, planted, BY_DEFINITION[kind])
    monkeypatch.setitem(LEFT_OUT, spaces.Rankings, lambda space, n: every(n)[0])
    assert counterexamples(getattr(space_laws, name), *arguments)


def test_every_law_of_spaces_has_something_planted_against_it() -> None:
    laws = {law.__name__ for suite in (*SIZE_SUITES, *VALUE_SUITES, *DATA_SUITES) for law in suite.all_laws()}
    assert laws == set(PLANTED)
