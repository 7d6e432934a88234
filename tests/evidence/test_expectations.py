"""Expectations: outcomes that are known and accepted, strictly, for a reason, and maybe until a day."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from faulty import WEIGHTS, registered
from msgspec.structs import replace
from plugin_runs import write
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix.evidence.expectations import (
    EXPECTATIONS,
    BadExpectations,
    Expectation,
    Expectations,
    compare_run,
    dumps,
    read,
    status_alone,
    status_beside,
    summary_lines,
)

NAME = "axiomatrix-baseline.json"
TODAY = date(2030, 6, 15)


def one_sided(a: Any, b: Any) -> Any:
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1


def weighted(a: Any, b: Any, w: Any) -> Any:
    """w_x w_y, where x and y are the first items of a and b, and 1 more where x > y"""
    x, y = a.order[0], b.order[0]
    return w[x] * w[y] + (x > y)


def repaired(a: Any, b: Any) -> Any:
    """d(a, b) = 0"""
    return 0


def raising(a: Any, b: Any) -> Any:
    """raises"""
    raise RuntimeError("no disc left")


@pytest.fixture
def broken() -> tuple[Expectation, Registry]:
    """The expectation of a claim that is broken, and the registry of its metric."""
    mine, registry = registered(one_sided, holds=[axioms.symmetry])
    (cell,) = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    return Expectation.of(cell, "known"), registry


def again(definition: Any, entry: Expectation, **claims: Any) -> axiomatrix.Matrix:
    """The row of another definition under the name of the expectation's metric, its witness replayed first."""
    mine, registry = registered(definition, **claims)
    from axiomatrix.engine.check import assemble, check_single_row
    from axiomatrix.engine.plan import Plan, Selection
    from axiomatrix.methods.profile import PROFILES

    plan = Plan(("mine",), ("symmetry",), budgets=PROFILES["quick"], witnesses=Expectations((entry,)).witnesses)
    run = Selection(plan, registry)
    return assemble(run, {"mine": check_single_row(mine, run)}, [mine])


# --- one expectation -------------------------------------------------------------------------------------------


def test_no_more_is_kept_of_a_cell_than_its_claims_verdict_and_witness(broken: tuple[Expectation, Registry]) -> None:
    entry, _ = broken
    assert (entry.outcome, entry.evidence.verdict, entry.evidence.reach) == ("broken", "refuted", ())
    assert entry.witness is not None and [claim.status for claim in entry.claims] == ["holds"]


def test_an_expectation_is_decided_by_its_witness_alone(broken: tuple[Expectation, Registry]) -> None:
    entry, registry = broken
    status = status_alone(entry, registry, TODAY)
    assert (status.change, status.met, status.why) == ("same", True, "known")


def test_an_expectation_expires_after_its_last_day(broken: tuple[Expectation, Registry]) -> None:
    entry, registry = replace(broken[0], until=TODAY), broken[1]
    days = [status_alone(entry, registry, day) for day in (TODAY, date(2030, 6, 16))]
    assert [(status.met, status.expired) for status in days] == [(True, False), (False, True)]


def test_a_witness_that_no_longer_refutes_is_said_so(broken: tuple[Expectation, Registry]) -> None:
    entry, _ = broken
    for definition, why in ((repaired, "now 0 == 0; stored 2 == 1"), (raising, "raised RuntimeError: no disc left")):
        _, registry = registered(definition, holds=[axioms.symmetry])
        status = status_alone(entry, registry, TODAY)
        assert (status.change, status.met) == ("better", False)
        assert why in status.why


def test_a_derived_refutation_is_expected_with_its_derivation(tmp_path: Path) -> None:
    known = axiomatrix.check("footrule-similarity[deck]", axioms=["bound-attained"], profile="quick")
    (cell,) = known.broken
    entry = Expectation.of(cell, "known")
    assert entry.witness is None and entry.evidence.derivation == cell.evidence.derivation is not None
    assert read(write(tmp_path, NAME, dumps([entry]))).entries == (entry,)
    assert cell.expected == entry.outcome == "broken"


