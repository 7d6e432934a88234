"""Baselines: failures that are known and accepted, strictly, for a reason, and maybe until a day."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import jsonschema
import pytest
from faulty import WEIGHTS, registered
from plugin_runs import TEST, axiomatrix_in, metrics, pytest_in, write
from referencing import Registry as Schemas
from referencing import Resource

import axiomatrix
from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix.evidence.witness import WITNESS
from axiomatrix.studies.baseline.file import BASELINE, BadBaseline, Baseline, KnownFailure, dumps, read
from axiomatrix.studies.baseline.standing import accounted, compared, standing

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


@pytest.fixture
def broken() -> tuple[KnownFailure, Registry]:
    """An entry for a claim that is broken, and the registry of its metric."""
    mine, registry = registered(one_sided, holds=[axioms.symmetry])
    (cell,) = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    assert cell.evidence.witness is not None
    return KnownFailure("known", cell.evidence.witness), registry


def again(definition: Any, entry: KnownFailure, registry: Registry | None = None, **claims: Any) -> axiomatrix.Matrix:
    """The row of another definition under the name of the entry's metric, its witness replayed first."""
    mine, registry = registered(definition, **claims)
    from axiomatrix.engine.check import assembled, checked_row
    from axiomatrix.engine.plan import Plan, Selection
    from axiomatrix.methods.profile import PROFILES

    plan = Plan(("mine",), ("symmetry",), budgets=PROFILES["quick"], witnesses=(entry.witness,))
    run = Selection(plan, registry)
    return assembled(run, {"mine": list(checked_row(mine, run))}, [mine])


# --- an entry --------------------------------------------------------------------------------------------------


def test_an_entry_is_decided_by_its_witness_alone(broken: tuple[KnownFailure, Registry]) -> None:
    entry, registry = broken
    assert standing(entry, registry, TODAY).text == "mine: symmetry: stands: known"


def test_an_entry_expires_after_its_last_day(broken: tuple[KnownFailure, Registry]) -> None:
    entry, registry = broken
    until = replace(entry, until=TODAY)
    assert standing(until, registry, TODAY).state == "stands"
    after = standing(until, registry, date(2030, 6, 16))
    assert (after.state, after.why) == ("expired", "accepted until 2030-06-15: known")


def test_an_entry_does_not_stand_when_the_definition_is_repaired_or_raises(
    broken: tuple[KnownFailure, Registry],
) -> None:
    entry, _ = broken
    _, registry = registered(repaired, holds=[axioms.symmetry])
    assert standing(entry, registry, TODAY).text == "mine: symmetry: does not stand: now 0 == 0; stored 2 == 1"

    def raises(a: Any, b: Any) -> Any:
        """raises"""
        raise RuntimeError("no disc left")

    _, registry = registered(raises, holds=[axioms.symmetry])
    assert standing(entry, registry, TODAY).why == "the definition raised RuntimeError: no disc left"


def test_an_entry_is_stale_when_its_metric_is_gone_or_its_claim_is_withdrawn(
    broken: tuple[KnownFailure, Registry],
) -> None:
    entry, _ = broken
    assert standing(entry, axiomatrix.REGISTRY, TODAY).state == "unknown"
    known_otherwise = replace(entry, witness=replace(entry.witness, metric="tau"))  # which people call kendall-tau
    assert standing(known_otherwise, axiomatrix.REGISTRY, TODAY).state == "unknown"
    for claims in ({}, {"fails": {axioms.symmetry: "known now"}}, {"conjectured": [axioms.symmetry]}):
        _, registry = registered(one_sided, **claims)
        assert standing(entry, registry, TODAY).state == "not claimed"
        cells = again(one_sided, entry, **claims).cells
        assert [one.state for one in compared(Baseline((entry,)), cells, TODAY)[0]] == ["not claimed"]


# --- beside a run ----------------------------------------------------------------------------------------------


def test_the_stored_witness_is_replayed_before_anything_is_searched(broken: tuple[KnownFailure, Registry]) -> None:
    entry, _ = broken
    (cell,) = again(one_sided, entry, holds=[axioms.symmetry]).cells
    assert (cell.evidence.verdict, cell.evidence.method, cell.evidence.cases) == ("refuted", "replay", 1)
    assert entry.witness.smallest
    assert cell.evidence.witness == replace(entry.witness, smallest=False)  # nobody looked at the smaller sizes


