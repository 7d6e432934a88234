"""The command ``axiomatrix explore`` on every sort but rankings: its answers as data, and certificates that stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from exploring import answered, run

HEAD = "from itertools import combinations\nfrom axiomatrix import axioms, conjecture, metric, spaces\n"
WEAK_ORDERS = 'conjecture("footrule-ties[profile]", axioms.upper_bound("kendall-ties[profile]", 2))'
TOP_LISTS = 'conjecture("footrule-top", axioms.upper_bound("kendall-top[neutral]", 1))'
JUDGED_LISTS = 'conjecture("average-precision[whole]", axioms.upper_bound("recall", 1))'
SCORED_LISTS = """
LISTS = {"x": spaces.scored_list}
metric("hits", kind="score", arguments=LISTS)(lambda x: sum(x.grades))

@metric("best-hits", kind="score", arguments=LISTS, conjectured=[axioms.upper_bound("hits", 1)])
def best_hits(x):
    return sum(g for g, s in zip(x.grades, x.scores) if s == max(x.scores))
"""
RUNS = """
RUN = {"run": spaces.runs()}
metric("all-hits", kind="score", arguments=RUN)(lambda run: sum(sum(x.grades) for x in run.lists))

@metric("most-hits", kind="score", arguments=RUN, conjectured=[axioms.lower_bound("all-hits", 1)])
def most_hits(run):
    return max(sum(x.grades) for x in run.lists)
"""
OWN_SPACE = """
class Subsets(spaces.Space):
    name = sort = "subsets"
    complete = True

    def enumerate(self, n):
        return [frozenset(c) for k in range(n + 1) for c in combinations(range(1, n + 1), k)]

    def draw(self, choose, n, before=()):
        return frozenset(x for x in range(1, n + 1) if choose.integer(0, 1))

    def validate(self, value, n):
        if not isinstance(value, frozenset) or not value <= set(range(1, n + 1)):
            raise ValueError(f"subset: {value!r} is not one of 1..{n}")

    def encode(self, value):
        return sorted(value)

    def decode(self, data):
        return frozenset(data)

PAIRS = {"a": Subsets(), "b": Subsets()}
metric("larger-part", arguments=PAIRS)(lambda a, b: max(len(a - b), len(b - a)))

@metric("differences", arguments=PAIRS, conjectured=[axioms.upper_bound("larger-part", "3/2")])
def differences(a, b):
    return len(a ^ b)
"""
CASES: dict[str, tuple[str, list[str], dict[int, tuple[str, str]], Any]] = {
    # the verdicts, the smallest and the largest value by n, and the arguments of the first refutation
    "weak orders": (WEAK_ORDERS, ["exhausted"] * 2, {2: ("2", "2")}, None),
    "top lists": (TOP_LISTS, ["refuted"] * 2, {1: ("2", "2"), 2: ("6/5", "2")}, {"a": [1], "b": [2]}),
    "judged lists": (JUDGED_LISTS, ["exhausted"] * 2, {1: ("1", "1"), 2: ("1/2", "1")}, None),
    "scored lists": (SCORED_LISTS, ["grid"] * 2, {1: ("1", "1"), 2: ("0", "1")}, None),
    "runs": (
        RUNS,
        ["refuted"] * 2,
        {1: ("1/2", "1"), 2: ("1/2", "1")},
        {"run": [{"grades": ["1"], "missing": []}, {"grades": ["1"], "missing": []}]},
    ),
    "subsets": (OWN_SPACE, ["exhausted", "refuted"], {1: ("1", "1"), 2: ("1", "2")}, {"a": [1], "b": [2]}),
}


@pytest.mark.parametrize("sort", CASES)
def test_a_file_of_each_sort(sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, verdicts, known, refuting = CASES[sort]
    monkeypatch.chdir(tmp_path)
    Path("ours.py").write_text(HEAD + source, encoding="utf-8")
    run("explore", "ours.py", "--max-n", "2", "--no-pictures", "--no-side-by-side", "--out", "out")
    [question] = answered(Path("out"))["questions"]
    assert (question["sort"], question["method"]) == (sort, "enumeration")
    extremes = {s["n"]: {e["sense"]: e["value"] for e in s.get("extremes", ())} for s in question["sizes"]}
    assert {n: (extremes[n]["inf"], extremes[n]["sup"]) for n in known} == known
    assert [size["verdict"] for size in question["sizes"]][-2:] == verdicts[-len(question["sizes"]) :]
    refutations = [size["refutation"]["instance"] for size in question["sizes"] if size.get("refutation")]
    assert (refutations[0] if refutations else None) == refuting
    certificates = sorted(map(str, Path("out").glob("certificates/*.json")))
    assert len(certificates) == (verdicts[-1] != "grid" and sort != "runs")
    if certificates and refuting is None:
        run("verify", *certificates, "ours.py")
