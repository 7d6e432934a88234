"""The command ``axiomatrix explore`` and the answer that it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
from commanding import Done, axiomatrix

from axiomatrix.studies.explore.answer import EXPLORATION


def run(*arguments: str, code: int = 0, **environment: str) -> Done:
    done = axiomatrix(Path.cwd(), *arguments, COLUMNS="300", **environment)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def answered(directory: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((directory / "answer.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, EXPLORATION.schema())
    return data
