"""Settings of a pytest run: how far to go, the seed, and the accepted failures."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import hypothesis
import pytest

from ..evidence.expectations import BadExpectations, Expectations, read
from ..evidence.files import refusal
from ..methods.profile import Profile, profile_named
from ..model.registry import Unknown

HYPOTHESIS_DRAWS = 100
"""``max_examples`` of Hypothesis as it comes: whoever has another number loaded has asked for it."""
HYPOTHESIS_DEADLINE = timedelta(milliseconds=200)
"""``deadline`` of Hypothesis as it comes: likewise."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run."""

    profile: str
    seed: int | None
    """The requested seed."""
    expectations: Expectations | None
    report: bool

    @classmethod
    def of(cls, config: pytest.Config) -> Settings:
        """Read the command line, or else the ini file; :class:`pytest.UsageError` for invalid values."""
        profile = config.getoption("--axiomatrix-profile") or config.getini("axiomatrix_profile") or "default"
        try:
            profile_named(profile, "axiomatrix_profile")
        except Unknown as error:
            raise pytest.UsageError(str(error)) from None
        known = config.getini("axiomatrix_baseline")
        base = config.inipath.parent if config.inipath is not None else config.rootpath
        try:
            expectations = read(base / known) if known else None
        except BadExpectations as error:
            raise pytest.UsageError(f"axiomatrix_baseline: {error}") from None
        directory = config.getoption("--axiomatrix-report")
        if directory is not None and (reason := refusal(Path(directory))):
            raise pytest.UsageError(f"--axiomatrix-report: {directory}: {reason}")
        return cls(profile, _seed(config), expectations, directory is not None)


def _seed(config: pytest.Config) -> int | None:
    given = config.getoption("--axiomatrix-seed")
    given = config.getini("axiomatrix_seed") if given is None else given
    if given != "":
        try:
            seed = int(given)
        except ValueError:
            seed = -1
        if seed < 0:
            raise pytest.UsageError(f"axiomatrix_seed is {given!r}; it must be a whole number, 0 or more")
        return seed
    of_hypothesis = config.getoption("--hypothesis-seed", None)
    if of_hypothesis is None:
        return None
    try:
        return int(of_hypothesis)
    except ValueError:  # Hypothesis takes any text
        return zlib.crc32(str(of_hypothesis).encode("utf-8", "backslashreplace"))


def fresh_seed() -> int:
    """Another seed in each run; the workers of pytest-xdist have one together, or they would contradict each other."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "").encode() or os.urandom(4)
    return zlib.crc32(run) % 10**6


def budgets_of(profile: Profile, loaded: hypothesis.settings) -> Profile:
    """The budgets, with as many cases drawn as the loaded settings of Hypothesis say; as it comes they say nothing."""
    most = loaded.max_examples
    if most == HYPOTHESIS_DRAWS:
        return profile
    named = f"{profile.name}, {most:,} drawn as Hypothesis is set"
    return replace(profile, name=named, drawn=(most, profile.drawn[1]), climbs=min(profile.climbs, most))


def settings_for_claims(report: bool) -> hypothesis.settings:
    """The loaded settings of Hypothesis, without the deadline with which it comes: nobody has asked for that.

    For a report also without their database. Reports are compared, and what an earlier run left would change them.
    """
    loaded = hypothesis.settings()
    deadline = None if loaded.deadline == HYPOTHESIS_DEADLINE else loaded.deadline
    return hypothesis.settings(loaded, deadline=deadline, database=None if report else loaded.database)
