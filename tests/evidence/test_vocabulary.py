"""Verdicts, outcomes, spaces and the keys of cells: texts in files, types in the program."""

from __future__ import annotations

import json
import pickle

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from whole import cell_from

from axiomatrix.catalogue import axioms
from axiomatrix.evidence.cell import Cell, CellKey
from axiomatrix.evidence.evidence import NO_INSTANCE, Evidence, Uncertified, Witness
from axiomatrix.evidence.formats import Misfit
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import FAULTS, STANDING, Outcome, Verdict
from axiomatrix.spaces.parameters import ParameterDomain

SEARCHED = Evidence(Verdict.SEARCHED, "enumeration", (Reach("enumeration", 1, 4, 9, grid=True),))
CELL = Cell("m", "lower-bound", {"other": "k", "factor": 2}, ParameterDomain.CLOSED, claims=(), evidence=SEARCHED)


@pytest.mark.parametrize("word", [*Verdict, *Outcome, *ParameterDomain])
def test_a_word_is_its_text_in_json_and_comes_back_as_what_it_was(word: Verdict | Outcome | ParameterDomain) -> None:
    assert json.loads(json.dumps({word: word})) == {str(word): str(word)}
    assert type(word)(str(word)) is word and pickle.loads(pickle.dumps(word)) is word and f"{word}" == word


def test_the_groups_of_verdicts_come_from_the_table() -> None:
    assert FAULTS == ("error", "flaky", "timeout", "crashed")
    assert [verdict.rank for verdict in STANDING] == sorted(verdict.rank for verdict in STANDING)


def test_that_an_instance_was_looked_for_in_vain_is_a_field_in_files_too_and_its_words_mean_nothing() -> None:
    vain = replace(SEARCHED, sought="an instance")
    assert vain.why == NO_INSTANCE and "reason" not in to_builtins(vain)
    assert again(vain) == vain and not again(replace(SEARCHED, reason=NO_INSTANCE)).no_example_found


@pytest.mark.parametrize("why", [Uncertified("not decided: so"), Uncertified("n = 3: no", refused=True)])
def test_who_does_not_follow_a_proof_is_a_field_in_files_too(why: Uncertified) -> None:
    assert again(replace(SEARCHED, uncertified=why)).uncertified == why


def again(evidence: Evidence) -> Evidence:
    """As it comes back from a file."""
    return cell_from(json.loads(json.dumps(to_builtins(replace(CELL, evidence=evidence))))).evidence


def test_a_cell_a_witness_in_it_and_its_statement_have_one_key() -> None:
    statement = axioms.lower_bound(other="k", factor=2)
    witness = Witness(
        "m",
        "lower-bound",
        CELL.arguments,
        CELL.space,
        n=1,
        instance={},
        parameters={},
        lhs="1",
        op=">=",
        rhs="2",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    assert CELL.key == CellKey.of(witness) == CellKey.of_statement("m", statement, ParameterDomain.CLOSED)
    assert CELL.key == ("m", "lower-bound", "other=k, factor=2", "closed")
    assert CELL.title == "lower-bound(other=k, factor=2) on the closure" and CELL.key.statement == statement.id


@pytest.mark.parametrize(
    ("name", "message"),
    [("space", "^space: invalid enum value 'ajar'"), ("verdict", "evidence.verdict: invalid enum value 'ajar'")],
)
def test_other_words_in_a_file_are_refused(name: str, message: str) -> None:
    data = to_builtins(CELL)
    (data if name == "space" else data["evidence"])[name] = "ajar"
    with pytest.raises(Misfit, match=message):
        cell_from(data)
