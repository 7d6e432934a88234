"""``axiomatrix baseline``, and expectations in a check and in pytest."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace
from plugin_runs import TEST, axiomatrix_in, metrics, pytest_in, write
from verdict_words import in_words

from axiomatrix.evidence.expectations import (
    dumps,
    read,
)

NAME = "axiomatrix-baseline.json"

# --- the command -----------------------------------------------------------------------------------------------

QUICK = ("--profile", "quick")


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the expectation of the broken degree, as the command writes it."""
    here = tmp_path_factory.mktemp("accepted")
    metrics(here, 1)
    axiomatrix_in(here, "baseline", "write", "my_metrics.py", *QUICK, "--reason", "as printed", code=0)
    return here


@pytest.fixture
def kept(accepted: Path, tmp_path: Path) -> Path:
    """The file in a copy of that folder."""
    return Path(copytree(accepted, tmp_path, dirs_exist_ok=True)) / NAME


@pytest.fixture
def expired(kept: Path) -> Path:
    """The same, and it was accepted for a time."""
    entries = tuple(replace(entry, until=date(2000, 1, 1)) for entry in read(kept).entries)
    return write(kept.parent, NAME, dumps(entries))


def test_write_without_a_reason_writes_nothing(tmp_path: Path) -> None:
    path = metrics(tmp_path, 1)
    path.write_text(path.read_text(encoding="utf-8").replace("left_invariance", "symmetry"), encoding="utf-8")
    done = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *QUICK, code=2)
    assert "my-kendall: symmetry: certified, though declared to fail: not added, because it has" in done.stderr
    assert 'error: 1 new failure without a reason; add --reason "..."' in done.stderr
    assert not (tmp_path / NAME).exists()


@pytest.mark.slow
def test_write_check_and_prune(tmp_path: Path, kept: Path) -> None:
    path = kept
    assert [(e.metric, e.title, e.reason) for e in read(path).entries] == [
        ("my-kendall", "scale-free(parameter=w, degree=1)", "as printed")
    ]
    before = path.read_bytes()
    again = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *QUICK, "--reason", "another", code=0)
    assert "0 added, 1 kept" in again.stdout
    assert path.read_bytes() == before
    assert "1 of 1 expectations are met" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=0).stdout
    gone = " ".join(axiomatrix_in(tmp_path, "baseline", "check", code=1).stdout.split())
    assert "nothing that was loaded registers my-kendall" in gone
    assert "name its file" in axiomatrix_in(tmp_path, "baseline", "prune", code=2).stderr
    metrics(tmp_path, 2)
    assert "declaration changed" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=1).stdout
    assert "1 dropped, 0 kept" in axiomatrix_in(tmp_path, "baseline", "prune", "my_metrics.py", code=0).stdout
    assert read(path).entries == ()


@pytest.mark.slow
def test_write_from_a_report_takes_only_witnesses_that_stand(tmp_path: Path) -> None:
    metrics(tmp_path, 1)
    axiomatrix_in(tmp_path, "check", "my_metrics.py", *QUICK, "--out", "reports", code=1)
    given = ("--report", "reports/compliance.json", "--reason", "as printed", "--until", "2999-01-01")
    done = axiomatrix_in(tmp_path, "baseline", "write", *given, code=2)
    assert "if it is yours, name its file" in done.stderr
    axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *given, code=0)
    assert read(tmp_path / NAME).entries[0].until == date(2999, 1, 1)
    write(tmp_path, "my_metrics.py", (tmp_path / "my_metrics.py").read_text().replace("w[x] * w[y]", "w[x]"))
    (tmp_path / NAME).unlink()
    done = axiomatrix_in(tmp_path, "baseline", "write", "my_metrics.py", *given, code=2)
    assert "not added: my-kendall: scale-free(parameter=w, degree=1): better: " in done.stderr


@pytest.mark.slow
def test_check_compares_with_the_expectations(tmp_path: Path, kept: Path) -> None:
    command = ("check", "my_metrics.py", *QUICK, "--baseline", NAME)
    assert "1 of 1 expectations are met" in axiomatrix_in(tmp_path, *command, code=0).stderr
    axiomatrix_in(tmp_path, *command, "--fail-on", "broken", code=1)
    text = (tmp_path / "my_metrics.py").read_text(encoding="utf-8")
    write(tmp_path, "my_metrics.py", text.replace("w[x] * w[y]", "w[x]"))
    done = axiomatrix_in(tmp_path, *command, code=1)
    assert "better: no longer refuted" in done.stderr
    write(tmp_path, "my_metrics.py", text.replace("holds=[", "holds=[axioms.left_invariance, ").replace("fails=", "#"))
    assert "1 of 1 expectations are met" in axiomatrix_in(tmp_path, *command, code=1).stderr


@pytest.mark.slow
def test_the_file_may_be_a_setting(tmp_path: Path, kept: Path) -> None:
    table = f'[tool.axiomatrix]\nfiles = ["my_metrics.py"]\nprofile = "quick"\nbaseline = "{NAME}"\n'
    write(tmp_path, "pyproject.toml", table)
    axiomatrix_in(tmp_path, "check", code=0)
    axiomatrix_in(tmp_path, "baseline", "check", code=0)


@pytest.mark.slow
def test_an_expired_expectation_fails_the_run(tmp_path: Path, expired: Path) -> None:
    done = axiomatrix_in(tmp_path, "check", "my_metrics.py", *QUICK, "--baseline", NAME, code=1)
    assert "expired: accepted until 2000-01-01, which has passed: as printed" in done.stderr
    assert "expired" in axiomatrix_in(tmp_path, "baseline", "check", "my_metrics.py", code=1).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("baseline", "wrote"), "unknown action 'wrote'; did you mean 'write'?"),
        (("baseline", "check"), f"{NAME}: No such file"),
        (("baseline", "write", "--reason", "x", "--until", "2000-01-01"), "--until 2000-01-01 has passed"),
        (("baseline", "write"), "baseline write needs FILES.py, --command COMMAND or --report"),
        (
            ("check", "--baseline", "gone.json"),
            "gone.json: No such file or directory; axiomatrix baseline",
        ),
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
    assert "accepted: as printed" in text


@pytest.mark.slow
def test_an_unexpected_pass_fails_its_test(tmp_path: Path, kept: Path) -> None:
    plugged_in(tmp_path)
    text = (tmp_path / "my_metrics.py").read_text(encoding="utf-8")
    write(tmp_path, "my_metrics.py", text.replace("w[x] * w[y]", "w[x]"))
    words = pytest_in(tmp_path, *PLUGIN, "-k", "scale_free", code=1)
    assert "accepted as broken: as printed" in words
    assert in_words("but no longer refuted (certified n<=2; ") in words


@pytest.mark.slow
def test_an_expired_expectation_fails_its_test_with_the_witness(tmp_path: Path, expired: Path) -> None:
    plugged_in(tmp_path)
    text = pytest_in(tmp_path, *PLUGIN, "-k", "scale_free", code=1)
    assert "accepted until 2000-01-01, which has passed: as printed" in text
    assert "4 == 2 is false" in text
