"""What a pytest run asks for: how far to go, from which seed, and which failures are accepted."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ..evidence.expectations import BadExpectations, Expectations, read
from ..evidence.files import refusal
from ..methods.profile import Profile, profile_named
from ..model.registry import Unknown

HYPOTHESIS_DRAWS = 100
"""``max_examples`` of Hypothesis as it comes: whoever has another number loaded has asked for it."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run."""

    profile: str
    seed: int
    expectations: Expectations | None
    report: bool

    @classmethod
    def of(cls, config: pytest.Config) -> Settings:
        """What the command line says, or else the ini file; :class:`pytest.UsageError` for what means nothing."""
        profile = config.getoption("--axiomatrix-profile") or config.getini("axiomatrix_profile") or "default"
        try:
            profile_named(profile, "axiomatrix_profile")
        except Unknown as error:
            raise pytest.UsageError(str(error)) from None
        known = config.getini("axiomatrix_expectations")
        base = config.inipath.parent if config.inipath is not None else config.rootpath
        try:
            expectations = read(base / known) if known else None
        except BadExpectations as error:
            raise pytest.UsageError(f"axiomatrix_expectations: {error}") from None
        directory = config.getoption("--axiomatrix-report")
        if directory is not None and (reason := refusal(Path(directory))):
            raise pytest.UsageError(f"--axiomatrix-report: {directory}: {reason}")
        return cls(profile, _seed(config), expectations, directory is not None)


def _seed(config: pytest.Config) -> int:
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
        return 0
    try:
        return int(of_hypothesis)
    except ValueError:  # Hypothesis takes any text
        return zlib.crc32(str(of_hypothesis).encode("utf-8", "backslashreplace"))


def budgets_of(profile: Profile, drawn: int | None) -> Profile:
    """The budgets with so many cases drawn, if the profile of Hypothesis that is loaded says how many."""
    if drawn is None:
        return profile
    named = f"{profile.name}, {drawn:,} drawn as Hypothesis is set"
    return replace(profile, name=named, drawn=(drawn, profile.drawn[1]))


def cases_of_profile() -> int | None:
    """How many cases the loaded settings profile of Hypothesis asks for; None if it is as Hypothesis comes.

    Its ``max_examples`` is the number of cases drawn for a declared statement, and without ``Phase.generate`` there
    are none. The rest of it is not about us: our draws follow our seed, use no database, and have no deadline.
    """
    import hypothesis

    loaded = hypothesis.settings()
    if hypothesis.Phase.generate not in loaded.phases:
        return 0
    return None if loaded.max_examples == HYPOTHESIS_DRAWS else loaded.max_examples
