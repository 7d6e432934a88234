"""Files of users under ``examples/``: what the command says of them is what the literature says."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import commanding
import pytest

from axiomatrix import REGISTRY, Registry
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.json_reports import read_matrix

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPECTED: dict[str, dict[tuple[str, str], tuple[Verdict, int]]] = {
    # Fagin, Kumar and Sivakumar 2003, section 3: the intersection metric is a metric on top lists
    "top_lists": {
        ("set-difference", "triangle-inequality"): (Verdict.SEARCHED, 3),
        ("set-difference", "separation"): (Verdict.REFUTED, 2),
        ("intersection-metric", "triangle-inequality"): (Verdict.SEARCHED, 3),
        ("intersection-metric", "separation"): (Verdict.SEARCHED, 3),
    },
    # Fagin et al. 2006: K^(p) is a metric for p >= 1/2, for p = 0 it is not even a near metric
    "buckets": {
        ("half-for-ties", "triangle-inequality"): (Verdict.EXHAUSTED, 3),
        ("half-for-ties", "equals"): (Verdict.EXHAUSTED, 3),
        ("half-for-ties", "tie-halves"): (Verdict.EXHAUSTED, 3),
        ("ties-are-free", "triangle-inequality"): (Verdict.REFUTED, 2),
        ("ties-are-free", "separation"): (Verdict.REFUTED, 2),
        ("ties-are-free", "tie-halves"): (Verdict.REFUTED, 2),
    },
    # Robinson and Foulds 1981
    "trees": {("robinson-foulds", "tree-triangle"): (Verdict.EXHAUSTED, 4)},
    # Young and Levenglick 1978: of the rules that keep Condorcet's winner, Kemeny's alone is consistent
    "condorcet": {
        ("slater", "condorcet-winner"): (Verdict.SEARCHED, 3),
        ("slater", "reinforcement"): (Verdict.REFUTED, 3),
        ("plurality", "reinforcement-of-winners"): (Verdict.SEARCHED, 3),
        ("plurality", "condorcet-winner"): (Verdict.REFUTED, 3),
    },
    # Kendall 1938 counts the edges of the permutohedron; Hamming's distance has nothing between the ends of a 3-cycle
    "nested": {
        ("swaps-of-neighbours", "something-between"): (Verdict.EXHAUSTED, 4),
        ("swaps-of-neighbours", "equals"): (Verdict.EXHAUSTED, 4),
        ("places-that-differ", "something-between"): (Verdict.REFUTED, 3),
    },
    # Singh and Joachims 2018
    "groups": {
        ("exposure-gap", "groups-alike"): (Verdict.EXHAUSTED, 4),
        ("exposure-gap", "promotion-helps"): (Verdict.REFUTED, 3),
        ("members-behind", "promotion-helps"): (Verdict.EXHAUSTED, 4),
        ("members-behind", "groups-alike"): (Verdict.REFUTED, 2),
    },
    # Clarke et al. 2008: alpha = 0 does not see redundancy
    "subtopics": {
        ("alpha-gain", "novelty"): (Verdict.EXHAUSTED, 3),
        ("subtopics-counted", "novelty"): (Verdict.REFUTED, 1),
    },
}  # fmt: skip
"""Verdict by metric and axiom, with the size of the counterexample, or one up to which nothing contradicts."""


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_a_users_file_is_decided_as_the_literature_says(name: str, tmp_path: Path) -> None:
    file = EXAMPLES / f"{name}.py"
    axioms = [word for axiom in dict.fromkeys(axiom for _, axiom in EXPECTED[name]) for word in ("--axiom", axiom)]
    done = commanding.axiomatrix(
        tmp_path, "check", str(file), "--profile", "quick", "--max-n", "4", *axioms, "--out", "out"
    )
    assert done.returncode == 0, done.stdout + done.stderr  # every claim is as declared
    matrix = read_matrix(tmp_path / "out" / "compliance.json")
    for (metric, axiom), (verdict, n) in EXPECTED[name].items():
        (evidence,) = [c.evidence for c in matrix if (c.metric, c.axiom) == (metric, axiom)]
        assert evidence.verdict is verdict, (metric, axiom, evidence)
        if verdict is Verdict.REFUTED:
            assert evidence.witness is not None
            assert evidence.witness.n == n, (metric, axiom)
        else:
            assert evidence.up_to() >= n, (metric, axiom)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_users_file_is_short(name: str) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= 40


def test_as_many_trees_are_enumerated_as_schroeder_counted() -> None:
    """Schroeder 1870, the fourth problem; OEIS A000311."""
    trees = _module("trees").Trees()
    counts = [len(set(trees.enumerate(n))) for n in range(1, 6)]
    assert counts == [1, 1, 4, 26, 236]
    assert all(trees.decode(trees.encode(tree)) == tree for tree in trees.enumerate(4))


def _module(name: str) -> Any:
    spec = spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    before = Registry(REGISTRY)
    try:
        spec.loader.exec_module(module)
    finally:
        commanding.restore(before)
    return module