def test_a_run_that_is_as_accepted_is_fine_and_an_unexpected_pass_is_not(broken: tuple[KnownFailure, Registry]) -> None:
    entry, _ = broken
    baseline = Baseline((entry,))
    matrix = again(one_sided, entry, holds=[axioms.symmetry])
    assert matrix.exit_code("new") == 1
    matrix.expected = baseline.expected(TODAY)
    assert matrix.exit_code("new") == 0
    assert [one.state for one in compared(baseline, matrix.cells, TODAY)[0]] == ["stands"]

    matrix = again(repaired, entry, holds=[axioms.symmetry])
    matrix.expected = baseline.expected(TODAY)
    assert matrix.exit_code("new") == 1
    ((found,), elsewhere) = compared(baseline, matrix.cells, TODAY)
    assert (found.state, elsewhere) == ("unexpected pass", [])
    assert "exhausted n<=5" in found.why


def test_another_counterexample_than_the_stored_one_is_the_accepted_failure_and_is_said(
    broken: tuple[KnownFailure, Registry],
) -> None:
    entry, _ = broken

    def elsewhere(a: Any, b: Any) -> Any:
        """one-sided, but not where the stored witness is"""
        return 0 if a.n == 3 else one_sided(a, b)

    matrix = again(elsewhere, entry, holds=[axioms.symmetry])
    assert matrix.cells[0].evidence.method != "replay"
    ((found,), _) = compared(Baseline((entry,)), matrix.cells, TODAY)
    assert (found.state, found.is_fine) == ("another instance", True)  # it is accepted that the claim is broken
    line, count = accounted(Baseline((entry,)), matrix.cells, REGISTRY, TODAY)
    assert line.startswith("mine: symmetry: another instance: known; the stored witness does not show it any more")
    assert "1 of 1 accepted failures are there" in count


def test_an_entry_about_what_is_gone_is_named_by_a_run_that_does_not_check_it(
    broken: tuple[KnownFailure, Registry],
) -> None:
    entry, registry = broken
    baseline = Baseline((entry,))
    line, count = accounted(baseline, [], Registry(), TODAY)
    assert line.startswith("mine: symmetry: unknown: nothing that was loaded registers mine")
    assert count.endswith("0 of 1 accepted failures are there, 1 are about what was not checked")
    _, unclaimed = registered(one_sided)
    assert accounted(baseline, [], unclaimed, TODAY)[0].startswith("mine: symmetry: not claimed")
    assert len(accounted(baseline, [], registry, TODAY)) == 1  # it was not asked about, and there still is such a claim


def test_what_a_run_could_not_decide_or_did_not_ask_is_said(broken: tuple[KnownFailure, Registry]) -> None:
    entry, _ = broken

    def raises(a: Any, b: Any) -> Any:
        """raises"""
        raise RuntimeError("no disc left")

    ((found,), _) = compared(Baseline((entry,)), again(raises, entry, holds=[axioms.symmetry]).cells, TODAY)
    assert found.state == "not decided"
    assert compared(Baseline((entry,)), [], TODAY) == ([], [entry])


def test_an_expired_entry_is_not_expected(broken: tuple[KnownFailure, Registry]) -> None:
    entry = replace(broken[0], until=date(2030, 6, 14))
    matrix = again(one_sided, entry, holds=[axioms.symmetry])
    matrix.expected = Baseline((entry,)).expected(TODAY)
    assert matrix.exit_code("new") == 1
    assert [one.state for one in compared(Baseline((entry,)), matrix.cells, TODAY)[0]] == ["expired"]


# --- reasons at registration -----------------------------------------------------------------------------------


def test_the_reason_of_a_declared_failure_is_the_wording_of_its_claim() -> None:
    mine, registry = registered(one_sided, fails={axioms.symmetry: "it looks at one side"}, source="Me 2026")
    (cell,) = axiomatrix.check(mine, axioms=["symmetry"], profile="quick", registry=registry).cells
    assert cell.outcome == "confirmed"
    assert [(c.status, c.source, c.wording) for c in cell.claims] == [("fails", "declared", "it looks at one side")]


