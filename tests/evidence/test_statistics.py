"""What Hypothesis was told, counted as it was told: in one process, in workers, and in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import axiomatrix as command

import axiomatrix
from axiomatrix import Registry, axioms, metric, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.reach import SearchStatistics, merge_statistics

FILE = '''
from axiomatrix import axioms, metric, spaces

@metric("products", parameters={"w": spaces.element_weights()},
        holds=[axioms.symmetry, axioms.triangle_inequality, axioms.non_negativity])
def products(a, b, w):
    """sum of the products of the weights of the items that stand elsewhere"""
    return sum(w[x] * w[x] for x in a.items if a[x] != b[x])
'''


@pytest.fixture
def registry() -> Registry:
    known = Registry(load_catalogue())

    @metric(
        "products",
        parameters={"w": spaces.element_weights()},
        holds=[axioms.symmetry, axioms.triangle_inequality, axioms.non_negativity],
        registry=known,
    )
    def products(a, b, w):  # type: ignore[no-untyped-def]
        """sum of the squares of the weights of the items that stand elsewhere"""
        return sum(w[x] * w[x] for x in a.items if a[x] != b[x])

    return known


def checked(registry: Registry) -> list[SearchStatistics]:
    asked = ["symmetry", "triangle-inequality", "non-negativity"]
    return axiomatrix.check("products", axioms=asked, profile="quick", registry=registry).statistics


def test_each_signature_has_the_examples_that_were_drawn_for_its_statements(registry: Registry) -> None:
    searches = checked(registry)
    signatures = {one.signature for one in searches}
    assert "a: rankings; b: rankings; c: rankings" in signatures
    for one in searches:
        assert one.examples == one.invalid + sum(one.events.values())
        assert one.examples > one.invalid
        assert set(one.events) <= {f"n = {n}" for n in range(2, 7)}
    assert searches == checked(registry)


def test_targets_are_those_of_the_statements_that_were_climbed_for(registry: Registry) -> None:
    targets = {label for one in checked(registry) for label in one.targets}
    assert any(label.startswith("triangle-inequality, n = ") for label in targets)
    assert not any(label.startswith("symmetry") for label in targets)  # an equality that holds is never nearly broken


def test_what_several_processes_counted_is_added_up() -> None:
    one = SearchStatistics("m", "a: rankings", 3, 1, {"n = 2": 2}, {"slack, n = 2": -1.0})
    other = SearchStatistics("m", "a: rankings", 4, 0, {"n = 2": 1, "n = 3": 3}, {"slack, n = 2": -0.5})
    apart = SearchStatistics("m", "a: lists", 1)
    assert merge_statistics([one, other, apart]) == [
        SearchStatistics("m", "a: rankings", 7, 1, {"n = 2": 3, "n = 3": 3}, {"slack, n = 2": -0.5}),
        apart,
    ]
    assert (one.examples, other.examples) == (3, 4)


@pytest.mark.slow
def test_they_are_shown_with_verbose_alone(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "products.py").write_text(FILE, encoding="utf-8")
    asked = ["check", "products.py", "--profile", "quick", "--axiom", "triangle-inequality"]
    plain, verbose = command(tmp_path, *asked).stdout, command(tmp_path, *asked, "--verbose").stdout
    assert "examples," not in plain
    (search,) = axiomatrix.check(
        "products", axioms=["triangle-inequality"], profile="quick", registry=registry
    ).statistics
    assert "\n".join(search.lines()) in verbose
