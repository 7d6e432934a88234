"""A small search of ours and three of Hypothesis: what comes of them must not depend on the release of Hypothesis."""

from __future__ import annotations

import json
from typing import Any

import hypothesis
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Registry, inverted_pairs, metric, spaces, strategies
from axiomatrix.engine.ladder import decide_cells
from axiomatrix.engine.row import row_search
from axiomatrix.methods.drawing import Hypothesis
from axiomatrix.values.rankings import Ranking

SEED = 7


def searched(wrong: bool) -> dict[str, Any]:
    """The first cases that a search asks for, where it stopped, and what it found."""
    asked: list[Any] = []
    registry = Registry(REGISTRY)

    @metric("mine", source="ours", parameters={"w": spaces.element_weights()}, registry=registry)
    def mine(a: Ranking, b: Ranking, w: Any) -> Any:
        """K_w, but 1 more for five items or more where item 1 leads a"""
        asked.append([list(a.order), list(b.order), [str(w[x]) for x in a.items]])
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b)) + (wrong and a.n >= 5 and a.order[0] == 1 and a != b)

    row = row_search(mine, registry, SEED, only=lambda statement, _: statement.axiom.id == "symmetry")
    (cell,) = decide_cells(row, [Hypothesis((400, 400), 20, 6)])
    (reach,), witness = cell.evidence.reach, cell.evidence.witness
    found = witness and [witness.instance, witness.parameters]
    return {"asked": asked[: reach.cases], "cases": reach.cases, "stop": reach.stop, "found": found}


def of_ones_own() -> list[str]:
    """What tests of one's own are shown."""
    rankings = st.integers(2, 5).flatmap(strategies.rankings)
    lists = strategies.of(spaces.graded_lists(), 3)
    return [
        str(hypothesis.find(rankings, lambda a: a.order[0] != 1)),
        str(hypothesis.find(strategies.element_weights(2), lambda w: w[1] > 3)),
        str(hypothesis.find(lists, lambda x: x[2] == 2)),
    ]


if __name__ == "__main__":
    results = {"right": searched(False), "wrong": searched(True), "own": of_ones_own()}
    print(json.dumps({"version": hypothesis.__version__, "results": results}))  # noqa: T201
