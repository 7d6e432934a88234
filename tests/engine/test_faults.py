"""Metrics that misbehave cost their own cells and nothing else."""

from __future__ import annotations

import json
import math
import os
import random
import re
import signal
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from faults import FAULTS, HEALTHY, HEALTHY_ROWS, NO_FAULT, OPTIONS, fate, source_with
from faulty import (
    WEIGHTS,
    cell,
    cells,
    changing_after,
    counting,
    kendall,
    raises,
    raises_from_three_items_on,
    returning,
)
from processes import processes_in, start_command

import axiomatrix
from axiomatrix import REGISTRY, Registry, Undefined, axioms, inverted_pairs, metric, spaces

ASKED = ("symmetry", "triangle-inequality", "near-metric")

# --- what no exact metric may return ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "mine returned the float nan, but an exact metric returns exact numbers; raise Undefined"),
        (math.inf, "mine returned the float inf, but an exact metric returns exact numbers"),
        (0.5, "mine returned the float 0.5, but an exact metric returns exact numbers; divide with Fraction"),
        (1 + 2j, "mine returned (1+2j) (a complex); a metric must return a single exact number"),
        (None, "mine returned None (a NoneType); a metric must return a single exact number"),
        ("3", "mine returned '3' (a str); a metric must return a single exact number"),
        (True, "mine returned True (a bool); a metric must return a single exact number"),
        ([1], "mine returned [1] (a list); a metric must return a single exact number"),
        (np.float64(1), "mine returned the float"),
        (
            np.array([1, 2]),
            "mine returned array([1, 2]) (a ndarray of shape (2,)); a metric must return",
        ),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_value_that_is_no_exact_number_is_an_error_that_names_metric_and_value(value, message):
    for found in cells(returning(value), *ASKED):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith(message)
        assert "(on mine, a: 1; b: 1) at " in found.evidence.reason
        assert (found.evidence.witness, found.evidence.extreme) == (None, None)


class Unsayable(Exception):
    """An exception that cannot say what it is."""

    def __str__(self):
        raise RuntimeError("no words")


def test_an_error_that_cannot_say_what_it_is_is_the_definitions():
    def odd(a, b):
        raise Unsayable

    for found in cells(odd, *ASKED):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith("mine raised Unsayable: no message (on mine, a: 1; b: 1)")


@pytest.mark.parametrize("value", [0, 1, -3, Fraction(1, 3), 10**30], ids=str)
def test_what_is_an_exact_number_is_no_error(value):
    assert cell(returning(value), "symmetry").evidence.verdict == "exhausted"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "mine returned nan; raise Undefined(reason) where there is no value"),
        (1 + 2j, "mine returned (1+2j) (a complex)"),
        (None, "mine returned None (a NoneType)"),
        ("3", "mine returned '3' (a str)"),
        (True, "mine returned True (a bool)"),
    ],
    ids=repr,
)
def test_a_value_that_is_no_float_is_an_error_in_the_float_channel(value, message):
    for found in cells(returning(value), *ASKED, exact=False):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith(message)


def test_a_division_by_zero_is_named_alike_whatever_divides_with_what_to_do():
    for divide in (
        lambda a, b: a[1] / 0,
        lambda a, b: 1 / (a[1] - a[1]),
        lambda a, b: 1 // 0,
        lambda a, b: Fraction(1, 0),
    ):
        for found in cells(divide, "symmetry"):
            raised, case, place, advice = re.split(r" (?=\(on )|(?<=\)) at |; (?=raise)", found.evidence.reason)
            assert place == found.evidence.fault.place
            assert raised == "mine raised ZeroDivisionError: division by zero"
            assert (case, advice) == ("(on mine, a: 1; b: 1)", "raise Undefined(reason) where there is no value")


def test_what_a_definition_says_of_a_division_by_zero_itself_is_kept():
    def no_topic(a, b):
        raise ZeroDivisionError("topic 7 is empty")

    (found,) = cells(no_topic, "symmetry")
    assert found.evidence.reason.startswith("mine raised ZeroDivisionError: topic 7 is empty (on mine, ")


# --- what raises -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [True, False])
def test_a_metric_that_raises_is_an_error_with_the_case(exact):
    for found in cells(raises, *ASKED, exact=exact):
        assert found.evidence.verdict == "error"
        assert found.evidence.reason.startswith("mine raised RuntimeError: no disc left (on mine, ")
        assert "b: 1" in found.evidence.reason