@pytest.mark.parametrize("reason", ["", "  ", None, 3])
def test_a_declared_failure_needs_a_reason_that_says_something(reason: Any) -> None:
    with pytest.raises(ValueError, match=r"metric 'mine': fails\[symmetry\] is .*; it must be a text that says why"):
        registered(one_sided, fails={axioms.symmetry: reason})


def test_what_is_declared_to_hold_and_with_a_reason_to_fail_is_refused() -> None:
    with pytest.raises(ValueError, match="symmetry is in holds and again in fails"):
        registered(one_sided, holds=[axioms.symmetry], fails={axioms.symmetry: "why"})


# --- the file --------------------------------------------------------------------------------------------------


def validator() -> jsonschema.Draft202012Validator:
    witness = Resource.from_contents(WITNESS.schema())
    known = Schemas().with_resource("urn:axiomatrix:witness-1", witness)
    return jsonschema.Draft202012Validator(BASELINE.schema(), registry=known)


def test_a_baseline_comes_back_as_it_was_and_fits_its_schema(
    broken: tuple[KnownFailure, Registry], tmp_path: Path
) -> None:
    entry = replace(broken[0], until=TODAY)
    path = tmp_path / NAME
    Baseline((entry,), path).save()
    assert read(path) == Baseline((entry,), path)
    validator().validate(json.loads(path.read_text(encoding="utf-8")))


def changed(content: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The content with changes to its first entry; None takes a field away."""
    first = {k: v for k, v in {**content["entries"][0], **changes}.items() if v is not None}
    return {**content, "entries": [first, *content["entries"][1:]]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reason": " "}, "entries[0]: the reason is empty; say why the failure is accepted"),
        ({"reason": "x" * 2001}, "entries[0]: the reason has 2,001 characters; at most 2,000 are taken"),
        ({"reason": None}, "baseline: entries[0]: 'reason' is missing"),
        ({"metric": 3}, "baseline: entries[0].metric: expected `str`, got `int`"),
        ({"metric": "other"}, "entries[0]: metric is not that of its witness"),
        ({"arguments": {"a": 1}}, "entries[0]: arguments is not that of its witness"),
        ({"untill": "2030-01-01"}, "baseline: entries[0]: 'untill' is not known"),
        ({"until": "2030-13-01"}, "entries[0]: until: '2030-13-01' is not a day of the calendar"),
        ({"until": "next year"}, "entries[0]: until: 'next year' is not a day; write YYYY-MM-DD"),
        ({"until": 20300101}, "baseline: entries[0].until: expected `str | null`, got `int`"),
        ({"witness": {"format": "axiomatrix-witness-1"}}, "entries[0]: witness: "),
        ({"witness": []}, "entries[0]: this is not a witness"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said_and_the_schema_sees_most_of_it(
    broken: tuple[KnownFailure, Registry], tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    content = changed(json.loads(dumps(Baseline((broken[0],)))), **changes)
    path = write(tmp_path, NAME, json.dumps(content))
    with pytest.raises(BadBaseline) as error:
        read(path)
    assert str(error.value).startswith(f"{path}: {message}")
    beyond = ("is not that of its witness", "calendar")  # what a schema cannot say
    assert validator().is_valid(content) == any(words in message for words in beyond)


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "[]",
        "nul",
        "{}",
        '{"format": "axiomatrix-baseline-2", "entries": []}',
        '{"format": "axiomatrix-baseline-1"}',
        '{"format": "axiomatrix-baseline-1", "entries": [1]}',
        '{"format": "axiomatrix-baseline-1", "entries": [], "more": 1}',
        "[" * 100_000,
        f'{{"format": {"9" * 5000}}}',
        "\x00\xff",
    ],
)
def test_anything_else_is_no_baseline(tmp_path: Path, junk: str) -> None:
    path = tmp_path / NAME
    path.write_text(junk, encoding="latin-1")
    with pytest.raises(BadBaseline, match="^" + str(path)):
        read(path)


def test_a_cell_is_accepted_once(broken: tuple[KnownFailure, Registry], tmp_path: Path) -> None:
    content = json.loads(dumps(Baseline((broken[0],))))
    content["entries"] *= 2
    with pytest.raises(BadBaseline, match="entries 1 and 2 are about the same cell: mine: symmetry"):
        read(write(tmp_path, NAME, json.dumps(content)))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.studies.baseline.file.BASELINE", replace(BASELINE, most=10))
    with pytest.raises(BadBaseline, match="a baseline is at most 10 bytes"):
        read(write(tmp_path, NAME, '{"format": "axiomatrix-baseline-1", "entries": []}'))


# --- the command -----------------------------------------------------------------------------------------------

QUICK = ("--profile", "quick")


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the baseline of the broken degree, as the command writes it."""
    here = tmp_path_factory.mktemp("accepted")
    metrics(here, 1)
    axiomatrix_in(here, "baseline", "write", "my_metrics.py", *QUICK, "--reason", "as printed", code=0)
    return here


@pytest.fixture
def kept(accepted: Path, tmp_path: Path) -> Path:
    """The baseline in a copy of that folder."""
    return Path(copytree(accepted, tmp_path, dirs_exist_ok=True)) / NAME


@pytest.fixture
def expired(kept: Path) -> Path:
    """The same, and it was accepted for a time."""
    entries = tuple(replace(entry, until=date(2000, 1, 1)) for entry in read(kept).entries)
    return write(kept.parent, NAME, dumps(Baseline(entries)))


def test_write_without_a_reason_writes_nothing(tmp_path: Path) -> None:
    path = metrics(tmp_path, 1)
    path.write_text(path.read_text(encoding="utf-8").replace("left_invariance", "symmetry"), encoding="utf-8")
    done = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *QUICK, code=2)
    assert "my-kendall: symmetry: certified, though declared to fail: not taken; there is no witness" in done.stderr
    assert 'error: 1 new failure without a reason; say why: --reason "..."' in done.stderr
    assert not (tmp_path / NAME).exists()


