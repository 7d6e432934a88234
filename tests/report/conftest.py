"""The site of the committed reports, made once for all tests that read it; they change copies."""

from __future__ import annotations

from pathlib import Path

import committed
import pytest

from axiomatrix.report.site import inputs, written
from axiomatrix.report.site.inputs import Inputs


@pytest.fixture(scope="session")
def given(tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    """What the site is made of."""
    return inputs.read(committed.with_relations(tmp_path_factory.mktemp("reports")))


@pytest.fixture(scope="session")
def site(given: Inputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    directory = tmp_path_factory.mktemp("site")
    written(given, directory)
    return directory
