"""A metric of one's own on a terminal: a first verdict for every cell, and then more; Ctrl-C keeps what there is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import axiomatrix
from axiomatrix.cli import check, running
from axiomatrix.cli.app import app
from axiomatrix.engine.check import Interrupted
from axiomatrix.engine.executor import Serial
from axiomatrix.engine.plan import Plan
from axiomatrix.engine.store import Store
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.methods.profile import PROFILES, Profile, profile_named
from axiomatrix.report import json_reports

SLOW = '''
import time
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("slow-first-look", parameters={"w": spaces.element_weights()},
        holds=[axioms.symmetry, axioms.scale_free("w", degree=1)])
def slow(a, b, w):
    """sum over inverted pairs {x, y} of w_x w_y"""
    until = time.perf_counter() + 0.002
    while time.perf_counter() < until:
        pass
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
'''
ONE = ("kendall",), ("symmetry", "left-invariance", "separation")


def written(folder: Path) -> Matrix:
    return json_reports.read_matrix(folder / "reports/compliance.json")


def plan(profile: str, *files: str) -> Plan:
    return Plan(*ONE, budgets=profile_named(profile), files=files)


@pytest.mark.parametrize(
    ("watched", "profile", "files", "looks"),
    [
        (True, "default", ("mine.py",), True),
        (True, "thorough", ("mine.py",), True),
        (False, "default", ("mine.py",), False),
        (True, "quick", ("mine.py",), False),
        (True, "default", (), False),
    ],
    ids=["watched", "thorough", "nobody watches", "quick already", "of the catalogue"],
)
def test_who_has_a_first_look(
    watched: bool, profile: str, files: tuple[str, ...], looks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Plan] = []
    monkeypatch.setattr(running, "shows_progress", lambda console: watched)
    monkeypatch.setattr(running, "check_and_count", lambda look, *more: asked.append(look))
    running.first_look(plan(profile, *files), PROFILES["quick"], Serial())
    assert asked == [plan("quick", *files)] * looks


@pytest.mark.parametrize("options", [("--profile", "default"), ("--time", "1")])
def test_no_look_goes_beyond_max_n(options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Profile] = []

    def interrupted(plan: Plan, *more: Any) -> Matrix:
        asked.append(plan.budgets)
        raise Interrupted(axiomatrix.check(*ONE[0], axioms=ONE[1], profile="quick"))

    for module in (check, running):
        monkeypatch.setattr(module, "check_and_count", interrupted)
    monkeypatch.setattr(running, "shows_progress", lambda console: True)
    monkeypatch.setattr(
        check, "load_files", lambda own, limits: (["mine.py"], [], set())
    )  # as if it had registered something
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["check", "mine.py", "--metric", "kendall", "--max-n", "3", *options])
    assert done.exit_code == 130
    assert asked == [PROFILES["quick"].up_to(3)]


def test_what_it_gave_is_shown_if_the_rest_takes_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = axiomatrix.check(*ONE[0], axioms=ONE[1], profile="quick")
    monkeypatch.setattr(running, "FIRST_LOOK_SECONDS", 0.1)
    monkeypatch.setattr(running, "shows_progress", lambda console: True)
    monkeypatch.setattr(running, "check_in_workers", lambda *given, **told: time.sleep(0.6))
    running.check_and_count(plan("default"), Serial(), Store(None), preview=before)
    shown = capsys.readouterr().err
    assert "so far: 1 metric x 3 axioms, profile quick" in shown
    assert all(cell.axiom in shown for cell in before)
    assert "3 cells" in shown and "Ctrl-C keeps results" in shown
    assert "replay" not in shown  # there is no file yet
    monkeypatch.setattr(running, "check_in_workers", lambda *given, **told: None)
    running.check_and_count(plan("default"), Serial(), Store(None), preview=before)
    assert "so far" not in capsys.readouterr().err


def test_what_is_interrupted_has_the_first_verdicts_and_what_was_decided_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {name: axiomatrix.check(*ONE[0], axioms=ONE[1], profile=name) for name in ("quick", "default")}

    def decide(plan: Plan, *more: Any, **told: Any) -> Matrix:
        matrix = whole[plan.budgets.name]
        if plan.budgets == PROFILES["quick"]:
            return matrix
        raise Interrupted(replace(matrix, cells=[c for c in matrix if c.axiom == "symmetry"], missing=2))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "shows_progress", lambda console: True)
    monkeypatch.setattr(running, "check_in_workers", decide)
    monkeypatch.setattr(
        check, "load_files", lambda own, limits: (["mine.py"], [], set())
    )  # as if it had registered something
    asked = [part for axiom in ONE[1] for part in ("--axiom", axiom)]
    ended = CliRunner().invoke(app, ["check", "mine.py", "--metric", "kendall", *asked, "--out", "reports"])
    assert ended.exit_code == 130
    assert "the results of profile quick are complete" in ended.stderr
    matrix = written(tmp_path)
    assert {cell.axiom for cell in matrix} == set(ONE[1])
    for cell in matrix:
        decided = whole["default" if cell.axiom == "symmetry" else "quick"]
        assert cell.evidence == decided.cell("kendall", cell.axiom).evidence
    assert whole["quick"].cell("kendall", "symmetry") != whole["default"].cell("kendall", "symmetry")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a terminal is made up, and Ctrl-C pressed in it")
def test_ctrl_c_while_it_goes_further(tmp_path: Path) -> None:
    import pty

    (tmp_path / "mine.py").write_text(SLOW, encoding="utf-8")
    terminal, there = pty.openpty()
    command = [sys.executable, "-m", "axiomatrix", "check", "mine.py", "--out", "reports", "--fresh"]
    process = subprocess.Popen(command, cwd=tmp_path, stdin=there, stdout=there, stderr=there, start_new_session=True)
    os.close(there)
    shown = b""
    while b"continues" not in shown:
        shown += os.read(terminal, 1 << 16)
    assert b"so far" in shown
    process.send_signal(2)
    while process.poll() is None:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            break
    assert process.wait(60) == 130
    os.close(terminal)
    matrix = written(tmp_path)
    assert matrix.cell("slow-first-look", "scale-free", parameter="w", degree=1).evidence.verdict == "refuted"
    assert matrix.cell("slow-first-look", "symmetry").evidence.reach
    assert not matrix.missing
