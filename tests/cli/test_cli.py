"""The command line as a user meets it: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commanding import Done, axiomatrix
from typer.testing import CliRunner

from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.cli.commands import COMMANDS, GROUPS, build_command

METRIC = '''
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("cli-kendall", parameters={"w": spaces.element_weights()},
        holds=[axioms.triangle_inequality, axioms.scale_free("w", degree=DEGREE)],
        source="Me 2026, eq. 3")
def cli_kendall(a, b, w):
    """d(a, b) = sum over inverted pairs {x, y} of w_x w_y"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
'''


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, code: int) -> Done:
    done = axiomatrix(Path.cwd(), *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def with_degree(directory: Path, degree: int) -> str:
    (directory / "mine.py").write_text(METRIC.replace("DEGREE", str(degree)), encoding="utf-8")
    return "mine.py"


@pytest.mark.slow
def test_a_wrong_claim_of_a_users_metric_from_check_to_replay_and_to_its_repair(here: Path) -> None:
    file = with_degree(here, 1)
    assert "axiomatrix show cli-kendall scale-free mine.py" in run("check", file, "--profile", "quick", code=1).stdout
    assert not (here / "reports").exists()
    done = run("check", file, "--profile", "quick", "--out", "reports", code=1)
    last = "\n".join(done.stdout.splitlines()[-25:])
    assert "4 == 2 is false" in last
    witness = "reports/witnesses/cli-kendall--scale-free--parameter-w--degree-1.json"
    command = f"axiomatrix verify {witness} {file}"
    assert command in last.replace(" \\\n ", "")
    assert (here / witness).is_file()
    assert "4 == 2 is false" in run("verify", witness, file, code=0).stdout
    run("check", file, "--profile", "quick", "--fail-on", "never", code=0)
    data = json.loads((here / witness).read_text(encoding="utf-8"))
    data["arguments"]["degree"] = 2
    (here / "repaired.json").write_text(json.dumps(data), encoding="utf-8")
    output = run("verify", "repaired.json", with_degree(here, 2), code=1).stdout
    assert output.startswith("the witness does not stand") and "is false" not in output and "refuted" not in output


def test_the_help_of_report_says_its_default_as_it_is_typed() -> None:
    output = " ".join(run("report", "--help", code=0).stdout.split())
    assert "[default: reports/compliance.json]" in output and "[default: (" not in output


ONE = ("check", "--metric", "kendall", "--axiom", "symmetry", "--profile", "quick", "--jobs", "1")


@pytest.mark.parametrize(
    ("arguments", "environment", "written"),
    [
        ((), {"CI": ""}, set()),
        ((), {"CI": "false"}, set()),
        ((), {"CI": "true"}, {"reports"}),
        (("--out", "mine"), {"CI": "true"}, {"mine"}),
        (("--ci", "junit"), {"CI": ""}, {"reports"}),
    ],
)
def test_files_are_written_where_they_are_asked_for_and_in_ci(
    here: Path,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    written: set[str],
) -> None:
    done = axiomatrix(here, *ONE, *arguments, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in here.iterdir()} == written
    if "junit" in arguments:
        assert [path.name for path in (here / "reports").iterdir()] == ["compliance.junit.xml"]


def test_the_summary_of_a_job_gets_the_run_as_markdown(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "summary.md").write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(here / "summary.md"))
    run(*ONE, code=0)
    text = (here / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("before\n# 1 metric x 1 axiom") and "`symmetry`" in text


def test_quiet_prints_one_sentence_and_verbose_every_statement(here: Path) -> None:
    short, quiet, verbose = (run(*ONE, *more, code=0).stdout for more in ((), ("-q",), ("-v",)))
    assert "symmetry" not in quiet and "1 cell" in quiet.splitlines()[-1]
    assert "symmetry" in short and "KV" not in short and "verdict and reach" in verbose


@pytest.mark.slow
def test_true_claims_exit_0_and_settings_of_pyproject_and_their_errors(here: Path) -> None:
    with_degree(here, 2)
    (here / "pyproject.toml").write_text(
        '[tool.axiomatrix]\nfiles = ["mine.py"]\nprofile = "quick"\nout = "axioms"\n', encoding="utf-8"
    )
    run("check", code=0)
    assert (here / "axioms" / "compliance.md").is_file()
    (here / "pyproject.toml").write_text('[tool.axiomatrix]\nprofle = "quick"\n', encoding="utf-8")
    done = run("check", code=2)
    assert done.stderr.strip() == "error: unknown setting of tool.axiomatrix 'profle'; did you mean 'profile'?"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("tool = 3", "unknown metric 'kendal'"),
        ("tool.axiomatrix.time-limit = nan", "tool.axiomatrix.time-limit is nan"),
    ],
)
def test_odd_settings_are_no_internal_error(here: Path, settings: str, message: str) -> None:
    (here / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert message in run("check", "--metric", "kendal", code=2).stderr


def test_false_claims_of_the_sources_are_pinned_and_no_surprise(here: Path) -> None:
    arguments = ["check", "--metric", "kendall-position", "--axiom", "generalizes", "--profile", "quick"]
    done = run(*arguments, code=0)
    assert "Broken claims: 1" in done.stdout
    assert "refuted at n = 3" in done.stdout
    run(*arguments, "--no-pins", code=0)
    run(*arguments, "--fail-on", "broken", code=1)


def test_a_declared_claim_that_is_not_decided_exits_3(here: Path) -> None:
    text = "from axiomatrix import axioms, metric\n\n@metric('cli-raises', holds=[axioms.symmetry])\n"
    text += "def raises(a, b):\n    'fails'\n    return len(a) / 0\n"
    (here / "raises.py").write_text(text, encoding="utf-8")
    done = run("check", "raises.py", "--profile", "quick", code=3)
    assert "ZeroDivisionError" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--metric", "kendal"], "unknown metric 'kendal'; did you mean 'kendall'?"),
        (["check", "--axiom", "symetry"], "unknown axiom 'symetry'; did you mean 'symmetry'?"),
        (["check", "--source", "KW"], "unknown source 'KW'"),
        (["check", "--profile", "fast"], "unknown profile 'fast'"),
        (["check", "--fail-on", "brokn"], "unknown --fail-on 'brokn'; did you mean 'broken'?"),
        (["check", "nowhere.py"], "nowhere.py: there is no such file"),
        (["show", "axoms"], "unknown metric, axiom or list 'axoms'; did you mean 'axioms'?"),
        (["show", "kendall", "symetry"], "unknown axiom 'symetry'; did you mean 'symmetry'?"),
        (["show", "kendal", "symmetry"], "did you mean 'kendall'?; if it is yours, name its file too: FILE.py"),
        (["verify", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["show", "nDGC", "swap"], "unknown metric 'nDGC'; did you mean 'ndcg'?"),
        (["show", "zzzzzzzz", "symmetry"], "has a similar name (axiomatrix show metrics lists them)"),
        (["compare", "mine.py"], "mine.py: add two metrics to compare"),
        (["ask", "mine.py"], "mine.py: add a question"),
        (["show", "mine.py"], "mine.py: add what to show"),
        (["verify", "mine.py"], "mine.py: add a witness, a certificate or a report"),
        (["chek"], "No such command 'chek'. Did you mean 'check'"),
        (["explian"], "No such command 'explian'"),
        (["check", "--metrc", "x"], "--metric"),
        (["check", "--sed", "3"], "No such option: --sed"),
        (["check", "--time-limit", "inf"], "Invalid value for '--time-limit'"),
    ],
)
def test_usage_errors_say_what_to_do(here: Path, arguments: list[str], message: str) -> None:
    assert message in run(*arguments, code=2).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "-m", "kendall", "--out", ""],
        ["check", "-m", "kendall", "--out="],
        ["report", "--html", ""],
        ["baseline", "write", "--baseline", ""],
        ["init", ""],
    ],
)
def test_an_empty_path_is_not_the_folder_one_is_in(here: Path, arguments: list[str]) -> None:
    before = [k for k in arguments if k][-1]
    expected = f"error: {before}: the value is empty; is a shell variable not set?\n"
    assert run(*arguments, code=2).stderr == expected
    assert not [*here.iterdir()]


def test_a_file_without_metrics_and_one_that_fails(here: Path) -> None:
    (here / "empty.py").write_text("x = 1\n", encoding="utf-8")
    assert "registers no metric; decorate one" in run("check", "empty.py", code=2).stderr
    (here / "fails.py").write_text("import axiomatrix\n1 / 0\n", encoding="utf-8")
    assert "fails.py:2: ZeroDivisionError: division by zero" in run("check", "fails.py", code=3).stderr


def test_a_file_that_is_named_twice_is_taken_once(here: Path) -> None:
    assert (
        "1 metric x" in run("check", *[with_degree(here, 2)] * 2, "--profile", "quick", "-a", "symmetry", code=0).stdout
    )


def test_a_mistyped_name_of_ours_in_a_file_is_said(here: Path) -> None:
    (here / "typo.py").write_text("from axiomatrix import axioms\naxioms.symetry\n", encoding="utf-8")
    assert "typo.py:2: AttributeError" in (text := run("check", "typo.py", code=3).stderr)
    assert text.strip().endswith("did you mean 'symmetry'?")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_ends_with_examples_that_can_be_typed(name: str) -> None:
    output = CliRunner().invoke(app, [name, "-h"]).output
    assert output == CliRunner().invoke(app, [name, "--help"]).output
    examples = output.split("Examples:\n")[1].splitlines()
    assert examples and f"axiomatrix {name}" in examples[0]
    for example in examples:
        asked, *rest = shlex.split(example)[1:]
        build_command(asked).make_context(asked, rest).close()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_how_the_help_of_each_begins(name: str) -> None:
    assert build_command(name).help.startswith(COMMANDS[name].summary)


def test_the_help_and_the_version_import_no_command() -> None:
    for option in ("--help", "-h", "--version", "-V"):
        code = f"import sys; sys.argv[1:] = [{option!r}]\ntry:\n  from axiomatrix.cli.app import main; main()\n"
        code += "finally:\n  print(*(m for m in sys.modules if m.startswith('axiomatrix.')), file=sys.stderr)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert {module.split(".")[1] for module in done.stderr.split()} == {"cli", "evidence"}


@pytest.mark.parametrize("junk", ["", "{}", "[1]", "nul", '{"format": "axiomatrix-witness-1"}', "\x00\xff"])
def test_verify_refuses_what_is_no_witness(here: Path, junk: str) -> None:
    (here / "junk.json").write_text(junk, encoding="latin-1")
    assert run("verify", "junk.json", code=2).stderr.startswith("error: ")


def test_lists_and_cells_are_shown(here: Path) -> None:
    assert "footrule-similarity[deck]" in run("show", "metrics", code=0).stdout
    assert "triangle-inequality" in run("show", "axioms", code=0).stdout
    assert "KV7" in run("show", "claims", code=0).stdout
    assert "We conjecture that: K_D(sigma) <= F_D(sigma)" in " ".join(run("show", "sources", code=0).stdout.split())
    output = run("show", "footrule-position[zero]", "generalizes", "--profile", "quick", code=0).stdout
    output = " ".join(output.split())
    for part in ("KV9", "collapse to classical K and F", "refuted", "is false"):
        assert part in output


def test_claims_are_chosen_by_a_metric_or_an_axiom(here: Path) -> None:
    shown = run("show", "claims", "kendall-position", "--jobs", "1", code=0).stdout
    assert "KV9" in shown and "OV3" not in shown
    assert "no source makes a claim about it" in run("show", "claims", "l-infinity", code=2).stderr


def test_a_metric_alone_is_explained_by_its_formula(here: Path) -> None:
    row = load_catalogue().metric("kendall-element")
    output = run("show", "kendall-element", code=0).stdout
    assert row.formula in output and all(line in output for line in row.latex.splitlines())
    assert "--out does not apply to kendall-element" in run("show", "kendall-element", "--out", "found", code=2).stderr


def test_version(here: Path) -> None:
    assert run("--version", code=0).stdout.startswith("axiomatrix 0.")


def options() -> Iterator[tuple[str, Any]]:
    for name in COMMANDS:
        yield from ((name, one) for one in build_command(name).params if one.param_type_name == "option")


def test_what_an_option_takes_is_said_in_capitals_and_the_same_in_every_command() -> None:
    taken: dict[str, set[str | None]] = {}
    for name, option in options():
        if not option.is_flag:
            assert option.metavar and re.fullmatch(r"[A-Z][A-Za-z.=: ]*", option.metavar), (name, option.name)
        for spelled in (*option.opts, *option.secondary_opts):
            taken.setdefault(spelled, set()).add(None if option.is_flag else option.metavar)
    assert not {spelled: metavars for spelled, metavars in taken.items() if len(metavars) > 1}


def test_a_short_option_is_the_same_long_one_in_every_command() -> None:
    meant: dict[str, set[str]] = {}
    for _, option in options():
        for short in (one for one in option.opts if not one.startswith("--")):
            meant.setdefault(short, set()).add(option.opts[0] if option.opts[0] != short else option.name)
    assert not {short: names for short, names in meant.items() if len(names) > 1}


def test_commands_are_listed_in_four_groups() -> None:
    output = CliRunner().invoke(app, ["--help"]).output
    places = [output.index(f"\n{group}:") for group in GROUPS]
    assert places == sorted(places)
    for group, begin, end in zip(GROUPS, places, [*places[1:], len(output)], strict=True):
        names = [name for name, known in COMMANDS.items() if known.group == group]
        assert all(f"\n  {name} " in output[begin:end] for name in names)


def test_a_shell_completes_commands_and_options() -> None:
    asked = {"_AXIOMATRIX_COMPLETE": "complete_bash"}
    for words, expected in (("axiomatrix verif", "verify"), ("axiomatrix check --met", "--metric")):
        environment = {**os.environ, **asked, "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        environment["_TYPER_COMPLETE_ARGS"] = words
        done = subprocess.run(
            [sys.executable, "-m", "axiomatrix"], capture_output=True, text=True, check=False, env=environment
        )
        assert expected in done.stdout.split(), done
