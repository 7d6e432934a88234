"""Every axiom has one sentence that a newcomer understands: no formula, no id, no argument left open."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import axiomatrix.libraries.axioms as of_libraries
from axiomatrix import Registry, axiom, metric, relation, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.metric_sentences import SENTENCES, plain_name, plain_sentence
from axiomatrix.model.axiom import Axiom

LONGEST = 125
"""Characters that are read at a glance."""


def axioms_of_libraries() -> dict[str, Axiom]:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(of_libraries.__path__, f"{of_libraries.__name__}.")
    ]
    return {one.id: one for module in modules for one in vars(module).values() if isinstance(one, Axiom)}


EVERY = {**load_catalogue().axioms, **axioms_of_libraries()}


@pytest.mark.parametrize("id", EVERY)
def test_every_axiom_has_a_sentence(id: str) -> None:
    sentence = EVERY[id].sentence_of({})
    assert sentence.endswith(".") and sentence[0].isupper() and len(sentence) <= LONGEST
    assert not re.search(r"[{}<>=]|[a-z]\(", sentence), "words, and no formula"
    assert EVERY[id].plain_name


def test_no_two_sentences_of_one_group_are_the_same() -> None:
    said = [(one.group, one.about, one.sentence) for one in EVERY.values()]
    assert len(said) == len(set(said))


def test_the_sentence_of_a_statement_has_its_arguments() -> None:
    upper = EVERY["upper-bound"]
    assert upper.sentence_of({"other": "kendall", "factor": 2}) == "It is never more than 2 times kendall."
    open_ones = [
        (id, name) for id, one in EVERY.items() for name in re.findall(r"{(\w+)}", one.sentence)
        if name not in one.arguments
    ]  # fmt: skip
    assert not open_ones


def test_a_users_axiom_may_have_a_sentence_with_anything_in_it() -> None:
    @axiom("mine", over={"a": spaces.ranking}, sentence="It {is} {a: b} fine, {}.")
    def mine(d, a):  # type: ignore[no-untyped-def]  # as somebody writes it
        """d(a, a) = 0"""
        return relation.equal(d(a, a), 0)

    registry = Registry(load_catalogue())
    registry.add_axiom(mine)
    assert mine.sentence_of({"x": 1}) == "It {is} {a: b} fine, {}."
    with pytest.raises(TypeError, match="sentence is 1"):
        axiom("other", over={"a": spaces.ranking}, sentence=1)


def test_every_metric_has_a_name_and_a_sentence() -> None:
    metrics = load_catalogue().metrics.values()
    assert {one.id for one in metrics} == set(SENTENCES)
    for one in metrics:
        assert plain_sentence(one).endswith(".") and len(plain_sentence(one)) <= LONGEST
        assert not re.search(r"[{}<>=]|[a-z]\(", plain_sentence(one))
    names = [plain_name(one) for one in metrics]
    assert len(names) == len(set(names))


def test_a_users_metric_of_a_known_name_is_not_called_like_it() -> None:
    registry = Registry()

    @metric("kendall", registry=registry)
    def mine(a, b):  # type: ignore[no-untyped-def]  # as somebody writes it
        """0"""
        return 0

    assert plain_name(mine) == "kendall" and plain_sentence(mine) == ""
