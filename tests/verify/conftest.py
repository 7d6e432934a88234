"""Certificates that are made once for each file of tests; whoever changes one copies it."""

import pytest
from certified import SPREADS
from sweeping import certificate, reading, swept


@pytest.fixture(scope="module")
def deck():
    return certificate(reading("deck"), 3)


@pytest.fixture(scope="module")
def split():
    return certificate(swept(SPREADS, by=()), 3, "sup")