@pytest.mark.slow
def test_write_check_and_prune(tmp_path: Path, kept: Path) -> None:
    path = kept
    assert [(e.title, e.reason) for e in read(path).entries] == [
        ("my-kendall: scale-free(parameter=w, degree=1)", "as printed")
    ]
    before = path.read_bytes()
    again = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *QUICK, "--reason", "another", code=0)
    assert "0 added, 1 kept" in again.stdout
    assert path.read_bytes() == before
    assert "1 of 1 entries stand" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=0).stdout
    assert "nothing that was loaded registers my-kendall" in axiomatrix_in(tmp_path, "baseline", "check", code=1).stdout
    assert "name the files" in axiomatrix_in(tmp_path, "baseline", "prune", code=2).stderr
    metrics(tmp_path, 2)
    assert "not claimed" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=1).stdout
    assert "1 dropped, 0 kept" in axiomatrix_in(tmp_path, "baseline", "prune", "my_metrics.py", code=0).stdout
    assert read(path).entries == ()


@pytest.mark.slow
def test_write_from_a_report_takes_only_witnesses_that_stand(tmp_path: Path) -> None:
    metrics(tmp_path, 1)
    axiomatrix_in(tmp_path, "check", "my_metrics.py", *QUICK, code=1)
    given = ("--from", "reports/compliance.json", "--reason", "as printed", "--until", "2999-01-01")
    done = axiomatrix_in(tmp_path, "baseline", "write", *given, code=2)
    assert "if it is yours, name its file" in done.stderr
    axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *given, code=0)
    assert read(tmp_path / NAME).entries[0].until == date(2999, 1, 1)
    write(tmp_path, "my_metrics.py", (tmp_path / "my_metrics.py").read_text().replace("w[x] * w[y]", "w[x]"))
    (tmp_path / NAME).unlink()
    done = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *given, code=2)
    assert "not taken: my-kendall: scale-free(parameter=w, degree=1): does not stand" in done.stderr


@pytest.mark.slow
def test_check_compares_with_the_baseline(tmp_path: Path, kept: Path) -> None:
    command = ("check", "my_metrics.py", *QUICK, "--baseline", NAME)
    assert "1 of 1 accepted failures are there" in axiomatrix_in(tmp_path, *command, code=0).stderr
    axiomatrix_in(tmp_path, *command, "--fail-on", "broken", code=1)
    text = (tmp_path / "my_metrics.py").read_text(encoding="utf-8")
    write(tmp_path, "my_metrics.py", text.replace("w[x] * w[y]", "w[x]"))
    done = axiomatrix_in(tmp_path, *command, code=1)
    assert "unexpected pass: the stored witness does not stand any more" in done.stderr
    write(tmp_path, "my_metrics.py", text.replace("holds=[", "holds=[axioms.left_invariance, ").replace("fails=", "#"))
    assert "1 of 1 accepted failures are there" in axiomatrix_in(tmp_path, *command, code=1).stderr