@pytest.mark.parametrize(
    "error",
    [KeyError("k"), IndexError("i"), ZeroDivisionError("z"), AssertionError(), RecursionError("r"), MemoryError("m")],
    ids=lambda error: type(error).__name__,
)
def test_whatever_is_raised(error):
    def raising(a, b, w):
        """Raises"""
        raise error

    evidence = cell(raising, "symmetry", parameters=WEIGHTS).evidence
    assert evidence.verdict == "error"
    assert evidence.reason.startswith(f"mine raised {type(error).__name__}: ")
    assert "w[1] = 1" in evidence.reason


def test_an_error_at_a_later_size_keeps_what_is_known_of_the_smaller_ones():
    evidence = cell(raises_from_three_items_on, "symmetry").evidence
    assert evidence.verdict == "error"
    assert "KeyError" in evidence.reason
    assert "a: 1 > 2 > 3" in evidence.reason


def test_a_refutation_at_a_smaller_size_stands_although_later_ones_raise():
    def wrong_and_fragile(a, b):
        """a(1), but raises for n >= 3"""
        return a[1] + raises_from_three_items_on(a, b)

    evidence = cell(wrong_and_fragile, "symmetry").evidence
    assert (evidence.verdict, evidence.witness.n) == ("refuted", 2)


def test_an_error_names_the_call_that_failed_where_the_axiom_made_its_arguments():
    def fails_on_the_better_list(x):
        if x.grades == (1, 0):
            raise ValueError("the better list")
        return x.relevant(1)

    found = cell(fails_on_the_better_list, "swap", kind="score", arguments={"x": spaces.whole_lists()})
    assert found.evidence.reason.startswith("mine raised ValueError: the better list (on mine, x: ")
    assert "in the call mine(Judged.of([1, 0]))" in found.evidence.reason
    raised_there = cell(raises_from_three_items_on, "symmetry")
    assert "in the call" not in raised_there.evidence.reason  # which is about that very case


def test_the_metric_that_raised_is_named_not_the_one_that_asked():
    registry = Registry(REGISTRY)
    metric("broken", registry=registry)(raises)
    mine = metric("mine", registry=registry, holds=[axioms.upper_bound("broken", 1)])(kendall)
    found = axiomatrix.check(
        mine, axioms=["upper-bound", "symmetry"], profile="quick", use_pins=False, registry=registry
    )
    assert found.cell("mine", "symmetry").evidence.verdict == "exhausted"
    evidence = found.cell("mine", "upper-bound").evidence
    assert evidence.verdict == "error"
    assert evidence.reason.startswith("broken raised RuntimeError: no disc left")


def test_a_claim_about_a_metric_that_is_not_there_costs_its_cell():
    found = {
        c.axiom: c.evidence for c in cells(kendall, "upper-bound", "symmetry", holds=[axioms.upper_bound("nobody", 1)])
    }
    assert found["symmetry"].verdict == "exhausted"
    assert found["upper-bound"].verdict == "error"
    assert "unknown metric 'nobody'" in found["upper-bound"].reason


# --- what answers differently ----------------------------------------------------------------------------------


def test_a_metric_that_counts_its_calls_is_flaky():
    for found in cells(counting(), *ASKED):
        assert found.evidence.verdict == "flaky"
        assert found.evidence.witness is None
        assert re.fullmatch(r"mine answered (\d+) and then (\d+) on 1 and 1", found.evidence.reason)


def test_a_metric_that_draws_at_random_is_flaky():
    generator = random.Random(0)

    def random_value(a, b):
        """A random number"""
        return generator.randrange(10**6)

    assert {found.evidence.verdict for found in cells(random_value, *ASKED)} == {"flaky"}


@pytest.mark.parametrize("first", [1, 2, 5, 20, 60, 200, 700, 3000])
def test_a_metric_that_changes_later_is_never_called_proved_or_refuted_by_what_does_not_last(first):
    # 3 is the value for ever once the change is over; until then it is 2, and both hold against each other
    evidence = cell(changing_after(first), "zero-on-equal").evidence
    assert evidence.verdict in ("flaky", "refuted")
    if evidence.verdict == "refuted":  # by a case decided again, and again for the witness, after the change
        assert (evidence.witness.lhs, evidence.witness.rhs) == ("1", "0")


def test_a_witness_that_does_not_stand_twice_is_no_witness():
    asked = []

    def once(a, b):
        """K, but 7 when asked the first time about 1 2 3 and 3 2 1"""
        if (a.order, b.order) == ((1, 2, 3), (3, 2, 1)):
            asked.append(1)
            return 7 if len(asked) < 2 else 3
        return kendall(a, b)

    evidence = cell(once, "symmetry").evidence
    assert evidence.verdict == "flaky"
    assert "mine" in evidence.reason


