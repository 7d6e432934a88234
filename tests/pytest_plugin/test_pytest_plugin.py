"""The pytest plugin, in pytest runs of their own."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from explaining import missing_in_order
from plugin_runs import TEST, axiomatrix_in, metrics, pytest_in, write
from verdict_words import in_words

QUICK = ("-p", "no:cacheprovider", "--axiomatrix-profile", "quick")
IDS = [
    "test[my-kendall-triangle_inequality]",
    "test[my-kendall-left_invariance]",
    "test[my-kendall-scale_free-w-2]",
]
FILE_IDS = [id.removeprefix("test[").removesuffix("]") for id in IDS]
WITNESS = ".pytest_cache/d/axiomatrix/witnesses/my-kendall--scale-free--parameter-w--degree-1.json"
FAILURE = [
    "_______________________ test[my-kendall-scale_free-w-1] ________________________",
    "my-kendall: scale-free(parameter=w, degree=1)",
    "4 == 2 is false",
    '- declared to hold: "Me 2026, eq. 3" (broken claim)',
    "a     1 > 2                         (1, 2)",
    "b     2 > 1                         (2, 1)",
    "- my-kendall(a, b; w = 2 throughout) = w[1]*w[2] = 2*2 = 4",
    "@example(a=Ranking.from_order([1, 2]), b=Ranking.from_order([2, 1]), c=2, w=ElementWeights.of({1: 1, 2: 1}))",
    "In Python",
    "    # first import the file that registers the metric",
    "    d = REGISTRY.metric('my-kendall')",
    f"axiomatrix verify {WITNESS} my_metrics.py",
    "my_metrics.py:4: 4 == 2 at n = 2",
]
"""What is said first, the two sides, who claims it, the instance, how it is computed, how to repeat it, where it is."""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    write(tmp_path, "pytest.ini", "[pytest]\n")
    return tmp_path


def of_kendall(directory: Path, degree: int = 2) -> Path:
    metrics(directory, degree)
    return write(directory, "test_mine.py", TEST)


def files_of(directory: Path) -> dict[str, bytes]:
    return {p.relative_to(directory).as_posix(): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


# --- opt-in ----------------------------------------------------------------------------------------------------


def test_a_run_that_does_not_ask_imports_nothing_of_ours(here: Path) -> None:
    metrics(here)
    write(
        here,
        "test_plain.py",
        "import sys\n\ndef test():\n    assert not [m for m in sys.modules if m == 'axiomatrix']\n",
    )
    text = pytest_in(here, code=0)
    assert "1 passed" in text
    assert "axiomatrix:" not in text


@pytest.mark.slow
def test_files_are_executed_only_if_the_ini_option_names_them(here: Path) -> None:
    metrics(here)
    write(here, "loud.py", "raise RuntimeError('this file was executed')\n")
    assert "no tests ran" in pytest_in(here, code=5)
    write(here, "pytest.ini", "[pytest]\naxiomatrix_files = my_metrics.py\n")
    text = pytest_in(here, *QUICK, "-v", code=0)
    assert [f"my_metrics.py::{id}" in text for id in FILE_IDS] == [True] * 3
    assert "2 passed, 1 xfailed" in text


@pytest.mark.slow
def test_named_files_are_tested_wherever_testpaths_points_and_not_when_something_else_is_asked_for(here: Path) -> None:
    metrics(here, name="lib/my_metrics.py")
    write(here, "tests/test_other.py", "def test():\n    pass\n")
    write(here, "pytest.ini", "[pytest]\ntestpaths = tests\naxiomatrix_files = lib/my_metrics.py\n")
    assert "4 tests collected" in pytest_in(here, "--collect-only", "-q", code=0)
    assert "1 test collected" in pytest_in(here, "--collect-only", "-q", "tests", code=0)
    assert "1 test collected" in pytest_in(here, "--collect-only", "-q", f"lib/my_metrics.py::{FILE_IDS[0]}", code=0)


@pytest.mark.slow
def test_programs_that_the_ini_option_names_are_tested_claim_by_claim(here: Path) -> None:
    server = Path(__file__).parents[2] / "examples/any_language/server.py"
    write(here, "test_other.py", "def test():\n    pass\n")
    write(here, "pytest.ini", f"[pytest]\naxiomatrix_commands = {sys.executable} {server}\n")
    text = pytest_in(here, *QUICK, "-v", code=0)
    assert "test_other.py::test" in text
    assert len(re.findall(r"precision\S*-\w+ (?:PASSED|XFAIL)", text)) > 0
    assert "1 test collected" in pytest_in(here, "--collect-only", "-q", "test_other.py", code=0)
    write(here, "pytest.ini", "[pytest]\naxiomatrix_commands = ./no-such-program\n")
    assert "axiomatrix_commands: " in pytest_in(here, code=4)


@pytest.mark.slow
def test_a_named_file_is_one_module_with_what_the_tests_import(here: Path) -> None:
    of_kendall(here)
    write(here, "pytest.ini", "[pytest]\naxiomatrix_files = my_metrics.py\n")
    assert "4 passed, 2 xfailed" in pytest_in(here, *QUICK, code=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ini", "message"),
    [
        ("axiomatrix_profile = quik", "unknown axiomatrix_profile 'quik'; did you mean 'quick'?"),
        ("axiomatrix_seed = one", "axiomatrix_seed is 'one'; it must be a whole number"),
        ("axiomatrix_baseline = gone.json", "axiomatrix_baseline: "),
    ],
)
def test_a_mistyped_setting_is_a_usage_error(here: Path, ini: str, message: str) -> None:
    metrics(here)
    write(here, "pytest.ini", f"[pytest]\naxiomatrix_files = my_metrics.py\n{ini}\n")
    assert message in pytest_in(here, code=4)


def test_reports_that_cannot_be_written_are_refused_at_once_or_named_at_the_end(here: Path) -> None:
    of_kendall(here)
    assert "--axiomatrix-report: my_metrics.py/x: Not a dir" in pytest_in(
        here, "--axiomatrix-report", "my_metrics.py/x", code=4
    )
    write(here, "out/compliance.json/x", "")
    text = pytest_in(here, *QUICK, "--axiomatrix-report", "out", code=4)
    assert "axiomatrix: error: the reports could not be written: " in text
    assert "2 passed, 1 xfailed" in text


@pytest.mark.parametrize(
    ("name", "message"),
    [("gone.py", "gone.py: there is no such file"), ("build/my_metrics.py", "norecursedirs keeps pytest out of build")],
)
def test_a_named_file_that_would_not_be_tested_is_a_usage_error(here: Path, name: str, message: str) -> None:
    metrics(here, name="build/my_metrics.py")
    write(here, "pytest.ini", f"[pytest]\naxiomatrix_files = {name}\n")
    assert message in pytest_in(here, code=4)


@pytest.mark.slow
def test_a_named_file_without_metrics_is_an_error(here: Path) -> None:
    write(here, "empty_metrics.py", "")
    write(here, "pytest.ini", "[pytest]\naxiomatrix_files = empty_metrics.py\n")
    assert "registers no metric" in pytest_in(here, code=2)


# --- the tests of claims ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_there_is_one_test_for_each_claim(here: Path) -> None:
    of_kendall(here)
    text = pytest_in(here, *QUICK, "--axiomatrix-seed", "3", "-rx", "-v", code=0)
    assert [f"test_mine.py::{id}" in text for id in IDS] == [True] * 3
    assert f"XFAIL test_mine.py::{IDS[1]}" in text
    assert "declared to fail: the weights belong to the items" in text
    assert "2 passed, 1 xfailed" in text
    assert in_words("axiomatrix: 1 certified, 1 refuted, 1 searched; profile quick, seed 3") in text


@pytest.mark.slow
def test_a_failing_test_shows_the_witness_and_a_replay_that_works(here: Path) -> None:
    of_kendall(here, degree=1)
    text = pytest_in(here, "--axiomatrix-profile", "quick", code=1)
    assert missing_in_order(FAILURE, text.splitlines()) == []
    assert "Error" not in text
    (command,) = [line.strip() for line in text.splitlines() if line.strip().startswith("axiomatrix verify")]
    assert "4 == 2 is false" in axiomatrix_in(here, *command.split()[1:], code=0).stdout


@pytest.mark.slow
def test_without_a_cache_the_failing_test_says_how_to_get_the_witness(here: Path) -> None:
    of_kendall(here, degree=1)
    text = pytest_in(here, *QUICK, code=1)
    assert "pytest --axiomatrix-report DIR writes the witness; then:" in text


def test_decorators_on_top_of_each_other_are_all_tested(here: Path) -> None:
    above = '@axiomatrix.parametrize(["footrule"])\n@axiomatrix.parametrize(["my-kendall"])\n@axiomatrix.parametrize('
    metrics(here, degree=1)
    write(here, "test_mine.py", TEST.replace("@axiomatrix.parametrize(", above))
    text = pytest_in(here, "--collect-only", "-q", code=0)
    assert text.count("[my-kendall-") == 3
    assert "test[footrule-triangle_inequality]" in text


@pytest.mark.slow
def test_the_body_is_given_the_decided_cell_and_may_fail_by_itself(here: Path) -> None:
    metrics(here)
    body = "    assert cell.evidence.verdict == 'certified'\n"
    write(here, "test_mine.py", TEST.replace("    ...\n", body))
    text = pytest_in(here, *QUICK, "-k", "triangle", code=1)
    assert "AssertionError" in text
    assert "'searched'> == 'certified'" in text


BARE = """
@axiomatrix.metric('bare')
def bare(a, b):
    '0'
    return 0
