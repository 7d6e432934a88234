"""The line that repeats a counterexample in a test of the user's own, pasted above ``@given``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiomatrix import Ranking, exact, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.expectations import shipped
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.python_code import example, named_values
from axiomatrix.evidence.witness import CODES, restore
from axiomatrix.report.judged_claims import failure_lines
from axiomatrix.report.saving import witness_page
from axiomatrix.spaces import Space

REGISTRY = load_catalogue()
WITNESSES = [entry.witness for entry in shipped().values() if entry.witness is not None]
ONE_EACH = {(witness.axiom, REGISTRY.metric(witness.metric).about): witness for witness in WITNESSES}
"""A witness of each axiom about each sort of metric."""
SORTS = [
    *(spaces.ranking, spaces.weak_order, spaces.partial_order, spaces.top_list, spaces.relabelling),
    *(spaces.graded_lists(), spaces.gain_lists(), spaces.runs(), spaces.scored_list, spaces.score_vector),
    *(spaces.retrieved_ids(), spaces.rank_pair, spaces.cut_offs(), spaces.factor),
    *(spaces.element_weights(), spaces.position_weights(), spaces.similarities(positive=False)),
]
TEST = """
from hypothesis import Phase, given, settings, strategies

{example}@given({strategies})
@settings(phases=[Phase.explicit])
def test({names}):
    tried.append(dict({pairs}))

test()
"""


@pytest.mark.parametrize("witness", ONE_EACH.values(), ids=lambda witness: witness.slug)
def test_the_line_repeats_the_case_in_a_test(witness: Witness) -> None:
    metric, statement, instance = about = restore(witness, REGISTRY)
    names = [*named_values(instance)]
    *imports, line = example(instance).splitlines()
    text = TEST.format(
        example=f"{line}\n",
        strategies=", ".join(f"{name}=strategies.none()" for name in names),
        names=", ".join(names),
        pairs=", ".join(f"{name}={name}" for name in names),
    )
    tried: list[dict[str, object]] = []
    exec("\n".join(imports) + text, {"tried": tried, "__name__": "pasted"})
    (values,) = [
        {name: exact.rational(value) if isinstance(value, Fraction) else value for name, value in one.items()}
        for one in tried
    ]
    assert values == named_values(instance)
    given = instance.__class__(
        instance.n,
        {name: values[name] for name in instance.values},
        dict(zip(instance.parameters, [*values.values()][len(instance.values) :], strict=True)),
    )
    again = Definitions(REGISTRY).decide(metric, statement, given)
    assert again == Definitions(REGISTRY).decide(*about)
    assert again.code == CODES.get(witness.shows, again.code)


@pytest.mark.parametrize("space", SORTS, ids=lambda space: space.name)
def test_the_values_of_every_sort_can_be_pasted(space: Space) -> None:
    values = [*space.enumerate(3)]
    for value in [*values[:3], *values[-3:]]:
        *imports, line = example(Instance(3, {"x": value}, {})).splitlines()
        names: dict[str, Any] = {}
        exec("\n".join([*imports, line.replace("@example(", "again = dict(", 1)]), names)
        again = names["again"]["x"]
        assert (exact.rational(again) if isinstance(again, Fraction) else again) == value


def test_a_parameter_called_like_a_variable_of_the_axiom_keeps_both_values() -> None:
    instance = Instance(3, {"a": Ranking.from_order([1, 2, 3]), "i": 2}, {"i": 1})
    assert example(instance).splitlines()[-1] == "@example(a=Ranking.from_order([1, 2, 3]), i=2, i_=1)"


def test_fractions_are_imported_where_there_are_some() -> None:
    halves = [witness for witness in WITNESSES if "/" in str([witness.parameters, witness.instance])]
    assert halves
    for witness in halves[:5]:
        text = example(restore(witness, REGISTRY).instance)
        assert text.startswith("from fractions import Fraction\n")


def test_the_line_is_on_the_page_and_in_the_terminal() -> None:
    shown = account_of(WITNESSES[0], REGISTRY)
    line = shown.example.splitlines()[-1]
    assert line.startswith("@example(")
    assert shown.example in witness_page(shown)
    assert line in failure_lines(shown)
