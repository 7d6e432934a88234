"""Hypothesis alone: what it draws, finds and shrinks, that one seed gives one result, and what it counts."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest
from faulty import WEIGHTS, kendall, registered

from axiomatrix import REGISTRY, Undefined, axiom, axioms, inverted_pairs, spaces
from axiomatrix.engine.ladder import decide_cells
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.methods.drawing import Hypothesis
from axiomatrix.model.relation import at_least, equal, given


def recorded(definition: Any) -> tuple[Any, list[Any]]:
    """The definition, and what it is asked."""
    asked: list[Any] = []

    def watched(a: Any, b: Any) -> Any:
        """What it watches"""
        asked.append((a, b))
        return definition(a, b)

    return watched, asked


def every(
    definition: Any, *ids: str, cases: int = 400, climbs: int = 0, max_n: int = 6, seed: int = 0, **options: Any
) -> dict[str, Evidence]:
    """What Hypothesis alone finds of these axioms; of all, if none is named."""
    mine, registry = registered(definition, **options)
    row = row_search(mine, registry, seed, only=lambda statement, _: not ids or statement.axiom.id in ids)
    cells = list(decide_cells(row, [Hypothesis((cases, cases), climbs, max_n)]))
    return {cell.title: cell.evidence for cell in cells}


def searched(definition: Any, axiom_id: str, **options: Any) -> Evidence:
    """The same of one axiom."""
    (evidence,) = every(definition, axiom_id, **options).values()
    return evidence


# --- planted bugs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 4, 6])
def test_a_bug_from_n_items_on_is_found_and_shrunk(n: int) -> None:
    def wrong(a: Any, b: Any) -> Any:
        """K, but from n items on 1 less where item 1 leads a"""
        return kendall(a, b) - (a.n >= n and a.order[0] == 1 and a != b)

    evidence = searched(wrong, "symmetry", max_n=8)
    assert (evidence.verdict, evidence.method) == ("refuted", "hypothesis")
    assert evidence.witness is not None
    assert evidence.witness.instance == {"a": [*range(1, n + 1)], "b": [2, 1, *range(3, n + 1)]}
    assert evidence.reach[0].stop == "found"


def test_a_weight_off_the_grid_is_found_and_shrunk() -> None:
    def heavy(a: Any, b: Any, w: Any) -> Any:
        """K_w, but 1 more where a weight is above 17"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b)) + any(w[x] > 17 for x in a.items)

    evidence = searched(heavy, "zero-on-equal", parameters=WEIGHTS)
    assert evidence.witness is not None
    assert (evidence.witness.n, evidence.witness.parameters) == (1, {"w": [[1, "18"]]})


def test_a_bug_at_two_sizes_is_shown_at_the_smaller_one() -> None:
    def odd(a: Any, b: Any) -> Any:
        """K, but 1 more where b is a reversed, in one direction, and n is 5 or 8"""
        return kendall(a, b) + (a.n in (5, 8) and a.reversed() == b and a.order[0] < b.order[0])

    for seed in range(4):
        witness = searched(odd, "symmetry", cases=1_200, max_n=8, seed=seed).witness
        assert witness is not None and witness.n == 5


@axiom("far-from-it", over={"a": spaces.ranking}, kinds=("distance",))
def far_from_it(d: Any, a: Any) -> Any:
    """d(a, a) >= 1"""
    return at_least(d(a, a), 1)


def test_a_climb_comes_to_what_scenes_alone_do_not_meet() -> None:
    wanted = (3, 1, 2, 3, 1, 2)

    def apart(a: Any, b: Any, w: Any) -> Any:
        """how far the weights of six items are from one vector; no value for fewer"""
        if a.n != len(wanted):
            raise Undefined("six items only")
        return sum(abs(w[x] - wanted[x - 1]) for x in a.items)

    options: dict[str, Any] = {"parameters": WEIGHTS, "holds": [far_from_it]}
    assert searched(apart, "far-from-it", climbs=0, **options).verdict == "searched"
    witness = searched(apart, "far-from-it", climbs=1_000, **options).witness
    assert witness is not None
    assert [entry for _, entry in witness.parameters["w"]] == list(map(str, wanted))


def test_what_holds_is_found_too_where_an_instance_is_asked_for() -> None:
    evidence = searched(kendall, "bound-attained", conjectured=[axioms.bound_attained("kendall", 1)])
    assert (evidence.verdict, evidence.method) == ("proved", "hypothesis")
    assert evidence.witness is not None and evidence.witness.n == 2