def test_an_expectation_is_stale_when_its_metric_is_gone_or_its_claim_is_changed(
    broken: tuple[Expectation, Registry],
) -> None:
    entry, _ = broken
    assert entry.witness is not None
    assert status_alone(entry, REGISTRY, TODAY).change == "gone"
    known_otherwise = replace(entry, metric="tau")  # which people call kendall-tau
    assert status_alone(known_otherwise, REGISTRY, TODAY).change == "gone"
    for claims in ({}, {"fails": {axioms.symmetry: "known now"}}, {"conjectured": [axioms.symmetry]}):
        _, registry = registered(one_sided, **claims)
        status = status_alone(entry, registry, TODAY)
        assert (status.change, status.met) == ("worse", False)
        assert status.why.startswith("declaration changed: declared to hold before")
        (beside,) = compare_run(Expectations((entry,)), again(one_sided, entry, **claims), registry, TODAY)
        assert (beside.change, beside.met) == ("worse", False)


# --- beside a run ----------------------------------------------------------------------------------------------


def test_the_stored_witness_is_replayed_before_anything_is_searched(broken: tuple[Expectation, Registry]) -> None:
    (cell,) = again(one_sided, broken[0], holds=[axioms.symmetry]).cells
    assert (cell.evidence.verdict, cell.evidence.method, cell.evidence.cases) == ("refuted", "replay", 1)
    assert cell.evidence.witness == broken[0].witness


def test_a_file_does_not_say_that_its_witness_is_the_smallest(
    broken: tuple[Expectation, Registry], tmp_path: Path
) -> None:
    entry, _ = broken
    assert entry.witness is not None and entry.witness.smallest and entry.witness.n > 1
    (stored,) = read(write(tmp_path, NAME, dumps([entry]))).entries
    assert stored.witness == replace(entry.witness, smallest=False)


def test_a_run_that_is_as_accepted_is_fine_and_an_unexpected_pass_is_not(broken: tuple[Expectation, Registry]) -> None:
    entry, registry = broken
    expectations = Expectations((entry,))
    matrix = again(one_sided, entry, holds=[axioms.symmetry])
    assert matrix.exit_code("new") == 1
    matrix.expect(expectations.outcomes(TODAY))
    assert matrix.exit_code("new") == 0
    assert [status.change for status in compare_run(expectations, matrix, registry, TODAY)] == ["same"]

    matrix = again(repaired, entry, holds=[axioms.symmetry])
    matrix.expect(expectations.outcomes(TODAY))
    assert matrix.exit_code("new") == 1
    (status,) = compare_run(expectations, matrix, registry, TODAY)
    assert (status.change, status.met) == ("better", False)
    assert in_words("exhausted n<=5") in status.why


def test_another_counterexample_than_the_stored_one_is_the_accepted_failure_and_is_said(
    broken: tuple[Expectation, Registry],
) -> None:
    entry, registry = broken

    def elsewhere(a: Any, b: Any) -> Any:
        """one-sided, but not where the stored witness is"""
        return 0 if a.n == 3 else one_sided(a, b)

    matrix = again(elsewhere, entry, holds=[axioms.symmetry])
    assert matrix.cells[0].evidence.method != "replay"
    (status,) = statuses = compare_run(Expectations((entry,)), matrix, registry, TODAY)
    assert (status.change, status.met) == ("other witness", True)  # it is accepted that the claim is broken
    assert len(summary_lines(Expectations((entry,)), statuses)) == 2


def test_an_expectation_about_what_is_gone_is_named_by_a_run_that_does_not_check_it(
    broken: tuple[Expectation, Registry],
) -> None:
    entry, registry = broken
    expectations, (_, unclaimed) = Expectations((entry,)), registered(one_sided)
    changes = [
        [status.change for status in compare_run(expectations, [], known, TODAY)]
        for known in (Registry(), unclaimed, registry)
    ]
    assert changes == [["gone"], ["worse"], []]  # the last was not asked about, and there still is such a claim
    (count,) = summary_lines(expectations, [])
    assert count.endswith("0 of 1 expectations are met, 1 not checked")


