"""Dask clusters for tests: a scheduler in this process and two worker processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def cluster_of_two() -> Iterator[Any]:
    """The cluster, as long as somebody asks for more; without Dask the test is skipped."""
    distributed = pytest.importorskip("distributed")
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="500MB"
        ) as made:
            yield made