"""
NOTHING = {
    '["kendal"]': "axiomatrix.parametrize: unknown metric 'kendal'; did you mean 'kendall'?",
    "[3]": "axiomatrix.parametrize: 3 is not a metric, nor the name of one",
    "[]": "axiomatrix.parametrize: no metric given",
    "bare": "bare declares no claims to test",
}


@pytest.mark.slow
def test_what_is_no_metric_or_claims_nothing_is_an_error_of_the_collection_and_not_an_empty_success(here: Path) -> None:
    for k, given in enumerate(NOTHING):
        metric = BARE if given == "bare" else ""
        text = f"import axiomatrix\n{metric}\n@axiomatrix.parametrize({given})\ndef test(cell):\n    ...\n"
        write(here, f"test_{k}.py", text)
    words = pytest_in(here, code=2)
    parts = re.split("_ ERROR collecting test_[0-9].py _", words)[1:]
    assert len(parts) == len(NOTHING)
    for part, expected in zip(parts, NOTHING.values(), strict=True):
        assert expected in part


OTHERS = '''
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric

@metric("raises", holds=[axioms.symmetry])
def raises(a, b):
    """fails"""
    return len(a) / 0

@metric("not-shown", fails={axioms.symmetry: "so we thought"}, conjectured=[axioms.triangle_inequality])
def not_shown(a, b):
    """d(a, b) = number of inverted pairs"""
    return len(inverted_pairs(a, b))

@metric("one-sided", conjectured=[axioms.symmetry])
def one_sided(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1

@metric("both", variants=["one", "two"], holds=[axioms.symmetry])
def both(a, b, variant):
    """d(a, b) = number of inverted pairs, or one less"""
    return len(inverted_pairs(a, b)) * (1 if variant == "one" else 2)

@axiomatrix.parametrize([raises, not_shown, one_sided, both])
def test(cell):
    ...
'''


@pytest.mark.slow
def test_what_is_not_decided_or_not_shown_is_not_green(here: Path) -> None:
    write(here, "test_others.py", OTHERS)
    text = pytest_in(here, *QUICK, "-v", "-rs", code=1)
    assert "3 failed, 2 passed, 1 skipped" in text
    assert "not decided: error: raises raised ZeroDivisionError" in text
    assert in_words("no counterexample found: exhausted n<=5") in text
    assert in_words("an open conjecture: exhausted n<=5") in text
    assert "the conjecture is refuted; declare it in fails={...: 'the reason'}" in text
    assert text.count("PASSED") == 2  # both variants of what the decorated name stands for
    assert "test[both-two-symmetry] PASSED" in text


def test_a_definition_that_ends_the_process_is_not_green(here: Path) -> None:
    text = OTHERS.replace("return len(a) / 0", "__import__('os')._exit(0)").replace("[raises, ", "[raises] + 0 * [")
    write(here, "test_ends.py", text)
    assert "not decided: error: raises raised Ended: SystemExit: it ends the process" in pytest_in(here, *QUICK, code=1)


@pytest.mark.slow
def test_rounding_fails_in_words_of_its_own(here: Path) -> None:
    text = """
