"""``axiomatrix explore --axioms``: what is printed is data, what is written is verified, and mistakes are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from axiomatrix.cli.app import app

COMMAND = ["explore", "--axioms"]


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize(
    ("arguments", "outcome", "size"),
    [
        (["swap-strict", "localization"], "satisfied", 4),
        (["ignores-order-inside-top", "swap-strict"], "contradictory", 2),
        (["swap-strict", "ideal-is-one", "consistency-in-relevance", "boundedness"], "contradictory", 3),
        (["swap-strict", "--implies", "swap", "--max-n", "2"], "implied", 2),
        (["swap-strict", "--implies", "swap", "--grades", "2", "--max-n", "2"], "implied", 2),
        (["triangle-inequality", "symmetry", "--implies", "non-negativity"], "implied", 3),
        (["symmetry", "--implies", "triangle-inequality"], "separated", 3),
    ],
)
def test_the_file_says_what_was_found_and_is_verified(
    arguments: list[str], outcome: str, size: int, tmp_path: Path
) -> None:
    shown = json.loads(run(*COMMAND, *arguments, "--format", "json", "--out", str(tmp_path)).split("\nwrote")[0])
    assert (shown["outcome"], shown["subject"]["length"]) == (outcome, size)
    assert {file.name for file in tmp_path.iterdir()} == {"axiom-set.json", "axiom-set.md"}
    assert json.loads((tmp_path / "axiom-set.json").read_text(encoding="utf-8")) == shown
    run("verify", str(tmp_path / "axiom-set.json"))


def test_an_altered_file_is_refused(tmp_path: Path) -> None:
    run(*COMMAND, "swap-strict", "localization", "--max-n", "2", "--out", str(tmp_path))
    file = tmp_path / "axiom-set.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    for entry in data["models"][0]["entries"]:
        entry["value"] = "1"
    file.write_text(json.dumps(data), encoding="utf-8")
    run("verify", str(file), status=1)
    data["outcome"] = "proved"
    file.write_text(json.dumps(data), encoding="utf-8")
    run("verify", str(file), status=2)


@pytest.mark.parametrize(
    "arguments",
    [
        [*COMMAND, "no-such-axiom"],
        [*COMMAND, "swap", "symmetry"],
        [*COMMAND, "levels-matter"],
        [*COMMAND, "range-zero-one"],
        [*COMMAND, "swap", "--implies", "swap"],
        [*COMMAND, "swap", "--where", "k"],
        [*COMMAND, "swap", "--max-n", "12"],
        [*COMMAND, "symmetry", "--grades", "2"],
        ["explore", "kv7", "--implies", "swap"],
        ["explore", "kv7", "--grades", "2"],
    ],
)
def test_a_mistake_is_named(arguments: list[str]) -> None:
    run(*arguments, status=2)
