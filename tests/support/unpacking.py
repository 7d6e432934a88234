"""The data of the site, as its scripts read it."""

from __future__ import annotations

import json
from typing import Any

from axiomatrix.report.site.blocks import DATA_START, Table


def untabled(made: Table) -> list[dict[str, Any]]:
    """The lines of a table."""
    columns = {k: [one["of"][at] for at in one["at"]] if isinstance(one, dict) else one for k, one in made.items()}
    return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]


def unpacked(script: bytes) -> Any:
    """The data in a script that :func:`data_script` made."""
    _, _, content = script.decode().removeprefix(DATA_START).partition(", ")
    return json.loads(content.removesuffix(");\n"))
