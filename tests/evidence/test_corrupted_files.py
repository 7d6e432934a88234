"""Files that anybody may have written: 515 corrupted ones, each read by the commands that read such a file.

No traceback, no code run, nothing written elsewhere, no hang and no flood of memory; one clear error line that names
the file, or an answer that does not rest on what the file says of itself.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corrupted_runs import Outcome, Task, outcomes
from corruptible import Home, home
from corruption import Corrupted, corpus
from corruption_values import MARK
from standing import by_hand, fault, stands

SEED = 6
SHARES = {
    "witness": 170,
    "certificate": 100,
    "report": 85,
    "expectations": 100,
    "libraries": 25,
    "answer": 20,
    "weights": 15,
}
"""How many files there are of each kind: more than 500."""
pytestmark = pytest.mark.xdist_group("corrupted files")  # they are made and read once

Answered = dict[str, list[tuple[Corrupted, Outcome]]]


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return home(tmp_path_factory.mktemp("corrupted"))


@pytest.fixture(scope="module")
def files(valid: Home) -> list[Corrupted]:
    return corpus(valid.folder, valid.originals, SHARES, SEED)


@pytest.fixture(scope="module")
def answered(valid: Home, files: list[Corrupted]) -> Answered:
    """What came of every command, by kind of file."""
    tasks = valid.tasks(files)
    found: Answered = {kind: [] for kind in SHARES}
    for (file, _), outcome in zip(tasks, outcomes(valid.folder, [t for _, t in tasks], valid.warm()), strict=True):
        found[file.original.kind].append((file, outcome))
    return found


# --- the bars --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_corpus_has_more_than_500_files_and_is_made_by_the_seed_alone(
    valid: Home, files: list[Corrupted], tmp_path: Path
) -> None:
    assert len(files) == sum(SHARES.values()) == 515
    again = corpus(tmp_path, valid.originals, SHARES, SEED)
    kinds = {file.mutation for file in files}
    assert len(kinds) > 130
    for one, other in zip(files, again, strict=True):
        assert (one.name, one.sealed) == (other.name, other.sealed)
        if other.path.is_file() and other.path.stat().st_size < 10_000_000 and not other.path.is_symlink():
            assert other.path.read_bytes() != other.original.content


@pytest.mark.slow
def test_the_valid_files_are_read_by_all_the_commands(valid: Home) -> None:
    for outcome in outcomes(valid.folder, valid.warm(), []):
        assert outcome.code == 0 and not outcome.raised, outcome


@pytest.mark.parametrize("kind", SHARES)
def test_every_corrupted_file_gets_one_clear_error_line_or_an_answer(kind: str, answered: Answered) -> None:
    faults = [f"{outcome.name}: {found}" for file, outcome in answered[kind] if (found := fault(file, outcome))]
    assert not faults, "\n".join(faults)


def test_no_code_is_run(valid: Home, answered: Answered) -> None:
    assert not list(valid.folder.rglob(MARK)) and not Path("/", MARK).exists()


@pytest.mark.parametrize("kind", SHARES)
def test_what_is_too_long_is_not_read(kind: str, answered: Answered) -> None:
    output = [o.err + o.out for file, o in answered[kind] if file.mutation == "beyond-the-limit"]
    assert output
    for text in output:
        assert "is at most" in text, text


def test_a_changed_witness_is_decided_anew(answered: Answered) -> None:
    found = [(file, outcome) for file, outcome in answered["witness"] if outcome.code == 0]
    assert len(found) > 1
    for file, outcome in found:
        changed = json.loads(file.path.read_text(encoding="utf-8"))
        assert outcome.out.startswith("the witness stands\n")
        assert stands(changed, json.loads(file.original.content)), outcome.name
    refused = [" ".join(outcome.out.split()) for _, outcome in answered["witness"] if outcome.code == 1]
    other = [text for text in refused if "does not stand" not in text and "the definition raised" not in text]
    assert other == []


def test_changed_expectations_are_decided_anew(answered: Answered) -> None:
    found = [
        (file, outcome)
        for file, outcome in answered["expectations"]
        if outcome.code == 0 and "are met\n" in outcome.out
    ]
    assert found
    for file, outcome in found:
        valid = {e["metric"]: e["evidence"]["witness"] for e in json.loads(file.original.content)["expectations"]}
        for entry in json.loads(file.path.read_text(encoding="utf-8"))["expectations"]:
            assert stands(entry["evidence"]["witness"], valid[entry["metric"]]), outcome.name


def test_what_a_changed_report_calls_broken_is_decided_before_it_is_accepted(answered: Answered) -> None:
    made = [
        file.path.with_name("made.json") for file, outcome in answered["report"] if outcome.name.endswith("baseline")
    ]
    found = [path for path in made if path.exists()]
    assert found
    for path in found:
        for entry in json.loads(path.read_text(encoding="utf-8"))["expectations"]:
            assert by_hand(entry["evidence"]["witness"]), path


def test_a_changed_certificate_that_stands_says_what_the_valid_one_says(valid: Home, answered: Answered) -> None:
    paths = sorted(valid.folder.glob("certificates/*.json"))
    message = outcomes(valid.folder, [valid.task("verify", str(path)) for path in paths], [])
    proved = {path.read_bytes(): outcome.out for path, outcome in zip(paths, message, strict=True)}
    found = [(file, outcome) for file, outcome in answered["certificate"] if outcome.code == 0]
    assert found
    for file, outcome in found:
        assert outcome.out == proved[file.original.content], outcome.name


CHECK = ("check", "-m", "kendall", "-m", "precision-at", "-a", "triangle-inequality", "-a", "confidence")
CHECK += ("--profile", "quick", "--jobs", "1")


@pytest.mark.slow
def test_a_folder_where_a_report_is_to_be_is_an_error_line(valid: Home, tmp_path: Path) -> None:
    (tmp_path / "compliance.json").mkdir()
    (outcome,) = outcomes(valid.folder, [Task("", (*CHECK, "--out", str(tmp_path)), tmp_path)], [])
    assert (outcome.code, outcome.raised) == (2, "")
    assert outcome.err.startswith(f"error: --out: {tmp_path / 'compliance.json'}: ")


@pytest.mark.slow
def test_the_watch_sees_code_that_runs_and_files_that_are_written(valid: Home) -> None:
    evil = "import os, pwned\nos.system('true')\nopen('elsewhere', 'w').close()\neval('1 + 1')\n"
    (valid.folder / "evil.py").write_text(evil, encoding="utf-8")
    (valid.folder / "own").mkdir()
    task = Task("evil", ("show", "metrics", "evil.py"), valid.folder / "own")
    (outcome,) = outcomes(valid.folder, [task], [valid.loading])
    (valid.folder / MARK).unlink()
    for expected in ("import 'pwned'", "os.system", "open ", "exec of", "module pwned"):
        assert any(seen.startswith(expected) for seen in outcome.seen), outcome.seen
