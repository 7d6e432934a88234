"""``axiomatrix check --library``: what it writes and prints, its exit status, and what it says of mistakes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from axiomatrix.cli.app import app
from axiomatrix.libraries import LIBRARIES

SCIPY = ["check", "--library", "scipy", "--metric", "scipy.somersd", "--profile", "quick"]


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    result = run(*SCIPY, "--out", str(folder), "--jobs", "1", "--ci", "junit")
    return folder, result


@pytest.mark.slow
def test_it_writes_the_report_and_the_format_asked_for_and_nothing_of_the_catalogue(done):
    folder, result = done
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in folder.iterdir()) == [
        "compliance.junit.xml",
        "libraries",
        "libraries.json",
        "libraries.md",
    ]


def test_the_report_names_the_version_and_only_the_rows_asked_for(done):
    folder, _ = done
    data = json.loads((folder / "libraries.json").read_text())
    assert [(library["id"], library["version"]) for library in data["libraries"]] == [
        ("scipy", LIBRARIES["scipy"].version)
    ]
    assert [row["name"] for row in data["rows"]] == ["scipy.somersd"] and data["cells"]


def test_it_prints_a_line_for_the_row_and_what_deviates(done):
    _, result = done
    assert "scipy.somersd: answers nan, expected: 0 (value-where-defined)" in " ".join(result.stdout.split())
    assert f"scipy {LIBRARIES['scipy'].version}" in result.stdout


@pytest.mark.slow
def test_its_pages_are_rendered_again_from_the_json_alone(done, tmp_path):
    folder, _ = done
    assert run("report", str(folder / "libraries.json"), "--markdown", str(tmp_path)).exit_code == 0
    assert (tmp_path / "libraries.md").read_bytes() == (folder / "libraries.md").read_bytes()
    assert run("report", str(folder / "libraries.json"), "--html", str(tmp_path / "libraries")).exit_code == 0
    for path in (folder / "libraries").rglob("*.*"):
        assert (tmp_path / path.relative_to(folder)).read_bytes() == path.read_bytes(), path.name


@pytest.mark.slow
def test_one_worker_and_two_write_the_same_bytes(done, tmp_path):
    folder, _ = done
    assert run(*SCIPY, "--out", str(tmp_path), "--jobs", "2").exit_code == 0
    assert (tmp_path / "libraries.json").read_bytes() == (folder / "libraries.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--library", "scipi"), "--library: unknown library 'scipi'; did you mean 'scipy'?"),
        (("--library", "scipy", "--package", "scipy"), "--library cannot be combined with files"),
        (("--library", "scipy", "--metric", "scipy.somers"), "did you mean 'scipy.somersd'?"),
        (("--library", "scipy", "--profile", "fast"), "unknown profile 'fast'"),
        (("--library", "scipy", "--ci", "xml"), "unknown --ci 'xml'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_said_with_what_to_do(arguments, message, tmp_path):
    result = run("check", *arguments, "--out", str(tmp_path))
    assert result.exit_code == 2
    assert message in result.stderr
