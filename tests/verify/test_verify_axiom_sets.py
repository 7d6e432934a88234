"""Certificates about sets of axioms are refused when anything in them is altered."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.refusal import Refused
from axiomatrix.studies.axiom_sets.answer import dumps
from axiomatrix.studies.axiom_sets.asking import answer_axioms, subject_of
from axiomatrix.verify.axiom_sets import verify_axiom_set

QUESTIONS = {
    "satisfied": ("swap-strict localization", ""),
    "contradictory": ("consistency-in-relevance ideal-is-one swap-strict", ""),
    "unequal": ("ignores-order-inside-top order-inside-top-matters", ""),
    "implied": ("swap-strict", "swap"),
    "equation": ("localization set-completeness", "ignores-order-inside-top"),
    "separated": ("swap", "swap-strict"),
    "rankings": ("triangle-inequality symmetry", "non-negativity"),
}
REGISTRY = load_catalogue()


@pytest.fixture(scope="module")
def files() -> dict[str, dict[str, Any]]:
    made = {}
    for name, (names, conclusion) in QUESTIONS.items():
        axioms = [REGISTRY.axioms[axiom] for axiom in names.split()]
        end = REGISTRY.axioms[conclusion] if conclusion else None
        subject = subject_of([*axioms, *([end] if end else [])], 3, None)
        made[name] = json.loads(dumps(answer_axioms(subject, axioms, end)))
    return made


def first_sum(tree: dict[str, Any]) -> dict[str, Any]:
    return tree if tree["type"] == "sum" else first_sum(tree["above"])


def lowered(entry: dict[str, Any]) -> dict[str, Any]:
    entry["value"] = "-17"
    return entry


ALTERED: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a value": ("satisfied", lambda d: lowered(d["models"][0]["entries"][-1])),
    "no value": ("satisfied", lambda d: d.update(models=[])),
    "a value less": ("satisfied", lambda d: d["models"][0].update(entries=d["models"][0]["entries"][1:])),
    "a value twice": ("satisfied", lambda d: d["models"][0]["entries"].__setitem__(0, d["models"][0]["entries"][1])),
    "an axiom more": ("satisfied", lambda d: d.update(axioms=[*d["axioms"], "ideal-is-one"])),
    "an axiom of the table more": (
        "satisfied",
        lambda d: (d.update(axioms=[*d["axioms"], "ideal-is-one"]), d["models"][0].update(axioms=d["axioms"])),
    ),
    "a longer table": ("satisfied", lambda d: d["subject"].update(length=4)),
    "other grades": ("satisfied", lambda d: d["subject"].update(grades=2)),
    "a multiplier": ("contradictory", lambda d: first_sum(d["contradiction"])["uses"][0].update(times="2")),
    "a negative multiplier": ("contradictory", lambda d: first_sum(d["contradiction"])["uses"][0].update(times="-1")),
    "no multipliers": ("contradictory", lambda d: first_sum(d["contradiction"]).update(uses=[])),
    "a sum of fewer": ("contradictory", lambda d: first_sum(d["contradiction"])["uses"].pop()),
    "an instance": ("contradictory", lambda d: d["instances"][0].update(axiom="replacement")),
    "values of an instance": (
        "contradictory",
        lambda d: d["instances"].__setitem__(0, {**d["instances"][0], "values": d["instances"][1]["values"]}),
    ),
    "an axiom that is not of the set": ("contradictory", lambda d: d.update(minimal=d["minimal"][1:])),
    "not minimal": ("contradictory", lambda d: d["models"].pop()),
    "not the smallest": ("contradictory", lambda d: [lowered(entry) for entry in d["smaller"]["entries"]]),
    "a size between": ("contradictory", lambda d: d["smaller"].update(length=1)),
    "one side of a difference": (
        "unequal",
        lambda d: d["contradiction"].update(below=d["contradiction"]["above"]),
    ),
    "sides exchanged": (
        "unequal",
        lambda d: d["contradiction"].update(below=d["contradiction"]["above"], above=d["contradiction"]["below"]),
    ),
    "a condition less": ("implied", lambda d: d["proved"].pop()),
    "another conclusion": ("implied", lambda d: d.update(conclusion="swap-strict")),
    "no premise": ("implied", lambda d: d.update(axioms=["localization"])),
    "a proof": ("implied", lambda d: first_sum(d["proved"][0]["proof"])["uses"].pop()),
    "a proof of another": ("implied", lambda d: d["proved"][0].update(proof=d["proved"][1]["proof"])),
    "an equation in one direction": (
        "equation",
        lambda d: d["proved"][0].update(proof=d["proved"][0]["proof"]["above"]),
    ),
    "directions exchanged": (
        "equation",
        lambda d: d["proved"][0]["proof"].update(
            above=d["proved"][0]["proof"]["below"], below=d["proved"][0]["proof"]["above"]
        ),
    ),
    "the instance that fails": ("separated", lambda d: d.update(failing=-1)),
    "a conclusion that holds": ("separated", lambda d: d.update(conclusion="swap")),
    "another outcome": ("separated", lambda d: d.update(outcome="implied", proved=[])),
    "nothing but the outcome": ("rankings", lambda d: d.update(outcome="contradictory")),
    "a premise of rankings less": ("rankings", lambda d: d.update(axioms=["triangle-inequality"])),
    "another sort": ("rankings", lambda d: d["subject"].update(sort="judged lists", grades=1)),
    "too long": ("rankings", lambda d: d["subject"].update(length=10**6)),
    "an instance that is none": ("rankings", lambda d: d["instances"][0]["values"].update(a=[1, 1])),
    "no list": ("rankings", lambda d: d.update(instances=7)),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_file_stands(files: dict[str, dict[str, Any]], name: str) -> None:
    assert verify_axiom_set(files[name], REGISTRY)


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_file_is_refused(files: dict[str, dict[str, Any]], what: str) -> None:
    name, alter = ALTERED[what]
    data = deepcopy(files[name])
    alter(data)
    assert data != files[name], what
    with pytest.raises(Refused):
        verify_axiom_set(data, REGISTRY)
