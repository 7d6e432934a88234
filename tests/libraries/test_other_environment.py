"""Libraries of another environment: checked and verified there, told apart from what is here, refused where it is not.

The environment has what this one has but for scipy, and a small ``rbo`` that only it has.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import axiomatrix
from axiomatrix.cli.app import app
from axiomatrix.cli.check import CheckArguments
from axiomatrix.cli.check_libraries import FORWARDED_OPTIONS
from axiomatrix.cli.environment import BadEnvironment, Environment, Homes, homes_of
from axiomatrix.libraries import LIBRARIES, NotInstalled
from axiomatrix.model.registry import Unknown
from axiomatrix.report.libraries import data

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="processes are asked on POSIX systems"),
    pytest.mark.skipif(LIBRARIES["rbo"].is_installed, reason="rbo is installed here too"),
]
RBO = """
class RankingSimilarity:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def rbo(self, p=1.0, ext=False):
        if {crash}:
            import os
            os.abort()
        depths = range(1, min(len(self.a), len(self.b)) + 1)
        agreed = [len(set(self.a[:d]) & set(self.b[:d])) / d for d in depths]
        return sum(agreed) / len(agreed) if agreed else 1.0
"""
ONE_ROW = ("--metric", "rbo.rbo[p=1]", "--profile", "quick", "--jobs", "1")
AXIOMS = ("--axiom", "value-where-defined", "--axiom", "agrees-with-definition", "--axiom", "refuses-duplicate-items")


def environment(folder: Path, *, crashes: bool = False) -> str:
    """The interpreter of a new environment."""
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip())
    (folder / "shared").mkdir()
    for shared in (entry for path in sys.path if path.endswith("site-packages") for entry in Path(path).iterdir()):
        link = folder / "shared" / shared.name
        if not shared.name.startswith("scipy") and not link.exists():
            link.symlink_to(shared)
    (site / "shared.pth").write_text(f"{Path(axiomatrix.__file__).parents[1]}\n{folder / 'shared'}\n")
    (site / "rbo.py").write_text(RBO.format(crash=crashes))
    (site / "rbo-9.9.dist-info").mkdir()
    (site / "rbo-9.9.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: rbo\nVersion: 9.9\n")
    return str(python)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    return environment(tmp_path_factory.mktemp("other") / "venv")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(scope="module")
def checked(python: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on a library that is there and on one that is here."""
    folder = tmp_path_factory.mktemp("checked")
    rows = ("--metric", "scipy.somersd", *ONE_ROW, *AXIOMS)
    done = run("check", "--library", "rbo", "--library", "scipy", "--python", python, *rows, "--out", str(folder))
    assert done.exit_code == 0, done.stderr
    assert "rbo 9.9" in done.stdout and "not compared with each other" in done.stderr
    return folder


def test_each_library_is_checked_by_the_first_interpreter_that_has_it(python: str) -> None:
    everything = homes_of(["all"], [python, python])
    (there,) = everything.elsewhere
    assert there[0] == Environment(python) and "rbo" in there[1]
    assert everything.local == ("scipy",)
    assert homes_of(["scipy"], []) == Homes(("scipy",))
    assert homes_of(["rbo"], [python, sys.executable]) == Homes((), ((Environment(python), ("rbo",)),))


def test_what_is_checked_there_is_in_one_report_with_what_is_checked_here(checked: Path, python: str) -> None:
    report = data.read(checked / "libraries.json")
    versions = {library.id: library.version for library in report.libraries}
    assert versions == {"scipy": LIBRARIES["scipy"].version, "rbo": "9.9"}
    assert [row.name for row in report.rows] == ["scipy.somersd", "rbo.rbo[p=1]"]
    assert {cell.metric for cell in report.cells} == {row.name for row in report.rows}
    duplicates = report.cell("rbo.rbo[p=1]", "refuses-duplicate-items")
    assert duplicates.status.holds == "no"
    assert python not in (checked / "libraries.json").read_text()


def test_witnesses_are_verified_where_their_libraries_are(checked: Path, python: str, tmp_path: Path) -> None:
    report = str(checked / "libraries.json")
    assert run("verify", report, "--python", python).exit_code == 0
    without = run("verify", report)
    assert without.exit_code == 1 and "rbo is not installed" in without.stdout
    changed = json.loads(Path(report).read_text())
    for cell in changed["cells"]:
        witness = cell["evidence"].get("witness")
        if witness and cell["metric"].startswith("rbo"):
            witness["lhs"] = "77"
    (tmp_path / "libraries.json").write_text(json.dumps(changed))
    assert run("verify", str(tmp_path / "libraries.json"), "--python", python).exit_code == 1


def test_a_crash_costs_the_witnesses_of_that_library_and_is_named(checked: Path, tmp_path: Path) -> None:
    crashing = environment(tmp_path / "venv", crashes=True)
    done = run("verify", str(checked / "libraries.json"), "--python", crashing)
    assert done.exit_code == 1
    assert "SIGABRT" in done.stdout and "the process of rbo" in done.stdout
    assert "scipy" not in done.stdout.partition("stand")[2]  # its witnesses stand


def test_a_library_that_is_nowhere_and_an_environment_without_axiomatrix_are_refused(
    python: str, tmp_path: Path
) -> None:
    with pytest.raises(NotInstalled, match=r"implicit is not installed for .* or here; .* -m pip install"):
        homes_of(["implicit"], [python])
    with pytest.raises(Unknown):
        homes_of(["implicti"], [python])
    venv.create(tmp_path / "bare", symlinks=True)
    bare = str(tmp_path / "bare" / "bin" / "python")
    for path, reason in (
        (bare, "axiomatrix"),
        (str(tmp_path / "none"), "cannot be run"),
        ("/bin/cat", "does not answer"),
    ):
        with pytest.raises(BadEnvironment, match=reason):
            homes_of(["rbo"], [path])


def test_another_version_is_refused(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.cli.environment.__version__", "0.0.1")
    with pytest.raises(BadEnvironment, match=r"has axiomatrix .*, but this is 0\.0\.1"):
        homes_of(["rbo"], [python])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "--python", "PYTHON"), "--python needs --library"),
        (("check", "--library", "rbo", "--python", "PYTHON", "--ci", "junit"), "--python cannot be combined with --ci"),
        (("check", "--library", "rbo", "--python", "PYTHON", "--metric", "rbo.rbbo"), "did you mean"),
        (("check", "--library", "rbo", "--python", "PYTHON", "--metric", "kendall"), "none of kendall is a metric"),
        (("verify", "reports/witnesses", "--python", "PYTHON"), "is a folder"),
    ],
)
def test_a_mistaken_call_says_what_to_do(words: Any, message: str, python: str) -> None:
    done = run(*(python if word == "PYTHON" else word for word in words))
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


HERE_ALONE = {
    *("library", "metric", "python"),  # told with the environment
    *("out", "ci", "fail_on", "certificates", "verbose", "fresh", "scheduler"),  # about reports and work here
    *("files", "instances", "depth", "baseline", "command", "package", "installed", "source", "seconds"),  # refused
}


def test_an_option_of_check_is_passed_on_or_is_about_this_environment() -> None:
    options = {field.name for field in dataclasses.fields(CheckArguments)}
    assert options - set(FORWARDED_OPTIONS) == HERE_ALONE