@pytest.mark.slow
def test_the_baseline_may_be_a_setting(tmp_path: Path, kept: Path) -> None:
    table = f'[tool.axiomatrix]\nfiles = ["my_metrics.py"]\nprofile = "quick"\nbaseline = "{NAME}"\n'
    write(tmp_path, "pyproject.toml", table)
    axiomatrix_in(tmp_path, "check", code=0)
    axiomatrix_in(tmp_path, "baseline", "check", code=0)


@pytest.mark.slow
def test_an_expired_entry_fails_the_run(tmp_path: Path, expired: Path) -> None:
    done = axiomatrix_in(tmp_path, "check", "my_metrics.py", *QUICK, "--baseline", NAME, code=1)
    assert "expired: accepted until 2000-01-01: as printed" in done.stderr
    assert "expired" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=1).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("baseline", "wrote"), "unknown action 'wrote'; did you mean 'write'?"),
        (("baseline", "check"), f"{NAME}: No such file"),
        (("baseline", "write", "--reason", "x", "--until", "2000-01-01"), "--until 2000-01-01 has passed"),
        (("baseline", "write"), "name the files whose failures are to be kept, or a report"),
        (("check", "--baseline", "gone.json"), "gone.json: No such file or directory; axiomatrix baseline write"),
    ],
)
def test_mistaken_calls(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in axiomatrix_in(tmp_path, *arguments, code=2).stderr


# --- in pytest -------------------------------------------------------------------------------------------------

PLUGIN = ("-p", "no:cacheprovider", "--axiomatrix-profile", "quick", "-rx")


def plugged_in(directory: Path) -> None:
    write(directory, "pytest.ini", f"[pytest]\naxiomatrix_baseline = {NAME}\n")
    write(directory, "test_mine.py", TEST)


@pytest.mark.slow
def test_an_accepted_failure_is_an_expected_one(tmp_path: Path, kept: Path) -> None:
    plugged_in(tmp_path)
    text = pytest_in(tmp_path, *PLUGIN, code=0)
    assert "1 passed, 2 xfailed" in text
    assert "accepted by the baseline: as printed" in text


@pytest.mark.slow
def test_an_unexpected_pass_fails_its_test(tmp_path: Path, kept: Path) -> None:
    plugged_in(tmp_path)
    text = (tmp_path / "my_metrics.py").read_text(encoding="utf-8")
    write(tmp_path, "my_metrics.py", text.replace("w[x] * w[y]", "w[x]"))
    words = pytest_in(tmp_path, *PLUGIN, "-k", "scale_free", code=1)
    assert "accepted by the baseline as broken: as printed" in words
    assert "but the stored witness does not stand any more, and no counterexample is found (certified n<=2; " in words


@pytest.mark.slow
def test_an_expired_entry_fails_its_test_with_the_witness(tmp_path: Path, expired: Path) -> None:
    plugged_in(tmp_path)
    text = pytest_in(tmp_path, *PLUGIN, "-k", "scale_free", code=1)
    assert "accepted until 2000-01-01, which has passed: as printed" in text
    assert "4 == 2 is false" in text


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
    entries = tuple(KnownFailure("known", cell.evidence.witness, TODAY) for cell in found if cell.evidence.witness)
    assert len(entries) == 2
    content = json.loads(dumps(Baseline(entries)))
    random = Random(5)
    states, errors = set(), 0
    for _ in range(600):
        given = mutated(content, random)
        text = json.dumps(given)
        if random.random() < 0.2:
            k = random.randrange(len(text))
            text = text[:k] + random.choice(["", "\x00", "[", "9" * 5000]) + text[k + 1 :]
        try:
            baseline = read(write(tmp_path, NAME, text))
        except BadBaseline as error:
            assert len(str(error)) < 2000
            errors += 1
            continue
        states |= {standing(entry, registry, TODAY).state for entry in baseline.entries}
    assert errors > 200
    assert states >= {"stands", "does not stand"}
