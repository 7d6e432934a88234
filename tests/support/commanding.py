"""Our command in this process: each start of it, and of what it copies workers from, would cost a second or two."""

from __future__ import annotations

import io
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

from axiomatrix import REGISTRY, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.cli.statuses import _status


@dataclass(frozen=True)
class Done:
    """What came of a command, under the names of ``subprocess``."""

    returncode: int
    stdout: str
    stderr: str


def axiomatrix(folder: Path | str, *arguments: str, **environment: str) -> Done:
    """The command run in the folder, on the catalogue as it is in a fresh process; nothing of it stays."""
    registered, modules = Registry(REGISTRY), set(sys.modules)
    out, err = io.StringIO(), io.StringIO()
    restore(_catalogue())
    try:
        with (
            chdir(folder),
            patch.dict(os.environ, {"CI": "", **environment}),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = _status(partial(app, args=list(arguments), prog_name="axiomatrix"))
    finally:
        restore(registered)
        for name in set(sys.modules) - modules:
            if name.startswith("axiomatrix_user_file_"):
                del sys.modules[name]
    return Done(status, out.getvalue(), err.getvalue())


def restore(registry: Registry) -> None:
    """Make the common registry what it was."""
    kept = Registry(registry)
    REGISTRY.metrics, REGISTRY.axioms, REGISTRY.sources = kept.metrics, kept.axioms, kept.sources


@cache
def _catalogue() -> Registry:
    """What is registered before any file of a user is read."""
    own = Registry(load_catalogue())
    own.metrics = {name: metric for name, metric in own.metrics.items() if metric.family != "user"}
    return own
