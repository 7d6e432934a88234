"""The command ``axiomatrix explore`` and the answer that it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema

from axiomatrix.studies.explore.answer import EXPLORATION


def run(*arguments: str, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "axiomatrix", *arguments]
    environ = {**os.environ, "COLUMNS": "300", **environment}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def answered(directory: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((directory / "answer.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, EXPLORATION.schema())
    return data