@pytest.mark.parametrize("exact", [True, False])
def test_a_case_that_fails_only_while_it_is_decided_is_flaky(exact):
    asked = []

    def fading(a, b):
        """K, wrong for the first calls about one pair of rankings of four items"""
        if (a.order, b.order) == ((1, 2, 3, 4), (4, 3, 2, 1)):
            asked.append(1)
            return kendall(a, b) + (1 if len(asked) < 4 else 0)
        return kendall(a, b)

    profile = "quick" if exact else "default"
    assert cell(fading, "symmetry", exact=exact, profile=profile).evidence.verdict == "flaky"


# --- what reaches beyond its own cells -------------------------------------------------------------------------


def evidence_of(registry, *names):
    found = axiomatrix.check(*names, axioms=list(ASKED), profile="quick", use_pins=False, registry=registry)
    return {c.key: c.evidence for c in found if c.metric == "sound"}


def rude(a, b):
    """Prints, seeds the generators, changes numpy's errors, and raises now and then"""
    print("look at me")  # noqa: T201  # that is the fault
    random.seed(0)
    np.random.seed(0)
    if a.n == 3:
        raise RuntimeError("enough")
    return kendall(a, b)


@pytest.mark.slow
@pytest.mark.parametrize(
    "definition", [raises, rude, counting(), returning(math.nan)], ids=["raises", "rude", "counts", "nan"]
)
def test_the_cells_of_other_metrics_are_as_they_were(definition):
    registry = Registry(REGISTRY)
    metric("faulty", registry=registry)(definition)
    metric("sound", registry=registry)(kendall)
    alone = evidence_of(registry, "sound")
    assert len(alone) == 3
    assert {evidence.verdict for evidence in alone.values()} == {"exhausted"}
    assert evidence_of(registry, "faulty", "sound") == alone
    assert evidence_of(registry, "sound", "faulty") == alone


def test_what_a_metric_prints_is_not_let_through(capsys):
    found = cells(rude, *ASKED)
    assert {c.evidence.verdict for c in found} == {"error"}
    assert capsys.readouterr().out == ""


def test_a_metric_that_changes_its_parameters_does_not_change_anothers():
    def greedy(a, b, w):
        """K_w, and takes the weights away"""
        value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
        w.entries.clear()
        return value

    registry = Registry(REGISTRY)
    metric("faulty", registry=registry, parameters=WEIGHTS)(greedy)
    metric("sound", registry=registry, parameters=WEIGHTS)(REGISTRY.metric("kendall-element").definition)
    alone = evidence_of(registry, "sound")
    assert evidence_of(registry, "faulty", "sound") == alone


def test_an_undefined_value_is_not_a_fault():
    def nowhere(a, b):
        """Has no value anywhere"""
        raise Undefined("there is none")

    for found in cells(nowhere, *ASKED):
        assert (found.evidence.verdict, found.evidence.cases) == ("vacuous", 0)
        assert found.evidence.discarded > 0


# --- the forty faults, in one run beside healthy rows ----------------------------------------------------------

HANGS_SECONDS = 570
"""After which a run is taken for hung."""


def rows_of(folder: Path, files: Mapping[str, str], jobs: int) -> dict[str, Any]:
    """The rows of a check of these files; what it leaves running is ended."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    process = start_command(
        folder, "check", *files, "--jobs", str(jobs), "-a", "separation", "-a", "symmetry", *OPTIONS
    )
    try:
        output = "".join(process.communicate(timeout=HANGS_SECONDS))
    finally:
        process.kill()
        for left in processes_in(folder):
            os.kill(left, signal.SIGKILL)
    assert "Traceback" not in output, output
    report = json.loads((folder / "r/compliance.json").read_text(encoding="utf-8"))
    cells: dict[str, Any] = {row["name"]: [] for row in report["rows"]}
    for found in report["cells"]:
        cells[found["metric"]].append(found)
    return cells


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The healthy rows alone, and the row that each fault would have without it."""
    files = {"healthy.py": HEALTHY, "honest.py": source_with(NO_FAULT)}
    return rows_of(tmp_path_factory.mktemp("undisturbed"), files, 2)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("jobs", [1, 4])
def test_faults_cost_their_own_rows_however_many_workers_there_are(
    jobs: int, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    names = {name: f"faulty-{k}" for k, name in enumerate(FAULTS)}
    files = {f"faulty_{k}.py": source_with(FAULTS[name][0], names[name]) for k, name in enumerate(FAULTS)}
    rows = rows_of(tmp_path, {**files, "healthy.py": HEALTHY}, jobs)
    fates = {name: fate(rows[row], undisturbed["faulty"]) for name, row in names.items()}
    assert {name: found for name, found in fates.items() if found not in FAULTS[name][1]} == {}
    assert [rows[name] for name in HEALTHY_ROWS] == [undisturbed[name] for name in HEALTHY_ROWS]
