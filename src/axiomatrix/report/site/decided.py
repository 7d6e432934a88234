"""Statements that nothing declares and people ask: whether a distance lies between 0 and 1, for instance.

``axiomatrix ask`` decides them when it is asked. The site has them from ``decided.json``, which
``python -m axiomatrix.report.site.decided FILE`` writes: CI does so, and compares. What was decided of an older
definition of a metric is left out.
"""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...catalogue import load_catalogue
from ...evidence.files import write
from ...evidence.words import Line
from ..asking import DECIDED_WHEN_ASKED, decided_now
from .cell_words import cell_data

if TYPE_CHECKING:
    from .inputs import Inputs

FILE = "decided.json"


def decide() -> list[dict[str, Any]]:
    """The verdict of each statement on every metric of the catalogue that its axiom is about."""
    registry = load_catalogue()
    decided = []
    for axiom, statement in DECIDED_WHEN_ASKED.items():
        rows = [row for row in registry.metrics.values() if registry.axiom(axiom).is_about(row)]
        for cell in decided_now(statement, (axiom,), rows, registry).cells:
            decided.append(
                {
                    "metric": cell.metric,
                    "axiom": axiom,
                    "digest": registry.metric(cell.metric).file_digest,
                    "cell": {
                        **cell_data(cell, Line(cell), registry.axiom(axiom)),
                        "slug": "",
                    },  # no witness of it is stored
                }
            )
    return decided


def stored(inputs: Inputs) -> list[dict[str, Any]]:
    """The stored verdicts on metrics of the report as they are defined now, with the places of metric and axiom."""
    rows = {row.name: row.digest for row in inputs.whole.rows}
    content = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return [
        {
            "metric": inputs.row_places[one["metric"]],
            "axiom": inputs.column_places[one["axiom"]],
            **_hashable(one["cell"]),
        }
        for one in content
        if rows.get(one["metric"]) == one["digest"] and one["axiom"] in inputs.column_places
    ]


def _hashable(cell: dict[str, Any]) -> dict[str, Any]:
    """The cell as it was before it was written: JSON has no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in cell.items()}


def main(file: Path) -> None:
    """Write the file anew."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in decide())
    write(file, f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
