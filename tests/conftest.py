"""No test takes anything from the memory of another run; those about the memory name a folder of their own."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from share import COLLECTED

if TYPE_CHECKING:
    from axiomatrix.report.site.inputs import Inputs

os.environ["AXIOMATRIX_CACHE"] = ""
os.unsetenv("COLUMNS")  # readline, which pytest imports, sets it for every process that a test starts


@pytest.hookimpl(tryfirst=True)  # before those are left out that the command line does not select
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember what there is: ``test_slow.py`` asks how much of it is slow."""
    config.stash[COLLECTED] = list(items)


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end; whatever looks for garbage need not go through all of them each time."""
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests of a process, which cannot drive two at a time."""
    from browsing import started

    with started() as one:
        yield one


# --- the site of the committed reports, made once for all tests that read it; they change copies ---------------------


@pytest.fixture(scope="session")
def given(tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    """What the site is made of."""
    import committed

    from axiomatrix.report.site import inputs

    return inputs.read(committed.with_relations(tmp_path_factory.mktemp("reports")))


@pytest.fixture(scope="session")
def site(given: Inputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    from axiomatrix.report.site import write_site

    directory = tmp_path_factory.mktemp("site")
    write_site(given, directory)
    return directory