def test_what_a_run_could_not_decide_is_said(broken: tuple[Expectation, Registry]) -> None:
    entry, _ = broken
    (cell,) = again(raising, entry, holds=[axioms.symmetry]).cells
    status = status_beside(entry, cell, TODAY)
    assert (status.change, status.met) == ("worse", False)
    assert "no disc left" in status.why


def test_an_expired_expectation_is_not_expected(broken: tuple[Expectation, Registry]) -> None:
    entry = replace(broken[0], until=date(2030, 6, 14))
    matrix = again(one_sided, entry, holds=[axioms.symmetry])
    matrix.expect(Expectations((entry,)).outcomes(TODAY))
    assert matrix.exit_code("new") == 1
    assert [(s.met, s.expired) for s in compare_run(Expectations((entry,)), matrix, broken[1], TODAY)] == [
        (False, True)
    ]


# --- reasons at registration -----------------------------------------------------------------------------------


def test_the_reason_of_a_declared_failure_is_the_wording_of_its_claim() -> None:
    mine, registry = registered(one_sided, fails={axioms.symmetry: "it looks at one side"}, source="Me 2026")
    (cell,) = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    assert cell.outcome == "confirmed"
    assert [(c.status, c.source, c.wording) for c in cell.claims] == [("fails", "declared", "it looks at one side")]


@pytest.mark.parametrize("reason", ["", "  ", None, 3])
def test_a_declared_failure_needs_a_reason_that_says_something(reason: Any) -> None:
    with pytest.raises(
        ValueError, match=r"metric 'mine': fails\[symmetry\] is .*; it must be a string with the reason"
    ):
        registered(one_sided, fails={axioms.symmetry: reason})


def test_what_is_declared_to_hold_and_with_a_reason_to_fail_is_refused() -> None:
    with pytest.raises(ValueError, match="symmetry is in holds and again in fails"):
        registered(one_sided, holds=[axioms.symmetry], fails={axioms.symmetry: "why"})


# --- the file --------------------------------------------------------------------------------------------------


def test_expectations_come_back_as_they_were_and_fit_their_schema(
    broken: tuple[Expectation, Registry], tmp_path: Path
) -> None:
    (tmp_path / NAME).write_text(dumps([replace(broken[0], until=TODAY)]), encoding="utf-8")
    found = read(tmp_path / NAME)
    found.save()
    assert read(tmp_path / NAME) == found
    content = json.loads((tmp_path / NAME).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(EXPECTATIONS.schema()).validate(content)


@pytest.mark.parametrize(
    ("changes", "message", "is_seen_by_schema"),
    [
        ({"reason": " "}, "expectations[0]: the reason is empty", True),
        ({"reason": "x" * 2001}, "expectations[0]: the reason has 2,001 characters", True),
        ({"reason": None}, "expectations[0]: the reason is empty", False),
        ({"metric": 3}, "baseline: expectations[0].metric: expected `str`, got `int`", True),
        ({"metric": "other"}, "expectations[0]: its witness is about another cell", False),
        ({"arguments": {"a": 1}}, "expectations[0]: its witness is about another cell", False),
        ({"untill": "2030-01-01"}, "baseline: expectations[0]: 'untill' is not known", True),
        ({"until": "2030-13-01"}, "baseline: expectations[0].until: ", False),
        ({"until": 20300101}, "baseline: expectations[0].until: ", True),
        ({"evidence": {"verdict": "refuted"}}, "expectations[0]: a broken claim needs the witness or", False),
        (
            {"outcome": "as declared"},
            "expectations[0]: outcome is 'as declared', but the evidence and claims give 'broken'",
            False,
        ),
        ({"outcome": None}, "expectations[0]: outcome is 'observed', but the evidence and claims give 'broken'", False),
        ({"expected": "broken"}, "expectations[0]: leave out 'expected'", False),
        ({"evidence": None}, "baseline: expectations[0]: 'evidence' is missing", True),
        ({"claims": [{"status": "wrong"}]}, "baseline: expectations[0].claims[0]", True),
    ],
)
def test_a_problem_of_an_expectation_is_named_and_the_schema_sees_most(
    broken: tuple[Expectation, Registry],
    tmp_path: Path,
    changes: dict[str, Any],
    message: str,
    is_seen_by_schema: bool,
) -> None:
    content = json.loads(dumps([broken[0]]))
    first = {**content["expectations"][0], **changes}
    content["expectations"] = [{name: value for name, value in first.items() if value is not None}]
    path = write(tmp_path, NAME, json.dumps(content))
    with pytest.raises(BadExpectations) as error:
        read(path)
    assert str(error.value).startswith(f"{path}: {message}")
    assert jsonschema.Draft202012Validator(EXPECTATIONS.schema()).is_valid(content) is not is_seen_by_schema


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "[]",
        "nul",
        "{}",
        '{"format": "axiomatrix-expectations-2", "expectations": []}',
        '{"format": "axiomatrix-expectations-1"}',
        '{"format": "axiomatrix-expectations-1", "expectations": [1]}',
        '{"format": "axiomatrix-expectations-1", "expectations": [], "more": 1}',
        "[" * 100_000,
        f'{{"format": {"9" * 5000}}}',
        "\x00\xff",
    ],
)
def test_anything_else_is_refused(tmp_path: Path, junk: str) -> None:
    path = tmp_path / NAME
    path.write_text(junk, encoding="latin-1")
    with pytest.raises(BadExpectations, match="^" + str(path)):
        read(path)


