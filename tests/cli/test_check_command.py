"""``check --command``: programs in any language from the command line, their reports, and their witnesses."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import commanding
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "any_language"
SERVER = shlex.join([sys.executable, str(EXAMPLES / "server.py")])
CHECK = ("check", "--command", SERVER, "--profile", "quick", "--axiom", "swap", "--axiom", "monotone-in-cut-off")


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the reports of a check in two workers."""
    folder = tmp_path_factory.mktemp("checked")
    done = commanding.axiomatrix(folder, *CHECK, "--jobs", "2", "--out", "out", "--ci", "sarif", "--ci", "junit")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_reports_have_the_metric_and_not_its_command(checked: Path) -> None:
    report = json.loads((checked / "out" / "compliance.json").read_text(encoding="utf-8"))
    verdicts = {cell["axiom"]: cell["evidence"]["verdict"] for cell in report["cells"]}
    assert verdicts == {"swap": "searched", "monotone-in-cut-off": "refuted"}
    assert (checked / "out" / "compliance.sarif").exists() and (checked / "out" / "compliance.junit.xml").exists()
    witness = checked / "out" / "witnesses" / "precision-in-python--monotone-in-cut-off.json"
    assert str(EXAMPLES) not in witness.read_text(encoding="utf-8")


def test_a_witness_is_verified_by_the_program_that_is_named(checked: Path) -> None:
    witness = "out/witnesses/precision-in-python--monotone-in-cut-off.json"
    assert commanding.axiomatrix(checked, "verify", witness, "--command", SERVER).returncode == 0
    without = commanding.axiomatrix(checked, "verify", witness)
    assert without.returncode == 2 and "--command" in without.stderr


def test_a_file_that_names_a_command_runs_none(checked: Path) -> None:
    witness = json.loads(
        (checked / "out/witnesses/precision-in-python--monotone-in-cut-off.json").read_text(encoding="utf-8")
    )
    ran = checked / "ran"
    for hostile in ({"command": f"touch {ran}"}, {"metric": f"--command touch {ran}"}):
        (checked / "hostile.json").write_text(json.dumps(witness | hostile), encoding="utf-8")
        assert commanding.axiomatrix(checked, "verify", "hostile.json").returncode == 2
    assert not ran.exists()


def test_a_cell_is_shown(checked: Path) -> None:
    asked = ("show", "precision-in-python", "monotone-in-cut-off", "--profile", "quick", "--command", SERVER)
    done = commanding.axiomatrix(checked, *asked)
    assert done.returncode == 0 and "refuted" in done.stdout


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("./no-such-program", 2),
        ("", 2),
        ("python 'x", 2),
        (shlex.quote(str(EXAMPLES / "server.c")), 2),
        (f"{shlex.quote(sys.executable)} -c 'print(1)'", 3),
        (f"{shlex.quote(sys.executable)} -c pass", 3),
    ],
)
def test_a_mistaken_command_is_one_sentence(command: str, status: int, tmp_path: Path) -> None:
    done = commanding.axiomatrix(tmp_path, "check", "--command", command, COLUMNS="400")
    assert done.returncode == status and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1 and done.stderr.startswith("error: --command: ")


def test_a_metric_of_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    done = commanding.axiomatrix(tmp_path, *CHECK, "--command", f"{SERVER} again")
    assert done.returncode == 3 and "registered already" in done.stderr


def test_a_program_that_fails_on_some_lists_costs_its_own_cells(tmp_path: Path) -> None:
    text = (EXAMPLES / "server.py").read_text(encoding="utf-8")
    (tmp_path / "bad.py").write_text(
        text.replace("precision-in-python", "bad").replace("return sum", "grades[1] = grades[1]; return sum"),
        encoding="utf-8",
    )
    command = f"{shlex.quote(sys.executable)} bad.py"
    done = commanding.axiomatrix(tmp_path, *CHECK, "--command", command, "--jobs", "1", "--out", "out")
    cells = json.loads((tmp_path / "out" / "compliance.json").read_text(encoding="utf-8"))["cells"]
    verdicts = {(cell["metric"], cell["axiom"]): cell["evidence"] for cell in cells}
    assert done.returncode == 0  # nothing that is declared is broken
    assert verdicts["bad", "monotone-in-cut-off"]["verdict"] == "error"
    assert "IndexError" in verdicts["bad", "monotone-in-cut-off"]["reason"]
    assert verdicts["precision-in-python", "monotone-in-cut-off"]["verdict"] == "refuted"


BAD_SERVER = """import json, sys, time
DESCRIBED = {"kind": "score", "arguments": {"x": "binary list"}}
NAMES = ["sound", "hangs", "hangs-sometimes", "dies", "babbles"]
for line in sys.stdin:
    question = json.loads(line)
    answer = {"metrics": [{"name": name, **DESCRIBED} for name in NAMES]}
    if question["question"] == "value":
        name, grades = question["metric"], question["arguments"]["x"]["grades"]
        open("asked", "a").write(name + "\\n")
        if name == "hangs" or name == "hangs-sometimes" and grades == [0, 0]:
            time.sleep(600)
        if name == "dies":
            sys.exit(3)
        if name == "babbles":
            print("who knows?", flush=True)
            continue
        answer = {"value": sum(g / 2**i for i, g in enumerate(grades, 1))}
    print(json.dumps({"id": question["id"], **answer}), flush=True)
"""
OF_LISTS = ("range-zero-one", "swap", "replacement")


def test_a_program_that_hangs_dies_or_babbles_costs_its_own_cells(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD_SERVER, encoding="utf-8")
    command = shlex.join([sys.executable, "-I", "-S", "bad.py"])
    axioms = [word for axiom in OF_LISTS for word in ("--axiom", axiom)]
    limits = ("--time-limit", "10", "--jobs", "1", "--profile", "quick", "--out", "out")
    done = commanding.axiomatrix(tmp_path, "check", "--command", command, *axioms, *limits)
    assert done.returncode == 0, done.stdout + done.stderr  # nothing that is declared is broken
    verdicts: dict[str, dict[str, str]] = {}
    for cell in json.loads((tmp_path / "out" / "compliance.json").read_text(encoding="utf-8"))["cells"]:
        verdicts.setdefault(cell["metric"], {})[cell["axiom"]] = cell["evidence"]["verdict"]
    assert set(verdicts["hangs"].values()) == {"timeout"} and len(verdicts["hangs"]) > 1
    assert set(verdicts["dies"].values()) == set(verdicts["babbles"].values()) == {"error"}
    assert not set(verdicts["sound"].values()) & {"error", "timeout", "crashed", "flaky"}
    assert verdicts["hangs-sometimes"]["range-zero-one"] == "timeout"
    assert verdicts["hangs-sometimes"]["swap"] == verdicts["sound"]["swap"]
    asked = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert asked.count("hangs") == 2  # and then no more, in no process
