"""Of many cases a share that always runs; the rest is slow, and CI runs it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""All tests that a run has found, also those that it does not run."""
PARTS = [pytest.param(True, id="a share"), pytest.param(False, id="the rest", marks=pytest.mark.slow)]
"""For a test that takes the :func:`part` of the cases that it is about."""


def part(cases: Sequence[Any], is_share: bool, every: int) -> list[Any]:
    """Each so many of the cases, beginning with the first; or those in between."""
    return [case for k, case in enumerate(cases) if (k % every == 0) is is_share]


def share(cases: Iterable[Any], every: int) -> list[Any]:
    """The cases for a test of each, of which each so many are not slow, beginning with the first."""
    return [case if k % every == 0 else pytest.param(case, marks=pytest.mark.slow) for k, case in enumerate(cases)]


def chosen(cases: Iterable[Any], always: Iterable[Any]) -> list[Any]:
    """The cases for a test of each, of which only those named are not slow."""
    found, wanted = list(cases), list(always)
    assert all(case in found for case in wanted), [case for case in wanted if case not in found]
    return [case if case in wanted else pytest.param(case, marks=pytest.mark.slow) for case in found]
