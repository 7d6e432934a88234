"""``check --time``: more cases as long as the seconds last, and the profile that was reached is in the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from axiomatrix.cli import check, running
from axiomatrix.cli.app import app
from axiomatrix.engine.check import Interrupted
from axiomatrix.engine.plan import Plan
from axiomatrix.methods.profile import DEEPER, PROFILES, profile_named
from axiomatrix.model.registry import Unknown

ONE = ["check", "--metric", "kendall", "--axiom", "symmetry", "--jobs", "1"]


def reached(seconds: float, costs: list[float]) -> list[str]:
    """The profiles that are decided where these are the seconds that each takes."""
    clock, names = [0.0], []
    for (name, is_last), cost in zip(running.profiles_within(seconds, lambda: clock[0]), costs, strict=False):
        clock[0] += cost
        names.append(name)
        if is_last():
            break
    return names


def test_the_next_profile_is_decided_if_four_times_the_last_fits() -> None:
    assert reached(0.1, [5]) == ["quick"]
    assert reached(10, [2, 99]) == ["quick", "quick-x4"]
    assert reached(9.9, [2]) == ["quick"]
    assert reached(30, [1, 3, 10]) == ["quick", "quick-x4", "quick-x16"]
    assert reached(1e9, [0] * 20) == list(DEEPER)


def test_a_name_with_a_factor_has_so_many_times_the_cases_at_the_same_sizes() -> None:
    once, more = PROFILES["default"], profile_named("default-x4")
    assert more.name == "default-x4" and more.sizes == once.sizes and more.max_n == once.max_n
    for name in ("cases", "enough_cases", "drawn_cases", "library_cases"):
        assert getattr(more, name) == tuple(4 * cases for cases in getattr(once, name))
    assert more.climbs == 4 * once.climbs
    assert [profile_named(name).name for name in DEEPER] == list(DEEPER)


@pytest.mark.parametrize("name", ["default-x0", "default-x", "defaultx4", "default-x-4", "deep-x4", "default-x1000000"])
def test_another_name_is_none(name: str) -> None:
    with pytest.raises(Unknown, match="unknown profile"):
        profile_named(name)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_report_is_that_of_the_profile_that_was_reached(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "DEEPER", ("quick", "quick-x4"))
    assert CliRunner().invoke(app, [*ONE, "--time", "3600", "--out", "a"]).exit_code == 0
    assert CliRunner().invoke(app, [*ONE, "--profile", "quick-x4", "--out", "b"]).exit_code == 0
    written = (here / "a" / "compliance.json").read_bytes()
    assert json.loads(written)["profile"] == "quick-x4"
    assert written == (here / "b" / "compliance.json").read_bytes()


def test_what_a_profile_decided_whole_stands_if_the_next_is_interrupted(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = check.check_and_count

    def interrupted(plan: Plan, *more: Any) -> Any:
        matrix = whole(plan, *more)
        if plan.budgets != PROFILES["quick"]:
            matrix.missing, matrix.cells = 1, []
            raise Interrupted(matrix)
        return matrix

    monkeypatch.setattr(check, "check_and_count", interrupted)
    ended = CliRunner().invoke(app, [*ONE, "--time", "3600", "--out", "a"])
    assert ended.exit_code == 130
    assert "the results of profile quick are complete" in ended.output
    report = json.loads((here / "a" / "compliance.json").read_text(encoding="utf-8"))
    assert report["profile"] == "quick" and not report.get("missing")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--profile", "quick"], "--time chooses the profiles itself and cannot be combined with --profile"),
        (["--library", "scipy"], "--time cannot be combined with --library"),
    ],
)
def test_what_it_does_not_go_with(here: Path, arguments: list[str], message: str) -> None:
    ended = CliRunner().invoke(app, ["check", "--time", "5", *arguments])
    assert ended.exit_code == 2 and message in ended.output


def test_a_mistyped_profile_keeps_its_factor() -> None:
    with pytest.raises(Unknown, match=r"^unknown profile 'defualt-x4'; did you mean 'default-x4'[?]$"):
        profile_named("defualt-x4")
