"""Pages of witnesses: all that is needed to believe one, to paste it and to decide it again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import committed
import pytest
from explaining import missing_in_order
from msgspec import structs
from msgspec.structs import replace
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, spaces
from axiomatrix.cli.verify import replay_text
from axiomatrix.evidence.account import making
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.expectations import shipped
from axiomatrix.evidence.python_code import constructor
from axiomatrix.evidence.witness import read, replay
from axiomatrix.model.registry import metric
from axiomatrix.report.judged_claims import failure_lines
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.rankings import inverted_pairs

FAILURE = [
    "my-kendall: scale-free(parameter=w, degree=1)",
    "4 == 2 is false",
    "left side   d(a, b; c w)              4",
    "right side  c**1*d(a, b)  2**1*1      2",
    '- declared to hold: "my notes, p. 3" (broken claim)',
    "a     1 > 2                         (1, 2)",
    "b     2 > 1                         (2, 1)",
    "w     w[1] = 1, w[2] = 1",
    "- my-kendall(a, b; w = 2 throughout) = w[1]*w[2] = 2*2 = 4",
    "- my-kendall(a, b) = w[1]*w[2] = 1*1 = 1",
    "@example(a=Ranking.from_order([1, 2]), b=Ranking.from_order([2, 1]), c=2, w=ElementWeights.of({1: 1, 2: 1}))",
    "axiomatrix verify reports/witnesses/my-kendall--scale-free--parameter-w--degree-1.json my.py",
]
"""What is said first, the two sides, who claims it, the instance, how it is computed, how to repeat it."""


def test_a_wrong_claim_shows_its_witness_with_both_sides_and_the_command(registry: Registry) -> None:
    checked = axiomatrix.check("my-kendall", axioms=["scale-free"], profile="quick", use_pins=False, registry=registry)
    shown = making.account(checked.broken[0], checked, registry)
    assert shown is not None
    lines = failure_lines(shown, files=["my.py"])
    assert missing_in_order(FAILURE, lines) == [] and lines[-1] == FAILURE[-1]


def test_a_witness_page_has_all_that_is_needed_to_believe_it(saved: Path, matrix: Matrix) -> None:
    md = (saved / "witnesses" / "footrule--left-invariance.md").read_text(encoding="utf-8")
    assert "**4 == 2 is false**" in md
    assert in_words("smallest: every smaller size was exhausted or certified") in md
    assert "abs(a[1] - b[1]) + abs(a[2] - b[2]) + abs(a[3] - b[3]) = abs(1 - 1) + abs(2 - 3) + abs(3 - 2) = 2" in md
    assert re.search(r"\| `b` +\| 1 &gt; 3 &gt; 2 +\| `\(1, 3, 2\)` +\|", md)
    assert "axiomatrix verify reports/witnesses/footrule--left-invariance.json" in md
    python = re.search(r"```python\n(from axiomatrix import REGISTRY.*?)```", md, re.DOTALL)
    assert python is not None
    exec(python[1].replace("print(", "result = ("), names := {})
    assert names["result"] == 2


def test_every_constructor_can_be_pasted(saved: Path, matrix: Matrix) -> None:
    witnesses = [c.evidence.witness for c in matrix if c.evidence.witness and c.metric in REGISTRY.metrics]
    halved = Witness(
        "kendall-element",
        "scale-free",
        {"parameter": "w", "degree": 1},
        ParameterDomain.OPEN,
        n=2,
        instance={"a": [1, 2], "b": [2, 1], "c": "1/2"},
        parameters={"w": [[1, "1"], [2, "1"]]},
        lhs="1/4",
        op="==",
        rhs="1/2",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    for witness in [*witnesses, halved]:
        names: dict[str, Any] = {"print": lambda value: None}
        exec(constructor(witness, REGISTRY), names)
        assert not [value for value in names.values() if isinstance(value, float)]


def test_a_pasted_witness_prints_every_value_that_enters(matrix: Matrix) -> None:
    triangle = axiomatrix.check("footrule-similarity[lt]", axioms=["triangle-inequality"], profile="quick")
    moved = axiomatrix.check("kendall-element", axioms=["left-invariance"], profile="quick")
    for (cell, *_), values in ((triangle.cells, ["3", "1", "1"]), (moved.cells, ["3", "1"])):
        words: list[str] = []
        exec(
            constructor(cell.evidence.witness, REGISTRY), {"print": lambda value, words=words: words.append(str(value))}
        )
        assert words == values


def test_a_pasted_witness_of_a_scaled_parameter_prints_both_sides() -> None:
    found = [witness for slug, witness in sorted(committed.witnesses().items()) if "--scale-free" in slug]
    given = found[0].parameters["delta"], found[0].instance
    halves = replace(found[0], instance={**given[1], "c": "1/2"}, lhs="3/2", rhs="1")
    halves = replace(halves, lhs=(again := replay(halves, REGISTRY)).lhs, rhs=again.rhs)
    lowered = replace(halves, arguments={"parameter": "delta", "degree": -1})
    lowered = replace(lowered, lhs=(again := replay(lowered, REGISTRY)).lhs, rhs=again.rhs)
    assert {"scale-free", "scale-free-normalised"} == {witness.axiom for witness in found}
    for witness in [*found, halves, lowered]:
        words: list[str] = []
        exec(constructor(witness, REGISTRY), {"print": lambda value, words=words: words.append(str(value))})
        assert words == [witness.lhs, witness.rhs] and words[0] != words[1]


def by_d(a: Any, b: Any, d: Any) -> Any:
    """sum over inverted pairs {x, y} of d_x d_y"""
    return sum(d[x] * d[y] for x, y in inverted_pairs(a, b))


def by_a(first: Any, second: Any, a: Any) -> Any:
    """sum over inverted pairs {x, y} of a_x a_y"""
    return by_d(first, second, a)


def by_c(a: Any, b: Any, c: Any) -> Any:
    """sum over inverted pairs {x, y} of c_x c_y"""
    return by_d(a, b, c)


@pytest.mark.parametrize(("parameter", "definition"), [("d", by_d), ("a", by_a), ("c", by_c)])
def test_a_parameter_may_have_the_name_of_another_variable_of_a_pasted_witness(parameter: str, definition: Any) -> None:
    registry = Registry(REGISTRY)
    claim = axioms.scale_free(parameter, degree=1)
    metric("mine", parameters={parameter: spaces.element_weights()}, holds=[claim], registry=registry)(definition)
    (cell,) = axiomatrix.check("mine", axioms=["scale-free"], profile="quick", registry=registry).broken
    witness = cell.evidence.witness
    assert witness is not None
    words: list[str] = []
    code = constructor(witness, registry).replace("REGISTRY.metric", "registry.metric")
    exec(code, {"print": lambda value: words.append(str(value)), "registry": registry})
    assert words == [witness.lhs, witness.rhs]


def test_a_pasted_witness_of_a_list_asks_the_metric_also_where_the_axiom_has_lists_of_its_own() -> None:
    lists = [one for one in committed.witnesses().values() if "grades" in str(one.instance.get("x"))]
    assert "ideal-is-one" in {witness.axiom for witness in lists}
    for witness in lists:
        assert "print(" in constructor(witness, REGISTRY), witness.slug


def test_a_witness_whose_sides_are_others_now_prints_the_values_of_the_metric() -> None:
    witness = committed.witnesses()["kendall-general.one--scale-free--parameter-delta--degree-2"]
    words = constructor(replace(witness, lhs="7"), REGISTRY)
    assert words.count("print(") == 2 and "scaled" not in words


def test_a_witness_of_a_metric_that_is_not_here_is_shown_as_stored(matrix: Matrix) -> None:
    cell = next(c for c in matrix.broken if c.metric == "my-kendall")
    shown = making.account(cell, matrix, REGISTRY)
    assert shown is not None and not shown.terms and "not registered" in shown.note
    assert [v.text for v in shown.values] == ["1 > 2", "2 > 1", "2"]
    assert shown.sides == "4 == 2 is false"


def test_a_definition_that_has_changed_is_never_used_to_explain_an_old_witness() -> None:
    made = Registry(REGISTRY)

    @metric("kendalls", registry=made)
    def kendalls(a: Any, b: Any) -> Any:
        """Inverted pairs"""
        return len(inverted_pairs(a, b))

    values = {"a": [1, 2], "b": [2, 1]}
    old = Witness(
        "kendalls",
        "symmetry",
        {},
        ParameterDomain.OPEN,
        n=2,
        instance=values,
        parameters={},
        lhs="1",
        op="==",
        rhs="3",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    shown = making.account_of(old, made)
    assert not shown.terms and "has changed" in shown.note
    assert (
        shown.sides == "stored as 1 == 3; now 1 == 1" and "no longer stands" in shown.outcome_text and not shown.minimal
    )


def test_sides_that_are_stored_wrong_are_shown_as_they_are_decided(saved: Path) -> None:
    true = read(saved / "witnesses" / "footrule--left-invariance.json")
    shown = making.account_of(replace(true, lhs="7", op="<="), REGISTRY)
    assert shown.sides == true.relation_with_truth == "4 == 2 is false" and shown.terms
    assert shown.note == "The stored witness disagrees: the file says 7 <= 2; it is 4 == 2."


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"lhs": "7"}, "the file says 7 == 2; it is 4 == 2"),
        ({"op": "<="}, "the file says 4 <= 2; it is 4 == 2"),
        ({"rhs": "3"}, "the file says 4 == 3; it is 4 == 2"),
        ({"channel": "float"}, "the file says that the metric is of the float channel; it is exact"),
    ],
)
def test_replay_believes_nothing_but_the_instance(saved: Path, change: dict[str, Any], line: str) -> None:
    true = read(saved / "witnesses" / "footrule--left-invariance.json")
    words, stands = replay_text(replay(replace(true, **change), REGISTRY), REGISTRY)
    assert not stands
    assert words.splitlines()[:3] == ["the witness does not stand as written", "", f"- {line}"]
    assert "4 == 2 is false" in words and "7 ==" not in "\n".join(words.splitlines()[3:])


def test_replay_decides_whether_a_witness_is_the_smallest() -> None:
    """Where few cases decide it; elsewhere that is said, and never what the file says repeated as found."""
    weighted = next(p.witness for p in shipped().values() if p.witness and p.witness.parameters and p.witness.n == 3)
    words, stands = replay_text(replay(replace(weighted, smallest=True), REGISTRY), REGISTRY)
    assert stands and "(smallest according to the file; not decided by replay)" in " ".join(words.split())
    made = (
        axiomatrix.check("spearman-distance[squared]", axioms=["triangle-inequality"], profile="quick")
        .cells[0]
        .evidence.witness
    )
    assert made is not None and made.smallest and made.n == 3
    words, stands = replay_text(replay(made, REGISTRY), REGISTRY)
    assert stands and "(smallest: every smaller size was enumerated here)" in " ".join(words.split())
    longer = {name: [*order, 4] for name, order in made.instance.items()}
    words, stands = replay_text(replay(replace(made, n=4, instance=longer), REGISTRY), REGISTRY)
    assert not stands and "the file calls it the smallest, but a smaller one exists" in words


def test_replay_says_whether_the_witness_stands(saved: Path, matrix: Matrix) -> None:
    witness = read(saved / "witnesses" / "footrule--left-invariance.json")
    message, stands = replay_text(replay(witness, REGISTRY), REGISTRY)
    assert stands and message.startswith("the witness stands\n\nfootrule: left-invariance")
    wrong = Witness(
        **{**structs.asdict(witness), "instance": {"a": [1, 2], "b": [1, 2], "tau": [2, 1]}, "n": 2, "parameters": {}}
    )
    message, stands = replay_text(replay(wrong, REGISTRY), REGISTRY)
    assert not stands
    assert message.startswith("the witness does not stand\n\n- stored: 4 == 2\n- decided: 0 == 0\n\nfootrule: left-inv")
    assert "a     1 > 2" in message and "refuted" not in message and "false" not in message