def test_an_error_is_shown_on_a_small_case() -> None:
    def fragile(a: Any, b: Any) -> Any:
        """K, but raises from four items on"""
        if a.n >= 4:
            raise RuntimeError("four items are too many")
        return kendall(a, b)

    evidence = searched(fragile, "symmetry")
    assert evidence.verdict == "error"
    assert evidence.reason.startswith("mine raised RuntimeError: four items are too many (on mine, a: 1 > 2 > 3 > 4;")
    assert REGISTRY.metric("kendall")  # and the others are as they were


def test_a_definition_that_counts_its_calls_is_flaky() -> None:
    calls = 0

    def counting(a: Any, b: Any) -> Any:
        """K, but 1 more at every 50th call"""
        nonlocal calls
        calls += 1
        return kendall(a, b) + (calls % 50 == 0)

    assert searched(counting, "symmetry").verdict == "flaky"


# --- one seed, one result --------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_cases_and_another_one_others() -> None:
    runs = []
    for seed in (5, 5, 6):
        watched, asked = recorded(kendall)
        searched(watched, "symmetry", seed=seed)
        runs.append(asked)
    assert len(runs[0]) > 200
    assert runs[0] == runs[1] != runs[2]


def test_the_evidence_of_a_statement_does_not_depend_on_what_else_is_asked() -> None:
    def wrong(a: Any, b: Any) -> Any:
        """K, but 1 less from four items on where item 1 leads a"""
        return kendall(a, b) - (a.n >= 4 and a.order[0] == 1 and a != b)

    together = every(wrong, climbs=20)
    assert len(together) > 8 and {"refuted", "searched"} <= {str(e.verdict) for e in together.values()}
    for title, evidence in together.items():
        assert searched(wrong, title.partition("(")[0], climbs=20) == evidence


def test_draws_do_not_depend_on_the_modules_that_happen_to_be_imported(tmp_path: Any, monkeypatch: Any) -> None:
    def draws() -> list[Any]:
        watched, asked = recorded(lambda a, b: kendall(a, b) + (a.n > 4 and a.order[0] == 1 and a != b))
        assert searched(watched, "symmetry", seed=11).verdict == "refuted"
        return asked

    before = draws()
    path = tmp_path / "constants_of_somebody.py"
    numbers = [*range(200), *(7919 * k + 3 for k in range(200))]  # Hypothesis ignores a module with above 1024
    path.write_text(f"NUMBERS = {numbers}\n")
    spec = importlib.util.spec_from_file_location("constants_of_somebody", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "constants_of_somebody", module)
    spec.loader.exec_module(module)
    assert draws() == before


# --- what is counted -------------------------------------------------------------------------------------------


def test_a_case_that_comes_again_is_not_counted_again() -> None:
    """Two and three items have 4 and 36 pairs of rankings: no more than 40 cases, however many scenes are drawn."""
    seen, asked = recorded(kendall)
    (reach,) = searched(seen, "symmetry", cases=300, max_n=3).reach
    assert (reach.cases, reach.smallest, reach.largest, reach.stop) == (40, 2, 3, "most draws repeated")
    assert len(set(asked)) == 40


def test_cases_without_a_value_are_discarded_and_their_sizes_not_reached() -> None:
    def small(a: Any, b: Any) -> Any:
        """K, without a value from five items on"""
        if a.n > 4:
            raise Undefined("more than four items")
        return kendall(a, b)

    (reach,) = searched(small, "symmetry", max_n=8).reach
    assert (reach.smallest, reach.largest) == (2, 4)
    assert reach.discarded > 50


def test_a_statement_about_nothing_says_that_all_was_discarded() -> None:
    @axiom("nothing", over={"a": spaces.ranking, "b": spaces.ranking}, kinds=("distance",))
    def nothing(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) = 0 where a != a"""
        return given(a != a, equal(d(a, b), 0))

    evidence = searched(kendall, "nothing", holds=[nothing])
    (reach,) = evidence.reach
    assert (evidence.verdict, reach.cases, reach.stop) == ("vacuous", 0, "most draws discarded")
    assert reach.text == f"hypothesis decided nothing: all {reach.discarded:,} draws were discarded"


def test_statements_of_the_same_spaces_share_their_draws() -> None:
    watched, asked = recorded(kendall)
    searched(watched, "symmetry")
    alone = len(set(asked))
    asked.clear()
    every(watched, "symmetry", "non-negativity")
    assert len(set(asked)) == alone