def test_a_cell_is_expected_once(broken: tuple[Expectation, Registry], tmp_path: Path) -> None:
    content = json.loads(dumps([broken[0]]))
    content["expectations"] *= 2
    with pytest.raises(BadExpectations, match="expectations 1 and 2 are about the same cell: mine: symmetry"):
        read(write(tmp_path, NAME, json.dumps(content)))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "axiomatrix.evidence.expectations.EXPECTATIONS", dataclasses.replace(EXPECTATIONS, max_bytes=10)
    )
    with pytest.raises(BadExpectations, match="a baseline is at most 10 bytes"):
        read(write(tmp_path, NAME, '{"format": "axiomatrix-expectations-1", "expectations": []}'))


# --- whatever the file says ------------------------------------------------------------------------------------

VALUES = (None, True, -1, 0, 10**30, 1.5, "", "x", "1/0", "\x1b[2J", [], [[]], {}, {"x": [1]}, ["1/2", 3])


def mutated(value: Any, random: Random) -> Any:
    """The value with one part of it exchanged, dropped or doubled."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        changed = {k: v for k, v in value.items() if k != key or random.random() < 0.8}
        return {**changed, key: mutated(value[key], random)} if key in changed else changed
    if isinstance(value, list) and value and random.random() < 0.9:
        k = random.randrange(len(value))
        return [*value[:k], mutated(value[k], random), *value[k if random.random() < 0.1 else k + 1 :]]
    return random.choice(VALUES)


def test_no_file_makes_anything_but_an_error_or_a_state(tmp_path: Path) -> None:
    mine, registry = registered(weighted, parameters=WEIGHTS, holds=[axioms.symmetry, axioms.scale_free("w", degree=1)])
    found = axiomatrix.check(mine, axioms=["symmetry", "scale-free"], profile="quick", registry=registry).broken
    entries = [Expectation.of(cell, "known", TODAY) for cell in found]
    assert len(entries) == 2
    content = json.loads(dumps(entries))
    random = Random(5)
    changes, errors = set(), 0
    for _ in range(600):
        given = mutated(content, random)
        text = json.dumps(given)
        if random.random() < 0.2:
            k = random.randrange(len(text))
            text = text[:k] + random.choice(["", "\x00", "[", "9" * 5000]) + text[k + 1 :]
        try:
            expectations = read(write(tmp_path, NAME, text))
        except BadExpectations as error:
            assert len(str(error)) < 2000
            errors += 1
            continue
        changes |= {status_alone(entry, registry, TODAY).change for entry in expectations.entries}
    assert errors > 200
    assert changes >= {"same", "better"}
