"""The command ``axiomatrix explore`` and the answer that it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
from commanding import Done, axiomatrix

from axiomatrix.studies.explore.answer import EXPLORATION


def run(*arguments: str, code: int = 0, **environment: str) -> Done:
    """What came of a command: of a process of its own where it has a file, which this one would remember."""
    if environment or any(argument.endswith(".py") for argument in arguments):
        command = [sys.executable, "-m", "axiomatrix", *arguments]
        around = {**os.environ, "COLUMNS": "300", **environment}
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env=around)
        done = Done(ended.returncode, ended.stdout, ended.stderr)
    else:
        done = axiomatrix(Path.cwd(), *arguments, COLUMNS="300")
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def answered(directory: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((directory / "answer.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, EXPLORATION.schema())
    return data