import axiomatrix
from axiomatrix import axioms, metric

@metric("rounds", exact=False, holds=[axioms.symmetry])
def rounds(a, b):
    '''1, off by so many units in the last place the other way round'''
    return 1.0 if a.order <= b.order else 1.0 + AWAY * 2.0**-52

@axiomatrix.parametrize(rounds)
def test(cell):
    ...
"""
    write(here, "test_rounds.py", text.replace("AWAY", "1024"))
    words = pytest_in(here, *QUICK, code=1)
    assert "neither refuted nor passed: the difference may be rounding" in words
    assert "is within rounding" in words
    assert "axiomatrix: 1 rounding; " in words
    write(here, "test_rounds.py", text.replace("AWAY", "2.0**30"))
    assert "axiomatrix: 1 refuted; " in pytest_in(here, *QUICK, code=1)


# --- reports ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_reports_are_those_of_the_command_and_the_same_from_many_workers(here: Path) -> None:
    of_kendall(here, degree=1)
    pytest_in(here, *QUICK, "--axiomatrix-report", "one", code=1)
    text = pytest_in(here, *QUICK, "--axiomatrix-report", "many", "-n", "2", code=1)
    assert "axiomatrix: reports of 1 metric written to many" in text
    assert "axiomatrix verify many/witnesses/my-kendall--scale-free--parameter-w--degree-1.json my_metrics.py" in text
    axiomatrix_in(here, "check", "my_metrics.py", "--profile", "quick", "--out", "command", code=1)
    command = files_of(here / "command")
    assert len(command) > 8
    for name in ("one", "many"):
        given = files_of(here / name)
        assert given.keys() == command.keys()
        assert [file for file in given if given[file] != command[file]] == []


@pytest.mark.slow
def test_rows_stand_in_the_order_of_collection_whichever_worker_is_done_first(here: Path) -> None:
    text = 'import axiomatrix\n\n@axiomatrix.parametrize(["footrule", "cayley", "kendall"])\ndef test(cell):\n    ...\n'
    write(here, "test_catalogue.py", text)
    pytest_in(here, *QUICK, "--axiomatrix-report", "one", code=0)
    pytest_in(here, *QUICK, "--axiomatrix-report", "many", "-n", "2", "--dist", "loadgroup", code=0)
    from axiomatrix.report.json_reports import read_matrix

    assert [row.name for row in read_matrix(here / "one" / "compliance.json").rows] == ["footrule", "cayley", "kendall"]
    assert files_of(here / "one") == files_of(here / "many")


@pytest.mark.slow
def test_the_tests_of_a_metric_go_to_one_worker(here: Path) -> None:
    write(
        here,
        "test_workers.py",
        """
import os
import axiomatrix

@axiomatrix.parametrize(["footrule", "cayley"])
def test(cell):
    with open(f"{cell.metric}.txt", "a", encoding="utf-8") as file:
        print(os.environ["PYTEST_XDIST_WORKER"], file=file)
""",
    )
    pytest_in(here, *QUICK, "-n", "2", "--dist", "loadgroup", code=0)
    for metric in ("footrule", "cayley"):
        workers = (here / f"{metric}.txt").read_text(encoding="utf-8").split()
        assert len(workers) > 2
        assert len(set(workers)) == 1


@pytest.mark.slow
def test_only_the_rows_of_the_tests_that_run_are_checked(here: Path) -> None:
    text = 'import axiomatrix\n\n@axiomatrix.parametrize(["footrule", "cayley"])\ndef test(cell):\n    ...\n'
    write(here, "test_catalogue.py", text)
    words = pytest_in(here, *QUICK, "-k", "cayley", "--axiomatrix-report", "out", code=0)
    assert "reports of 1 metric written to out" in words
    assert "no claim was tested" in pytest_in(here, *QUICK, "-k", "nothing", "--axiomatrix-report", "none", code=5)
    assert not (here / "none").exists()
