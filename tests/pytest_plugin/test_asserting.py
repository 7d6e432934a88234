"""``assert_axioms``: one call in a plain test."""

from __future__ import annotations

import json
import re
import traceback
from pathlib import Path
from types import ModuleType

import pytest
from plugin_runs import axiomatrix_in, metrics, pytest_in, write

from axiomatrix import (
    REGISTRY,
    ElementWeights,
    Ranking,
    Registry,
    assert_axioms,
    axioms,
    inverted_pairs,
    metric,
    spaces,
)

FAILING = """
from axiomatrix import assert_axioms
import my_metrics

def test_it():
    assert_axioms(my_metrics, profile="quick")
"""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Registry:
    monkeypatch.setenv("AXIOMATRIX_CACHE", str(tmp_path))
    return Registry(REGISTRY)


def failure(*named: object, **options: object) -> list[str]:
    with pytest.raises(AssertionError) as raised:
        assert_axioms(*named, profile="quick", **options)  # type: ignore[arg-type]  # what a test is about
    return str(raised.value).splitlines()


def position_of_first(a: Ranking, b: Ranking) -> object:
    """d(a, b) = b[first of a]"""
    return b[a.order[0]]


def kendall(a: Ranking, b: Ranking) -> int:
    """d(a, b) = the number of inverted pairs"""
    return len(list(inverted_pairs(a, b)))


def out_of_range(a: Ranking, b: Ranking) -> object:
    """d(a, b) = the item after the last"""
    return a.order[len(b.items)]


def test_a_broken_claim_has_both_values_and_the_size_first_and_then_the_replay(
    registry: Registry, tmp_path: Path
) -> None:
    mine = metric("mine", holds=["symmetry", "zero-on-equal"], registry=registry)(position_of_first)
    lines = failure(mine, registry=registry)
    assert [lines[0].split(": ")[1], lines[2].split(": ")[1]] == ["mine breaks zero-on-equal", "mine breaks symmetry"]
    relation = re.match(r"(\d+) == (\d+) at n = (\d+): ", lines[2])
    assert relation
    assert relation[1] != relation[2]
    command, path, *files = lines[3].split()[1:]
    assert command == "verify"
    witness = json.loads(Path(path).read_text(encoding="utf-8"))
    assert (witness["lhs"], witness["rhs"], str(witness["n"])) == relation.groups()
    assert Path(path).is_relative_to(tmp_path)
    assert [Path(file).resolve() for file in files] == [Path(__file__).resolve()]


def test_claims_that_are_as_declared_raise_nothing(registry: Registry) -> None:
    fails = {axioms.left_invariance: "it counts inverted pairs of items"}
    mine = metric("mine", holds=["symmetry"], fails=fails, registry=registry)(kendall)
    assert_axioms(mine, profile="quick", registry=registry)


def test_a_definition_that_raises_fails_with_its_line(registry: Registry) -> None:
    mine = metric("mine", holds=["symmetry"], registry=registry)(out_of_range)
    first = failure(mine, registry=registry)[0]
    assert "IndexError" in first
    assert f"{Path(__file__).name}:{out_of_range.__code__.co_firstlineno + 2}" in first


def test_an_axiom_that_is_named_must_hold(registry: Registry) -> None:
    mine = metric("mine", registry=registry)(kendall)
    assert_axioms(mine, axioms=[axioms.symmetry], profile="quick", registry=registry)
    assert_axioms(mine, axioms=["symmetric"], profile="quick", registry=registry)
    assert "mine breaks left-invariance" in failure(mine, axioms=["left-invariance"], registry=registry)[0]
    with pytest.raises(ValueError, match="swap has no statement to test on mine"):
        assert_axioms(mine, axioms=["symmetry", "swap"], profile="quick", registry=registry)


def test_a_statement_may_be_written_with_its_arguments(registry: Registry) -> None:
    @metric("mine", parameters={"w": spaces.element_weights()}, registry=registry)
    def mine(a: Ranking, b: Ranking, w: ElementWeights) -> object:
        """d(a, b; w) = sum over inverted pairs of w_x w_y"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    for written in ("scale-free(w, 2)", "scale-free(parameter=w, degree=2)", axioms.scale_free("w", degree=2)):
        assert_axioms(mine, axioms=[written], profile="quick", registry=registry)
    with pytest.raises(ValueError, match=r"scale-free\(parameter=w, degree=1\)"):
        assert_axioms(mine, axioms=["scale-free(w, 1)"], profile="quick", registry=registry)


def test_nothing_that_could_be_tested_is_a_mistake(registry: Registry) -> None:
    mine = metric("mine", registry=registry)(kendall)
    with pytest.raises(ValueError, match="mine declares no claims"):
        assert_axioms(mine, profile="quick", registry=registry)
    with pytest.raises(ValueError, match="pass a metric"):
        assert_axioms()
    with pytest.raises(ValueError, match="empty registers no metric"):
        assert_axioms(ModuleType("empty"), registry=registry)


def test_the_traceback_has_one_frame_of_ours(registry: Registry) -> None:
    mine = metric("mine", holds=["symmetry"], registry=registry)(position_of_first)
    with pytest.raises(AssertionError) as raised:
        assert_axioms(mine, profile="quick", registry=registry)
    frames = [frame for frame, _ in traceback.walk_tb(raised.value.__traceback__)]
    assert [frame.f_code.co_name for frame in frames[1:]] == ["assert_axioms"]
    assert frames[1].f_locals["__tracebackhide__"]


@pytest.mark.slow
def test_a_module_in_a_run_of_pytest_ends_in_the_line_of_the_test(tmp_path: Path) -> None:
    metrics(tmp_path, degree=1)
    write(tmp_path, "pytest.ini", "[pytest]\n")
    write(tmp_path, "test_it.py", FAILING)
    text = pytest_in(tmp_path, "-p", "no:cacheprovider", code=1)
    assert "\ntest_it.py:6: AssertionError\n" in text
    assert "asserting.py" not in text
    assert "FAILED test_it.py::test_it - AssertionError: 4 == 2 at n = 2: my-kendall" in text
    (command,) = re.findall(r"E +axiomatrix (verify .*)", text)
    axiomatrix_in(tmp_path, *command.split(), code=0)
