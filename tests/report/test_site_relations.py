"""The data of the relations of metrics: the block decodes back to relations.json, and nothing else is shown."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import committed
import pytest
from unpacking import unpacked, untabled

from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.safe import visible
from axiomatrix.evidence.verdict import Tone
from axiomatrix.report.json_reports import RELATIONS, BadReport
from axiomatrix.report.libraries.words import AGREEMENT
from axiomatrix.report.site import blocks
from axiomatrix.report.site.blocks import data_script
from axiomatrix.report.site.inputs import Inputs

STATIC = resources.files("axiomatrix.report.site").joinpath("static")


def test_relations_decode_back_to_those_of_the_report() -> None:
    raw = json.loads(committed.relations())
    script = data_script("relations", of(raw))
    assert len(script) < len(committed.relations())
    made = unpacked(script)
    found = untabled(made["relations"])
    assert len(found) == len(raw["relations"]) > 10
    for ours, one in zip(found, raw["relations"], strict=True):
        names = {"givenA": "a_given", "givenB": "b_given"}
        for name in ("a", "b", "givenA", "givenB", "space", "kind", "verdict"):
            assert ours[name] == visible(one.get(names.get(name, name), ""))
        last = [row for row in one.get("bounds", ()) if any(value is not None for value in row[1:])][-1:]
        n, low, low_at, high, high_at, unbounded = last[0] if last else (-1, *[None] * 5)
        assert ours["n"] == n
        for name, instance in (("lowAt", low_at), ("highAt", high_at), ("unbounded", unbounded)):
            assert (None if ours[name] is None else made["instances"][ours[name]]) == (instance and listed(instance))
        assert [ours[name] and ours[name][0] for name in ("low", "high")] == [low, high]
        assert ours["differently"] == sum(row[3] for row in one["agreement"])
        assert ours["pairs"] == sum(row[1] for row in one["agreement"])
        shown = [(made["instances"][place], a[0], b[0]) for place, a, b in ours["disagreement"]]
        assert shown == [(listed(instance), *instance[2:]) for instance in one.get("disagreement", ())]
    assert len({tuple(instance) for instance in made["instances"]}) == len(made["instances"])


def listed(instance: list[Any]) -> list[Any]:
    """An instance of relations.json as the block has it."""
    return [instance[0], ", ".join(map(visible, instance[1]))]


def shown(a: str, b: str) -> list[Any]:
    """An instance with the values of both metrics."""
    return [2, ["Ranking.from_order([1, 2])", "x\x1b"], a, b]


def relation(**changes: Any) -> dict[str, Any]:
    """One relation, as relations.json has it."""
    return {
        "a": "m", "b": "<i>other</i>", "a_given": "", "b_given": "k = n", "cut": "n", "sort": "rankings",
        "space": "pairs", "opposed": False, "kind": "none", "direction": 1,
        "verdict": "refuted", "sizes": [[1, 1, 1, 0, 0, False], [2, 4, 3, 1, 0, True]], "coefficients": [],
        "formula": None, "bounds": [[2, "1", shown("1", "1"), "sqrt(2) + sqrt(3) + sqrt(5)", shown("1", "2"), None]],
        "agreement": [[2, 6, 3, 2, 1, 0]],
        "disagreement": [shown("1", "2"), shown("2", "1")], "refusals": [],
        **changes,
    }  # fmt: skip


def related(**changes: Any) -> dict[str, Any]:
    """A whole relations.json with one relation."""
    return {
        "format": "axiomatrix-relations-1",
        "defaults": {"cut-offs": "k = n"},
        "left_out": [{"metrics": ["one"], "why": "alone"}],
        "relations": [relation()],
        **changes,
    }


def of(raw: Any) -> Any:
    """The block of this relations.json."""
    return blocks.relations_block(
        Inputs(Matrix([], [], [], "quick", 0), relations=None if raw is None else RELATIONS.decode(raw))
    )


def test_a_long_bound_has_a_decimal_beside_it_that_is_a_bound_too_and_a_reach_its_words() -> None:
    made = of(related())
    (line,) = untabled(made["relations"])
    assert (line["low"], line["disagreement"]) == (
        ("1", "1"),
        ((0, ("1", "1"), ("2", "2")), (0, ("2", "2"), ("1", "1"))),
    )
    assert line["high"] == ("sqrt(2) + sqrt(3) + sqrt(5)", "~5.382333")
    assert line["reach"] == ("n = 1: 1; n = 2: 4 up to renaming (3 with both values) instances", 0)
    assert made["left_out"] == [[["one"], "one: alone"]]
    assert made["instances"] == [[2, "Ranking.from_order([1, 2]), x\\x1b"]]


def test_a_formula_is_typeset_where_there_is_one() -> None:
    told = relation(formula=["-4/n", "1"], latex=r"1 - \frac{4}{n}")
    hostile = relation(formula=["1", "1"], latex="<script>")
    one, other, bad = untabled(of(related(relations=[told, relation(), hostile]))["relations"])
    assert "<mfrac>" in one["formula"] and other["formula"] == "" and "<script" not in bad["formula"]


def test_without_relations_there_is_no_block() -> None:
    assert of(None) is None


def bounds(raw: dict[str, Any], rows: list[Any]) -> None:
    """Give the relation these bounds."""
    raw["relations"][0]["bounds"] = rows


HOSTILE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nothing": lambda raw: raw.clear(),
    "relations no list": lambda raw: raw.update(relations={"a": 1}),
    "a relation that is a text": lambda raw: raw.update(relations=["m = n"]),
    "a name that is a number": lambda raw: raw["relations"][0].update(a=3),
    "no name": lambda raw: raw["relations"][0].pop("b"),
    "an unknown kind": lambda raw: raw["relations"][0].update(kind="equal"),
    "a kind that is a list": lambda raw: raw["relations"][0].update(kind=["none"]),
    "no sizes": lambda raw: raw["relations"][0].pop("sizes"),
    "a negative count": lambda raw: raw["relations"][0]["sizes"][0].__setitem__(1, -1),
    "a count that is true": lambda raw: raw["relations"][0]["sizes"][0].__setitem__(1, True),
    "renamed a number": lambda raw: raw["relations"][0]["sizes"][0].__setitem__(5, 1),
    "a direction of nothing": lambda raw: raw["relations"][0].update(direction=0),
    "opposed a number": lambda raw: raw["relations"][0].update(opposed=1),
    "bounds of five": lambda raw: bounds(raw, [[2, "1", shown("1", "1"), "1", None]]),
    "bounds of texts": lambda raw: bounds(raw, ["abcdef"]),
    "a bound that is a float": lambda raw: bounds(raw, [[2, 1.5, None, "1", None, None]]),
    "a bound at n = '2'": lambda raw: bounds(raw, [["2", "1", None, "1", None, None]]),
    "a bound at a number": lambda raw: bounds(raw, [[2, "1", 9, "1", None, None]]),
    "a number that is code": lambda raw: bounds(raw, [[2, "__import__('os').getcwd()", None, "1", None, None]]),
    "a number that divides by zero": lambda raw: bounds(raw, [[2, "1/(1 - 1) + 1/(2 - 2)", None, "1", None, None]]),
    "agreement of floats": lambda raw: raw["relations"][0].update(agreement=[[2, 6.0, 3, 2, 1, 0]]),
    "agreement null": lambda raw: raw["relations"][0].update(agreement=None),
    "one disagreement": lambda raw: raw["relations"][0]["disagreement"].pop(),
    "a disagreement without a value": lambda raw: raw["relations"][0]["disagreement"][1].pop(),
    "an instance that is an object": lambda raw: bounds(raw, [[2, "1", {"n": 2}, "1", None, None]]),
    "an argument that is a number": lambda raw: bounds(raw, [[2, "1", [2, [1], "1", "1"], "1", None, None]]),
    "sizes of texts": lambda raw: raw["relations"][0].update(sizes=["n"]),
    "a size of null": lambda raw: raw["relations"][0].update(sizes=[None]),
    "defaults a list": lambda raw: raw.update(defaults=[]),
    "a default that is a number": lambda raw: raw.update(defaults={"p": 1}),
    "left out null": lambda raw: raw.update(left_out=None),
    "left out of objects": lambda raw: raw.update(left_out=[{}]),
}  # fmt: skip


@pytest.mark.parametrize("spoil", HOSTILE.values(), ids=HOSTILE.keys())
def test_relations_of_another_shape_are_refused_in_one_line(spoil: Callable[[dict[str, Any]], Any]) -> None:
    raw = copy.deepcopy(related())
    of(raw)
    spoil(raw)
    with pytest.raises(BadReport, match=r"^((this is not a )?report on relations|relations\.json): ") as caught:
        of(raw)
    assert "\n" not in str(caught.value)


def test_pairs_that_are_ordered_differently_may_still_determine_each_other() -> None:
    """What is shown of them is that neither does so in one direction; a function that is not monotone may be there."""
    assert '"Neither determines the other in one direction"' in STATIC.joinpath("partners.js").read_text("utf-8")


def test_implementations_that_agree_where_they_were_tried_are_not_coloured_as_proved() -> None:
    assert {tone for *_, tone in AGREEMENT.values()} == {Tone.SEARCHED, Tone.UNKNOWN, Tone.REFUTED, Tone.NOTHING}
