"""``axiomatrix verify``: witnesses, certificates and reports, alone and together, as they were written and changed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from commanding import axiomatrix
from plugin_runs import METRICS, write

from axiomatrix.cli.environment import problem_of
from axiomatrix.cli.verify import FORMATS, LIBRARIES_FORMAT
from axiomatrix.libraries import LIBRARIES

CHECK = ("check", "mine.py", "--profile", "quick", "--jobs", "1", "--certificates", "--out", "reports")
WITNESS = "reports/witnesses/my-kendall--scale-free--parameter-w--degree-1.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a metric with a wrong claim, its witness, and a certificate of the catalogue beside it."""
    here = tmp_path_factory.mktemp("verify")
    write(here, "mine.py", METRICS.replace("DEGREE", "1"))
    assert axiomatrix(here, *CHECK).returncode == 1
    catalogue = ("-m", "kendall-similarity", "-a", "triangle-inequality")
    assert axiomatrix(here, "check", *catalogue, *CHECK[2:-1], "catalogue").returncode == 0
    return here


def verify(here: Path, *files: str, code: int) -> str:
    done = axiomatrix(here, "verify", *files)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def changed(here: Path, name: str, change: Any) -> str:
    """The file with a change of its data, under another name in the same folder."""
    data = json.loads((here / name).read_text(encoding="utf-8"))
    change(data)
    path = (here / name).with_name("changed.json")
    path.write_text(json.dumps(data), encoding="utf-8")
    return path.relative_to(here).as_posix()


def certificate_of(here: Path) -> str:
    (file,) = (here / "catalogue" / "certificates").glob("*.json")
    return file.relative_to(here).as_posix()


def test_each_kind_of_file_is_verified_alone_and_all_of_them_at_once(folder: Path) -> None:
    files = (WITNESS, certificate_of(folder), "reports/compliance.json", "catalogue/compliance.json")
    for file in files:
        verify(folder, file, "mine.py", code=0)
    together = verify(folder, "mine.py", *files, code=0)
    assert "the witness stands" in together and "1 of 1 certificates stands" in together
    assert "1 of 1 witnesses stand" not in verify(folder, "catalogue/compliance.json", code=0)


def test_one_file_that_does_not_stand_is_enough(folder: Path) -> None:
    def other_degree(data: dict[str, Any]) -> None:
        data["arguments"]["degree"] = 2

    def false_sides(data: dict[str, Any]) -> None:
        witnesses = [c["evidence"]["witness"] for c in data["cells"] if c["evidence"].get("witness")]
        next(one for one in witnesses if one["lhs"] == "4")["lhs"] = "5"

    other = changed(folder, WITNESS, other_degree)
    assert "does not stand" in verify(folder, WITNESS, other, "mine.py", code=1)
    report = changed(folder, "reports/compliance.json", false_sides)
    assert "the file says 5 == 2" in verify(folder, report, "mine.py", code=1)


def test_a_report_has_its_certificates_verified(folder: Path) -> None:
    kept = folder / certificate_of(folder)
    before = kept.read_text(encoding="utf-8")
    kept.write_text(before.replace('"triangle-inequality"', '"symmetry"'), encoding="utf-8")
    try:
        assert "0 of 1 certificates stands" in verify(folder, "catalogue/compliance.json", code=1)
    finally:
        kept.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["mine.py"], "add a witness, a certificate or a report"),
        ([WITNESS], "that answers for it: axiomatrix verify "),
        (["reports/complaince.json"], "did you mean reports/compliance.json?"),
        (["reports/compliance.md"], "not JSON"),
        (["reports"], "is a folder"),
    ],
)
def test_what_cannot_be_verified_is_a_mistaken_call(folder: Path, files: list[str], message: str) -> None:
    assert message in " ".join(verify(folder, *files, code=2).split())


def test_certificates_are_of_what_holds_and_say_what_has_none(folder: Path) -> None:
    assert not (folder / "reports" / "certificates").exists()  # a product of weights is not linear
    done = axiomatrix(folder, *CHECK, "--verbose", "--metric", "my-kendall")
    assert "product of two parameter entries" in " ".join(done.stdout.split())


def test_a_witness_is_not_read_beyond_the_size_of_one(folder: Path) -> None:
    (folder / "long.json").write_text(
        (folder / WITNESS).read_text(encoding="utf-8") + " " * 1_000_000, encoding="utf-8"
    )
    assert "a witness is at most 1,000,000 bytes" in verify(folder, "long.json", "mine.py", code=2)


def test_a_report_on_libraries_is_verified_by_those_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The committed one: what scipy's witnesses say is so, and what is not there is named."""
    pytest.importorskip("scipy")
    committed = Path(__file__).parents[2] / "reports" / "libraries.json"
    witnesses = FORMATS[LIBRARIES_FORMAT].read(json.loads(committed.read_text(encoding="utf-8")))
    of_scipy = [one for _, one in witnesses if one.metric.startswith("scipy.") and "other" not in one.arguments][::10]
    assert len(of_scipy) >= 5
    assert not any(map(problem_of, of_scipy))
    assert "does not stand" in problem_of(msgspec.structs.replace(of_scipy[0], lhs="77"))
    gone = dataclasses.replace(LIBRARIES["pymcdm"], distribution="of no package at all")
    monkeypatch.setitem(LIBRARIES, "pymcdm", gone)
    of_pymcdm = next(one for _, one in witnesses if one.metric.startswith("pymcdm."))
    assert "pymcdm is not installed" in problem_of(of_pymcdm)
