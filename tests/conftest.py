"""No test takes anything from the memory of another run; those about the memory name a folder of their own."""

from __future__ import annotations

import gc
import os

import pytest
from share import COLLECTED

os.environ["AXIOMATRIX_CACHE"] = ""


@pytest.hookimpl(tryfirst=True)  # before those are left out that the command line does not select
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember what there is: ``test_slow.py`` asks how much of it is slow."""
    config.stash[COLLECTED] = list(items)


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end; whatever looks for garbage need not go through all of them each time."""
    gc.freeze()
