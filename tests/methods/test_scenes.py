"""Scenes: their values are drawn in one order in every process."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, settings

from axiomatrix import spaces
from axiomatrix.methods.scenes import scenes
from axiomatrix.spaces import Space


@pytest.mark.parametrize("hashes", [(k, 7 - k) for k in range(8)])
def test_the_order_of_draws_does_not_depend_on_hashes(hashes: tuple[int, int]) -> None:
    drawn: list[str] = []

    class Recorded(Space):
        def __init__(self, named: str, number: int) -> None:
            self.name = named  # type: ignore[misc]  # an instance has its own
            self.number = number

        def __hash__(self) -> int:
            return self.number

        def __eq__(self, other: object) -> bool:
            return self is other

        def draw(self, choose: Any, n: int, before: Any = ()) -> int:
            drawn.append(self.name)
            return int(choose.integer(1, n))

    over = {"x": spaces.ranking, "i": Recorded("i", hashes[0]), "j": Recorded("j", hashes[1])}
    find(scenes([3], over, [{}]), lambda scene: True, settings=settings(database=None))
    assert "".join(drawn).startswith("iiijjj")
